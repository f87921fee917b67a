// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_input.h"

#include "ui/common/theme.h"
#include "ui/timeline/span_words.h"
#include "ui/timeline/timeline_view_private.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace attnscope {

namespace {

constexpr double kWheelStep = 1.2; ///< zoom of one notch
constexpr double kSnap = 6; ///< px

} // namespace

TimelineInput::TimelineInput(TimelineView* view, QObject* canvas)
    : QObject(view)
    , m_view(view)
    , d(view->d.get())
{
    canvas->installEventFilter(this);
}

bool TimelineInput::eventFilter(QObject*, QEvent* event)
{
    if (d->scene.model().empty()) {
        return false;
    }
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        press(static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::MouseMove:
        move(static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::MouseButtonRelease:
        release(static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::MouseButtonDblClick:
        doubleClick(static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::Wheel:
        wheel(static_cast<QWheelEvent*>(event));
        return true;
    case QEvent::Leave:
        leave();
        return false;
    default:
        return false;
    }
}

const Box* TimelineInput::boxAt(QPointF pos) const
{
    const auto& scene = d->scene;
    if (pos.x() < scene.scale().left() || pos.y() < scene.rulerHeight()) {
        return nullptr;
    }
    return scene.geometry().boxAt(static_cast<float>(pos.x()), static_cast<float>(scene.contentY(pos.y())));
}

int TimelineInput::stepAt(QPointF pos) const
{
    if (d->scene.model().steps().empty() || pos.y() < Theme::px(16) || pos.y() >= Theme::px(32)
        || pos.x() < d->scene.scale().left()) {
        return -1;
    }
    for (const auto& mark : d->scene.geometry().ruler.steps) {
        if (pos.x() >= static_cast<double>(mark.left) && pos.x() < static_cast<double>(mark.right)) {
            return mark.step;
        }
    }
    return -1;
}

Ns TimelineInput::snapped(double x) const
{
    const auto& scene = d->scene;
    const auto& trace = *scene.model().trace();
    Ns best = scene.scale().timeAt(x);
    double nearest = kSnap;
    for (const auto& row : scene.geometry().rows) {
        for (auto i = row.begin; i < row.end; ++i) {
            const auto& box = scene.geometry().boxes[i];
            if (box.folded() || static_cast<double>(box.x) > x + kSnap) {
                continue;
            }
            for (const auto& [edge, time] : { std::pair(static_cast<double>(box.x), trace.start(box.span())),
                     std::pair(scene.scale().x(trace.end(box.span())), trace.end(box.span())) }) {
                if (std::abs(edge - x) < nearest) {
                    nearest = std::abs(edge - x);
                    best = time;
                }
            }
        }
    }
    return best;
}

void TimelineInput::press(QMouseEvent* event)
{
    m_view->setFocus(Qt::MouseFocusReason);
    const auto pos = event->position();
    const bool pan = event->button() == Qt::MiddleButton
        || (event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier));
    if (!pan && event->button() != Qt::LeftButton) {
        return;
    }
    d->hideTooltip();
    m_pressedAt = pos;
    m_pressedView = d->scene.view();
    m_pressedScroll = d->scene.scroll();
    m_drag = pan ? Drag::Pan : Drag::Pressed;
}

void TimelineInput::move(QMouseEvent* event)
{
    const auto pos = event->position();
    switch (m_drag) {
    case Drag::None:
        hover(pos);
        return;
    case Drag::Pan: {
        const auto moved = d->scene.scale().lengthOf(1000) * std::llround(m_pressedAt.x() - pos.x()) / 1000;
        d->scrollTo(m_pressedScroll + static_cast<int>(m_pressedAt.y() - pos.y()));
        d->showView({ m_pressedView.begin + moved, m_pressedView.end + moved });
        return;
    }
    case Drag::Pressed:
        if (m_pressedAt.x() < d->scene.scale().left()
            || std::abs(pos.x() - m_pressedAt.x()) < QApplication::startDragDistance() / 2) {
            return;
        }
        m_drag = Drag::Area;
        d->setHovered(nullptr);
        d->setCrosshair(std::nullopt);
        [[fallthrough]];
    case Drag::Area: {
        const bool exact = event->modifiers().testFlag(Qt::AltModifier); // Alt: anywhere; else span edges attract
        const auto timeOf = [&](double x) { return exact ? d->scene.scale().timeAt(x) : snapped(x); };
        const Ns a = timeOf(m_pressedAt.x()), b = timeOf(pos.x());
        d->setArea(TimeRange { std::min(a, b), std::max({ a, b, std::min(a, b) + 1 }) }, true);
        return;
    }
    }
}

void TimelineInput::release(QMouseEvent* event)
{
    const auto drag = std::exchange(m_drag, Drag::None);
    if (drag == Drag::Pressed && event->button() == Qt::LeftButton) {
        click(event->position());
    }
    hover(event->position());
}

void TimelineInput::click(QPointF pos)
{
    if (pos.x() < d->scene.scale().left()) {
        const auto* place =
            pos.y() >= d->scene.rulerHeight() ? d->scene.layout().at(d->scene.contentY(pos.y())) : nullptr;
        if (place != nullptr && place->track < d->scene.model().tracks().size()) {
            d->toggleFold(place->track);
        }
        return;
    }
    if (const int step = stepAt(pos); step >= 0) {
        m_view->setFocusStep(step);
        emit m_view->focusStepChanged(step);
        return;
    }
    if (const int number = d->scene.marks.at(d->scene, pos); number > 0) {
        emit m_view->findingMarkClicked(number);
        return;
    }
    d->setArea(std::nullopt, true);
    if (pos.y() < d->scene.rulerHeight()) {
        return;
    }
    const auto* box = boxAt(pos);
    if (box != nullptr && box->folded()) {
        return; // which of them? zooming in tells
    }
    d->select(box == nullptr ? std::nullopt : std::optional(box->span()), true);
}

void TimelineInput::doubleClick(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        return;
    }
    const auto* box = boxAt(event->position());
    if (box == nullptr) {
        return;
    }
    const auto& lane = d->scene.model().trace()->lanes()[box->lane];
    const TimeRange range { lane.start[box->first], lane.end(box->first + box->count - 1) };
    if (!box->folded()) {
        d->select(box->span(), true);
    }
    d->showView(padded(range, 0.1));
}

void TimelineInput::wheel(QWheelEvent* event)
{
    const auto pos = event->position();
    auto delta = QPointF(event->angleDelta()) / 120.0;
    const bool zooms = event->modifiers().testFlag(Qt::ControlModifier);
    if (event->modifiers().testFlag(Qt::ShiftModifier) || event->modifiers().testFlag(Qt::AltModifier)) {
        delta = { std::abs(delta.x()) > std::abs(delta.y()) ? delta.x() : delta.y(), 0 };
    }
    if (zooms || (delta.y() != 0 && d->scene.mostScroll() == 0)) {
        // Nothing to scroll: the wheel zooms without Ctrl, too.
        const double x = std::max(pos.x(), d->scene.scale().left());
        d->zoomAt(std::pow(kWheelStep, -(delta.y() != 0 ? delta.y() : delta.x())), x);
    } else {
        if (delta.y() != 0) {
            d->scrollTo(d->scene.scroll() - static_cast<int>(std::lround(delta.y() * 3 * d->scene.metrics().row)));
        }
        if (delta.x() != 0) {
            d->panBy(-std::llround(delta.x() * static_cast<double>(d->scene.view().length()) / 10));
        }
    }
    hover(pos);
    event->accept();
}

void TimelineInput::hover(QPointF pos)
{
    auto& scene = d->scene;
    const bool onLanes = pos.x() >= scene.scale().left() && pos.x() < scene.scale().right();
    const auto* box = boxAt(pos);
    const bool overMark = stepAt(pos) >= 0 || scene.marks.at(scene, pos) > 0,
               overHeader = pos.x() < scene.scale().left() && pos.y() >= scene.rulerHeight();
    const auto shape = box != nullptr || overMark || overHeader ? Qt::PointingHandCursor : Qt::ArrowCursor;
    if (d->canvas->cursor().shape() != shape) {
        d->canvas->setCursor(shape);
    }
    d->setHovered(box);
    d->setCrosshair(onLanes ? std::optional(pos.x()) : std::nullopt);
    if (box != nullptr) {
        d->showTooltip(pos.toPoint(), tooltipOf(scene, *box));
        return;
    }
    const auto* place =
        onLanes && pos.y() >= scene.rulerHeight() ? scene.layout().at(scene.contentY(pos.y())) : nullptr;
    const auto* track = place != nullptr && place->track < scene.model().tracks().size()
        ? &scene.model().tracks()[place->track]
        : nullptr;
    const bool curve =
        track != nullptr && !track->hasSpans() && track->kind != TrackKind::File && (!place->folded || track->missing);
    if (curve) {
        d->showTooltip(pos.toPoint(), tooltipOfCurve(scene, place->track, scene.scale().timeAt(pos.x())));
    } else {
        d->hideTooltip();
    }
}

void TimelineInput::leave()
{
    d->setHovered(nullptr);
    d->setCrosshair(std::nullopt);
    d->hideTooltip();
}

bool TimelineInput::key(QKeyEvent* event)
{
    if ((event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) != Qt::NoModifier
        || d->scene.model().empty()) {
        return false;
    }
    const int row = 3 * d->scene.metrics().row, page = d->scene.lanesHeight();
    switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        m_view->zoomIn();
        return true;
    case Qt::Key_S:
    case Qt::Key_Minus:
        m_view->zoomOut();
        return true;
    case Qt::Key_A:
    case Qt::Key_Left:
        m_view->panLeft();
        return true;
    case Qt::Key_D:
    case Qt::Key_Right:
        m_view->panRight();
        return true;
    case Qt::Key_Up:
        d->scrollTo(d->scene.scroll() - row);
        return true;
    case Qt::Key_Down:
        d->scrollTo(d->scene.scroll() + row);
        return true;
    case Qt::Key_PageUp:
        d->scrollTo(d->scene.scroll() - page);
        return true;
    case Qt::Key_PageDown:
        d->scrollTo(d->scene.scroll() + page);
        return true;
    case Qt::Key_Home:
    case Qt::Key_0:
    case Qt::Key_Z:
        m_view->fitAll();
        return true;
    case Qt::Key_F:
        m_view->fitSelection();
        return true;
    case Qt::Key_Period:
        m_view->selectNext();
        return true;
    case Qt::Key_Comma:
        m_view->selectPrevious();
        return true;
    case Qt::Key_BracketRight:
        m_view->selectLaunched();
        return true;
    case Qt::Key_BracketLeft:
        m_view->selectLauncher();
        return true;
    case Qt::Key_Escape:
        m_view->clearSelection();
        return true;
    default:
        return false;
    }
}

} // namespace attnscope
