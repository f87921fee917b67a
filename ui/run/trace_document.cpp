// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/trace_document.h"

#include "profiler/analysis/attribution.h"
#include "ui/timeline/timeline_model.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <thread>

namespace attnscope {
namespace {

// A million spans take some 60 ms.
constexpr std::size_t kSpansWithinAFrame = 50'000;

// Known before the summaries are made.
std::size_t firstThatRan(const std::vector<VariantView>& views)
{
    const auto ran = std::find_if(views.begin(), views.end(),
        [](const VariantView& view) { return view.result == nullptr || view.result->status == VariantStatus::Done; });
    return ran == views.end() ? 0 : static_cast<std::size_t>(ran - views.begin());
}

std::shared_ptr<const TimelineModel> makeTimeline(const TracePtr& trace, const VariantView& view)
{
    auto timeline = std::make_shared<TimelineModel>(trace, view);
    for (std::size_t track = 0; track < timeline->tracks().size(); ++track) {
        (void)timeline->busy(track);
    }
    return timeline;
}

} // namespace

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
    return firstThatRan(views);
}

bool TraceDocument::isAtHand(std::size_t view) const
{
    return (firstTimeline && view == firstShown()) || trace->spanCount() <= kSpansWithinAFrame;
}

std::shared_ptr<const TimelineModel> TraceDocument::timelineOf(std::size_t view) const
{
    return firstTimeline && view == firstShown() ? firstTimeline : makeTimeline(trace, views[view]);
}

TimeUnit timeUnitOf(const TraceDocument& document)
{
    double longest = 0;
    for (const VariantSummary& summary : document.summaries) {
        longest = std::max(longest, summary.ran ? summary.rankingUs().value_or(0) : 0);
    }
    return longest >= 20'000 ? TimeUnit::Milliseconds : TimeUnit::Microseconds;
}

DocumentPtr makeDocument(TracePtr trace)
{
    // What the first frame asks for is made here, so that it need not wait.
    auto document = std::make_shared<TraceDocument>();
    document->trace = trace;
    document->views = variantsOf(*trace);
    {
        const std::jthread timeline([&document, &trace] {
            document->firstTimeline = makeTimeline(trace, document->views[firstThatRan(document->views)]);
        });
        document->summaries = summarize(*trace);
        (void)trace->levelOfDetail();
    }
    return document;
}

std::optional<TimeRange> rangeOfFile(const Trace& trace, std::uint32_t file)
{
    std::optional<TimeRange> range;
    for (std::uint32_t index = 0; index < trace.lanes().size(); ++index) {
        const Lane& lane = trace.lanes()[index];
        for (std::uint32_t i = 0; lane.file == file && i < lane.size(); ++i) {
            if (isMeasured(trace, { index, i })) {
                const TimeRange span { lane.start[i], lane.end(i) };
                range = range ? TimeRange { std::min(range->begin, span.begin), std::max(range->end, span.end) } : span;
            }
        }
    }
    return range;
}

VariantTables makeTables(
    const Trace& trace, const VariantView& view, const std::atomic<bool>* cancel, std::optional<TimeRange> range)
{
    const auto isCancelled = [cancel] { return cancel != nullptr && cancel->load(std::memory_order_relaxed); };
    VariantTables tables;
    if (!isCancelled()) {
        tables.kernelNames = range ? kernelStatistics(trace, view, *range) : kernelStatistics(trace, view);
    }
    if (!isCancelled()) {
        tables.ops = range ? opStatistics(trace, view, *range) : opStatistics(trace, view);
    }
    if (!isCancelled()) {
        tables.kernelCount = range ? kernelRowCount(trace, view, *range) : kernelRowCount(trace, view);
    }
    return tables;
}

} // namespace attnscope
