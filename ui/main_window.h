// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow: puts the parts together and carries what happens in one to the others: a document is opened, a variant shown, a span
// selected, a run started. Several documents are tabs, one page each; everything beside the timelines shows the current page. Owns
// the pages and the controllers of runs and imports. GUI thread only; never waits for a worker.
#pragma once

#include "ui/common/background_tasks.h"
#include "ui/common/window_settings.h"
#include "ui/details/bottom_panel.h"
#include "ui/details/detail_card.h"
#include "ui/run/document_page.h"
#include "ui/run/import_controller.h"
#include "ui/run/run_controller.h"
#include "ui/run/stacked_picture.h"
#include "ui/run/trace_document.h"

#include <QTimer>
#include <QWidget>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QMenu;
class QSplitter;
class QStackedWidget;

namespace attnscope {

class ActionRegistry;
class Banner;
class ColourBar;
class DifferencePanel;
class DocumentTabBar;
class Inspector;
class LeftColumn;
class MessagePage;
class StackedView;
class StartPage;
class StatusLine;
class Toolbar;
class VariantRow;

class MainWindow : public QWidget {
    Q_OBJECT
public:
    /// `opensWith`: what openFiles() will be asked for next, or, empty, openBundled(): it is read while the window is built.
    explicit MainWindow(RecorderFactory recorder, const std::optional<QStringList>& opensWith = std::nullopt,
        QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens a file: in place of the bundled recording or of the empty page, else in a tab of its own.
    void openFile(const QString& path) { openFiles({ path }); }
    /// Files given together share one axis, as the ranks of one run.
    void openFiles(const QStringList& paths);
    /// The recording that comes with the program; the empty page where there is none.
    void openBundled();
    void startRun(); ///< of what the left column says; nothing while that has a problem or a run is on
    void cancel(); ///< the run, else the import
    void showVariant(int index, bool keepRelativeView);
    void showPage(int index); ///< of the tabs, from 0
    void closePage(int index); ///< asks first when an unsaved recording would be lost
    /// Compares the kernels of the shown recording (A) with those of another one that is open; null ends it.
    void compareKernelsWith(const DocumentPtr& other);
    /// Opens the file in a tab behind the shown recording and compares that with it.
    void compareKernelsWithFile(const QString& path);
    void selectSpan(std::optional<SpanRef> span, bool reveal);
    /// Lights the GPU work of a role, in every variant where they are stacked, and says in the inspector what each spends in it.
    void showRole(RoleGroup role);
    /// All variants on one axis in place of the timeline, where the recording has at least two; else nothing happens.
    void setStacked(bool on);
    /// Shows the tab Start here, with what is known of the shown recording and of a guess.
    void showStartPage();
    /// Of the shown recording: keeps it beside the answer, and uncovers.
    void guess(const QString& variant);
    /// Nothing waits for a guess any more, in any page.
    void uncoverAnswers();
    /// Writes the shown recording in the background.
    void saveAs(const QString& path);
    /// Writes a table as CSV and reports it; the launches, maybe a million, in the background.
    void exportTable(BottomPanel::Table table, const QString& path);
    [[nodiscard]] Status exportDifference(const QString& path);
    /// Writes the whole recording as one HTML file, in the background but for its pictures, and reports it.
    void exportReport(const QString& path);

    // The parts, for tests.
    [[nodiscard]] const DocumentPtr& document() const { return m_page->document; } ///< of the current page
    [[nodiscard]] int variant() const { return m_page->variant; }
    [[nodiscard]] TimelineView& timeline() const { return *m_page->timeline; }
    [[nodiscard]] int pageCount() const { return static_cast<int>(m_pages.size()); }
    [[nodiscard]] int currentPage() const { return indexOf(m_page); }
    [[nodiscard]] DocumentTabBar& documentTabs() const { return *m_tabs; }
    [[nodiscard]] DifferencePanel* differencePanel() const
    {
        return m_difference;
    } ///< null before the first comparison
    [[nodiscard]] StartPage* startPage() const { return m_start; } ///< null before it was shown
    [[nodiscard]] StackedView& stackedView() const { return *m_stacked; }
    [[nodiscard]] bool showsStacked() const;
    [[nodiscard]] ColourBar& colourBar() const { return *m_colours; }
    [[nodiscard]] VariantRow& variantRow() const { return *m_variants; }
    [[nodiscard]] LeftColumn& leftColumn() const { return *m_left; }
    [[nodiscard]] BottomPanel& bottomPanel() const { return *m_bottom; }
    [[nodiscard]] Inspector& inspector() const { return *m_inspector; }
    [[nodiscard]] Banner& banner() const { return *m_banner; }
    [[nodiscard]] MessagePage& messagePage() const { return *m_message; }
    [[nodiscard]] bool showsMessagePage() const;
    [[nodiscard]] StatusLine& statusLine() const { return *m_status; }
    [[nodiscard]] Toolbar& toolbar() const { return *m_toolbar; }
    [[nodiscard]] ActionRegistry& actions() const { return *m_actions; }
    [[nodiscard]] RunController& runController() { return m_run; }
    [[nodiscard]] ImportController& importController() { return m_import; }

signals:
    void documentShown(); ///< a document replaced the one before
    void viewPainted(); ///< the first complete view of a document is on the screen
    void openingFailed();
    void saved(const QString& path);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    // main_window.cpp: construction and layout
    void buildLayout();
    void connectParts();
    void restoreSettings();
    void storeSettings();
    void arrange(); ///< what the width allows: left column, inspector beside or as a tab
    void arrangeSplitters(int rightSide);
    // main_window_actions.cpp
    void registerActions();
    void fillMenus();
    void fillRecentMenu();
    void fillCompareMenu();
    void updateActions();
    // main_window_files.cpp
    void chooseFile();
    void chooseComparedFile();
    void chooseSave();
    void chooseExport(
        const QString& title, const QString& name, const QString& filter, std::function<Status(const QString&)> write);
    void chooseSaveAs(const QString& title, const QString& name, const QString& filter);
    /// `write` reports what becomes of it.
    void chooseCsvExport(const QString& title, const QString& name, std::function<void(const QString&)> write);
    void chooseTableExport(BottomPanel::Table table);
    void openRecent(const QStringList& paths);
    /// Asks first when the page's unsaved recording would be lost.
    void withSavedWork(DocumentPage* page, std::function<void()> then);
    [[nodiscard]] QString suggestedName(const QString& ending) const;
    void reportStatus(const Status& status, const QString& done);
    void reportExport(const Status& status, const QString& path);
    [[nodiscard]] bool hasSomethingToExport(const QString& path); ///< says so where there is nothing
    [[nodiscard]] Status writeTable(BottomPanel::Table table, const QString& path) const;
    void writeKernels(const QString& path);
    // main_window_report.cpp
    void chooseReport();
    // main_window_run.cpp
    void connectControllers();
    void onRunProgress(const RecordProgress& progress);
    void onRunFinished(const DocumentPtr& document);
    void onRunFailed(const Error& error);
    void onImportProgress(quint64 bytes, quint64 total);
    void onImportFinished(const DocumentPtr& document);
    void onImportFailed(const Error& error, const QStringList& paths);
    void onImportCancelled(const QStringList& paths);
    void showEmptyPage();
    void showNoSpansPage();
    void showImportPage(const QStringList& paths);
    void askAvailabilitySoon();
    // main_window_tabs.cpp
    DocumentPage* addPage();
    void connectPage(DocumentPage* page);
    void connectTabs();
    void removePage(DocumentPage* page);
    void showPage(DocumentPage* page);
    void fillPage(DocumentPage& page, const DocumentPtr& document);
    void placeDocument(const DocumentPtr& document);
    void showFirstFile(); ///< of several that were recorded far apart
    void placeRecording(const DocumentPtr& document);
    void refreshTabs();
    void showTabMenu(int index, QPoint at);
    [[nodiscard]] int indexOf(const DocumentPage* page) const;
    [[nodiscard]] DocumentPage* pageThatShows(const TraceDocument& document) const;
    // main_window_difference.cpp
    void fillKernelCompareMenu(QMenu& menu);
    void makeDifferencePanel();
    void updateDifference();
    void showKernel(const QString& name);
    // main_window_stacked.cpp
    void connectStacked();
    void showPicture(); ///< the timeline of the current page, or all its variants
    void focusPicture();
    void updateStackToggle();
    void alignStacked(StackedAlign align);
    void updateStacked(); ///< its rows are of another document, step or baseline
    void selectStacked(int variant, std::optional<SpanRef> span);
    void selectNeighbour(int direction);
    [[nodiscard]] std::vector<SpanRef> findStacked(const QString& text) const; ///< in all rows
    void showStackedMatch(SpanRef span);
    void searchAgain(); ///< in what is shown now
    void showLegend();
    // main_window_start.cpp
    void connectStart();
    void beginWith(const DocumentPtr& document); ///< the first one of a start without files: guess first
    void makeStartPage();
    void hideStartPage();
    void setStartPageWanted(bool wanted); ///< at the next start
    void showGuess(); ///< everywhere, after it has changed
    void updateStart();
    void fillStartPage();
    void takeNextGuess(TraceDocument& document); ///< for what was just recorded
    void arrangeInspector(); ///< beside Start here only when it has something to say
    // main_window_range.cpp
    void connectRange();
    void showNoSpan(); ///< in the inspector: the measured range, or nothing
    void followRange(); ///< Kernels and Ops show what lies in the measured range
    void cancelRange();
    // main_window_roles.cpp
    void connectRoles();
    void showNeighbourRole(int direction);
    void leaveRole();
    // main_window_findings.cpp
    void connectFindings();
    void loadFindings();
    void showFinding(int row);
    void showFindingMarks(); ///< while the tab of the findings is shown
    void leaveFinding();
    // main_window_view.cpp
    void setDocument(const DocumentPtr& document); ///< in the current page
    void showPageParts(); ///< everything beside the timeline shows the current page
    void showVariantParts();
    void showBundledBanner();
    void setTimeUnit(TimeUnit unit, bool byUser);
    void setBaseline(const QString& name);
    void showModel(int index, std::shared_ptr<const TimelineModel> model, bool keepRelativeView);
    void cancelTables();
    void loadTables();
    void loadTablesOnceSeen();
    void loadKernelRows();
    void focusStepOf(SpanRef span);
    void search(const QString& text);
    void showMatch(int direction);
    void updateStatus();
    void updateTitle();
    void updateNoGpuPanel();

    ActionRegistry* m_actions;
    Toolbar* m_toolbar = nullptr;
    LeftColumn* m_left = nullptr;
    VariantRow* m_variants = nullptr;
    Banner* m_banner = nullptr;
    DocumentTabBar* m_tabs = nullptr; ///< in sight with more than one page
    QStackedWidget* m_stage = nullptr; ///< message page, or the timeline of the current page
    ColourBar* m_colours = nullptr; ///< below the timeline
    MessagePage* m_message = nullptr;
    QSplitter *m_vertical = nullptr, *m_horizontal = nullptr;
    BottomPanel* m_bottom = nullptr;
    Inspector* m_inspector = nullptr;
    StatusLine* m_status = nullptr;
    DifferencePanel* m_difference = nullptr; ///< made for the first comparison of kernels
    int m_differenceTab = -1; ///< its place among the tabs of the bottom panel
    StackedView* m_stacked = nullptr; ///< of the current page
    StartPage* m_start = nullptr; ///< made when it is first shown
    bool m_startPending = false; ///< the bundled recording that the window begins with is still to come
    QString m_nextGuess; ///< which variant of the next run will need the least time

    WindowSettings m_settings;
    std::vector<std::unique_ptr<DocumentPage>> m_pages; ///< never empty; in the order of the tabs
    DocumentPage* m_page = nullptr; ///< the current one
    DocumentPage* m_comparing = nullptr; ///< waits for the file that it is to be compared with
    DocumentPtr m_shown; ///< what the parts beside the timeline show and point into
    TimeUnit m_unit = TimeUnit::Microseconds; ///< what is shown
    int m_recordings = 0; ///< made here so far: they are numbered
    std::vector<SpanRef> m_matches;
    int m_match = -1;
    std::optional<RoleGroup> m_role; ///< that is lit
    int m_finding = -1; ///< the row of the Findings tab that is lit; −1: none
    std::uint64_t m_stackedJob = 0;
    DocumentPtr m_stackedDocument; ///< what the rows are of, or will be
    StackedParts m_stackedParts; ///< of it, once made
    StackedAlign m_stackedAlign = StackedAlign::StepStart;
    std::vector<NameStatistics> m_variantKernels; ///< for the legend
    std::uint64_t m_tablesJob = 0, m_differenceJob = 0, m_kernelJob = 0, m_modelJob = 0, m_roleJob = 0;
    std::shared_ptr<std::atomic<bool>> m_tablesCancel; ///< of the tables and rows under way
    std::shared_ptr<std::atomic<bool>> m_rangeCancel; ///< of the tables of a range that are under way
    std::optional<DetailCard> m_rangeCard; ///< of the range that Kernels and Ops show
    QTimer m_rangeRests; ///< a range is being dragged
    bool m_tablesWait = false; ///< for the first picture
    bool m_unitByUser = false, m_leftByUser = false, m_inspectorIsTab = false;
    bool m_formByUser = false; ///< the workload was changed since a recording filled it in
    bool m_forwardingKey = false;

    // Destroyed first, in reverse order: their threads must end before anything that their results would reach.
    BackgroundTasks m_tasks;
    BackgroundTasks m_modelTasks; ///< apart: a picture does not wait for tables
    ImportController m_import;
    RunController m_run;
};

/// A recording that comes with the program: a Qt resource or an installed file.
struct BundledRecording {
    QString title, path;
};
[[nodiscard]] QList<BundledRecording> bundledRecordings();
/// The one for the first start; empty when this build has none.
[[nodiscard]] QString bundledRecording();

} // namespace attnscope
