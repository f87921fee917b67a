// SPDX-License-Identifier: GPL-3.0-or-later
// CounterLaneBuilder: the part of GeometryBuilder that draws counters: the bars of the DRAM rate with their scale, the line of the
// memory with its peak, plain lines, and the sentence in place of what is missing. Pure; O(pixels + log points).
#pragma once

#include "ui/timeline/geometry_builder.h"

namespace attnscope {

class CounterLaneBuilder {
public:
    CounterLaneBuilder(const GeometryView& view, const TextRuler& ruler, Geometry& out)
        : m_view(view)
        , m_ruler(ruler)
        , m_out(out)
    {
    }
    void add(const CounterTrack& counter, const LanePlace& place);
    /// A line alone, as the launch queue is.
    void addLine(const StepSeries& series, const LanePlace& place);

private:
    void addReason(const CounterTrack& counter, const LanePlace& place);
    void addRates(const CounterTrack& counter, const LanePlace& place);
    void addRate(const DramStretch& stretch, const Curve& frame, double divisor);
    void addScale(const Curve& frame, double maximum, double divisor);
    void addPeaks(const CounterTrack& counter, const LanePlace& place, const Curve& curve);
    /// Floor and unit of a curve whose `maximum` ends `top` design px below the lane's upper edge.
    [[nodiscard]] Curve frameOf(const LanePlace& place, double maximum, float top) const;
    [[nodiscard]] Curve lineOf(const StepSeries& series, const LanePlace& place, float top) const;
    [[nodiscard]] float px(float design) const { return design * m_view.factor; }

    const GeometryView& m_view;
    const TextRuler& m_ruler;
    Geometry& m_out;
};

} // namespace attnscope
