// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/span_tooltip.h"

#include "ui/common/theme.h"
#include "ui/timeline/scene_painter.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace attnscope {

namespace {

constexpr int kFromPointer = 12, kNameColumn = 80, kTitleHeight = 36, kSwatch = 10;

} // namespace

QString TooltipContent::plainText() const
{
    QString text = title;
    for (const auto& [name, value] : rows) {
        text += QLatin1Char('\n') + name + QStringLiteral(": ") + value;
    }
    return foot.isEmpty() ? text : text + QLatin1Char('\n') + foot;
}

SpanTooltip::SpanTooltip(QWidget* window)
    : QWidget(window)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setObjectName(QStringLiteral("spanTooltip"));
    hide();
}

QSize SpanTooltip::sizeHint() const
{
    const int padding = Theme::px(Measure::kTooltipPadding), most = Theme::px(Measure::kTooltipWidth);
    const QFontMetrics small(Theme::font(TypeSize::kSmall)), title(Theme::font(TypeSize::kBody, QFont::DemiBold));
    int width = title.horizontalAdvance(m_content.title) + (m_content.role ? Theme::px(18) : 0);
    for (const auto& [name, value] : m_content.rows) {
        width = std::max(width,
            value.isEmpty() ? small.horizontalAdvance(name) : Theme::px(kNameColumn) + small.horizontalAdvance(value));
    }
    width =
        std::max(width, QFontMetrics(Theme::font(TypeSize::kSmall, QFont::Medium)).horizontalAdvance(m_content.foot));
    const int rows = static_cast<int>(m_content.rows.size()) * Theme::px(Measure::kTooltipRow);
    const int height = Theme::px(kTitleHeight) + rows + Theme::px(m_content.foot.isEmpty() ? 6 : 24);
    return { std::min(width + 2 * padding + 2, most), height };
}

void SpanTooltip::showAt(QPoint pointer, const TooltipContent& content)
{
    if (!(content == m_content) || !isVisible()) {
        m_content = content;
        setAccessibleName(m_content.plainText());
        resize(sizeHint());
        update();
    }
    const auto room = parentWidget()->rect();
    const int away = Theme::px(kFromPointer);
    int x = pointer.x() + away, y = pointer.y() + away;
    if (x + width() > room.right() - away / 2) {
        x = pointer.x() - away - width();
    }
    if (y + height() > room.bottom() - away / 2) {
        y = pointer.y() - away - height();
    }
    move(std::max(x, 0), std::max(y, 0));
    show();
    raise();
}

void SpanTooltip::paintEvent(QPaintEvent*)
{
    const auto& theme = Theme::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double radius = Theme::px(Measure::kRadiusButton);
    painter.setPen(QPen(theme.lineStrong, 1));
    painter.setBrush(theme.tooltip);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);

    const int padding = Theme::px(Measure::kTooltipPadding);
    int x = padding;
    if (m_content.role) {
        const QRectF swatch(padding, padding, Theme::px(kSwatch), Theme::px(kSwatch));
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.role(*m_content.role));
        painter.drawRoundedRect(swatch, 2, 2);
        x += Theme::px(18);
    }
    const auto write = [&](int left, int baseline, const QString& words, const QFont& font, const QColor& colour) {
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(
            left, baseline, QFontMetrics(font).elidedText(words, Qt::ElideMiddle, width() - padding - left));
    };
    write(x, Theme::px(21), m_content.title, Theme::font(TypeSize::kBody, QFont::DemiBold), theme.text);
    int baseline = Theme::px(42);
    for (const auto& [name, value] : m_content.rows) {
        write(padding, baseline, name, Theme::font(TypeSize::kSmall), theme.faint);
        write(padding + Theme::px(kNameColumn), baseline, value, Theme::font(TypeSize::kSmall), theme.text);
        baseline += Theme::px(Measure::kTooltipRow);
    }
    if (!m_content.foot.isEmpty()) {
        write(padding, height() - Theme::px(10), m_content.foot, Theme::font(TypeSize::kSmall, QFont::Medium),
            theme.accent);
    }
}

} // namespace attnscope
