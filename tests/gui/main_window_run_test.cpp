// SPDX-License-Identifier: GPL-3.0-or-later
// The window while it records: progress, cancelling, failing, closing, what is not saved, and that it never stands still.
#include "profiler/recording/recorder_loader.h"
#include "tests/gui/main_window_fixture.h"
#include "ui/common/action_registry.h"
#include "ui/common/banner.h"
#include "ui/common/event_loop_watchdog.h"
#include "ui/common/status_line.h"
#include "ui/run/left_column.h"
#include "ui/run/variant_button.h"
#include "ui/run/variant_checks.h"
#include "ui/run/variant_row.h"
#include "ui/run/workload_form.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QSignalSpy>

namespace attnscope {
namespace {

using test::waitFor;
using MainWindowRunTest = test::MainWindowFixture;

constexpr std::int64_t kLongestStall = 50'000'000; // ns: what a person does not notice

TEST_F(MainWindowRunTest, RunShowsProgressThenTheUnsavedRecording)
{
    const auto window = opened();
    m_recorder.busyMs = 10;
    window->actions().action(QStringLiteral("run"))->trigger();
    EXPECT_TRUE(window->runController().isBusy());
    EXPECT_FALSE(window->actions().action(QStringLiteral("run"))->isEnabled());
    EXPECT_TRUE(window->actions().action(QStringLiteral("cancel"))->isEnabled());
    ASSERT_TRUE(waitFor([&] { return window->variantRow().button(0)->secondLine() == QStringLiteral("recording…"); }));
    EXPECT_FALSE(window->statusLine().activity().isEmpty());
    ASSERT_TRUE(waitFor([&] { return window->document()->unsaved; }));
    EXPECT_TRUE(window->isWindowModified());
    EXPECT_EQ(window->variantRow().button(0)->secondLine().toStdString(), "200 µs");
    EXPECT_TRUE(window->statusLine().activity().isEmpty());
    EXPECT_EQ(m_recorder.lastRequest.variants.size(), 7U);
    EXPECT_FALSE(window->leftColumn().variants().chosen().size() == 7U); // flash was refused: greyed from now on

    const QString path = m_folder.filePath(QStringLiteral("saved.json.gz"));
    QSignalSpy saved(window.get(), &MainWindow::saved);
    window->saveAs(path);
    ASSERT_TRUE(waitFor([&] { return saved.count() == 1; }));
    EXPECT_TRUE(QFile::exists(path));
    EXPECT_FALSE(window->isWindowModified());
    EXPECT_EQ(window->document()->name.toStdString(), "saved.json.gz");
}

TEST_F(MainWindowRunTest, CancelledRunSaysSo)
{
    const auto window = opened();
    m_recorder.waitForCancel = true;
    window->startRun();
    ASSERT_TRUE(waitFor([&] { return m_recorder.recordings.load() == 1; }));
    window->cancel();
    EXPECT_FALSE(window->actions().action(QStringLiteral("cancel"))->isEnabled());
    ASSERT_TRUE(waitFor([&] { return window->banner().isVisible(); }));
    EXPECT_TRUE(window->banner().text().startsWith(QStringLiteral("Cancelled.")))
        << window->banner().text().toStdString();
    EXPECT_TRUE(window->actions().action(QStringLiteral("run"))->isEnabled());
}

TEST_F(MainWindowRunTest, FailedRunSaysWhatToDo)
{
    MainWindow window([]() -> Result<Recorder*> {
        return Error { ErrorKind::Unavailable, "LibTorch was not found: set ATTNSCOPE_LIBTORCH" };
    });
    window.show();
    window.startRun();
    ASSERT_TRUE(waitFor([&] { return window.banner().isVisible(); }));
    EXPECT_EQ(window.banner().text().toStdString(),
        "Recording cannot run here. LibTorch was not found: set ATTNSCOPE_LIBTORCH");
}

TEST_F(MainWindowRunTest, ClosingWhileARunIsOnIsSafe)
{
    m_recorder.waitForCancel = true;
    {
        const auto window = opened();
        window->startRun();
        ASSERT_TRUE(waitFor([&] { return m_recorder.recordings.load() == 1; }));
        EXPECT_TRUE(window->close());
        EXPECT_FALSE(window->isVisible());
    }
    QCoreApplication::processEvents();
}

TEST_F(MainWindowRunTest, UnsavedRecordingIsAskedAboutBeforeItIsLost)
{
    const auto window = opened();
    window->startRun();
    ASSERT_TRUE(waitFor([&] { return window->document()->unsaved; }));
    EXPECT_FALSE(window->close());
    ASSERT_NO_FATAL_FAILURE(answerDiscardIt(*window));
    ASSERT_TRUE(waitFor([&] { return !window->isVisible(); }));
}

// The recorder keeps two threads busy: what the window itself does between two events stays under 50 ms.
TEST_F(MainWindowRunTest, StaysResponsiveWhileRecording)
{
    const auto window = opened();
    m_recorder.threads = 2;
    m_recorder.busyMs = 30;
    m_recorder.rounds = 6;
    EventLoopWatchdog watchdog;
    watchdog.start();
    window->startRun();
    ASSERT_TRUE(waitFor([&] { return window->document()->unsaved; }, 60'000));
    QTest::qWait(100);
    watchdog.stop();
    EXPECT_GT(watchdog.beats(), 50);
    EXPECT_LT(watchdog.longestOwnStall(), kLongestStall) << "wall clock: " << watchdog.longestStall();
    RecordProperty("longest_stall_ms", static_cast<int>(watchdog.longestStall() / 1'000'000));
    RecordProperty("longest_own_stall_ms", static_cast<int>(watchdog.longestOwnStall() / 1'000'000));
}

// The same with LibTorch on the worker thread: loading it and running attention must not reach the window.
TEST_F(MainWindowRunTest, StaysResponsiveWhileLibTorchRecords)
{
    if (const auto torch = findLibTorch(); !torch.ok()) {
        GTEST_SKIP() << "recording with LibTorch: " << torch.error().message;
    }
    MainWindow window([] { return loadRecorder(); });
    window.resize(1280, 720);
    window.show();
    Workload workload;
    workload.batch = 1;
    workload.heads = workload.kvHeads = 4;
    workload.seq = workload.kvSeq = 256;
    window.leftColumn().workload().setWorkload(workload);
    QTest::qWait(100);
    EventLoopWatchdog watchdog;
    watchdog.start();
    window.startRun();
    ASSERT_TRUE(waitFor([&] { return !window.runController().isBusy(); }, 100'000));
    QTest::qWait(100);
    watchdog.stop();
    if (!window.document()) {
        GTEST_SKIP() << "recording with LibTorch: " << window.banner().text().toStdString();
    }
    EXPECT_TRUE(window.document()->unsaved);
    EXPECT_TRUE(window.document()->summaries.front().ran);
    EXPECT_LT(watchdog.longestOwnStall(), kLongestStall) << "wall clock: " << watchdog.longestStall();
    RecordProperty("longest_stall_ms", static_cast<int>(watchdog.longestStall() / 1'000'000));
    RecordProperty("longest_own_stall_ms", static_cast<int>(watchdog.longestOwnStall() / 1'000'000));
}

} // namespace
} // namespace attnscope
