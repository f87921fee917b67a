// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/panel_tab_bar.h"

#include "ui/common/format.h"
#include "ui/common/theme.h"

#include <QPainter>

namespace attnscope {

PanelTabBar::PanelTabBar(QWidget* parent)
    : QTabBar(parent)
{
    setExpanding(false);
    setDrawBase(false);
    setUsesScrollButtons(true);
    setElideMode(Qt::ElideNone);
    setFocusPolicy(Qt::TabFocus);
    setFixedHeight(Theme::px(Measure::kTabBar) - 1);
    connect(&ThemeController::instance(), &ThemeController::changed, this, qOverload<>(&QWidget::update));
}

void PanelTabBar::setCount(int tab, qint64 count)
{
    const QVariant data = count < 0 ? QVariant() : QVariant(count);
    if (tabData(tab) == data) {
        return;
    }
    setTabData(tab, data);
    setAccessibleTabName(tab, (tabText(tab) + QLatin1Char(' ') + countText(tab)).trimmed());
    layOutAgain();
}

void PanelTabBar::setDense(bool dense)
{
    if (dense != m_dense) {
        m_dense = dense;
        layOutAgain();
    }
}

void PanelTabBar::setCountsShown(bool shown)
{
    if (shown != m_countsShown) {
        m_countsShown = shown;
        layOutAgain();
    }
}

// The text decides the size: setting it again makes the bar lay itself out.
void PanelTabBar::layOutAgain()
{
    const QString text = tabText(0);
    setTabText(0, QString());
    setTabText(0, text);
}

int PanelTabBar::gap() const
{
    return Theme::px(m_dense ? Measure::kTabGap / 2 : Measure::kTabGap);
}

QString PanelTabBar::countText(int tab) const
{
    const QVariant data = tabData(tab);
    return data.isValid() ? formatCount(data.toLongLong()) : QString();
}

QSize PanelTabBar::tabSizeHint(int index) const
{
    // Measured in the weight of the current tab, so that nothing moves when another one becomes it.
    int width = QFontMetrics(Theme::font(TypeSize::kBody, QFont::DemiBold)).horizontalAdvance(tabText(index));
    if (const QString count = shownCount(index); !count.isEmpty()) {
        width += Theme::px(6) + QFontMetrics(Theme::font(TypeSize::kSmall)).horizontalAdvance(count);
    }
    return { width + gap(), height() };
}

void PanelTabBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    const int half = gap() / 2;
    for (int i = 0; i < count(); ++i) {
        if (!isTabVisible(i)) {
            continue;
        }
        const QRect box = tabRect(i);
        const QRect room = box.adjusted(half, 0, -half, 0);
        const bool current = i == currentIndex();
        painter.setFont(Theme::font(TypeSize::kBody, current ? QFont::DemiBold : QFont::Normal));
        painter.setPen(current ? theme.text : theme.muted);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, tabText(i));
        const int used = painter.fontMetrics().horizontalAdvance(tabText(i)) + Theme::px(6);
        painter.setFont(Theme::font(TypeSize::kSmall));
        painter.setPen(theme.faint);
        painter.drawText(room.adjusted(used, 0, half, 0), Qt::AlignLeft | Qt::AlignVCenter, shownCount(i));
        if (current) {
            painter.fillRect(room.left() - 2, height() - 2, room.width() + 4, 2, theme.accent);
        }
        if (current && hasFocus()) {
            painter.setPen(theme.accent);
            painter.drawRoundedRect(
                QRectF(box).adjusted(4.5, 4.5, -4.5, -5.5), Measure::kRadiusRow, Measure::kRadiusRow);
        }
    }
}

} // namespace attnscope
