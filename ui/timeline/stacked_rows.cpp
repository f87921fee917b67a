// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/stacked_rows.h"

#include "profiler/analysis/attribution.h"

#include <algorithm>
#include <map>
#include <utility>

namespace attnscope {

namespace {

void sortByStart(std::vector<StackedSpan>& spans)
{
    std::stable_sort(spans.begin(), spans.end(),
        [](const StackedSpan& a, const StackedSpan& b) { return a.time.begin < b.time.begin; });
}

TimeRange since(const Trace& trace, SpanRef span, Ns origin)
{
    return { trace.start(span) - origin, trace.end(span) - origin };
}

bool isInsideAnOp(const Lane& lane, std::uint32_t span)
{
    auto above = lane.parent[span];
    while (above != kNoSpan && lane.spanKind[above] != SpanKind::Op) {
        above = lane.parent[above];
    }
    return above != kNoSpan;
}

std::vector<StackedSpan> outermostOps(const Trace& trace, TimeRange step)
{
    std::vector<StackedSpan> ops;
    for (std::uint32_t index = 0; index < trace.lanes().size(); ++index) {
        const Lane& lane = trace.lanes()[index];
        for (std::uint32_t row = 0; lane.kind == LaneKind::CpuThread && row < lane.rows(); ++row) {
            for (auto i = lane.firstStartingAt(row, step.begin); i < lane.rowBegin[row + 1] && lane.start[i] < step.end;
                 ++i) {
                const SpanRef span { index, i };
                if (lane.spanKind[i] == SpanKind::Op && isMeasured(trace, span) && !isInsideAnOp(lane, i)) {
                    ops.push_back({ span, since(trace, span, step.begin), span, true });
                }
            }
        }
    }
    sortByStart(ops);
    return ops;
}

// A graph's launch has much work: it is one call all the same.
void dropRepeats(std::vector<StackedSpan>& launches)
{
    std::stable_sort(
        launches.begin(), launches.end(), [](const StackedSpan& a, const StackedSpan& b) { return a.span < b.span; });
    launches.erase(std::unique(launches.begin(), launches.end(),
                       [](const StackedSpan& a, const StackedSpan& b) { return a.span == b.span; }),
        launches.end());
}

// What the step launched, and with it where the step ends.
void addOwnWork(const Trace& trace, const AttributedWork& item, StackedRow& row)
{
    row.work.push_back({ item.span, since(trace, item.span, row.origin), item.span, true });
    row.end = std::max(row.end.value_or(0), row.work.back().time.end);
    if (item.api) {
        row.launches.push_back({ *item.api, since(trace, *item.api, row.origin), item.span, true });
    }
}

// One stream, or what of it runs at once: nothing in it overlaps.
using StreamRow = std::pair<std::uint32_t, std::uint32_t>;

StreamRow streamRowOf(const Trace& trace, SpanRef span)
{
    const auto& begins = trace.lanes()[span.lane].rowBegin;
    const auto above = std::upper_bound(begins.begin(), begins.end(), span.index);
    return { span.lane, static_cast<std::uint32_t>(above - begins.begin()) };
}

bool overlaps(const std::vector<TimeRange>& some, const std::vector<TimeRange>& others)
{
    return std::any_of(some.begin(), some.end(), [&others](TimeRange one) {
        const auto next = std::lower_bound(
            others.begin(), others.end(), one.begin, [](TimeRange other, Ns at) { return other.end <= at; });
        return next != others.end() && next->begin < one.end;
    });
}

// Streams that never run at the same time share a line, as most of them do; else one would hide the other.
void placeStreams(const Trace& trace, StackedRow& row)
{
    std::map<StreamRow, std::vector<TimeRange>> streams;
    std::vector<StreamRow> order;
    for (const StackedSpan& span : row.work) {
        auto& times = streams[streamRowOf(trace, span.span)];
        if (times.empty()) {
            order.push_back(streamRowOf(trace, span.span));
        }
        times.push_back(span.time);
    }
    std::map<StreamRow, int> slotOf;
    std::vector<std::vector<TimeRange>> taken(1);
    for (const StreamRow& stream : order) {
        const auto& times = streams[stream];
        std::size_t slot = 0;
        while (slot < taken.size() && overlaps(times, taken[slot])) {
            ++slot;
        }
        slot = std::min<std::size_t>(slot, StackedRow::kMostSlots - 1);
        if (slot == taken.size()) {
            taken.emplace_back();
        }
        slotOf[stream] = static_cast<int>(slot);
        auto& line = taken[slot];
        line.insert(line.end(), times.begin(), times.end());
        std::sort(line.begin(), line.end(), [](TimeRange a, TimeRange b) { return a.begin < b.begin; });
    }
    row.slotCount = static_cast<int>(taken.size());
    for (StackedSpan& span : row.work) {
        span.slot = slotOf[streamRowOf(trace, span.span)];
    }
    std::stable_sort(
        row.work.begin(), row.work.end(), [](const StackedSpan& a, const StackedSpan& b) { return a.slot < b.slot; });
}

Ns firstWork(const StackedRow& row)
{
    std::optional<Ns> first;
    for (const StackedSpan& span : row.work) {
        if (span.own) {
            first = std::min(first.value_or(span.time.begin), span.time.begin);
        }
    }
    return first.value_or(row.ops.empty() ? 0 : row.ops.front().time.begin);
}

void alignAt(StackedAlign align, StackedRow& row)
{
    row.zero = align == StackedAlign::FirstKernel ? firstWork(row)
        : align == StackedAlign::End              ? row.end.value_or(0)
                                                  : 0;
    for (auto* line : { &row.ops, &row.launches, &row.work }) {
        for (StackedSpan& span : *line) {
            span.time = { span.time.begin - row.zero, span.time.end - row.zero };
        }
    }
}

void fillRow(const Trace& trace, int wanted, StackedRow& row)
{
    const VariantView& view = row.summary.view;
    const int step = std::min(wanted, static_cast<int>(view.steps.size()) - 1); // −1: the window is the step
    const TimeRange range = step < 0 ? view.window : view.steps[static_cast<std::size_t>(step)];
    row.origin = range.begin;
    row.ops = outermostOps(trace, range);

    std::vector<SpanRef> others;
    std::vector<TimeRange> busy;
    for (const AttributedWork& item : attributeWork(trace, view)) {
        if (!isMeasured(trace, item.span)) {
            continue;
        }
        if (step >= 0 && item.step != step) {
            others.push_back(item.span);
            continue;
        }
        addOwnWork(trace, item, row);
        busy.push_back(row.work.back().time);
    }
    row.busy = unionLength(std::move(busy));
    for (std::size_t i = 0; i < row.ops.size() && !row.summary.onGpu; ++i) {
        row.end = std::max(row.end.value_or(0), row.ops[i].time.end);
    }
    for (const SpanRef span : others) {
        const TimeRange time = since(trace, span, row.origin);
        if (time.end > 0 && time.begin < row.end.value_or(range.length())) {
            row.work.push_back({ span, time, span, false });
        }
    }
    dropRepeats(row.launches);
    sortByStart(row.launches);
    sortByStart(row.work);
    placeStreams(trace, row);
}

} // namespace

const std::vector<StackedSpan>& StackedRow::line(StackedLine which) const
{
    return which == StackedLine::Op ? ops : which == StackedLine::Launch ? launches : work;
}

std::optional<double> StackedRow::busyShare() const
{
    const bool hasWork = std::any_of(work.begin(), work.end(), [](const StackedSpan& span) { return span.own; });
    return hasWork && *end > 0 ? std::optional(static_cast<double>(busy) / static_cast<double>(*end)) : std::nullopt;
}

TimeRange StackedRows::extent() const
{
    TimeRange all { 0, 1 };
    for (const StackedRow& row : rows) {
        all.begin = std::min(all.begin, -row.zero);
        for (const auto* line : { &row.ops, &row.launches, &row.work }) {
            for (const StackedSpan& span : *line) {
                const Ns last = row.end ? *row.end - row.zero : span.time.end;
                all.end = std::max(all.end, span.own ? span.time.end : std::min(span.time.end, last));
            }
        }
    }
    return all;
}

std::optional<StackedRows::Place> StackedRows::placeOf(SpanRef span) const
{
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (const auto line : { StackedLine::Op, StackedLine::Launch, StackedLine::Work }) {
            const auto& spans = rows[row].line(line);
            const auto found = std::find_if(
                spans.begin(), spans.end(), [span](const StackedSpan& candidate) { return candidate.span == span; });
            if (found != spans.end()) {
                return Place { row, line, static_cast<std::size_t>(found - spans.begin()) };
            }
        }
    }
    return std::nullopt;
}

std::vector<SpanRef> StackedRows::shownOf(std::vector<SpanRef> spans) const
{
    std::sort(spans.begin(), spans.end());
    std::vector<SpanRef> shown;
    for (const StackedRow& row : rows) {
        for (const auto* line : { &row.ops, &row.launches, &row.work }) {
            for (const StackedSpan& span : *line) {
                if (span.own && std::binary_search(spans.begin(), spans.end(), span.span)) {
                    shown.push_back(span.span);
                }
            }
        }
    }
    return shown;
}

bool canStack(const std::vector<VariantSummary>& summaries)
{
    return std::count_if(summaries.begin(), summaries.end(), [](const VariantSummary& summary) { return summary.ran; })
        >= 2;
}

StackedRows stackedRows(const TracePtr& trace, const std::vector<VariantSummary>& summaries, int step,
    const std::vector<std::shared_ptr<const TimelineModel>>& models, StackedAlign align)
{
    StackedRows stacked;
    stacked.trace = trace;
    stacked.align = align;
    for (std::size_t i = 0; i < summaries.size(); ++i) {
        StackedRow& row = stacked.rows.emplace_back();
        row.variant = i;
        row.summary = summaries[i];
        if (!row.ran()) {
            continue;
        }
        fillRow(*trace, std::max(0, step), row);
        alignAt(align, row);
        row.model = i < models.size() ? models[i] : nullptr;
        if (row.summary.isBaseline) {
            stacked.baseline = i;
        }
        const auto& names = row.summary.view.stepNames;
        if (const auto named = static_cast<std::size_t>(std::max(0, step));
            stacked.stepName.empty() && named < names.size()) {
            stacked.stepName = names[named];
        }
    }
    // At a common end it is the whole step that one is shorter by.
    const auto endOf = [align](
                           const StackedRow& row) { return *row.end - (align == StackedAlign::End ? 0 : row.zero); };
    for (StackedRow& row : stacked.rows) {
        if (!stacked.baseline || row.variant == *stacked.baseline || !row.end) {
            continue;
        }
        if (const StackedRow& reference = stacked.rows[*stacked.baseline]; reference.end) {
            row.sooner = endOf(reference) - endOf(row);
        }
    }
    return stacked;
}

} // namespace attnscope
