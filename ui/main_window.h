// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow: puts the parts together and carries what happens in one to the others: a document is opened, a variant shown, a span
// selected, a run started. Owns the controllers of runs and imports. GUI thread only; never waits for a worker.
#pragma once

#include "ui/common/background_tasks.h"
#include "ui/common/window_settings.h"
#include "ui/details/bottom_panel.h"
#include "ui/run/import_controller.h"
#include "ui/run/run_controller.h"
#include "ui/run/trace_document.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

class QSplitter;
class QStackedWidget;

namespace attnscope {

class ActionRegistry;
class Banner;
class ColourBar;
class Inspector;
class LeftColumn;
class MessagePage;
class NoGpuPanel;
class StatusLine;
class TimelineView;
class Toolbar;
class VariantRow;

class MainWindow : public QWidget {
    Q_OBJECT
public:
    explicit MainWindow(RecorderFactory recorder, QWidget* parent = nullptr);
    ~MainWindow() override;

    void openFile(const QString& path);
    /// The recording that comes with the program; the empty page where there is none.
    void openBundled();
    void startRun(); ///< of what the left column says; nothing while that has a problem or a run is on
    void cancel(); ///< the run, else the import
    void showVariant(int index, bool keepRelativeView);
    void selectSpan(std::optional<SpanRef> span, bool reveal);
    /// Writes the shown recording in the background.
    void saveAs(const QString& path);
    [[nodiscard]] Status exportTable(BottomPanel::Table table, const QString& path);

    // The parts, for tests.
    [[nodiscard]] const DocumentPtr& document() const { return m_document; }
    [[nodiscard]] int variant() const { return m_variant; }
    [[nodiscard]] TimelineView& timeline() const { return *m_timeline; }
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
    void chooseSave();
    void chooseExport(
        const QString& title, const QString& name, const QString& filter, std::function<Status(const QString&)> write);
    void chooseTableExport(BottomPanel::Table table);
    void withSavedWork(std::function<void()> then); ///< asks first when an unsaved recording would be lost
    [[nodiscard]] QString suggestedName(const QString& ending) const;
    void reportStatus(const Status& status, const QString& done);
    // main_window_run.cpp
    void connectControllers();
    void onRunProgress(const RecordProgress& progress);
    void onRunFinished(const DocumentPtr& document);
    void onRunFailed(const Error& error);
    void onImportFailed(const Error& error, const QString& path);
    void showEmptyPage();
    void showImportPage(const QString& path);
    void askAvailabilitySoon();
    // main_window_view.cpp
    void setDocument(const DocumentPtr& document);
    void showBundledBanner();
    void chooseUnitFor(const TraceDocument& document);
    void setTimeUnit(TimeUnit unit, bool byUser);
    void setBaseline(const QString& name);
    void loadTables();
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
    QStackedWidget* m_stage = nullptr; ///< timeline or message page
    TimelineView* m_timeline = nullptr;
    ColourBar* m_colours = nullptr; ///< below the timeline
    MessagePage* m_message = nullptr;
    NoGpuPanel* m_noGpu = nullptr;
    QSplitter *m_vertical = nullptr, *m_horizontal = nullptr;
    BottomPanel* m_bottom = nullptr;
    Inspector* m_inspector = nullptr;
    StatusLine* m_status = nullptr;

    WindowSettings m_settings;
    DocumentPtr m_document;
    int m_variant = -1;
    std::vector<SpanRef> m_matches;
    int m_match = -1;
    std::uint64_t m_tablesJob = 0;
    bool m_unitByUser = false, m_leftByUser = false, m_inspectorIsTab = false, m_firstView = true;
    bool m_closing = false, m_forwardingKey = false;

    // Destroyed first, in reverse order: their threads must end before anything that their results would reach.
    BackgroundTasks m_tasks;
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
