// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window, offscreen: opening, keys, selection, search, themes, sizes, dropping, exporting, remembering.
#include "tests/gui/main_window_fixture.h"
#include "tests/shared_data.h"
#include "ui/common/action_registry.h"
#include "ui/common/banner.h"
#include "ui/common/format.h"
#include "ui/common/message_page.h"
#include "ui/common/panel_tab_bar.h"
#include "ui/common/search_field.h"
#include "ui/common/status_line.h"
#include "ui/common/table_view.h"
#include "ui/common/toolbar.h"
#include "ui/compare/comparison_model.h"
#include "ui/compare/comparison_panel.h"
#include "ui/compare/times_chart.h"
#include "ui/details/inspector.h"
#include "ui/details/kernel_model.h"
#include "ui/details/log_model.h"
#include "ui/details/name_model.h"
#include "ui/details/table_tab.h"
#include "ui/main_window.h"
#include "ui/run/left_column.h"
#include "ui/run/variant_button.h"
#include "ui/run/variant_row.h"
#include "ui/timeline/colour_bar.h"
#include "ui/timeline/timeline_view.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QDialog>
#include <QDropEvent>
#include <QFile>
#include <QImage>
#include <QMenu>
#include <QMimeData>
#include <QSignalSpy>
#include <QToolButton>

namespace attnscope {
namespace {

using test::waitFor;

using MainWindowTest = test::MainWindowFixture;

// An empty canvas looks broken: a file without spans says so, and counts as shown.
TEST_F(MainWindowTest, AFileWithoutSpansSaysSo)
{
    const QString path = m_folder.filePath(QStringLiteral("empty.json"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(R"({"traceEvents":[]})");
    file.close();
    MainWindow window(test::factoryOf(m_recorder), QStringList { path });
    window.show();
    int painted = 0;
    QObject::connect(&window, &MainWindow::viewPainted, &window, [&painted] { ++painted; });
    window.openFile(path);
    ASSERT_TRUE(waitFor([&] { return painted == 1; }));
    EXPECT_TRUE(window.showsMessagePage());
    EXPECT_EQ(window.messagePage().heading().toStdString(), "empty.json has nothing to draw");
    for (QToolButton* button : window.messagePage().findChildren<QToolButton*>()) {
        if (button->text() == QLatin1String("Show the Log")) {
            button->click();
        }
    }
    EXPECT_EQ(window.bottomPanel().currentTab(), BottomPanel::Log);
    EXPECT_TRUE(waitFor([&] { return window.bottomPanel().log().rowCount() == 1; }));

    window.openFile(test::writeSession(m_folder)); // the next one has a timeline again
    ASSERT_TRUE(waitFor([&] { return window.document() && window.document()->trace->spanCount() > 0; }));
    EXPECT_FALSE(window.showsMessagePage());
}

TEST_F(MainWindowTest, StartsWithWordsAndNotEmpty)
{
    MainWindow window(test::factoryOf(m_recorder));
    window.show();
    EXPECT_TRUE(window.showsMessagePage());
    EXPECT_EQ(window.messagePage().heading().toStdString(), "Nothing is open");
    EXPECT_TRUE(window.actions().action(QStringLiteral("run"))->isEnabled());
    EXPECT_FALSE(window.actions().action(QStringLiteral("cancel"))->isEnabled());
    EXPECT_FALSE(window.actions().action(QStringLiteral("save"))->isEnabled());
}

TEST_F(MainWindowTest, OpensASessionAndShowsItEverywhere)
{
    const auto window = opened();
    EXPECT_FALSE(window->showsMessagePage());
    EXPECT_EQ(window->variant(), 0);
    EXPECT_EQ(window->timeline().trace(), window->document()->trace);
    EXPECT_EQ(window->variantRow().button(0)->secondLine().toStdString(), "200 µs");
    EXPECT_FALSE(window->variantRow().button(2)->isEnabled()); // flash was refused
    EXPECT_EQ(window->variantRow().button(2)->toolTip().toStdString(), "Flash attention needs bf16 or fp16, not fp32.");
    EXPECT_EQ(kernelsOf(*window).size(), 8U);
    EXPECT_TRUE(window->statusLine().left().startsWith(QStringLiteral("session.json")));
    EXPECT_TRUE(window->windowTitle().startsWith(QStringLiteral("session.json")));
    EXPECT_FALSE(window->isWindowModified());
    EXPECT_EQ(window->bottomPanel().comparison().chart().description().section(QLatin1Char('\n'), 0, 0).toStdString(),
        "naive: 200  (190 to 250) µs");
}

TEST_F(MainWindowTest, StatusTellsHowMuchOfTheVariantIsSeen)
{
    const auto window = opened();
    TimelineView& timeline = window->timeline();
    const TimeRange all = timeline.extent();
    timeline.setViewRange({ all.begin - all.length(), all.end + all.length() });
    EXPECT_GT(timeline.viewRange().length(), all.length()) << "the widest view has margins";
    const QString whole = formatTimeAuto(all.length());
    EXPECT_TRUE(window->statusLine().right().contains(QStringLiteral("view %1 of %1").arg(whole)))
        << window->statusLine().right().toStdString();
    const Ns half = all.length() / 2;
    timeline.setViewRange({ all.begin, all.begin + half });
    EXPECT_TRUE(window->statusLine().right().contains(QStringLiteral("view %1 of %2").arg(formatTimeAuto(half), whole)))
        << window->statusLine().right().toStdString();
}

TEST_F(MainWindowTest, FirstViewIsPaintedOnce)
{
    MainWindow window(test::factoryOf(m_recorder));
    QSignalSpy painted(&window, &MainWindow::viewPainted);
    window.resize(1280, 720);
    window.show();
    window.openFile(test::writeSession(m_folder));
    ASSERT_TRUE(waitFor([&] { return painted.count() > 0; }));
    window.showVariant(1, true);
    QTest::qWait(50);
    EXPECT_EQ(painted.count(), 1);
}

TEST_F(MainWindowTest, NumberKeysShowVariantsAndSkipRefusedOnes)
{
    const auto window = opened();
    QTest::keyClick(&window->timeline(), Qt::Key_2);
    EXPECT_EQ(window->variant(), 1);
    EXPECT_TRUE(window->variantRow().button(1)->isChecked());
    QTest::keyClick(&window->timeline(), Qt::Key_3);
    EXPECT_EQ(window->variant(), 1);
    QTest::keyClick(&window->timeline(), Qt::Key_7);
    EXPECT_EQ(window->variant(), 1);
    window->bottomPanel().setCurrentTab(BottomPanel::Kernels);
    ASSERT_TRUE(waitFor([&] { return window->bottomPanel().kernels().rowCount() == 3; }));
    QTest::keyClick(&window->timeline(), Qt::Key_1);
    EXPECT_EQ(window->variant(), 0);
}

TEST_F(MainWindowTest, KeyboardReachesEveryControlAndComesBack)
{
    const auto window = opened();
    window->activateWindow();
    window->timeline().setFocus();
    QSet<QWidget*> reached;
    for (int i = 0; i < 200; ++i) {
        QTest::keyClick(
            QApplication::focusWidget() != nullptr ? QApplication::focusWidget() : window.get(), Qt::Key_Tab);
        QWidget* focus = QApplication::focusWidget();
        ASSERT_NE(focus, nullptr);
        if (reached.contains(focus)) {
            break;
        }
        reached.insert(focus);
        EXPECT_TRUE(focus->isVisible());
    }
    EXPECT_TRUE(reached.contains(window->variantRow().button(0)));
    EXPECT_TRUE(reached.contains(&window->toolbar().search()));
    EXPECT_TRUE(reached.contains(&window->bottomPanel().tabs()));
    EXPECT_TRUE(reached.contains(&window->bottomPanel().comparison().table()));
    EXPECT_GT(reached.size(), 25);
}

TEST_F(MainWindowTest, SelectingAKernelFillsInspectorSelectionAndStatus)
{
    const auto window = opened();
    const SpanRef kernel = kernelsOf(*window)[1].span;
    window->selectSpan(kernel, true);
    EXPECT_EQ(window->timeline().selection(), kernel);
    ASSERT_TRUE(window->inspector().card().has_value());
    EXPECT_EQ(window->inspector().card()->valueOf(QStringLiteral("Duration")).toStdString(), "100 µs");
    EXPECT_TRUE(window->statusLine().right().startsWith(QStringLiteral("1 kernel selected")));
    window->selectSpan(std::nullopt, false);
    EXPECT_FALSE(window->inspector().card().has_value());
    EXPECT_TRUE(window->statusLine().right().startsWith(QStringLiteral("nothing selected")));
}

TEST_F(MainWindowTest, SearchWalksThroughTheMatches)
{
    const auto window = opened();
    QTest::keyClick(&window->timeline(), Qt::Key_Slash);
    SearchField& field = window->toolbar().search();
    EXPECT_TRUE(field.hasFocus());
    QTest::keyClicks(&field, QStringLiteral("MEMCPY"));
    QTest::keyClick(&field, Qt::Key_Return);
    ASSERT_TRUE(window->timeline().selection().has_value());
    const SpanRef first = *window->timeline().selection();
    EXPECT_EQ(window->document()->trace->name(first), test::kMemcpy);
    EXPECT_EQ(field.accessibleDescription().toStdString(), "1 of 2");
    QTest::keyClick(&field, Qt::Key_Return);
    EXPECT_NE(*window->timeline().selection(), first);
    QTest::keyClick(&field, Qt::Key_Return, Qt::ShiftModifier);
    EXPECT_EQ(*window->timeline().selection(), first);
    QTest::keyClicks(&field, QStringLiteral("zzz"));
    QTest::keyClick(&field, Qt::Key_Return);
    EXPECT_EQ(field.accessibleDescription().toStdString(), "no match");
    QTest::keyClick(&field, Qt::Key_Escape);
    EXPECT_TRUE(field.text().isEmpty());
    EXPECT_TRUE(window->timeline().hasFocus());
}

TEST_F(MainWindowTest, DigitsInAFieldStayInTheField)
{
    const auto window = opened();
    SearchField& field = window->toolbar().search();
    field.setFocus();
    QTest::keyClicks(&field, QStringLiteral("2"));
    EXPECT_EQ(field.text().toStdString(), "2");
    EXPECT_EQ(window->variant(), 0);
}

TEST_F(MainWindowTest, UnitReachesTables)
{
    const auto window = opened();
    window->toolbar().setTimeUnit(TimeUnit::Nanoseconds);
    EXPECT_EQ(window->variantRow().button(0)->secondLine().toStdString(), "200,000 ns");
    EXPECT_EQ(window->bottomPanel().kernels().headerData(2, Qt::Horizontal).toString().toStdString(), "time ns");
}

TEST_F(MainWindowTest, BothThemesAtSmallAndLargeSizes)
{
    const auto window = opened();
    for (const QSize size :
        { QSize(960, 560), QSize(1100, 640), QSize(1280, 720), QSize(1600, 900), QSize(2560, 1440) }) {
        window->resize(size);
        for (const auto mode : { ThemeController::Mode::Light, ThemeController::Mode::Dark }) {
            ThemeController::instance().setMode(mode);
            QTest::qWait(20);
            const QImage picture = window->grab().toImage();
            EXPECT_EQ(picture.size(), size);
            EXPECT_EQ(picture.pixelColor(size.width() / 2, 4).name(), Theme::current().window.name());
        }
        EXPECT_EQ(window->leftColumn().isVisible(), size.width() > 1100) << size.width();
        EXPECT_TRUE(window->timeline().height() >= 160);
    }
    EXPECT_TRUE(window->inspector().isVisible());
}

TEST_F(MainWindowTest, TimelineHasMostOfTheHeight)
{
    const auto window = opened();
    EXPECT_GE(window->timeline().height(), 900 * 55 / 100);
}

TEST_F(MainWindowTest, DroppedFileIsOpened)
{
    MainWindow window(test::factoryOf(m_recorder));
    window.show();
    QMimeData data;
    data.setUrls({ QUrl::fromLocalFile(test::writeSession(m_folder, QStringLiteral("dropped.json"))) });
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &drop);
    ASSERT_TRUE(waitFor([&] { return window.document() != nullptr; }));
    EXPECT_EQ(window.document()->name.toStdString(), "dropped.json");
}

TEST_F(MainWindowTest, FileThatCannotBeReadSaysSoAndKeepsWhatWasOpen)
{
    MainWindow window(test::factoryOf(m_recorder));
    window.show();
    window.openFile(m_folder.filePath(QStringLiteral("missing.json")));
    ASSERT_TRUE(
        waitFor([&] { return window.messagePage().heading() == QStringLiteral("missing.json cannot be opened"); }));
    window.openFile(test::writeSession(m_folder));
    ASSERT_TRUE(waitFor([&] { return window.document() != nullptr; }));
    const DocumentPtr before = window.document();
    window.openFile(m_folder.filePath(QStringLiteral("missing.json")));
    ASSERT_TRUE(waitFor([&] { return window.banner().isVisible(); }));
    EXPECT_EQ(window.banner().kind(), Banner::Kind::Error);
    EXPECT_TRUE(window.banner().text().contains(QStringLiteral("missing.json")))
        << window.banner().text().toStdString();
    EXPECT_EQ(window.document(), before);
    EXPECT_FALSE(window.showsMessagePage());
}

TEST_F(MainWindowTest, ClosingWhileAFileIsReadIsSafe)
{
    const QString path = test::writeSession(m_folder);
    {
        MainWindow window(test::factoryOf(m_recorder));
        window.show();
        window.openFile(path);
        EXPECT_TRUE(window.close());
    }
    QCoreApplication::processEvents();
}

TEST_F(MainWindowTest, BaselineCanBeChosen)
{
    const auto window = opened();
    for (QAction* action : window->toolbar().compareMenu().actions()) {
        if (action->text() == QStringLiteral("inplace")) {
            action->trigger();
            break; // the menu is made anew
        }
    }
    EXPECT_TRUE(window->document()->summaries[1].isBaseline);
    EXPECT_DOUBLE_EQ(*window->document()->summaries[0].speedup, 0.5);
}

TEST_F(MainWindowTest, ExportsOneLineForEachLaunch)
{
    const auto window = opened();
    const QString path = m_folder.filePath(QStringLiteral("kernels.csv"));
    window->exportTable(BottomPanel::Table::Kernels, path);
    ASSERT_TRUE(waitFor([&] { return QFile::exists(path); }));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll().count('\n'), 1 + static_cast<int>(kernelsOf(*window).size()));
    EXPECT_FALSE(window->bottomPanel().hasKernelRows()); // nobody looked at them
}

TEST_F(MainWindowTest, SaysWhenATableCannotBeWritten)
{
    const auto window = opened();
    for (const auto table : { BottomPanel::Table::Log, BottomPanel::Table::Kernels }) {
        window->banner().hide();
        window->exportTable(table, m_folder.filePath(QStringLiteral("no/such/folder.csv")));
        ASSERT_TRUE(waitFor([&] { return window->banner().isVisible(); }));
        EXPECT_EQ(window->banner().kind(), Banner::Kind::Error);
        EXPECT_TRUE(window->banner().text().startsWith(QStringLiteral("That did not work.")))
            << window->banner().text().toStdString();
    }
}

TEST_F(MainWindowTest, ClosingWhileTheLaunchesAreExportedIsSafe)
{
    const QString path = m_folder.filePath(QStringLiteral("kernels.csv"));
    {
        const auto window = opened();
        window->exportTable(BottomPanel::Table::Kernels, path);
        EXPECT_TRUE(window->close());
    }
    QCoreApplication::processEvents();
}

TEST_F(MainWindowTest, ExportsTablesAsTheCommandLineDoes)
{
    const auto window = opened();
    struct Case {
        BottomPanel::Table table;
        const char *file, *start;
    };
    for (const Case& c :
        std::initializer_list<Case> { { BottomPanel::Table::Comparison, "report.csv", "variant,backend,device,gpu," },
            { BottomPanel::Table::Kernels, "kernels.csv", "variant,step,index,start_ns,duration_ns," },
            { BottomPanel::Table::Ops, "ops.csv", "name,count,total_ns," },
            { BottomPanel::Table::Log, "log.csv", "severity,code,count," } }) {
        const QString path = m_folder.filePath(QLatin1String(c.file));
        window->exportTable(c.table, path);
        const QString done = QStringLiteral("Done. Exported %1.").arg(path);
        ASSERT_TRUE(waitFor([&] { return window->banner().text() == done; })) << window->banner().text().toStdString();
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        EXPECT_TRUE(text.startsWith(c.start)) << text.left(100).toStdString();
        EXPECT_TRUE(text.endsWith("\r\n"));
    }
    for (const char* name : { "chart.png", "chart.svg", "chart.pdf" }) {
        const QString file = m_folder.filePath(QLatin1String(name));
        EXPECT_TRUE(window->bottomPanel().comparison().chart().exportTo(file, QSize(640, 300)).ok()) << name;
        EXPECT_GT(QFile(file).size(), 500) << name;
    }
    EXPECT_FALSE(window->bottomPanel()
                     .comparison()
                     .chart()
                     .exportTo(m_folder.filePath(QStringLiteral("chart.doc")), QSize(640, 300))
                     .ok());
}

TEST_F(MainWindowTest, RemembersUnitThemeAndRecentFiles)
{
    {
        const auto window = opened();
        window->actions().action(QStringLiteral("theme"))->trigger();
        window->actions().action(QStringLiteral("column"))->trigger();
        window->actions().action(QStringLiteral("colours"))->trigger();
        window->close();
    }
    const WindowSettings settings = WindowSettings::load();
    EXPECT_EQ(settings.theme, ThemeController::Mode::Dark);
    EXPECT_FALSE(settings.leftColumn);
    EXPECT_EQ(settings.colourBy, ColourBy::MathUnit);
    EXPECT_EQ(settings.recent, (QList<QStringList> { { m_folder.filePath(QStringLiteral("session.json")) } }));
    const MainWindow again(test::factoryOf(m_recorder));
    EXPECT_EQ(again.colourBar().colourBy(), ColourBy::MathUnit);
    EXPECT_EQ(again.timeline().colourBy(), ColourBy::MathUnit);
    EXPECT_TRUE(Theme::current().isDark);
    EXPECT_TRUE(again.leftColumn().isHidden());
}

TEST_F(MainWindowTest, SheetOfKeysIsMadeFromTheActions)
{
    const auto window = opened();
    window->actions().action(QStringLiteral("help"))->trigger();
    auto* sheet = window->findChild<QDialog*>();
    ASSERT_NE(sheet, nullptr);
    EXPECT_TRUE(waitFor([&] { return sheet->isVisible(); }));
    QTest::keyClick(sheet, Qt::Key_Escape);
    EXPECT_TRUE(waitFor([&] { return window->findChild<QDialog*>() == nullptr; }));
}

TEST_F(MainWindowTest, OpensTracesOfTorchProfiler)
{
    const auto file = test::sharedFile("data/h200_torch_profiler/naive.json.gz");
    if (!file) {
        GTEST_SKIP() << "data/h200_torch_profiler/naive.json.gz is not on this machine";
    }
    MainWindow window(test::factoryOf(m_recorder));
    window.resize(1600, 900);
    window.show();
    window.openFile(QString::fromStdString(file->string()));
    ASSERT_TRUE(waitFor([&] { return window.document() != nullptr; }));
    EXPECT_EQ(window.document()->views.size(), 1U);
    EXPECT_TRUE(window.document()->onGpu());
    ASSERT_TRUE(waitFor([&] { return window.bottomPanel().kernelNames().rowCount() > 0; }));
    EXPECT_FALSE(window.showsMessagePage());
}

TEST_F(MainWindowTest, TheComparisonOfATraceWithoutSpansShowsNoBar)
{
    const auto window = opened();
    const QString path = m_folder.filePath(QStringLiteral("empty.json"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("{\"traceEvents\":[]}");
    file.close();
    window->openFile(path);
    ASSERT_TRUE(waitFor([&] { return window->document()->trace->spanCount() == 0; }));
    TableView& table = window->bottomPanel().comparison().table();
    const ComparisonModel& model = window->bottomPanel().comparison().model();
    const QRect cell = table.visualRect(table.model()->index(0, model.barColumn()));
    ASSERT_FALSE(cell.isEmpty());
    const QImage image = table.viewport()->grab(cell).toImage();
    for (int x = 0; x < image.width() - 8; ++x) { // the row's corner is round
        ASSERT_EQ(image.pixelColor(x, image.height() / 2), image.pixelColor(4, image.height() / 2)) << x;
    }
}

} // namespace
} // namespace attnscope
