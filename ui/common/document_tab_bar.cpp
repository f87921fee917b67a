// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/document_tab_bar.h"

#include "ui/common/small_widgets.h"
#include "ui/common/theme.h"

#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QToolButton>

#include <algorithm>

namespace attnscope {
namespace {

constexpr int kHeight = 30, kWidest = 260, kNarrowest = 128, kPadding = 12, kButton = 44; // design px

// Where there is little room the ending goes first: what comes before it tells recordings apart.
QString fittedName(const QString& name, const QFontMetrics& metrics, int width)
{
    if (metrics.horizontalAdvance(name) <= width) {
        return name;
    }
    const qsizetype ending = name.indexOf(QLatin1String(".json"));
    return metrics.elidedText(ending > 0 ? name.left(ending) : name, Qt::ElideMiddle, width);
}

} // namespace

DocumentTabBar::DocumentTabBar(QWidget* parent)
    : QTabBar(parent)
{
    setAccessibleName(tr("Open recordings"));
    setExpanding(false);
    setDrawBase(false);
    setMovable(true);
    setUsesScrollButtons(true);
    setElideMode(Qt::ElideMiddle);
    setFocusPolicy(Qt::TabFocus);
    setFixedHeight(Theme::px(kHeight));
    hide();
    connect(this, &QTabBar::currentChanged, this, [this](int index) {
        if (!m_quiet && index >= 0) {
            emit chosen(index);
        }
    });
    connect(this, &QTabBar::tabMoved, this, [this](int from, int to) {
        m_shown.move(from, to);
        emit moved(from, to);
    });
    connect(&ThemeController::instance(), &ThemeController::changed, this, qOverload<>(&QWidget::update));
}

void DocumentTabBar::setTabs(const QList<Tab>& tabs, int current)
{
    const QScopedValueRollback quiet(m_quiet, true);
    while (count() > tabs.size()) {
        removeTab(count() - 1);
    }
    while (count() < tabs.size()) {
        addCloseButton(addTab(QString()));
    }
    if (m_shown != tabs) {
        m_shown = tabs;
        for (int i = 0; i < tabs.size(); ++i) {
            setTabText(i, tabs[i].name);
            setTabToolTip(i, tabs[i].toolTip);
            setAccessibleTabName(i, tabs[i].unsaved ? tr("%1, not saved").arg(tabs[i].name) : tabs[i].name);
        }
    }
    setCurrentIndex(current);
    setVisible(tabs.size() > 1);
    update();
}

void DocumentTabBar::addCloseButton(int index)
{
    QToolButton* button = makeButton(ButtonKind::Mini, tr("Close"), QStringLiteral("x"), this);
    button->setFocusPolicy(Qt::NoFocus); // Ctrl+W does it, and Tab should not stop at every tab
    connect(button, &QToolButton::clicked, this, [this, button] { emit closeRequested(indexOfButton(button)); });
    setTabButton(index, RightSide, button);
}

int DocumentTabBar::indexOfButton(const QWidget* button) const
{
    for (int i = 0; i < count(); ++i) {
        if (tabButton(i, RightSide) == button) {
            return i;
        }
    }
    return -1;
}

QSize DocumentTabBar::tabSizeHint(int index) const
{
    // Measured in the weight of the current tab, so that nothing moves when another one becomes it.
    const int text = QFontMetrics(Theme::font(TypeSize::kBody, QFont::DemiBold)).horizontalAdvance(tabText(index));
    return { std::min(text + Theme::px(kPadding + kButton), Theme::px(kWidest)), height() };
}

QSize DocumentTabBar::minimumTabSizeHint(int index) const
{
    return { std::min(tabSizeHint(index).width(), Theme::px(kNarrowest)), height() };
}

void DocumentTabBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.hover);
    painter.fillRect(0, height() - 1, width(), 1, theme.line);
    for (int i = 0; i < count(); ++i) {
        const QRect box = tabRect(i);
        const bool current = i == currentIndex();
        if (current) {
            painter.fillRect(box, theme.window);
            painter.fillRect(box.left(), 0, box.width(), 2, theme.accent);
        }
        painter.fillRect(box.right(), current ? 0 : Theme::px(8), 1, current ? height() : height() - Theme::px(16),
            current ? theme.line : theme.lineStrong);
        painter.setFont(Theme::font(TypeSize::kBody, current ? QFont::DemiBold : QFont::Normal));
        painter.setPen(current ? theme.text : theme.muted);
        QRect room = box.adjusted(Theme::px(kPadding), 0, 0, 0);
        room.setRight(tabButton(i, RightSide)->geometry().left() - Theme::px(4));
        if (i < m_shown.size() && m_shown[i].unsaved) {
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setBrush(theme.accent);
            painter.setPen(Qt::NoPen);
            painter.drawEllipse(QPointF(room.left() - Theme::px(5), room.center().y() + 1), 2.5, 2.5);
            painter.setRenderHint(QPainter::Antialiasing, false);
            painter.setPen(current ? theme.text : theme.muted);
        }
        painter.drawText(
            room, Qt::AlignLeft | Qt::AlignVCenter, fittedName(tabText(i), painter.fontMetrics(), room.width()));
        if (current && hasFocus()) {
            painter.setPen(theme.accent);
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(
                QRectF(box).adjusted(3.5, 4.5, -3.5, -4.5), Measure::kRadiusRow, Measure::kRadiusRow);
        }
    }
}

void DocumentTabBar::mouseReleaseEvent(QMouseEvent* event)
{
    const int index = tabAt(event->pos());
    if (event->button() == Qt::MiddleButton && index >= 0) {
        emit closeRequested(index);
        return;
    }
    QTabBar::mouseReleaseEvent(event);
}

void DocumentTabBar::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const int index = byKey ? currentIndex() : tabAt(event->pos());
    if (index >= 0) {
        emit menuRequested(index, byKey ? mapToGlobal(tabRect(index).bottomLeft()) : event->globalPos());
    }
}

} // namespace attnscope
