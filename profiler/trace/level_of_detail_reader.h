// SPDX-License-Identifier: GPL-3.0-or-later
// What a visible stretch of one row holds at a level of detail, in time order: long spans one by one, short ones summed in buckets.
// The answer for a bucket depends on its time and the exponent alone, never on the view. Reads the coarsest level that is fine
// enough, the spans themselves below the finest level. Pure; any thread; O(buckets in view + log n) where a level fits; below the
// finest level O(spans in view), a few a bucket.
#pragma once

#include "profiler/trace/level_of_detail.h"
#include "profiler/trace/trace.h"

#include <vector>

namespace attnscope {

struct RowPiece {
    Ns begin = 0, end = 0; ///< of the bucket; of a wide span its own
    Ns busy = 0; ///< of narrow spans inside the bucket
    std::uint32_t first = 0; ///< first span that starts here
    std::uint32_t count = 0; ///< narrow spans that start here; 0: only the end of one that began before
    SpanLook look; ///< what took most of `busy`
    bool wide = false; ///< one span, at least narrowLimit() long
};

/// Smallest exponent whose buckets last at least `length`.
[[nodiscard]] int exponentFor(Ns length);

/// Appends the pieces of `row` that `view` touches. Buckets at the view's edges are whole: they may reach out of it.
void readPieces(const LevelOfDetail& levels, const Trace& trace, std::uint32_t lane, std::uint32_t row, TimeRange view,
    int exponent, std::vector<RowPiece>& out);

} // namespace attnscope
