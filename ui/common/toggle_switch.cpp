// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/toggle_switch.h"

#include "ui/common/theme.h"

#include <QFontMetrics>
#include <QPainter>

namespace attnscope {
namespace {

constexpr int kTrackWidth = 30, kTrackHeight = 16, kHeight = 24, kKnobAir = 2, kWordGap = 10; // design px
constexpr int kFocusAir = 3; // around the track, for its ring

} // namespace

ToggleSwitch::ToggleSwitch(const QString& text, QWidget* parent)
    : QAbstractButton(parent)
{
    setText(text);
    setAccessibleName(text);
    setCheckable(true);
    setFont(Theme::font(TypeSize::kBody));
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
    connect(&ThemeController::instance(), &ThemeController::changed, this, [this] { update(); });
}

QSize ToggleSwitch::sizeHint() const
{
    const int words = QFontMetrics(font()).horizontalAdvance(text());
    return { words + Theme::px(kWordGap + kTrackWidth + kFocusAir), Theme::px(kHeight) };
}

void ToggleSwitch::enterEvent(QEnterEvent* event)
{
    update();
    QAbstractButton::enterEvent(event);
}

void ToggleSwitch::leaveEvent(QEvent* event)
{
    update();
    QAbstractButton::leaveEvent(event);
}

void ToggleSwitch::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font());
    painter.setPen(!isEnabled() ? theme.disabled : isChecked() || underMouse() ? theme.text : theme.muted);
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, text());

    const double width = Theme::px(kTrackWidth), height = Theme::px(kTrackHeight), air = Theme::px(kKnobAir);
    const QRectF track(this->width() - width - Theme::px(kFocusAir), (this->height() - height) / 2, width, height);
    painter.setPen(Qt::NoPen);
    painter.setBrush(!isEnabled() ? theme.line : isChecked() ? theme.accentFill : theme.faint);
    painter.drawRoundedRect(track, height / 2, height / 2);
    const double knob = height - 2 * air;
    const double x = isChecked() ? track.right() - air - knob : track.left() + air;
    painter.setBrush(isChecked() ? theme.onAccent : theme.window);
    painter.drawEllipse(QRectF(x, track.top() + air, knob, knob));
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(track.adjusted(-2, -2, 2, 2), height / 2 + 2, height / 2 + 2);
    }
}

} // namespace attnscope
