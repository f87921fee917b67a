// SPDX-License-Identifier: GPL-3.0-or-later
// StackedMetrics: how high the rows of "Stack all" are, and what stands where in them. Plain numbers; pure; O(rows).
#pragma once

#include "ui/timeline/stacked_rows.h"

#include <vector>

namespace attnscope {

/// Sizes in px; the defaults are the design's.
struct StackedMetrics {
    int header = 176, ruler = 40, ratio = 132, rightMargin = 8;
    int row = 68, refused = 36; ///< heights, the line below included
    int slot = 18, slotGap = 2; ///< of work whose streams run at the same time, each on a line of its own
    int opTop = 7, op = 15, launchTop = 24, launch = 5, workTop = 31, work = 28; ///< from the row's top
    [[nodiscard]] StackedMetrics scaled(double factor) const;
    [[nodiscard]] int slotHeight(const StackedRow& row) const;
    [[nodiscard]] int workHeight(const StackedRow& row) const; ///< of all of its slots
    [[nodiscard]] int height(const StackedRow& row) const;
    /// Rows that share `room` px: higher where there is room to spare, a little lower where all of them then fit.
    [[nodiscard]] StackedMetrics stretched(const StackedRows& rows, int room) const;
};

struct StackedPlace {
    int y = 0, height = 0;
    [[nodiscard]] int bottom() const { return y + height; }
};
/// One below the other, in the order of the rows.
[[nodiscard]] std::vector<StackedPlace> stackedPlaces(const StackedRows& rows, const StackedMetrics& metrics);

} // namespace attnscope
