// SPDX-License-Identifier: GPL-3.0-or-later
// What a recording made by AttnScope says about itself: workload, device, versions and one result a variant.
// Stored in a file under the top-level key "attnscope". Plain values; no thread rule.
#pragma once

#include "profiler/kernels/occupancy.h"
#include "profiler/trace/result.h"
#include "profiler/trace/types.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope {

enum class DType : std::uint8_t { BFloat16, Float16, Float32 };
enum class MaskKind : std::uint8_t { None, Causal, Padding };
enum class Direction : std::uint8_t { Forward, Training };
/// What a recording collects, each level on top of the one before: the GPU's kernels; its copies and fills, and the calls that launch
/// all of these; the operators that make these calls; their inputs' types and shapes and what the allocator does. What is collected
/// costs time (VariantResult::recordingOverhead).
enum class RecordLevel : std::uint8_t { Kernels, Api, Ops, Full };

/// "bf16", "fp16", "fp32"
[[nodiscard]] std::string_view toString(DType value);
/// "none", "causal", "padding"
[[nodiscard]] std::string_view toString(MaskKind value);
/// "forward", "training"
[[nodiscard]] std::string_view toString(Direction value);
/// "kernels", "api", "ops", "full"
[[nodiscard]] std::string_view toString(RecordLevel value);
[[nodiscard]] std::optional<DType> parseDType(std::string_view text);
[[nodiscard]] std::optional<MaskKind> parseMask(std::string_view text);
[[nodiscard]] std::optional<Direction> parseDirection(std::string_view text);
[[nodiscard]] std::optional<RecordLevel> parseRecordLevel(std::string_view text);
[[nodiscard]] std::int64_t bytesOf(DType value);

/// One attention call: q [batch, heads, seq, headDim], k and v [batch, kvHeads, kvSeq, headDim].
struct Workload {
    std::int64_t batch = 8;
    std::int64_t heads = 16;
    std::int64_t kvHeads = 16;
    std::int64_t seq = 1024;
    std::int64_t kvSeq = 1024;
    std::int64_t headDim = 64;
    DType dtype = DType::BFloat16;
    MaskKind mask = MaskKind::Causal;
    Direction direction = Direction::Forward;
    std::int64_t layers = 1;
    double dropout = 0.0;
    friend bool operator==(const Workload&, const Workload&) = default;
};

/// Bytes of one score matrix [batch, heads, seq, kvSeq] in the workload's dtype.
[[nodiscard]] std::int64_t scoreBytes(const Workload& workload);
/// Floating-point operations of the two matmuls of all layers: 4·batch·heads·seq·kvSeq·headDim, mask not subtracted.
[[nodiscard]] double matmulFlop(const Workload& workload);

/// A problem with one field: the command line's option name ("--seq"), and a sentence.
struct WorkloadProblem {
    std::string option;
    std::string message;
};
/// Empty when the workload makes sense (positive sizes, heads a multiple of kvHeads, …). Says nothing about a device.
[[nodiscard]] std::vector<WorkloadProblem> validate(const Workload& workload);

/// Where it ran. For the CPU only kind, name and cpuThreads are set.
struct DeviceInfo {
    std::string kind = "cpu"; ///< "cpu" or "cuda"
    int index = 0;
    std::string name; ///< "NVIDIA H200", or the CPU's model
    int cpuThreads = 0;
    std::string driver; ///< driver version text, e.g. "580.159.03"
    std::int64_t memoryBytes = 0;
    std::optional<DeviceLimits> limits; ///< what occupancy needs
};

struct Versions {
    std::string attnscope, torch, cuda, cudnn, cupti;
};

/// Microseconds over many iterations without the profiler.
struct TimingStats {
    double medianUs = 0;
    double p10Us = 0;
    double p90Us = 0;
    int iterations = 0;
};

enum class VariantStatus : std::uint8_t { Done, Refused, Failed, Cancelled };
[[nodiscard]] std::string_view toString(VariantStatus value);

/// Completeness of a variant's GPU records ("n of m launches matched").
struct RecordCounts {
    std::int64_t launches = 0; ///< successful launch, copy and fill API calls in the recorded steps
    std::int64_t matched = 0; ///< of these, with at least one GPU record
    std::int64_t gpuEvents = 0;
    std::int64_t unlinked = 0; ///< GPU records without API record
    std::int64_t zeroTimestamp = 0;
    std::int64_t dropped = 0; ///< records CUPTI says it dropped
    std::int64_t beforeLaunch = 0; ///< GPU records that start before their launch
};

struct VariantResult {
    std::string name; ///< naive inplace math efficient flash cudnn auto, or that of a custom variant
    std::string title; ///< "in-place", "cuDNN", …
    VariantStatus status = VariantStatus::Done;
    std::vector<std::string> reasons; ///< why refused or failed, one sentence each
    std::string backend; ///< what really ran: "cudnn", "flash", "math", "efficient", "none" (plain PyTorch)
    TimeRange window; ///< everything of this variant, warm-up under recording included
    std::vector<TimeRange> steps; ///< CPU range of each recorded step
    std::optional<TimingStats> gpuTiming; ///< CUDA events, whole forward
    std::optional<TimingStats> cpuTiming; ///< steady clock: the CPU time to launch (CUDA) or to compute (CPU)
    std::optional<std::int64_t>
        peakMemoryBytes; ///< allocator peak over a forward minus what was allocated before it; empty on the CPU
    std::optional<double> maxAbsError; ///< against the fp64 reference on the same inputs
    std::optional<double> relativeError; ///< Frobenius norm of the difference over that of the reference
    std::optional<std::int64_t> nanCount;
    std::optional<std::int64_t> dramBytes; ///< read and written by one forward, from the counter pass
    std::optional<double>
        recordingOverhead; ///< recorded over unrecorded time of the same forward, taken in turn, minus 1
    std::optional<std::int64_t>
        recordedPeakBytes; ///< most the allocator held in a recorded step, minus what it held at its start
    RecordCounts counts;
};

/// The "attnscope" object of a session file.
struct Session {
    int formatVersion = 1;
    Workload workload;
    DeviceInfo device;
    Versions versions;
    int warmup = 3;
    int stepCount = 3;
    int timingIterations = 0;
    RecordLevel level = RecordLevel::Full;
    std::uint64_t seed = 0;
    std::optional<std::int64_t> profilerMemoryBytes; ///< GPU memory that recording itself took; no variant's
    std::string recordedAt; ///< ISO 8601, UTC
    std::vector<std::string> notes; ///< what the recorder could not do, one sentence each
    std::vector<VariantResult> variants;
};

/// JSON text of the "attnscope" object; parse is its inverse. Times in integer ns relative to the trace start.
[[nodiscard]] std::string sessionToJson(const Session& session);
[[nodiscard]] Result<Session> sessionFromJson(std::string_view json);

struct VariantName {
    std::string_view name, title, subtitle;
};
/// The seven built-in variants in their fixed order: name, title ("in-place"), subtitle ("SDPA, pinned").
inline constexpr std::array<VariantName, 7> kVariants { {
    { "naive", "naive", "plain PyTorch" },
    { "inplace", "in-place", "masked_fill_" },
    { "math", "math", "SDPA, pinned" },
    { "efficient", "efficient", "SDPA, pinned" },
    { "flash", "flash", "SDPA, pinned" },
    { "cudnn", "cuDNN", "SDPA, pinned" },
    { "auto", "auto", "SDPA chooses" },
} };
/// The built-in variant of that name; null: there is none.
[[nodiscard]] const VariantName* builtInVariant(std::string_view name);

} // namespace attnscope
