// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/trace_document.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace attnscope {

bool TraceDocument::onGpu() const
{
    return std::any_of(summaries.begin(), summaries.end(), [](const VariantSummary& summary) { return summary.onGpu; });
}

QString documentName(const QStringList& files)
{
    if (files.isEmpty()) {
        return {};
    }
    const QString first = files.front() == QLatin1String("-")
        ? QCoreApplication::translate("TraceDocument", "standard input")
        : QFileInfo(files.front()).fileName();
    return files.size() == 1
        ? first
        : QCoreApplication::translate("TraceDocument", "%1 and %2 more").arg(first).arg(files.size() - 1);
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
