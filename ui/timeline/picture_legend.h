// SPDX-License-Identifier: GPL-3.0-or-later
// The legend below an exported timeline: the colours that its GPU work is drawn in and the Tensor Core mark, as far as the picture
// shows them. GUI thread only; O(gpu spans), and the arguments of those in sight are read once.
#pragma once

#include "profiler/analysis/tables.h"
#include "ui/timeline/timeline_view.h"

#include <vector>

namespace attnscope {

/// GPU work that touches `range`, by name and by the unit that the best evidence of each launch says, most time first. Only what a
/// legend needs is set: name, label, group, unit, total.
[[nodiscard]] std::vector<NameStatistics> kernelsIn(const TracePtr& trace, TimeRange range);

/// The legend of such work; nothing to paint where there is none.
[[nodiscard]] ExportFooter legendFooter(ColourBy by, const std::vector<NameStatistics>& kernels);

/// The legend of what the view shows now; nothing to paint where no GPU work is in sight.
[[nodiscard]] ExportFooter legendFooter(const TimelineView& view);

} // namespace attnscope
