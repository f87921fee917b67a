// SPDX-License-Identifier: GPL-3.0-or-later
// LaunchQueue: how much GPU work was launched and had not started yet, over time. Pure; no Qt; O(n log n).
#pragma once

#include "ui/timeline/step_series.h"

#include <vector>

namespace attnscope {

/// One piece of GPU work: when the CPU called, when the GPU began.
struct LaunchTimes {
    Ns launched = 0;
    Ns started = 0;
};

/// The step function of launches minus starts; never below 0 (a start before its launch counts from the launch on as nothing).
[[nodiscard]] StepSeries launchQueue(const std::vector<LaunchTimes>& work);

} // namespace attnscope
