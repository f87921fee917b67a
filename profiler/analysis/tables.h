// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the kernel and op tables: what `kernels --csv` prints and the Kernels and Ops tabs show. Pure; any thread.
#pragma once

#include "profiler/analysis/variants.h"
#include "profiler/kernels/occupancy.h"
#include "profiler/kernels/verdict.h"
#include "profiler/trace/trace.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attnscope {

/// One GPU span. Empty optionals: not known.
struct KernelRow {
    SpanRef span;
    std::string variant;
    int step = -1; ///< index into the variant's steps, -1: outside the recorded steps
    std::int64_t index = 0; ///< order of start inside its step, from 0
    const DecodedKernel* decoded = nullptr; ///< owned by the trace
    LaunchFacts facts;
    Verdict verdict; ///< the unit by the best evidence there is; for copies and fills none
    Occupancy occupancy;
    std::optional<SpanRef> api, op;
    std::optional<Ns> launchLatency; ///< kernel start − API start
};
/// All GPU work of the variant (empty name: of the whole trace), in start order; warm-up launches have step −1 and are left out
/// unless includeWarmup. A row is some 700 bytes. `cancel` may be null; once it is set, the rows so far come back.
[[nodiscard]] std::vector<KernelRow> kernelRows(const Trace& trace, const VariantView& variant,
    bool includeWarmup = false, const std::atomic<bool>* cancel = nullptr);
/// Those of the work that starts in [range), warm-up or not; `index` counts the whole step, as above.
[[nodiscard]] std::vector<KernelRow> kernelRows(
    const Trace& trace, const VariantView& variant, TimeRange range, const std::atomic<bool>* cancel = nullptr);
/// How many rows kernelRows() would give, without making them.
[[nodiscard]] std::int64_t kernelRowCount(const Trace& trace, const VariantView& variant);
[[nodiscard]] std::int64_t kernelRowCount(const Trace& trace, const VariantView& variant, TimeRange range);

/// Facts for the inspector about any GPU span.
[[nodiscard]] KernelRow kernelRow(const Trace& trace, SpanRef gpuSpan);

/// Kernels or ops grouped by name.
struct NameStatistics {
    std::string name; ///< full
    std::string label;
    RoleGroup group = RoleGroup::Other;
    std::string role; ///< as decoded; empty for ops
    MathUnit mathUnit = MathUnit::Unknown; ///< by the best evidence among its launches
    EvidenceKind evidence = EvidenceKind::Name;
    std::int64_t count = 0;
    Ns total = 0, self = 0, min = 0, max = 0; ///< self: without nested children (ops); = total for kernels
    double mean = 0, share = 0; ///< share of the total self time, 0..1
    SpanRef first, longest;
};
[[nodiscard]] std::vector<NameStatistics> kernelStatistics(const Trace& trace, const VariantView& variant);
/// Of the work that starts in [range), whatever step launched it; ranges that adjoin count every launch once.
[[nodiscard]] std::vector<NameStatistics> kernelStatistics(
    const Trace& trace, const VariantView& variant, TimeRange range);
[[nodiscard]] std::vector<NameStatistics> opStatistics(const Trace& trace, const VariantView& variant);
/// Of the operators that start in [range), warm-up or not.
[[nodiscard]] std::vector<NameStatistics> opStatistics(const Trace& trace, const VariantView& variant, TimeRange range);

} // namespace attnscope
