// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_model.h"

#include "profiler/trace/file_label.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace attnscope {

namespace {

constexpr std::size_t kMostChained = 4096; ///< spans of one kind that one selection lights

TrackKind trackKindOf(LaneKind kind)
{
    switch (kind) {
    case LaneKind::CpuThread:
        return TrackKind::Cpu;
    case LaneKind::CudaApi:
        return TrackKind::Api;
    case LaneKind::GpuStream:
        return TrackKind::Gpu;
    case LaneKind::GpuAnnotation:
        return TrackKind::GpuRanges;
    case LaneKind::Instants:
    case LaneKind::Other:
        break;
    }
    return TrackKind::Other;
}

// File by file; in each its heading, CPU lanes in the order of the trace, the GPU by device and stream, then what has no better
// place. Queue and memory stand below the GPU of a single file, or below all files.
auto sortKey(const Track& track, const std::vector<Lane>& lanes)
{
    const auto key = [&track](int group, int device = 0, std::int64_t stream = 0, int place = 0) {
        return std::tuple(track.file, group, device, stream, place);
    };
    switch (track.kind) {
    case TrackKind::File:
        return key(-1);
    case TrackKind::Cpu:
    case TrackKind::Api:
        return key(0);
    case TrackKind::Gpu:
    case TrackKind::GpuRanges:
        return key(1, lanes[track.source].device, lanes[track.source].stream, track.kind == TrackKind::Gpu ? 0 : 1);
    case TrackKind::Queue:
        return key(2);
    case TrackKind::Counter:
        return key(3);
    default:
        return key(4);
    }
}

bool rowHoldsAnything(const Lane& lane, std::uint32_t row, TimeRange window)
{
    const auto first = lane.firstEndingAfter(row, window.begin);
    return first < lane.rowBegin[row + 1] && lane.start[first] < window.end;
}

} // namespace

TimeRange StepFacts::whole() const
{
    return count == 0 ? cpu : TimeRange { std::min(cpu.begin, gpu.begin), std::max(cpu.end, gpu.end) };
}

bool LaunchChain::holds(SpanRef span) const
{
    const auto in = [span](const std::vector<SpanRef>& spans) {
        return std::find(spans.begin(), spans.end(), span) != spans.end();
    };
    return in(gpu) || in(api) || in(ops);
}

TimelineModel::TimelineModel(TracePtr trace, VariantView variant)
    : m_trace(std::move(trace))
    , m_variant(std::move(variant))
    , m_evidence(m_trace)
{
    for (const auto& range : m_variant.steps) {
        m_steps.push_back({ range, {}, 0, 0, 0, kNoFile });
    }
    findFilesOfSteps();
    collectTracks();
    collectGpuWork();
    collectCounters();
    sortTracks();
    m_busy.resize(m_tracks.size());
}

std::uint32_t TimelineModel::rowsInWindow(const Lane& lane) const
{
    for (auto row = lane.rows(); row > 0; --row) {
        if (rowHoldsAnything(lane, row - 1, m_variant.window)) {
            return row;
        }
    }
    return 0;
}

void TimelineModel::collectTracks()
{
    const auto& lanes = m_trace->lanes();
    for (std::uint32_t index = 0; index < lanes.size(); ++index) {
        const auto& lane = lanes[index];
        const auto rows = rowsInWindow(lane);
        if (rows > 0) {
            const bool isRanges = lane.kind == LaneKind::GpuAnnotation;
            m_tracks.push_back({ trackKindOf(lane.kind), index, rows, isRanges ? "GPU ranges" : lane.title,
                isRanges ? lane.title : lane.subtitle });
            m_tracks.back().file = m_trace->facts().files.empty() ? kNoFile : lane.file;
            m_hasGpu = m_hasGpu || lane.kind == LaneKind::GpuStream;
        }
    }
    addFileHeadings();
}

void TimelineModel::findFilesOfSteps()
{
    if (m_trace->facts().files.empty()) {
        return;
    }
    const auto& spans = m_trace->steps(); // in time order, as m_steps
    for (auto& step : m_steps) {
        const auto found = std::lower_bound(spans.begin(), spans.end(), step.cpu.begin,
            [this](SpanRef span, Ns begin) { return m_trace->start(span) < begin; });
        if (found != spans.end()) {
            step.file = m_trace->lane(*found).file;
        }
    }
}

void TimelineModel::addFileHeadings()
{
    const auto& files = m_trace->facts().files;
    for (std::uint32_t i = 0; i < files.size(); ++i) {
        for (auto& track : m_tracks) {
            if (track.file == i) {
                track.subtitle = std::string(withoutFileLabel(files[i].label, track.subtitle)); // the heading says it
            }
        }
        m_tracks.push_back({ TrackKind::File, i, 1, files[i].label, files[i].deviceName });
        m_tracks.back().file = i;
    }
}

void TimelineModel::sortTracks()
{
    const auto& lanes = m_trace->lanes();
    std::stable_sort(m_tracks.begin(), m_tracks.end(),
        [&](const Track& a, const Track& b) { return sortKey(a, lanes) < sortKey(b, lanes); });
    m_trackOfLane.assign(lanes.size(), -1);
    for (std::size_t i = 0; i < m_tracks.size(); ++i) {
        if (m_tracks[i].hasSpans()) {
            m_trackOfLane[m_tracks[i].source] = static_cast<std::int32_t>(i);
        }
    }
}

void TimelineModel::addWork(
    SpanRef span, std::vector<LaunchTimes>& launches, std::vector<std::vector<TimeRange>>& ranges)
{
    const auto api = m_trace->launchOf(span);
    if (!api) {
        return;
    }
    const Ns launched = m_trace->start(*api), start = m_trace->start(span), end = m_trace->end(span);
    m_firstLinked[span.lane] = std::min(m_firstLinked[span.lane], start);
    if (m_variant.window.contains(launched)) {
        launches.push_back({ launched, start });
    }
    const int step = stepAt(launched);
    if (step < 0) {
        return;
    }
    m_gpuStep[span.lane][span.index] = step;
    auto& facts = m_steps[static_cast<std::size_t>(step)];
    facts.gpu = facts.count == 0 ? TimeRange { start, end }
                                 : TimeRange { std::min(facts.gpu.begin, start), std::max(facts.gpu.end, end) };
    facts.sum += end - start;
    ++facts.count;
    ranges[static_cast<std::size_t>(step)].push_back({ start, end });
}

void TimelineModel::collectGpuWork()
{
    const auto& lanes = m_trace->lanes();
    m_gpuStep.resize(lanes.size());
    m_firstLinked.assign(lanes.size(), std::numeric_limits<Ns>::max());
    std::vector<LaunchTimes> launches;
    std::vector<std::vector<TimeRange>> ranges(m_steps.size());
    for (const auto& track : m_tracks) {
        if (track.kind != TrackKind::Gpu) {
            continue;
        }
        const auto& lane = lanes[track.source];
        if (!m_steps.empty()) {
            m_gpuStep[track.source].assign(lane.size(), -1);
        }
        for (std::uint32_t row = 0; row < lane.rows(); ++row) {
            const auto end = lane.rowBegin[row + 1];
            for (auto i = lane.firstEndingAfter(row, m_variant.window.begin);
                 i < end && lane.start[i] < m_variant.window.end; ++i) {
                if (isGpuWork(lane.spanKind[i])) {
                    addWork({ track.source, i }, launches, ranges);
                }
            }
        }
    }
    for (std::size_t step = 0; step < ranges.size(); ++step) {
        m_steps[step].busy = unionLength(std::move(ranges[step]));
    }
    if (!launches.empty()) {
        m_queue = launchQueue(launches);
        m_tracks.push_back({ TrackKind::Queue, kNoSpan, 1, "Launch queue", "launched, not started" });
    }
}

void TimelineModel::collectCounters()
{
    m_counters = counterLanes(*m_trace, m_variant, m_evidence, m_hasGpu);
    for (std::uint32_t i = 0; i < m_counters.size(); ++i) {
        const auto& counter = m_counters[i];
        m_tracks.push_back({ TrackKind::Counter, i, 1, counter.title, counter.subtitle,
            counter.kind == CounterKind::DramRate, !counter.missing.empty() });
    }
}

std::optional<std::size_t> TimelineModel::headingOf(std::size_t track) const
{
    for (std::size_t i = track;
         m_tracks[track].file != kNoFile && i-- > 0 && m_tracks[i].file == m_tracks[track].file;) {
        if (m_tracks[i].kind == TrackKind::File) {
            return i;
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> TimelineModel::trackOf(std::uint32_t lane) const
{
    if (lane >= m_trackOfLane.size() || m_trackOfLane[lane] < 0) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(m_trackOfLane[lane]);
}

int TimelineModel::stepAt(Ns time) const
{
    const auto after = std::upper_bound(
        m_steps.begin(), m_steps.end(), time, [](Ns t, const StepFacts& step) { return t < step.cpu.begin; });
    if (after == m_steps.begin() || !std::prev(after)->cpu.contains(time)) {
        return -1;
    }
    return static_cast<int>(after - m_steps.begin()) - 1;
}

int TimelineModel::stepOf(SpanRef span) const
{
    if (m_steps.empty()) {
        return -1;
    }
    const auto& known = m_gpuStep[span.lane];
    if (!known.empty()) {
        return known[span.index];
    }
    return stepAt(m_trace->start(span));
}

bool TimelineModel::launchedBefore(SpanRef gpuSpan) const
{
    const Ns first = m_firstLinked[gpuSpan.lane];
    return first != std::numeric_limits<Ns>::max() && isGpuWork(m_trace->kind(gpuSpan))
        && m_trace->start(gpuSpan) < first && !m_trace->launchOf(gpuSpan);
}

const BusyIndex& TimelineModel::busy(std::size_t track) const
{
    if (!m_busy[track]) {
        std::vector<TimeRange> ranges;
        if (m_tracks[track].hasSpans()) {
            const auto& lane = m_trace->lanes()[m_tracks[track].source];
            const bool isGpu = m_tracks[track].kind == TrackKind::Gpu;
            for (std::uint32_t i = 0; i < lane.size(); ++i) {
                const auto parent = lane.parent.empty() ? kNoSpan : lane.parent[i];
                const bool outermost = parent == kNoSpan || lane.spanKind[parent] == SpanKind::Step;
                if (isGpu ? isGpuWork(lane.spanKind[i]) : outermost && lane.spanKind[i] != SpanKind::Step) {
                    ranges.push_back({ lane.start[i], lane.end(i) });
                }
            }
        }
        m_busy[track].emplace(std::move(ranges));
    }
    return *m_busy[track];
}

double TimelineModel::utilisation(std::size_t track, TimeRange range) const
{
    return range.length() <= 0 ? 0.0
                               : static_cast<double>(busy(track).busyIn(range)) / static_cast<double>(range.length());
}

std::uint32_t TimelineModel::laneOfThread(const Lane& thread, LaneKind kind) const
{
    const auto& lanes = m_trace->lanes();
    for (std::uint32_t i = 0; i < lanes.size(); ++i) {
        if (lanes[i].kind == kind && lanes[i].pid == thread.pid && lanes[i].tid == thread.tid) {
            return i;
        }
    }
    return kNoSpan;
}

void TimelineModel::addLaunchesOf(SpanRef op, LaunchChain& chain) const
{
    const auto api = laneOfThread(m_trace->lane(op), LaneKind::CudaApi);
    if (api == kNoSpan) {
        return;
    }
    const auto& lane = m_trace->lanes()[api];
    for (std::uint32_t row = 0; row < lane.rows(); ++row) {
        const auto end = lane.rowBegin[row + 1];
        for (auto i = lane.firstStartingAt(row, m_trace->start(op)); i < end && lane.start[i] < m_trace->end(op); ++i) {
            const SpanRef call { api, i };
            auto work = m_trace->launchedBy(call);
            if (work.empty()) {
                continue;
            }
            chain.api.push_back(call);
            chain.gpu.insert(chain.gpu.end(), work.begin(), work.end());
            if (chain.gpu.size() >= kMostChained) {
                return;
            }
        }
    }
}

LaunchChain TimelineModel::chainOf(SpanRef span) const
{
    LaunchChain chain;
    const auto kind = m_trace->kind(span);
    if (isGpuWork(kind)) {
        chain.gpu.push_back(span);
        if (const auto api = m_trace->launchOf(span)) {
            chain.api.push_back(*api);
            chain.ops = m_trace->opChainOf(*api);
        }
    } else if (isApi(kind)) {
        chain.api.push_back(span);
        chain.gpu = m_trace->launchedBy(span);
        chain.ops = m_trace->opChainOf(span);
    } else if (m_trace->lane(span).kind == LaneKind::CpuThread) {
        addLaunchesOf(span, chain);
        const auto& lane = m_trace->lane(span);
        for (auto at = span.index; at != kNoSpan; at = lane.parent[at]) {
            chain.ops.push_back({ span.lane, at });
        }
    }
    std::sort(chain.gpu.begin(), chain.gpu.end(),
        [&](SpanRef a, SpanRef b) { return m_trace->start(a) < m_trace->start(b); });
    return chain;
}

std::size_t TimelineModel::gpuEventsAhead(SpanRef gpuSpan) const
{
    const auto api = m_trace->launchOf(gpuSpan);
    if (!api) {
        return 0;
    }
    const auto& lane = m_trace->lane(gpuSpan);
    const TimeRange wait { m_trace->start(*api), m_trace->start(gpuSpan) };
    std::size_t ahead = 0;
    for (std::uint32_t row = 0; row < lane.rows(); ++row) {
        const auto end = lane.rowBegin[row + 1];
        for (auto i = lane.firstEndingAfter(row, wait.begin); i < end && lane.start[i] < wait.end; ++i) {
            ahead += i != gpuSpan.index && isGpuWork(lane.spanKind[i]) ? 1 : 0;
        }
    }
    return ahead;
}

} // namespace attnscope
