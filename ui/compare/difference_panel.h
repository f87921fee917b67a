// SPDX-License-Identifier: GPL-3.0-or-later
// The Difference tab: what the shown trace (A) and another one (B) spend on each kernel. Shows what it is given; who computes it is
// told by signals what the user wants to see. GUI thread only.
#pragma once

#include "profiler/analysis/kernel_difference.h"
#include "ui/common/format.h"

#include <QString>
#include <QWidget>

namespace attnscope {

class DifferenceModel;
class ElidedLabel;
class SegmentedControl;
class TableTab;
class TableView;

class DifferencePanel : public QWidget {
    Q_OBJECT
public:
    explicit DifferencePanel(QWidget* parent = nullptr);

    /// `a` and `b` say what was compared: "naive.json.gz, naive".
    void setDifference(const QString& a, const QString& b, KernelDifference difference);
    void showWaiting(const QString& text); ///< no rows, and why
    void setTimeUnit(TimeUnit unit);

    [[nodiscard]] KernelDifferenceOptions options() const;
    [[nodiscard]] const KernelDifference& difference() const { return m_difference; }
    [[nodiscard]] QString summary() const; ///< the line above the table
    [[nodiscard]] QWidget* tools() const;
    [[nodiscard]] TableView& table() const { return *m_table; }
    [[nodiscard]] DifferenceModel& model() const { return *m_model; }
    [[nodiscard]] SegmentedControl& keys() const { return *m_keys; }
    [[nodiscard]] SegmentedControl& scope() const { return *m_scope; }

signals:
    void optionsChanged();
    void kernelChosen(const QString& name); ///< show its spans
    void exportRequested();
    void endRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    [[nodiscard]] QString verdict() const; ///< the totals in one sentence
    void choose(int row);

    SegmentedControl *m_keys, *m_scope;
    ElidedLabel* m_summary;
    TableView* m_table;
    DifferenceModel* m_model;
    TableTab* m_tab = nullptr;
    KernelDifference m_difference; ///< without its rows, which the model has
    QString m_a, m_b;
};

} // namespace attnscope
