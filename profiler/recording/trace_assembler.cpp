// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/trace_assembler.h"

#include "profiler/kernels/demangle.h"
#include "profiler/recording/clock.h"
#include "profiler/recording/counter_join.h"
#include "profiler/recording/span_args.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <unistd.h>

namespace attnscope {
namespace {

constexpr std::uint32_t kCudaErrorNotReady = 600; // an answer, not a failure

SpanKind kindOf(OpScope scope)
{
    switch (scope) {
    case OpScope::Step:
        return SpanKind::Step;
    case OpScope::Annotation:
    case OpScope::User:
        return SpanKind::Annotation;
    default:
        return SpanKind::Op;
    }
}

bool insideAny(const std::vector<TimeRange>& ranges, Ns time)
{
    return std::any_of(ranges.begin(), ranges.end(), [time](const TimeRange& range) { return range.contains(time); });
}

// Step spans give the steps, the outermost annotation of the worker gives the window.
void findWindowAndSteps(const VariantRecording& recording, VariantResult& result)
{
    for (const ThreadOps& thread : recording.ops) {
        for (const OpRecord& op : thread.ops) {
            if (op.scope == OpScope::Step && op.end != 0) {
                result.steps.push_back({ op.begin, op.end });
            }
            if (result.window.begin == 0 || op.begin < result.window.begin) {
                result.window.begin = op.begin;
            }
            result.window.end = std::max({ result.window.end, op.begin, op.end });
        }
    }
    for (const GpuRecord& work : recording.gpu.gpu) {
        result.window.end = std::max(result.window.end, work.end);
    }
}

// Most that was held in a step minus what was held at its start, over all steps. O(steps · events); there are few steps.
std::optional<std::int64_t> peakOfSteps(const std::vector<MemoryEvent>& events, const std::vector<TimeRange>& steps)
{
    std::optional<std::int64_t> peak;
    for (const TimeRange& step : steps) {
        std::int64_t atStart = events.front().total - events.front().change;
        std::int64_t most = 0;
        for (const MemoryEvent& event : events) {
            if (event.time < step.begin) {
                atStart = event.total;
            } else if (event.time < step.end) {
                most = std::max(most, event.total - atStart);
            }
        }
        peak = std::max(peak.value_or(0), most);
    }
    return peak;
}

} // namespace

/// Look-ups over the API calls of one recording.
struct TraceAssembler::Launches {
    explicit Launches(const GpuRecords& records)
    {
        byCorrelation.reserve(records.api.size());
        for (const ApiRecord& call : records.api) {
            // A launch wins over whatever else shares its id.
            if (auto [position, isNew] = byCorrelation.try_emplace(call.correlation, &call); !isNew && call.launches) {
                position->second = &call;
            }
        }
    }
    [[nodiscard]] const ApiRecord* find(std::uint32_t correlation) const
    {
        const auto found = byCorrelation.find(correlation);
        return found != byCorrelation.end() ? found->second : nullptr;
    }
    std::unordered_map<std::uint32_t, const ApiRecord*> byCorrelation;
};

std::string backendOf(const std::vector<ThreadOps>& ops)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kOperators { {
        { "aten::_scaled_dot_product_cudnn_attention", "cudnn" },
        { "aten::_scaled_dot_product_flash_attention", "flash" },
        { "aten::_scaled_dot_product_flash_attention_for_cpu", "flash" },
        { "aten::_scaled_dot_product_efficient_attention", "efficient" },
        { "aten::_scaled_dot_product_attention_math", "math" },
    } };
    for (const ThreadOps& thread : ops) {
        for (const OpRecord& op : thread.ops) {
            for (const auto& [name, backend] : kOperators) {
                if (*op.name == name) {
                    return std::string(backend);
                }
            }
        }
    }
    return "none";
}

TraceAssembler::TraceAssembler(const DeviceInfo& device)
    : m_pid(std::to_string(::getpid()))
{
    m_builder.setProcessName(m_pid, "attnscope");
    m_builder.setProcessSort(m_pid, 0);
    if (device.kind == "cuda") {
        const std::string gpu = std::to_string(device.index);
        m_builder.setProcessName(gpu, device.name);
        m_builder.setProcessSort(gpu, 5'000'000 + device.index); // Kineto's rank of GPU lanes
    }
    m_builder.facts().deviceName = device.name;
    const bool onGpu = device.kind == "cuda";
    m_dramRate.device = onGpu ? device.index : -1;
    m_dramRate.pid = onGpu ? std::to_string(device.index) : m_pid;
    m_memory.name = onGpu ? "GPU memory allocated" : "CPU memory allocated";
    m_memory.unit = "bytes";
    m_memory.device = onGpu ? device.index : -1;
    m_memory.pid = onGpu ? std::to_string(device.index) : m_pid;
}

std::uint64_t TraceAssembler::wideCorrelation(std::uint32_t correlation) const
{
    return (m_correlationEpoch << 32U) | correlation;
}

void TraceAssembler::addSpan(const LaneKey& lane, SpanInput span)
{
    if ((span.flags & SpanFlag::kBadTime) == 0 && (m_earliest == 0 || span.start < m_earliest)) {
        m_earliest = span.start;
    }
    m_builder.addSpan(m_builder.laneIndex(lane), span);
}

VariantResult TraceAssembler::add(VariantRecording recording)
{
    VariantResult result = std::move(recording.result);
    findWindowAndSteps(recording, result);
    result.backend = recording.level >= RecordLevel::Ops ? backendOf(recording.ops) : std::string(); // else not known

    // CUPTI counts launches in 32 bits over the life of the process; a smaller number than before has wrapped around.
    auto byTime = [](const auto& a, const auto& b) {
        return std::tie(a.start, a.end, a.correlation) < std::tie(b.start, b.end, b.correlation);
    };
    std::sort(recording.gpu.api.begin(), recording.gpu.api.end(), byTime);
    std::sort(recording.gpu.gpu.begin(), recording.gpu.gpu.end(), byTime);
    std::sort(recording.gpu.overhead.begin(), recording.gpu.overhead.end(), byTime);
    if (!recording.gpu.api.empty()) {
        if (recording.gpu.api.front().correlation < m_lastCorrelation) {
            ++m_correlationEpoch;
        }
        m_lastCorrelation = recording.gpu.api.back().correlation;
    }

    const Launches launches(recording.gpu);
    addOps(recording, result.window.end);
    addApi(recording);
    countLaunches(recording.gpu, result);
    addGpuWork(recording, launches, result);
    addOverhead(recording);
    addMemory(recording, result);
    addDramRate(recording.gpu);
    logProblems(recording, result);
    return result;
}

void TraceAssembler::addOps(const VariantRecording& recording, Ns windowEnd)
{
    for (const ThreadOps& thread : recording.ops) {
        const std::string tid = std::to_string(thread.tid);
        const LaneKey lane { LaneKind::CpuThread, m_pid, tid, -1, -1 };
        m_builder.setThreadName(m_pid, tid, thread.tid == recording.workerThread ? "attention" : "autograd");
        m_builder.setThreadSort(m_pid, tid, thread.tid == recording.workerThread ? 0 : 1);
        for (const OpRecord& op : thread.ops) {
            SpanInput span;
            span.start = op.begin;
            span.duration = (op.end != 0 ? op.end : std::max(windowEnd, op.begin)) - op.begin;
            span.name = m_builder.intern(*op.name);
            span.kind = kindOf(op.scope);
            span.flags = op.end != 0 ? 0 : SpanFlag::kUnfinished;
            if (const std::string args = argsOf(op); !args.empty()) {
                span.args = m_builder.addArgs(args);
            }
            addSpan(lane, span);
        }
    }
}

void TraceAssembler::addApi(const VariantRecording& recording)
{
    for (const ApiRecord& call : recording.gpu.api) {
        const std::string& name = recording.gpu.names[call.name];
        SpanInput span;
        span.start = call.start;
        span.duration = std::max<Ns>(call.end - call.start, 0);
        span.name = m_builder.intern(name);
        span.kind = call.driver ? SpanKind::ApiDriver : SpanKind::ApiRuntime;
        span.correlation = wideCorrelation(call.correlation);
        span.args = m_builder.addArgs(argsOf(call, span.correlation));
        if (call.start == 0 || call.end == 0) {
            span.flags = SpanFlag::kBadTime;
            m_builder.log().add("zero-timestamp", Severity::Warning, "CUPTI has no time for the call " + name + ".");
        }
        addSpan({ LaneKind::CudaApi, m_pid, std::to_string(call.thread), -1, -1 }, span);
        if (call.returnValue != 0 && call.returnValue != kCudaErrorNotReady) {
            m_builder.log().add("api-error", Severity::Warning,
                name + " returned error " + std::to_string(call.returnValue) + " (" + recording.result.title + ").");
        }
    }
}

void TraceAssembler::countLaunches(const GpuRecords& gpu, VariantResult& result)
{
    std::unordered_set<std::uint32_t> withWork;
    withWork.reserve(gpu.gpu.size());
    for (const GpuRecord& work : gpu.gpu) {
        withWork.insert(work.correlation);
    }
    for (const ApiRecord& call : gpu.api) {
        if (!call.launches || call.returnValue != 0) {
            continue;
        }
        const bool matched = withWork.contains(call.correlation);
        if (insideAny(result.steps, call.start)) {
            ++result.counts.launches;
            result.counts.matched += matched ? 1 : 0;
        }
        if (!matched) {
            m_builder.log().add("launch-without-record", Severity::Warning,
                "CUPTI delivered no GPU record for " + gpu.names[call.name] + " with correlation "
                    + std::to_string(call.correlation) + " (" + result.title + ").");
        }
    }
}

void TraceAssembler::addGpuWork(const VariantRecording& recording, const Launches& launches, VariantResult& result)
{
    std::unordered_map<std::uint32_t, NameId> names; // demangled once a name
    for (const GpuRecord& work : recording.gpu.gpu) {
        const ApiRecord* launch = launches.find(work.correlation);
        const auto [name, isNew] = names.try_emplace(work.name, 0);
        if (isNew) {
            name->second = m_builder.intern(demangle(recording.gpu.names[work.name]));
        }
        SpanInput span;
        span.start = work.start;
        span.duration = std::max<Ns>(work.end - work.start, 0);
        span.name = name->second;
        span.kind = work.kind;
        span.correlation = wideCorrelation(work.correlation);
        span.args = m_builder.addArgs(argsOf(work, span.correlation, evidenceOf(work, recording.gpu)));
        const bool badTime = work.start == 0 || work.end == 0;
        const bool early = !badTime && launch != nullptr && work.start < launch->start;
        if (work.end <= work.start && !badTime) {
            span.flags |= work.end < work.start ? SpanFlag::kNegativeDuration : 0;
            m_builder.log().add("no-duration", Severity::Warning,
                "GPU work ends no later than it starts: " + recording.gpu.names[work.name] + " ("
                    + recording.result.title + ").");
        }
        span.flags = static_cast<std::uint8_t>(
            span.flags | (badTime ? SpanFlag::kBadTime : 0) | (early ? SpanFlag::kClockSkew : 0));
        const std::string device = std::to_string(work.device);
        const std::string stream = std::to_string(work.stream);
        m_builder.setThreadName(device, stream, "stream " + stream); // as Kineto names it; other viewers show it
        m_builder.setThreadSort(device, stream, work.stream);
        addSpan({ LaneKind::GpuStream, device, stream, static_cast<int>(work.device), work.stream }, span);

        RecordCounts& counts = result.counts;
        // A recording of GPU work alone has no launches, and nothing to be linked to.
        const bool byTime = recording.level == RecordLevel::Kernels;
        counts.unlinked += launch == nullptr && !byTime ? 1 : 0;
        counts.zeroTimestamp += badTime ? 1 : 0;
        counts.beforeLaunch += early ? 1 : 0;
        const Ns decisive = launch != nullptr ? launch->start : byTime ? work.start : 0;
        counts.gpuEvents += decisive != 0 && insideAny(result.steps, decisive) ? 1 : 0;
    }
    result.counts.dropped = static_cast<std::int64_t>(recording.gpu.dropped);
}

void TraceAssembler::addOverhead(const VariantRecording& recording)
{
    for (const OverheadRecord& record : recording.gpu.overhead) {
        if (record.start == 0 || record.end < record.start) {
            continue; // CUPTI's way to say that it did not measure it
        }
        SpanInput span;
        span.start = record.start;
        span.duration = record.end - record.start;
        span.name = m_builder.intern(recording.gpu.names[record.name]);
        span.kind = SpanKind::Overhead;
        addSpan({ LaneKind::Other, m_pid, "overhead " + std::to_string(record.thread), -1, -1 }, span);
    }
}

void TraceAssembler::addMemory(const VariantRecording& recording, VariantResult& result)
{
    const std::vector<MemoryEvent>& events = recording.memory.events;
    if (events.empty()) {
        return;
    }
    // From what was held before the variant on, so that the line of another variant does not reach into this one.
    m_memory.time.push_back(result.window.begin);
    m_memory.value.push_back(static_cast<double>(events.front().total - events.front().change));
    for (const MemoryEvent& event : events) {
        m_memory.time.push_back(event.time);
        m_memory.value.push_back(static_cast<double>(event.total));
    }
    result.recordedPeakBytes = peakOfSteps(events, result.steps);
}

void TraceAssembler::addDramRate(const GpuRecords& gpu)
{
    const CounterSeries rate = dramRateOf(gpu);
    m_dramRate.name = rate.name;
    m_dramRate.unit = rate.unit;
    m_dramRate.time.insert(m_dramRate.time.end(), rate.time.begin(), rate.time.end());
    m_dramRate.value.insert(m_dramRate.value.end(), rate.value.begin(), rate.value.end());
}

void TraceAssembler::logProblems(const VariantRecording& recording, const VariantResult& result)
{
    ImportLog& log = m_builder.log();
    const RecordCounts& counts = result.counts;
    const auto note = [&log, &result](std::string_view code, std::int64_t count, std::string_view what) {
        if (count > 0) {
            log.add(code, Severity::Warning, std::string(what) + " (" + result.title + ").", std::nullopt,
                static_cast<std::uint64_t>(count));
        }
    };
    note("records-dropped", counts.dropped, "CUPTI dropped records");
    note("buffers-refused", static_cast<std::int64_t>(recording.gpu.refusedBuffers),
        "CUPTI wanted more buffers than the memory budget allows");
    note("unlinked", counts.unlinked, "GPU work has no launch in this recording");
    note("zero-timestamp", counts.zeroTimestamp, "CUPTI has no time for GPU work");
    note("before-launch", counts.beforeLaunch, "GPU work starts before its launch");
    note("memory-events-lost", static_cast<std::int64_t>(recording.memory.lost), "The memory log was full");
    note("memory-mismatch", static_cast<std::int64_t>(unseenChanges(recording.memory)),
        "The allocator's own figure differs from the sum of its events");
    for (const ThreadOps& thread : recording.ops) {
        note("ops-lost", static_cast<std::int64_t>(thread.lost), "The op log was full");
        note("unfinished-op",
            std::count_if(thread.ops.begin(), thread.ops.end(), [](const OpRecord& op) { return op.end == 0; }),
            "Operators were still open when recording stopped");
    }
    for (const std::string& problem : recording.gpu.problems) {
        log.add("recording", Severity::Warning, problem);
    }
}

TracePtr TraceAssembler::finish(Session session)
{
    const Ns wallNow =
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
            .count();
    m_builder.facts().epochNs = m_earliest == 0 ? 0 : wallNow - monotonicNs() + m_earliest;
    if (!m_memory.time.empty()) {
        m_builder.addCounter(std::move(m_memory));
    }
    if (!m_dramRate.time.empty()) {
        m_builder.addCounter(std::move(m_dramRate));
    }
    for (VariantResult& variant : session.variants) {
        if (variant.window.end
            == 0) { // not recorded: an empty range at the start, since finish() moves the origin there
            variant.window = { m_earliest, m_earliest };
        }
    }
    m_builder.setSession(std::move(session));
    return m_builder.finish();
}

} // namespace attnscope
