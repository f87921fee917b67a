// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/difference_delegate.h"

#include "ui/common/theme.h"
#include "ui/compare/difference_model.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace attnscope {

QRect differenceBar(const QRect& cell, double difference, double largest)
{
    const int half = cell.width() / 2 - Theme::px(8);
    if (half < 1 || largest <= 0 || difference == 0) {
        return {};
    }
    const int length = std::max(1, static_cast<int>(std::lround(half * std::abs(difference) / largest)));
    const int height = Theme::px(Measure::kChartBar);
    const int middle = cell.left() + cell.width() / 2;
    return { difference < 0 ? middle - length : middle + 1, cell.center().y() - height / 2 + 1, length, height };
}

DifferenceDelegate::DifferenceDelegate(const DifferenceModel& model, QObject* parent)
    : TableDelegate(parent)
    , m_model(model)
{
}

void DifferenceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    if (index.column() != m_model.barColumn()) {
        TableDelegate::paint(painter, option, index);
        return;
    }
    const Theme& theme = Theme::current();
    paintRowBackground(*painter, option, index);
    painter->fillRect(
        option.rect.left() + option.rect.width() / 2, option.rect.top(), 1, option.rect.height(), theme.lineStrong);
    const QModelIndex kernel = index.siblingAtColumn(0);
    const QRect bar = differenceBar(option.rect,
        index.siblingAtColumn(m_model.barColumn() - 2).data(TableRole::kSort).toDouble(), m_model.largest());
    if (bar.isEmpty()) {
        return;
    }
    const auto group = static_cast<RoleGroup>(kernel.data(TableRole::kGroup).toInt());
    painter->fillRect(bar, theme.role(group));
    if (theme.roleFrame(group).isValid() && bar.width() >= 5) {
        painter->setPen(theme.roleFrame(group));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(bar.adjusted(0, 0, -1, -1));
    }
}

} // namespace attnscope
