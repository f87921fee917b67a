// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/import_log.h"

#include <algorithm>

namespace attnscope {

std::string_view toString(Severity value)
{
    switch (value) {
    case Severity::Info:
        return "info";
    case Severity::Warning:
        return "warning";
    case Severity::Error:
        return "error";
    }
    return "info";
}

void ImportLog::add(std::string_view code, Severity severity, std::string_view example,
    std::optional<std::uint64_t> offset, std::uint64_t count)
{
    auto known =
        std::find_if(m_entries.begin(), m_entries.end(), [&](const LogEntry& entry) { return entry.code == code; });
    if (known != m_entries.end()) {
        known->count += count;
        return;
    }
    m_entries.push_back({ std::string(code), severity, count, offset, std::string(example) });
}

const LogEntry* ImportLog::find(std::string_view code) const
{
    auto known =
        std::find_if(m_entries.begin(), m_entries.end(), [&](const LogEntry& entry) { return entry.code == code; });
    return known == m_entries.end() ? nullptr : &*known;
}

} // namespace attnscope
