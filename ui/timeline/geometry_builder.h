// SPDX-License-Identifier: GPL-3.0-or-later
// GeometryBuilder: columns and a view become rectangles, folded runs with counts, words, brackets and curves. Pure: no painter, no
// widget, no colour; reused for the screen and for exported files. O(visible rows · pixels), whatever the number of spans: rows are
// read at the trace's level of detail.
#pragma once

#include "profiler/trace/level_of_detail_reader.h"
#include "ui/common/format.h"
#include "ui/timeline/geometry.h"
#include "ui/timeline/label_maker.h"
#include "ui/timeline/lane_layout.h"
#include "ui/timeline/timeline_model.h"

#include <functional>

namespace attnscope {

/// Everything a picture of the timeline depends on besides hover and selection.
struct GeometryView {
    const TimelineModel* model = nullptr;
    const LaneLayout* layout = nullptr;
    LaneMetrics metrics; ///< already scaled
    float factor = 1; ///< design pixels → pixels
    TimeScale scale;
    int top = 0, bottom = 0; ///< visible part of the lanes, content coordinates
    int focusStep = -1; ///< −1: nothing is dimmed for its step
    const std::vector<SpanRef>* lit = nullptr; ///< sorted; null or empty: nothing dimmed
    TimeUnit unit = TimeUnit::Microseconds;
    ColourBy colourBy = ColourBy::Role;
    /// Bytes of a copy or fill, 0 when unknown; called for labelled boxes only.
    std::function<std::int64_t(SpanRef)> bytesOf;
};

/// What a span of the GPU is drawn in.
[[nodiscard]] Hue hueOfSpan(const GeometryView& view, SpanRef span);
/// The same of what took most of a bucket. Precondition: GPU work.
[[nodiscard]] Hue hueOfLook(ColourBy by, SpanLook look);
/// Whether a run of spans belongs to what is looked at: what is lit, else the step in focus.
[[nodiscard]] bool isLit(const GeometryView& view, SpanRef first, std::uint32_t count);

class GeometryBuilder {
public:
    GeometryBuilder(const GeometryView& view, const TextRuler& ruler);
    [[nodiscard]] Geometry build();

private:
    void addRuler();
    void addStepMarks();
    void labelStepMark(StepMark& mark, const StepFacts& step) const;
    void addPlace(const LanePlace& place);
    void addRow(const Track& track, const LanePlace& place, std::uint32_t row);
    void addLabel(const Track& track, const Box& box, float nextX);
    void addBracket(const LanePlace& place);

    const GeometryView& m_view;
    const TextRuler& m_ruler;
    const TimelineModel& m_model;
    Geometry m_out;
    LabelMaker m_labels;
    std::vector<RowPiece> m_pieces; ///< of the row at hand
};

/// Least drawn width of a span, px, where there is room.
inline constexpr double kNarrow = 3;
/// How far out of the view a box, a bar or a bracket may reach, px.
inline constexpr double kOutside = 4;

} // namespace attnscope
