// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/json_members.h"

#include "profiler/trace/args_store.h"

#include <algorithm>

namespace attnscope {

JsonMembers::JsonMembers(std::string_view object)
    : m_text(object)
    , m_at(std::min(object.find('{'), object.size()))
{
    m_at += m_at < object.size() ? 1 : 0;
}

bool JsonMembers::next(std::string_view& key, std::string_view& value)
{
    skip(" \t\r\n,");
    if (m_at >= m_text.size() || m_text[m_at] != '"') {
        return false;
    }
    key = quoted();
    skip(" \t\r\n:");
    if (m_at >= m_text.size()) {
        return false;
    }
    char first = m_text[m_at];
    m_wasString = first == '"';
    if (m_wasString) {
        value = quoted();
        return true;
    }
    std::size_t begin = m_at;
    if (first == '{' || first == '[') {
        std::size_t length = lengthOfJsonValue(m_text.substr(m_at));
        m_at = length == std::string_view::npos ? m_text.size() : m_at + length;
    } else {
        m_at = std::min(m_text.find_first_of(",} \t\r\n", m_at), m_text.size());
    }
    value = m_text.substr(begin, m_at - begin);
    return true;
}

void JsonMembers::skip(std::string_view what)
{
    m_at = std::min(m_text.find_first_not_of(what, m_at), m_text.size());
}

std::string_view JsonMembers::quoted()
{
    std::size_t begin = ++m_at;
    while (m_at < m_text.size() && m_text[m_at] != '"') {
        m_at += m_text[m_at] == '\\' ? 2 : 1;
    }
    m_at = std::min(m_at, m_text.size());
    std::string_view inside = m_text.substr(begin, m_at - begin);
    m_at = std::min(m_at + 1, m_text.size());
    return inside;
}

} // namespace attnscope
