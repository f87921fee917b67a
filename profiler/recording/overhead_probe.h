// SPDX-License-Identifier: GPL-3.0-or-later
// What recording costs: the same forwards recorded and unrecorded in turn, within a small time budget. Taking turns keeps clock
// changes out of the ratio, but also what CUPTI leaves hooked between the turns: medianBlockNs() before and after it is detached tells
// that. Worker thread. Throws what the forward throws.
#pragma once

#include "profiler/recording/capture.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace attnscope {

struct OverheadPlan {
    int forwards = 1; ///< a block: timed together, up to the end of their GPU work
    int rounds = 1; ///< of one recorded and one unrecorded block
};

/// Empty for forwards so slow that a handful would take seconds; their few recorded steps say it well enough.
[[nodiscard]] std::optional<OverheadPlan> planOverheadProbe(std::int64_t expectedNs);

/// Nanoseconds of the median of some unrecorded blocks of this plan.
[[nodiscard]] double medianBlockNs(
    const OverheadPlan& plan, const std::function<void()>& forward, const std::function<void()>& synchronise);

/// Median over the rounds of recorded over unrecorded time, minus 1. Starting and stopping the capture is not part of it.
[[nodiscard]] double measureOverhead(const OverheadPlan& plan, Capture& capture, const std::function<void()>& forward,
    const std::function<void()>& synchronise);

} // namespace attnscope
