// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_delegate.h"

#include "ui/common/role_legend.h"
#include "ui/common/tensor_mark.h"
#include "ui/common/theme.h"
#include "ui/compare/comparison_model.h"

#include <QMouseEvent>
#include <QPainter>

#include <cmath>

namespace attnscope {
namespace {

constexpr int kTickGap = 56; // design px between two marks of the axis, at least

} // namespace

QRect barArea(const QRect& cell)
{
    return cell.adjusted(Theme::px(16), 0, -Theme::px(52), 0);
}

ComparisonDelegate::ComparisonDelegate(const ComparisonModel& model, QObject* parent)
    : TableDelegate(parent)
    , m_model(model)
{
}

void ComparisonDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const bool refused = index.data(ComparisonRole::kRefusal).toBool();
    if (index.column() == 0) {
        paintName(*painter, option, index);
    } else if (refused && index.column() == 1) {
        paintRowBackground(*painter, option, index);
        const QRect room = option.rect.adjusted(Theme::px(6), 0, -Theme::px(6), 0);
        painter->setFont(Theme::font(TypeSize::kSmall));
        painter->setPen(Theme::current().faint);
        painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
            painter->fontMetrics().elidedText(index.data().toString().simplified(), Qt::ElideRight, room.width()));
    } else if (index.column() == m_model.barColumn()) {
        paintBar(*painter, option, index);
    } else if (const auto role = m_model.roleOfColumn(index.column())) {
        paintRole(*painter, option, index, *role);
    } else {
        TableDelegate::paint(painter, option, index);
    }
}

// The number, and below it a line whose length is its share of the longest in the table.
void ComparisonDelegate::paintRole(
    QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index, RoleGroup role) const
{
    const Theme& theme = Theme::current();
    if (m_model.picked() == role) {
        painter.fillRect(option.rect, theme.accentSoft);
    }
    TableDelegate::paint(&painter, option, index);
    const VariantSummary& summary = m_model.records()[static_cast<std::size_t>(index.row())];
    const Ns time = summary.groupNs[static_cast<std::size_t>(role)];
    const int room = option.rect.width() - Theme::px(12);
    if (time > 0 && room > 0) {
        const double share = static_cast<double>(time) / static_cast<double>(m_model.longestRole());
        const int length = std::max(1, static_cast<int>(std::lround(share * room)));
        painter.fillRect(QRect(option.rect.right() - Theme::px(6) - length + 1, option.rect.bottom() - 2, length, 2),
            theme.role(role));
    }
}

void ComparisonDelegate::paintName(
    QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = Theme::current();
    paintRowBackground(painter, option, index);
    const QRect room = option.rect.adjusted(Theme::px(6), 0, -Theme::px(4), 0);
    const bool refused = index.data(ComparisonRole::kRefusal).toBool();
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const QString name = index.data().toString();
    painter.setFont(Theme::font(TypeSize::kBody, refused ? QFont::Normal : selected ? QFont::DemiBold : QFont::Medium));
    painter.setPen(refused ? theme.disabled : theme.text);
    const int advance = painter.fontMetrics().horizontalAdvance(name);
    painter.drawText(
        room, Qt::AlignLeft | Qt::AlignVCenter, painter.fontMetrics().elidedText(name, Qt::ElideRight, room.width()));
    const QString more = refused ? QString() : index.data(ComparisonRole::kSecondary).toString();
    const QRect rest = room.adjusted(advance + Theme::px(8), 0, 0, 0);
    painter.setFont(Theme::font(TypeSize::kSmall));
    if (!more.isEmpty() && rest.width() >= painter.fontMetrics().horizontalAdvance(more.left(4))) {
        painter.setPen(theme.faint);
        painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(more, Qt::ElideRight, rest.width()));
    }
}

void ComparisonDelegate::paintBar(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = Theme::current();
    paintRowBackground(painter, option, index);
    const QRect area = barArea(option.rect);
    if (area.width() < Theme::px(24) || m_model.longestBar() <= 0) {
        return; // without any bar there is no axis, and "0" would stand for nothing
    }
    const BarAxis axis = barAxis(m_model.longestBar(), area.width(), Theme::px(kTickGap), m_model.unit());
    for (const double tick : axis.ticks) {
        painter.fillRect(
            area.left() + axis.position(tick, area.width()), option.rect.top(), 1, option.rect.height(), theme.grid);
    }
    const VariantSummary& summary = m_model.records()[static_cast<std::size_t>(index.row())];
    if (!summary.ran) {
        return;
    }
    const int height = Theme::px(Measure::kChartBar);
    const int top = option.rect.center().y() - height / 2 + 1;
    double sum = 0;
    for (std::size_t i = 0; i < kRoleGroupCount; ++i) {
        if (summary.groupNs[i] <= 0) {
            continue;
        }
        const auto group = static_cast<RoleGroup>(i);
        const int from = area.left() + axis.position(sum, area.width());
        sum += static_cast<double>(summary.groupNs[i]);
        const int to = area.left() + axis.position(sum, area.width());
        if (to <= from) {
            continue;
        }
        // Neighbours are parted by 1 px, where there is room for it.
        const QRect part(from, top, std::max(1, to - from - (to - from > 2 ? 1 : 0)), height);
        painter.fillRect(part, theme.role(group));
        if (theme.roleFrame(group).isValid() && part.width() >= 5) {
            painter.setPen(theme.roleFrame(group));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(part.adjusted(0, 0, -1, -1));
        }
        if (summary.groupTensorNs[i] > 0) {
            const double share =
                static_cast<double>(summary.groupTensorNs[i]) / static_cast<double>(summary.groupNs[i]);
            const int width = std::max(1, static_cast<int>(std::lround(part.width() * std::min(share, 1.0))));
            drawTensorRail(painter, part.left(), part.bottom() - 3, width, theme.textOnRole(group), 2);
        }
    }
    painter.setFont(Theme::font(TypeSize::kSmall));
    painter.setPen(theme.muted);
    const int right = area.left() + axis.position(sum, area.width()) + Theme::px(6);
    painter.drawText(QRect(right, option.rect.top(), option.rect.right() - right, option.rect.height()),
        Qt::AlignLeft | Qt::AlignVCenter,
        summary.hasRecordedWork() ? formatTime(barTotal(summary), m_model.unit()) : QStringLiteral("–"));
}

ComparisonHeader::ComparisonHeader(const ComparisonModel& model, QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent)
    , m_model(model)
{
    setFont(Theme::font(TypeSize::kSmall));
    setFixedHeight(Theme::px(Measure::kTableRow));
    setHighlightSections(false);
    setSectionsClickable(true); // those of roles
    setMinimumSectionSize(Theme::px(24));
}

void ComparisonHeader::mouseMoveEvent(QMouseEvent* event)
{
    QHeaderView::mouseMoveEvent(event);
    if (m_model.roleOfColumn(logicalIndexAt(event->pos()))) {
        setCursor(Qt::PointingHandCursor);
    } else {
        unsetCursor();
    }
}

void ComparisonHeader::paintRole(QPainter& painter, const QRect& rect, int section, RoleGroup role) const
{
    const Theme& theme = Theme::current();
    const bool isPicked = m_model.picked() == role;
    painter.fillRect(rect, isPicked ? theme.accentSoft : theme.panel);
    painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.line);
    painter.setFont(Theme::font(TypeSize::kSmall, isPicked ? QFont::DemiBold : QFont::Normal));
    painter.setPen(isPicked ? theme.text : theme.faint);
    const QFontMetrics metrics = painter.fontMetrics();
    const int swatch = Theme::px(8), gap = Theme::px(6);
    const QRect room = rect.adjusted(Theme::px(2) + swatch + gap, 0, -Theme::px(6), 0);
    const QString name =
        metrics.elidedText(m_model.headerData(section, Qt::Horizontal).toString(), Qt::ElideRight, room.width());
    painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, name);
    const int left = room.right() + 1 - metrics.horizontalAdvance(name) - gap - swatch;
    drawRoleSwatch(painter, QRect(left, rect.center().y() - swatch / 2, swatch, swatch), role);
}

void ComparisonHeader::paintSection(QPainter* painter, const QRect& rect, int logicalIndex) const
{
    if (const auto role = m_model.roleOfColumn(logicalIndex)) {
        paintRole(*painter, rect, logicalIndex, *role);
        return;
    }
    if (logicalIndex != m_model.barColumn()) {
        QHeaderView::paintSection(painter, rect, logicalIndex);
        return;
    }
    const Theme& theme = Theme::current();
    painter->fillRect(rect, theme.panel);
    painter->fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.line);
    if (barArea(rect).width() < Theme::px(24)) {
        return; // no bars in it, and nothing has that unit
    }
    painter->setFont(Theme::font(TypeSize::kSmall));
    painter->setPen(theme.faint);
    const QFontMetrics metrics = painter->fontMetrics();
    const QString unit = unitName(m_model.unit());
    const int unitLeft = rect.right() - Theme::px(8) - metrics.horizontalAdvance(unit);
    painter->drawText(
        QRect(unitLeft, rect.top(), rect.right() - unitLeft, rect.height()), Qt::AlignLeft | Qt::AlignVCenter, unit);
    const QRect area = barArea(rect);
    if (m_model.longestBar() <= 0) {
        return;
    }
    const BarAxis axis = barAxis(m_model.longestBar(), area.width(), Theme::px(kTickGap), m_model.unit());
    for (const double tick : axis.ticks) {
        const QString label = tick == 0 ? QStringLiteral("0") : formatTime(std::llround(tick), m_model.unit());
        const int half = metrics.horizontalAdvance(label) / 2 + 2;
        const int x = area.left() + axis.position(tick, area.width());
        if (x + half < unitLeft - Theme::px(4)) {
            painter->drawText(QRect(x - half, rect.top(), 2 * half, rect.height()), Qt::AlignCenter, label);
        }
    }
}

} // namespace attnscope
