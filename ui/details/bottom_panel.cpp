// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/bottom_panel.h"

#include "ui/common/panel_tab_bar.h"
#include "ui/common/segmented_control.h"
#include "ui/common/small_widgets.h"
#include "ui/common/table_view.h"
#include "ui/compare/comparison_panel.h"
#include "ui/details/finding_model.h"
#include "ui/details/finding_panel.h"
#include "ui/details/kernel_model.h"
#include "ui/details/log_model.h"
#include "ui/details/name_model.h"
#include "ui/details/selection_panel.h"
#include "ui/details/table_tab.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace attnscope {
namespace {

// A place for a widget that is made elsewhere.
QWidget* makePlace()
{
    auto* place = new QWidget;
    (new QVBoxLayout(place))->setContentsMargins(0, 0, 0, 0);
    return place;
}

// A table over a model whose rows are spans: choosing a row selects the span, Enter shows it.
template<typename Model, typename SpanOf>
TableView* makeSpanTable(BottomPanel* panel, const QString& name, Model* model, const SpanOf& spanOf)
{
    auto* table = new TableView(name);
    table->setSource(model);
    table->setWidths(model->widths());
    const auto choose = [panel, model, spanOf](int row) {
        if (row >= 0 && row < model->rowCount()) {
            emit panel->spanChosen(spanOf(model->records()[static_cast<std::size_t>(row)]));
        }
    };
    QObject::connect(table, &TableView::rowChosen, panel, choose);
    QObject::connect(table, &TableView::rowActivated, panel, choose);
    return table;
}

} // namespace

BottomPanel::BottomPanel(QWidget* parent)
    : QWidget(parent)
    , m_tabs(new PanelTabBar)
    , m_pages(new QStackedWidget)
    , m_tools(new QStackedWidget)
    , m_comparison(new ComparisonPanel)
    , m_findings(new FindingPanel)
    , m_kernels(new KernelModel(this))
    , m_kernelNames(new NameModel(NameModel::Kind::Kernels, this))
    , m_ops(new NameModel(NameModel::Kind::Ops, this))
    , m_log(new LogModel(this))
    , m_selection(new SelectionPanel)
{
    setSurface(this, QStringLiteral("panel"));
    setMinimumHeight(Theme::px(Measure::kBottomPanelMin));
    auto* head = new QHBoxLayout;
    head->setContentsMargins(Theme::px(4), 0, Theme::px(16), 0);
    head->setSpacing(Theme::px(8));
    m_tabs->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed); // every tab stays in sight; the tools give way
    head->addWidget(m_tabs);
    head->addStretch();
    m_tools->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    head->addWidget(m_tools);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(makeLine());
    layout->addWidget(m_pages, 1);

    m_startPage = makePlace();
    m_startTools = makePlace();
    addTab(tr("Start here"), m_startPage, m_startTools);
    buildComparison();
    buildFindings();
    buildKernels();
    buildOps();
    buildSelectionAndLog();
    m_detailsPage = makePlace();
    addTab(tr("Details"), m_detailsPage, new QWidget);
    m_tabs->setCurrentIndex(Comparison);
    m_tabs->setTabVisible(Start, false);
    m_tabs->setTabVisible(Details, false);
    connect(m_tabs, &QTabBar::currentChanged, this, &BottomPanel::showTab);
    showTab(Comparison);
}

void BottomPanel::addTab(const QString& name, QWidget* page, QWidget* tools)
{
    m_tabs->addTab(name);
    m_pages->addWidget(page);
    m_tools->addWidget(tools);
}

void BottomPanel::buildComparison()
{
    auto* tools = new QWidget;
    auto* row = new QHBoxLayout(tools);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(Theme::px(8));
    auto* views =
        new SegmentedControl({ tr("Summary"), tr("By role"), tr("Times") }, tr("View"), SegmentedControl::Size::Small);
    row->addWidget(views);
    addExportButtons(
        row, this, [this] { return &m_comparison->table(); }, [this] { emit exportRequested(Table::Comparison); });
    connect(views, &SegmentedControl::currentChanged, this,
        [this](int index) { m_comparison->setView(static_cast<ComparisonPanel::View>(index)); });
    connect(m_comparison, &ComparisonPanel::variantChosen, this, &BottomPanel::variantChosen);
    addTab(tr("Comparison"), m_comparison, tools);
}

void BottomPanel::buildFindings()
{
    connect(m_findings, &FindingPanel::exportRequested, this, [this] { emit exportRequested(Table::Findings); });
    addTab(tr("Findings"), m_findings, m_findings->tools());
}

void BottomPanel::buildKernels()
{
    auto* launches = makeSpanTable(this, tr("Kernels"), m_kernels, [](const KernelRow& row) { return row.span; });
    auto* names = makeSpanTable(
        this, tr("Kernels by name"), m_kernelNames, [](const NameStatistics& row) { return row.longest; });
    const QString empty = tr("This variant has no kernels: nothing of it ran on a GPU.");
    m_kernelTab =
        new TableTab({ { tr("Launches"), launches, empty }, { tr("By name"), names, empty } }, tr("Filter kernels"));
    connect(m_kernelTab, &TableTab::exportRequested, this, [this] {
        emit exportRequested(
            m_kernelTab->table()->accessibleName() == tr("Kernels") ? Table::Kernels : Table::KernelNames);
    });
    connect(m_kernelTab, &TableTab::viewChanged, this, &BottomPanel::askForKernelRows);
    connect(m_kernelTab, &TableTab::scopeDismissed, this, &BottomPanel::rangeDismissed);
    addTab(tr("Kernels"), m_kernelTab, m_kernelTab->tools());
}

void BottomPanel::buildOps()
{
    auto* table =
        makeSpanTable(this, tr("Operators by name"), m_ops, [](const NameStatistics& row) { return row.longest; });
    m_opTab = new TableTab(
        { { {}, table, tr("This variant has no operators: they were not recorded.") } }, tr("Filter operators"));
    connect(m_opTab, &TableTab::exportRequested, this, [this] { emit exportRequested(Table::Ops); });
    connect(m_opTab, &TableTab::scopeDismissed, this, &BottomPanel::rangeDismissed);
    addTab(tr("Ops"), m_opTab, m_opTab->tools());
}

void BottomPanel::buildSelectionAndLog()
{
    auto* tools = new QWidget;
    auto* row = new QHBoxLayout(tools);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(Theme::px(8));
    addExportButtons(
        row, this, [this] { return &m_selection->table(); }, [this] { emit exportRequested(Table::Selection); });
    connect(m_selection, &SelectionPanel::spanChosen, this, &BottomPanel::spanChosen);
    addTab(tr("Selection"), m_selection, tools);

    auto* table = new TableView(tr("Log"));
    table->setSource(m_log);
    table->setWidths(m_log->widths());
    m_logTab = new TableTab(
        { { {}, table,
            tr("Nothing to report: every event of this recording was understood and every launch found its work.") } },
        tr("Filter the log"));
    connect(m_logTab, &TableTab::exportRequested, this, [this] { emit exportRequested(Table::Log); });
    addTab(tr("Log"), m_logTab, m_logTab->tools());
}

void BottomPanel::showTab(int index)
{
    m_pages->setCurrentIndex(index);
    m_tools->setCurrentIndex(index);
    // The tools of the other tabs must not widen this one's.
    for (int i = 0; i < m_tools->count(); ++i) {
        m_tools->widget(i)->setSizePolicy(
            i == index ? QSizePolicy::Preferred : QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    m_tools->adjustSize();
    fitTools();
    askForKernelRows();
    if (index == Findings) {
        wantFindings();
    }
    emit tabShown(static_cast<Tab>(index));
}

void BottomPanel::wantFindings()
{
    if (std::exchange(m_findingsOpen, false)) {
        emit findingsWanted();
    }
}

void BottomPanel::setFindings(VariantFindings findings)
{
    m_findings->setFindings(std::move(findings));
    setTabCount(Findings, m_findings->model().rowCount());
}

void BottomPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitTools();
}

void BottomPanel::setTabCount(int tab, qint64 count)
{
    m_tabs->setCount(tab, count);
    fitTools();
}

void BottomPanel::fitTools()
{
    QWidget* tools = m_tools->currentWidget();
    const auto buttons = tools->findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly);
    const auto setStyle = [&buttons](Qt::ToolButtonStyle style) {
        for (QToolButton* button : buttons) {
            if (button->property("kind") == QStringLiteral("chip")) {
                continue; // its words are what it is for
            }
            button->setToolButtonStyle(style);
            button->setToolTip(style == Qt::ToolButtonIconOnly ? button->text() : QString());
        }
    };
    const auto fits = [this, tools] {
        return m_tabs->sizeHint().width() + tools->sizeHint().width() + Theme::px(36) <= width();
    };
    m_tabs->setDense(false);
    m_tabs->setCountsShown(true);
    setStyle(Qt::ToolButtonTextOnly);
    if (!fits()) {
        setStyle(Qt::ToolButtonIconOnly);
        m_tabs->setDense(!fits());
        m_tabs->setCountsShown(fits()); // after that the filter field gives way, down to its minimum
    }
}

void BottomPanel::setDocument(const TraceDocument* document)
{
    m_launches = Launches::NoVariant;
    m_findingsOpen = false;
    m_findings->showWaiting({});
    showScope(std::nullopt);
    m_whole = {};
    m_kernels->setRows(nullptr, {}, {});
    m_kernelTab->setWaiting(kLaunchesView, {});
    m_kernelNames->setRecords({});
    m_ops->setRecords({});
    m_kernelTab->setWaiting(kByNameView, {});
    m_opTab->setWaiting(0, {});
    m_selection->setSelection(nullptr, std::nullopt);
    m_log->setRecords(document == nullptr ? std::vector<LogRow> {} : logRows(*document->trace));
    setSummaries(document == nullptr ? std::vector<VariantSummary> {} : document->summaries,
        document == nullptr ? Guess {} : document->guess);
    setTabCount(Findings, -1);
    setTabCount(Kernels, -1);
    setTabCount(Ops, -1);
    setTabCount(Selection, -1);
    setTabCount(Log, document == nullptr ? -1 : m_log->rowCount());
}

void BottomPanel::setSummaries(const std::vector<VariantSummary>& summaries, const Guess& guess)
{
    m_comparison->setSummaries(summaries, guess);
}

void BottomPanel::setSelection(const TracePtr& trace, std::optional<SpanRef> span)
{
    m_selection->setSelection(trace, span);
    setTabCount(Selection, span ? 1 : -1);
}

void BottomPanel::setTimeUnit(TimeUnit unit)
{
    m_comparison->setTimeUnit(unit);
    m_findings->setTimeUnit(unit);
    m_kernels->setTimeUnit(unit);
    m_kernelNames->setTimeUnit(unit);
    m_ops->setTimeUnit(unit);
    m_selection->setTimeUnit(unit);
}

void BottomPanel::setCurrentTab(Tab tab)
{
    m_tabs->setCurrentIndex(tab);
}

BottomPanel::Tab BottomPanel::currentTab() const
{
    return static_cast<Tab>(m_tabs->currentIndex());
}

void BottomPanel::setDetailsWidget(QWidget* widget)
{
    m_tabs->setTabVisible(Details, widget != nullptr);
    if (widget != nullptr) {
        m_detailsPage->layout()->addWidget(widget);
    } else if (currentTab() == Details) {
        setCurrentTab(Comparison);
    }
}

void BottomPanel::setStartWidgets(QWidget* page, QWidget* tools)
{
    m_startPage->layout()->addWidget(page);
    m_startTools->layout()->addWidget(tools);
    fitTools();
}

int BottomPanel::addOptionalTab(const QString& name, QWidget* page, QWidget* tools)
{
    addTab(name, page, tools);
    const int tab = m_tabs->count() - 1;
    m_tabs->setTabVisible(tab, false);
    showTab(m_tabs->currentIndex());
    return tab;
}

void BottomPanel::setOptionalTabVisible(int tab, bool visible)
{
    if (!visible && m_tabs->currentIndex() == tab) {
        setCurrentTab(Comparison);
    }
    m_tabs->setTabVisible(tab, visible);
    fitTools();
}

} // namespace attnscope
