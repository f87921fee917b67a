// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/role_legend.h"

#include "ui/common/kernel_words.h"
#include "ui/common/tensor_mark.h"
#include "ui/common/theme.h"

#include <QMouseEvent>
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
    setMouseTracking(true);
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

std::vector<RoleLegend::Place> RoleLegend::places(int& titleWidth) const
{
    const QFontMetrics metrics(font());
    const int title =
        QFontMetrics(Theme::font(TypeSize::kSmall, QFont::Medium)).horizontalAdvance(m_title) + Theme::px(18);
    int wanted = title + Theme::px(13) + metrics.horizontalAdvance(tr("Tensor Cores"));
    for (const RoleGroup group : m_roles) {
        wanted += Theme::px(32) + metrics.horizontalAdvance(roleName(group));
    }
    // The title is the first to go where there is no room for all: the colours say more.
    titleWidth = !m_title.isEmpty() && wanted <= width() ? title : 0;
    int x = titleWidth;
    std::vector<Place> result;
    for (const RoleGroup group : m_roles) {
        const int room = Theme::px(16) + metrics.horizontalAdvance(roleName(group));
        if (x + room > width()) {
            break;
        }
        result.push_back({ group, QRect(x, 0, room, height()) });
        x += room + Theme::px(16);
    }
    return result;
}

QRect RoleLegend::placeOf(RoleGroup role) const
{
    int titleWidth = 0;
    for (const Place& place : places(titleWidth)) {
        if (place.role == role) {
            return place.rect;
        }
    }
    return {};
}

std::optional<RoleGroup> RoleLegend::roleAt(QPoint at) const
{
    int titleWidth = 0;
    for (const Place& place : places(titleWidth)) {
        if (place.rect.contains(at)) {
            return place.role;
        }
    }
    return std::nullopt;
}

void RoleLegend::mouseMoveEvent(QMouseEvent* event)
{
    if (roleAt(event->pos())) {
        setCursor(Qt::PointingHandCursor);
    } else {
        unsetCursor();
    }
}

void RoleLegend::mousePressEvent(QMouseEvent* event)
{
    const auto role = roleAt(event->pos());
    if (role && event->button() == Qt::LeftButton) {
        emit roleClicked(*role);
    }
}

void RoleLegend::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    const QFontMetrics metrics(font());
    const int base = (height() + metrics.ascent() - metrics.descent()) / 2;
    const int swatch = Theme::px(10);
    int titleWidth = 0;
    const std::vector<Place> shown = places(titleWidth);
    painter.setPen(theme.muted);
    if (titleWidth > 0) {
        painter.setFont(Theme::font(TypeSize::kSmall, QFont::Medium));
        painter.drawText(0, base, m_title);
        painter.setFont(font());
    }
    int x = titleWidth;
    for (const Place& place : shown) {
        drawRoleSwatch(painter, QRect(place.rect.left(), (height() - swatch) / 2, swatch, swatch), place.role);
        painter.drawText(place.rect.left() + Theme::px(16), base, roleName(place.role));
        x = place.rect.right() + 1 + Theme::px(16);
    }
    const QString words = tr("Tensor Cores");
    const bool isWhole = shown.size() == m_roles.size();
    if (m_tensor && isWhole && x + Theme::px(13) + metrics.horizontalAdvance(words) <= width()) {
        drawTensorGlyph(painter, x, (height() - tensorGlyphSize()) / 2, theme.text);
        painter.drawText(x + Theme::px(13), base, words);
    }
}

} // namespace attnscope
