// SPDX-License-Identifier: GPL-3.0-or-later
// Two recordings compared kernel by kernel: the table, its bars, and the window around it.
#include "tests/gui/main_window_fixture.h"
#include "ui/common/action_registry.h"
#include "ui/common/panel_tab_bar.h"
#include "ui/common/segmented_control.h"
#include "ui/common/table_export.h"
#include "ui/common/table_view.h"
#include "ui/common/toolbar.h"
#include "ui/compare/difference_delegate.h"
#include "ui/compare/difference_model.h"
#include "ui/compare/difference_panel.h"
#include "ui/timeline/timeline_view.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QFile>
#include <QMenu>

namespace attnscope {
namespace {

using test::waitFor;

KernelDifferenceRow row(const char* name, KernelCost a, KernelCost b)
{
    KernelDifferenceRow made;
    made.name = name;
    made.label = std::string(name) + " label";
    made.group = RoleGroup::Matmul;
    made.mathUnit = MathUnit::TensorCore;
    made.a = a;
    made.b = b;
    return made;
}

std::vector<KernelDifferenceRow> threeRows()
{
    return { row("both", { 2, 1'234'567, 617'283.5, {} }, { 4, 2'000'000, 500'000, {} }),
        row("gone", { 0.5, 90'000, 180'000, {} }, {}), row("new", {}, { 10, 9'000, 900, {} }) };
}

QString cell(const QAbstractItemModel& model, int row, int column, int role = Qt::DisplayRole)
{
    return model.index(row, column).data(role).toString();
}

TEST(DifferenceModel, SaysWhatEachSideSpends)
{
    DifferenceModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setRows(threeRows());
    ASSERT_EQ(model.rowCount(), 3);
    ASSERT_EQ(model.columnCount(), 10);
    EXPECT_EQ(cell(model, 0, 0).toStdString(), "both label");
    EXPECT_EQ(cell(model, 0, 0, Qt::ToolTipRole).toStdString(), "both");
    EXPECT_EQ(cell(model, 0, 1).toStdString(), "2");
    EXPECT_EQ(cell(model, 0, 2).toStdString(), "4");
    EXPECT_EQ(cell(model, 0, 3).toStdString(), "1,235");
    EXPECT_EQ(cell(model, 0, 3, Qt::ToolTipRole).toStdString(), "1,234.567 µs");
    EXPECT_EQ(cell(model, 0, 7).toStdString(), "+765");
    EXPECT_EQ(cell(model, 0, 7, Qt::ToolTipRole).toStdString(), "B spends 765.433 µs more on it.");
    EXPECT_EQ(cell(model, 0, 8).toStdString(), "×1.62");
    EXPECT_EQ(cell(model, 1, 1).toStdString(), "0.500");
    EXPECT_EQ(cell(model, 1, 2).toStdString(), "–");
    EXPECT_EQ(cell(model, 1, 7).toStdString(), "−90.0");
    EXPECT_EQ(cell(model, 1, 8).toStdString(), "only A");
    EXPECT_EQ(cell(model, 2, 8).toStdString(), "only B");
    model.setTimeUnit(TimeUnit::Milliseconds);
    EXPECT_EQ(model.headerData(3, Qt::Horizontal).toString().toStdString(), "total A ms");
    EXPECT_EQ(cell(model, 0, 7).toStdString(), "+0.765");
}

TEST(DifferenceModel, SortsByNumber)
{
    DifferenceModel model;
    model.setRows(threeRows());
    TableView table(QStringLiteral("table"));
    table.setSource(&model);
    table.sortByColumn(2, Qt::DescendingOrder);
    EXPECT_EQ(cell(*table.model(), 0, 0).toStdString(), "new label"); // 10 before 4, not after it
    EXPECT_EQ(cell(*table.model(), 1, 0).toStdString(), "both label");
    table.sortByColumn(7, Qt::AscendingOrder);
    EXPECT_EQ(cell(*table.model(), 0, 0).toStdString(), "gone label");
    table.sortByColumn(8, Qt::AscendingOrder);
    EXPECT_EQ(cell(*table.model(), 0, 8).toStdString(), "only A");
    EXPECT_EQ(cell(*table.model(), 2, 8).toStdString(), "only B");
    table.setFilter(QStringLiteral("only b"));
    EXPECT_EQ(table.model()->rowCount(), 1);
}

TEST(DifferenceModel, CopiesWithExactNumbersAndFullNames)
{
    DifferenceModel model;
    model.setRows({ threeRows()[1] });
    EXPECT_EQ(tsvOf(model).toStdString(),
        "name\tcount_a\tcount_b\ttotal_ns_a\ttotal_ns_b\tmean_ns_a\tmean_ns_b\tdifference_ns\tratio\tonly_in\n"
        "gone\t0.5\t\t90000\t\t180000\t\t-90000\t\ta\n");
}

TEST(DifferenceBar, GrowsFromTheMiddle)
{
    const QRect cell(100, 0, 216, 24); // 100 px a side
    const QRect more = differenceBar(cell, 50, 100);
    EXPECT_EQ(more.left(), 209);
    EXPECT_EQ(more.width(), 50);
    const QRect less = differenceBar(cell, -100, 100);
    EXPECT_EQ(less.left(), 108);
    EXPECT_EQ(less.right(), 207);
    EXPECT_EQ(differenceBar(cell, 0.001, 100).width(), 1); // the smallest is still seen
    EXPECT_TRUE(differenceBar(cell, 0, 100).isEmpty());
    EXPECT_TRUE(differenceBar(cell, 5, 0).isEmpty());
}

TEST(DifferencePanel, PutsTheTotalsInOneSentence)
{
    DifferencePanel panel;
    KernelDifference difference;
    difference.rows = threeRows();
    difference.totalA = 3'190'000;
    difference.totalB = 4'450'000;
    panel.setDifference(QStringLiteral("a.json"), QStringLiteral("b.json"), difference);
    EXPECT_EQ(panel.summary().toStdString(),
        "B takes 1.26 ms more GPU time (×1.39). A: a.json, 3.19 ms. B: b.json, 4.45 ms.");
    std::swap(difference.totalA, difference.totalB);
    panel.setDifference(QStringLiteral("a.json"), QStringLiteral("b.json"), difference);
    EXPECT_TRUE(panel.summary().startsWith(QStringLiteral("B takes 1.26 ms less GPU time (×0.717).")))
        << panel.summary().toStdString();
}

class DifferenceTest : public test::MainWindowFixture {
protected:
    /// A window that shows "session.json" and compares its first variant with that of "other.json", which lies behind it.
    std::unique_ptr<MainWindow> compared()
    {
        auto window = opened();
        window->compareKernelsWithFile(test::writeSession(m_folder, QStringLiteral("other.json")));
        EXPECT_TRUE(waitFor(
            [&] { return window->differencePanel() != nullptr && window->differencePanel()->model().rowCount() > 0; }));
        return window;
    }

    static bool showsTheTab(const MainWindow& window)
    {
        const PanelTabBar& tabs = window.bottomPanel().tabs();
        return tabs.isTabVisible(tabs.count() - 1) && tabs.tabText(tabs.count() - 1) == QStringLiteral("Difference");
    }
};

TEST_F(DifferenceTest, OpensTheOtherFileBehindTheShownOne)
{
    const auto window = compared();
    EXPECT_EQ(window->pageCount(), 2);
    EXPECT_EQ(window->currentPage(), 0);
    EXPECT_TRUE(showsTheTab(*window));
    EXPECT_TRUE(window->differencePanel()->isVisible());
    EXPECT_EQ(window->differencePanel()->model().rowCount(), 4);
    EXPECT_EQ(window->differencePanel()->summary().toStdString(),
        "Both take the same GPU time. A: session.json, naive, 402 µs. B: other.json, naive, 402 µs.");
}

// Cancel stayed as it was while the file was read, and Ctrl+Tab did nothing.
TEST_F(DifferenceTest, NothingIsLeftToCancelAndThereAreTabsToTurn)
{
    const auto window = compared();
    const ActionRegistry& actions = window->actions();
    EXPECT_FALSE(actions.action(QStringLiteral("cancel"))->isEnabled());
    EXPECT_TRUE(actions.action(QStringLiteral("nextTab"))->isEnabled());
    EXPECT_TRUE(actions.action(QStringLiteral("previousTab"))->isEnabled());
}

TEST_F(DifferenceTest, FollowsVariantAndOptions)
{
    const auto window = compared();
    window->differencePanel()->scope().setCurrent(1);
    ASSERT_TRUE(waitFor([&] { return window->differencePanel()->difference().perStep; }));
    EXPECT_EQ(window->differencePanel()->summary().toStdString(),
        "Both take the same GPU time. A: session.json, naive, 201 µs a step (of 2). B: other.json, naive, 201 µs a "
        "step (of 2).");
    window->showVariant(1, true);
    ASSERT_TRUE(waitFor([&] { return window->differencePanel()->model().rowCount() == 1; }));
    EXPECT_EQ(window->differencePanel()->model().records()[0].a.count, 1.5);
    window->differencePanel()->keys().setCurrent(1);
    ASSERT_TRUE(waitFor([&] {
        const auto& rows = window->differencePanel()->model().records();
        return !rows.empty() && rows[0].name == rows[0].label;
    }));
}

TEST_F(DifferenceTest, ARowShowsItsSpans)
{
    const auto window = compared();
    window->activateWindow();
    TableView& table = window->differencePanel()->table();
    table.setFocus();
    const int gemm = [&] {
        for (int i = 0; i < table.model()->rowCount(); ++i) {
            if (cell(*table.model(), i, 0, Qt::ToolTipRole) == QLatin1String(test::kCudaCoreGemm)) {
                return i;
            }
        }
        return -1;
    }();
    ASSERT_GE(gemm, 0);
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(table.model()->index(gemm, 0)).center());
    ASSERT_TRUE(waitFor([&] { return window->timeline().selection().has_value(); }));
    EXPECT_EQ(window->document()->trace->name(*window->timeline().selection()), test::kCudaCoreGemm);
}

TEST_F(DifferenceTest, ExportsAsTheCommandLineDoes)
{
    const auto window = compared();
    const QString path = m_folder.filePath(QStringLiteral("difference.csv"));
    ASSERT_TRUE(window->exportDifference(path).ok());
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_TRUE(file.readLine().startsWith(
        "variant,name,label,group,math_unit,count_a,count_b,total_ns_a,total_ns_b,mean_ns_a,mean_ns_b,"));
    EXPECT_EQ(file.readAll().count('\n'), 4);
}

TEST_F(DifferenceTest, BelongsToItsTabAndEndsWithTheOther)
{
    const auto window = compared();
    window->showPage(1);
    EXPECT_FALSE(showsTheTab(*window));
    window->showPage(0);
    EXPECT_TRUE(showsTheTab(*window));
    EXPECT_TRUE(window->differencePanel()->isVisible()); // also the tab that was in front
    const std::weak_ptr<const Trace> other = [&] {
        window->showPage(1);
        const std::weak_ptr<const Trace> trace = window->document()->trace;
        window->showPage(0);
        return trace;
    }();
    window->closePage(1);
    EXPECT_FALSE(showsTheTab(*window));
    EXPECT_EQ(window->bottomPanel().currentTab(), BottomPanel::Comparison);
    EXPECT_TRUE(waitFor([&] { return other.expired(); }));
}

TEST_F(DifferenceTest, IsOfferedInTheMenu)
{
    const auto window = compared();
    QStringList texts;
    for (QAction* action : window->toolbar().compareMenu().actions()) {
        texts << action->text();
    }
    EXPECT_TRUE(texts.contains(QStringLiteral("other.json"))) << texts.join(u'|').toStdString();
    EXPECT_TRUE(texts.contains(QStringLiteral("Another file…")));
    for (QAction* action : window->toolbar().compareMenu().actions()) {
        if (action->text() == QStringLiteral("End the comparison with other.json")) {
            action->trigger();
            break;
        }
    }
    EXPECT_FALSE(showsTheTab(*window));
    EXPECT_EQ(window->pageCount(), 2);
}

} // namespace
} // namespace attnscope
