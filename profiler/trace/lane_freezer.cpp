// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/lane_freezer.h"

#include "profiler/trace/nesting.h"

#include <algorithm>
#include <limits>

namespace attnscope {
namespace {

constexpr Ns kNsPerSecond = 1'000'000'000;

bool isBad(const SpanInput& span, const TimeFrame& frame)
{
    return (span.flags & SpanFlag::kBadTime) != 0 || (frame.zeroIsBad && span.start == 0);
}

/// Times relative to the trace's start; open ends run to the trace's end.
void rebase(std::vector<SpanInput>& spans, const TimeFrame& frame, Ns openEnd, FrozenLane& result)
{
    for (SpanInput& span : spans) {
        if (isBad(span, frame)) {
            span.flags |= SpanFlag::kBadTime;
            span.start = 0;
            ++result.badTimes;
            continue;
        }
        if ((span.flags & SpanFlag::kUnfinished) != 0) {
            span.duration = std::max<Ns>(0, openEnd - span.start);
            ++result.unfinished;
        }
        span.start -= frame.begin;
    }
}

/// Spans without a valid time come first in the lane, back to back before the trace's start: they are listed, overlap nothing and
/// lie outside what the axis shows. Returns how many there are.
std::size_t moveBadTimesToFront(std::vector<SpanInput>& spans)
{
    auto firstGood = std::stable_partition(
        spans.begin(), spans.end(), [](const SpanInput& span) { return (span.flags & SpanFlag::kBadTime) != 0; });
    Ns start = -1;
    for (auto span = firstGood; span != spans.begin();) {
        --span;
        span->duration = std::min<Ns>(span->duration, kNsPerSecond);
        start -= span->duration;
        span->start = start;
    }
    return static_cast<std::size_t>(firstGood - spans.begin());
}

/// Column positions of the spans, grouped by row: a counting sort that keeps the order inside a row.
std::vector<std::uint32_t> positionsByRow(
    const RowPlan& plan, std::size_t badTimes, std::vector<std::uint32_t>& rowBegin)
{
    rowBegin.assign(plan.rows + 1, 0);
    for (std::uint32_t row : plan.row) {
        ++rowBegin[row + 1];
    }
    if (badTimes > 0) {
        rowBegin[1] += static_cast<std::uint32_t>(badTimes);
    }
    for (std::uint32_t row = 0; row < plan.rows; ++row) {
        rowBegin[row + 1] += rowBegin[row];
    }
    std::vector<std::uint32_t> next(rowBegin.begin(), rowBegin.end());
    next[0] += static_cast<std::uint32_t>(badTimes);
    std::vector<std::uint32_t> position(plan.row.size());
    for (std::size_t i = 0; i < plan.row.size(); ++i) {
        position[i] = next[plan.row[i]]++;
    }
    return position;
}

/// Fresh memory is slow: a large lane's columns take as long as its sorting. False when cancelled.
bool resizeColumns(Lane& lane, std::size_t size, const Cancellation& cancel)
{
    auto resize = [&](auto& column) {
        if (!cancel.requested()) {
            column.resize(size);
        }
    };
    resize(lane.start);
    resize(lane.duration);
    resize(lane.name);
    resize(lane.spanKind);
    resize(lane.flags);
    resize(lane.correlation);
    resize(lane.args);
    if (cancel.requested()) {
        return false;
    }
    lane.parent.assign(size, kNoSpan);
    return true;
}

void store(Lane& lane, std::size_t at, const SpanInput& span)
{
    lane.start[at] = span.start;
    lane.duration[at] = span.duration;
    lane.name[at] = span.name;
    lane.spanKind[at] = span.kind;
    lane.flags[at] = span.flags;
    lane.correlation[at] = span.correlation;
    lane.args[at] = span.args & kArgsMask;
    if (const auto category = static_cast<std::uint16_t>(span.args >> kCategoryShift); category != 0) {
        if (lane.category.empty()) {
            lane.category.resize(lane.size());
        }
        lane.category[at] = category;
    }
}

/// A Python frame that ends this long after its caller never returned as far as the profiler saw.
constexpr Ns kBeyondCaller = kNsPerSecond;

/// The span at `index` was cut short; what the file says of its length.
struct Clip {
    std::size_t index;
    Ns duration;
};

/// Frames whose return was not seen run to the end of the trace: cuts them at their caller's end. `spans` are sorted and stay so.
std::vector<Clip> clipFrames(std::span<SpanInput> spans, Ns traceEnd)
{
    std::vector<Clip> clips;
    std::vector<Ns> open; // ends of the Python frames around
    for (std::size_t i = 0; i < spans.size(); ++i) {
        SpanInput& span = spans[i];
        if (span.kind != SpanKind::Python || span.duration == 0 || (span.flags & SpanFlag::kUnfinished) != 0) {
            continue;
        }
        while (!open.empty() && open.back() <= span.start) {
            open.pop_back();
        }
        Ns end = span.start + span.duration;
        if (!open.empty() && end > open.back() && (end - open.back() >= kBeyondCaller || end == traceEnd)) {
            SpanInput cut = span;
            cut.duration = open.back() - span.start;
            cut.flags |= SpanFlag::kClipped;
            if (i + 1 == spans.size() || !comesBefore(spans[i + 1], cut)) {
                clips.push_back({ i, span.duration });
                span = cut;
                end = open.back();
            }
        }
        open.push_back(open.empty() ? end : std::min(end, open.back()));
    }
    return clips;
}

/// `spans`: the bad ones first, then those of the plan.
void fillColumns(Lane& lane, std::vector<SpanInput>& spans, std::size_t bad, const RowPlan& plan,
    const std::vector<std::uint32_t>& position, const Cancellation& cancel)
{
    if (!resizeColumns(lane, spans.size(), cancel)) {
        return;
    }
    for (std::size_t i = 0; i < bad; ++i) {
        store(lane, i, spans[i]);
    }
    for (std::size_t i = 0; i < position.size() && !cancel.requestedAt(i); ++i) {
        SpanInput& span = spans[bad + i];
        if (plan.crossing[i]) {
            span.flags |= SpanFlag::kOverlap;
        }
        store(lane, position[i], span);
        if (plan.parent[i] != kNoSpan) {
            lane.parent[position[i]] = position[plan.parent[i]];
        }
    }
}

bool isGpuLane(LaneKind kind)
{
    return kind == LaneKind::GpuStream;
}

} // namespace

TimeFrame findTimeFrame(const std::vector<LaneDraft>& lanes, const std::vector<CounterSeries>& counters)
{
    constexpr Ns kNone = std::numeric_limits<Ns>::max();
    Ns begin = kNone;
    Ns end = std::numeric_limits<Ns>::min();
    bool hasZero = false;
    Ns zeroEnd = 0;
    for (const LaneDraft& lane : lanes) {
        for (const SpanInput& span : lane.spans) {
            if ((span.flags & SpanFlag::kBadTime) != 0) {
                continue;
            }
            Ns spanEnd = (span.flags & SpanFlag::kUnfinished) != 0 ? span.start : span.start + span.duration;
            if (span.start == 0) {
                hasZero = true;
                zeroEnd = std::max(zeroEnd, spanEnd);
                continue;
            }
            begin = std::min(begin, span.start);
            end = std::max(end, spanEnd);
        }
    }
    for (const CounterSeries& series : counters) {
        for (Ns time : series.time) {
            hasZero = hasZero || time == 0;
            begin = time == 0 ? begin : std::min(begin, time);
            end = time == 0 ? end : std::max(end, time);
        }
    }
    if (begin == kNone) {
        return { 0, zeroEnd, false };
    }
    if (!hasZero) {
        return { begin, end, false };
    }
    // A zero far before everything else is a missing timestamp: it would squeeze the recording into less than a tenth of the axis.
    bool far = begin > kNsPerSecond && begin / 10 > end - begin;
    return far ? TimeFrame { begin, end, true } : TimeFrame { std::min<Ns>(begin, 0), std::max(end, zeroEnd), false };
}

FrozenLane freezeLane(LaneDraft& draft, const TimeFrame& frame, const Cancellation& cancel)
{
    FrozenLane result;
    std::vector<SpanInput> spans = std::move(draft.spans);
    rebase(spans, frame, draft.openEnd.value_or(frame.end), result);
    std::size_t bad = result.badTimes > 0 ? moveBadTimesToFront(spans) : 0;
    std::span<SpanInput> good(spans.begin() + static_cast<std::ptrdiff_t>(bad), spans.end());
    if (!sortUnlessCancelled(good.data(), good.data() + good.size(), comesBefore, cancel)) {
        return result;
    }
    const std::vector<Clip> clips = clipFrames(good, frame.end - frame.begin);
    RowPlan plan = isGpuLane(draft.key.kind) ? placeInFreeRows(good, cancel) : nestByContainment(good, cancel);
    if (cancel.requested()) {
        return result;
    }
    if (bad > 0 && plan.rows == 0) {
        plan.rows = 1;
    }
    result.crossings = plan.crossings;

    Lane& lane = result.lane;
    lane.kind = draft.key.kind;
    lane.pid = draft.key.pid;
    lane.tid = draft.key.tid;
    lane.device = draft.key.device;
    lane.stream = draft.key.stream;
    lane.file = draft.file;
    std::vector<std::uint32_t> position = positionsByRow(plan, bad, lane.rowBegin);
    fillColumns(lane, spans, bad, plan, position, cancel);
    for (const Clip& clip : clips) {
        lane.clipped.emplace_back(position[clip.index], clip.duration);
    }
    std::sort(lane.clipped.begin(), lane.clipped.end());
    return result;
}

} // namespace attnscope
