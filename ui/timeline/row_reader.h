// SPDX-License-Identifier: GPL-3.0-or-later
// RowReader: the visible spans of one row, with neighbours too narrow to draw joined into runs. Jumps over a run by galloping, so
// the cost follows pixels: O(runs · log n). This is the seam for a level-of-detail pyramid: it would answer the same question from
// coarser columns. Pure; any thread; no Qt.
#pragma once

#include "profiler/trace/trace.h"

#include <vector>

namespace attnscope {

/// `count` spans from `first` on; a single span keeps its own times, a run those of its first and last member.
struct RowRun {
    std::uint32_t first = 0, count = 1;
    Ns begin = 0, end = 0;
    bool narrow = false; ///< shorter than the narrow length (a run always is, member by member)
};

/// Appends what `view` shows of a row. Spans shorter than `narrow` with gaps shorter than `narrow` become one run.
void readRow(const Lane& lane, std::uint32_t row, TimeRange view, Ns narrow, std::vector<RowRun>& out);

} // namespace attnscope
