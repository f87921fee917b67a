// SPDX-License-Identifier: GPL-3.0-or-later
// The "attnscope" object of a session file. A reader of an older format keeps the defaults of fields it does not find.
#include "profiler/trace/session.h"

#include "profiler/trace/json_number.h"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include <tuple>
#include <type_traits>

namespace attnscope {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kNewestFormat = 1;

template<typename Owner, typename Field>
struct Member {
    const char* key;
    Field Owner::*field;
};
template<typename Owner, typename Field>
constexpr Member<Owner, Field> member(const char* key, Field Owner::*field)
{
    return { key, field };
}

// What a file holds of each structure, in its order there: read and written from the same list.
template<typename T>
inline constexpr std::tuple<> kMembers;

template<>
inline constexpr auto kMembers<Workload> = std::tuple { member("batch", &Workload::batch),
    member("heads", &Workload::heads), member("kv_heads", &Workload::kvHeads), member("seq", &Workload::seq),
    member("kv_seq", &Workload::kvSeq), member("head_dim", &Workload::headDim), member("dtype", &Workload::dtype),
    member("mask", &Workload::mask), member("direction", &Workload::direction), member("layers", &Workload::layers),
    member("dropout", &Workload::dropout) };

template<>
inline constexpr auto kMembers<DeviceLimits> = std::tuple { member("cc_major", &DeviceLimits::ccMajor),
    member("cc_minor", &DeviceLimits::ccMinor), member("sm_count", &DeviceLimits::smCount),
    member("max_threads_per_sm", &DeviceLimits::maxThreadsPerSm),
    member("max_threads_per_block", &DeviceLimits::maxThreadsPerBlock), member("regs_per_sm", &DeviceLimits::regsPerSm),
    member("regs_per_block", &DeviceLimits::regsPerBlock), member("warp_size", &DeviceLimits::warpSize),
    member("shared_per_sm", &DeviceLimits::sharedPerSm), member("shared_per_block", &DeviceLimits::sharedPerBlock),
    member("shared_per_block_optin", &DeviceLimits::sharedPerBlockOptin),
    member("reserved_shared_per_block", &DeviceLimits::reservedSharedPerBlock),
    member("max_blocks_per_sm", &DeviceLimits::maxBlocksPerSm) };

template<>
inline constexpr auto kMembers<DeviceInfo> = std::tuple { member("kind", &DeviceInfo::kind),
    member("index", &DeviceInfo::index), member("name", &DeviceInfo::name),
    member("cpu_threads", &DeviceInfo::cpuThreads), member("driver", &DeviceInfo::driver),
    member("memory_bytes", &DeviceInfo::memoryBytes), member("limits", &DeviceInfo::limits) };

template<>
inline constexpr auto kMembers<Versions> =
    std::tuple { member("attnscope", &Versions::attnscope), member("torch", &Versions::torch),
        member("cuda", &Versions::cuda), member("cudnn", &Versions::cudnn), member("cupti", &Versions::cupti) };

template<>
inline constexpr auto kMembers<TimingStats> =
    std::tuple { member("median_us", &TimingStats::medianUs), member("p10_us", &TimingStats::p10Us),
        member("p90_us", &TimingStats::p90Us), member("iterations", &TimingStats::iterations) };

template<>
inline constexpr auto kMembers<RecordCounts> = std::tuple { member("launches", &RecordCounts::launches),
    member("matched", &RecordCounts::matched), member("gpu_events", &RecordCounts::gpuEvents),
    member("unlinked", &RecordCounts::unlinked), member("zero_timestamp", &RecordCounts::zeroTimestamp),
    member("dropped", &RecordCounts::dropped), member("before_launch", &RecordCounts::beforeLaunch) };

template<>
inline constexpr auto kMembers<VariantResult> = std::tuple { member("name", &VariantResult::name),
    member("title", &VariantResult::title), member("status", &VariantResult::status),
    member("reasons", &VariantResult::reasons), member("backend", &VariantResult::backend),
    member("window", &VariantResult::window), member("steps", &VariantResult::steps),
    member("gpu_timing", &VariantResult::gpuTiming), member("cpu_timing", &VariantResult::cpuTiming),
    member("peak_memory_bytes", &VariantResult::peakMemoryBytes), member("max_abs_error", &VariantResult::maxAbsError),
    member("relative_error", &VariantResult::relativeError), member("nan_count", &VariantResult::nanCount),
    member("dram_bytes", &VariantResult::dramBytes), member("recording_overhead", &VariantResult::recordingOverhead),
    member("recorded_peak_bytes", &VariantResult::recordedPeakBytes), member("counts", &VariantResult::counts) };

template<>
inline constexpr auto kMembers<Session> = std::tuple { member("format_version", &Session::formatVersion),
    member("workload", &Session::workload), member("device", &Session::device), member("versions", &Session::versions),
    member("warmup", &Session::warmup), member("step_count", &Session::stepCount),
    member("timing_iterations", &Session::timingIterations), member("level", &Session::level),
    member("seed", &Session::seed), member("recorded_at", &Session::recordedAt), member("notes", &Session::notes),
    member("variants", &Session::variants), member("profiler_memory_bytes", &Session::profilerMemoryBytes) };

template<typename T>
concept Structure = std::tuple_size_v<std::remove_cvref_t<decltype(kMembers<T>)>>
!= 0;

template<typename T>
inline constexpr bool kIsOptional = false;
template<typename T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

template<typename T>
inline constexpr bool kIsList = false;
template<typename T>
inline constexpr bool kIsList<std::vector<T>> = true;

template<typename T>
Json toJson(const T& value)
{
    if constexpr (Structure<T>) {
        Json object = Json::object();
        auto put = [&object, &value](const auto& entry) {
            const auto& field = value.*entry.field;
            if constexpr (kIsOptional<std::remove_cvref_t<decltype(field)>>) {
                if (field) { // what is not known is left out
                    object[entry.key] = toJson(*field);
                }
            } else {
                object[entry.key] = toJson(field);
            }
        };
        std::apply([&put](const auto&... entries) { (put(entries), ...); }, kMembers<T>);
        return object;
    } else if constexpr (kIsList<T>) {
        Json list = Json::array();
        for (const auto& element : value) {
            list.push_back(toJson(element));
        }
        return list;
    } else if constexpr (std::is_same_v<T, TimeRange>) {
        return Json::array({ value.begin, value.end });
    } else if constexpr (std::is_enum_v<T>) {
        return toString(value);
    } else {
        return value;
    }
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

template<typename T>
std::optional<T> parseEnum(std::string_view text)
{
    if constexpr (std::is_same_v<T, DType>) {
        return parseDType(text);
    } else if constexpr (std::is_same_v<T, MaskKind>) {
        return parseMask(text);
    } else if constexpr (std::is_same_v<T, Direction>) {
        return parseDirection(text);
    } else if constexpr (std::is_same_v<T, RecordLevel>) {
        return parseRecordLevel(text);
    } else {
        return parseStatus(text);
    }
}

template<typename T>
T wholeNumber(const Json& json, const char* key)
{
    const auto number = numberOf<T>(json);
    if (!number) {
        throw std::invalid_argument(
            fmt::format("{} is no number, or too large a number, for \"{}\"", json.dump().substr(0, 40), key));
    }
    return *number;
}

// What is missing or null keeps its value; what is of the wrong type throws.
template<typename T>
void fromJson(const Json& json, const char* key, T& value)
{
    if (json.is_null()) {
        return;
    }
    if constexpr (Structure<T>) {
        auto get = [&json, &value](const auto& entry) {
            if (const auto found = json.find(entry.key); found != json.end()) {
                fromJson(*found, entry.key, value.*entry.field);
            }
        };
        std::apply([&get](const auto&... entries) { (get(entries), ...); }, kMembers<T>);
        if constexpr (std::is_same_v<T, Workload>) {
            value.kvHeads = json.contains("kv_heads") ? value.kvHeads : value.heads;
            value.kvSeq = json.contains("kv_seq") ? value.kvSeq : value.seq;
        }
    } else if constexpr (kIsOptional<T>) {
        fromJson(json, key, value.emplace());
    } else if constexpr (kIsList<T>) {
        value.clear();
        for (const Json& element : json) {
            fromJson(element, key, value.emplace_back());
        }
    } else if constexpr (std::is_same_v<T, TimeRange>) {
        value = { wholeNumber<Ns>(json.at(0), key), wholeNumber<Ns>(json.at(1), key) };
    } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
        value = wholeNumber<T>(json, key);
    } else if constexpr (std::is_enum_v<T>) {
        const auto text = json.get<std::string>();
        const auto parsed = text.empty() ? value : parseEnum<T>(text);
        if (!parsed) {
            throw std::invalid_argument(fmt::format("\"{}\" is not a known {}", text, key));
        }
        value = *parsed;
    } else {
        json.get_to(value);
    }
}

} // namespace

std::string sessionToJson(const Session& session)
{
    // Text from drivers and other programs need not be UTF-8; a file that cannot be read again would be worse than a '?'.
    return toJson(session).dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<Session> sessionFromJson(std::string_view json)
{
    try {
        Json j = Json::parse(json);
        if (!j.is_object()) {
            return Error { ErrorKind::Input, "The \"attnscope\" part is not an object." };
        }
        Session session;
        fromJson(j, "attnscope", session);
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
