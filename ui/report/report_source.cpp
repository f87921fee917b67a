// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_source.h"

#include <utility>

namespace attnscope {

ReportSource makeReportSource(DocumentPtr document, TimeUnit unit)
{
    ReportSource source;
    const Trace& trace = *document->trace;
    StackedParts parts;
    parts.models.resize(document->summaries.size());
    for (std::size_t i = 0; i < document->summaries.size(); ++i) {
        const VariantSummary& summary = document->summaries[i];
        if (!summary.ran) {
            continue;
        }
        ReportVariant variant;
        variant.index = i;
        variant.findings = makeFindings(trace, summary.view);
        variant.names = summary.onGpu ? kernelStatistics(trace, summary.view) : opStatistics(trace, summary.view);
        variant.timeline = document->timelineOf(i);
        parts.models[i] = variant.timeline;
        if (summary.onGpu) {
            parts.kernels.insert(parts.kernels.end(), variant.names.begin(), variant.names.end());
        }
        source.variants.push_back(std::move(variant));
    }
    if (canStack(document->summaries)) {
        source.stacked =
            makeStackedPicture(document, document->summaries, 0, StackedAlign::StepStart, std::move(parts));
    }
    source.document = std::move(document);
    source.unit = unit;
    return source;
}

} // namespace attnscope
