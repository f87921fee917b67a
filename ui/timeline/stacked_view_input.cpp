// SPDX-License-Identifier: GPL-3.0-or-later
// Keys and mouse of the stacked view.
#include "ui/timeline/stacked_view.h"

#include "ui/timeline/span_tooltip.h"
#include "ui/timeline/stacked_scene.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace attnscope {

namespace {

constexpr double kWheelStep = 1.2; ///< zoom of one notch
constexpr double kWheelPan = 0.1; ///< share of the view of one notch

} // namespace

void StackedView::keyPressEvent(QKeyEvent* event)
{
    const bool plain = (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier;
    if (!plain || m_scene->empty() || !(moveKey(event->key()) || selectKey(event->key()))) {
        QWidget::keyPressEvent(event);
    }
}

bool StackedView::moveKey(int key)
{
    switch (key) {
    case Qt::Key_W:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomIn();
        return true;
    case Qt::Key_S:
    case Qt::Key_Minus:
        zoomOut();
        return true;
    case Qt::Key_A:
        panLeft();
        return true;
    case Qt::Key_D:
        panRight();
        return true;
    case Qt::Key_PageUp:
        scrollTo(m_scene->scroll() - m_scene->rowsHeight());
        return true;
    case Qt::Key_PageDown:
        scrollTo(m_scene->scroll() + m_scene->rowsHeight());
        return true;
    case Qt::Key_Home:
    case Qt::Key_0:
    case Qt::Key_Z:
        fitAll();
        return true;
    case Qt::Key_F:
        fitSelection();
        return true;
    default:
        return false;
    }
}

bool StackedView::selectKey(int key)
{
    switch (key) {
    case Qt::Key_Right:
    case Qt::Key_Period:
        selectNeighbour(1);
        return true;
    case Qt::Key_Left:
    case Qt::Key_Comma:
        selectNeighbour(-1);
        return true;
    case Qt::Key_Up:
        selectInRow(-1);
        return true;
    case Qt::Key_Down:
        selectInRow(1);
        return true;
    case Qt::Key_BracketRight:
        selectAlongLaunch(true);
        return true;
    case Qt::Key_BracketLeft:
        selectAlongLaunch(false);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_scene->current) {
            emit variantOpened(currentVariant());
        }
        return true;
    case Qt::Key_Escape:
        choose(std::nullopt);
        emit cleared();
        return true;
    default:
        return false;
    }
}

void StackedView::choose(std::optional<StackedRows::Place> place)
{
    if (!place) {
        setSelection(std::nullopt);
        emit spanSelected(currentVariant(), std::nullopt);
        return;
    }
    bringIntoView(*place);
    const SpanRef span = rows().at(*place).span;
    setSelection(span);
    emit spanSelected(static_cast<int>(place->row), span);
}

// The first GPU work of the current variant, else of the first that has any.
std::optional<StackedRows::Place> StackedView::firstPlace() const
{
    const auto& all = rows().rows;
    const auto inRow = [&all](std::size_t row) -> std::optional<StackedRows::Place> {
        for (const auto line : { StackedLine::Work, StackedLine::Op }) {
            const auto& spans = all[row].line(line);
            const auto own = std::find_if(spans.begin(), spans.end(), [](const StackedSpan& span) { return span.own; });
            if (own != spans.end()) {
                return StackedRows::Place { row, line, static_cast<std::size_t>(own - spans.begin()) };
            }
        }
        return std::nullopt;
    };
    if (m_scene->current) {
        if (const auto place = inRow(*m_scene->current)) {
            return place;
        }
    }
    for (std::size_t row = 0; row < all.size(); ++row) {
        if (const auto place = inRow(row)) {
            return place;
        }
    }
    return std::nullopt;
}

void StackedView::selectNeighbour(int direction)
{
    auto place = m_scene->selected();
    if (!place) {
        place = firstPlace();
    } else {
        const auto next = static_cast<std::ptrdiff_t>(place->index) + direction;
        if (next < 0 || next >= static_cast<std::ptrdiff_t>(rows().rows[place->row].line(place->line).size())) {
            return;
        }
        place->index = static_cast<std::size_t>(next);
    }
    if (place) {
        choose(place);
    }
}

void StackedView::selectInRow(int direction)
{
    const auto place = m_scene->selected();
    if (!place) {
        selectNeighbour(direction);
        return;
    }
    const Ns at = rows().at(*place).time.begin;
    const auto& all = rows().rows;
    for (auto row = static_cast<std::ptrdiff_t>(place->row) + direction;
         row >= 0 && row < static_cast<std::ptrdiff_t>(all.size()); row += direction) {
        const auto& spans = all[static_cast<std::size_t>(row)].line(place->line);
        const auto nearest =
            std::min_element(spans.begin(), spans.end(), [at](const StackedSpan& a, const StackedSpan& b) {
                return std::pair(!a.own, std::abs(a.time.begin - at)) < std::pair(!b.own, std::abs(b.time.begin - at));
            });
        if (nearest != spans.end()) {
            choose(StackedRows::Place {
                static_cast<std::size_t>(row), place->line, static_cast<std::size_t>(nearest - spans.begin()) });
            return;
        }
    }
}

// Operator, API call, kernel; the chain is the timeline's.
void StackedView::selectAlongLaunch(bool forward)
{
    const auto place = m_scene->selected();
    if (!place) {
        selectNeighbour(forward ? 1 : -1);
        return;
    }
    const auto wanted = static_cast<int>(place->line) + (forward ? 1 : -1);
    if (wanted < 0 || wanted > static_cast<int>(StackedLine::Work)) {
        return;
    }
    const auto line = static_cast<StackedLine>(wanted);
    const auto& spans = rows().rows[place->row].line(line);
    const auto found = std::find_if(
        spans.begin(), spans.end(), [this](const StackedSpan& span) { return m_scene->chain().holds(span.span); });
    if (found != spans.end()) {
        choose(StackedRows::Place { place->row, line, static_cast<std::size_t>(found - spans.begin()) });
    }
}

void StackedView::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    if (m_scene->empty() || (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)) {
        return;
    }
    hideTooltip();
    m_press = Press { event->position(), viewRange(), m_scene->scroll(), event->button() == Qt::MiddleButton };
}

void StackedView::mouseMoveEvent(QMouseEvent* event)
{
    const auto pos = event->position();
    if (!m_press) {
        hover(pos);
        return;
    }
    const QPointF by = m_press->at - pos;
    if (!m_press->moved && by.manhattanLength() < QApplication::startDragDistance()) {
        return;
    }
    m_press->moved = true;
    m_scene->crosshairX.reset();
    const Ns moved = m_scene->scale().lengthOf(1000) * std::llround(by.x()) / 1000;
    const Press press = *m_press;
    scrollTo(press.scroll + static_cast<int>(by.y()));
    setViewRange({ press.view.begin + moved, press.view.end + moved });
}

void StackedView::mouseReleaseEvent(QMouseEvent* event)
{
    const auto press = std::exchange(m_press, std::nullopt);
    if (press && !press->moved && event->button() == Qt::LeftButton) {
        click(event->position());
    }
    hover(event->position());
}

void StackedView::click(QPointF pos)
{
    const int row = m_scene->rowAt(pos.y());
    if (row >= 0 && !rows().rows[static_cast<std::size_t>(row)].ran()) {
        return;
    }
    const auto& scale = m_scene->scale();
    if (pos.x() < scale.left() || pos.x() >= scale.right()) {
        if (row >= 0) {
            emit variantChosen(row);
        }
        return;
    }
    const Box* box = m_scene->boxAt(pos.x(), pos.y());
    if (box != nullptr && box->folded()) {
        return; // which of them? zooming in tells
    }
    choose(box == nullptr ? std::nullopt : rows().placeOf(box->span()));
}

void StackedView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const int row = m_scene->empty() ? -1 : m_scene->rowAt(event->position().y());
    if (event->button() == Qt::LeftButton && row >= 0 && rows().rows[static_cast<std::size_t>(row)].ran()) {
        emit variantOpened(row);
    }
}

void StackedView::wheelEvent(QWheelEvent* event)
{
    if (m_scene->empty()) {
        return;
    }
    auto delta = QPointF(event->angleDelta()) / 120.0;
    if (event->modifiers().testFlag(Qt::ShiftModifier) || event->modifiers().testFlag(Qt::AltModifier)) {
        delta = { std::abs(delta.x()) > std::abs(delta.y()) ? delta.x() : delta.y(), 0 };
    }
    // Nothing to scroll: the wheel zooms without Ctrl, too.
    if (event->modifiers().testFlag(Qt::ControlModifier) || (delta.y() != 0 && m_scene->mostScroll() == 0)) {
        const double x = std::clamp(event->position().x(), m_scene->scale().left(), m_scene->scale().right());
        zoomAround(std::pow(kWheelStep, -(delta.y() != 0 ? delta.y() : delta.x())), x);
    } else {
        if (delta.y() != 0) {
            scrollTo(m_scene->scroll() - static_cast<int>(std::lround(delta.y() * m_scene->metrics().row)));
        }
        if (delta.x() != 0) {
            panBy(-delta.x() * kWheelPan);
        }
    }
    hover(event->position());
    event->accept();
}

void StackedView::hover(QPointF pos)
{
    if (m_scene->empty()) {
        return;
    }
    const auto& scale = m_scene->scale();
    const bool onPlot = pos.x() >= scale.left() && pos.x() < scale.right() && pos.y() >= 0 && pos.y() < height();
    const Box* box = m_scene->boxAt(pos.x(), pos.y());
    const int row = m_scene->rowAt(pos.y());
    const bool onHeader = pos.x() >= 0 && pos.x() < scale.left() && row >= 0;
    setCursor(box != nullptr || onHeader ? Qt::PointingHandCursor : Qt::ArrowCursor);
    m_scene->hovered = box == nullptr ? std::nullopt : std::optional(*box);
    m_scene->crosshairX = onPlot ? std::optional(pos.x()) : std::nullopt;
    update();
    if (box != nullptr) {
        showTooltip(pos, m_scene->tooltipOf(*box));
    } else if (onHeader) {
        showTooltip(pos, m_scene->tooltipOfRow(static_cast<std::size_t>(row)));
    } else {
        hideTooltip();
    }
}

void StackedView::leaveEvent(QEvent* event)
{
    m_scene->hovered.reset();
    m_scene->crosshairX.reset();
    hideTooltip();
    update();
    QWidget::leaveEvent(event);
}

void StackedView::showTooltip(QPointF pos, const TooltipContent& content)
{
    if (m_tooltip == nullptr || m_tooltip->parentWidget() != window()) {
        delete m_tooltip;
        m_tooltip = new SpanTooltip(window());
    }
    m_tooltip->showAt(mapTo(window(), pos.toPoint()), content);
}

void StackedView::hideTooltip()
{
    if (m_tooltip != nullptr) {
        m_tooltip->hide();
    }
}

} // namespace attnscope
