// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/variant_button.h"

#include "ui/common/icons.h"
#include "ui/common/small_widgets.h"
#include "ui/common/theme.h"

#include <QPainter>

namespace attnscope {

VariantButton::VariantButton(const QString& title, int number, QWidget* parent)
    : QToolButton(parent)
    , m_title(title)
    , m_number(number)
{
    setCheckable(true);
    setText(title);
    setAccessibleName(title);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&ThemeController::instance(), &ThemeController::changed, this, qOverload<>(&QWidget::update));
}

void VariantButton::setSecondLine(const QString& text, const QString& explanation)
{
    m_second = text;
    setToolTip(explanation);
    setAccessibleDescription(explanation.isEmpty() ? text : explanation);
    update();
}

void VariantButton::setProgress(double fraction)
{
    m_progress = fraction;
    update();
}

void VariantButton::setWarning(bool on)
{
    m_warning = on;
    update();
}

void VariantButton::setSeparator(bool on)
{
    m_separator = on;
    update();
}

QSize VariantButton::sizeHint() const
{
    return { Theme::px(Measure::kSegmentWidth), Theme::px(Measure::kSegmentHeight) };
}

QSize VariantButton::minimumSizeHint() const
{
    return { Theme::px(72), Theme::px(Measure::kSegmentHeight) };
}

void VariantButton::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75);
    const int radius = Measure::kRadiusSegmented;
    if (isChecked()) {
        painter.setPen(QPen(theme.accent, 1.5));
        painter.setBrush(theme.panel);
        painter.drawRoundedRect(box, radius, radius);
        if (hasFocus()) {
            drawFocusRing(painter, rect().adjusted(2, 2, -2, -2)); // beside the frame that says which is shown
        }
    } else if (hasFocus() || (underMouse() && isEnabled())) {
        painter.setPen(hasFocus() ? QPen(theme.accent, 1.5) : QPen(Qt::NoPen));
        painter.setBrush(Theme::mix(theme.panel, theme.hover, 0.5));
        painter.drawRoundedRect(box, radius, radius);
    } else if (m_separator) {
        painter.fillRect(QRectF(0, Theme::px(10), 1, height() - Theme::px(20)), theme.lineStrong);
    }

    const int pad = Theme::px(12);
    const QRect room = rect().adjusted(pad, 0, -pad, 0);
    painter.setFont(Theme::font(TypeSize::kSmall));
    int numberRoom = 0;
    if (m_number > 0) {
        const QString number = QString::number(m_number);
        numberRoom = painter.fontMetrics().horizontalAdvance(number) + Theme::px(4);
        painter.setPen(theme.faint);
        painter.drawText(
            QRect(room.left(), Theme::px(4), room.width(), Theme::px(16)), Qt::AlignRight | Qt::AlignVCenter, number);
    }
    QRect second(room.left(), Theme::px(20), room.width() + Theme::px(4), Theme::px(15));
    if (m_warning) {
        const int side = Theme::px(12);
        themedIcon(QStringLiteral("warn"), IconTone::Warn)
            .paint(&painter, second.left(), second.top() + Theme::px(1), side, side);
        second.setLeft(second.left() + side + Theme::px(3));
    }
    painter.setPen(m_warning ? theme.warn : theme.faint);
    painter.drawText(second, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(m_second, Qt::ElideRight, second.width()));
    painter.setFont(Theme::font(TypeSize::kBody, isChecked() ? QFont::DemiBold : QFont::Medium));
    painter.setPen(isEnabled() ? theme.text : theme.disabled);
    painter.drawText(QRect(room.left(), Theme::px(4), room.width() - numberRoom, Theme::px(16)),
        Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(m_title, Qt::ElideRight, room.width() - numberRoom));

    if (m_progress >= 0) {
        const QRectF track(room.left(), height() - 4.0, room.width(), 2);
        painter.fillRect(track, theme.line);
        painter.fillRect(QRectF(track.topLeft(), QSizeF(track.width() * std::min(m_progress, 1.0), 2)), theme.accent);
    }
}

} // namespace attnscope
