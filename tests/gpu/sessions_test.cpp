// SPDX-License-Identifier: GPL-3.0-or-later
// Many recordings in one process on a GPU: nothing is lost, nothing grows, a device that does not exist is a sentence.
#include "tests/gpu/gpu_helpers.h"
#include "tests/gpu/instruction_count.h"
#include "tests/support/resident_memory.h"

#include "profiler/recording/capture.h"
#include "profiler/recording/variant_runner.h"

#include <functional>
#include <iostream>
#include <thread>

namespace attnscope {
namespace {

using test::residentBytes;

constexpr TargetDevice kFirstGpu { true, 0 };

Workload smallOnGpu()
{
    Workload workload = test::smallWorkload();
    workload.dtype = DType::BFloat16;
    workload.headDim = 64;
    return workload;
}

/// One recording of ten forwards; null and a failure when it is not complete.
void recordTenForwards(VariantRunner& runner, std::size_t& gpuEvents)
{
    Capture capture(RecordLevel::Full, kFirstGpu, gpuCollector());
    const Status started = capture.start();
    ASSERT_TRUE(started.ok()) << started.error().message;
    for (int i = 0; i < 10; ++i) {
        runner.run("naive");
    }
    const CaptureData data = capture.stop();
    EXPECT_EQ(data.gpu.dropped, 0U);
    EXPECT_EQ(unmatchedLaunches(data.gpu), 0U);
    for (const GpuRecord& work : data.gpu.gpu) {
        EXPECT_GT(work.start, 0);
        EXPECT_GT(work.end, work.start);
    }
    gpuEvents = data.gpu.gpu.size();
}

struct MemoryGrowth {
    std::int64_t host = 0, device = 0; ///< bytes, between two cycles
};

/// Recordings in a row, `afterEach` behind each; what memory grew from `from`, by when whatever is kept for the life of the process is
/// there, to the last.
void recordCycles(int cycles, int from, const std::function<void()>& afterEach, MemoryGrowth& growth)
{
    const DeviceScope scope(kFirstGpu);
    const std::atomic<bool> cancel { false };
    VariantRunner runner(smallOnGpu(), kFirstGpu, 0, cancel);
    static_cast<void>(runner.warmUp("naive", 5));
    std::optional<std::size_t> expected;
    MemoryGrowth before;
    for (int cycle = 0; cycle < cycles; ++cycle) {
        SCOPED_TRACE(cycle);
        std::size_t gpuEvents = 0;
        recordTenForwards(runner, gpuEvents);
        ASSERT_FALSE(testing::Test::HasFatalFailure());
        EXPECT_EQ(gpuEvents, expected.value_or(gpuEvents));
        EXPECT_GE(gpuEvents, 50U);
        expected = gpuEvents;
        afterEach();
        if (cycle == from) {
            before = { static_cast<std::int64_t>(residentBytes()), foreignMemory(kFirstGpu) };
        }
    }
    growth = { static_cast<std::int64_t>(residentBytes()) - before.host, foreignMemory(kFirstGpu) - before.device };
}

TEST(GpuSessions, TwoHundredStartsAndStopsLoseNothingAndMemoryStaysFlat)
{
    ATTNSCOPE_NEEDS_GPU("two hundred recordings in a row");
    MemoryGrowth growth;
    ASSERT_NO_FATAL_FAILURE(recordCycles(
        200, 49, [] {}, growth));
    EXPECT_LT(growth.host, 8 << 20);
    EXPECT_LE(growth.device, 4 << 20);
}

// CUPTI 13.0 keeps about half a megabyte of device memory at every detach; one that keeps more should be noticed.
TEST(GpuSessions, AHundredWithADetachedProfilerInBetweenLoseNothingAndTakeLittleMemory)
{
    ATTNSCOPE_NEEDS_GPU("detaching CUPTI a hundred times");
    MemoryGrowth growth;
    const auto detach = [] {
        synchronise(kFirstGpu);
        const Status detached = gpuCollector().detach();
        ASSERT_TRUE(detached.ok()) << detached.error().message;
    };
    ASSERT_NO_FATAL_FAILURE(recordCycles(100, 49, detach, growth));
    EXPECT_LT(growth.host, 8 << 20);
    EXPECT_LE(growth.device, 50 * (1 << 20));
}

/// The least of some forwards, since now and then one does more than its own work.
std::optional<std::int64_t> instructionsOfAForward(VariantRunner& runner)
{
    std::optional<std::int64_t> least;
    static_cast<void>(runner.warmUp("flash", 50));
    for (int i = 0; i < 3; ++i) {
        synchronise(kFirstGpu);
        const std::optional<std::int64_t> count = test::instructionsOf([&runner] { runner.run("flash"); });
        least = least && count ? std::min(*least, *count) : count;
    }
    return least;
}

TEST(GpuSessions, LaunchesCostAfterADetachWhatTheyDidBeforeTheFirstRecording)
{
    ATTNSCOPE_NEEDS_GPU("what launches cost after recordings");
    const DeviceScope scope(kFirstGpu);
    ASSERT_TRUE(gpuCollector().detach().ok());
    const std::atomic<bool> cancel { false };
    VariantRunner runner(smallOnGpu(), kFirstGpu, 0, cancel);
    const std::optional<std::int64_t> before = instructionsOfAForward(runner);
    if (!before) {
        GTEST_SKIP() << "instructions are counted on x86-64 alone";
    }
    std::size_t gpuEvents = 0;
    recordTenForwards(runner, gpuEvents);
    const std::int64_t attached = instructionsOfAForward(runner).value_or(0);
    EXPECT_GT(static_cast<double>(attached), 1.03 * static_cast<double>(*before))
        << "if a recording leaves nothing behind any more, detaching is not needed";
    ASSERT_TRUE(gpuCollector().detach().ok());
    const std::int64_t after = instructionsOfAForward(runner).value_or(0);
    EXPECT_NEAR(static_cast<double>(after), static_cast<double>(*before), 0.015 * static_cast<double>(*before));
    RecordProperty("before", std::to_string(*before));
    RecordProperty("attached", std::to_string(attached));
    RecordProperty("after", std::to_string(after));
    std::cout << "instructions of a flash forward: " << *before << " before, " << attached << " attached, " << after
              << " detached\n";
}

TEST(GpuSessions, FifteenIdleSecondsBetweenThemLoseNothing)
{
    ATTNSCOPE_NEEDS_GPU("idle time between recordings");
    const DeviceScope scope(kFirstGpu);
    const std::atomic<bool> cancel { false };
    VariantRunner runner(smallOnGpu(), kFirstGpu, 0, cancel);
    static_cast<void>(runner.warmUp("naive", 5));
    std::size_t first = 0;
    recordTenForwards(runner, first);
    for (int session = 0; session < 3; ++session) {
        std::this_thread::sleep_for(std::chrono::seconds(15));
        std::size_t again = 0;
        recordTenForwards(runner, again);
        EXPECT_EQ(again, first) << "after idle time " << session;
    }
}

TEST(GpuSessions, ADeviceThatDoesNotExistIsASentence)
{
    ATTNSCOPE_NEEDS_GPU("a GPU of a number that is not there");
    RecordRequest request = test::gpuRequest({ "naive" }, smallOnGpu());
    request.device = "cuda:9";
    const std::atomic<bool> cancel { false };
    const auto result = test::recorder().record(request, {}, cancel);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().kind, ErrorKind::Unavailable);
    EXPECT_EQ(result.error().message.find("There is no GPU 9: this machine has "), 0U) << result.error().message;
}

TEST(GpuAccuracy, IsTheSameForTheSameSeedAndSmallForEveryVariant)
{
    ATTNSCOPE_NEEDS_GPU("accuracy");
    Workload workload;
    workload.batch = 2;
    workload.heads = workload.kvHeads = 4;
    workload.seq = workload.kvSeq = 256;
    for (const DType dtype : { DType::BFloat16, DType::Float16, DType::Float32 }) {
        SCOPED_TRACE(toString(dtype));
        workload.dtype = dtype;
        RecordRequest request =
            test::gpuRequest({ "naive", "inplace", "math", "efficient", "flash", "cudnn", "auto" }, workload);
        request.timingIterations = 0;
        request.seed = 7;
        const TracePtr first = test::recordOrFail(request);
        const TracePtr again = test::recordOrFail(request);
        request.seed = 8;
        const TracePtr other = test::recordOrFail(request);
        ASSERT_TRUE(first && again && other);
        for (const VariantResult& result : first->session()->variants) {
            SCOPED_TRACE(result.name);
            if (result.status != VariantStatus::Done) {
                continue;
            }
            ASSERT_TRUE(result.maxAbsError && result.relativeError);
            EXPECT_GT(*result.maxAbsError, 0) << "no type of these computes exactly";
            EXPECT_LT(*result.relativeError, dtype == DType::Float32 ? 2e-3 : 2e-2);
            EXPECT_EQ(result.nanCount, 0);
            EXPECT_EQ(test::resultOf(*again, result.name).maxAbsError, result.maxAbsError);
            EXPECT_EQ(test::resultOf(*again, result.name).relativeError, result.relativeError);
            EXPECT_NE(test::resultOf(*other, result.name).relativeError, result.relativeError);
        }
    }
}

} // namespace
} // namespace attnscope
