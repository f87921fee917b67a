// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/guess_row.h"

#include "ui/common/icons.h"
#include "ui/common/theme.h"

#include <QPainter>

namespace attnscope {

GuessRow::GuessRow(QWidget* parent)
    : QToolButton(parent)
{
    setText(tr("My guess"));
    setAccessibleName(text());
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&ThemeController::instance(), &ThemeController::changed, this, qOverload<>(&QWidget::update));
}

void GuessRow::setGuess(const QString& text, const QString& explanation)
{
    m_guess = text;
    setToolTip(explanation);
    setAccessibleDescription(explanation);
    update();
}

QSize GuessRow::sizeHint() const
{
    return { Theme::px(Measure::kLeftColumn - 1), Theme::px(40) };
}

void GuessRow::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int pad = Theme::px(Measure::kPadding);
    painter.fillRect(QRect(pad, 0, width() - 2 * pad, 1), theme.line);
    if (underMouse() || hasFocus()) {
        painter.setPen(hasFocus() ? QPen(theme.accent) : QPen(Qt::NoPen));
        painter.setBrush(isDown() ? theme.line : theme.hover);
        painter.drawRoundedRect(
            QRectF(rect()).adjusted(Theme::px(8) + 0.5, Theme::px(6) + 0.5, -Theme::px(8) - 0.5, -4.5),
            Measure::kRadiusButton, Measure::kRadiusButton);
    }
    const int side = Theme::px(16);
    const int top = (height() - side) / 2 + 1;
    themedIcon(QStringLiteral("lamp")).paint(&painter, pad, top, side, side);
    themedIcon(QStringLiteral("right")).paint(&painter, width() - pad - side + Theme::px(2), top, side, side);
    QRect room(pad + side + Theme::px(4), 1, width() - 2 * pad - 2 * side - Theme::px(6), height());
    painter.setFont(Theme::font(TypeSize::kBody, QFont::DemiBold));
    painter.setPen(theme.text);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, text());
    room.setLeft(room.left() + painter.fontMetrics().horizontalAdvance(text()) + Theme::px(12));
    painter.setFont(Theme::font(TypeSize::kBody));
    painter.setPen(theme.muted);
    painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(m_guess, Qt::ElideRight, room.width()));
}

} // namespace attnscope
