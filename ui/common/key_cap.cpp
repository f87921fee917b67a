// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/key_cap.h"

#include "ui/common/theme.h"

#include <QPainter>

namespace attnscope {

KeyCap::KeyCap(const QString& key, QWidget* parent)
    : QWidget(parent)
    , m_key(key)
{
    setFont(Theme::font(TypeSize::kSmall, QFont::Medium));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(key);
}

QSize KeyCap::sizeHint() const
{
    return { std::max(Theme::px(20), fontMetrics().horizontalAdvance(m_key) + Theme::px(10)), Theme::px(18) };
}

void KeyCap::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.lineStrong);
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Measure::kRadiusRow, Measure::kRadiusRow);
    painter.setPen(theme.muted);
    painter.drawText(rect(), Qt::AlignCenter, m_key);
}

} // namespace attnscope
