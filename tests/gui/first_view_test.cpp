// SPDX-License-Identifier: GPL-3.0-or-later
// What the first picture waits for and what it does not: files read while the window is built, tables that are made when
// somebody looks, pictures of large variants that are put together elsewhere.
#include "tests/gui/main_window_fixture.h"
#include "ui/common/segmented_control.h"
#include "ui/common/table_view.h"
#include "ui/details/table_tab.h"
#include "ui/timeline/timeline_view.h"

#include <QFile>
#include <QSignalSpy>

namespace attnscope {
namespace {

using test::waitFor;

class FirstViewTest : public test::MainWindowFixture {
protected:
    /// The fake session with operators added that lie in no step: too many for a picture within one frame.
    QString writeLargeSession()
    {
        const QString path = test::writeSession(m_folder);
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        QByteArray text = file.readAll();
        file.close();
        QByteArray events;
        for (int i = 0; i < 60'000; ++i) {
            events += QByteArray(R"({"ph":"X","cat":"cpu_op","name":"aten::pad","pid":9,"tid":9,"ts":)")
                + QByteArray::number(1000 + i) + R"(,"dur":0.5},)";
        }
        const QByteArray key = "\"traceEvents\":";
        const qsizetype at = text.indexOf('[', text.indexOf(key));
        EXPECT_GT(at, 0);
        text.insert(at + 1, events);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
        return path;
    }
};

TEST_F(FirstViewTest, LaunchesAreMadeWhenSomebodyLooksAtThem)
{
    const auto window = opened();
    BottomPanel& panel = window->bottomPanel();
    EXPECT_FALSE(panel.hasKernelRows());
    EXPECT_EQ(panel.kernels().rowCount(), 0);

    panel.setCurrentTab(BottomPanel::Kernels);
    EXPECT_EQ(panel.kernelTab().placeholder().toStdString(), "The launches are being put together.");
    ASSERT_TRUE(waitFor([&] { return panel.hasKernelRows(); }));
    EXPECT_EQ(panel.kernels().rowCount(), 8);
    EXPECT_EQ(panel.kernelTab().placeholder().toStdString(), "");
}

TEST_F(FirstViewTest, KernelsByNameNeedNoLaunches)
{
    const auto window = opened();
    BottomPanel& panel = window->bottomPanel();
    auto* views = panel.kernelTab().tools()->findChild<SegmentedControl*>();
    ASSERT_NE(views, nullptr);
    views->setCurrent(1);
    panel.setCurrentTab(BottomPanel::Kernels);
    QTest::qWait(50);
    EXPECT_GT(panel.kernelTab().table()->model()->rowCount(), 0);
    EXPECT_FALSE(panel.hasKernelRows());

    views->setCurrent(0);
    ASSERT_TRUE(waitFor([&] { return panel.hasKernelRows(); }));
    EXPECT_EQ(panel.kernels().rowCount(), 8);
}

TEST_F(FirstViewTest, LaunchesInSightFollowTheVariant)
{
    const auto window = opened();
    BottomPanel& panel = window->bottomPanel();
    panel.setCurrentTab(BottomPanel::Kernels);
    ASSERT_TRUE(waitFor([&] { return panel.kernels().rowCount() == 8; }));
    window->showVariant(1, true);
    EXPECT_EQ(panel.kernels().rowCount(), 8); // no empty table in between
    ASSERT_TRUE(waitFor([&] { return panel.kernels().rowCount() == 3; }));

    panel.setCurrentTab(BottomPanel::Comparison);
    window->showVariant(0, true);
    EXPECT_EQ(panel.kernels().rowCount(), 0); // nobody looks
    panel.setCurrentTab(BottomPanel::Kernels);
    ASSERT_TRUE(waitFor([&] { return panel.kernels().rowCount() == 8; }));
}

TEST_F(FirstViewTest, ClosingWhileTablesAreMadeLeavesNothing)
{
    const auto window = opened();
    BottomPanel& panel = window->bottomPanel();
    panel.setCurrentTab(BottomPanel::Kernels);
    window->closePage(0);
    QTest::qWait(50);
    EXPECT_TRUE(window->showsMessagePage());
    EXPECT_FALSE(panel.hasKernelRows());
    EXPECT_EQ(panel.kernels().rowCount(), 0);
    EXPECT_EQ(panel.kernelNames().rowCount(), 0);
}

TEST_F(FirstViewTest, TheWindowMayGoWhileTablesAreMade)
{
    auto window = opened();
    window->bottomPanel().setCurrentTab(BottomPanel::Kernels);
    window.reset();
    QCoreApplication::processEvents();
}

TEST_F(FirstViewTest, TablesComeToAWindowThatIsNotInSight)
{
    MainWindow window(test::factoryOf(m_recorder));
    window.openFile(test::writeSession(m_folder));
    EXPECT_TRUE(waitFor([&] { return window.bottomPanel().kernelNames().rowCount() > 0; }));
}

TEST_F(FirstViewTest, AFileIsReadWhileTheWindowIsBuilt)
{
    const QString path = test::writeSession(m_folder);
    MainWindow window(test::factoryOf(m_recorder), QStringList { path });
    QSignalSpy started(&window.importController(), &ImportController::started);
    QSignalSpy finished(&window.importController(), &ImportController::finished);
    EXPECT_TRUE(window.importController().isBusy());
    window.show();
    window.openFiles({ path });
    EXPECT_EQ(started.count(), 1);
    ASSERT_TRUE(waitFor([&] { return window.document() != nullptr; }));
    EXPECT_EQ(window.document()->name.toStdString(), "session.json");
    QTest::qWait(50);
    EXPECT_EQ(finished.count(), 1); // it was read once
}

TEST_F(FirstViewTest, AnotherFileThanThePreparedOneIsRead)
{
    const QString prepared = test::writeSession(m_folder, QStringLiteral("prepared.json"));
    const QString wanted = test::writeSession(m_folder, QStringLiteral("wanted.json"));
    ImportController import;
    QStringList names;
    QObject::connect(&import, &ImportController::finished, &import,
        [&names](const DocumentPtr& document) { names << document->name; });
    import.prepare({ prepared }, false);
    import.open({ wanted });
    ASSERT_TRUE(waitFor([&] { return !import.isBusy(); }));
    EXPECT_EQ(names.join(QLatin1Char(' ')).toStdString(), "wanted.json");
}

TEST_F(FirstViewTest, APreparedFileIsReadToItsEndThoughNobodyAsks)
{
    ImportController import;
    QSignalSpy finished(&import, &ImportController::finished);
    import.prepare({ writeLargeSession() }, false); // more than one stretch: its threads wait
    EXPECT_TRUE(waitFor([&] { return finished.count() == 1; }));
}

TEST_F(FirstViewTest, PicturesOfLargeVariantsAreMadeElsewhere)
{
    MainWindow window(test::factoryOf(m_recorder));
    window.resize(1600, 900);
    window.show();
    window.openFile(writeLargeSession());
    ASSERT_TRUE(waitFor([&] { return window.document() != nullptr; }));
    ASSERT_TRUE(window.document()->isAtHand(0));
    ASSERT_FALSE(window.document()->isAtHand(1));

    window.showVariant(1, true);
    EXPECT_EQ(window.variant(), 0); // the picture from before stays
    EXPECT_EQ(window.timeline().variant().name, window.document()->views[0].name);
    window.showVariant(0, true); // changed one's mind
    QTest::qWait(100);
    EXPECT_EQ(window.variant(), 0);

    window.showVariant(1, true);
    ASSERT_TRUE(waitFor([&] { return window.variant() == 1; }));
    EXPECT_EQ(window.timeline().variant().name, window.document()->views[1].name);

    window.showVariant(0, true);
    EXPECT_EQ(window.variant(), 0); // at hand
    window.showVariant(1, true);
    window.closePage(0); // its document is gone when the picture comes
    QTest::qWait(100);
    EXPECT_TRUE(window.showsMessagePage());
}

} // namespace
} // namespace attnscope
