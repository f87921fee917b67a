// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_view.h"

#include "ui/common/theme.h"
#include "ui/timeline/span_words.h"
#include "ui/timeline/timeline_view_private.h"

#include <QKeyEvent>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace attnscope {

namespace {

constexpr double kKeyZoom = 1.5, kKeyPan = 0.15; ///< of one key press; share of the view
constexpr double kFitPad = 0.0175; ///< air beside what is fitted
constexpr Ns kShortestView = 100;

} // namespace

TimelineView::TimelineView(QWidget* parent)
    : QWidget(parent)
{
    d = std::make_unique<Private>(this);
    d->input = new TimelineInput(this, d->canvas);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Timeline"));
    connect(&ThemeController::instance(), &ThemeController::changed, this, [this] { d->restyle(); });
}

TimelineView::~TimelineView()
{
    // Before the scene that they show; the tooltip is a child of the window, not of this.
    delete d->tooltip;
    delete d->input;
    delete d->canvas;
    delete d->minimap;
}

void TimelineView::setVariant(TracePtr trace, const VariantView& variant, bool keepRelativeView)
{
    const bool keeps = keepRelativeView && !d->scene.model().empty();
    const auto before = d->scene.view();
    const auto originOf = [this] {
        const auto& steps = d->scene.model().steps();
        return steps.empty() ? d->scene.model().variant().window.begin : steps[static_cast<std::size_t>(std::max(0, focusStep()))].cpu.begin;
    };
    const Ns offset = keeps ? before.begin - originOf() : 0;
    const int step = keeps ? focusStep() : 0;

    d->hideTooltip();
    d->hovered.reset();
    d->trace = trace;
    d->scene.setModel(std::make_shared<TimelineModel>(std::move(trace), variant));
    if (!d->scene.model().steps().empty()) {
        d->scene.setFocusStep(std::clamp(step, 0, static_cast<int>(d->scene.model().steps().size()) - 1));
    }
    d->waitsForPaint = true;
    d->replotted = false;
    d->minimap->invalidate();
    d->syncSize();
    if (keeps) {
        const Ns begin = originOf() + offset;
        d->showView({ begin, begin + before.length() });
    } else {
        fitStep();
    }
}

void TimelineView::clear()
{
    d->hideTooltip();
    d->hovered.reset();
    d->trace.reset();
    d->waitsForPaint = false;
    d->scene.setModel(std::make_shared<TimelineModel>());
    d->minimap->invalidate();
    d->syncSize();
}

TracePtr TimelineView::trace() const
{
    return d->trace;
}

const VariantView& TimelineView::variant() const
{
    return d->scene.model().variant();
}

void TimelineView::setFocusStep(int step)
{
    d->scene.setFocusStep(step);
    d->repaint();
}

int TimelineView::focusStep() const
{
    return d->scene.focusStep();
}

void TimelineView::setSelection(std::optional<SpanRef> span)
{
    d->select(span, false);
}

std::optional<SpanRef> TimelineView::selection() const
{
    return d->scene.selected;
}

void TimelineView::reveal(SpanRef span)
{
    const auto track = d->scene.model().trackOf(span.lane);
    if (!track) {
        return;
    }
    if (d->scene.isFolded(*track)) {
        d->toggleFold(*track);
    }
    const TimeRange range { d->trace->start(span), d->trace->end(span) };
    const auto view = d->scene.view();
    const double share = static_cast<double>(range.length()) / static_cast<double>(view.length());
    if (share < 0.03 || share > 0.9) { // too small or too large to look at: it takes a fifth of the width
        const Ns pad = std::max<Ns>(range.length() * 2, kShortestView);
        d->showView({ range.begin - pad, range.end + pad });
    } else if (range.begin < view.begin || range.end > view.end) {
        const Ns middle = range.begin + range.length() / 2;
        d->showView({ middle - view.length() / 2, middle - view.length() / 2 + view.length() });
    }
    d->scrollToSpan(span);
}

void TimelineView::setLit(std::vector<SpanRef> spans)
{
    d->scene.setLit(std::move(spans));
    d->repaint();
}

void TimelineView::setTimeUnit(TimeUnit unit)
{
    d->scene.setUnit(unit);
    d->repaint();
}

void TimelineView::setNoGpuPanel(QWidget* panel)
{
    if (d->noGpuPanel != nullptr && d->noGpuPanel != panel) {
        delete d->noGpuPanel;
    }
    d->noGpuPanel = panel;
    if (panel != nullptr) {
        panel->setParent(d->canvas);
    }
    d->syncSize();
}

bool TimelineView::hasGpuLanes() const
{
    return d->scene.model().hasGpu();
}

std::optional<TimeRange> TimelineView::selectedRange() const
{
    return d->scene.area;
}

void TimelineView::setSelectedRange(std::optional<TimeRange> range)
{
    d->setArea(range, false);
}

TimeRange TimelineView::viewRange() const
{
    return d->scene.view();
}

void TimelineView::setViewRange(TimeRange range)
{
    d->showView(range);
}

void TimelineView::zoomIn()
{
    const auto& scale = d->scene.scale();
    d->zoomAt(1 / kKeyZoom, d->scene.crosshairX.value_or((scale.left() + scale.right()) / 2));
}

void TimelineView::zoomOut()
{
    const auto& scale = d->scene.scale();
    d->zoomAt(kKeyZoom, d->scene.crosshairX.value_or((scale.left() + scale.right()) / 2));
}

void TimelineView::panLeft()
{
    d->panBy(-std::llround(static_cast<double>(d->scene.view().length()) * kKeyPan));
}

void TimelineView::panRight()
{
    d->panBy(std::llround(static_cast<double>(d->scene.view().length()) * kKeyPan));
}

void TimelineView::fitAll()
{
    d->showView(padded(d->scene.model().variant().window, kFitPad));
}

void TimelineView::fitStep()
{
    d->showView(padded(d->stepRange(), kFitPad));
}

void TimelineView::fitSelection()
{
    std::optional<TimeRange> wanted = d->scene.area;
    if (!wanted && d->scene.selected) {
        wanted = TimeRange { d->trace->start(*d->scene.selected), d->trace->end(*d->scene.selected) };
    }
    if (!wanted) {
        fitStep();
        return;
    }
    const auto before = d->scene.view();
    d->showView(padded(*wanted, 0.3));
    if (d->scene.view() == before) { // again: back to the step
        fitStep();
    } else if (d->scene.selected) {
        d->scrollToSpan(*d->scene.selected);
    }
}

void TimelineView::selectNext()
{
    d->step(1);
}

void TimelineView::selectPrevious()
{
    d->step(-1);
}

void TimelineView::selectLaunched()
{
    const auto selected = d->scene.selected;
    if (!selected) {
        d->step(1);
        return;
    }
    const auto& chain = d->scene.chain;
    const bool onApi = isApi(d->trace->kind(*selected));
    const auto& next = onApi || chain.api.empty() ? chain.gpu : chain.api;
    if (!next.empty() && !isGpuWork(d->trace->kind(*selected))) {
        const auto to = next.front();
        d->select(to, true);
        d->bringIntoView(to);
    }
}

void TimelineView::selectLauncher()
{
    const auto selected = d->scene.selected;
    if (!selected) {
        d->step(-1);
        return;
    }
    const auto kind = d->trace->kind(*selected);
    const auto& chain = d->scene.chain;
    std::optional<SpanRef> to;
    if (isGpuWork(kind)) {
        to = d->trace->launchOf(*selected);
    } else if (isApi(kind)) {
        to = chain.ops.empty() ? std::nullopt : std::optional(chain.ops.front());
    } else if (chain.ops.size() > 1) {
        to = chain.ops[1];
    }
    if (to) {
        d->select(to, true);
        d->bringIntoView(*to);
    }
}

void TimelineView::clearSelection()
{
    d->setArea(std::nullopt, true);
    d->select(std::nullopt, true);
    if (!d->scene.lit().empty()) {
        setLit({});
    }
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (!d->input->key(event)) {
        QWidget::keyPressEvent(event);
    }
}

void TimelineView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange && d != nullptr && d->input != nullptr) {
        d->restyle();
    }
    QWidget::changeEvent(event);
}

void TimelineView::hideEvent(QHideEvent* event)
{
    d->hideTooltip();
    QWidget::hideEvent(event);
}

// --- Private

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
    QObject::connect(minimap, &Minimap::zoomWanted, view, [this](double factor, Ns anchor) { zoomAround(factor, anchor); });
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
        noGpuPanel->setGeometry(left, top, std::max(1, canvas->width() - left), std::max(1, y + place.height - 1 - top));
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

TimeRange TimelineView::Private::limits() const
{
    auto all = scene.model().variant().window;
    for (const auto& step : scene.model().steps()) {
        const auto whole = step.whole();
        all = { std::min(all.begin, whole.begin), std::max(all.end, whole.end) };
    }
    all.end = std::max(all.end, all.begin + kShortestView);
    return padded(all, 0.05);
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
    const auto isGpu = [&](const RowBoxes& row) { return row.begin < row.end && trace->lanes()[row.lane].kind == LaneKind::GpuStream; };
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
    const int top = static_cast<int>(box->y), bottom = static_cast<int>(box->y + box->height), air = scene.metrics().row;
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
    const bool same = (box == nullptr && !scene.hovered) || (box != nullptr && scene.hovered && scene.hovered->span() == box->span());
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
