// SPDX-License-Identifier: GPL-3.0-or-later
// The Selection tab: the launch chain of what is selected at the left, the span's arguments at the right. GUI thread only.
#pragma once

#include "profiler/trace/trace.h"
#include "ui/common/format.h"

#include <QWidget>

#include <optional>

class QStackedWidget;

namespace attnscope {

class ArgumentModel;
class ChainModel;
class TableView;

class SelectionPanel : public QWidget {
    Q_OBJECT
public:
    explicit SelectionPanel(QWidget* parent = nullptr);

    void setSelection(const TracePtr& trace, std::optional<SpanRef> span);
    void setTimeUnit(TimeUnit unit);
    [[nodiscard]] TableView& table() const { return *m_chainTable; }
    [[nodiscard]] ChainModel& chain() const { return *m_chain; }
    [[nodiscard]] ArgumentModel& arguments() const { return *m_arguments; }

signals:
    void spanChosen(attnscope::SpanRef span);

private:
    QStackedWidget* m_stack;
    TableView *m_chainTable, *m_argumentTable;
    ChainModel* m_chain;
    ArgumentModel* m_arguments;
};

} // namespace attnscope
