// SPDX-License-Identifier: GPL-3.0-or-later
// Runs and imports off the GUI thread: order of what they tell, cancelling, failing, closing while busy, and no stall meanwhile.
#include "tests/gui/gui_helpers.h"
#include "ui/common/event_loop_watchdog.h"
#include "ui/run/import_controller.h"
#include "ui/run/run_controller.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QSignalSpy>

namespace attnscope {
namespace {

using test::FakeRecorder;
using test::waitFor;

RecordRequest requestOf(std::vector<std::string> variants)
{
    RecordRequest request;
    request.variants = std::move(variants);
    return request;
}

struct Heard {
    std::vector<RecordProgress> progress;
    DocumentPtr document;
    std::optional<Error> error;

    void listenTo(RunController& controller)
    {
        QObject::connect(&controller, &RunController::progressed, &controller,
            [this](const RecordProgress& p) { progress.push_back(p); });
        QObject::connect(
            &controller, &RunController::finished, &controller, [this](const DocumentPtr& d) { document = d; });
        QObject::connect(&controller, &RunController::failed, &controller, [this](const Error& e) { error = e; });
    }
    bool done() const { return document != nullptr || error.has_value(); }
};

TEST(RunController, RecordsOnItsOwnThreadAndTellsEveryStep)
{
    FakeRecorder recorder;
    RunController controller(test::factoryOf(recorder));
    Heard heard;
    heard.listenTo(controller);
    EXPECT_FALSE(controller.isLoaded());
    controller.start(requestOf({ "naive", "flash" }));
    EXPECT_TRUE(controller.isBusy());
    ASSERT_TRUE(waitFor([&] { return heard.done(); }));
    ASSERT_NE(heard.document, nullptr);
    EXPECT_FALSE(controller.isBusy());
    EXPECT_TRUE(controller.isLoaded());
    EXPECT_TRUE(heard.document->unsaved);
    EXPECT_EQ(heard.document->summaries.size(), 3U);
    ASSERT_EQ(heard.progress.size(), 6U);
    EXPECT_EQ(heard.progress.front().variant, "naive");
    EXPECT_EQ(heard.progress.back().variant, "flash");
    EXPECT_NE(recorder.calledOn, std::this_thread::get_id());
}

TEST(RunController, CancelEndsTheRunSoon)
{
    FakeRecorder recorder;
    recorder.waitForCancel = true;
    RunController controller(test::factoryOf(recorder));
    Heard heard;
    heard.listenTo(controller);
    controller.start(requestOf({ "naive" }));
    ASSERT_TRUE(waitFor([&] { return !heard.progress.empty(); }));
    controller.cancel();
    EXPECT_TRUE(controller.isCancelling());
    ASSERT_TRUE(waitFor([&] { return heard.done(); }));
    ASSERT_TRUE(heard.error.has_value());
    EXPECT_EQ(heard.error->kind, ErrorKind::Cancelled);
    recorder.waitForCancel = false;
    controller.start(requestOf({ "naive" })); // the flag is not left over
    ASSERT_TRUE(waitFor([&] { return heard.document != nullptr; }));
}

TEST(RunController, SaysWhyTheRecorderIsNotThere)
{
    struct Case {
        RecorderFactory factory;
        const char* message;
    };
    for (const Case& c : std::initializer_list<Case> {
             { []() -> Result<Recorder*> {
                  return Error { ErrorKind::Unavailable, "LibTorch 2.11.0 was not found" };
              },
                 "LibTorch 2.11.0 was not found" },
             { []() -> Result<Recorder*> { throw std::runtime_error("bad library"); },
                 "the recorder could not be loaded: bad library" },
         }) {
        RunController controller(c.factory);
        Heard heard;
        heard.listenTo(controller);
        controller.start(requestOf({ "naive" }));
        ASSERT_TRUE(waitFor([&] { return heard.done(); }));
        ASSERT_TRUE(heard.error.has_value());
        EXPECT_EQ(heard.error->message, c.message);
        EXPECT_EQ(heard.error->kind, ErrorKind::Unavailable);
        EXPECT_FALSE(controller.isBusy());
    }
}

TEST(RunController, DestroyedWhileBusyItWaitsForTheRecorder)
{
    FakeRecorder recorder;
    recorder.waitForCancel = true;
    {
        RunController controller(test::factoryOf(recorder));
        controller.start(requestOf({ "naive" }));
        ASSERT_TRUE(waitFor([&] { return recorder.recordings.load() == 1; }));
    }
    QCoreApplication::processEvents(); // a late signal would reach nobody
    EXPECT_EQ(recorder.recordings.load(), 1);
}

TEST(RunController, OnlyTheNewestQuestionIsAnswered)
{
    FakeRecorder recorder;
    RunController controller(test::factoryOf(recorder));
    int answers = 0;
    QObject::connect(
        &controller, &RunController::availabilityFound, &controller, [&](const AvailabilityReport& report) {
            ++answers;
            EXPECT_EQ(report.variants.size(), 7U);
            EXPECT_FALSE(report.variants[4].available);
        });
    for (int i = 0; i < 20; ++i) {
        controller.askAvailability({}, QStringLiteral("auto"));
    }
    ASSERT_TRUE(waitFor([&] { return answers > 0; }));
    QTest::qWait(20);
    EXPECT_EQ(answers, 1);
}

TEST(EventLoopWatchdog, SeesAStall)
{
    EventLoopWatchdog watchdog;
    watchdog.start();
    QTest::qWait(20);
    QThread::msleep(120);
    QTest::qWait(20);
    watchdog.stop();
    EXPECT_GE(watchdog.longestStall(), 100'000'000);
    EXPECT_GE(watchdog.longestOwnStall(), 100'000'000); // asleep is not waiting for a core
}

TEST(ImportController, DeliversADocument)
{
    const QTemporaryDir folder;
    ImportController controller;
    DocumentPtr document;
    QObject::connect(
        &controller, &ImportController::finished, &controller, [&](const DocumentPtr& d) { document = d; });
    controller.open({ test::writeSession(folder) });
    EXPECT_TRUE(controller.isBusy());
    ASSERT_TRUE(waitFor([&] { return document != nullptr; }));
    EXPECT_FALSE(controller.isBusy());
    EXPECT_EQ(document->name.toStdString(), "session.json");
    EXPECT_EQ(document->views.size(), 3U);
    EXPECT_FALSE(document->unsaved);
}

TEST(ImportController, SaysWhatIsWrongWithAFile)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("broken.json"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("{\"traceEvents\": [{\"ph\": ");
    file.close();
    ImportController controller;
    std::optional<Error> error;
    DocumentPtr document;
    QObject::connect(
        &controller, &ImportController::failed, &controller, [&](const Error& e, const QStringList&) { error = e; });
    QObject::connect(
        &controller, &ImportController::finished, &controller, [&](const DocumentPtr& d) { document = d; });
    controller.open({ folder.filePath(QStringLiteral("missing.json")) });
    ASSERT_TRUE(waitFor([&] { return error.has_value(); }));
    EXPECT_EQ(error->kind, ErrorKind::Input);
    EXPECT_NE(error->message.find("missing.json"), std::string::npos);
    controller.open({ path });
    ASSERT_TRUE(waitFor([&] { return !controller.isBusy(); }));
}

TEST(ImportController, ANewerFileReplacesTheOneThatIsRead)
{
    const QTemporaryDir folder;
    const QString first = test::writeSession(folder, QStringLiteral("first.json"));
    const QString second = test::writeSession(folder, QStringLiteral("second.json"));
    ImportController controller;
    QStringList names;
    QObject::connect(
        &controller, &ImportController::finished, &controller, [&](const DocumentPtr& d) { names << d->name; });
    controller.open({ first });
    controller.open({ second });
    ASSERT_TRUE(waitFor([&] { return !controller.isBusy(); }));
    EXPECT_EQ(names, QStringList { QStringLiteral("second.json") });
}

TEST(ImportController, CancelledDeliversNothing)
{
    const QTemporaryDir folder;
    const QString path = test::writeSession(folder);
    ImportController controller;
    QSignalSpy finished(&controller, &ImportController::finished);
    QSignalSpy cancelled(&controller, &ImportController::cancelled);
    controller.open({ path });
    controller.cancel();
    EXPECT_FALSE(controller.isBusy());
    EXPECT_EQ(cancelled.count(), 1);
    QTest::qWait(100);
    EXPECT_EQ(finished.count(), 0);
}

} // namespace
} // namespace attnscope
