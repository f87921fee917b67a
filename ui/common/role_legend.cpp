// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/role_legend.h"

#include "ui/common/kernel_words.h"
#include "ui/common/tensor_mark.h"
#include "ui/common/theme.h"

#include <QPainter>

namespace attnscope {

void drawRoleSwatch(QPainter& painter, const QRect& rect, RoleGroup group)
{
    const Theme& theme = Theme::current();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor& frame = theme.roleFrame(group);
    painter.setPen(frame.isValid() ? QPen(frame, 1) : QPen(Qt::NoPen));
    painter.setBrush(theme.role(group));
    const double inset = frame.isValid() ? 0.5 : 0;
    painter.drawRoundedRect(
        QRectF(rect).adjusted(inset, inset, -inset, -inset), Measure::kRadiusSpan, Measure::kRadiusSpan);
    painter.restore();
}

RoleLegend::RoleLegend(QWidget* parent)
    : QWidget(parent)
{
    setFont(Theme::font(TypeSize::kSmall));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&ThemeController::instance(), &ThemeController::changed, this, qOverload<>(&QWidget::update));
}

void RoleLegend::setContent(const QString& title, std::vector<RoleGroup> roles, bool tensor)
{
    m_title = title;
    m_roles = std::move(roles);
    m_tensor = tensor;
    QStringList names;
    for (const RoleGroup group : m_roles) {
        names << roleName(group);
    }
    setAccessibleName(title);
    setAccessibleDescription(names.join(QStringLiteral(", ")));
    update();
}

QSize RoleLegend::sizeHint() const
{
    return { Theme::px(400), Theme::px(28) };
}

void RoleLegend::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    const QFontMetrics metrics(font());
    const int base = (height() + metrics.ascent() - metrics.descent()) / 2;
    const int swatch = Theme::px(10);
    int x = 0;
    painter.setPen(theme.muted);
    // The title is the first to go where there is no room for all: the colours say more.
    int wanted = QFontMetrics(Theme::font(TypeSize::kSmall, QFont::Medium)).horizontalAdvance(m_title)
        + Theme::px(18 + 13) + metrics.horizontalAdvance(tr("Tensor Cores"));
    for (const RoleGroup group : m_roles) {
        wanted += Theme::px(32) + metrics.horizontalAdvance(roleName(group));
    }
    if (!m_title.isEmpty() && wanted <= width()) {
        painter.setFont(Theme::font(TypeSize::kSmall, QFont::Medium));
        painter.drawText(x, base, m_title);
        x += painter.fontMetrics().horizontalAdvance(m_title) + Theme::px(18);
        painter.setFont(font());
    }
    for (const RoleGroup group : m_roles) {
        const QString name = roleName(group);
        const int advance = metrics.horizontalAdvance(name);
        if (x + Theme::px(16) + advance > width()) {
            return;
        }
        drawRoleSwatch(painter, QRect(x, (height() - swatch) / 2, swatch, swatch), group);
        painter.drawText(x + Theme::px(16), base, name);
        x += Theme::px(32) + advance;
    }
    const QString words = tr("Tensor Cores");
    if (m_tensor && x + Theme::px(13) + metrics.horizontalAdvance(words) <= width()) {
        drawTensorGlyph(painter, x, (height() - tensorGlyphSize()) / 2, theme.text);
        painter.drawText(x + Theme::px(13), base, words);
    }
}

} // namespace attnscope
