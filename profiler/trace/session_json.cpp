// SPDX-License-Identifier: GPL-3.0-or-later
// The "attnscope" object of a session file. A reader of an older format keeps the defaults of fields it does not find.
#include "profiler/trace/session.h"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace attnscope {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kNewestFormat = 1;

template<typename T>
void put(Json& object, const char* key, const std::optional<T>& value)
{
    if (value) {
        object[key] = *value;
    }
}

/// A field that is missing or null keeps its default; one of the wrong type throws Json::exception.
template<typename T>
void get(const Json& object, const char* key, T& value)
{
    if (auto found = object.find(key); found != object.end() && !found->is_null()) {
        found->get_to(value);
    }
}

template<typename T>
void get(const Json& object, const char* key, std::optional<T>& value)
{
    if (auto found = object.find(key); found != object.end() && !found->is_null()) {
        value = found->get<T>();
    }
}

const Json& child(const Json& object, const char* key)
{
    static const Json kEmpty = Json::object();
    auto found = object.find(key);
    return found == object.end() || found->is_null() ? kEmpty : *found;
}

Json toJson(const Workload& w)
{
    return { { "batch", w.batch }, { "heads", w.heads }, { "kv_heads", w.kvHeads }, { "seq", w.seq },
        { "kv_seq", w.kvSeq }, { "head_dim", w.headDim }, { "dtype", toString(w.dtype) }, { "mask", toString(w.mask) },
        { "direction", toString(w.direction) }, { "layers", w.layers }, { "dropout", w.dropout } };
}

template<typename T, typename Parse>
void getNamed(const Json& object, const char* key, T& value, Parse parse)
{
    std::string text;
    get(object, key, text);
    if (text.empty()) {
        return;
    }
    auto parsed = parse(text);
    if (!parsed) {
        throw std::invalid_argument(fmt::format("\"{}\" is not a known {}", text, key));
    }
    value = *parsed;
}

Workload workloadFrom(const Json& j)
{
    Workload w;
    get(j, "batch", w.batch);
    get(j, "heads", w.heads);
    w.kvHeads = w.heads;
    get(j, "kv_heads", w.kvHeads);
    get(j, "seq", w.seq);
    w.kvSeq = w.seq;
    get(j, "kv_seq", w.kvSeq);
    get(j, "head_dim", w.headDim);
    getNamed(j, "dtype", w.dtype, parseDType);
    getNamed(j, "mask", w.mask, parseMask);
    getNamed(j, "direction", w.direction, parseDirection);
    get(j, "layers", w.layers);
    get(j, "dropout", w.dropout);
    return w;
}

Json toJson(const DeviceLimits& l)
{
    return { { "cc_major", l.ccMajor }, { "cc_minor", l.ccMinor }, { "sm_count", l.smCount },
        { "max_threads_per_sm", l.maxThreadsPerSm }, { "max_threads_per_block", l.maxThreadsPerBlock },
        { "regs_per_sm", l.regsPerSm }, { "regs_per_block", l.regsPerBlock }, { "warp_size", l.warpSize },
        { "shared_per_sm", l.sharedPerSm }, { "shared_per_block", l.sharedPerBlock },
        { "shared_per_block_optin", l.sharedPerBlockOptin }, { "reserved_shared_per_block", l.reservedSharedPerBlock },
        { "max_blocks_per_sm", l.maxBlocksPerSm } };
}

DeviceLimits limitsFrom(const Json& j)
{
    DeviceLimits l;
    get(j, "cc_major", l.ccMajor);
    get(j, "cc_minor", l.ccMinor);
    get(j, "sm_count", l.smCount);
    get(j, "max_threads_per_sm", l.maxThreadsPerSm);
    get(j, "max_threads_per_block", l.maxThreadsPerBlock);
    get(j, "regs_per_sm", l.regsPerSm);
    get(j, "regs_per_block", l.regsPerBlock);
    get(j, "warp_size", l.warpSize);
    get(j, "shared_per_sm", l.sharedPerSm);
    get(j, "shared_per_block", l.sharedPerBlock);
    get(j, "shared_per_block_optin", l.sharedPerBlockOptin);
    get(j, "reserved_shared_per_block", l.reservedSharedPerBlock);
    get(j, "max_blocks_per_sm", l.maxBlocksPerSm);
    return l;
}

Json toJson(const DeviceInfo& d)
{
    Json j = { { "kind", d.kind }, { "index", d.index }, { "name", d.name }, { "cpu_threads", d.cpuThreads },
        { "driver", d.driver }, { "memory_bytes", d.memoryBytes } };
    if (d.limits) {
        j["limits"] = toJson(*d.limits);
    }
    return j;
}

DeviceInfo deviceFrom(const Json& j)
{
    DeviceInfo d;
    get(j, "kind", d.kind);
    get(j, "index", d.index);
    get(j, "name", d.name);
    get(j, "cpu_threads", d.cpuThreads);
    get(j, "driver", d.driver);
    get(j, "memory_bytes", d.memoryBytes);
    if (j.contains("limits") && !j["limits"].is_null()) {
        d.limits = limitsFrom(j["limits"]);
    }
    return d;
}

Json toJson(const TimeRange& r)
{
    return Json::array({ r.begin, r.end });
}

TimeRange rangeFrom(const Json& j)
{
    return { j.at(0).get<Ns>(), j.at(1).get<Ns>() };
}

Json toJson(const TimingStats& t)
{
    return { { "median_us", t.medianUs }, { "p10_us", t.p10Us }, { "p90_us", t.p90Us },
        { "iterations", t.iterations } };
}

std::optional<TimingStats> timingFrom(const Json& parent, const char* key)
{
    const Json& j = child(parent, key);
    if (j.empty()) {
        return std::nullopt;
    }
    TimingStats t;
    get(j, "median_us", t.medianUs);
    get(j, "p10_us", t.p10Us);
    get(j, "p90_us", t.p90Us);
    get(j, "iterations", t.iterations);
    return t;
}

Json toJson(const RecordCounts& c)
{
    return { { "launches", c.launches }, { "matched", c.matched }, { "gpu_events", c.gpuEvents },
        { "unlinked", c.unlinked }, { "zero_timestamp", c.zeroTimestamp }, { "dropped", c.dropped },
        { "before_launch", c.beforeLaunch } };
}

RecordCounts countsFrom(const Json& j)
{
    RecordCounts c;
    get(j, "launches", c.launches);
    get(j, "matched", c.matched);
    get(j, "gpu_events", c.gpuEvents);
    get(j, "unlinked", c.unlinked);
    get(j, "zero_timestamp", c.zeroTimestamp);
    get(j, "dropped", c.dropped);
    get(j, "before_launch", c.beforeLaunch);
    return c;
}

std::optional<VariantStatus> parseStatus(std::string_view text)
{
    for (auto status :
        { VariantStatus::Done, VariantStatus::Refused, VariantStatus::Failed, VariantStatus::Cancelled }) {
        if (toString(status) == text) {
            return status;
        }
    }
    return std::nullopt;
}

Json toJson(const VariantResult& v)
{
    Json steps = Json::array();
    for (const TimeRange& step : v.steps) {
        steps.push_back(toJson(step));
    }
    Json j = { { "name", v.name }, { "title", v.title }, { "status", toString(v.status) }, { "reasons", v.reasons },
        { "backend", v.backend }, { "window", toJson(v.window) }, { "steps", std::move(steps) } };
    if (v.gpuTiming) {
        j["gpu_timing"] = toJson(*v.gpuTiming);
    }
    if (v.cpuTiming) {
        j["cpu_timing"] = toJson(*v.cpuTiming);
    }
    put(j, "peak_memory_bytes", v.peakMemoryBytes);
    put(j, "max_abs_error", v.maxAbsError);
    put(j, "relative_error", v.relativeError);
    put(j, "nan_count", v.nanCount);
    put(j, "dram_bytes", v.dramBytes);
    put(j, "recording_overhead", v.recordingOverhead);
    put(j, "recorded_peak_bytes", v.recordedPeakBytes);
    j["counts"] = toJson(v.counts);
    return j;
}

VariantResult variantFrom(const Json& j)
{
    VariantResult v;
    get(j, "name", v.name);
    get(j, "title", v.title);
    getNamed(j, "status", v.status, parseStatus);
    get(j, "reasons", v.reasons);
    get(j, "backend", v.backend);
    if (j.contains("window")) {
        v.window = rangeFrom(j["window"]);
    }
    for (const Json& step : child(j, "steps")) {
        v.steps.push_back(rangeFrom(step));
    }
    v.gpuTiming = timingFrom(j, "gpu_timing");
    v.cpuTiming = timingFrom(j, "cpu_timing");
    get(j, "peak_memory_bytes", v.peakMemoryBytes);
    get(j, "max_abs_error", v.maxAbsError);
    get(j, "relative_error", v.relativeError);
    get(j, "nan_count", v.nanCount);
    get(j, "dram_bytes", v.dramBytes);
    get(j, "recording_overhead", v.recordingOverhead);
    get(j, "recorded_peak_bytes", v.recordedPeakBytes);
    v.counts = countsFrom(child(j, "counts"));
    return v;
}

Session sessionFrom(const Json& j)
{
    Session s;
    get(j, "format_version", s.formatVersion);
    s.workload = workloadFrom(child(j, "workload"));
    s.device = deviceFrom(child(j, "device"));
    const Json& versions = child(j, "versions");
    get(versions, "attnscope", s.versions.attnscope);
    get(versions, "torch", s.versions.torch);
    get(versions, "cuda", s.versions.cuda);
    get(versions, "cudnn", s.versions.cudnn);
    get(versions, "cupti", s.versions.cupti);
    get(j, "warmup", s.warmup);
    get(j, "step_count", s.stepCount);
    get(j, "timing_iterations", s.timingIterations);
    getNamed(j, "level", s.level, parseRecordLevel);
    get(j, "seed", s.seed);
    get(j, "profiler_memory_bytes", s.profilerMemoryBytes);
    get(j, "recorded_at", s.recordedAt);
    get(j, "notes", s.notes);
    for (const Json& variant : child(j, "variants")) {
        s.variants.push_back(variantFrom(variant));
    }
    return s;
}

} // namespace

std::string sessionToJson(const Session& session)
{
    Json variants = Json::array();
    for (const VariantResult& variant : session.variants) {
        variants.push_back(toJson(variant));
    }
    const Versions& v = session.versions;
    Json j = { { "format_version", session.formatVersion }, { "workload", toJson(session.workload) },
        { "device", toJson(session.device) },
        { "versions",
            { { "attnscope", v.attnscope }, { "torch", v.torch }, { "cuda", v.cuda }, { "cudnn", v.cudnn },
                { "cupti", v.cupti } } },
        { "warmup", session.warmup }, { "step_count", session.stepCount },
        { "timing_iterations", session.timingIterations }, { "level", toString(session.level) },
        { "seed", session.seed }, { "recorded_at", session.recordedAt }, { "notes", session.notes },
        { "variants", std::move(variants) } };
    put(j, "profiler_memory_bytes", session.profilerMemoryBytes);
    // Text from drivers and other programs need not be UTF-8; a file that cannot be read again would be worse than a '?'.
    return j.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<Session> sessionFromJson(std::string_view json)
{
    try {
        Json j = Json::parse(json);
        if (!j.is_object()) {
            return Error { ErrorKind::Input, "The \"attnscope\" part is not an object." };
        }
        Session session = sessionFrom(j);
        if (session.formatVersion > kNewestFormat) {
            return Error { ErrorKind::Input,
                fmt::format("The \"attnscope\" part has format {}, this version reads up to {}.", session.formatVersion,
                    kNewestFormat) };
        }
        return session;
    } catch (const std::exception& problem) {
        return Error { ErrorKind::Input, fmt::format("The \"attnscope\" part cannot be read: {}.", problem.what()) };
    }
}

} // namespace attnscope
