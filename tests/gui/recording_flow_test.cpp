// SPDX-License-Identifier: GPL-3.0-or-later
// The whole way from the form to a recording of the CPU with LibTorch, by clicks and keys: shape, device and variants chosen, run,
// shown, cancelled, run again. tests/gpu_window does the same on a GPU.
#include "tests/gui/window_run.h"
#include "ui/run/number_field.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace attnscope {
namespace {

using namespace test;
using testing::HasSubstr;
using RecordingFlowTest = test::WindowRunFixture;

#define ATTNSCOPE_NEEDS_LIBTORCH                                                                                       \
    if (const auto torch = findLibTorch(); !torch.ok()) {                                                              \
        GTEST_SKIP() << "recording with LibTorch: " << torch.error().message;                                          \
    }

void typeNumber(const MainWindow& window, const char* option, int value)
{
    NumberField* field = window.leftColumn().workload().field(QLatin1String(option));
    ASSERT_NE(field, nullptr) << option;
    QTest::mouseClick(field, Qt::LeftButton);
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(field, QString::number(value));
    EXPECT_EQ(field->value(), value) << option;
}

// One batch of two heads on the CPU, of this many tokens.
void fillForm(const MainWindow& window, int seq)
{
    for (const auto& [option, value] :
        { std::pair("--batch", 1), std::pair("--heads", 2), std::pair("--seq", seq), std::pair("--head-dim", 32) }) {
        typeNumber(window, option, value);
    }
    chooseDevice(window, "cpu");
    const Workload workload = window.leftColumn().workload().workload();
    EXPECT_EQ(workload.kvHeads, 2) << "follows the heads";
    EXPECT_EQ(workload.kvSeq, seq);
}

TEST_F(RecordingFlowTest, FromTheFormToTheShownRecording)
{
    ATTNSCOPE_NEEDS_LIBTORCH
    const auto window = openedWindow({ 2560, 1440 });
    fillForm(*window, 64);
    EXPECT_FALSE(window->leftColumn().recording().counterBox().isEnabled()) << "the CPU has no counters";
    chooseVariants(*window, { "naive", "inplace", "math" });
    const RunStory story(*window);
    clickAction(*window, "run");
    EXPECT_TRUE(window->runController().isBusy());
    EXPECT_FALSE(window->statusLine().activity().isEmpty());
    ASSERT_TRUE(isRecordingShown(*window));
    EXPECT_EQ(story.recorded, (std::set<std::string> { "naive", "inplace", "math" }));
    EXPECT_TRUE(window->statusLine().activity().isEmpty());

    const TraceDocument& document = *window->document();
    ASSERT_EQ(document.summaries.size(), 3U);
    EXPECT_EQ(document.trace->session()->device.kind, "cpu");
    for (std::size_t i = 0; i < document.summaries.size(); ++i) {
        SCOPED_TRACE(document.summaries[i].view.name);
        EXPECT_TRUE(document.summaries[i].ran) << document.summaries[i].note;
        EXPECT_NE(comparisonText(*window, document.summaries[i].view.name, "cpu_us"), "");
        clickVariant(*window, static_cast<int>(i));
        const auto model = document.timelineOf(i);
        const CounterTrack* memory = laneOf(*model, CounterKind::Memory);
        ASSERT_NE(memory, nullptr) << "the memory lane";
        EXPECT_EQ(memory->title, "CPU memory");
        EXPECT_EQ(laneOf(*model, CounterKind::DramRate), nullptr);
    }
    expectNoLosses(*window);
    takePicture(*window, "cpu");
}

TEST_F(RecordingFlowTest, CancelledInTheMiddleItRunsAgain)
{
    ATTNSCOPE_NEEDS_LIBTORCH
    const auto window = openedWindow({ 1600, 900 });
    fillForm(*window, 512);
    chooseVariants(*window, { "naive", "inplace", "math", "auto" });
    for (const double part : { 0.15, 0.7 }) { // before anything is complete; when something is
        SCOPED_TRACE(part);
        const RunStory story(*window);
        ASSERT_NO_FATAL_FAILURE(cancelAfter(*window, story, part));
        EXPECT_FALSE(story.recorded.contains("auto")) << "the last of four";
    }
    ASSERT_NE(window->document(), nullptr) << "what was complete is kept";
    EXPECT_TRUE(window->document()->summaries.front().ran);

    fillForm(*window, 64);
    chooseVariants(*window, { "math" });
    clickAction(*window, "run");
    ASSERT_TRUE(isRecordingShown(*window));
    ASSERT_EQ(window->document()->summaries.size(), 1U);
    EXPECT_TRUE(window->document()->summaries.front().ran);
    EXPECT_EQ(window->document()->trace->session()->workload.seq, 64);
    expectNoLosses(*window);
}

} // namespace
} // namespace attnscope
