// SPDX-License-Identifier: GPL-3.0-or-later
// Which API call launched which GPU work, by correlation id. A file may use an id for several calls (merged ranks, counters that
// started again). Work with such an id belongs to the process that drives its device, as ids that only one call uses tell, and there
// to the last call that starts no later than it, else to the first. All calls of the id but the first are then numbered anew, their
// work with them, so that no two calls of the trace share an id. O(n log n).
#pragma once

#include "profiler/trace/builder_state.h"
#include "profiler/trace/cancellation.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace attnscope {

struct LaunchLinks {
    std::vector<std::pair<SpanRef, SpanRef>> apiToGpu; ///< by call, the work of one in start order
    std::vector<std::pair<SpanRef, SpanRef>> gpuToApi; ///< by GPU work
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
