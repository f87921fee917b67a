// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/exporting/chrome_writer.h"

#include "profiler/exporting/chrome_text.h"
#include "profiler/exporting/csv.h"
#include "profiler/trace/json_text.h"
#include "profiler/trace/launch_args.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace attnscope {
namespace {

constexpr Ns kNsPerSecond = 1'000'000'000;

Ns durationInFile(const Lane& lane, std::uint32_t index)
{
    const auto clipped = std::lower_bound(lane.clipped.begin(), lane.clipped.end(), std::pair(index, Ns { 0 }));
    return clipped != lane.clipped.end() && clipped->first == index ? clipped->second : lane.duration[index];
}

bool isAsyncLane(const Lane& lane)
{
    return lane.kind == LaneKind::Other && lane.tid.starts_with("async");
}

bool anyFlag(const Trace& trace, std::uint8_t flag)
{
    return std::any_of(trace.lanes().begin(), trace.lanes().end(), [&](const Lane& lane) {
        return std::any_of(
            lane.flags.begin(), lane.flags.end(), [&](std::uint8_t flags) { return (flags & flag) != 0; });
    });
}

} // namespace

ChromeWriter::ChromeWriter(const Trace& trace, OutputFile& out, SpanSelection chosen)
    : m_trace(trace)
    , m_out(out)
    , m_chosen(std::move(chosen))
    , m_names(trace.nameCount())
    , m_severalFiles(!trace.facts().files.empty())
{
    // Spans without a valid time keep their 0, so everything else must stay far enough from it to be told apart again.
    if (anyFlag(trace, SpanFlag::kBadTime)) {
        m_shift = 100 * (trace.range().end + kNsPerSecond);
    }
    for (const Flow& flow : trace.flows()) {
        if (flow.ofSpans && flow.from.index != kNoSpan && flow.to.index != kNoSpan) {
            m_boundFlows[flow.from].id = flow.id;
            m_boundFlows[flow.from].goesOut = true;
            m_boundFlows[flow.to].id = flow.id;
            m_boundFlows[flow.to].comesIn = true;
        }
    }
}

void ChromeWriter::write()
{
    writeHeader();
    m_out.write("\"traceEvents\": [");
    writeMetadata();
    for (std::uint32_t lane = 0; lane < m_trace.lanes().size(); ++lane) {
        writeLane(lane);
    }
    writeLaunchFlows();
    writeFlows();
    writeLooseFlowEnds();
    writeCounters();
    m_out.write("\n]\n}\n");
}

void ChromeWriter::writeHeader()
{
    m_out.write("{\n\"schemaVersion\": 1,\n\"displayTimeUnit\": \"ms\",\n");
    if (m_trace.facts().epochNs != 0) {
        m_out.write(fmt::format("\"baseTimeNanoseconds\": {},\n", m_trace.facts().epochNs - m_shift));
    }
    writeDevices();
    if (m_chosen.session) {
        Session shifted = *m_chosen.session;
        for (VariantResult& variant : shifted.variants) {
            variant.window = { variant.window.begin + m_shift, variant.window.end + m_shift };
            for (TimeRange& step : variant.steps) {
                step = { step.begin + m_shift, step.end + m_shift };
            }
        }
        m_out.write("\"attnscope\": " + sessionToJson(shifted) + ",\n");
    }
}

void ChromeWriter::writeDevices()
{
    std::vector<DeviceInfo> devices = m_trace.facts().devices;
    if (devices.empty() && m_trace.session() && m_trace.session()->device.kind == "cuda") {
        devices.push_back(m_trace.session()->device);
    }
    if (devices.empty()) {
        return;
    }
    m_out.write("\"deviceProperties\": [");
    for (std::size_t i = 0; i < devices.size(); ++i) {
        DeviceLimits l = devices[i].limits.value_or(DeviceLimits {});
        m_out.write(fmt::format(
            "{}{{\"id\": {}, \"name\": {}, \"totalGlobalMem\": {}, \"computeMajor\": {}, \"computeMinor\": {}, "
            "\"maxThreadsPerBlock\": {}, \"maxThreadsPerMultiprocessor\": {}, \"regsPerBlock\": {}, \"warpSize\": {}, "
            "\"sharedMemPerBlock\": {}, \"numSms\": {}, \"regsPerMultiprocessor\": {}, \"sharedMemPerBlockOptin\": {}, "
            "\"sharedMemPerMultiprocessor\": {}, \"maxBlocksPerMultiprocessor\": {}, \"reservedSharedMemPerBlock\": "
            "{}}}",
            i > 0 ? ", " : "", devices[i].index, quoted(devices[i].name), devices[i].memoryBytes, l.ccMajor, l.ccMinor,
            l.maxThreadsPerBlock, l.maxThreadsPerSm, l.regsPerBlock, l.warpSize, l.sharedPerBlock, l.smCount,
            l.regsPerSm, l.sharedPerBlockOptin, l.sharedPerSm, l.maxBlocksPerSm, l.reservedSharedPerBlock));
    }
    m_out.write("],\n");
}

void ChromeWriter::begin()
{
    m_event.clear();
    m_event += m_first ? "\n" : ",\n";
    m_first = false;
}

void ChromeWriter::metadata(
    std::string_view name, std::string_view pid, std::string_view tid, std::string_view key, const std::string& json)
{
    begin();
    fmt::format_to(std::back_inserter(m_event),
        R"({{"ph": "M", "name": "{}", "pid": {}, "tid": {}, "ts": 0, "args": {{"{}": {}}}}})", name, idText(pid),
        idText(tid), key, json);
    m_out.write(m_event);
}

void ChromeWriter::writeMetadata()
{
    std::set<std::string> processes;
    std::set<std::pair<std::string, std::string>> threads;
    for (const Lane& lane : m_trace.lanes()) {
        if (processes.insert(lane.pid).second) {
            if (!lane.processName.empty()) {
                metadata("process_name", lane.pid, "0", "name", quoted(lane.processName));
            }
            bool gpu = lane.kind == LaneKind::GpuStream || lane.kind == LaneKind::GpuAnnotation;
            if (gpu && lane.device >= 0) {
                metadata("process_labels", lane.pid, "0", "labels", fmt::format("\"GPU {}\"", lane.device));
            } else if (lane.kind == LaneKind::CpuThread || lane.kind == LaneKind::CudaApi) {
                metadata("process_labels", lane.pid, "0", "labels", "\"CPU\"");
            }
            if (lane.processSort != 0) {
                metadata("process_sort_index", lane.pid, "0", "sort_index", fmt::format("{}", lane.processSort));
            }
        }
        if (isAsyncLane(lane) || !threads.emplace(lane.pid, lane.tid).second) {
            continue;
        }
        if (!lane.threadName.empty()) {
            metadata("thread_name", lane.pid, lane.tid, "name", quoted(lane.threadName));
        }
        if (lane.threadSort != 0) {
            metadata("thread_sort_index", lane.pid, lane.tid, "sort_index", fmt::format("{}", lane.threadSort));
        }
    }
}

std::string_view ChromeWriter::encodedName(NameId id)
{
    if (m_names[id].empty()) {
        m_names[id] = encodeJsonString(m_trace.name(id));
    }
    return m_names[id];
}

std::string_view ChromeWriter::categoryOf(const Lane& lane, std::uint32_t laneIndex, std::uint32_t index) const
{
    const bool fromFile = !lane.category.empty() && lane.category[index] != 0;
    if (!fromFile && lane.spanKind[index] == SpanKind::Instant && lane.kind == LaneKind::Instants
        && !lane.tid.empty()) {
        return "cpu_instant_event";
    }
    return m_trace.category(SpanRef { laneIndex, index });
}

/// Valid JSON, with the correlation id that links need.
std::string ChromeWriter::argsOf(const Lane& lane, std::uint32_t laneIndex, std::uint32_t index)
{
    std::uint64_t correlation = lane.correlation[index];
    if (lane.args[index] == 0 && correlation == 0) {
        return {};
    }
    std::string args = m_mender.mended(m_trace.argsJson({ laneIndex, index }));
    if (correlation != 0) {
        const std::string_view own = correlationText(args);
        if (own.empty()) {
            std::size_t close = args.rfind('}');
            bool empty = args.find('"') == std::string::npos;
            args.insert(close, fmt::format("{}\"correlation\": {}", empty ? "" : ", ", correlation));
        } else if (m_severalFiles) { // the ids of each file begin at 1
            args.replace(
                static_cast<std::size_t>(own.data() - args.data()), own.size(), fmt::format("{}", correlation));
        }
    }
    return args == "{}" ? std::string() : args;
}

void ChromeWriter::writeLane(std::uint32_t laneIndex)
{
    const Lane& lane = m_trace.lanes()[laneIndex];
    std::vector<std::uint32_t> pairs;
    for (std::uint32_t i = 0; i < lane.size(); ++i) {
        if (!m_chosen.holds({ laneIndex, i })) {
            continue;
        }
        bool instant = lane.spanKind[i] == SpanKind::Instant;
        m_hasMemoryEvents = m_hasMemoryEvents || (instant && m_trace.name(lane.name[i]) == "[memory]");
        if (isAsyncLane(lane)) {
            writeAsync(lane, i, argsOf(lane, laneIndex, i));
        } else if ((lane.flags[i] & SpanFlag::kPaired) != 0) {
            pairs.push_back(i);
        } else {
            writePlainEvent(lane, laneIndex, i, instant ? 'i' : 'X');
        }
    }
    writePairs(lane, laneIndex, pairs);
}

/// B and E in an order in which an E always ends the span it belongs to: at one time first the ends, inner ones first, then the
/// beginnings, outer ones first.
void ChromeWriter::writePairs(const Lane& lane, std::uint32_t laneIndex, const std::vector<std::uint32_t>& pairs)
{
    struct Edge {
        Ns time;
        std::int64_t order; ///< ends are negative
        std::uint32_t index;
    };
    std::vector<Edge> edges;
    for (std::uint32_t index : pairs) {
        edges.push_back({ lane.start[index], std::int64_t { index } + 1, index });
        if (lane.duration[index] > 0 && (lane.flags[index] & SpanFlag::kUnfinished) == 0) {
            edges.push_back({ lane.end(index), -std::int64_t { index } - 1, index });
        }
    }
    std::sort(edges.begin(), edges.end(),
        [](const Edge& a, const Edge& b) { return std::tie(a.time, a.order) < std::tie(b.time, b.order); });
    for (const Edge& edge : edges) {
        writePlainEvent(lane, laneIndex, edge.index, edge.order > 0 ? 'B' : 'E');
        if (edge.order > 0 && lane.duration[edge.index] == 0 && (lane.flags[edge.index] & SpanFlag::kUnfinished) == 0) {
            writePlainEvent(lane, laneIndex, edge.index, 'E');
        }
    }
}

void ChromeWriter::writePlainEvent(const Lane& lane, std::uint32_t laneIndex, std::uint32_t index, char phase)
{
    std::uint8_t flags = lane.flags[index];
    begin();
    fmt::format_to(std::back_inserter(m_event),
        R"({{"ph": "{}", "cat": {}, "name": "{}", "pid": {}, "tid": {}, "ts": )", phase,
        quoted(categoryOf(lane, laneIndex, index)), encodedName(lane.name[index]), idText(lane.pid), idText(lane.tid));
    Ns time = phase == 'E' ? lane.end(index) : lane.start[index];
    appendMicroseconds(m_event, (flags & SpanFlag::kBadTime) != 0 ? 0 : time + m_shift);
    if (phase == 'i') {
        m_event += lane.kind == LaneKind::Instants && lane.tid.empty() ? R"(, "s": "p")" : R"(, "s": "t")";
    } else if (phase == 'X' && (flags & SpanFlag::kUnfinished) == 0) {
        m_event += ", \"dur\": ";
        appendMicroseconds(m_event, (flags & SpanFlag::kNegativeDuration) != 0 ? -1'001 : durationInFile(lane, index));
    }
    if (auto bound = m_boundFlows.find({ laneIndex, index }); phase == 'X' && bound != m_boundFlows.end()) {
        fmt::format_to(std::back_inserter(m_event), R"(, "bind_id": {}{}{})", quoted(bound->second.id),
            bound->second.comesIn ? R"(, "flow_in": true)" : "", bound->second.goesOut ? R"(, "flow_out": true)" : "");
    }
    if (phase != 'E') {
        if (std::string args = argsOf(lane, laneIndex, index); !args.empty()) {
            m_event += ", \"args\": " + args;
        }
    }
    m_event += "}";
    m_out.write(m_event);
}

void ChromeWriter::writeAsync(const Lane& lane, std::uint32_t index, const std::string& args)
{
    std::string_view category = lane.tid.size() > 6 ? std::string_view(lane.tid).substr(6) : std::string_view();
    auto event = [&](char phase, Ns time, const std::string& extra) {
        begin();
        fmt::format_to(std::back_inserter(m_event),
            R"({{"ph": "{}", "cat": {}, "id": {}, "name": "{}", "pid": {}, "tid": 0, "ts": )", phase, quoted(category),
            m_nextAsync, encodedName(lane.name[index]), idText(lane.pid));
        appendMicroseconds(m_event, time + m_shift);
        m_event += extra + "}";
        m_out.write(m_event);
    };
    std::string extra = args.empty() ? std::string() : ", \"args\": " + args;
    bool instant = lane.spanKind[index] == SpanKind::Instant;
    event(instant ? 'n' : 'b', lane.start[index], extra);
    if (!instant && (lane.flags[index] & SpanFlag::kUnfinished) == 0) {
        event('e', lane.end(index), {});
    }
    ++m_nextAsync;
}

void ChromeWriter::writeCounters()
{
    for (const CounterSeries& series : m_trace.counters()) {
        if (m_hasMemoryEvents && series.unit == "bytes") {
            continue; // made from the memory events, which are written
        }
        std::string pid = idText(series.pid.empty() ? "0" : series.pid);
        std::string key = series.unit.empty() ? "value" : series.unit;
        std::string category = series.device >= 0 ? fmt::format("GPU {}", series.device) : "counter";
        for (std::size_t i = 0; i < series.time.size(); ++i) {
            if (m_chosen.range && !m_chosen.range->contains(series.time[i])) {
                continue;
            }
            begin();
            fmt::format_to(std::back_inserter(m_event), R"({{"ph": "C", "cat": "{}", "name": {}, "pid": {}, "ts": )",
                category, quoted(series.name), pid);
            appendMicroseconds(m_event, series.time[i] + m_shift);
            fmt::format_to(
                std::back_inserter(m_event), R"(, "args": {{{}: {}}}}})", quoted(key), plainNumber(series.value[i]));
            m_out.write(m_event);
        }
    }
}

} // namespace attnscope
