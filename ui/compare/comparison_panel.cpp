// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_panel.h"

#include "ui/common/role_legend.h"
#include "ui/common/table_view.h"
#include "ui/common/theme.h"
#include "ui/compare/comparison_delegate.h"
#include "ui/compare/comparison_model.h"
#include "ui/compare/fit_columns.h"
#include "ui/compare/times_chart.h"

#include <QStackedWidget>
#include <QVBoxLayout>

namespace attnscope {
namespace {

constexpr int kBarMin = 190; // design px that the bar column keeps before other columns go

} // namespace

ComparisonPanel::ComparisonPanel(QWidget* parent)
    : QWidget(parent)
    , m_stack(new QStackedWidget)
    , m_table(new TableView(tr("Comparison of the variants")))
    , m_model(new ComparisonModel(this))
    , m_legend(new RoleLegend)
    , m_chart(new TimesChart)
{
    m_table->setSortingEnabled(false);
    m_table->setHorizontalHeader(new ComparisonHeader(*m_model, m_table));
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setItemDelegate(new ComparisonDelegate(*m_model, m_table));
    m_table->setSource(m_model);

    auto* page = new QWidget;
    auto* rows = new QVBoxLayout(page);
    rows->setContentsMargins(Theme::px(8), 0, Theme::px(8), Theme::px(4));
    rows->setSpacing(0);
    rows->addWidget(m_table, 1);
    auto* legendRow = new QHBoxLayout;
    legendRow->setContentsMargins(Theme::px(8), 0, Theme::px(8), 0);
    legendRow->addWidget(m_legend);
    rows->addLayout(legendRow);
    m_stack->addWidget(page);
    m_stack->addWidget(m_chart);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);

    connect(m_table, &TableView::rowChosen, this, [this](int row) {
        const bool ran =
            row >= 0 && row < static_cast<int>(m_summaries.size()) && m_summaries[static_cast<std::size_t>(row)].ran;
        if (ran) {
            m_current = row;
            emit variantChosen(row);
        }
    });
    connect(m_table->horizontalHeader(), &QHeaderView::sectionClicked, this, [this](int section) {
        if (const auto role = m_model->roleOfColumn(section)) {
            emit roleChosen(*role);
        }
    });
    connect(m_legend, &RoleLegend::roleClicked, this, &ComparisonPanel::roleChosen);
    connect(
        &ThemeController::instance(), &ThemeController::changed, m_table->viewport(), qOverload<>(&QWidget::update));
}

void ComparisonPanel::setSummaries(const std::vector<VariantSummary>& summaries, const Guess& guess)
{
    m_summaries = withoutCovered(summaries, guess);
    m_guess = guess;
    refresh();
}

void ComparisonPanel::setTimeUnit(TimeUnit unit)
{
    m_unit = unit;
    refresh();
}

void ComparisonPanel::setView(View view)
{
    m_view = view;
    m_stack->setCurrentIndex(view == View::Times ? 1 : 0);
    // The columns of roles are all of one worth: none gives way to the others.
    m_table->setHorizontalScrollBarPolicy(view == View::ByRole ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    refresh();
}

void ComparisonPanel::setPickedRole(std::optional<RoleGroup> role)
{
    m_model->setPicked(role);
    m_table->viewport()->update();
    m_table->horizontalHeader()->viewport()->update();
}

void ComparisonPanel::setCurrent(int index)
{
    m_current = index;
    m_table->selectSourceRow(index);
}

void ComparisonPanel::refresh()
{
    m_model->setView(m_view == View::ByRole ? ComparisonModel::View::ByRole : ComparisonModel::View::Summary, m_unit);
    m_model->setSummaries(m_summaries, m_guess);
    m_table->setWidths(m_model->widths());
    m_table->clearSpans();
    for (std::size_t row = 0; row < m_summaries.size(); ++row) {
        if (!m_summaries[row].ran) {
            m_table->setSpan(static_cast<int>(row), 1, 1, m_model->columnCount() - 1);
        }
    }
    const bool gpu = m_model->onGpu();
    m_legend->setVisible(!m_summaries.empty());
    m_legend->setContent(gpu ? tr("GPU time by role") : tr("CPU time by role"), m_model->rolesPresent(), gpu);
    m_chart->setSummaries(m_summaries, m_unit);
    m_table->selectSourceRow(m_current);
    fitColumns();
}

void ComparisonPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitColumns();
}

void ComparisonPanel::fitColumns()
{
    attnscope::fitColumns(*m_table, m_model->columns(), kBarMin);
}

} // namespace attnscope
