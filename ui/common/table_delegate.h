// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the cells of every table: role swatch, Tensor Core mark, faint and strong numbers, one soft rounded bar for the current row.
// GUI thread only; a cell costs its text.
#pragma once

#include <QStyledItemDelegate>

namespace attnscope {

class TableDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    /// Background of a cell: the soft bar of a selected or hovered row, rounded at the row's two ends.
    static void paintRowBackground(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index);
};

} // namespace attnscope
