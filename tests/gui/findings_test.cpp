// SPDX-License-Identifier: GPL-3.0-or-later
// The Findings tab: its rows and their words, and what the window does when one of them is chosen.
#include "profiler/importing/import_trace.h"
#include "tests/gui/main_window_fixture.h"
#include "ui/common/panel_tab_bar.h"
#include "ui/common/search_field.h"
#include "ui/common/table_export.h"
#include "ui/common/table_view.h"
#include "ui/common/toolbar.h"
#include "ui/details/finding_model.h"
#include "ui/details/finding_page.h"
#include "ui/details/finding_panel.h"
#include "ui/details/inspector.h"
#include "ui/timeline/timeline_view.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QFile>
#include <QToolButton>

namespace attnscope {
namespace {

using test::waitFor;

const char* const kArticle = ATTNSCOPE_SOURCE_DIR "/resources/samples/h200_article.json.gz";

TracePtr article()
{
    const auto imported = importTrace(kArticle, {});
    return imported.ok() ? imported.value() : nullptr;
}

QString cell(const QAbstractItemModel& model, int row, int column, int role = Qt::DisplayRole)
{
    return model.index(row, column).data(role).toString();
}

TEST(FindingModel, SaysWhatTheRecordingProves)
{
    const TracePtr trace = article();
    ASSERT_NE(trace, nullptr);
    FindingModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setRecords(makeFindings(*trace, variantsOf(*trace)[2]).rows);
    ASSERT_EQ(model.rowCount(), 6);
    EXPECT_EQ(cell(model, 0, FindingModel::Number).toStdString(), "1");
    EXPECT_EQ(cell(model, 0, FindingModel::Sentence).toStdString(),
        "The inputs are bf16, but 2 matmul kernels compute in fp32 on CUDA cores: 955 µs, 36 % of this forward's GPU "
        "time.");
    EXPECT_EQ(cell(model, 0, FindingModel::Time).toStdString(), "955 µs");
    EXPECT_EQ(cell(model, 0, FindingModel::Share).toStdString(), "36.5 %");
    EXPECT_EQ(cell(model, 0, FindingModel::Code).toStdString(), "matmul-upcast-to-fp32");
    const char* codes[] = { "matmul-upcast-to-fp32", "scores-in-memory", "softmax-guarded", "type-conversions",
        "mask-rebuilt", "memory-traffic" };
    for (int row = 0; row < model.rowCount(); ++row) {
        EXPECT_EQ(cell(model, row, FindingModel::Code).toStdString(), codes[row]);
    }
    model.setTimeUnit(TimeUnit::Milliseconds);
    EXPECT_EQ(cell(model, 0, FindingModel::Time).toStdString(), "0.955 ms");
    model.setRecords({});
    EXPECT_EQ(model.rowCount(), 0);
}

// The window and the command line speak of the same things in the same words.
TEST(FindingRows, SentencesAreThoseOfTheCommandLine)
{
    const TracePtr trace = article();
    ASSERT_NE(trace, nullptr);
    std::size_t sentences = 0;
    for (const VariantView& view : variantsOf(*trace)) {
        const std::vector<Finding> expected = findingsOf(*trace, view);
        const VariantFindings made = makeFindings(*trace, view);
        ASSERT_EQ(made.rows.size(), expected.size()) << view.name;
        EXPECT_EQ(made.emptyText.isEmpty(), !expected.empty()) << view.name;
        for (std::size_t i = 0; i < expected.size(); ++i, ++sentences) {
            EXPECT_EQ(made.rows[i].sentence.toStdString(), expected[i].sentence);
            EXPECT_EQ(made.rows[i].number, static_cast<int>(i) + 1);
        }
    }
    EXPECT_EQ(sentences, 14U);
}

TEST(FindingRows, EveryTitleIsKnown)
{
    for (const char* code : { "masked-fill-copies", "matmul-upcast-to-fp32", "mask-rebuilt", "misaligned-matmul",
             "softmax-guarded", "type-conversions", "scores-in-memory", "memory-traffic", "cpu-bound",
             "low-occupancy-by-design", "nan-in-output" }) {
        EXPECT_NE(findingTitle(code).toStdString(), code);
    }
    EXPECT_EQ(findingTitle("of-tomorrow").toStdString(), "of-tomorrow");
}

TEST(FindingRows, CancelledOnesAreNone)
{
    const TracePtr trace = article();
    ASSERT_NE(trace, nullptr);
    const std::atomic<bool> cancel { true };
    EXPECT_TRUE(makeFindings(*trace, variantsOf(*trace)[0], &cancel).rows.empty());
}

TEST(FindingRows, SayWhyThereAreNone)
{
    const auto textOf = [](const TracePtr& trace) {
        return makeFindings(*trace, variantsOf(*trace)[0]).emptyText.toStdString();
    };
    test::FakeRecording cpuOnly;
    cpuOnly.cpu(SpanKind::Op, "aten::bmm", 0, 1000);
    EXPECT_EQ(
        textOf(cpuOnly.builder().finish()), "It cannot be told: the recording holds no GPU work of this variant.");
    test::FakeRecording kernelsOnly;
    kernelsOnly.gpu({ .start = 0, .duration = 1000 });
    EXPECT_EQ(textOf(kernelsOnly.builder().finish()),
        "Nothing stands out among the kernels. What the operators waste cannot be told: they were not recorded.");
    test::FakeRecording noSteps;
    noSteps.launch(10'000, { .start = 20'000, .duration = 1000 });
    EXPECT_EQ(textOf(noSteps.builder().finish()),
        "Nothing stands out in this recording. What happens again in every step cannot be told: it has no steps.");
}

class FindingsTest : public test::MainWindowFixture {
protected:
    /// The bundled H200 recording, `variant` shown, its Findings tab in sight.
    std::unique_ptr<MainWindow> shown(int variant, int rows)
    {
        auto window = std::make_unique<MainWindow>(test::factoryOf(m_recorder));
        window->resize(1600, 900);
        window->show();
        window->openFile(QString::fromUtf8(kArticle));
        EXPECT_TRUE(waitFor([&] { return window->document() != nullptr; }));
        window->showVariant(variant, true);
        window->bottomPanel().setCurrentTab(BottomPanel::Findings);
        EXPECT_TRUE(waitFor([&] { return window->variant() == variant && modelOf(*window).rowCount() == rows; }));
        return window;
    }

    static FindingModel& modelOf(const MainWindow& window) { return window.bottomPanel().findings().model(); }
    static TableView& tableOf(const MainWindow& window) { return window.bottomPanel().findings().table(); }
    static const Finding& finding(const MainWindow& window, int row)
    {
        return modelOf(window).records()[static_cast<std::size_t>(row)].finding;
    }
    static void click(const MainWindow& window, int row)
    {
        TableView& table = tableOf(window);
        const QRect place = table.visualRect(table.model()->index(row, FindingModel::Sentence));
        QTest::mouseClick(table.viewport(), Qt::LeftButton, Qt::NoModifier, place.center());
    }
    static std::string sentence(const MainWindow& window)
    {
        const auto& card = window.inspector().findingCard();
        return card ? card->sentence.toStdString() : std::string();
    }
};

TEST_F(FindingsTest, CountStandsInTheTabBeforeSomebodyLooks)
{
    MainWindow window(test::factoryOf(m_recorder));
    window.show();
    window.openFile(QString::fromUtf8(kArticle));
    ASSERT_TRUE(waitFor([&] { return modelOf(window).rowCount() == 3; }));
    EXPECT_EQ(window.bottomPanel().currentTab(), BottomPanel::Comparison);
    const PanelTabBar& tabs = window.bottomPanel().tabs();
    EXPECT_EQ(tabs.tabText(BottomPanel::Findings).toStdString(), "Findings");
    EXPECT_EQ(tabs.accessibleTabName(BottomPanel::Findings).toStdString(), "Findings 3");
    EXPECT_EQ(tableOf(window).accessibleName().toStdString(), "Findings");
}

// Of a narrow window's tabs the counts go before a word is cut.
TEST_F(FindingsTest, EveryTabStaysInSight)
{
    const auto window = shown(2, 6);
    for (const int width : { 1600, 1280, 1100 }) {
        window->resize(width, 720);
        for (const auto tab : { BottomPanel::Comparison, BottomPanel::Findings, BottomPanel::Kernels }) {
            window->bottomPanel().setCurrentTab(tab);
            const PanelTabBar& tabs = window->bottomPanel().tabs();
            // Counts of other tabs may still arrive, and the layout follows them.
            EXPECT_TRUE(waitFor([&tabs] { return tabs.sizeHint().width() <= tabs.width(); }))
                << width << " px, tab " << tab << ": " << tabs.sizeHint().width() << " in " << tabs.width();
        }
    }
}

TEST_F(FindingsTest, ClickLightsWhatItSpeaksOf)
{
    const auto window = shown(2, 6);
    const TableView& table = tableOf(*window);
    const QRect last = table.visualRect(table.model()->index(0, FindingModel::Share));
    EXPECT_EQ(last.right() + 1, table.viewport()->width()); // the rows fill the tab
    click(*window, 0);
    EXPECT_EQ(window->timeline().lit(), finding(*window, 0).evidence);
    EXPECT_EQ(window->timeline().selection(), mainSpan(*window->document()->trace, finding(*window, 0)));
    const Trace& trace = *window->document()->trace;
    for (const SpanRef span : finding(*window, 0).evidence) {
        EXPECT_GE(trace.start(span), window->timeline().viewRange().begin);
        EXPECT_LE(trace.start(span) + trace.duration(span), window->timeline().viewRange().end);
    }
    EXPECT_EQ(sentence(*window), finding(*window, 0).sentence);
    EXPECT_FALSE(window->inspector().card());
    EXPECT_EQ(window->inspector().findingCard()->lines.size(), 2U);
}

TEST_F(FindingsTest, PageSaysWhatToDoAndKeepsWhatIsToBeGuessed)
{
    const auto window = shown(2, 6);
    click(*window, 0);
    ASSERT_TRUE(window->inspector().findingCard());
    const QString advice = QStringLiteral("Use a backend whose matmuls stay in the type of the inputs.");
    const QString whole = window->inspector().findingCard()->advice;
    EXPECT_TRUE(whole.startsWith(advice + QStringLiteral(" cuDNN takes "))) << whole.toStdString();
    EXPECT_TRUE(window->inspector().findingCard()->asText().contains(whole));

    window->document()->guess.covers = true;
    click(*window, 1);
    click(*window, 0);
    EXPECT_EQ(window->inspector().findingCard()->advice.toStdString(), advice.toStdString());
}

TEST_F(FindingsTest, KeysChooseAndEscapeClears)
{
    const auto window = shown(2, 6);
    TableView& table = tableOf(*window);
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_Down);
    EXPECT_EQ(sentence(*window), finding(*window, 0).sentence);
    QTest::keyClick(&table, Qt::Key_Down);
    EXPECT_EQ(sentence(*window), finding(*window, 1).sentence);
    EXPECT_TRUE(table.hasFocus());
    // A kernel was looked at in between: Enter comes back to the finding.
    window->selectSpan(finding(*window, 0).evidence.front(), true);
    EXPECT_EQ(sentence(*window), "");
    QTest::keyClick(&table, Qt::Key_Return);
    EXPECT_EQ(sentence(*window), finding(*window, 1).sentence);
    QTest::keyClick(&table, Qt::Key_Escape);
    EXPECT_EQ(sentence(*window), "");
    EXPECT_TRUE(window->timeline().lit().empty());
    EXPECT_FALSE(window->timeline().selection());
    EXPECT_EQ(window->bottomPanel().findings().chosen(), -1);
    EXPECT_FALSE(table.selectionModel()->hasSelection());
}

TEST_F(FindingsTest, PageGoesToItsKernelsAndItsNeighbours)
{
    const auto window = shown(2, 6);
    click(*window, 0);
    const auto button = [&](const char* name) {
        for (auto* candidate : window->inspector().findChildren<QToolButton*>()) {
            if (candidate->isVisible() && candidate->accessibleName() == QString::fromUtf8(name)) {
                return candidate;
            }
        }
        return static_cast<QToolButton*>(nullptr);
    };
    auto* next = button("Next finding");
    ASSERT_NE(next, nullptr);
    QTest::mouseClick(next, Qt::LeftButton);
    EXPECT_EQ(sentence(*window), finding(*window, 1).sentence);
    EXPECT_EQ(window->bottomPanel().findings().chosen(), 1);
    for (int row = 2; row <= 6; ++row) { // the last one is followed by the first
        QTest::mouseClick(next, Qt::LeftButton);
    }
    EXPECT_EQ(sentence(*window), finding(*window, 0).sentence);
    const FindingCard::Line line = window->inspector().findingCard()->lines.front();
    auto* link = button(("Show " + line.name).toUtf8().constData());
    ASSERT_NE(link, nullptr);
    QTest::mouseClick(link, Qt::LeftButton);
    EXPECT_EQ(window->timeline().selection(), line.span);
    ASSERT_TRUE(window->inspector().card());
    EXPECT_EQ(window->timeline().lit().size(), 2U); // still what the chosen row speaks of
    click(*window, 0);
    EXPECT_EQ(sentence(*window), finding(*window, 0).sentence);
}

TEST_F(FindingsTest, FollowsTheVariant)
{
    const auto window = shown(2, 6);
    click(*window, 0);
    window->showVariant(0, true);
    ASSERT_TRUE(waitFor([&] { return window->variant() == 0 && modelOf(*window).rowCount() == 3; }));
    EXPECT_EQ(finding(*window, 0).code, "scores-in-memory");
    EXPECT_EQ(finding(*window, 1).code, "masked-fill-copies");
    EXPECT_EQ(window->bottomPanel().findings().summary(), QStringLiteral("1–2 explain 84 % of the GPU time"));
    EXPECT_TRUE(window->timeline().lit().empty());
    EXPECT_EQ(sentence(*window), "");
    EXPECT_EQ(window->bottomPanel().findings().chosen(), -1);
    window->showVariant(3, true);
    ASSERT_TRUE(waitFor([&] {
        return window->bottomPanel().findings().placeholder() == QStringLiteral("Nothing stands out in this variant.");
    }));
}

TEST_F(FindingsTest, AnotherDocumentClearsIt)
{
    const auto window = shown(2, 6);
    click(*window, 0);
    window->openFile(test::writeSession(m_folder));
    ASSERT_TRUE(waitFor([&] { return window->pageCount() == 2 && window->currentPage() == 1; }));
    EXPECT_EQ(sentence(*window), "");
    EXPECT_EQ(window->bottomPanel().findings().chosen(), -1);
    window->showPage(0);
    EXPECT_TRUE(window->timeline().lit().empty());
    EXPECT_EQ(window->bottomPanel().currentTab(), BottomPanel::Findings);
}

TEST_F(FindingsTest, SearchTakesTheLight)
{
    const auto window = shown(2, 6);
    click(*window, 0);
    window->toolbar().search().setText(QStringLiteral("softmax"));
    ASSERT_TRUE(waitFor([&] { return window->timeline().lit() != finding(*window, 0).evidence; }));
    EXPECT_EQ(sentence(*window), "");
    EXPECT_EQ(window->bottomPanel().findings().chosen(), -1);
}

TEST_F(FindingsTest, UnitKeepsTheChoice)
{
    const auto window = shown(2, 6);
    click(*window, 1);
    window->bottomPanel().setTimeUnit(TimeUnit::Nanoseconds);
    EXPECT_EQ(tableOf(*window).sourceRow(tableOf(*window).currentIndex()), 1);
    EXPECT_EQ(sentence(*window), finding(*window, 1).sentence);
}

TEST_F(FindingsTest, ExportsItsRows)
{
    const auto window = shown(2, 6);
    const QString path = m_folder.filePath(QStringLiteral("findings.csv"));
    window->exportTable(BottomPanel::Table::Findings, path);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().split('\n');
    ASSERT_GE(lines.size(), 3);
    EXPECT_EQ(lines[0].trimmed().toStdString(), "number,sentence,gpu_ns_per_forward,share,evidence,advice,code");
    EXPECT_TRUE(lines[1].startsWith("1,\"The inputs are bf16, but 2 matmul kernels compute")) << lines[1].toStdString();
    EXPECT_TRUE(lines[1].trimmed().endsWith(",matmul-upcast-to-fp32")) << lines[1].toStdString();
    EXPECT_TRUE(tsvOf(modelOf(*window)).startsWith(QStringLiteral("number\tsentence\tgpu_ns_per_forward\tshare\t")));
}

} // namespace
} // namespace attnscope
