// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/importing/trace_merger.h"

#include "profiler/importing/decimal_time.h"
#include "profiler/trace/builder_state.h"
#include "profiler/trace/json_members.h"
#include "profiler/trace/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace attnscope {

std::uint32_t TraceMerger::laneIndex(std::string_view pid, std::string_view tid, TrackClass track)
{
    auto next = static_cast<std::uint32_t>(m_lanes.size());
    auto [known, isNew] = m_laneOf.try_emplace({ std::string(pid), std::string(tid), track }, next);
    if (isNew) {
        MergedLane& lane = m_lanes.emplace_back();
        lane.pid = pid;
        lane.tid = tid;
        lane.track = track;
    }
    return known->second;
}

void TraceMerger::mergeLog(const ImportLog& log)
{
    for (const LogEntry& entry : log.entries()) {
        m_builder.log().add(entry.code, entry.severity, entry.example, entry.firstOffset, entry.count);
    }
}

void TraceMerger::add(Chunk&& chunk)
{
    NameTable& names = m_builder.state().names;
    std::vector<NameId> nameOf(chunk.names.size());
    for (NameId id = 0; id < chunk.names.size(); ++id) {
        nameOf[id] = names.intern(chunk.names[id], chunk.names.hashOf(id));
    }
    std::vector<std::uint16_t> categoryOf { 0 };
    for (std::size_t i = 1; i < chunk.categories.size(); ++i) {
        categoryOf.push_back(m_builder.internCategory(chunk.categories[i]));
    }
    std::vector<std::uint32_t> laneOf;
    laneOf.reserve(chunk.lanes.size());
    for (ChunkLane& part : chunk.lanes) {
        laneOf.push_back(laneIndex(chunk.names[part.pid], chunk.names[part.tid], part.track));
        MergedLane& lane = m_lanes[laneOf.back()];
        for (SpanInput& span : part.spans) {
            span.name = nameOf[span.name];
            if (span.args >> kCategoryShift != 0) {
                span.args = withCategory(span.args, categoryOf[span.args >> kCategoryShift]);
            }
        }
        lane.spans.insert(lane.spans.end(), part.spans.begin(), part.spans.end());
        lane.completeEvents += part.completeEvents;
        lane.cpuWork = lane.cpuWork || part.cpuWork;
        lane.stream = std::min(lane.stream, part.stream);
        lane.device = std::min(lane.device, part.device);
    }
    for (DurationEvent& edge : chunk.durations) {
        edge.lane = laneOf[edge.lane];
        edge.name = nameOf[edge.name];
        edge.args = withCategory(edge.args, categoryOf[edge.args >> kCategoryShift]);
        m_durations.push_back(std::move(edge));
    }
    for (AsyncEvent& edge : chunk.asyncs) {
        for (NameId* id : { &edge.category, &edge.id, &edge.scope, &edge.name, &edge.pid, &edge.tid }) {
            *id = nameOf[*id];
        }
        m_asyncs.push_back(edge);
    }
    for (FlowEvent& flow : chunk.flows) {
        for (NameId* id : { &flow.category, &flow.id, &flow.pid, &flow.tid }) {
            *id = nameOf[*id];
        }
        m_flows.push_back(flow);
    }
    mergeLaunchArrows(chunk);
    std::move(chunk.metadata.begin(), chunk.metadata.end(), std::back_inserter(m_metadata));
    for (auto& [key, samples] : chunk.counters) {
        auto& merged = m_counters[key];
        merged.insert(merged.end(), samples.begin(), samples.end());
    }
    mergeLog(chunk.log);
    m_builder.facts().stepsAmongOps += chunk.stepsAmongOps;
    m_events += chunk.events;
    m_fractions = m_fractions || chunk.fractions;
}

void TraceMerger::mergeLaunchArrows(Chunk& chunk)
{
    for (LaunchArrowEnds& part : chunk.launchArrows) {
        auto& merged = m_launchArrows[{ std::string(chunk.names[part.category]), std::string(chunk.names[part.pid]),
            std::string(chunk.names[part.tid]), part.phase, part.enclosing }];
        merged.insert(merged.end(), part.ends.begin(), part.ends.end());
    }
}

namespace {

/// Ids of the arrows of one category.
struct FlowIds {
    std::vector<std::uint64_t> starts, finishes;
};

bool sortUnique(std::vector<std::uint64_t>& ids, const Cancellation& cancel)
{
    if (!sortUnlessCancelled(ids, std::less<>(), cancel)) {
        return false;
    }
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return true;
}

void count(FlowIds& ids, TraceFacts& facts, const Cancellation& cancel)
{
    if (!sortUnique(ids.starts, cancel) || !sortUnique(ids.finishes, cancel)) {
        return;
    }
    std::uint64_t paired = 0;
    auto finish = ids.finishes.begin();
    for (std::uint64_t start : ids.starts) {
        finish = std::lower_bound(finish, ids.finishes.end(), start);
        paired += finish != ids.finishes.end() && *finish == start ? 1 : 0;
    }
    facts.flowsPaired += paired;
    facts.flowsStartOnly += ids.starts.size() - paired;
    facts.flowsFinishOnly += ids.finishes.size() - paired;
}

} // namespace

/// How many ids of each category begin, end, or do both.
void TraceMerger::countFlowIds(const Cancellation& cancel)
{
    std::map<std::string_view, FlowIds> launches;
    for (const auto& [key, ends] : m_launchArrows) {
        FlowIds& ids = launches[std::get<0>(key)];
        auto& side = std::get<3>(key) == 's' ? ids.starts : ids.finishes;
        for (const LaunchArrowEnd& end : ends) {
            side.push_back(end.id);
        }
    }
    std::map<NameId, FlowIds> others; // the same text is the same id
    for (const FlowEvent& flow : m_flows) {
        if (!flow.ofSpan && flow.phase != 't') {
            FlowIds& ids = others[flow.category];
            (flow.phase == 's' ? ids.starts : ids.finishes).push_back(flow.id);
        }
    }
    for (auto& [category, ids] : launches) {
        count(ids, m_builder.facts(), cancel);
    }
    for (auto& [category, ids] : others) {
        count(ids, m_builder.facts(), cancel);
    }
}

void TraceMerger::handOverLaunchArrows()
{
    for (auto& [key, ends] : m_launchArrows) {
        const auto& [category, pid, tid, phase, enclosing] = key;
        m_builder.state().launchArrows.push_back({ category, pid, tid, phase, enclosing, std::move(ends) });
    }
    m_launchArrows.clear();
}

void TraceMerger::handOverLanes()
{
    std::set<std::pair<std::string, std::string>> fileLanes;
    auto& drafts = m_builder.state().lanes;
    for (MergedLane& lane : m_lanes) {
        if (lane.completeEvents > 0) {
            fileLanes.emplace(lane.pid, lane.tid);
        }
        LaneDraft draft;
        draft.key.pid = lane.pid;
        draft.key.tid = lane.tid;
        switch (lane.track) {
        case TrackClass::Host:
            draft.key.kind = lane.cpuWork ? LaneKind::CpuThread : LaneKind::Other;
            break;
        case TrackClass::Api:
            draft.key.kind = LaneKind::CudaApi;
            break;
        case TrackClass::Gpu:
            draft.key.kind = LaneKind::GpuStream;
            break;
        case TrackClass::GpuAnnotation:
            draft.key.kind = LaneKind::GpuAnnotation;
            break;
        case TrackClass::Instants:
            draft.key.kind = LaneKind::Instants;
            break;
        case TrackClass::Async:
            draft.key.kind = LaneKind::Other;
            break;
        }
        if (lane.track == TrackClass::Gpu || lane.track == TrackClass::GpuAnnotation) {
            std::string_view tid = lane.tid;
            if (tid.starts_with("stream ")) {
                tid.remove_prefix(7);
            }
            draft.key.stream = lane.stream != ChunkLane::kUnset ? lane.stream : integerFromText(tid).value_or(-1);
            std::int64_t device =
                lane.device != ChunkLane::kUnset ? lane.device : integerFromText(lane.pid).value_or(-1);
            draft.key.device = device >= 0 && device < 4096 ? static_cast<int>(device) : -1;
        }
        draft.spans = std::move(lane.spans);
        drafts.push_back(std::move(draft));
    }
    m_builder.facts().fileLanes = fileLanes.size();
    m_lanes.clear();
}

void TraceMerger::handOverCounters()
{
    for (auto& [key, samples] : m_counters) {
        CounterSeries series;
        series.pid = key[0];
        series.name = key[1];
        series.unit = key[2];
        series.device = static_cast<int>(std::clamp<std::int64_t>(integerFromText(key[3]).value_or(-1), -1, 4095));
        std::stable_sort(samples.begin(), samples.end(),
            [](const CounterSample& a, const CounterSample& b) { return a.time < b.time; });
        for (const CounterSample& sample : samples) {
            series.time.push_back(sample.time);
            series.value.push_back(sample.value);
        }
        m_builder.addCounter(std::move(series));
    }
    m_counters.clear();
}

void TraceMerger::applyMetadata()
{
    for (const MetadataEvent& event : m_metadata) {
        JsonMembers members(event.args);
        std::string_view key;
        std::string_view value;
        while (members.next(key, value)) {
            if (event.name == "process_name" && key == "name") {
                m_builder.setProcessName(event.pid, decodeJsonString(value).text);
            } else if (event.name == "thread_name" && key == "name") {
                m_builder.setThreadName(event.pid, event.tid, decodeJsonString(value).text);
            } else if (event.name == "process_labels" && key == "labels") {
                m_processLabels[event.pid] = decodeJsonString(value).text;
            } else if (key == "sort_index") {
                auto index = integerFromText(value); // a string in some files
                if (index && event.name == "process_sort_index") {
                    m_builder.setProcessSort(event.pid, *index);
                } else if (index && event.name == "thread_sort_index") {
                    m_builder.setThreadSort(event.pid, event.tid, *index);
                }
            }
        }
    }
    for (const auto& [pid, label] : m_processLabels) {
        TrackInfo& process = m_builder.state().processes[pid];
        process.label = label;
    }
}

void TraceMerger::reportEmptiness()
{
    bool anySpan =
        std::any_of(m_lanes.begin(), m_lanes.end(), [](const MergedLane& lane) { return !lane.spans.empty(); });
    if (!anySpan && m_asyncs.empty()) {
        log().add("no-spans", Severity::Warning,
            m_metadata.empty() ? "The file holds no spans."
                               : "The file holds metadata only: names of processes and threads, but no spans.");
    }
}

TraceBuilder TraceMerger::take(const std::map<std::string, std::string, std::less<>>& values,
    std::shared_ptr<const TextAccess> text, const std::string& file, std::uint64_t fileBytes,
    const Cancellation& cancel)
{
    TraceFacts& facts = m_builder.facts();
    facts.file = file;
    facts.bytes = fileBytes;
    facts.events = m_events;
    m_builder.state().args->setText(std::move(text));
    pairDurations(cancel);
    pairAsyncs(cancel);
    countFlowIds(cancel);
    pairFlows(cancel);
    if (cancel.requested()) {
        return {};
    }
    handOverLaunchArrows();
    applyMetadata();
    applyHeader(values);
    reportEmptiness();
    bool anyTime =
        std::any_of(m_lanes.begin(), m_lanes.end(), [](const MergedLane& lane) { return !lane.spans.empty(); });
    facts.timeResolution = m_fractions || !anyTime ? 1 : 1000;
    if (facts.timeResolution > 1) {
        log().add("whole-microseconds", Severity::Info,
            "All times are whole microseconds: shorter spans have lost their length.");
    }
    handOverLanes();
    handOverCounters();
    return std::move(m_builder);
}

} // namespace attnscope
