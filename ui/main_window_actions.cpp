// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow's actions and menus: one registry, from which buttons, menus, shortcuts and the help sheet are made.
#include "ui/main_window.h"

#include "ui/common/action_registry.h"
#include "ui/common/help_sheet.h"
#include "ui/common/search_field.h"
#include "ui/common/toolbar.h"
#include "ui/compare/comparison_panel.h"
#include "ui/compare/times_chart.h"
#include "ui/run/left_column.h"
#include "ui/run/variant_button.h"
#include "ui/run/variant_row.h"
#include "ui/timeline/colour_bar.h"
#include "ui/timeline/picture_legend.h"
#include "ui/timeline/stacked_view.h"
#include "ui/timeline/timeline_view.h"

#include <QActionGroup>
#include <QMenu>
#include <QToolButton>

namespace attnscope {
namespace {

constexpr int kNumberKeys = 7;

} // namespace

void MainWindow::registerActions()
{
    const QString recording = tr("Recording");
    const QString window = tr("Window");
    const QString find = tr("Variants and search");
    const auto add = [this](const char* id, const QString& category, const QString& text,
                         const QList<QKeySequence>& keys, std::function<void()> does) {
        QAction* action = m_actions->add(QLatin1String(id), category, text, keys);
        connect(action, &QAction::triggered, this, [does = std::move(does)] { does(); });
        return action;
    };
    add("run", recording, tr("Run"), { QKeySequence(Qt::CTRL | Qt::Key_R) }, [this] { startRun(); });
    add("cancel", recording, tr("Cancel"), { QKeySequence(Qt::CTRL | Qt::Key_Period) }, [this] { cancel(); });
    add("open", recording, tr("Open…"), { QKeySequence::Open }, [this] { chooseFile(); });
    add("save", recording, tr("Save recording as…"), { QKeySequence::Save }, [this] { chooseSave(); });
    add("bundled", recording, tr("Open the bundled recording"), {}, [this] { openBundled(); });
    add("closeTab", recording, tr("Close the recording"), { QKeySequence(Qt::CTRL | Qt::Key_W) },
        [this] { closePage(currentPage()); });
    const auto turn = [this](int by) { showPage((currentPage() + by + pageCount()) % pageCount()); };
    add("nextTab", recording, tr("Next recording that is open"),
        { QKeySequence(Qt::CTRL | Qt::Key_Tab), QKeySequence(Qt::CTRL | Qt::Key_PageDown) }, [turn] { turn(1); });
    add("previousTab", recording, tr("The one before"),
        { QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Tab), QKeySequence(Qt::CTRL | Qt::Key_PageUp) },
        [turn] { turn(-1); });

    for (int i = 0; i < kNumberKeys; ++i) {
        auto* action = new QAction(this);
        action->setShortcut(QKeySequence(Qt::Key_1 + i));
        addAction(action);
        connect(action, &QAction::triggered, this, [this, i] {
            const VariantButton* button = m_variants->button(i);
            if (m_page->document && button != nullptr && button->isEnabled()) {
                showVariant(i, true);
                focusPicture();
            }
        });
    }
    m_actions->note(find, { QStringLiteral("1"), QStringLiteral("…"), QStringLiteral("7") },
        tr("show a variant, same time axis"), QStringLiteral("variants"));
    add("stack", find, tr("Stack all variants on one axis"), { QKeySequence(Qt::SHIFT | Qt::Key_S) },
        [this] { setStacked(!m_page->stacked); });
    add("align", find, tr("Align them at step start, first kernel or end"), { QKeySequence(Qt::SHIFT | Qt::Key_A) },
        [this] {
            const auto next = (static_cast<std::size_t>(m_stackedAlign) + 1) % kStackedAlignCount;
            alignStacked(static_cast<StackedAlign>(next));
        });
    add("find", find, tr("find a kernel, an op or an API call"), { QKeySequence(Qt::Key_Slash), QKeySequence::Find },
        [this] {
            m_toolbar->search().setFocus(Qt::ShortcutFocusReason);
            m_toolbar->search().selectAll();
        });
    m_actions->note(find, { QStringLiteral("Enter") }, tr("next match; with Shift the one before"));
    add("role", find, tr("light the work of a role, then of the next"), { QKeySequence(Qt::Key_R) },
        [this] { showNeighbourRole(1); });
    add("previousRole", find, tr("the role before"), { QKeySequence(Qt::SHIFT | Qt::Key_R) },
        [this] { showNeighbourRole(-1); });
    m_actions->note(find, { QStringLiteral("Ctrl+C") }, tr("copy the selected rows of a table as TSV"));

    add("column", window, tr("Show or fold the left column"), { QKeySequence(Qt::CTRL | Qt::Key_B) }, [this] {
        m_leftByUser = true;
        m_left->setVisible(m_left->isHidden());
        arrange();
    });
    add("colours", window, tr("Colour by role, math unit or name"), { QKeySequence(Qt::Key_C) }, [this] {
        const auto next = (static_cast<std::size_t>(m_colours->colourBy()) + 1) % kColourByCount;
        m_colours->setColourBy(static_cast<ColourBy>(next));
    });
    add("start", window, tr("Start here, and my guess"), { QKeySequence(Qt::Key_G) }, [this] { showStartPage(); });
    add("theme", window, tr("Light or dark theme"), { QKeySequence(Qt::CTRL | Qt::Key_T) },
        [] { ThemeController::instance().toggle(); });
    add("help", window, tr("Keys and mouse"), { QKeySequence(Qt::Key_Question), QKeySequence(Qt::Key_F1) },
        [this] { (new HelpSheet(*m_actions, this))->open(); });
    add("quit", window, tr("Quit"), { QKeySequence::Quit }, [this] { close(); });

    const QString timeline = tr("Timeline");
    m_actions->note(timeline, { QStringLiteral("W"), QStringLiteral("S") },
        tr("zoom in, zoom out (also + and −, Ctrl + wheel)"), QStringLiteral("zoom"));
    m_actions->note(timeline, { QStringLiteral("A"), QStringLiteral("D") }, tr("pan left, pan right (also ← and →)"),
        QStringLiteral("pan"));
    m_actions->note(timeline, { QStringLiteral("F") }, tr("fit what is selected"), QStringLiteral("fit"));
    m_actions->note(timeline, { QStringLiteral("0") }, tr("fit the whole variant (also Home)"));
    m_actions->note(timeline, { QStringLiteral(","), QStringLiteral(".") }, tr("previous, next span in its row"));
    m_actions->note(
        timeline, { QStringLiteral("["), QStringLiteral("]") }, tr("along the launch: operator, API call, kernel"));
    m_actions->note(timeline, { QStringLiteral("Esc") }, tr("clear selection and search"));
    m_actions->note(timeline, { tr("Drag") }, tr("measure a range; with Shift or the middle button pan"));
    m_actions->note(timeline, { tr("Double click") }, tr("zoom to the span"));
    m_actions->note(
        tr("All variants stacked"), { QStringLiteral("←"), QStringLiteral("→") }, tr("previous, next span in its row"));
    m_actions->note(tr("All variants stacked"), { QStringLiteral("↑"), QStringLiteral("↓") },
        tr("the span at that time in the row above, below"));
    m_actions->note(tr("All variants stacked"), { tr("Drag") }, tr("pan"));
    m_actions->note(tr("All variants stacked"), { tr("Double click") }, tr("see the variant alone (also Enter)"));
}

void MainWindow::fillMenus()
{
    fillRecentMenu();
    fillCompareMenu();
    QMenu& menu = m_toolbar->exportMenu();
    menu.addAction(m_actions->action(QStringLiteral("save")));
    menu.addAction(tr("Chrome JSON for Perfetto…"), this, [this] {
        chooseSaveAs(
            tr("Export a Chrome trace"), suggestedName(QStringLiteral("json")), tr("Chrome trace (*.json *.json.gz)"));
    });
    menu.addAction(tr("Report as HTML…"), this, &MainWindow::chooseReport);
    menu.addSeparator();
    menu.addAction(tr("Timeline as PNG, SVG or PDF…"), this, [this] {
        chooseExport(tr("Export the timeline"), suggestedName(QStringLiteral("png")),
            tr("Pictures (*.png *.svg *.pdf)"), [this](const QString& path) {
                if (showsStacked()) {
                    const ExportFooter legend = legendFooter(m_colours->colourBy(), m_stackedParts.kernels);
                    return m_stacked->exportTo(path, m_stacked->wholeSize() + QSize(0, legend.height), legend);
                }
                const ExportFooter legend = legendFooter(*m_page->timeline);
                return m_page->timeline->exportTo(path, m_page->timeline->size() + QSize(0, legend.height), legend);
            });
    });
    menu.addAction(tr("Times chart as PNG, SVG or PDF…"), this, [this] {
        chooseExport(tr("Export the chart of the times"), suggestedName(QStringLiteral("times.png")),
            tr("Pictures (*.png *.svg *.pdf)"), [this](const QString& path) {
                uncoverAnswers(); // what is exported is whole
                return m_bottom->comparison().chart().exportTo(path, QSize(960, 420));
            });
    });
    menu.addSeparator();
    const std::vector<std::pair<QString, BottomPanel::Table>> tables {
        { tr("Comparison as CSV…"), BottomPanel::Table::Comparison },
        { tr("Kernels as CSV…"), BottomPanel::Table::Kernels },
        { tr("Kernels by name as CSV…"), BottomPanel::Table::KernelNames },
        { tr("Operators as CSV…"), BottomPanel::Table::Ops },
        { tr("Log as CSV…"), BottomPanel::Table::Log },
    };
    for (const auto& [text, table] : tables) {
        menu.addAction(text, this, [this, table = table] { chooseTableExport(table); });
    }
}

void MainWindow::fillRecentMenu()
{
    QMenu& menu = m_toolbar->recentMenu();
    menu.clear();
    for (const BundledRecording& recording : bundledRecordings()) {
        menu.addAction(recording.title, this, [this, path = recording.path] { m_import.openBundled(path); });
    }
    menu.addSeparator();
    // Whether a file is still there is seen when it is opened: asking a network drive would hold up the window.
    for (const QStringList& paths : m_settings.recent) {
        QAction* action = menu.addAction(documentName(paths));
        action->setToolTip(paths.join(QLatin1Char('\n')));
        connect(action, &QAction::triggered, this, [this, paths] { openRecent(paths); });
    }
    if (m_settings.recent.isEmpty()) {
        menu.addAction(tr("No recent files"))->setEnabled(false);
    } else {
        menu.addSeparator();
        connect(menu.addAction(tr("Clear this list")), &QAction::triggered, this, [this] {
            m_settings.recent.clear();
            fillRecentMenu();
        });
    }
    menu.setToolTipsVisible(true);
}

void MainWindow::fillCompareMenu()
{
    QMenu& menu = m_toolbar->compareMenu();
    menu.clear();
    auto* group = new QActionGroup(&menu);
    if (m_page->document && m_page->document->summaries.size() > 1) {
        addCaption(menu, tr("Variants, compared with"));
        for (const VariantSummary& summary : m_page->document->summaries) {
            if (!summary.ran) {
                continue;
            }
            QAction* action = menu.addAction(QString::fromStdString(summary.view.title));
            action->setCheckable(true);
            action->setChecked(summary.isBaseline);
            group->addAction(action);
            connect(action, &QAction::triggered, this,
                [this, name = QString::fromStdString(summary.view.name)] { setBaseline(name); });
        }
    }
    fillKernelCompareMenu(menu);
    m_toolbar->compareButton().setEnabled(m_page->document != nullptr);
    m_toolbar->compareButton().setToolTip(
        tr("Which variant the others are compared with, and which recording this one is compared with"));
}

void MainWindow::updateActions()
{
    const bool running = m_run.isBusy();
    QAction* run = m_actions->action(QStringLiteral("run"));
    const QString whyNot = m_left->whyNot();
    run->setEnabled(!running && whyNot.isEmpty());
    run->setToolTip(running    ? tr("A run is on")
            : whyNot.isEmpty() ? tr("Run the chosen variants here and record them")
                               : whyNot);
    QAction* stop = m_actions->action(QStringLiteral("cancel"));
    stop->setEnabled((running && !m_run.isCancelling()) || m_import.isBusy());
    stop->setToolTip(running ? tr("Stop the run; what is complete is kept") : tr("Stop opening the file"));
    m_actions->action(QStringLiteral("save"))->setEnabled(m_page->document != nullptr);
    m_actions->action(QStringLiteral("closeTab"))->setEnabled(m_page->document != nullptr || m_pages.size() > 1);
    for (const char* id : { "nextTab", "previousTab" }) {
        m_actions->action(QLatin1String(id))->setEnabled(m_pages.size() > 1);
    }
    m_actions->action(QStringLiteral("bundled"))->setEnabled(!bundledRecording().isEmpty());
    updateStackToggle();
    m_toolbar->exportButton().setEnabled(m_page->document != nullptr);
}

} // namespace attnscope
