// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/trace_document.h"

#include <algorithm>

namespace attnscope {

bool TraceDocument::onGpu() const
{
    return std::any_of(summaries.begin(), summaries.end(), [](const VariantSummary& summary) { return summary.onGpu; });
}

DocumentPtr makeDocument(TracePtr trace)
{
    auto document = std::make_shared<TraceDocument>();
    document->views = variantsOf(*trace);
    document->summaries = summarize(*trace);
    document->trace = std::move(trace);
    return document;
}

VariantTables makeTables(const Trace& trace, const VariantView& view)
{
    return { kernelRows(trace, view), kernelStatistics(trace, view), opStatistics(trace, view) };
}

} // namespace attnscope
