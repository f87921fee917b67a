// SPDX-License-Identifier: GPL-3.0-or-later
// Several recordings in one window: where a file opens, what a tab keeps, how tabs close, files that belong together.
#include "tests/gui/main_window_fixture.h"
#include "ui/common/action_registry.h"
#include "ui/common/banner.h"
#include "ui/common/document_tab_bar.h"
#include "ui/common/message_page.h"
#include "ui/common/panel_tab_bar.h"
#include "ui/common/search_field.h"
#include "ui/common/toolbar.h"
#include "ui/run/variant_button.h"
#include "ui/run/variant_row.h"
#include "ui/timeline/timeline_view.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QDropEvent>
#include <QFile>
#include <QMenu>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>

namespace attnscope {
namespace {

using test::waitFor;

class DocumentTabsTest : public test::MainWindowFixture {
protected:
    /// Opens one more recording and waits until it is shown.
    void open(MainWindow& window, const QString& name)
    {
        const DocumentPtr before = window.document();
        window.openFile(test::writeSession(m_folder, name));
        ASSERT_TRUE(waitFor([&] { return window.document() != before && !window.importController().isBusy(); }));
        ASSERT_TRUE(waitFor([&] { return window.bottomPanel().kernelNames().rowCount() > 0; }));
    }

    static SpanRef firstKernel(const MainWindow& window) { return kernelsOf(window)[0].span; }

    static void drop(MainWindow& window, const QList<QUrl>& urls)
    {
        QMimeData data;
        data.setUrls(urls);
        QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDropEvent dropped(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &dropped);
    }
};

TEST_F(DocumentTabsTest, OneRecordingHasNoTabs)
{
    const auto window = opened();
    EXPECT_EQ(window->pageCount(), 1);
    EXPECT_FALSE(window->documentTabs().isVisible());
    EXPECT_FALSE(window->actions().action(QStringLiteral("nextTab"))->isEnabled());
}

TEST_F(DocumentTabsTest, AFileOpensInATabOfItsOwn)
{
    const auto window = opened();
    open(*window, QStringLiteral("second.json"));
    EXPECT_EQ(window->pageCount(), 2);
    EXPECT_EQ(window->currentPage(), 1);
    EXPECT_TRUE(window->documentTabs().isVisible());
    EXPECT_EQ(window->documentTabs().tabText(0).toStdString(), "session.json");
    EXPECT_EQ(window->documentTabs().tabText(1).toStdString(), "second.json");
    EXPECT_TRUE(window->windowTitle().startsWith(QStringLiteral("second.json")));
    EXPECT_GE(window->timeline().height(), 900 * 55 / 100);
}

TEST_F(DocumentTabsTest, AnOpenFileIsReadAgainWhereItIs)
{
    const auto window = opened();
    open(*window, QStringLiteral("second.json"));
    open(*window, QStringLiteral("session.json"));
    EXPECT_EQ(window->pageCount(), 2);
    EXPECT_EQ(window->currentPage(), 0);
}

TEST_F(DocumentTabsTest, TheBundledRecordingMakesRoom)
{
    MainWindow window(test::factoryOf(m_recorder));
    window.show();
    window.importController().openBundled(test::writeSession(m_folder, QStringLiteral("bundled.json")));
    ASSERT_TRUE(waitFor([&] { return window.document() != nullptr; }));
    EXPECT_TRUE(window.document()->bundled);
    open(window, QStringLiteral("mine.json"));
    EXPECT_EQ(window.pageCount(), 1);
    EXPECT_EQ(window.document()->name.toStdString(), "mine.json");
    EXPECT_FALSE(window.banner().isVisible());
}

TEST_F(DocumentTabsTest, EachKeepsHowItIsLookedAt)
{
    const auto window = opened();
    const SpanRef kernel = firstKernel(*window);
    window->selectSpan(kernel, false);
    const TimeRange zoomed { 460'000, 520'000 };
    window->timeline().setViewRange(zoomed);
    window->bottomPanel().setCurrentTab(BottomPanel::Ops);
    window->toolbar().search().setText(QStringLiteral("memcpy"));

    open(*window, QStringLiteral("second.json"));
    EXPECT_NE(window->timeline().viewRange(), zoomed);
    EXPECT_FALSE(window->timeline().selection());
    EXPECT_EQ(window->toolbar().search().text().toStdString(), "");
    QTest::keyClick(&window->timeline(), Qt::Key_2);
    EXPECT_EQ(window->variant(), 1);
    window->bottomPanel().setCurrentTab(BottomPanel::Kernels);

    QTest::keyClick(&window->timeline(), Qt::Key_Tab, Qt::ControlModifier);
    EXPECT_EQ(window->currentPage(), 0);
    EXPECT_EQ(window->timeline().viewRange(), zoomed);
    EXPECT_EQ(window->timeline().selection(), kernel);
    EXPECT_EQ(window->bottomPanel().currentTab(), BottomPanel::Ops);
    EXPECT_EQ(window->toolbar().search().text().toStdString(), "memcpy");
    EXPECT_EQ(window->variant(), 0);
    EXPECT_TRUE(window->variantRow().button(0)->isChecked());

    QTest::keyClick(&window->timeline(), Qt::Key_PageDown, Qt::ControlModifier);
    EXPECT_EQ(window->currentPage(), 1);
    EXPECT_EQ(window->variant(), 1);
    EXPECT_EQ(window->bottomPanel().currentTab(), BottomPanel::Kernels);
    EXPECT_TRUE(window->variantRow().button(1)->isChecked());
}

TEST_F(DocumentTabsTest, AClickShowsATab)
{
    const auto window = opened();
    open(*window, QStringLiteral("second.json"));
    DocumentTabBar& tabs = window->documentTabs();
    QTest::mouseClick(&tabs, Qt::LeftButton, {}, tabs.tabRect(0).center());
    EXPECT_EQ(window->currentPage(), 0);
    EXPECT_EQ(window->document()->name.toStdString(), "session.json");
    EXPECT_TRUE(window->timeline().isVisible());
}

TEST_F(DocumentTabsTest, TheMiddleButtonAndTheKeyCloseATab)
{
    const auto window = opened();
    open(*window, QStringLiteral("second.json"));
    open(*window, QStringLiteral("third.json"));
    DocumentTabBar& tabs = window->documentTabs();
    QTest::mouseClick(&tabs, Qt::MiddleButton, {}, tabs.tabRect(0).center());
    ASSERT_EQ(window->pageCount(), 2);
    EXPECT_EQ(tabs.tabText(0).toStdString(), "second.json");
    EXPECT_EQ(window->document()->name.toStdString(), "third.json"); // what was shown is still shown
    QTest::keyClick(&window->timeline(), Qt::Key_W, Qt::ControlModifier);
    ASSERT_EQ(window->pageCount(), 1);
    EXPECT_EQ(window->document()->name.toStdString(), "second.json");
    EXPECT_FALSE(tabs.isVisible());
    QTest::keyClick(&window->timeline(), Qt::Key_W, Qt::ControlModifier);
    ASSERT_EQ(window->pageCount(), 1);
    EXPECT_EQ(window->document(), nullptr);
    EXPECT_EQ(window->messagePage().heading().toStdString(), "Nothing is open");
    EXPECT_TRUE(window->isVisible());
    open(*window, QStringLiteral("fourth.json"));
    EXPECT_EQ(window->pageCount(), 1);
    EXPECT_FALSE(window->showsMessagePage());
}

TEST_F(DocumentTabsTest, AClosedRecordingIsFreed)
{
    const auto window = opened();
    open(*window, QStringLiteral("second.json"));
    window->selectSpan(firstKernel(*window), true);
    const std::weak_ptr<const Trace> trace = window->document()->trace;
    window->compareKernelsWith(nullptr);
    window->closePage(1);
    EXPECT_TRUE(waitFor([&] { return trace.expired(); }));
    const std::weak_ptr<const Trace> last = window->document()->trace;
    window->closePage(0);
    EXPECT_TRUE(waitFor([&] { return last.expired(); }));
}

TEST_F(DocumentTabsTest, TabsCanBeMoved)
{
    const auto window = opened();
    open(*window, QStringLiteral("second.json"));
    window->documentTabs().moveTab(1, 0);
    EXPECT_EQ(window->currentPage(), 0);
    EXPECT_EQ(window->document()->name.toStdString(), "second.json");
    window->showPage(1);
    EXPECT_EQ(window->document()->name.toStdString(), "session.json");
}

TEST_F(DocumentTabsTest, FilesDroppedTogetherShareOneAxis)
{
    const auto window = opened();
    const QString a = test::writeSession(m_folder, QStringLiteral("rank0.json"));
    const QString b = test::writeSession(m_folder, QStringLiteral("rank1.json"));
    const std::size_t spans = window->document()->trace->spanCount();
    drop(*window, { QUrl::fromLocalFile(a), QUrl::fromLocalFile(b) });
    ASSERT_TRUE(waitFor([&] { return window->pageCount() == 2; }));
    EXPECT_EQ(window->document()->name.toStdString(), "rank0.json and 1 more");
    EXPECT_EQ(window->document()->files, (QStringList { a, b }));
    EXPECT_EQ(window->document()->trace->spanCount(), 2 * spans);
    EXPECT_EQ(window->timeline().variant().title, "2 files");
    EXPECT_EQ(window->documentTabs().tabToolTip(1), a + QLatin1Char('\n') + b);

    // The list of recent files knows the group.
    window->closePage(1);
    for (QAction* action : window->toolbar().recentMenu().actions()) {
        if (action->text() == QStringLiteral("rank0.json and 1 more")) {
            action->trigger();
            break;
        }
    }
    ASSERT_TRUE(waitFor([&] { return window->pageCount() == 2; }));
    EXPECT_EQ(window->document()->files, (QStringList { a, b }));
}

TEST_F(DocumentTabsTest, SettingsKeepGroupsAndReadWhatOlderVersionsWrote)
{
    WindowSettings settings;
    settings.addRecent({ QStringLiteral("/a/alone.json") });
    settings.addRecent({ QStringLiteral("/b/rank0.json"), QStringLiteral("/b/rank 1.json") });
    settings.save();
    const QList<QStringList> both { { QStringLiteral("/b/rank0.json"), QStringLiteral("/b/rank 1.json") },
        { QStringLiteral("/a/alone.json") } };
    EXPECT_EQ(WindowSettings::load().recent, both);
    EXPECT_EQ(settings.lastFolder.toStdString(), "/b");

    QSettings store;
    store.setValue("window-1/recentFiles",
        QStringList { QStringLiteral("/old/x.json"), QStringLiteral("not absolute"), QString() });
    EXPECT_EQ(WindowSettings::load().recent, (QList<QStringList> { { QStringLiteral("/old/x.json") } }));
}

TEST_F(DocumentTabsTest, ARecentFileThatIsGoneIsOneSentence)
{
    const auto window = opened();
    const QString path = m_folder.filePath(QStringLiteral("session.json"));
    ASSERT_TRUE(QFile::remove(path));
    for (QAction* action : window->toolbar().recentMenu().actions()) {
        if (action->text() == QStringLiteral("session.json")) {
            action->trigger();
            break;
        }
    }
    EXPECT_TRUE(window->banner().isVisible());
    EXPECT_EQ(window->banner().text(), QStringLiteral("That file is gone. %1 is no longer there.").arg(path));
    EXPECT_FALSE(window->importController().isBusy());
}

TEST_F(DocumentTabsTest, ARunGetsATabAndLosesNothing)
{
    const auto window = opened();
    window->startRun();
    ASSERT_TRUE(waitFor([&] { return window->document()->unsaved; }));
    EXPECT_EQ(window->pageCount(), 2);
    window->startRun();
    ASSERT_TRUE(waitFor([&] { return window->pageCount() == 3; }));
    EXPECT_EQ(window->documentTabs().tabText(1).toStdString(), "unsaved recording");
    EXPECT_EQ(window->documentTabs().tabText(2).toStdString(), "unsaved recording 2");

    // Closing one asks.
    window->closePage(1);
    EXPECT_EQ(window->currentPage(), 1);
    ASSERT_NO_FATAL_FAILURE(answerDiscardIt(*window));
    ASSERT_TRUE(waitFor([&] { return window->pageCount() == 2; }));
    EXPECT_EQ(window->documentTabs().tabText(1).toStdString(), "unsaved recording 2");
}

// Files of different days on one axis: what there is to see is milliseconds in days.
TEST_F(DocumentTabsTest, OfFilesFarApartTheFirstIsShownAndTheRestIsSaid)
{
    const auto write = [this](const char* name, const char* base) {
        QFile file(m_folder.filePath(QLatin1String(name)));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(R"({"baseTimeNanoseconds":)") + base
            + R"(,"traceEvents":[{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":10,"dur":500},)"
              R"({"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":600,"dur":400}]})");
        return file.fileName();
    };
    MainWindow window(test::factoryOf(m_recorder));
    window.resize(1600, 900);
    window.show();
    window.openFiles({ write("monday.json", "1700000000000000000"), write("tuesday.json", "1700086400000000000") });
    ASSERT_TRUE(waitFor([&] { return window.document() != nullptr; }));
    EXPECT_GT(window.timeline().extent().length(), 86'400'000'000'000);
    const TimeRange view = window.timeline().viewRange();
    EXPECT_LE(view.begin, 0);
    EXPECT_GE(view.end, 990'000); // all of the first file
    EXPECT_LT(view.length(), 2'000'000);
    EXPECT_EQ(window.banner().kind(), Banner::Kind::Warning);
    EXPECT_TRUE(window.banner().text().startsWith(QStringLiteral("Recorded far apart. This is monday; ")))
        << window.banner().text().toStdString();
}

} // namespace
} // namespace attnscope
