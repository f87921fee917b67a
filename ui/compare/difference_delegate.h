// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the bars of the Difference table: from the middle to the right where B spends more on a kernel, to the left where it spends
// less, in the colour of the kernel's role. GUI thread only.
#pragma once

#include "ui/common/table_delegate.h"

namespace attnscope {

class DifferenceModel;

class DifferenceDelegate : public TableDelegate {
    Q_OBJECT
public:
    DifferenceDelegate(const DifferenceModel& model, QObject* parent);
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const DifferenceModel& m_model;
};

/// Where the bar of a difference lies in a cell; empty for none. Pure.
[[nodiscard]] QRect differenceBar(const QRect& cell, double difference, double largest);

} // namespace attnscope
