// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the spans of one lane into rows: by nesting for threads, by the first free row for GPU work. Spans of one row never overlap.
// Pure; any thread. O(n log n); a lane whose spans cross each other without end falls back from nesting to first free rows.
#pragma once

#include "profiler/trace/cancellation.h"
#include "profiler/trace/trace_builder.h"

#include <cstdint>
#include <span>
#include <vector>

namespace attnscope {

/// Row and parent (index into the same span, kNoSpan: none) of every span.
struct RowPlan {
    std::vector<std::uint32_t> row;
    std::vector<std::uint32_t> parent;
    std::vector<bool> crossing; ///< on an extra row, because it crosses a neighbour
    std::uint32_t rows = 0;
    std::uint64_t crossings = 0;
};

/// True when a comes before b: (start, −duration, category). What is equal keeps the file's order.
[[nodiscard]] bool comesBefore(const SpanInput& a, const SpanInput& b);

/// The plan is of no use when cancelled. `spans` must be sorted with comesBefore and hold no span without a valid time.
[[nodiscard]] RowPlan nestByContainment(std::span<const SpanInput> spans, const Cancellation& cancel = {});

/// First free row in start order: GPU work first, whatever waits (syncs) on rows of its own below.
[[nodiscard]] RowPlan placeInFreeRows(std::span<const SpanInput> spans, const Cancellation& cancel = {});

} // namespace attnscope
