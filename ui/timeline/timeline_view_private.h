// SPDX-License-Identifier: GPL-3.0-or-later
// What TimelineView is made of: the scene, the canvas that shows it, minimap, scroll bar, tooltip, and the moves that keys and mouse
// make with them. GUI thread only. Only ui/timeline includes this.
#pragma once

#include "ui/timeline/minimap.h"
#include "ui/timeline/span_tooltip.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_input.h"
#include "ui/timeline/timeline_scene.h"
#include "ui/timeline/timeline_view.h"

#include <QPointer>
#include <QScrollBar>

namespace attnscope {

class TimelineView::Private {
public:
    static constexpr Ns kShortestView = 100;

    explicit Private(TimelineView* view);

    void showView(TimeRange range); ///< holds it inside the window, repaints, tells
    void zoomAt(double factor, double x); ///< around a canvas x
    void zoomAround(double factor, Ns anchor);
    void panBy(Ns offset);
    void scrollTo(int y);
    void select(std::optional<SpanRef> span, bool byUser);
    void step(int direction); ///< neighbour in the row
    void scrollToSpan(SpanRef span);
    void bringIntoView(SpanRef span);
    void setHovered(const Box* box);
    void setCrosshair(std::optional<double> x);
    void setArea(std::optional<TimeRange> area, bool byUser);
    void showTooltip(QPoint canvasPos, const TooltipContent& content);
    void hideTooltip();
    void toggleFold(std::size_t track);

    void syncSize();
    void syncScrollBar();
    void syncPanel();
    void restyle();
    void repaint();
    [[nodiscard]] TimeRange extent() const; ///< the shown variant, its steps' GPU work included
    [[nodiscard]] TimeRange limits() const; ///< the same with a margin
    [[nodiscard]] TimeRange stepRange() const;
    [[nodiscard]] std::optional<SpanRef> firstVisible() const;

    TimelineView* q;
    TimelineScene scene;
    TracePtr trace;
    TimelineCanvas* canvas = nullptr;
    Minimap* minimap = nullptr;
    QScrollBar* scrollBar = nullptr;
    TimelineInput* input = nullptr;
    QPointer<SpanTooltip> tooltip;
    QPointer<QWidget> noGpuPanel;
    std::optional<SpanRef> hovered;
    bool waitsForPaint = false; ///< setVariant() was called, firstPainted() is still to come
    bool replotted = false;
};

} // namespace attnscope
