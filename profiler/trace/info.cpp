// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/info.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <set>
#include <unordered_set>

namespace attnscope {
namespace {

/// Sums over the spans of all lanes.
class Summing {
public:
    Summing(const Trace& trace, TraceInfo& info)
        : m_trace(trace)
        , m_info(info)
    {
    }

    void run()
    {
        for (const Lane& lane : m_trace.lanes()) {
            bool gpu = false;
            bool kernels = false;
            for (std::uint32_t i = 0; i < lane.size(); ++i) {
                add(lane, i);
                gpu = gpu || isGpuWork(lane.spanKind[i]);
                kernels = kernels || lane.spanKind[i] == SpanKind::Kernel;
            }
            for (const auto& [index, duration] : lane.clipped) {
                m_latest = std::max(m_latest, lane.start[index] + duration);
            }
            m_info.gpuLanes += gpu ? 1 : 0;
            if (kernels) {
                m_streams.emplace(lane.pid, lane.stream);
            }
        }
        m_info.kernelStreams = m_streams.size();
        m_info.spanNs = m_latest > m_earliest ? m_latest - m_earliest : 0;
        sumKernels();
    }

private:
    void add(const Lane& lane, std::uint32_t i)
    {
        SpanKind kind = lane.spanKind[i];
        if (kind == SpanKind::Instant) {
            return;
        }
        ++m_info.spans;
        bool finished = (lane.flags[i] & SpanFlag::kUnfinished) == 0;
        bool counts = kind != SpanKind::Async && (lane.flags[i] & (SpanFlag::kBadTime | SpanFlag::kPaired)) == 0;
        if (counts) {
            m_earliest = std::min(m_earliest, lane.start[i]);
            m_latest = std::max(m_latest, finished ? lane.end(i) : lane.start[i]);
        }
        switch (kind) {
        case SpanKind::Kernel:
            ++m_info.kernels;
            if (finished) {
                m_kernels.push_back({ lane.start[i], lane.end(i), lane.name[i] });
            }
            break;
        case SpanKind::Memcpy:
            ++m_info.memcpy;
            break;
        case SpanKind::Memset:
            ++m_info.memset;
            break;
        case SpanKind::Op:
            ++m_info.cpuOps;
            break;
        case SpanKind::Python:
            ++m_info.pythonFunctions;
            break;
        default:
            break;
        }
    }

    void sumKernels()
    {
        std::sort(
            m_kernels.begin(), m_kernels.end(), [](const Kernel& a, const Kernel& b) { return a.start < b.start; });
        Ns busyUntil = std::numeric_limits<Ns>::min();
        const Kernel* longest = nullptr;
        for (const Kernel& kernel : m_kernels) {
            m_info.kernelNs += kernel.end - kernel.start;
            m_info.kernelBusyNs += std::max<Ns>(0, kernel.end - std::max(busyUntil, kernel.start));
            busyUntil = std::max(busyUntil, kernel.end);
            if (longest == nullptr || kernel.end - kernel.start > longest->end - longest->start) {
                longest = &kernel;
            }
        }
        if (longest != nullptr) {
            m_info.longestKernel = m_trace.name(longest->name);
            m_info.longestKernelNs = longest->end - longest->start;
        }
    }

    struct Kernel {
        Ns start, end;
        NameId name;
    };

    const Trace& m_trace;
    TraceInfo& m_info;
    std::vector<Kernel> m_kernels;
    std::set<std::pair<std::string, std::int64_t>> m_streams;
    Ns m_earliest = std::numeric_limits<Ns>::max();
    Ns m_latest = std::numeric_limits<Ns>::min();
};

} // namespace

TraceInfo traceInfo(const Trace& trace)
{
    TraceInfo info;
    const TraceFacts& facts = trace.facts();
    info.file = facts.file;
    info.bytes = facts.bytes;
    info.events = facts.events;
    Summing(trace, info).run();
    info.cpuOps += facts.stepsAmongOps;
    if (facts.fileLanes > 0) {
        info.lanes = facts.fileLanes;
    } else {
        std::set<std::pair<std::string, std::string>> threads;
        for (const Lane& lane : trace.lanes()) {
            threads.emplace(lane.pid, lane.tid);
        }
        info.lanes = facts.events > 0 ? 0 : threads.size();
    }
    info.flowsPaired = facts.flowsPaired;
    info.flowsStartOnly = facts.flowsStartOnly;
    info.flowsFinishOnly = facts.flowsFinishOnly;
    std::unordered_set<std::string_view> seen;
    for (SpanRef step : trace.steps()) {
        if (seen.insert(trace.name(step)).second) {
            info.steps.emplace_back(trace.name(step));
        }
    }
    if (trace.session()) {
        for (const VariantResult& variant : trace.session()->variants) {
            info.variants.push_back(variant.name);
        }
    }
    return info;
}

std::string traceInfoJson(const Trace& trace)
{
    using Json = nlohmann::ordered_json;
    TraceInfo info = traceInfo(trace);
    Json log = Json::array();
    for (const LogEntry& entry : trace.log().entries()) {
        log.push_back({ { "code", entry.code }, { "severity", toString(entry.severity) }, { "count", entry.count },
            { "first_offset", entry.firstOffset ? Json(*entry.firstOffset) : Json() }, { "example", entry.example } });
    }
    Json longest;
    if (info.kernels > 0) {
        longest = { { "name", info.longestKernel }, { "ns", info.longestKernelNs } };
    }
    Json files = Json::array();
    for (const FileFacts& file : trace.facts().files) {
        files.push_back({ { "file", file.path }, { "label", file.label }, { "absolute_time", file.absoluteTime } });
    }
    Json json = { { "file", info.file }, { "bytes", info.bytes }, { "events", info.events }, { "spans", info.spans },
        { "lanes", info.lanes }, { "gpu_lanes", info.gpuLanes }, { "kernels", info.kernels },
        { "kernel_ns", info.kernelNs }, { "kernel_busy_ns", info.kernelBusyNs }, { "longest_kernel", longest },
        { "kernel_streams", info.kernelStreams }, { "cpu_ops", info.cpuOps }, { "memcpy", info.memcpy },
        { "memset", info.memset }, { "python_function", info.pythonFunctions },
        { "flows",
            { { "paired", info.flowsPaired }, { "start_only", info.flowsStartOnly },
                { "finish_only", info.flowsFinishOnly } } },
        { "steps", info.steps }, { "span_ns", info.spanNs }, { "variants", info.variants }, { "log", log } };
    if (!files.empty()) {
        json["files"] = files;
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

} // namespace attnscope
