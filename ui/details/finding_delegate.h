// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the rows of the Findings tab: number in a badge, sentence with its evidence below, time with its share below, bar of the share.
// GUI thread only; a cell costs its text.
#pragma once

#include "ui/common/table_delegate.h"

namespace attnscope {

class FindingDelegate : public TableDelegate {
    Q_OBJECT
public:
    using TableDelegate::TableDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    /// Height of a row whose sentence has this width: 44 design px, more where the sentence needs two lines.
    [[nodiscard]] static int rowHeight(const QString& sentence, int width);
};

} // namespace attnscope
