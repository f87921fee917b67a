// SPDX-License-Identifier: GPL-3.0-or-later
// What the tooltips say of counters and of what was counted of a launch. GUI thread; O(log n).
#pragma once

#include "profiler/kernels/verdict.h"
#include "ui/timeline/counter_lane.h"
#include "ui/timeline/span_tooltip.h"

namespace attnscope {

class TimelineScene;

/// The value of a counter lane at a time; of a lane that is missing, why.
[[nodiscard]] TooltipContent tooltipOfCounter(const TimelineScene& scene, const CounterTrack& counter, Ns time);
/// "1.8 TB/s"
[[nodiscard]] QString rateText(double gigabytesPerSecond);
/// "counters: 4,096 TC instructions", "machine code: HGMMA"; empty where the name alone speaks.
[[nodiscard]] QString evidenceText(const Verdict& verdict, const LaunchFacts& facts);
/// Rows of a kernel's tooltip: its math unit with the evidence and what speaks against it, and its DRAM traffic.
[[nodiscard]] std::vector<std::pair<QString, QString>> evidenceRows(const Trace& trace, SpanRef kernel);

} // namespace attnscope
