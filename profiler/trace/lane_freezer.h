// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a lane's spans as they came into the columns of a Lane: sorted, put into rows, linked to their parents. Pure; lanes are
// independent of each other and may be frozen on several threads. O(n log n), O(n) when the spans came in order.
#pragma once

#include "profiler/trace/builder_state.h"
#include "profiler/trace/cancellation.h"

#include <cstdint>

namespace attnscope {

/// Where a trace's time begins and ends, in the origin of the inputs.
struct TimeFrame {
    Ns begin = 0; ///< earliest valid event: becomes 0
    Ns end = 0; ///< latest valid end
    bool zeroIsBad = false; ///< a time of exactly 0 is missing, not early
};

/// One pass over all spans and counters.
[[nodiscard]] TimeFrame findTimeFrame(const std::vector<LaneDraft>& lanes, const std::vector<CounterSeries>& counters);

struct FrozenLane {
    Lane lane;
    std::uint64_t crossings = 0; ///< spans on an extra row because they cross a neighbour
    std::uint64_t badTimes = 0;
    std::uint64_t unfinished = 0;
};

/// Empties the draft. The result is of no use when cancelled.
[[nodiscard]] FrozenLane freezeLane(LaneDraft& draft, const TimeFrame& frame, const Cancellation& cancel = {});

} // namespace attnscope
