// SPDX-License-Identifier: GPL-3.0-or-later
// ReportSource: what the report of a recording is made of, as far as analysis makes it.
// Data flow: TraceDocument → ReportSource (any thread) → ReportPictures (GUI thread) → reportHtml (any thread) → one file.
#pragma once

#include "ui/common/format.h"
#include "ui/details/finding_rows.h"
#include "ui/run/stacked_picture.h"
#include "ui/run/trace_document.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace attnscope {

/// What the report says of a variant that ran.
struct ReportVariant {
    std::size_t index = 0; ///< among the document's summaries
    VariantFindings findings;
    std::vector<NameStatistics> names; ///< its kernels, copies and fills; on the CPU its operators
    std::shared_ptr<const TimelineModel> timeline;
};

struct ReportSource {
    DocumentPtr document;
    TimeUnit unit = TimeUnit::Microseconds;
    StackedPicture stacked; ///< of the first step; without rows where there is nothing to lay side by side
    std::vector<ReportVariant> variants; ///< in the order of the summaries
};

/// O(spans · log).
[[nodiscard]] ReportSource makeReportSource(DocumentPtr document, TimeUnit unit);

} // namespace attnscope
