// SPDX-License-Identifier: GPL-3.0-or-later
// Counters to recorded kernels: only where both passes ran the same.
#include "profiler/recording/counter_join.h"

#include "profiler/attention/cancelled.h"
#include "profiler/recording/counter_run.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <utility>

namespace attnscope {
namespace {

const std::string kStep = "ProfilerStep#1";
const std::vector<TimeRange> kSteps { { 1000, 2000 }, { 2000, 3000 } };

void launch(
    GpuRecords& records, const char* name, Ns launched, std::int32_t grid = 8, Ns ran = 0, std::uint32_t stream = 7)
{
    const auto correlation = static_cast<std::uint32_t>(records.gpu.size() + 1);
    ApiRecord call;
    call.start = launched;
    call.end = launched + 5;
    call.correlation = correlation;
    call.launches = true;
    records.api.push_back(call);
    GpuRecord work;
    work.start = ran != 0 ? ran : launched + 100;
    work.end = work.start + 100;
    work.correlation = correlation;
    work.stream = stream;
    work.name = records.names.intern(name);
    work.kernel.grid = { grid, 1, 1 };
    work.kernel.block = { 128, 1, 1 };
    records.gpu.push_back(work);
}

// A warm-up kernel, then two steps of a gemm and a mask kernel; the second step's kernels run in reverse on two streams.
GpuRecords twoSteps()
{
    GpuRecords records;
    launch(records, "gemm", 900);
    launch(records, "gemm", 1100);
    launch(records, "mask", 1500, 8, 2500);
    launch(records, "gemm", 2100, 8, 2900);
    launch(records, "mask", 2200, 8, 2700, 8);
    return records;
}

KernelCounters counted(std::int64_t tensor, std::int64_t bytes)
{
    KernelCounters counters;
    counters.tensorInstructions = tensor;
    counters.hfma2Instructions = 0;
    counters.dramReadBytes = bytes;
    counters.dramWriteBytes = 0;
    return counters;
}

CounterPass gemmAndMask()
{
    return { { { "gemm", { 8, 1, 1 }, { 128, 1, 1 } }, { "mask", { 8, 1, 1 }, { 128, 1, 1 } } },
        { counted(64, 1000), counted(0, 5000) } };
}

std::vector<std::int32_t> joined(const GpuRecords& records)
{
    std::vector<std::int32_t> indices;
    for (const GpuRecord& record : records.gpu) {
        indices.push_back(record.counters);
    }
    return indices;
}

TEST(CounterJoin, FollowsLaunchOrderInEachStep)
{
    GpuRecords records = twoSteps();
    std::swap(records.gpu[3], records.gpu[4]); // as CUPTI hands over what ran first
    ASSERT_TRUE(joinCounters(records, kSteps, gemmAndMask()).ok());
    EXPECT_EQ(joined(records), (std::vector<std::int32_t> { -1, 0, 1, 1, 0 }));
    EXPECT_EQ(evidenceOf(records.gpu[1], records),
        R"("tensor instructions": 64, "hfma2 instructions": 0, "dram read bytes": 1000, "dram write bytes": 0)");
    EXPECT_EQ(evidenceOf(records.gpu[0], records), "");
}

TEST(CounterJoin, WithoutLaunchesWorkBelongsToTheStepInWhichItRuns)
{
    GpuRecords records;
    launch(records, "gemm", 1, 8, 1100);
    launch(records, "mask", 2, 8, 1300);
    records.api.clear();
    ASSERT_TRUE(joinCounters(records, { { 1000, 2000 } }, gemmAndMask()).ok());
    EXPECT_EQ(joined(records), (std::vector<std::int32_t> { 0, 1 }));
}

TEST(CounterJoin, IsRefusedWithTheFirstDifference)
{
    struct Case {
        const char* what;
        void (*change)(CounterPass&);
        const char* message;
    };
    const Case cases[] = {
        { "another kernel", [](CounterPass& pass) { pass.launches[1].name = "softmax"; },
            "the counter pass ran other kernels than the recording: as number 2 of step 1, mask was recorded, softmax "
            "was counted" },
        { "another grid", [](CounterPass& pass) { pass.launches[0].grid[0] = 9; },
            "the counter pass ran other kernels than the recording: as number 1 of step 1, gemm was recorded with grid "
            "8x1x1 and "
            "block 128x1x1, but counted with 9x1x1 and 128x1x1" },
        { "one more",
            [](CounterPass& pass) {
                pass.launches.push_back(pass.launches[0]);
                pass.counters.push_back(pass.counters[0]);
            },
            "the counter pass ran 3 kernels, step 1 of the recording 2" },
        { "one less",
            [](CounterPass& pass) {
                pass.launches.pop_back();
                pass.counters.pop_back();
            },
            "the counter pass ran 1 kernels, step 1 of the recording 2" },
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(one.what);
        GpuRecords records = twoSteps();
        CounterPass pass = gemmAndMask();
        one.change(pass);
        const Status status = joinCounters(records, kSteps, pass);
        ASSERT_FALSE(status.ok());
        EXPECT_EQ(status.error().message, one.message);
        EXPECT_EQ(joined(records), std::vector<std::int32_t>(5, -1));
        EXPECT_TRUE(records.counters.empty());
    }
}

TEST(CounterJoin, ADifferenceInAnyStepRefusesAll)
{
    GpuRecords records = twoSteps();
    launch(records, "gemm", 2300);
    const Status status = joinCounters(records, kSteps, gemmAndMask());
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().message, "the counter pass ran 2 kernels, step 2 of the recording 3");
    EXPECT_EQ(joined(records), std::vector<std::int32_t>(6, -1));
}

TEST(CounterJoin, DramRateIsTheSumOfWhatRuns)
{
    GpuRecords records;
    EXPECT_TRUE(dramRateOf(records).time.empty());
    launch(records, "gemm", 1100, 8, 1200);
    launch(records, "mask", 1110, 8, 1250, 8);
    ASSERT_TRUE(joinCounters(records, { { 1000, 2000 } }, gemmAndMask()).ok());
    const CounterSeries rate = dramRateOf(records);
    EXPECT_EQ(rate.unit, "GB/s");
    EXPECT_EQ(rate.time, (std::vector<Ns> { 1200, 1250, 1300, 1350 }));
    EXPECT_EQ(rate.value, (std::vector<double> { 10, 60, 50, 0 }));
}

TEST(CounterJoin, MachineCodeIsEvidenceOfEveryKernelOfThatName)
{
    GpuRecords records = twoSteps();
    records.matrixInstructions = { "HGMMA", "none" };
    EXPECT_EQ(evidenceOf(records.gpu[0], records), R"("sass matrix instructions": "HGMMA")");
    EXPECT_EQ(evidenceOf(records.gpu[2], records), R"("sass matrix instructions": "none")");
}

// --- A variant's counter pass. -----------------------------------------------------------------------------------------------

class FakeCollector final : public CounterCollector {
public:
    Result<CounterPass> kernels = gemmAndMask();
    Result<KernelCounters> whole = counted(0, 70'000);
    std::size_t expected = 0;

    Status open(int /*device*/) override { return Done {}; }
    Result<CounterPass> countKernels(const std::function<void()>& work, std::size_t expectedKernels) override
    {
        expected = expectedKernels;
        work();
        return kernels;
    }
    Result<KernelCounters> countWhole(const std::function<void()>& work) override
    {
        work();
        return whole;
    }
    void close() override { }
};

VariantRecording recordedVariant()
{
    VariantRecording recording;
    recording.result.name = recording.result.title = "naive";
    ThreadOps worker;
    worker.ops = { { 1000, 2000, -1, 0, &kStep, OpScope::Step }, { 2000, 3000, -1, 0, &kStep, OpScope::Step } };
    recording.ops = { worker };
    recording.gpu = twoSteps();
    return recording;
}

TEST(CounterRun, PutsCountersAndDramBytesIntoTheRecordingAndItsTrace)
{
    FakeCollector collector;
    VariantRecording recording = recordedVariant();
    int forwards = 0;
    EXPECT_TRUE(countVariant(collector, recording, [&] { ++forwards; }).empty());
    EXPECT_EQ(forwards, 2);
    EXPECT_EQ(collector.expected, 2U);
    EXPECT_EQ(recording.result.dramBytes, 70'000);

    TraceAssembler assembler({});
    Session session;
    session.variants = { assembler.add(std::move(recording)) };
    const TracePtr trace = assembler.finish(std::move(session));
    ASSERT_TRUE(trace);
    ASSERT_EQ(trace->gpuWork().size(), 5U);
    EXPECT_FALSE(trace->launchFacts(trace->gpuWork()[0]).tensorInstructions.has_value());
    EXPECT_EQ(trace->launchFacts(trace->gpuWork()[1]).tensorInstructions, 64);
    EXPECT_EQ(trace->launchFacts(trace->gpuWork()[2]).dramReadBytes, 5000);
    EXPECT_EQ(trace->session()->variants[0].dramBytes, 70'000);
    ASSERT_EQ(trace->counters().size(), 1U);
    EXPECT_EQ(trace->counters()[0].name, "DRAM rate");
}

TEST(CounterRun, AFailureIsASentenceAndTheRecordingStaysAsItWas)
{
    FakeCollector collector;
    VariantRecording recording = recordedVariant();
    collector.kernels.value().launches[0].name = "other";
    collector.whole = Error { ErrorKind::Unavailable, "Hardware counters are left out: busy." };
    const auto problems = countVariant(collector, recording, [] {});
    ASSERT_EQ(problems.size(), 2U);
    EXPECT_EQ(problems[0],
        "naive: Hardware counters are left out: the counter pass ran other kernels than the recording: as number 1 of "
        "step 1, gemm was "
        "recorded, other was counted.");
    EXPECT_EQ(problems[1], "naive: Hardware counters are left out: busy.");
    EXPECT_EQ(joined(recording.gpu), std::vector<std::int32_t>(5, -1));
    EXPECT_FALSE(recording.result.dramBytes.has_value());
}

TEST(CounterRun, ExceptionsAreSentencesButACancelIsPassedOn)
{
    FakeCollector collector;
    VariantRecording recording = recordedVariant();
    const auto problems =
        countVariant(collector, recording, [] { throw std::runtime_error("CUDA out of memory.\nmore"); });
    ASSERT_EQ(problems.size(), 2U);
    EXPECT_EQ(problems[0], "naive: Hardware counters are left out: CUDA out of memory.");
    EXPECT_THROW(
        static_cast<void>(countVariant(collector, recording, [] { throw CancelledByUser {}; })), CancelledByUser);
}

} // namespace
} // namespace attnscope
