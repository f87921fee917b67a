// SPDX-License-Identifier: GPL-3.0-or-later
// What the inspector says about a range that was measured on the timeline. Words alone; any thread; O(GPU spans · log).
#pragma once

#include "ui/details/detail_card.h"
#include "ui/run/trace_document.h"

namespace attnscope {

/// `tables`: those of what starts in the range (makeTables). Times are since the recording began; what the GPU is busy counts work that
/// reaches into the range from before, the tables do not.
[[nodiscard]] DetailCard describeRange(
    const Trace& trace, const VariantView& view, TimeRange range, const VariantTables& tables);

} // namespace attnscope
