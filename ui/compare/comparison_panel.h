// SPDX-License-Identifier: GPL-3.0-or-later
// The Comparison tab: table with bars, by role, or the chart of the times; under the table the legend. GUI thread only.
#pragma once

#include "profiler/analysis/variants.h"
#include "ui/common/format.h"
#include "ui/run/guess.h"

#include <QWidget>

#include <optional>
#include <vector>

class QStackedWidget;

namespace attnscope {

class ComparisonModel;
class RoleLegend;
class TableView;
class TimesChart;

class ComparisonPanel : public QWidget {
    Q_OBJECT
public:
    enum class View { Summary, ByRole, Times };
    explicit ComparisonPanel(QWidget* parent = nullptr);

    void setSummaries(const std::vector<VariantSummary>& summaries, const Guess& guess = {});
    void setTimeUnit(TimeUnit unit);
    void setView(View view);
    /// The role that is looked at, in all variants.
    void setPickedRole(std::optional<RoleGroup> role);
    void setCurrent(int index); ///< the row of the shown variant; tells nobody
    [[nodiscard]] TableView& table() const { return *m_table; }
    [[nodiscard]] ComparisonModel& model() const { return *m_model; }
    [[nodiscard]] RoleLegend& legend() const { return *m_legend; }
    [[nodiscard]] TimesChart& chart() const { return *m_chart; }

signals:
    void variantChosen(int index);
    void roleChosen(attnscope::RoleGroup role);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void fitColumns();

    std::vector<VariantSummary> m_summaries; ///< without what the guess covers
    Guess m_guess;
    View m_view = View::Summary;
    TimeUnit m_unit = TimeUnit::Microseconds;
    int m_current = -1;
    QStackedWidget* m_stack;
    TableView* m_table;
    ComparisonModel* m_model;
    RoleLegend* m_legend;
    TimesChart* m_chart;
};

} // namespace attnscope
