// SPDX-License-Identifier: GPL-3.0-or-later
// LaneLayout: where each track and each of its rows stands below the ruler, in logical pixels from the top of all lanes (before
// scrolling). Pure; no Qt; O(tracks), look-ups O(log tracks).
#pragma once

#include "ui/timeline/timeline_model.h"

#include <optional>
#include <vector>

namespace attnscope {

/// Sizes in px. The defaults are the design's; scaled() follows the font.
struct LaneMetrics {
    int row = 20, rowDense = 18, rowTall = 25; ///< CPU rows: usual, from seven rows on, in a recording without a GPU
    int rowGap = 2, lanePad = 5;
    int api = 32, apiBox = 18, apiTop = 7;
    int gutter = 20, bracket = 18, kernels = 58, below = 10, gpuSubRow = 28, plainTop = 8;
    int queue = 50, counter = 50, counterTall = 84, folded = 28;
    int header = 176, ruler = 48, rulerPlain = 20, minimap = 38, rightMargin = 8;
    [[nodiscard]] LaneMetrics scaled(double factor) const;
};

struct LanePlace {
    std::size_t track = 0;
    int y = 0, height = 0;
    bool folded = false;
    int rowsTop = 0; ///< first row, from y
    int rowPitch = 0, rowHeight = 0; ///< distance from row to row, height of a span
    int gutterTop = -1, bracketTop = -1; ///< from y; −1: this lane has none
    [[nodiscard]] int bottom() const { return y + height; }
    [[nodiscard]] int rowY(std::uint32_t row) const
    {
        return y + rowsTop + (folded ? 0 : static_cast<int>(row) * rowPitch);
    }
};

class LaneLayout {
public:
    LaneLayout() = default;
    /// `folded[track]`: shown as one thin strip. `noGpuHeight` is what is left for a panel in place of GPU lanes (0: none).
    LaneLayout(
        const TimelineModel& model, const std::vector<bool>& folded, const LaneMetrics& metrics, int noGpuHeight = 0);

    [[nodiscard]] const std::vector<LanePlace>& places() const { return m_places; }
    [[nodiscard]] int height() const { return m_places.empty() ? 0 : m_places.back().bottom(); }
    /// The place at y, or nothing below the last.
    [[nodiscard]] const LanePlace* at(int y) const;
    [[nodiscard]] const LanePlace* ofTrack(std::size_t track) const;
    /// Row under y (clamped to the lane's rows only inside them); nothing between rows.
    [[nodiscard]] std::optional<std::uint32_t> rowAt(const LanePlace& place, int y, std::uint32_t rows) const;

private:
    [[nodiscard]] static LanePlace placed(
        const Track& track, bool hasGpu, bool hasSteps, bool firstGpu, const LaneMetrics& m);

    std::vector<LanePlace> m_places; ///< one for each track, in its order, then the NoGpu one
};

} // namespace attnscope
