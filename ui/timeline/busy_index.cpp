// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/busy_index.h"

#include <algorithm>

namespace attnscope {

BusyIndex::BusyIndex(std::vector<TimeRange> ranges)
{
    const auto byBegin = [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; };
    if (!std::is_sorted(ranges.begin(), ranges.end(), byBegin)) {
        std::sort(ranges.begin(), ranges.end(), byBegin);
    }
    for (const auto& range : ranges) {
        if (range.length() <= 0) {
            continue;
        }
        if (!m_merged.empty() && range.begin <= m_merged.back().end) {
            m_merged.back().end = std::max(m_merged.back().end, range.end);
        } else {
            m_merged.push_back(range);
        }
    }
    Ns sum = 0;
    m_before.reserve(m_merged.size());
    for (const auto& range : m_merged) {
        m_before.push_back(sum);
        sum += range.length();
    }
}

Ns BusyIndex::busyUntil(Ns t) const
{
    const auto after = std::upper_bound(
        m_merged.begin(), m_merged.end(), t, [](Ns time, const TimeRange& range) { return time < range.begin; });
    if (after == m_merged.begin()) {
        return 0;
    }
    const auto index = static_cast<std::size_t>(after - m_merged.begin()) - 1;
    return m_before[index] + std::min(t, m_merged[index].end) - m_merged[index].begin;
}

Ns BusyIndex::busyIn(TimeRange range) const
{
    return range.length() <= 0 ? 0 : busyUntil(range.end) - busyUntil(range.begin);
}

} // namespace attnscope
