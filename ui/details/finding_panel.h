// SPDX-License-Identifier: GPL-3.0-or-later
// The Findings tab: what the recording proves about the shown variant, a row each, or why there is none. Shows what it is given; which
// row the user chose is told by a signal. GUI thread only.
#pragma once

#include "ui/common/format.h"
#include "ui/details/finding_rows.h"

#include <QWidget>

class QLabel;
class QStackedWidget;

namespace attnscope {

class ElidedLabel;
class FindingModel;
class TableView;

class FindingPanel : public QWidget {
    Q_OBJECT
public:
    explicit FindingPanel(QWidget* parent = nullptr);

    void setFindings(VariantFindings findings);
    void showWaiting(const QString& text); ///< no rows, and why
    void setTimeUnit(TimeUnit unit);
    void setChosen(int row); ///< −1: none; sends no findingChosen

    [[nodiscard]] int chosen() const { return m_chosen; }
    [[nodiscard]] QString placeholder() const; ///< what is shown in place of the rows; empty: they are
    [[nodiscard]] QString summary() const; ///< what the findings explain together
    [[nodiscard]] QWidget* tools() const { return m_tools; }
    [[nodiscard]] TableView& table() const { return *m_table; }
    [[nodiscard]] FindingModel& model() const { return *m_model; }

signals:
    void findingChosen(int row);
    void exportRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override; ///< the table's room changed

private:
    void choose(int row);
    void showPlaceholder(const QString& text);
    void fit(); ///< column widths and row heights

    QStackedWidget* m_stack;
    TableView* m_table;
    FindingModel* m_model;
    QLabel* m_placeholder;
    ElidedLabel* m_summary; ///< gives way to the tabs
    QWidget* m_tools;
    int m_chosen = -1;
};

} // namespace attnscope
