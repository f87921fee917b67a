// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the comparison's cells: the name with its faint words, a refusal across the row, and the bar of roles with the Tensor Core
// rail. Its header draws the axis of the bars. GUI thread only.
#pragma once

#include "profiler/kernels/decoder.h"
#include "ui/common/table_delegate.h"

#include <QHeaderView>

namespace attnscope {

class ComparisonModel;

class ComparisonDelegate : public TableDelegate {
    Q_OBJECT
public:
    ComparisonDelegate(const ComparisonModel& model, QObject* parent);
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void paintName(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
    void paintBar(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
    void paintRole(
        QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index, RoleGroup role) const;

    const ComparisonModel& m_model;
};

class ComparisonHeader : public QHeaderView {
    Q_OBJECT
public:
    ComparisonHeader(const ComparisonModel& model, QWidget* parent);

protected:
    void paintSection(QPainter* painter, const QRect& rect, int logicalIndex) const override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void paintRole(QPainter& painter, const QRect& rect, int section, RoleGroup role) const;

    const ComparisonModel& m_model;
};

/// The part of a bar cell that the axis spans; the rest is for the number behind the longest bar.
[[nodiscard]] QRect barArea(const QRect& cell);

} // namespace attnscope
