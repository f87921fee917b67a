// SPDX-License-Identifier: GPL-3.0-or-later
// What the tooltip says about a span, a folded run or a curve. Reads the model only; GUI thread; O(log n), for runs O(members).
#pragma once

#include "ui/timeline/span_tooltip.h"
#include "ui/timeline/timeline_scene.h"

namespace attnscope {

[[nodiscard]] TooltipContent tooltipOf(const TimelineScene& scene, const Box& box);
/// The value of the launch queue or a counter under x.
[[nodiscard]] TooltipContent tooltipOfCurve(const TimelineScene& scene, std::size_t track, Ns time);
/// "masked_fill › masked_fill_": the ops that launched it, outermost first, without ranges.
[[nodiscard]] QString opPath(const Trace& trace, const std::vector<SpanRef>& chain);

} // namespace attnscope
