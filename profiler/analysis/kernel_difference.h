// SPDX-License-Identifier: GPL-3.0-or-later
// Two traces compared kernel by kernel: what the one spends on each name against what the other does. GPU copies and fills count
// as kernels, unless one side is a recording of level kernels, which has none. Pure; any thread.
// O(gpu spans · log spans + names · length).
#pragma once

#include "profiler/analysis/variants.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attnscope {

struct KernelDifferenceOptions {
    bool byLabel = false; ///< rows by decoded label ("GEMM 256x128 bf16") instead of the full name
    bool perStep = false; ///< counts and totals of one step; needs steps on both sides, else of the whole
};

/// What one side spends on a name.
struct KernelCost {
    double count = 0; ///< launches; of one step when normalised
    double total = 0; ///< ns; of one step when normalised
    double mean = 0; ///< ns of one launch
    SpanRef longest; ///< meaningful when count > 0

    [[nodiscard]] bool isThere() const { return count > 0; }
};

struct KernelDifferenceRow {
    std::string name; ///< readable full name, or the label when rows are by label
    std::string label;
    RoleGroup group = RoleGroup::Other;
    MathUnit mathUnit = MathUnit::Unknown;
    KernelCost a, b;

    [[nodiscard]] bool isOnlyInA() const { return !b.isThere(); }
    [[nodiscard]] bool isOnlyInB() const { return !a.isThere(); }
    [[nodiscard]] double difference() const { return b.total - a.total; } ///< ns; negative: b spends less
    /// b's total over a's; empty where a side does not have it.
    [[nodiscard]] std::optional<double> ratio() const;
};

struct KernelDifference {
    std::vector<KernelDifferenceRow> rows; ///< the largest difference of the totals first, whichever its sign
    bool perStep = false; ///< what was really done
    std::size_t stepsA = 0, stepsB = 0;
    double totalA = 0, totalB = 0; ///< ns, sums of the rows

    [[nodiscard]] bool canBePerStep() const { return stepsA > 0 && stepsB > 0; }
};

[[nodiscard]] KernelDifference compareKernels(const Trace& a, const VariantView& variantA, const Trace& b,
    const VariantView& variantB, const KernelDifferenceOptions& options = {});

/// The variants of a and b that belong together: those of one name, or the only one of each. Empty when nothing does.
[[nodiscard]] std::vector<std::pair<VariantView, VariantView>> pairVariants(
    const std::vector<VariantView>& a, const std::vector<VariantView>& b);

/// The spans that a row of that name (or label) speaks of, in start order.
[[nodiscard]] std::vector<SpanRef> kernelSpans(
    const Trace& trace, const VariantView& variant, std::string_view name, bool byLabel);

} // namespace attnscope
