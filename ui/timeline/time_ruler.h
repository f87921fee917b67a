// SPDX-License-Identifier: GPL-3.0-or-later
// TimeRuler: where the ticks of a time axis stand and what they say. Pure; no Qt; O(ticks).
#pragma once

#include "ui/timeline/time_scale.h"

#include <string>
#include <vector>

namespace attnscope {

/// Units a ruler can write in, smallest first.
enum class RulerUnit { Nanoseconds, Microseconds, Milliseconds, Seconds };
/// Nanoseconds of one unit.
[[nodiscard]] Ns lengthOf(RulerUnit unit);

struct RulerTick {
    Ns time = 0; ///< in the trace
    Ns value = 0; ///< from the ruler's origin
    double x = 0; ///< logical, on a device pixel
    std::string label; ///< UTF-8: "0.4 ms", "+1,000 µs"
};

struct RulerStyle {
    Ns origin = 0; ///< value 0 stands here
    double spacing = 110; ///< least pixels from tick to tick
    RulerUnit largest = RulerUnit::Seconds; ///< never a larger unit than this one
    bool withSign = false; ///< "+200 µs": time since a step's start
};

/// The smallest 1, 2 or 5 times a power of ten that is ≥ `least`.
[[nodiscard]] Ns niceStep(Ns least);
/// The largest unit, up to `largest`, in which steps of `step` need at most one decimal.
[[nodiscard]] RulerUnit unitFor(Ns step, RulerUnit largest);
/// `value` in `unit` with as few decimals as steps of `step` need, thousands grouped: "1,405 µs", "0.4 ms", "0 µs".
[[nodiscard]] std::string rulerLabel(Ns value, Ns step, RulerUnit unit, bool withSign);
[[nodiscard]] std::vector<RulerTick> rulerTicks(const TimeScale& scale, const RulerStyle& style);

} // namespace attnscope
