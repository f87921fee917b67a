// SPDX-License-Identifier: GPL-3.0-or-later
// Guess first, then look: when Start here is there, what it covers and what uncovers, what it answers, and what is kept of a guess.
#include "tests/gui/main_window_fixture.h"
#include "ui/common/action_registry.h"
#include "ui/common/banner.h"
#include "ui/common/key_hints.h"
#include "ui/common/panel_tab_bar.h"
#include "ui/common/toolbar.h"
#include "ui/compare/comparison_model.h"
#include "ui/compare/comparison_panel.h"
#include "ui/compare/times_chart.h"
#include "ui/details/inspector.h"
#include "ui/run/guess_column.h"
#include "ui/run/guess_row.h"
#include "ui/run/left_column.h"
#include "ui/run/start_page.h"
#include "ui/run/variant_button.h"
#include "ui/run/variant_checks.h"
#include "ui/run/variant_row.h"
#include "ui/timeline/timeline_view.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QTest>
#include <QToolButton>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace attnscope {
namespace {

using test::waitFor;

VariantResult timed(test::FakeRecording& recording, const char* name, const char* title, Ns begin, double gpuUs)
{
    const TimeRange step =
        recording.step(begin, { { SpanKind::Kernel, test::kTensorCoreGemm, begin + 50'000, 20'000 } });
    VariantResult result = test::fakeResult(name, { begin, begin + 1'000'000 }, { step });
    result.title = title;
    result.gpuTiming = TimingStats { gpuUs, gpuUs - 1, gpuUs + 1, 50 };
    return result;
}

// naive 1,063 µs, efficient refused, flash 95.9 µs, cudnn 59.8 µs, auto 59.5 µs, which chose cudnn.
TracePtr guessableSession()
{
    test::FakeRecording recording;
    Session session;
    session.device = test::fakeGpu();
    session.stepCount = 1;
    session.variants.push_back(timed(recording, "naive", "naive", 0, 1063));
    session.variants.push_back(test::fakeResult("efficient", { 1'000'000, 1'000'000 }, {}));
    session.variants.back().status = VariantStatus::Refused;
    session.variants.back().reasons = { "It needs a GPU of compute capability 5.0." };
    session.variants.push_back(timed(recording, "flash", "flash", 1'000'000, 95.9));
    session.variants.push_back(timed(recording, "cudnn", "cuDNN", 2'000'000, 59.8));
    session.variants.push_back(timed(recording, "auto", "auto", 3'000'000, 59.5));
    session.variants.back().backend = "cudnn";
    recording.builder().setSession(std::move(session));
    return recording.builder().finish();
}

constexpr int kFlashRow = 2; // of the session above

std::string answer(const char* guess)
{
    const auto rows = summarize(*guessableSession());
    return answerOf({ guess, false }, rankedVariants(rows), TimeUnit::Microseconds).toStdString();
}

TEST(GuessTest, TheAnswerSaysByHowMuch)
{
    EXPECT_EQ(
        answer("flash"), "flash: 95.9 µs. You guessed flash; cuDNN needs the least: 59.8 µs, 1.60 times as fast.");
    EXPECT_EQ(answer("cudnn"),
        "cuDNN: 59.8 µs. You guessed cuDNN, and nothing needs less; flash is next: 95.9 µs, 1.60 times as long.");
    EXPECT_EQ(answer(""), "cuDNN needs the least: 59.8 µs; flash is next: 95.9 µs, 1.60 times as long.");
    EXPECT_EQ(answer("efficient"), "You guessed efficient, which has no time here; cuDNN needs the least: 59.8 µs.");
}

TEST(GuessTest, TheLibrarysOwnChoiceIsNoRival)
{
    const auto ranking = rankedVariants(summarize(*guessableSession()));
    ASSERT_EQ(ranking.size(), 3U);
    EXPECT_EQ(ranking[0].name, "cudnn");
    EXPECT_EQ(ranking[1].name, "flash");
    EXPECT_EQ(ranking[2].name, "naive");
    EXPECT_EQ(ranking[2].row, 0U);
    EXPECT_TRUE(ranking[2].isBaseline);
}

TEST(GuessTest, OneOfTwoThatNeedTheSameIsRight)
{
    const std::vector<RankedVariant> ranking { { 0, "a", QStringLiteral("a"), 10, false },
        { 1, "b", QStringLiteral("b"), 10, false }, { 2, "c", QStringLiteral("c"), 11, false } };
    EXPECT_TRUE(isRight({ "a", false }, ranking));
    EXPECT_TRUE(isRight({ "b", false }, ranking));
    EXPECT_FALSE(isRight({ "c", false }, ranking));
    EXPECT_FALSE(isRight({}, ranking));
}

TEST(GuessTest, OnlyWhatRanAndIsNotTheBaselineIsCovered)
{
    const auto rows = summarize(*guessableSession());
    const Guess open { {}, true };
    EXPECT_FALSE(isCovered(open, rows[0]));
    EXPECT_FALSE(isCovered(open, rows[1])) << "it was refused";
    EXPECT_TRUE(isCovered(open, rows[kFlashRow]));
    EXPECT_FALSE(isCovered({ "flash", false }, rows[kFlashRow]));
    const auto shown = withoutCovered(rows, open);
    EXPECT_EQ(shown[kFlashRow].view.title, "flash");
    EXPECT_FALSE(shown[kFlashRow].rankingUs());
    EXPECT_EQ(shown[4].backend, "") << "what auto chose is half the answer";
    EXPECT_EQ(shown[0].rankingUs(), 1063);
}

class StartPageTest : public test::MainWindowFixture {
protected:
    static const inline QString kShared = QStringLiteral("mine.json");

    QString write(const QString& name = QStringLiteral("bundled.json"))
    {
        const QString path = m_folder.filePath(name);
        EXPECT_TRUE(exportTrace(*guessableSession(), path.toStdString()).ok());
        return path;
    }

    /// As the program starts without files; the small recording stands in for the one that comes with it.
    std::unique_ptr<MainWindow> started(QSize size = { 1600, 900 })
    {
        auto window = std::make_unique<MainWindow>(test::factoryOf(m_recorder), QStringList {});
        window->resize(size);
        window->show();
        window->importController().openBundled(write());
        EXPECT_TRUE(waitFor([&] { return window->document() != nullptr; }));
        EXPECT_EQ(window->document()->name.toStdString(), "bundled.json");
        return window;
    }

    static bool hasTab(const MainWindow& window)
    {
        return window.bottomPanel().tabs().isTabVisible(BottomPanel::Start);
    }

    static std::string flashTime(const MainWindow& window)
    {
        return window.variantRow().button(kFlashRow)->secondLine().toStdString();
    }

    static std::string cell(const MainWindow& window, int row, int column, int role = Qt::DisplayRole)
    {
        const ComparisonModel& model = window.bottomPanel().comparison().model();
        return model.data(model.index(row, column), role).toString().toStdString();
    }

    static void expectUncovered(const MainWindow& window, const char* by)
    {
        SCOPED_TRACE(by);
        EXPECT_FALSE(window.document()->guess.covers);
        EXPECT_EQ(flashTime(window), "95.9 µs");
        EXPECT_EQ(cell(window, kFlashRow, 1), "95.9");
        EXPECT_TRUE(window.bottomPanel().comparison().chart().description().contains(QStringLiteral("flash: 95.9")));
    }

    static QToolButton* choice(const MainWindow& window, const char* name)
    {
        for (QToolButton* button : window.startPage()->guess().choices()) {
            if (button->text() == QLatin1String(name)) {
                return button;
            }
        }
        return nullptr;
    }
};

TEST_F(StartPageTest, IsWhatAStartWithoutFilesBeginsWith)
{
    const auto window = started();
    ASSERT_TRUE(hasTab(*window));
    EXPECT_EQ(window->bottomPanel().currentTab(), BottomPanel::Start);
    const GuessColumn& guess = window->startPage()->guess();
    EXPECT_EQ(guess.sentence().toStdString(), "Which variant needs the least GPU time for this shape on the H200?");
    ASSERT_EQ(guess.choices().size(), 2U);
    EXPECT_EQ(guess.choices()[0]->text().toStdString(), "flash");
    EXPECT_EQ(guess.choices()[1]->text().toStdString(), "cuDNN");
    EXPECT_TRUE(guess.ranking().empty());
    EXPECT_TRUE(window->inspector().isHidden()) << "nothing is selected: the page has the room";
    EXPECT_GE(window->timeline().height() + window->banner().height(), 900 * 55 / 100);
}

TEST_F(StartPageTest, IsNotThereForAFile)
{
    const auto window = opened();
    EXPECT_FALSE(hasTab(*window));
    EXPECT_EQ(window->bottomPanel().currentTab(), BottomPanel::Comparison);
    EXPECT_EQ(window->startPage(), nullptr);
    EXPECT_FALSE(window->document()->guess.covers);

    MainWindow named(test::factoryOf(m_recorder), QStringList { write(kShared) });
    named.show();
    named.openFile(write(kShared));
    ASSERT_TRUE(waitFor([&] { return named.document() != nullptr; }));
    EXPECT_FALSE(hasTab(named));
    EXPECT_EQ(flashTime(named), "95.9 µs");
}

TEST_F(StartPageTest, DoNotShowAtStartIsKept)
{
    auto window = started();
    QTest::mouseClick(&window->startPage()->wantedButton(), Qt::LeftButton);
    EXPECT_FALSE(hasTab(*window));
    EXPECT_EQ(window->bottomPanel().currentTab(), BottomPanel::Comparison);
    expectUncovered(*window, "the page went");
    window->close();

    window = started();
    EXPECT_FALSE(hasTab(*window));
    expectUncovered(*window, "nothing was asked");
    QTest::keyClick(window.get(), Qt::Key_G);
    ASSERT_TRUE(hasTab(*window));
    EXPECT_FALSE(window->document()->guess.covers) << "it was seen already";
    EXPECT_EQ(window->startPage()->wantedButton().text().toStdString(), "Show at start");
    QTest::mouseClick(&window->startPage()->wantedButton(), Qt::LeftButton);
    EXPECT_TRUE(hasTab(*window));
    window->close();

    window = started();
    EXPECT_TRUE(window->document()->guess.covers);
}

TEST_F(StartPageTest, CoversTheTimesOfAllButTheBaseline)
{
    const auto window = started();
    EXPECT_EQ(window->variantRow().button(0)->secondLine().toStdString(), "1,063 µs");
    EXPECT_EQ(window->variantRow().button(1)->secondLine().toStdString(), "needs a GPU") << "a refusal is no time";
    EXPECT_EQ(flashTime(*window), "SDPA, pinned");
    EXPECT_EQ(window->variantRow().button(4)->secondLine().toStdString(), "SDPA chooses");
    EXPECT_EQ(cell(*window, 0, 1), "1,063");
    const ComparisonModel& model = window->bottomPanel().comparison().model();
    for (const int row : { kFlashRow, 3, 4 }) {
        EXPECT_EQ(cell(*window, row, 1), "covered");
        EXPECT_EQ(cell(*window, row, 1, Qt::ToolTipRole),
            "It waits for your guess, in Start here. A click shows it, and every other one.");
        for (int column = 2; column < model.columnCount(); ++column) {
            const std::string text = cell(*window, row, column);
            EXPECT_TRUE(text.empty() || text == "–") << row << ", " << column << ": " << text;
        }
        EXPECT_EQ(cell(*window, row, 0, ComparisonRole::kSecondary), "");
    }
    EXPECT_EQ(window->bottomPanel().comparison().chart().description().toStdString().find("flash"), std::string::npos);
    window->variantRow().setTimeUnit(TimeUnit::Milliseconds); // makes every text again
    EXPECT_EQ(flashTime(*window), "SDPA, pinned");
}

TEST_F(StartPageTest, AnExportIsWhole)
{
    const auto window = started();
    const QString path = m_folder.filePath(QStringLiteral("comparison.csv"));
    window->exportTable(BottomPanel::Table::Comparison, path);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_TRUE(file.readAll().contains("95.9"));
    EXPECT_TRUE(window->document()->guess.covers);
}

TEST_F(StartPageTest, AGuessUncoversAndStaysBesideTheAnswer)
{
    const auto window = started();
    const QAbstractItemModelTester tester(
        &window->bottomPanel().comparison().model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    QTest::mouseClick(choice(*window, "flash"), Qt::LeftButton);
    expectUncovered(*window, "a guess");
    const GuessColumn& guess = window->startPage()->guess();
    EXPECT_EQ(guess.sentence().toStdString(),
        "flash: 95.9 µs. You guessed flash; cuDNN needs the least: 59.8 µs, 1.60 times as fast.");
    EXPECT_TRUE(guess.choices().empty());
    ASSERT_EQ(guess.ranking().size(), 3U);
    EXPECT_EQ(guess.ranking()[0]->accessibleName().toStdString(), "Show cuDNN, 59.8 µs");
    EXPECT_EQ(cell(*window, kFlashRow, 0, ComparisonRole::kSecondary), "your guess");
    EXPECT_EQ(cell(*window, 0, 0, ComparisonRole::kSecondary), "baseline");
    EXPECT_EQ(window->leftColumn().guess().guessText().toStdString(), "flash");
    EXPECT_EQ(window->bottomPanel().currentTab(), BottomPanel::Start);

    window->bottomPanel().setCurrentTab(BottomPanel::Kernels);
    QTest::mouseClick(&window->leftColumn().guess(), Qt::LeftButton);
    EXPECT_EQ(window->bottomPanel().currentTab(), BottomPanel::Start);
    QTest::mouseClick(guess.ranking()[0], Qt::LeftButton);
    EXPECT_TRUE(waitFor([&] { return window->variant() == 3; }));
}

TEST_F(StartPageTest, TheGuessOfTheBundledRecordingIsAskedOnce)
{
    auto window = started();
    QTest::mouseClick(choice(*window, "cuDNN"), Qt::LeftButton);
    window->close();
    window = started();
    EXPECT_EQ(window->bottomPanel().currentTab(), BottomPanel::Start);
    expectUncovered(*window, "guessed the last time");
    EXPECT_EQ(window->startPage()->guess().sentence().toStdString(),
        "cuDNN: 59.8 µs. You guessed cuDNN, and nothing needs less; flash is next: 95.9 µs, 1.60 times as long.");
}

TEST_F(StartPageTest, EveryOtherWayToLookUncoversToo)
{
    const std::vector<std::pair<const char*, std::function<void(MainWindow&)>>> ways {
        { "the link",
            [](MainWindow& w) {
                QTest::mouseClick(
                    w.startPage()->guess().findChild<QToolButton*>(QStringLiteral("uncover")), Qt::LeftButton);
            } },
        { "a variant's button",
            [](MainWindow& w) { QTest::mouseClick(w.variantRow().button(kFlashRow), Qt::LeftButton); } },
        { "its key", [](MainWindow& w) { QTest::keyClick(&w.timeline(), Qt::Key_3); } },
        { "another baseline",
            [](MainWindow& w) {
                for (QAction* action : w.toolbar().compareMenu().actions()) {
                    if (action->text() == QLatin1String("naive")) {
                        action->trigger();
                        return;
                    }
                }
                ADD_FAILURE() << "the menu has no naive";
            } },
        { "a file to compare with",
            [this](MainWindow& w) {
                w.compareKernelsWithFile(write(kShared));
                EXPECT_TRUE(waitFor([&] { return w.pageCount() == 2; }));
            } },
        { "all of them stacked", [](MainWindow& w) { w.actions().action(QStringLiteral("stack"))->trigger(); } },
        { "a run", [](MainWindow& w) { w.startRun(); } },
    };
    for (const auto& [name, look] : ways) {
        QSettings().clear();
        const auto window = started();
        ASSERT_TRUE(window->document()->guess.covers) << name;
        look(*window);
        expectUncovered(*window, name);
        EXPECT_TRUE(window->document()->guess.variant.empty()) << name;
        window->cancel();
        waitFor([&] { return !window->runController().isBusy(); });
    }
}

TEST_F(StartPageTest, TheBaselinesOwnButtonCoversOn)
{
    const auto window = started();
    QTest::mouseClick(window->variantRow().button(0), Qt::LeftButton);
    QTest::keyClick(&window->timeline(), Qt::Key_Escape);
    QTest::keyClick(&window->startPage()->guess(), Qt::Key_Escape);
    EXPECT_TRUE(window->document()->guess.covers);
    EXPECT_EQ(flashTime(*window), "SDPA, pinned");
    EXPECT_EQ(window->bottomPanel().currentTab(), BottomPanel::Start);
}

TEST_F(StartPageTest, AnotherRecordingIsNotCovered)
{
    const auto window = started();
    window->openFile(write(kShared));
    ASSERT_TRUE(waitFor([&] { return window->document()->name == kShared; }));
    expectUncovered(*window, "a file");
    EXPECT_FALSE(hasTab(*window));
    window->importController().openBundled(write());
    ASSERT_TRUE(waitFor([&] { return window->document()->bundled; }));
    expectUncovered(*window, "the bundled recording, asked for");
    EXPECT_FALSE(hasTab(*window));
}

TEST_F(StartPageTest, TheKeyboardReachesAndMakesTheGuess)
{
    const auto window = started();
    window->activateWindow();
    QToolButton* flash = choice(*window, "flash");
    ASSERT_TRUE(waitFor([&] { return flash->isVisible(); }));
    window->bottomPanel().tabs().setFocus(Qt::TabFocusReason);
    for (int i = 0; i < 3 && !flash->hasFocus(); ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    ASSERT_TRUE(flash->hasFocus());
    QTest::keyClick(flash, Qt::Key_Tab);
    EXPECT_TRUE(choice(*window, "cuDNN")->hasFocus());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab, Qt::ShiftModifier);
    EXPECT_TRUE(flash->hasFocus());
    QTest::keyClick(flash, Qt::Key_Return);
    EXPECT_EQ(window->document()->guess.variant, "flash");
    EXPECT_TRUE(window->startPage()->guess().ranking()[0]->hasFocus()) << "the keyboard stays in the page";
}

TEST_F(StartPageTest, ASelectionBringsTheInspector)
{
    const auto window = started();
    ASSERT_TRUE(window->inspector().isHidden());
    window->selectSpan(kernelsOf(*window).front().span, false);
    EXPECT_TRUE(window->inspector().isVisible());
    EXPECT_GE(window->inspector().width(), Theme::px(Measure::kInspectorMin));
    window->selectSpan(std::nullopt, false);
    EXPECT_TRUE(window->inspector().isHidden());
    window->bottomPanel().setCurrentTab(BottomPanel::Comparison);
    EXPECT_TRUE(window->inspector().isVisible());
}

TEST_F(StartPageTest, ARoleAndARangeBringTheInspector)
{
    const auto window = started();
    ASSERT_TRUE(window->inspector().isHidden());
    window->showRole(RoleGroup::Softmax);
    EXPECT_TRUE(waitFor([&] { return !window->inspector().isHidden() && window->inspector().roleCard(); }));
    QTest::keyClick(&window->timeline(), Qt::Key_Escape);
    EXPECT_TRUE(window->inspector().isHidden());
    const TimeRange view = window->timeline().viewRange();
    window->timeline().setSelectedRange(view);
    emit window->timeline().rangeSelected(view);
    EXPECT_TRUE(waitFor([&] { return !window->inspector().isHidden() && window->inspector().card(); }));
}

TEST_F(StartPageTest, TheChoicesAreInSightInASmallWindow)
{
    const auto window = started({ 1280, 720 });
    QTest::qWait(50);
    auto buttons = window->startPage()->guess().choices();
    buttons.push_back(window->startPage()->guess().findChild<QToolButton*>(QStringLiteral("uncover")));
    for (const QToolButton* button : buttons) {
        const QRect box(button->mapTo(window->startPage(), QPoint()), button->size());
        EXPECT_TRUE(window->startPage()->rect().contains(box)) << button->text().toStdString();
    }
}

// What is hidden is not filled again and again; the tab fills it when it is turned to.
TEST_F(StartPageTest, IsFilledOnlyWhileItIsShown)
{
    const auto window = started();
    QComboBox& chooser = window->startPage()->ownRun().guessChooser();
    int filled = 0;
    QObject::connect(chooser.model(), &QAbstractItemModel::rowsInserted, window.get(), [&filled] { ++filled; });
    window->bottomPanel().setCurrentTab(BottomPanel::Comparison);
    window->leftColumn().variants().box(QStringLiteral("flash"))->click();
    EXPECT_EQ(filled, 0);
    EXPECT_GE(chooser.findData(QStringLiteral("flash")), 0);
    window->bottomPanel().setCurrentTab(BottomPanel::Start);
    EXPECT_EQ(chooser.findData(QStringLiteral("flash")), -1);
    const int once = filled;
    EXPECT_GT(once, 0);
    window->showStartPage();
    EXPECT_EQ(filled, once) << "nothing has changed since";
}

// The page of an earlier recording goes before it would have to speak of the next one.
TEST_F(StartPageTest, SpeaksOfTheNewDocumentAlone)
{
    const auto window = started();
    QTest::mouseClick(choice(*window, "flash"), Qt::LeftButton);
    window->importController().openBundled(write(QStringLiteral("other.json")));
    ASSERT_TRUE(waitFor([&] { return window->document()->name == QStringLiteral("other.json"); }));
    EXPECT_TRUE(window->document()->guess.variant.empty());
    EXPECT_FALSE(hasTab(*window));
    window->showStartPage();
    EXPECT_EQ(window->startPage()->guess().sentence().toStdString(),
        "cuDNN needs the least: 59.8 µs; flash is next: 95.9 µs, 1.60 times as long.");
}

// Inspector and Start here name the same keys: those that the actions have.
TEST_F(StartPageTest, KeyHintsAreTheActionsOwnKeys)
{
    const auto window = started();
    const auto hints = viewerKeyHints(window->actions());
    ASSERT_EQ(hints.size(), 5U);
    EXPECT_EQ(hints[1].keys, (QStringList { "W", "A", "S", "D" }));
    EXPECT_EQ(hints[3].keys, (QStringList { "/" }));
    for (const QWidget* part :
        { static_cast<QWidget*>(window->startPage()), static_cast<QWidget*>(&window->inspector()) }) {
        QStringList words;
        for (const QLabel* label : part->findChildren<QLabel*>()) {
            words << label->text();
        }
        for (const KeyHint& hint : hints) {
            EXPECT_EQ(words.count(hint.meaning), 1) << hint.meaning.toStdString();
        }
    }
}

TEST_F(StartPageTest, AGuessForTheNextRunIsAnsweredByIt)
{
    const auto window = opened();
    QTest::mouseClick(&window->leftColumn().guess(), Qt::LeftButton);
    ASSERT_TRUE(hasTab(*window));
    EXPECT_EQ(window->startPage()->guess().sentence().toStdString(),
        "inplace needs the least: 100 µs; naive is next: 200 µs, 2.00 times as long.");
    QComboBox& chooser = window->startPage()->ownRun().guessChooser();
    EXPECT_EQ(chooser.findData(QStringLiteral("auto")), -1);
    const int naive = chooser.findData(QStringLiteral("naive"));
    ASSERT_GT(naive, 0);
    chooser.setFocus();
    while (chooser.currentIndex() < naive) {
        QTest::keyClick(&chooser, Qt::Key_Down);
    }
    EXPECT_EQ(window->leftColumn().guess().guessText().toStdString(), "naive, next run");
    window->startRun();
    ASSERT_TRUE(waitFor([&] { return window->document()->unsaved; }));
    EXPECT_EQ(window->bottomPanel().currentTab(), BottomPanel::Start);
    EXPECT_EQ(window->startPage()->guess().sentence().toStdString(),
        "naive: 200 µs. You guessed naive; inplace needs the least: 100 µs, 2.00 times as fast.");
    EXPECT_EQ(window->leftColumn().guess().guessText().toStdString(), "naive");
    EXPECT_EQ(cell(*window, 0, 0, ComparisonRole::kSecondary), "your guess, baseline");
    EXPECT_EQ(chooser.currentIndex(), 0) << "it was for that run";
}

TEST(OwnRunTest, SaysWhatIsThereAndWhatARunNeeds)
{
    OwnRunColumn column;
    column.setRun({ 3, 0, false, false, {}, {} });
    EXPECT_EQ(column.text().toStdString(),
        "Set your shape on the left and press Run. AttnScope records 3 steps of each variant on the CPU and marks what "
        "each one costs in time and accuracy.\n"
        "A GPU driver for CUDA 13: needed to record on a GPU; none was found here\n"
        "LibTorch: loaded at the first Run, not before\n"
        "Without either: the whole viewer works; traces open as usual");
    column.setRun({ 5, 8, true, true, {}, {} });
    EXPECT_EQ(column.text().toStdString(),
        "Set your shape on the left and press Run. AttnScope records 5 steps of each variant on your GPU and marks "
        "what "
        "each one costs in time, memory and accuracy.\n"
        "A GPU driver for CUDA 13: needed to record on a GPU; 8 were found here\n"
        "LibTorch: is loaded\n"
        "Without either: the whole viewer works; traces open as usual");
}

TEST_F(StartPageTest, OnlyWhatWillRunCanBeGuessed)
{
    const auto window = opened();
    window->showStartPage();
    QComboBox& chooser = window->startPage()->ownRun().guessChooser();
    ASSERT_GE(chooser.findData(QStringLiteral("flash")), 0);
    window->leftColumn().variants().box(QStringLiteral("flash"))->click();
    EXPECT_EQ(chooser.findData(QStringLiteral("flash")), -1);
    EXPECT_GE(chooser.findData(QStringLiteral("cudnn")), 0);
}

} // namespace
} // namespace attnscope
