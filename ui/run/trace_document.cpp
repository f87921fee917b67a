// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/trace_document.h"

#include "ui/timeline/timeline_model.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <thread>

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

std::size_t TraceDocument::firstShown() const
{
    const auto ran = std::find_if(summaries.begin(), summaries.end(), [](const VariantSummary& s) { return s.ran; });
    return ran == summaries.end() ? 0 : static_cast<std::size_t>(ran - summaries.begin());
}

std::shared_ptr<const TimelineModel> TraceDocument::timelineOf(std::size_t view) const
{
    return firstTimeline && view == firstShown() ? firstTimeline : std::make_shared<TimelineModel>(trace, views[view]);
}

DocumentPtr makeDocument(TracePtr trace)
{
    // What the first frame asks for is made here, so that it need not wait.
    const std::jthread levels([&trace] { (void)trace->levelOfDetail(); });
    auto document = std::make_shared<TraceDocument>();
    document->views = variantsOf(*trace);
    document->summaries = summarize(*trace);
    document->trace = trace;
    auto timeline = std::make_shared<TimelineModel>(trace, document->views[document->firstShown()]);
    for (std::size_t track = 0; track < timeline->tracks().size(); ++track) {
        (void)timeline->busy(track);
    }
    document->firstTimeline = std::move(timeline);
    return document;
}

VariantTables makeTables(const Trace& trace, const VariantView& view)
{
    return { kernelRows(trace, view), kernelStatistics(trace, view), opStatistics(trace, view) };
}

} // namespace attnscope
