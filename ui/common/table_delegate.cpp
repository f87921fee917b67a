// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/table_delegate.h"

#include "ui/common/records_model.h"
#include "ui/common/role_legend.h"
#include "ui/common/tensor_mark.h"
#include "ui/common/theme.h"

#include <QPainter>
#include <QTableView>

namespace attnscope {

void TableDelegate::paintRowBackground(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index)
{
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    if (!selected) {
        return;
    }
    // One bar over the whole row: only its outer ends are round, so the cells in between draw beyond their edges.
    const auto* table = qobject_cast<const QTableView*>(option.widget);
    int first = 0;
    int last = index.model()->columnCount() - 1;
    if (table != nullptr) {
        while (first < last && table->isColumnHidden(first)) {
            ++first;
        }
        while (last > first && table->isColumnHidden(last)) {
            --last;
        }
    }
    const int radius = Measure::kRadiusRow;
    QRect bar = option.rect;
    if (index.column() != first) {
        bar.setLeft(bar.left() - 2 * radius);
    }
    if (index.column() != last) {
        bar.setRight(bar.right() + 2 * radius);
    }
    painter.save();
    painter.setClipRect(option.rect);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::current().accentSoft);
    painter.drawRoundedRect(bar, radius, radius);
    painter.restore();
}

void TableDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = Theme::current();
    paintRowBackground(*painter, option, index);

    QRect room = option.rect.adjusted(Theme::px(6), 0, -Theme::px(6), 0);
    const QVariant group = index.data(TableRole::kGroup);
    if (group.isValid()) {
        const int side = Theme::px(10);
        drawRoleSwatch(*painter, QRect(room.left(), room.center().y() - side / 2 + 1, side, side),
            static_cast<RoleGroup>(group.toInt()));
        room.setLeft(room.left() + side + Theme::px(8));
    }
    QFont font = option.font;
    font.setWeight(index.data(TableRole::kStrong).toBool() ? QFont::Medium : QFont::Normal);
    painter->setFont(font);
    painter->setPen(index.data(TableRole::kFaint).toBool() ? theme.faint : theme.text);
    const QString text = index.data().toString();
    const auto alignment = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt());
    const QFontMetrics metrics(font);
    if (index.data(TableRole::kTensor).toBool()) {
        const int advance = metrics.horizontalAdvance(text);
        const int gap = tensorGlyphSize() + Theme::px(5);
        const int x =
            alignment.testFlag(Qt::AlignRight) ? std::max(room.left(), room.right() - advance - gap) : room.left();
        drawTensorGlyph(*painter, x, room.center().y() - tensorGlyphSize() / 2, theme.text);
        if (!alignment.testFlag(Qt::AlignRight)) {
            room.setLeft(room.left() + gap);
        }
    }
    painter->drawText(
        room, static_cast<int>(alignment | Qt::TextSingleLine), metrics.elidedText(text, Qt::ElideRight, room.width()));
}

QSize TableDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int marks = index.data(TableRole::kGroup).isValid() ? Theme::px(18) : 0;
    return { QFontMetrics(option.font).horizontalAdvance(index.data().toString()) + marks + Theme::px(14),
        Theme::px(Measure::kTableRow) };
}

} // namespace attnscope
