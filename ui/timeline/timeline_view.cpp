// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_view.h"

#include "ui/common/theme.h"
#include "ui/timeline/timeline_view_private.h"

#include <QKeyEvent>

#include <algorithm>
#include <cmath>

namespace attnscope {

namespace {

constexpr double kKeyZoom = 1.5, kKeyPan = 0.15; ///< of one key press; share of the view
constexpr double kFitPad = 0.0175; ///< air beside what is fitted

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
    setModel(std::make_shared<TimelineModel>(std::move(trace), variant), keepRelativeView);
}

void TimelineView::setModel(std::shared_ptr<const TimelineModel> model, bool keepRelativeView)
{
    const bool keeps = keepRelativeView && !d->scene.model().empty();
    const auto before = d->scene.view();
    const auto originOf = [this] {
        const auto& steps = d->scene.model().steps();
        return steps.empty() ? d->scene.model().variant().window.begin
                             : steps[static_cast<std::size_t>(std::max(0, focusStep()))].cpu.begin;
    };
    const Ns offset = keeps ? before.begin - originOf() : 0;
    const int step = keeps ? focusStep() : 0;

    d->hideTooltip();
    d->hovered.reset();
    d->trace = model->trace();
    d->scene.setModel(std::move(model));
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
    if (const auto heading = d->scene.model().headingOf(*track); heading && d->scene.isFolded(*heading)) {
        d->toggleFold(*heading);
    }
    if (d->scene.isFolded(*track)) {
        d->toggleFold(*track);
    }
    const TimeRange range { d->trace->start(span), d->trace->end(span) };
    const auto view = d->scene.view();
    const double share = static_cast<double>(range.length()) / static_cast<double>(view.length());
    if (share < 0.03 || share > 0.9) { // too small or too large to look at: it takes a fifth of the width
        const Ns pad = std::max<Ns>(range.length() * 2, TimelineView::Private::kShortestView);
        d->showView({ range.begin - pad, range.end + pad });
    } else if (range.begin < view.begin || range.end > view.end) {
        const Ns middle = range.begin + range.length() / 2;
        d->showView({ middle - view.length() / 2, middle - view.length() / 2 + view.length() });
    }
    d->scrollToSpan(span);
}

const std::vector<SpanRef>& TimelineView::lit() const
{
    return d->scene.lit();
}

void TimelineView::setLit(std::vector<SpanRef> spans)
{
    d->scene.setLit(std::move(spans));
    d->repaint();
    emit litChanged();
}

void TimelineView::setTimeUnit(TimeUnit unit)
{
    d->scene.setUnit(unit);
    d->repaint();
}

void TimelineView::setColourBy(ColourBy by)
{
    d->scene.setColourBy(by);
    d->minimap->invalidate();
    d->repaint();
}

ColourBy TimelineView::colourBy() const
{
    return d->scene.colourBy();
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

void TimelineView::setFindingMarks(const std::vector<FindingMarks::Owner>& findings)
{
    d->scene.marks = d->trace && !findings.empty() ? FindingMarks(*d->trace, findings) : FindingMarks();
    d->canvas->replotOverlay();
}

void TimelineView::chooseFindingMark(int number)
{
    d->scene.marks.choose(number);
    d->canvas->replotOverlay();
}

std::vector<FindingMarks::Placed> TimelineView::placedMarks() const
{
    return d->scene.marks.place(d->scene);
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

TimeRange TimelineView::extent() const
{
    return d->extent();
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
    emit cleared();
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (!d->input->key(event)) {
        QWidget::keyPressEvent(event);
    }
}

void TimelineView::focusInEvent(QFocusEvent* event)
{
    d->canvas->showFocus(*event);
    QWidget::focusInEvent(event);
}

void TimelineView::focusOutEvent(QFocusEvent* event)
{
    d->canvas->showFocus(*event);
    QWidget::focusOutEvent(event);
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

} // namespace attnscope
