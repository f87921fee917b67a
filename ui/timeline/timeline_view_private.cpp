// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_view_private.h"

#include "ui/timeline/span_words.h"

#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace attnscope {

TimelineView::Private::Private(TimelineView* view)
    : q(view)
    , canvas(new TimelineCanvas(scene, view))
    , minimap(new Minimap(scene, view))
    , scrollBar(new QScrollBar(Qt::Vertical, canvas))
{
    auto* column = new QVBoxLayout(view);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(minimap);
    column->addWidget(canvas, 1);
    scrollBar->hide();
    scrollBar->setCursor(Qt::ArrowCursor);

    QObject::connect(canvas, &TimelineCanvas::resized, view, [this] { syncSize(); });
    // Before: the plot may repaint at once, and only then say that it is done.
    QObject::connect(canvas, &QCustomPlot::beforeReplot, view, [this] { replotted = true; });
    QObject::connect(canvas, &TimelineCanvas::painted, view, [this] {
        if (waitsForPaint && replotted && !scene.model().empty()) {
            waitsForPaint = false;
            QTimer::singleShot(0, q, &TimelineView::firstPainted);
        }
    });
    QObject::connect(minimap, &Minimap::viewWanted, view, [this](TimeRange range) { showView(range); });
    QObject::connect(
        minimap, &Minimap::zoomWanted, view, [this](double factor, Ns anchor) { zoomAround(factor, anchor); });
    QObject::connect(scrollBar, &QScrollBar::valueChanged, view, [this](int y) { scrollTo(y); });
}

void TimelineView::Private::repaint()
{
    minimap->update();
    canvas->replotScene();
}

void TimelineView::Private::restyle()
{
    scene.restyle();
    minimap->invalidate();
    syncSize();
}

void TimelineView::Private::syncSize()
{
    scene.setSize(canvas->width(), canvas->height(), canvas->devicePixelRatioF());
    syncPanel();
    syncScrollBar();
    repaint();
}

void TimelineView::Private::syncPanel()
{
    const bool shown = noGpuPanel != nullptr && !scene.model().empty() && !scene.model().hasGpu();
    int wanted = 0;
    if (shown) {
        const int width = std::max(1, canvas->width() - scene.metrics().header);
        wanted = std::max(noGpuPanel->minimumSizeHint().height(), noGpuPanel->heightForWidth(width));
        wanted = std::max(wanted, 1);
    }
    scene.setNoGpuHeight(wanted);
    if (noGpuPanel == nullptr) {
        return;
    }
    noGpuPanel->setVisible(shown);
    if (shown && !scene.layout().places().empty()) {
        const auto& place = scene.layout().places().back();
        const int y = place.y - scene.scroll() + scene.rulerHeight();
        const int left = scene.metrics().header, top = std::max(y, scene.rulerHeight());
        noGpuPanel->setGeometry(
            left, top, std::max(1, canvas->width() - left), std::max(1, y + place.height - 1 - top));
    }
}

void TimelineView::Private::syncScrollBar()
{
    const int most = scene.mostScroll();
    const QSignalBlocker blocker(scrollBar);
    scrollBar->setRange(0, most);
    scrollBar->setPageStep(std::max(1, scene.lanesHeight()));
    scrollBar->setSingleStep(scene.metrics().row);
    scrollBar->setValue(scene.scroll());
    const int width = scene.metrics().rightMargin;
    scrollBar->setGeometry(canvas->width() - width, scene.rulerHeight(), width, std::max(0, scene.lanesHeight()));
    scrollBar->setVisible(most > 0);
    scrollBar->raise();
}

TimeRange TimelineView::Private::extent() const
{
    auto all = scene.model().variant().window;
    for (const auto& step : scene.model().steps()) {
        const auto whole = step.whole();
        all = { std::min(all.begin, whole.begin), std::max(all.end, whole.end) };
    }
    all.end = std::max(all.end, all.begin + kShortestView);
    return all;
}

TimeRange TimelineView::Private::limits() const
{
    return padded(extent(), 0.05);
}

TimeRange TimelineView::Private::stepRange() const
{
    const auto& steps = scene.model().steps();
    if (steps.empty()) {
        return scene.model().variant().window;
    }
    return steps[static_cast<std::size_t>(std::max(0, scene.focusStep()))].whole();
}

void TimelineView::Private::showView(TimeRange range)
{
    if (scene.model().empty()) {
        return;
    }
    if (range.length() < kShortestView) {
        const Ns middle = range.begin + range.length() / 2;
        range = { middle - kShortestView / 2, middle - kShortestView / 2 + kShortestView };
    }
    range = heldInside(range, limits());
    if (range == scene.view()) {
        repaint();
        return;
    }
    scene.setView(range);
    if (scene.hovered) { // what is under the pointer is told by the next move
        scene.hovered.reset();
        hideTooltip();
    }
    repaint();
    emit q->viewRangeChanged(range);
}

void TimelineView::Private::zoomAround(double factor, Ns anchor)
{
    showView(zoomed(scene.view(), factor, anchor, kShortestView));
}

void TimelineView::Private::zoomAt(double factor, double x)
{
    zoomAround(factor, scene.scale().timeAt(x));
}

void TimelineView::Private::panBy(Ns offset)
{
    showView({ scene.view().begin + offset, scene.view().end + offset });
}

void TimelineView::Private::scrollTo(int y)
{
    if (std::clamp(y, 0, scene.mostScroll()) == scene.scroll()) {
        return;
    }
    scene.setScroll(y);
    scene.hovered.reset();
    syncPanel();
    syncScrollBar();
    canvas->replotScene();
}

void TimelineView::Private::toggleFold(std::size_t track)
{
    scene.setFolded(track, !scene.isFolded(track));
    syncPanel();
    syncScrollBar();
    canvas->replotScene();
}

void TimelineView::Private::select(std::optional<SpanRef> span, bool byUser)
{
    const bool changed = scene.selected != span;
    scene.selected = span;
    scene.chain = span ? scene.model().chainOf(*span) : LaunchChain();
    canvas->replotOverlay();
    if (!changed) {
        return;
    }
    QString words;
    if (span) {
        Box box;
        box.lane = span->lane;
        box.first = span->index;
        words = tooltipOf(scene, box).plainText();
    }
    q->setAccessibleDescription(words);
    if (byUser) {
        emit q->selectionChanged(span);
    }
}

std::optional<SpanRef> TimelineView::Private::firstVisible() const
{
    const auto& rows = scene.geometry().rows;
    const auto isGpu = [&](const RowBoxes& row) {
        return row.begin < row.end && trace->lanes()[row.lane].kind == LaneKind::GpuStream;
    };
    auto row = std::find_if(rows.begin(), rows.end(), isGpu);
    if (row == rows.end()) {
        row = std::find_if(rows.begin(), rows.end(), [](const RowBoxes& any) { return any.begin < any.end; });
    }
    return row == rows.end() ? std::nullopt : std::optional(scene.geometry().boxes[row->begin].span());
}

void TimelineView::Private::step(int direction)
{
    if (scene.model().empty()) {
        return;
    }
    auto to = scene.selected;
    if (!to) {
        to = firstVisible();
    } else {
        const auto& lane = trace->lane(*to);
        const auto row = lane.rowOf(to->index);
        const auto next = static_cast<std::int64_t>(to->index) + direction;
        if (next < lane.rowBegin[row] || next >= lane.rowBegin[row + 1]) {
            return;
        }
        to->index = static_cast<std::uint32_t>(next);
    }
    if (to) {
        select(to, true);
        bringIntoView(*to);
    }
}

void TimelineView::Private::scrollToSpan(SpanRef span)
{
    const auto box = scene.placeOf(span);
    if (!box) {
        return;
    }
    const int top = static_cast<int>(box->y), bottom = static_cast<int>(box->y + box->height),
              air = scene.metrics().row;
    if (top - air < scene.scroll()) {
        scrollTo(top - air);
    } else if (bottom + air > scene.scroll() + scene.lanesHeight()) {
        scrollTo(bottom + air - scene.lanesHeight());
    }
}

// Moves the view only as far as it must; unlike reveal() it never zooms.
void TimelineView::Private::bringIntoView(SpanRef span)
{
    const auto view = scene.view();
    const Ns start = trace->start(span), end = trace->end(span), air = view.length() / 20;
    if (end > view.end && start - air > view.begin) {
        panBy(std::min(end + air - view.end, start - air - view.begin));
    } else if (start < view.begin && end < view.end) {
        panBy(start - air - view.begin);
    } else if (start >= view.end || end <= view.begin) {
        panBy(start - air - view.begin);
    }
    scrollToSpan(span);
}

void TimelineView::Private::setHovered(const Box* box)
{
    const auto now = box == nullptr || box->folded() ? std::nullopt : std::optional(box->span());
    const bool same =
        (box == nullptr && !scene.hovered) || (box != nullptr && scene.hovered && scene.hovered->span() == box->span());
    if (!same) {
        scene.hovered = box == nullptr ? std::nullopt : std::optional(*box);
        canvas->replotOverlay();
    }
    if (now != hovered) {
        hovered = now;
        emit q->hoverChanged(now);
    }
}

void TimelineView::Private::setCrosshair(std::optional<double> x)
{
    if (x != scene.crosshairX) {
        scene.crosshairX = x;
        canvas->replotOverlay();
    }
}

void TimelineView::Private::setArea(std::optional<TimeRange> area, bool byUser)
{
    if (area == scene.area) {
        return;
    }
    scene.area = area;
    canvas->replotOverlay();
    if (byUser) {
        emit q->rangeSelected(area);
    }
}

void TimelineView::Private::showTooltip(QPoint canvasPos, const TooltipContent& content)
{
    auto* window = q->window();
    if (tooltip == nullptr || tooltip->parentWidget() != window) {
        delete tooltip;
        tooltip = new SpanTooltip(window);
    }
    tooltip->showAt(canvas->mapTo(window, canvasPos), content);
}

void TimelineView::Private::hideTooltip()
{
    if (tooltip != nullptr) {
        tooltip->hide();
    }
}

} // namespace attnscope
