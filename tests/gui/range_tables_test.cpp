// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels and Ops follow the range that is measured on the timeline, and show all again when it ends.
#include "tests/gui/main_window_fixture.h"
#include "ui/common/panel_tab_bar.h"
#include "ui/details/inspector.h"
#include "ui/details/kernel_model.h"
#include "ui/details/name_model.h"
#include "ui/details/range_card.h"
#include "ui/details/table_tab.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QFile>
#include <QTest>
#include <QToolButton>

namespace attnscope {
namespace {

using test::waitFor;
using testing::ElementsAre;

class RangeTables : public test::MainWindowFixture {
protected:
    // The work of the first variant's second step starts at 651, 652, 752 and 782 µs, that of its first ends its starts at 601 µs.
    static constexpr TimeRange kAroundSecond { 625'000, 860'000 };

    std::unique_ptr<MainWindow> openedAtKernels()
    {
        auto window = opened();
        window->bottomPanel().setCurrentTab(BottomPanel::Kernels);
        EXPECT_TRUE(waitFor([&] { return window->bottomPanel().kernels().rowCount() == 8; }));
        return window;
    }

    static void drag(MainWindow& window, TimeRange range)
    {
        auto* canvas = window.timeline().findChild<TimelineCanvas*>();
        window.timeline().setViewRange({ 400'000, 900'000 });
        const int left = 176, width = canvas->width() - left;
        const auto at = [&](Ns time) {
            return QPoint(left + static_cast<int>((time - 400'000) * width / 500'000), 140);
        };
        QTest::mousePress(canvas, Qt::LeftButton, Qt::AltModifier, at(range.begin));
        QMouseEvent move(QEvent::MouseMove, at(range.end), canvas->mapToGlobal(at(range.end)), Qt::NoButton,
            Qt::LeftButton, Qt::AltModifier);
        QApplication::sendEvent(canvas, &move);
        QTest::mouseRelease(canvas, Qt::LeftButton, Qt::AltModifier, at(range.end));
    }

    static std::vector<Ns> startsOf(const MainWindow& window)
    {
        std::vector<Ns> starts;
        for (const KernelRow& row : window.bottomPanel().kernels().records()) {
            starts.push_back(window.document()->trace->start(row.span));
        }
        return starts;
    }
    static bool showsFour(const MainWindow& window)
    {
        return waitFor([&] { return window.bottomPanel().range() && window.bottomPanel().kernels().rowCount() == 4; });
    }
    static bool showsAll(const MainWindow& window)
    {
        return waitFor([&] { return !window.bottomPanel().range() && window.bottomPanel().kernels().rowCount() == 8; });
    }
};

TEST_F(RangeTables, FollowADraggedRange)
{
    const auto window = openedAtKernels();
    BottomPanel& panel = window->bottomPanel();
    const int allOps = panel.ops().rowCount();
    EXPECT_FALSE(panel.kernelTab().scope()->isVisible());
    drag(*window, kAroundSecond);
    ASSERT_TRUE(showsFour(*window));
    EXPECT_EQ(panel.range(), window->timeline().selectedRange());
    EXPECT_THAT(startsOf(*window), ElementsAre(651'000, 652'000, 752'000, 782'000));
    EXPECT_EQ(panel.kernels().records()[3].step, 1);
    EXPECT_EQ(panel.kernels().records()[3].index, 3);
    EXPECT_EQ(panel.kernelNames().rowCount(), 4);
    EXPECT_EQ(panel.kernelNames().records()[0].count, 1); // of 2 in both steps
    EXPECT_LT(panel.ops().rowCount(), allOps); // the steps' operators ran before
    EXPECT_TRUE(panel.kernelTab().scope()->isVisible());
    EXPECT_TRUE(panel.kernelTab().scope()->text().startsWith(QStringLiteral("in 2")))
        << panel.kernelTab().scope()->text().toStdString(); // some 235 µs, by whole pixels

    panel.kernelTab().scope()->click();
    EXPECT_TRUE(showsAll(*window));
    EXPECT_EQ(window->timeline().selectedRange(), std::nullopt);
    EXPECT_EQ(panel.kernelNames().records()[0].count, 2);
    EXPECT_EQ(panel.ops().rowCount(), allOps);
    EXPECT_FALSE(panel.kernelTab().scope()->isVisible());
}

TEST_F(RangeTables, EscapeAndAClickElsewhereShowAllAgain)
{
    const auto window = openedAtKernels();
    drag(*window, kAroundSecond);
    ASSERT_TRUE(showsFour(*window));
    QTest::keyClick(&window->timeline(), Qt::Key_Escape);
    EXPECT_TRUE(showsAll(*window));
    drag(*window, kAroundSecond);
    ASSERT_TRUE(showsFour(*window));
    QTest::mouseClick(window->timeline().findChild<TimelineCanvas*>(), Qt::LeftButton, {}, QPoint(178, 140));
    EXPECT_TRUE(showsAll(*window));
}

TEST_F(RangeTables, AChosenRowLeavesTheRange)
{
    const auto window = openedAtKernels();
    drag(*window, kAroundSecond);
    ASSERT_TRUE(showsFour(*window));
    window->selectSpan(window->bottomPanel().kernels().records()[2].span, true);
    EXPECT_TRUE(window->bottomPanel().range().has_value());
    EXPECT_EQ(window->bottomPanel().kernels().rowCount(), 4);
}

TEST_F(RangeTables, TheInspectorSaysWhatTheRangeHolds)
{
    const auto window = openedAtKernels();
    drag(*window, kAroundSecond);
    ASSERT_TRUE(showsFour(*window));
    ASSERT_TRUE(window->inspector().card());
    const DetailCard card = *window->inspector().card();
    EXPECT_TRUE(card.title.endsWith(QStringLiteral("µs measured"))) << card.title.toStdString();
    EXPECT_EQ(card.valueOf(QStringLiteral("Kernels, copies, fills")).toStdString(), "4");
    EXPECT_EQ(card.valueOf(QStringLiteral("matmul")).toStdString(), "150 µs"); // 100 and 50
    EXPECT_EQ(card.valueOf(QStringLiteral("copy")).toStdString(), "50.0 µs");

    window->selectSpan(window->bottomPanel().kernels().records()[2].span, false);
    EXPECT_FALSE(window->inspector().card()->title.endsWith(QStringLiteral("measured")));
    window->selectSpan(std::nullopt, false);
    EXPECT_TRUE(window->inspector().card()->title.endsWith(QStringLiteral("measured")));
    QTest::keyClick(&window->timeline(), Qt::Key_Escape);
    EXPECT_TRUE(showsAll(*window));
    EXPECT_FALSE(window->inspector().card());
}

TEST_F(RangeTables, TheCardIsOfTheVariantItWasMeasuredIn)
{
    const auto window = openedAtKernels();
    drag(*window, kAroundSecond);
    ASSERT_TRUE(showsFour(*window));
    ASSERT_TRUE(window->inspector().card());
    window->showVariant(1, true);
    ASSERT_TRUE(waitFor([&] { return window->bottomPanel().kernels().rowCount() == 3; }));
    EXPECT_FALSE(window->inspector().card());
}

TEST(RangeCard, CountsBusyTimeOnceAndOnlyInside)
{
    const TracePtr trace = test::fakeGpuSession();
    const VariantView naive = variantsOf(*trace)[0];
    const auto cardOf = [&](TimeRange range) {
        return describeRange(*trace, naive, range, makeTables(*trace, naive, nullptr, range));
    };
    // From 752 the copy runs for 50 and from 782 a kernel on another stream for 50: 80 together.
    EXPECT_EQ(cardOf({ 752'000, 852'000 }).valueOf(QStringLiteral("GPU busy")).toStdString(), "80.0 µs");
    EXPECT_EQ(cardOf({ 752'000, 852'000 }).valueOf(QStringLiteral("GPU idle")).toStdString(), "20.0 µs");
    const DetailCard cut = cardOf({ 700'000, 740'000 }); // inside a kernel that started before
    EXPECT_EQ(cut.valueOf(QStringLiteral("GPU busy")).toStdString(), "40.0 µs");
    EXPECT_EQ(cut.valueOf(QStringLiteral("Kernels, copies, fills")).toStdString(), "0");
    EXPECT_EQ(cut.sentence.toStdString(), "The GPU is busy 100 % of it. What starts in it stands in Kernels and Ops.");
    EXPECT_EQ(cut.valueOf(QStringLiteral("From")).toStdString(), "700.000 µs");
    EXPECT_FALSE(cut.hasNeighbours);
}

TEST_F(RangeTables, NothingInItIsSaid)
{
    const auto window = openedAtKernels();
    drag(*window, { 850'000, 880'000 });
    ASSERT_TRUE(waitFor([&] { return window->bottomPanel().range().has_value(); }));
    EXPECT_TRUE(waitFor([&] {
        return window->bottomPanel().kernelTab().placeholder()
            == QStringLiteral("Nothing of it starts in the measured range.");
    })) << window->bottomPanel().kernelTab().placeholder().toStdString();
}

TEST_F(RangeTables, AnotherVariantStartsWithAll)
{
    const auto window = openedAtKernels();
    drag(*window, kAroundSecond);
    ASSERT_TRUE(showsFour(*window));
    window->showVariant(1, false);
    ASSERT_TRUE(waitFor([&] { return window->bottomPanel().kernels().rowCount() == 3; }));
    EXPECT_FALSE(window->bottomPanel().range());
    EXPECT_FALSE(window->bottomPanel().kernelTab().scope()->isVisible());
}

TEST_F(RangeTables, ATabKeepsItsRange)
{
    const auto window = openedAtKernels();
    drag(*window, kAroundSecond);
    ASSERT_TRUE(showsFour(*window));
    QTemporaryDir other;
    window->openFile(test::writeSession(other));
    ASSERT_TRUE(waitFor([&] { return window->pageCount() == 2; }));
    window->bottomPanel().setCurrentTab(BottomPanel::Kernels);
    EXPECT_TRUE(showsAll(*window));
    window->showPage(0);
    EXPECT_TRUE(showsFour(*window));
}

TEST_F(RangeTables, AreExportedAsShown)
{
    const auto window = openedAtKernels();
    drag(*window, kAroundSecond);
    ASSERT_TRUE(showsFour(*window));
    const QString path = m_folder.filePath(QStringLiteral("kernels.csv"));
    window->exportTable(BottomPanel::Table::Kernels, path);
    ASSERT_TRUE(waitFor([&] { return QFile::exists(path); }));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll().count('\n'), 5); // header and four
}

} // namespace
} // namespace attnscope
