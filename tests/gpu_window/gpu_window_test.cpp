// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings of a GPU by the window: hardware counters, the list of devices, and the window itself while a run is on. Kernel counts
// are those of an H200 with LibTorch 2.11. Where ATTNSCOPE_PICTURES names a folder, pictures of the window go there.
#include "tests/gui/window_run.h"
#include "ui/run/gpu_count.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QRegularExpression>

#include <cstdio>

namespace attnscope {
namespace {

using namespace test;
using testing::ElementsAreArray;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

struct Gpus {
    int count = 0;
    std::string sentence; ///< what the recorder says of them, or why there is none
};

class GpuWindowTest : public test::WindowRunFixture {
protected:
    /// What the recorder itself finds, asked where it records.
    static Gpus gpusOf(MainWindow& window)
    {
        std::optional<std::vector<DoctorLine>> lines;
        const auto connection = QObject::connect(&window.runController(), &RunController::doctorAnswered, &window,
            [&lines](const std::vector<DoctorLine>& answer) { lines = answer; });
        window.runController().askDoctor();
        const bool answered = waitFor([&] { return lines.has_value(); }, 60'000);
        QObject::disconnect(connection);
        Gpus gpus { 0, "the recorder did not answer" };
        for (const DoctorLine& line : answered ? *lines : std::vector<DoctorLine> {}) {
            if (line.subject == "GPU" && line.ok) {
                static const QRegularExpression more(QStringLiteral("\\(and (\\d+) more\\)$"));
                gpus = { 1 + more.match(QString::fromStdString(line.found)).captured(1).toInt(), line.found };
            } else if (line.subject == "GPU" || (line.subject == "LibTorch" && !line.ok)) {
                gpus.sentence = line.advice;
            }
        }
        return gpus;
    }

    /// Why nothing can be tested here. A machine with a GPU is not asked for more: Run shall be what loads the recorder.
    static std::string whyNoGpu(MainWindow& window)
    {
        if (visibleGpuCount() > 0) {
            return {};
        }
        const Gpus gpus = gpusOf(window);
        return gpus.count > 0 ? std::string() : gpus.sentence;
    }
};

#define ATTNSCOPE_NEEDS_GPU_FOR(window, what)                                                                          \
    if (const std::string why = whyNoGpu(window); !why.empty()) {                                                      \
        GTEST_SKIP() << what << ": " << why;                                                                           \
    }

struct ArticleRow {
    const char* variant;
    const char* launches; ///< kernels + copies and fills
};
const ArticleRow kH200[] = {
    { "naive", "5 + 2" },
    { "inplace", "5 + 1" },
    { "math", "20 + 0" },
    { "efficient", "1 + 0" },
    { "flash", "1 + 0" },
    { "cudnn", "1 + 1" },
    { "auto", "1 + 1" },
};

bool isH200(const TraceDocument& document)
{
    return document.trace->session()->device.name.find("H200") != std::string::npos;
}

int indexOf(const TraceDocument& document, std::string_view variant)
{
    for (std::size_t i = 0; i < document.views.size(); ++i) {
        if (document.views[i].name == variant) {
            return static_cast<int>(i);
        }
    }
    throw std::runtime_error("no variant " + std::string(variant));
}

// Progress is shown and events are answered all the while; a picture is taken in the middle.
void watchTheRun(MainWindow& window, const RunStory& story)
{
    const auto isOver = [&] { return !window.runController().isBusy(); };
    EventLoopWatchdog watchdog;
    watchdog.start();
    clickAction(window, "run");
    ASSERT_TRUE(window.runController().isBusy()) << window.banner().text().toStdString();
    ASSERT_TRUE(waitFor([&] { return story.furthest > 0.15 || isOver(); }, 120'000)); // from the third variant on
    ASSERT_FALSE(isOver()) << "it ended before its third variant: " << window.banner().text().toStdString();
    watchdog.stop();
    const std::int64_t before = watchdog.longestOwnStall();
    EXPECT_FALSE(window.statusLine().activity().isEmpty());
    EXPECT_FALSE(window.actions().action(QStringLiteral("run"))->isEnabled());
    EXPECT_TRUE(window.actions().action(QStringLiteral("cancel"))->isEnabled());
    const int running = static_cast<int>(story.last.variantIndex);
    EXPECT_THAT(window.variantRow().button(running)->secondLine().toStdString(), EndsWith("…"));
    takePicture(window, "during-the-run");

    // Up to the last variant's counters; what follows makes the recording and shows it.
    watchdog.start();
    ASSERT_TRUE(waitFor([&] { return story.counted.size() == kVariants.size() || isOver(); }, 120'000));
    watchdog.stop();
    const std::int64_t after = watchdog.longestOwnStall();
    EXPECT_LT(std::max(before, after), kLongestStall) << "the window stood still";
    watchdog.start();
    ASSERT_TRUE(waitFor(isOver, 120'000));
    QTest::qWait(200);
    watchdog.stop();
    std::printf("longest stall of the window: %.1f ms while running, %.1f ms as the recording is shown\n",
        static_cast<double>(std::max(before, after)) / 1e6, static_cast<double>(watchdog.longestOwnStall()) / 1e6);
}

void expectLanes(const TraceDocument& document)
{
    for (std::size_t i = 0; i < document.views.size(); ++i) {
        SCOPED_TRACE(document.views[i].name);
        const auto model = document.timelineOf(i);
        EXPECT_TRUE(model->hasGpu());
        const CounterTrack* dram = laneOf(*model, CounterKind::DramRate);
        ASSERT_NE(dram, nullptr) << "the DRAM lane";
        const auto counted = std::count_if(dram->dram.stretches().begin(), dram->dram.stretches().end(),
            [](const DramStretch& stretch) { return stretch.counted && stretch.rate() > 0; });
        EXPECT_GE(counted, static_cast<std::ptrdiff_t>(document.views[i].steps.size()));
        const CounterTrack* memory = laneOf(*model, CounterKind::Memory);
        ASSERT_NE(memory, nullptr) << "the memory lane";
        EXPECT_EQ(memory->title, "GPU memory");
        EXPECT_FALSE(memory->peaks.empty());
    }
}

// The card that the inspector shows of the first kernel of this group in the variant's last step.
DetailCard cardOfKernel(MainWindow& window, std::string_view variant, RoleGroup group)
{
    const DocumentPtr document = window.document();
    const int index = indexOf(*document, variant);
    clickVariant(window, index);
    const VariantView& view = document->views[static_cast<std::size_t>(index)];
    for (const KernelRow& row : kernelRows(*document->trace, view)) {
        if (row.step + 1 == static_cast<int>(view.steps.size()) && row.decoded->group == group
            && document->trace->kind(row.span) == SpanKind::Kernel) {
            window.selectSpan(row.span, true);
            EXPECT_EQ(window.timeline().selection(), row.span);
            EXPECT_TRUE(window.inspector().card().has_value());
            return window.inspector().card().value_or(DetailCard {});
        }
    }
    ADD_FAILURE() << variant << " has no kernel of " << toString(group);
    return {};
}

std::string valueOf(const DetailCard& card, const char* key)
{
    return card.valueOf(QLatin1String(key)).toStdString();
}

void expectCards(MainWindow& window)
{
    const bool exact = isH200(*window.document());
    const DetailCard math = cardOfKernel(window, "math", RoleGroup::Matmul);
    EXPECT_THAT(valueOf(math, "Math unit"), StartsWith("CUDA cores")) << math.asText().toStdString();
    EXPECT_EQ(valueOf(math, "Evidence"), "counters: no TC instruction") << math.asText().toStdString();
    EXPECT_EQ(valueOf(math, "Tensor instr."), "0");
    EXPECT_THAT(valueOf(math, "DRAM"), HasSubstr("GB/s"));
    EXPECT_EQ(valueOf(math, "But"), "");
    takePicture(window, "math-matmul");

    const DetailCard flash = cardOfKernel(window, "flash", RoleGroup::Attention);
    EXPECT_THAT(valueOf(flash, "Math unit"), StartsWith("Tensor Cores")) << flash.asText().toStdString();
    EXPECT_THAT(valueOf(flash, "Evidence"), StartsWith("counters: "));
    EXPECT_THAT(valueOf(flash, "Evidence"), HasSubstr(exact ? "4,718,592 TC instructions" : " TC instructions"));
    EXPECT_NE(valueOf(flash, "Warps active"), "");
    EXPECT_EQ(valueOf(flash, "But"), "");
    takePicture(window, "flash-kernel");
}

TEST_F(GpuWindowTest, RecordsTheArticlesShapeWithHardwareCounters)
{
    const auto window = openedWindow({ 2560, 1440 });
    ATTNSCOPE_NEEDS_GPU_FOR(*window, "recording with hardware counters");
    ASSERT_EQ(window->leftColumn().workload().workload(), Workload {}) << "the form begins with the article's shape";
    ASSERT_EQ(window->leftColumn().variants().chosen().size(), kVariants.size());
    tick(window->leftColumn().recording().counterBox(), true);
    const RunStory story(*window);
    ASSERT_NO_FATAL_FAILURE(watchTheRun(*window, story));
    ASSERT_TRUE(isRecordingShown(*window));
    EXPECT_EQ(story.recorded.size(), kVariants.size());
    EXPECT_EQ(story.counted.size(), kVariants.size());
    EXPECT_EQ(window->size(), QSize(2560, 1440));

    const TraceDocument& document = *window->document();
    ASSERT_EQ(document.trace->session()->device.kind, "cuda");
    ASSERT_EQ(document.summaries.size(), kVariants.size());
    for (const VariantSummary& summary : document.summaries) {
        EXPECT_TRUE(summary.ran) << summary.view.name << ": " << summary.note;
    }
    for (const ArticleRow& row : kH200) {
        EXPECT_TRUE(!isH200(document) || comparisonText(*window, row.variant, "launches_per_forward") == row.launches)
            << row.variant << ": " << comparisonText(*window, row.variant, "launches_per_forward");
    }
    for (const std::string& note : document.trace->session()->notes) {
        EXPECT_THAT(note, testing::Not(HasSubstr("ardware counters")));
    }
    expectLanes(document);
    expectNoLosses(*window);
    takePicture(*window, "recorded");
    expectCards(*window);
}

TEST_F(GpuWindowTest, OffersEveryGpuAndRecordsOnTheLastOne)
{
    const auto window = openedWindow({ 1600, 900 });
    const Gpus gpus = gpusOf(*window);
    if (gpus.count == 0) {
        GTEST_SKIP() << "the list of GPUs: " << gpus.sentence;
    }
    std::vector<std::string> expected { "auto" };
    for (int i = 0; i < gpus.count; ++i) {
        expected.push_back(gpus.count == 1 ? "cuda" : "cuda:" + std::to_string(i));
    }
    expected.emplace_back("cpu");
    EXPECT_THAT(devicesOffered(*window), ElementsAreArray(expected)) << gpus.sentence;

    chooseDevice(*window, expected[expected.size() - 2]);
    chooseVariants(*window, { "flash" });
    clickAction(*window, "run");
    ASSERT_TRUE(isRecordingShown(*window));
    const TraceDocument& document = *window->document();
    ASSERT_EQ(document.summaries.size(), 1U);
    EXPECT_TRUE(document.summaries.front().ran) << document.summaries.front().note;
    EXPECT_EQ(document.trace->session()->device.kind, "cuda");
    EXPECT_EQ(document.trace->session()->device.index, gpus.count - 1);
    const std::string lane = "GPU " + std::to_string(gpus.count - 1);
    int gpuLanes = 0;
    const auto model = document.timelineOf(0);
    for (const Track& track : model->tracks()) {
        if (track.kind == TrackKind::Gpu) {
            ++gpuLanes;
            EXPECT_THAT(track.title, StartsWith(lane + " · "));
        }
    }
    EXPECT_EQ(gpuLanes, 1);
    std::printf("%s: recorded on %s\n", gpus.sentence.c_str(), lane.c_str());
    expectNoLosses(*window);
    takePicture(*window, "last-gpu");
}

TEST_F(GpuWindowTest, CancelledInTheMiddleItRunsAgain)
{
    const auto window = openedWindow({ 1600, 900 });
    ATTNSCOPE_NEEDS_GPU_FOR(*window, "a run that is cancelled");
    tick(window->leftColumn().recording().counterBox(), true);
    for (const double part : { 0.15, 0.6 }) { // while the third is measured, while the second is recorded
        SCOPED_TRACE(part);
        const RunStory story(*window);
        ASSERT_NO_FATAL_FAILURE(cancelAfter(*window, story, part));
        EXPECT_LT(story.counted.size(), kVariants.size());
        EXPECT_TRUE(window->actions().action(QStringLiteral("run"))->isEnabled());
    }
    takePicture(*window, "cancelled");

    chooseVariants(*window, { "naive", "flash" });
    clickAction(*window, "run");
    ASSERT_TRUE(isRecordingShown(*window));
    const TraceDocument& document = *window->document();
    ASSERT_EQ(document.summaries.size(), 2U);
    for (const VariantSummary& summary : document.summaries) {
        EXPECT_TRUE(summary.ran) << summary.view.name << ": " << summary.note;
    }
    EXPECT_EQ(document.trace->session()->device.kind, "cuda");
    EXPECT_TRUE(!isH200(document) || comparisonText(*window, "flash", "launches_per_forward") == "1 + 0");
    expectLanes(document);
    expectNoLosses(*window);
}

} // namespace
} // namespace attnscope
