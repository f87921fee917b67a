// SPDX-License-Identifier: GPL-3.0-or-later
// ScenePainter: a TimelineScene in the colours of a theme, onto any QPainter: the window's layers, a PNG, an SVG, a PDF. Opaque
// rectangles on whole pixels without antialiasing; only rounded frames and the arrow are smoothed. GUI thread only; O(boxes).
#pragma once

#include "ui/common/theme.h"
#include "ui/timeline/timeline_scene.h"

#include <QPainter>

namespace attnscope {

class ColumnStrip;

class ScenePainter {
public:
    ScenePainter(const TimelineScene& scene, const Theme& theme)
        : m_scene(scene)
        , m_theme(theme)
    {
    }

    /// Background, ruler, grid, lane headers.
    void paintFrame(QPainter& painter) const;
    /// Ruler and headers alone, over what the lanes left there: for files whose format knows no clipping.
    void paintEdges(QPainter& painter) const;
    /// Spans, words, brackets, curves.
    void paintLanes(QPainter& painter) const;
    /// Numbers of findings, selection with its arrow, hover, crosshair, measured range.
    void paintOverlay(QPainter& painter) const;
    /// The part of the overlay that reaches into the ruler: measured range and crosshair.
    void paintMeasures(QPainter& painter) const;
    /// "+620.0 µs": the time under the crosshair as the ruler's tag shows it.
    [[nodiscard]] QString crosshairText(double x) const;
    /// "412 µs · GPU 82 % busy"
    [[nodiscard]] QString areaText(TimeRange area) const;
    /// "queued 699 µs behind 3 GPU events"; empty without a launch.
    [[nodiscard]] QString arrowText() const;

private:
    [[nodiscard]] int px(int design) const { return Theme::px(design); }
    [[nodiscard]] QRectF lanesRect() const;
    [[nodiscard]] QRectF rectOf(const Box& box) const;
    [[nodiscard]] double sceneY(double contentY) const { return contentY - m_scene.scroll() + m_scene.rulerHeight(); }
    void text(QPainter& painter, double x, double baseline, std::string_view words, TextStyle style,
        const QColor& colour, Qt::Alignment align = Qt::AlignLeft) const;

    // frame
    void paintRuler(QPainter& painter) const;
    void paintRulerNames(QPainter& painter) const;
    void paintStepMarks(QPainter& painter) const;
    void paintTicks(QPainter& painter, const std::vector<RulerTick>& ticks, int top, int bottom, int baseline,
        const QColor& ink) const;
    void paintGrid(QPainter& painter) const;
    void paintHeaders(QPainter& painter) const;
    void paintFileHeading(QPainter& painter, const LanePlace& place) const;
    void paintHeader(QPainter& painter, const LanePlace& place) const;
    void paintHeaderTitle(QPainter& painter, const std::string& title, QString value, double baseline) const;
    [[nodiscard]] QString headerValue(const LanePlace& place) const;

    // lanes
    void paintBox(QPainter& painter, const Box& box) const;
    void paintColumns(QPainter& painter, const RowBoxes& row, ColumnStrip& strip) const;
    void paintCurve(QPainter& painter, const Curve& curve) const;
    void paintRate(QPainter& painter, const RateBar& bar) const;
    void paintPeak(QPainter& painter, const PeakMark& peak) const;
    void paintScale(QPainter& painter) const;
    void paintScaleLabels(QPainter& painter) const;
    [[nodiscard]] QString counterHeaderValue(const CounterTrack& counter) const;
    void paintBracket(QPainter& painter, const Bracket& bracket) const;
    void paintLitGroups(QPainter& painter) const;

    // overlay
    void paintChain(QPainter& painter) const;
    void paintChosenOp(QPainter& painter, SpanRef op) const;
    void paintChosenCall(QPainter& painter, SpanRef call) const;
    void paintSelectionFrame(QPainter& painter, const QRectF& rect, bool tight) const;
    void paintArrow(QPainter& painter) const;
    void moveBracketWords(QPainter& painter, double arrowX, double kernelTop) const;
    void paintArrowWords(QPainter& painter, double from, double to, double y) const;
    void paintMarks(QPainter& painter) const;
    void paintCrosshair(QPainter& painter) const;
    void paintArea(QPainter& painter) const;

    const TimelineScene& m_scene;
    const Theme& m_theme;
};

/// A 1 px or thicker frame whose outer edge is `rect`; rounded frames are smoothed.
void drawFrame(QPainter& painter, const QRectF& rect, double width, double radius, const QColor& colour);
/// The chevron in front of a lane's name, 12 design px.
void drawChevron(QPainter& painter, double x, double y, bool down, const QColor& colour);

} // namespace attnscope
