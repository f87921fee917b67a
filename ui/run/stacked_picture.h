// SPDX-License-Identifier: GPL-3.0-or-later
// StackedPicture: all that the stacked view and the legend below it need of a document, made on a worker. What does not
// depend on the step is taken over from the picture before. Any thread; O(spans), O(spans of the steps) once there is one.
#pragma once

#include "ui/run/trace_document.h"
#include "ui/timeline/stacked_rows.h"
#include "ui/timeline/timeline_model.h"

#include <memory>
#include <vector>

namespace attnscope {

/// What stays the same at every step of a document.
struct StackedParts {
    std::vector<std::shared_ptr<const TimelineModel>> models; ///< of its variants; empty: not made yet
    std::vector<NameStatistics> kernels; ///< of all variants, for the legend
};

struct StackedPicture {
    std::shared_ptr<const StackedRows> rows;
    StackedParts parts;
};
[[nodiscard]] StackedPicture makeStackedPicture(const DocumentPtr& document,
    const std::vector<VariantSummary>& summaries, int step, StackedAlign align, StackedParts parts);

} // namespace attnscope
