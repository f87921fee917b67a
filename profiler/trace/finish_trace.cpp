// SPDX-License-Identifier: GPL-3.0-or-later
// TraceBuilder::finish(): from what came in to the frozen Trace.
#include "profiler/kernels/cpu_ops.h"
#include "profiler/trace/builder_state.h"
#include "profiler/trace/flow_binding.h"
#include "profiler/trace/lane_freezer.h"
#include "profiler/trace/lane_order.h"
#include "profiler/trace/launch_links.h"
#include "profiler/trace/neutral_names.h"
#include "profiler/trace/spread_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <iterator>
#include <map>

namespace attnscope {
namespace {

std::vector<FrozenLane> freezeLanes(std::vector<LaneDraft>& drafts, const TimeFrame& frame, const Cancellation& cancel)
{
    std::erase_if(drafts, [](const LaneDraft& draft) { return draft.spans.empty(); });
    std::vector<std::size_t> spans;
    spans.reserve(drafts.size());
    for (const LaneDraft& draft : drafts) {
        spans.push_back(draft.spans.size());
    }
    std::vector<FrozenLane> frozen(drafts.size());
    spreadWork(spans, [&](std::size_t i) {
        if (!cancel.requested()) {
            frozen[i] = freezeLane(drafts[i], frame, cancel);
        }
    });
    return frozen;
}

void reportLanes(const std::vector<FrozenLane>& frozen, const NameTable& names, const TraceFacts& facts, ImportLog& log)
{
    for (const FrozenLane& one : frozen) {
        const Lane& lane = one.lane;
        auto report = [&](std::string_view code, Severity severity, std::uint64_t count, std::uint8_t flag,
                          std::string_view what) {
            if (count == 0) {
                return;
            }
            auto first =
                std::find_if(lane.flags.begin(), lane.flags.end(), [&](std::uint8_t f) { return (f & flag) != 0; });
            auto index = static_cast<std::size_t>(first - lane.flags.begin());
            std::string_view name = index < lane.size() ? names[lane.name[index]] : std::string_view();
            std::string file = facts.files.empty() ? std::string() : facts.files[lane.file].path + ": ";
            log.add(code, severity,
                fmt::format("{}{} ({}): \"{}\" {}.", file, lane.title, lane.tid, name.substr(0, 120), what),
                std::nullopt, count);
        };
        bool gpu = lane.kind == LaneKind::GpuStream;
        report(gpu ? "overlap-on-stream" : "overlap-on-thread", Severity::Info, one.crossings, SpanFlag::kOverlap,
            gpu ? "runs while earlier work of its stream still runs; shown on a second row"
                : "crosses its neighbour's end; shown on a row of its own");
        report("no-valid-time", Severity::Warning, one.badTimes, SpanFlag::kBadTime,
            "has no valid time; listed, not drawn");
        report("frame-without-return", Severity::Info, lane.clipped.size(), SpanFlag::kClipped,
            "outlives the frame that called it: its return was not seen; shown to its caller's end");
        report("unfinished", Severity::Warning, one.unfinished, SpanFlag::kUnfinished,
            "has no end; drawn to the end of the trace and left out of sums");
    }
}

void reportLinks(const LaunchLinks& links, const std::vector<Lane>& lanes, const NameTable& names, ImportLog& log)
{
    if (links.reused > 0) {
        log.add("correlation-reused", Severity::Info,
            "A correlation id belongs to several API calls; told apart by device and time.", std::nullopt,
            links.reused);
    }
    if (links.unlinked > 0) {
        log.add("launch-not-recorded", Severity::Info, "GPU work whose launch is not in the recording.", std::nullopt,
            links.unlinked);
    }
    if (links.beforeLaunch > 0) {
        const Lane& lane = lanes[links.firstBeforeLaunch.lane];
        log.add("clock-skew", Severity::Warning,
            fmt::format("\"{}\" starts before the call that launched it.",
                names[lane.name[links.firstBeforeLaunch.index]].substr(0, 120)),
            std::nullopt, links.beforeLaunch);
    }
    bool anyGpuWork =
        std::any_of(lanes.begin(), lanes.end(), [](const Lane& lane) { return lane.kind == LaneKind::GpuStream; });
    if (!anyGpuWork && links.launches > 0) {
        log.add("no-gpu-events", Severity::Warning,
            fmt::format(
                "{} API calls with a correlation id, 0 GPU events: the GPU's records were lost.", links.launches));
    }
}

void drawLaunchArrows(std::vector<Lane>& lanes, const LaunchLinks& links)
{
    for (const auto& [api, gpu] : links.apiToGpu) {
        lanes[api.lane].flags[api.index] |= SpanFlag::kLaunchArrow;
        lanes[gpu.lane].flags[gpu.index] |= SpanFlag::kLaunchArrow;
    }
}

void rebaseSession(Session& session, Ns begin)
{
    auto rebase = [&](TimeRange& range) {
        range.begin -= begin;
        range.end -= begin;
    };
    for (VariantResult& variant : session.variants) {
        rebase(variant.window);
        std::for_each(variant.steps.begin(), variant.steps.end(), rebase);
    }
}

void rebaseCounters(std::vector<CounterSeries>& counters, const TimeFrame& frame)
{
    for (CounterSeries& series : counters) {
        for (Ns& time : series.time) {
            time = std::max<Ns>(0, time - frame.begin);
        }
        if (std::is_sorted(series.time.begin(), series.time.end())) {
            continue;
        }
        std::vector<std::size_t> order(series.time.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            order[i] = i;
        }
        std::stable_sort(
            order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return series.time[a] < series.time[b]; });
        CounterSeries sorted = series;
        for (std::size_t i = 0; i < order.size(); ++i) {
            sorted.time[i] = series.time[order[i]];
            sorted.value[i] = series.value[order[i]];
        }
        series = std::move(sorted);
    }
    std::stable_sort(counters.begin(), counters.end(), [](const CounterSeries& a, const CounterSeries& b) {
        return std::tie(a.device, a.pid, a.name) < std::tie(b.device, b.pid, b.name);
    });
}

/// CudaApi lane → CpuThread lane of the same thread.
std::vector<std::uint32_t> matchThreads(const std::vector<Lane>& lanes)
{
    std::map<std::pair<std::string_view, std::string_view>, std::uint32_t> threads;
    for (std::uint32_t i = 0; i < lanes.size(); ++i) {
        if (lanes[i].kind == LaneKind::CpuThread) {
            threads[{ lanes[i].pid, lanes[i].tid }] = i;
        }
    }
    std::vector<std::uint32_t> match(lanes.size(), kNoSpan);
    for (std::uint32_t i = 0; i < lanes.size(); ++i) {
        auto thread = threads.find({ lanes[i].pid, lanes[i].tid });
        if (lanes[i].kind == LaneKind::CudaApi && thread != threads.end()) {
            match[i] = thread->second;
        }
    }
    return match;
}

/// Spans of the wanted kinds over all lanes, by start.
template<typename Wanted>
std::vector<SpanRef> collectByStart(const std::vector<Lane>& lanes, const Cancellation& cancel, Wanted wanted)
{
    std::vector<std::pair<Ns, SpanRef>> found;
    for (std::uint32_t laneIndex = 0; laneIndex < lanes.size(); ++laneIndex) {
        const Lane& lane = lanes[laneIndex];
        for (std::uint32_t i = 0; i < lane.size() && !cancel.requestedAt(i); ++i) {
            if (wanted(lane, i)) {
                found.emplace_back(lane.start[i], SpanRef { laneIndex, i });
            }
        }
    }
    if (!sortUnlessCancelled(found, std::less<>(), cancel)) {
        return {};
    }
    std::vector<SpanRef> spans;
    spans.reserve(found.size());
    for (const auto& [start, span] : found) {
        spans.push_back(span);
    }
    return spans;
}

} // namespace

/// The steps of finish(). Any of them may stop half-way when cancelled; the trace is then thrown away.
class TraceBuilder::Freezing {
public:
    Freezing(State& state, TraceFacts& facts, ImportLog& log, Trace& trace, Cancellation cancel)
        : m_state(state)
        , m_facts(facts)
        , m_log(log)
        , m_trace(trace)
        , m_cancel(cancel)
    {
    }

    void run()
    {
        m_frame = findTimeFrame(m_state.lanes, m_state.counters);
        for (auto step : { &Freezing::freezeAll, &Freezing::link, &Freezing::collect, &Freezing::decodeNames,
                 &Freezing::reportSilentSteps, &Freezing::takeRest }) {
            if (!m_cancel.requested()) {
                (this->*step)();
            }
        }
    }

private:
    void freezeAll()
    {
        std::vector<FrozenLane> frozen = freezeLanes(m_state.lanes, m_frame, m_cancel);
        if (m_cancel.requested()) {
            return;
        }
        for (FrozenLane& one : frozen) {
            describeLane(one.lane, m_state, m_facts);
            m_trace.m_spanCount += one.lane.size();
        }
        reportLanes(frozen, m_state.names, m_facts, m_log);
        for (FrozenLane& one : frozen) {
            m_trace.m_lanes.push_back(std::move(one.lane));
        }
        sortLanes(m_trace.m_lanes);
    }

    void link()
    {
        LaunchLinks links = linkLaunches(m_trace.m_lanes, std::move(m_state.launchArrows), m_cancel);
        if (m_cancel.requested()) {
            return;
        }
        reportLinks(links, m_trace.m_lanes, m_state.names, m_log);
        m_trace.m_threadLane = matchThreads(m_trace.m_lanes);
        m_trace.m_looseFlowEnds = std::move(links.looseArrows);
        std::move(
            m_state.looseFlowEnds.begin(), m_state.looseFlowEnds.end(), std::back_inserter(m_trace.m_looseFlowEnds));
        m_trace.m_flows = bindFlows(m_state.flows, m_trace.m_lanes, m_frame, m_trace.m_looseFlowEnds);
        for (LooseFlowEnd& end : m_trace.m_looseFlowEnds) {
            end.time -= m_frame.begin;
        }
        m_facts.launchArrows = links.arrowCategory;
        if (m_facts.events == 0) { // a recording: arrows from all launches
            drawLaunchArrows(m_trace.m_lanes, links);
        }
        m_trace.m_apiToGpu = std::move(links.apiToGpu);
        m_trace.m_gpuToApi = std::move(links.gpuToApi);
    }

    void collect()
    {
        m_trace.m_steps = collectByStart(m_trace.m_lanes, m_cancel, [](const Lane& lane, std::uint32_t i) {
            return lane.spanKind[i] == SpanKind::Step
                && (lane.kind == LaneKind::CpuThread || lane.kind == LaneKind::Other);
        });
        m_trace.m_gpuWork = collectByStart(
            m_trace.m_lanes, m_cancel, [](const Lane& lane, std::uint32_t i) { return isGpuWork(lane.spanKind[i]); });
    }

    /// Steps that launched nothing of what the file holds, where other parts of it did: their records may be lost. Our own recorder
    /// counts what it loses.
    void reportSilentSteps()
    {
        if (m_state.session || m_trace.m_steps.empty() || m_trace.m_gpuWork.empty()) {
            return;
        }
        std::vector<Ns> begins; // of the launches; of the work itself where its launch is not known
        for (const auto& [api, gpu] : m_trace.m_apiToGpu) {
            begins.push_back(m_trace.start(api));
        }
        if (m_trace.m_gpuWork.size() > m_trace.m_gpuToApi.size()) {
            for (const SpanRef work : m_trace.m_gpuWork) {
                if (!m_trace.launchOf(work)) {
                    begins.push_back(m_trace.start(work));
                }
            }
        }
        if (!sortUnlessCancelled(begins, std::less<>(), m_cancel)) {
            return;
        }
        for (const SpanRef step : m_trace.m_steps) {
            const auto first = std::lower_bound(begins.begin(), begins.end(), m_trace.start(step));
            if (first == begins.end() || *first >= m_trace.end(step)) {
                m_log.add("step-without-gpu-events", Severity::Info,
                    fmt::format(
                        "\"{}\" has no GPU events: nothing that it launched is in the file.", m_trace.name(step)));
            }
        }
    }

    void decodeNames()
    {
        m_trace.m_names = m_state.names.names();
        m_trace.m_nameBytes = m_state.names.bytes();
        m_trace.m_decodedIndex.assign(m_trace.m_names.size(), Trace::kNotDecoded);
        m_trace.m_opGroup.assign(m_trace.m_names.size(), RoleGroup::Other);
        std::vector<bool> isOp(m_trace.m_names.size(), false);
        for (const Lane& lane : m_trace.m_lanes) {
            for (std::size_t i = 0; i < lane.size() && !m_cancel.requestedAt(i); ++i) {
                NameId id = lane.name[i];
                if (isGpuWork(lane.spanKind[i]) && m_trace.m_decodedIndex[id] == Trace::kNotDecoded) {
                    m_trace.m_decodedIndex[id] = static_cast<std::uint32_t>(m_trace.m_decoded.size());
                    m_trace.m_decoded.push_back(decodeKernel(m_trace.m_names[id]));
                } else if (lane.spanKind[i] == SpanKind::Op && !isOp[id]) {
                    isOp[id] = true;
                    m_trace.m_opGroup[id] = groupOfCpuOp(m_trace.m_names[id]);
                }
            }
        }
        m_trace.m_neutral = std::make_unique<Trace::NeutralNames>();
    }

    void takeRest()
    {
        m_trace.m_counters = std::move(m_state.counters);
        rebaseCounters(m_trace.m_counters, m_frame);
        m_trace.m_session = std::move(m_state.session);
        if (m_trace.m_session) {
            rebaseSession(*m_trace.m_session, m_frame.begin);
        }
        m_trace.m_range = { 0, std::max<Ns>(0, m_frame.end - m_frame.begin) };
        if (m_state.fileArgs.empty()) {
            m_trace.m_args = { m_state.args };
        } else {
            m_trace.m_args.assign(m_state.fileArgs.begin(), m_state.fileArgs.end());
        }
        m_trace.m_categories = std::move(m_state.categories);
        if (m_facts.epochNs != 0) {
            m_facts.epochNs += m_frame.begin;
        } else if (m_frame.begin > kEpochLike) {
            m_facts.epochNs = m_frame.begin;
        }
        m_trace.m_facts = std::move(m_facts);
        m_trace.m_log = std::move(m_log);
    }

    State& m_state;
    TraceFacts& m_facts;
    ImportLog& m_log;
    Trace& m_trace;
    Cancellation m_cancel;
    TimeFrame m_frame;
};

TracePtr TraceBuilder::finish(const std::atomic<bool>* cancel)
{
    auto trace = std::make_shared<Trace>();
    if (m_facts.deviceName.empty() && m_state->session && m_state->session->device.kind == "cuda") {
        m_facts.deviceName = m_state->session->device.name;
    }
    Freezing(*m_state, m_facts, m_log, *trace, Cancellation(cancel)).run();
    m_state = std::make_unique<State>();
    m_facts = {};
    m_log = {};
    return Cancellation(cancel).requested() ? nullptr : trace;
}

} // namespace attnscope
