// SPDX-License-Identifier: GPL-3.0-or-later
// The small vocabulary of a trace: time, names, kinds, references. Plain values; no thread rule.
#pragma once

#include <string_view> // first: Qt's moc cannot parse <concepts> when <compare> is the first to include it

#include <compare>
#include <cstdint>

namespace attnscope {

/// Nanoseconds; inside a Trace relative to its start (the earliest valid event), never an epoch.
using Ns = std::int64_t;

/// Index of an interned string in a Trace's NameTable.
using NameId = std::uint32_t;

/// What a span is. Decided at import from `cat` (and for steps from the name), at recording by the recorder.
enum class SpanKind : std::uint8_t {
    Op, ///< cpu_op: an aten operator
    Annotation, ///< user_annotation / record_function
    Step, ///< ProfilerStep#N
    Python, ///< python_function
    ApiRuntime, ///< cuda_runtime (and hip/xpu runtime)
    ApiDriver, ///< cuda_driver
    Kernel, ///< kernel
    Memcpy, ///< gpu_memcpy
    Memset, ///< gpu_memset
    Sync, ///< cuda_sync: waiting, not GPU work
    GpuAnnotation, ///< gpu_user_annotation
    Overhead, ///< profiler overhead
    Instant, ///< i / I events, zero length
    Async, ///< b/e pairs
    Other,
};
[[nodiscard]] std::string_view toString(SpanKind kind);
/// The "cat" that today's Kineto gives such events: "cpu_op", "kernel"; "other" where it has none.
[[nodiscard]] std::string_view usualCategory(SpanKind kind);

/// True for what occupies a GPU: kernels, copies, fills.
[[nodiscard]] constexpr bool isGpuWork(SpanKind kind)
{
    return kind == SpanKind::Kernel || kind == SpanKind::Memcpy || kind == SpanKind::Memset;
}
[[nodiscard]] constexpr bool isApi(SpanKind kind)
{
    return kind == SpanKind::ApiRuntime || kind == SpanKind::ApiDriver;
}

enum class LaneKind : std::uint8_t {
    CpuThread, ///< ops, annotations, python functions of one thread
    CudaApi, ///< API calls of one thread (same pid and tid as its CpuThread lane)
    GpuStream, ///< kernels, copies, fills, syncs of one stream
    GpuAnnotation, ///< gpu_user_annotation of one stream
    Instants, ///< process- or global-scoped instants, memory events
    Other, ///< whatever has no better place (overhead, spans of other programs)
};

/// One span: lane index in Trace::lanes(), index in that lane's columns.
struct SpanRef {
    std::uint32_t lane = 0;
    std::uint32_t index = 0;
    friend auto operator<=>(const SpanRef&, const SpanRef&) = default;
};

/// Half-open time range [begin, end).
struct TimeRange {
    Ns begin = 0;
    Ns end = 0;
    [[nodiscard]] Ns length() const { return end - begin; }
    [[nodiscard]] bool contains(Ns t) const { return t >= begin && t < end; }
    friend bool operator==(const TimeRange&, const TimeRange&) = default;
};

namespace SpanFlag {
inline constexpr std::uint8_t kUnfinished = 1; ///< no end seen: drawn to the window's end, left out of sums
inline constexpr std::uint8_t kBadTime = 2; ///< timestamp 0 or impossible: listed, not drawn on the axis
inline constexpr std::uint8_t kOverlap = 4; ///< shown on an extra row because it crosses a neighbour
inline constexpr std::uint8_t kClockSkew = 8; ///< GPU work that starts before its launch
inline constexpr std::uint8_t kNegativeDuration = 16;
inline constexpr std::uint8_t kPaired = 32; ///< made of a begin and an end event (B, E) of the file
inline constexpr std::uint8_t kLaunchArrow = 64; ///< the file draws an arrow from this API call, or to this GPU work
inline constexpr std::uint8_t kClipped = 128; ///< ran far beyond its parent's end and was cut there
} // namespace SpanFlag

} // namespace attnscope
