// SPDX-License-Identifier: GPL-3.0-or-later
// Which API call launched which GPU work, by correlation id. Ids that a file uses for several calls (merged ranks, counters that
// started again) are told apart by device and time and then renumbered, so that they are unique in the trace. O(n log n).
#pragma once

#include "profiler/trace/builder_state.h"
#include "profiler/trace/cancellation.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace attnscope {

struct LaunchLinks {
    std::vector<std::pair<SpanRef, SpanRef>> apiToGpu, gpuToApi; ///< sorted
    std::uint64_t reused = 0; ///< ids used by more than one API call
    std::uint64_t unlinked = 0; ///< GPU work without an API call
    std::uint64_t beforeLaunch = 0; ///< GPU work that starts before its launch
    SpanRef firstBeforeLaunch;
    std::uint64_t launches = 0; ///< API calls that have a correlation id
    std::string arrowCategory; ///< of the arrows that belong to launches
    std::vector<LooseFlowEnd> looseArrows; ///< arrow ends that belong to none; times as in the drafts
};

/// Lanes must be final and in their final order. Renumbers `correlation` where needed and sets kClockSkew. `arrows` (sorted by id and
/// emptied here) tell which ends the file draws: kLaunchArrow. The result is of no use when cancelled.
[[nodiscard]] LaunchLinks linkLaunches(
    std::vector<Lane>& lanes, std::vector<LaunchArrowDraft> arrows, const Cancellation& cancel = {});

} // namespace attnscope
