// SPDX-License-Identifier: GPL-3.0-or-later
// Binds the ends of arrows to spans. Pure; any thread. O(flows · rows · log n).
#pragma once

#include "profiler/trace/builder_state.h"
#include "profiler/trace/lane_freezer.h"

#include <vector>

namespace attnscope {

/// An end that no span holds has index kNoSpan and comes into `loose` as well (times of the drafts).
[[nodiscard]] std::vector<Flow> bindFlows(const std::vector<FlowDraft>& drafts, const std::vector<Lane>& lanes,
    const TimeFrame& frame, std::vector<LooseFlowEnd>& loose);

} // namespace attnscope
