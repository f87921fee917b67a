// SPDX-License-Identifier: GPL-3.0-or-later
// BusyIndex: a union of intervals with running sums, so that "how busy was this lane in the visible range" is two binary searches.
// Immutable after construction; any thread; no Qt. Build O(n log n), O(n) for sorted input; query O(log n).
#pragma once

#include "profiler/trace/types.h"

#include <vector>

namespace attnscope {

class BusyIndex {
public:
    BusyIndex() = default;
    explicit BusyIndex(std::vector<TimeRange> ranges);

    /// Time inside `range` that at least one interval covers.
    [[nodiscard]] Ns busyIn(TimeRange range) const;
    [[nodiscard]] const std::vector<TimeRange>& merged() const { return m_merged; }

private:
    [[nodiscard]] Ns busyUntil(Ns t) const;

    std::vector<TimeRange> m_merged; ///< disjoint, ascending
    std::vector<Ns> m_before; ///< covered time before each
};

} // namespace attnscope
