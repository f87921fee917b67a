// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_source.h"

#include <utility>

namespace attnscope {

ReportSource makeReportSource(DocumentPtr document, TimeUnit unit)
{
    ReportSource source;
    const Trace& trace = *document->trace;
    if (canStack(document->summaries)) {
        source.stacked = makeStackedPicture(document, document->summaries, 0, StackedAlign::StepStart, {});
    }
    for (std::size_t i = 0; i < document->summaries.size(); ++i) {
        const VariantSummary& summary = document->summaries[i];
        if (!summary.ran) {
            continue;
        }
        ReportVariant variant;
        variant.index = i;
        variant.findings = makeFindings(trace, summary.view);
        variant.names = kernelStatistics(trace, summary.view);
        if (variant.names.empty()) {
            variant.names = opStatistics(trace, summary.view);
        }
        variant.timeline = source.stacked.rows ? source.stacked.parts.models[i] : document->timelineOf(i);
        source.variants.push_back(std::move(variant));
    }
    source.document = std::move(document);
    source.unit = unit;
    return source;
}

} // namespace attnscope
