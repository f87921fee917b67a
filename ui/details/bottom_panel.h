// SPDX-License-Identifier: GPL-3.0-or-later
// The bottom panel: Start here at the first start, Comparison, Findings, Kernels, Ops, Selection, Log, and Details when the window is too narrow for the inspector beside it.
// Holds the models of its tables. GUI thread only.
#pragma once

#include "profiler/analysis/tables.h"
#include "ui/common/format.h"
#include "ui/details/finding_rows.h"
#include "ui/run/trace_document.h"

#include <QWidget>

#include <optional>

class QAbstractItemModel;
class QStackedWidget;

namespace attnscope {

class ComparisonPanel;
class FindingPanel;
class KernelModel;
class LogModel;
class NameModel;
class PanelTabBar;
class SegmentedControl;
class SelectionPanel;
class TableTab;

class BottomPanel : public QWidget {
    Q_OBJECT
public:
    enum Tab { Start, Comparison, Findings, Kernels, Ops, Selection, Log, Details };
    enum class Table { Comparison, Findings, Kernels, KernelNames, Ops, Selection, Log };
    explicit BottomPanel(QWidget* parent = nullptr);

    void setDocument(const TraceDocument* document);
    void setSummaries(const std::vector<VariantSummary>& summaries, const Guess& guess = {});
    /// Another variant is shown; its tables come with setTables(). Rows of kernels are asked for when somebody looks at them.
    void expectTables();
    void setTables(VariantTables tables);
    /// Kernels and Ops show these tables, of what starts in this range alone; none: those of setTables() again.
    void setRange(std::optional<TimeRange> range, VariantTables tables = {});
    [[nodiscard]] std::optional<TimeRange> range() const { return m_range; }
    void setKernelRows(const TracePtr& trace, const VariantView& view, std::vector<KernelRow> rows);
    [[nodiscard]] bool hasKernelRows() const { return m_launches == Launches::Shown; }
    /// Asks for the findings of the shown variant before somebody looks at them; nothing when they are there or under way.
    void wantFindings();
    void setFindings(VariantFindings findings);
    void setSelection(const TracePtr& trace, std::optional<SpanRef> span);
    void setTimeUnit(TimeUnit unit);
    void setCurrentTab(Tab tab);
    [[nodiscard]] Tab currentTab() const;
    /// Shows the widget as the tab Details, or gives it back with null.
    void setDetailsWidget(QWidget* widget);
    /// What the tab Start shows; once. It is hidden at first, as an optional tab. Takes both widgets.
    void setStartWidgets(QWidget* page, QWidget* tools);
    /// A tab whose page is made elsewhere; hidden at first. Takes both widgets; returns the tab's place in tabs().
    int addOptionalTab(const QString& name, QWidget* page, QWidget* tools);
    void setOptionalTabVisible(int tab, bool visible); ///< hiding the current one shows the comparison

    [[nodiscard]] ComparisonPanel& comparison() const { return *m_comparison; }
    [[nodiscard]] FindingPanel& findings() const { return *m_findings; }
    [[nodiscard]] KernelModel& kernels() const { return *m_kernels; }
    [[nodiscard]] NameModel& kernelNames() const { return *m_kernelNames; }
    [[nodiscard]] NameModel& ops() const { return *m_ops; }
    [[nodiscard]] LogModel& log() const { return *m_log; }
    [[nodiscard]] SelectionPanel& selection() const { return *m_selection; }
    [[nodiscard]] TableTab& kernelTab() const { return *m_kernelTab; }
    [[nodiscard]] TableTab& opTab() const { return *m_opTab; }
    [[nodiscard]] PanelTabBar& tabs() const { return *m_tabs; }

signals:
    void variantChosen(int index);
    void spanChosen(attnscope::SpanRef span); ///< show and select it
    void tabShown(attnscope::BottomPanel::Tab tab);
    void exportRequested(attnscope::BottomPanel::Table table);
    void kernelRowsWanted(); ///< those of range(); answered by setKernelRows(); once a variant or range
    void rangeDismissed(); ///< all is to be shown again
    void findingsWanted(); ///< answered by setFindings(); once a variant

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void setTabCount(int tab, qint64 count); ///< negative: none is shown
    void fitTools(); ///< icons in place of words where the tabs need the room
    void buildComparison();
    void buildFindings();
    void buildKernels();
    void buildOps();
    void buildSelectionAndLog();
    void addTab(const QString& name, QWidget* page, QWidget* tools);
    void showTab(int index);
    void showScope(std::optional<TimeRange> range);
    void showTables(const VariantTables& tables);
    void askForKernelRows(); ///< if their table is in sight and they are not there or under way

    static constexpr int kLaunchesView = 0, kByNameView = 1; // of the Kernels tab
    enum class Launches { NoVariant, NotAsked, Asked, Shown };
    Launches m_launches = Launches::NoVariant;
    VariantTables m_whole; ///< of the variant
    std::optional<TimeRange> m_range; ///< that Kernels and Ops are of
    bool m_findingsOpen = false; ///< a variant is shown, nobody asked for its findings yet
    PanelTabBar* m_tabs;
    QStackedWidget *m_pages, *m_tools;
    ComparisonPanel* m_comparison;
    FindingPanel* m_findings;
    KernelModel* m_kernels;
    NameModel *m_kernelNames, *m_ops;
    LogModel* m_log;
    SelectionPanel* m_selection;
    TableTab *m_kernelTab = nullptr, *m_opTab = nullptr, *m_logTab = nullptr;
    QWidget *m_startPage = nullptr, *m_startTools = nullptr, *m_detailsPage = nullptr;
};

} // namespace attnscope
