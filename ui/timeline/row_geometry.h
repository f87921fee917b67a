// SPDX-License-Identifier: GPL-3.0-or-later
// RowGeometryBuilder: the part of GeometryBuilder that turns the pieces of one row into boxes, and folded runs of spans too short to
// draw into one box each with its columns: per pixel column as high as the row was busy, in what took most of that time. What is
// folded, how high and in which colour depends on time and exponent alone, so it only moves when the view moves. Pure; O(pieces).
#pragma once

#include "ui/timeline/geometry_builder.h"

namespace attnscope {

/// Whether the step in focus is told apart from the others by dimming them: not in a view over so many steps that it is a sliver of
/// it, or next to everything would be pale.
[[nodiscard]] bool dimsOtherSteps(const GeometryView& view);

class RowGeometryBuilder {
public:
    RowGeometryBuilder(
        const GeometryView& view, const Track& track, const LanePlace& place, std::uint32_t row, Geometry& out);
    /// Appends the row with its boxes and columns. `pieces` as readPieces() gives them.
    void add(const std::vector<RowPiece>& pieces);

private:
    using Pieces = std::vector<RowPiece>;

    [[nodiscard]] std::size_t endOfRun(const Pieces& pieces, std::size_t from) const;
    void addSpan(std::uint32_t index, double nextX);
    void addRun(const Pieces& pieces, std::size_t from, std::size_t to, std::uint32_t first, std::uint32_t count);
    void addColumn(const RowPiece& piece, Ns before, Ns after);
    void describe(Box& box) const;
    [[nodiscard]] bool doesTheWorkItself(SpanRef op) const;
    [[nodiscard]] bool isPieceLit(const RowPiece& piece) const;
    [[nodiscard]] Hue hueOfPiece(const RowPiece& piece) const;
    [[nodiscard]] double xOf(Ns time) const;

    const GeometryView& m_view;
    const TimelineModel& m_model;
    const Lane& m_lane;
    const Track& m_track;
    float m_y, m_height;
    double m_perNs, m_pixel; ///< device pixels; a device pixel
    double m_leastDevice, m_mostDevice; ///< how far out of the view a box may reach, device pixels
    Ns m_rightTime = INT64_MIN; ///< end of the last column
    double m_rightX = 0; ///< and where it is
    bool m_byLight, m_byStep; ///< what dims the rest: the lit spans, or the step in focus
    Geometry& m_out;
    RowBoxes m_row;
};

} // namespace attnscope
