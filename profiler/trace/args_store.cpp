// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/args_store.h"

#include <algorithm>

namespace attnscope {
namespace {

constexpr std::size_t kChunkBytes = std::size_t { 1 } << 20;
constexpr std::size_t kFirstRead = 4096;
constexpr std::size_t kMostArgs = std::size_t { 64 } << 20; ///< an args object beyond this is damage, not data

} // namespace

std::size_t lengthOfJsonValue(std::string_view text)
{
    std::size_t depth = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (inString) {
            if (c == '\\') {
                ++i;
            } else if (c == '"') {
                inString = false;
            }
        } else if (c == '"') {
            inString = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            if (depth <= 1) {
                return i + 1;
            }
            --depth;
        }
    }
    return std::string_view::npos;
}

std::uint64_t ArgsStore::add(std::string_view json)
{
    if (json.empty() || json == "{}") {
        return 0;
    }
    if (m_chunks.empty() || m_chunks.back().size() + json.size() > kChunkBytes) {
        m_chunks.emplace_back();
        m_chunks.back().reserve(std::max(kChunkBytes, json.size()));
    }
    m_begin.push_back(((m_chunks.size() - 1) << 32) | m_chunks.back().size());
    m_length.push_back(static_cast<std::uint32_t>(json.size()));
    m_chunks.back().append(json);
    return std::uint64_t { m_begin.size() } << 1;
}

std::string ArgsStore::json(std::uint64_t ref) const
{
    if (ref == 0) {
        return "{}";
    }
    if ((ref & 1U) == 0) {
        std::size_t index = (ref >> 1) - 1;
        if (index >= m_begin.size()) {
            return "{}";
        }
        return m_chunks[m_begin[index] >> 32].substr(m_begin[index] & 0xffffffffU, m_length[index]);
    }
    if (!m_text) {
        return "{}";
    }
    for (std::size_t length = kFirstRead; length <= kMostArgs; length *= 8) {
        std::string text = m_text->read(ref >> 1, length);
        if (text.empty() || text.front() != '{') {
            return "{}"; // the file was changed since it was opened
        }
        std::size_t end = lengthOfJsonValue(text);
        if (end != std::string::npos) {
            text.resize(end);
            return text;
        }
        if (text.size() < length) {
            return "{}";
        }
    }
    return "{}";
}

} // namespace attnscope
