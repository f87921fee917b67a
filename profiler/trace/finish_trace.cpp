// SPDX-License-Identifier: GPL-3.0-or-later
// TraceBuilder::finish(): from what came in to the frozen Trace.
#include "profiler/kernels/cpu_ops.h"
#include "profiler/trace/builder_state.h"
#include "profiler/trace/flow_binding.h"
#include "profiler/trace/lane_freezer.h"
#include "profiler/trace/lane_order.h"
#include "profiler/trace/launch_links.h"
#include "profiler/trace/neutral_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>

namespace attnscope {
namespace {

/// Origins later than this (1998) are times since 1970: the file's clock is the wall clock.
constexpr Ns kEpochLike = 900'000'000'000'000'000;
constexpr std::size_t kWorthAThread = 100'000; ///< spans

std::vector<FrozenLane> freezeLanes(std::vector<LaneDraft>& drafts, const TimeFrame& frame)
{
    std::erase_if(drafts, [](const LaneDraft& draft) { return draft.spans.empty(); });
    std::size_t spans = 0;
    std::vector<std::uint32_t> order(drafts.size());
    for (std::uint32_t i = 0; i < drafts.size(); ++i) {
        spans += drafts[i].spans.size();
        order[i] = i;
    }
    // The longest lane first, so that the last thread is not left alone with it.
    std::stable_sort(order.begin(), order.end(),
        [&](std::uint32_t a, std::uint32_t b) { return drafts[a].spans.size() > drafts[b].spans.size(); });
    std::vector<FrozenLane> frozen(drafts.size());
    std::atomic<std::size_t> next = 0;
    auto work = [&] {
        for (std::size_t i = next++; i < order.size(); i = next++) {
            frozen[order[i]] = freezeLane(drafts[order[i]], frame);
        }
    };
    std::vector<std::jthread> helpers;
    if (spans >= kWorthAThread) {
        std::size_t threads = std::min<std::size_t>({ std::thread::hardware_concurrency(), drafts.size(), 8 });
        for (std::size_t i = 1; i < threads; ++i) {
            helpers.emplace_back(work);
        }
    }
    work();
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
std::vector<SpanRef> collectByStart(const std::vector<Lane>& lanes, Wanted wanted)
{
    std::vector<std::pair<Ns, SpanRef>> found;
    for (std::uint32_t laneIndex = 0; laneIndex < lanes.size(); ++laneIndex) {
        const Lane& lane = lanes[laneIndex];
        for (std::uint32_t i = 0; i < lane.size(); ++i) {
            if (wanted(lane, i)) {
                found.emplace_back(lane.start[i], SpanRef { laneIndex, i });
            }
        }
    }
    if (!std::is_sorted(found.begin(), found.end())) {
        std::sort(found.begin(), found.end());
    }
    std::vector<SpanRef> spans;
    spans.reserve(found.size());
    for (const auto& [start, span] : found) {
        spans.push_back(span);
    }
    return spans;
}

} // namespace

TracePtr TraceBuilder::finish(const std::atomic<bool>* /*cancel*/)
{
    auto trace = std::make_shared<Trace>();
    State& state = *m_state;
    if (m_facts.deviceName.empty() && state.session && state.session->device.kind == "cuda") {
        m_facts.deviceName = state.session->device.name;
    }
    TimeFrame frame = findTimeFrame(state.lanes, state.counters);
    std::vector<FrozenLane> frozen = freezeLanes(state.lanes, frame);
    for (FrozenLane& one : frozen) {
        describeLane(one.lane, state, m_facts);
        trace->m_spanCount += one.lane.size();
    }
    reportLanes(frozen, state.names, m_facts, m_log);
    for (FrozenLane& one : frozen) {
        trace->m_lanes.push_back(std::move(one.lane));
    }
    sortLanes(trace->m_lanes);

    LaunchLinks links = linkLaunches(trace->m_lanes, std::move(state.launchArrows));
    reportLinks(links, trace->m_lanes, state.names, m_log);
    trace->m_threadLane = matchThreads(trace->m_lanes);
    trace->m_looseFlowEnds = std::move(links.looseArrows);
    std::move(state.looseFlowEnds.begin(), state.looseFlowEnds.end(), std::back_inserter(trace->m_looseFlowEnds));
    trace->m_flows = bindFlows(state.flows, trace->m_lanes, frame, trace->m_looseFlowEnds);
    for (LooseFlowEnd& end : trace->m_looseFlowEnds) {
        end.time -= frame.begin;
    }
    m_facts.launchArrows = links.arrowCategory;
    if (m_facts.events == 0) { // a recording: arrows from all launches
        drawLaunchArrows(trace->m_lanes, links);
    }
    trace->m_apiToGpu = std::move(links.apiToGpu);
    trace->m_gpuToApi = std::move(links.gpuToApi);
    trace->m_steps = collectByStart(trace->m_lanes, [](const Lane& lane, std::uint32_t i) {
        return lane.spanKind[i] == SpanKind::Step && (lane.kind == LaneKind::CpuThread || lane.kind == LaneKind::Other);
    });
    trace->m_gpuWork =
        collectByStart(trace->m_lanes, [](const Lane& lane, std::uint32_t i) { return isGpuWork(lane.spanKind[i]); });

    trace->m_counters = std::move(state.counters);
    rebaseCounters(trace->m_counters, frame);
    trace->m_session = std::move(state.session);
    if (trace->m_session) {
        rebaseSession(*trace->m_session, frame.begin);
    }
    trace->m_range = { 0, std::max<Ns>(0, frame.end - frame.begin) };

    trace->m_names = state.names.names();
    trace->m_nameBytes = state.names.bytes();
    trace->m_decodedIndex.assign(trace->m_names.size(), Trace::kNotDecoded);
    trace->m_opGroup.assign(trace->m_names.size(), RoleGroup::Other);
    std::vector<bool> isOp(trace->m_names.size(), false);
    for (const Lane& lane : trace->m_lanes) {
        for (std::size_t i = 0; i < lane.size(); ++i) {
            NameId id = lane.name[i];
            if (isGpuWork(lane.spanKind[i]) && trace->m_decodedIndex[id] == Trace::kNotDecoded) {
                trace->m_decodedIndex[id] = static_cast<std::uint32_t>(trace->m_decoded.size());
                trace->m_decoded.push_back(decodeKernel(trace->m_names[id]));
            } else if (lane.spanKind[i] == SpanKind::Op && !isOp[id]) {
                isOp[id] = true;
                trace->m_opGroup[id] = groupOfCpuOp(trace->m_names[id]);
            }
        }
    }
    trace->m_neutral = std::make_unique<Trace::NeutralNames>();
    if (state.fileArgs.empty()) {
        trace->m_args = { state.args };
    } else {
        trace->m_args.assign(state.fileArgs.begin(), state.fileArgs.end());
    }
    trace->m_categories = std::move(state.categories);

    if (m_facts.epochNs != 0) {
        m_facts.epochNs += frame.begin;
    } else if (frame.begin > kEpochLike) {
        m_facts.epochNs = frame.begin;
    }
    trace->m_facts = std::move(m_facts);
    trace->m_log = std::move(m_log);
    m_state = std::make_unique<State>();
    m_facts = {};
    m_log = {};
    return trace;
}

} // namespace attnscope
