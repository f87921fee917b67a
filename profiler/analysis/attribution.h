// SPDX-License-Identifier: GPL-3.0-or-later
// Which GPU work belongs to which variant and step: by its launch, never by overlap in time. Pure; any thread;
// O(gpu spans · log spans).
#pragma once

#include "profiler/analysis/variants.h"
#include "profiler/trace/trace.h"

#include <optional>
#include <vector>

namespace attnscope {

struct AttributedWork {
    SpanRef span;
    std::optional<SpanRef> api; ///< the launch; empty when the recording does not hold it
    int step = -1; ///< index into the variant's steps; -1: launched outside them, or by an unknown launch
};

/// Where one GPU span belongs, or nothing when it is not the variant's. O(log spans).
[[nodiscard]] std::optional<AttributedWork> attribute(const Trace& trace, const VariantView& variant, SpanRef gpuSpan);

/// GPU work of the variant in start order. A trace without session belongs to its one variant as a whole.
[[nodiscard]] std::vector<AttributedWork> attributeWork(const Trace& trace, const VariantView& variant);

/// True for a recording of kernels alone: work then belongs to the step in which it runs, since the recorder waited for the GPU at
/// the end of each.
[[nodiscard]] bool lacksLaunches(const Trace& trace);

/// True where copies and fills are not zero but unknown: a recording of kernels alone. O(gpu spans).
[[nodiscard]] bool lacksCopies(const Trace& trace);

/// Index of the range that holds t, or -1. `steps` is sorted and disjoint. O(log steps).
[[nodiscard]] int stepAt(const std::vector<TimeRange>& steps, Ns t);

/// True for warm-up, which tables leave out: only a recording of ours knows that what lies outside its steps is that.
[[nodiscard]] bool isWarmup(const VariantView& variant, const AttributedWork& item);

/// True for spans that sums may count: a known start and end.
[[nodiscard]] bool isMeasured(const Trace& trace, SpanRef span);

/// CPU ops of a variant with their self time: duration minus that of the nearest ops nested in them, so that
/// the self times of a thread add up to the time of its outermost ops.
struct OpTime {
    SpanRef span;
    Ns self = 0;
};
/// Ops that start inside one of `ranges` (sorted, disjoint). O(spans).
[[nodiscard]] std::vector<OpTime> opTimes(const Trace& trace, const std::vector<TimeRange>& ranges);

/// The ranges whose ops and GPU work a summary speaks of: the steps, or the whole window of a trace without any.
[[nodiscard]] std::vector<TimeRange> recordedRanges(const VariantView& variant);

} // namespace attnscope
