// SPDX-License-Identifier: GPL-3.0-or-later
// Which variants a trace holds and what each of them cost: the rows of the comparison, of `report` and of the variant row. A trace
// that is not a session of ours is one variant that covers the whole file. Pure functions of a Trace; any thread; O(spans).
#pragma once

#include "profiler/trace/trace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope {

/// One variant's part of a trace. GPU work belongs to the variant and step whose CPU range holds its launch, never by overlap in
/// time; GPU work without a known launch belongs to the variant whose window holds its start and to no step.
struct VariantView {
    std::string name, title;
    TimeRange window; ///< what the timeline shows for this variant
    std::vector<TimeRange> steps; ///< CPU ranges; empty when the trace has none
    std::vector<std::string> stepNames; ///< "step 2", same size
    const VariantResult* result = nullptr; ///< owned by the trace's session; null for foreign traces
};
[[nodiscard]] std::vector<VariantView> variantsOf(const Trace& trace);

/// GPU spans (kernel, memcpy, memset) that were launched inside [range), in start order. O(gpu spans · log).
[[nodiscard]] std::vector<SpanRef> gpuWorkLaunchedIn(const Trace& trace, TimeRange range);

/// Union of intervals, not a sum. Input need not be sorted.
[[nodiscard]] Ns unionLength(std::vector<TimeRange> ranges);

struct VariantSummary {
    VariantView view;
    bool ran = false; ///< false: refused, failed or cancelled; `note` says why
    bool isBaseline = false;
    std::string backend, note; ///< the note: whole sentences
    int steps = 0;
    /// Per forward; a whole number when every step agrees, else the mean. Empty where no GPU work was recorded, the last two also at
    /// level kernels.
    std::optional<double> kernelsPerForward, memcpyPerForward, memsetPerForward;
    std::optional<double> gpuUsMedian, gpuUsP10, gpuUsP90, cpuUsMedian; ///< timing pass, no profiler
    std::optional<double> recordedGpuUs; ///< busy time (union) of the median recorded step
    std::optional<double> recordedCpuUs; ///< CPU range of the median recorded step
    std::optional<double> tensorCorePercent; ///< Tensor Core kernels' share of the GPU time of the recorded steps
    std::optional<std::int64_t> peakMemoryBytes, nanCount, dramBytes;
    std::optional<double> maxAbsError, relativeError;
    std::optional<double> tflops; ///< matmulFlop(workload) / median time
    std::optional<double> speedup; ///< baseline's median time over this one's; GPU time on a GPU, CPU time else
    std::array<Ns, kRoleGroupCount>
        groupNs {}; ///< recorded, mean per forward: GPU time by group; CPU self time of ops by group when there is no GPU
    std::array<Ns, kRoleGroupCount> groupTensorNs {}; ///< of that, on Tensor Cores
    bool onGpu = false;
    /// False: it ran on a GPU, but nothing of what the GPU did is in the recording: groupNs says nothing.
    [[nodiscard]] bool hasRecordedWork() const { return ran && (!onGpu || kernelsPerForward.has_value()); }
    /// The time the comparison ranks by, µs: gpuUsMedian, recordedGpuUs, cpuUsMedian or recordedCpuUs, the first that is there.
    [[nodiscard]] std::optional<double> rankingUs() const;
};
/// One row a variant. `baseline` is a variant name; empty: "naive", else the first that ran.
[[nodiscard]] std::vector<VariantSummary> summarize(const Trace& trace, std::string_view baseline = {});

/// Marks the baseline (see summarize) and sets every speedup, for rows of several traces of one workload and device. False: no row
/// of that name ran, and nothing is changed.
bool compareWith(std::vector<VariantSummary>& summaries, std::string_view baseline);

} // namespace attnscope
