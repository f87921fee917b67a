// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/variants.h"

#include "profiler/importing/import_trace.h"
#include "tests/shared_data.h"
#include "tests/support/fake_session.h"

#include <gtest/gtest.h>

namespace attnscope {
namespace {

using namespace test;

constexpr std::size_t group(RoleGroup value)
{
    return static_cast<std::size_t>(value);
}

TEST(UnionLength, CountsEveryNanosecondOnce)
{
    struct Case {
        const char* what;
        std::vector<TimeRange> ranges;
        Ns length;
    };
    for (const Case& c : {
             Case { "nothing", {}, 0 },
             Case { "one", { { 5, 9 } }, 4 },
             Case { "apart", { { 0, 2 }, { 8, 9 } }, 3 },
             Case { "touching", { { 0, 2 }, { 2, 4 } }, 4 },
             Case { "crossing", { { 0, 6 }, { 4, 10 } }, 10 },
             Case { "nested", { { 0, 10 }, { 2, 3 }, { 4, 5 } }, 10 },
             Case { "unsorted, twice the same", { { 7, 9 }, { 0, 1 }, { 7, 9 } }, 3 },
             Case { "short after long nested", { { 0, 10 }, { 1, 2 }, { 9, 12 } }, 12 },
             Case { "empty and reversed", { { 3, 3 }, { 9, 4 } }, 0 },
         }) {
        EXPECT_EQ(unionLength(c.ranges), c.length) << c.what;
    }
}

TEST(Summary, CountsByLaunchThoughTheWorkRunsAfterTheStep)
{
    const auto trace = fakeGpuSession();
    const auto rows = summarize(*trace);
    ASSERT_EQ(rows.size(), 3U);
    const VariantSummary& naive = rows[0];
    EXPECT_TRUE(naive.ran);
    EXPECT_TRUE(naive.onGpu);
    EXPECT_EQ(naive.steps, 2);
    // The warm-up's kernel runs inside step 0 and is in nobody's count.
    EXPECT_EQ(naive.kernelsPerForward, 2);
    EXPECT_EQ(naive.memcpyPerForward, 1);
    EXPECT_EQ(naive.memsetPerForward, 1);
    // Step 0 is busy for 201 µs, step 1 for 181 (201 in sum).
    EXPECT_EQ(naive.recordedGpuUs, 191.0);
    EXPECT_EQ(naive.recordedCpuUs, 100.0);
}

TEST(Summary, SplitsTimeByRoleAndByUnit)
{
    const auto trace = fakeGpuSession();
    const VariantSummary naive = summarize(*trace)[0];
    EXPECT_EQ(naive.groupNs[group(RoleGroup::Matmul)], 150'000);
    EXPECT_EQ(naive.groupNs[group(RoleGroup::Copy)], 50'000);
    EXPECT_EQ(naive.groupNs[group(RoleGroup::Fill)], 1'000);
    EXPECT_EQ(naive.groupNs[group(RoleGroup::Softmax)], 0);
    EXPECT_EQ(naive.groupTensorNs[group(RoleGroup::Matmul)], 100'000);
    ASSERT_TRUE(naive.tensorCorePercent);
    EXPECT_DOUBLE_EQ(*naive.tensorCorePercent, 100.0 * 200 / 402);
    EXPECT_EQ(naive.note, "");
}

TEST(Summary, AMeanOnlyWhereStepsDiffer)
{
    const VariantSummary inplace = summarize(*fakeGpuSession())[1];
    EXPECT_EQ(inplace.kernelsPerForward, 1.5);
    EXPECT_EQ(inplace.memcpyPerForward, 0);
    EXPECT_EQ(inplace.recordedGpuUs, 15.0);
    EXPECT_EQ(inplace.tensorCorePercent, 100.0);
}

TEST(Summary, TakesTimesAndAccuracyFromTheUnrecordedPass)
{
    const auto trace = fakeGpuSession();
    const VariantSummary naive = summarize(*trace)[0];
    EXPECT_EQ(naive.gpuUsMedian, 200.0);
    EXPECT_EQ(naive.gpuUsP10, 190.0);
    EXPECT_EQ(naive.gpuUsP90, 250.0);
    EXPECT_EQ(naive.cpuUsMedian, 80.0);
    EXPECT_EQ(naive.peakMemoryBytes, 805306368);
    EXPECT_EQ(naive.maxAbsError, 0.0078125);
    EXPECT_EQ(naive.relativeError, 0.00225);
    EXPECT_EQ(naive.nanCount, 0);
    EXPECT_EQ(naive.rankingUs(), 200.0);
    // 4 · 8 · 16 · 1024 · 1024 · 64 operations in 200 µs.
    ASSERT_TRUE(naive.tflops);
    EXPECT_NEAR(*naive.tflops, 171.798691840, 1e-6);
}

TEST(Summary, ARefusedVariantSaysWhyAndClaimsNothing)
{
    const VariantSummary flash = summarize(*fakeGpuSession())[2];
    EXPECT_FALSE(flash.ran);
    EXPECT_EQ(flash.note, "Flash attention needs bf16 or fp16, not fp32.");
    EXPECT_FALSE(flash.rankingUs());
    EXPECT_FALSE(flash.speedup);
    EXPECT_FALSE(flash.recordedGpuUs);
}

TEST(Summary, SpeedupIsTheBaselinesMedianOverOnesOwn)
{
    struct Case {
        const char* baseline;
        std::optional<double> naive, inplace;
        int marked;
    };
    const auto trace = fakeGpuSession();
    for (const Case& c : { Case { "", 1.0, 2.0, 0 }, Case { "naive", 1.0, 2.0, 0 }, Case { "inplace", 0.5, 1.0, 1 },
             Case { "flash", {}, {}, -1 }, Case { "nobody", {}, {}, -1 } }) {
        const auto rows = summarize(*trace, c.baseline);
        EXPECT_EQ(rows[0].speedup, c.naive) << c.baseline;
        EXPECT_EQ(rows[1].speedup, c.inplace) << c.baseline;
        EXPECT_FALSE(rows[2].speedup) << c.baseline;
        for (int i = 0; i < 3; ++i) {
            EXPECT_EQ(rows[static_cast<std::size_t>(i)].isBaseline, i == c.marked) << c.baseline;
        }
    }
}

TEST(Summary, WithoutATimingPassRecordedTimesAreComparedWithRecordedTimes)
{
    FakeRecording recording;
    Session session;
    session.device = fakeGpu();
    auto slow = recording.step(0, { { SpanKind::Kernel, kTensorCoreGemm, 200'000, 30'000 } });
    auto fast = recording.step(1'000'000, { { SpanKind::Kernel, kTensorCoreGemm, 1'200'000, 10'000 } });
    session.variants.push_back(fakeResult("math", { 0, 1'000'000 }, { slow }));
    session.variants.push_back(fakeResult("flash", { 1'000'000, 2'000'000 }, { fast }));
    session.variants[0].gpuTiming = TimingStats { 500, 500, 500, 1 };
    recording.builder().setSession(session);
    const auto trace = recording.builder().finish();
    const auto rows = summarize(*trace);
    EXPECT_TRUE(rows[0].isBaseline); // no naive: the first that ran
    EXPECT_EQ(rows[1].speedup, 3.0);
}

TEST(Summary, OnTheCpuOpsStandForTheirGroupsAndGpuFiguresAreAbsent)
{
    FakeRecording recording;
    recording.cpu(SpanKind::Step, "ProfilerStep#1", 0, 100'000);
    recording.cpu(SpanKind::Op, "aten::matmul", 10'000, 50'000);
    recording.cpu(SpanKind::Op, "aten::bmm", 20'000, 30'000);
    recording.cpu(SpanKind::Op, "aten::_softmax", 70'000, 20'000);
    Session session;
    session.variants.push_back(fakeResult("naive", { 0, 100'000 }, { { 0, 100'000 } }));
    session.variants[0].cpuTiming = TimingStats { 90, 80, 99, 10 };
    recording.builder().setSession(session);
    const auto trace = recording.builder().finish();
    const VariantSummary row = summarize(*trace)[0];
    EXPECT_FALSE(row.onGpu);
    EXPECT_EQ(row.rankingUs(), 90.0);
    EXPECT_FALSE(row.recordedGpuUs);
    EXPECT_FALSE(row.tensorCorePercent);
    EXPECT_EQ(row.groupNs[group(RoleGroup::Softmax)], 20'000);
    Ns sum = 0;
    for (Ns ns : row.groupNs) {
        sum += ns;
    }
    EXPECT_EQ(sum, 70'000); // the outermost ops: nothing counted twice, nothing lost
}

TEST(Summary, WorkWithoutALaunchIsSaidNotGuessed)
{
    FakeRecording recording;
    recording.builder().facts().file = "runs/my.run.json.gz";
    recording.step(0, { { SpanKind::Kernel, kTensorCoreGemm, 20'000, 10'000 } });
    recording.gpu({ SpanKind::Kernel, kTensorCoreGemm, 50'000, 10'000 });
    const auto trace = recording.builder().finish();
    const auto rows = summarize(*trace);
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].view.name, "my.run");
    EXPECT_EQ(rows[0].kernelsPerForward, 1);
    EXPECT_EQ(rows[0].recordedGpuUs, 10.0);
    EXPECT_EQ(rows[0].note, "1 GPU event has no recorded launch and belongs to no step.");
    EXPECT_FALSE(rows[0].tflops);
}

// A recording of level kernels: the recorder waits for the GPU at the end of each step.
TEST(Summary, WithoutLaunchesKernelsCountForTheStepInWhichTheyRan)
{
    FakeRecording recording;
    recording.cpu(SpanKind::Step, "ProfilerStep#1", 100'000, 100'000);
    recording.cpu(SpanKind::Step, "ProfilerStep#2", 200'000, 100'000);
    for (const Ns start : { 50'000, 150'000, 160'000, 250'000, 260'000 }) { // the first is the warm-up's
        recording.gpu({ SpanKind::Kernel, kTensorCoreGemm, start, 10'000 });
    }
    Session session;
    session.device = test::fakeGpu();
    session.level = RecordLevel::Kernels;
    session.variants = { test::fakeResult("naive", { 0, 1'000'000 }, { { 100'000, 200'000 }, { 200'000, 300'000 } }) };
    recording.builder().setSession(session);
    const VariantSummary row = summarize(*recording.builder().finish())[0];
    EXPECT_EQ(row.kernelsPerForward, 2);
    EXPECT_EQ(row.recordedGpuUs, 20.0);
    EXPECT_EQ(row.memcpyPerForward, std::nullopt) << "not recorded is not zero";
    EXPECT_EQ(row.memsetPerForward, std::nullopt);
    EXPECT_EQ(row.note,
        "Launches, copies and fills were not recorded (level kernels): kernels count for the step in which they ran.");
}

TEST(Summary, AGpuWithoutRecordsIsNoGpuWithoutWork)
{
    FakeRecording recording;
    recording.cpu(SpanKind::Step, "ProfilerStep#1", 100'000, 100'000);
    Session session;
    session.device = test::fakeGpu();
    session.variants = { test::fakeResult("naive", { 0, 1'000'000 }, { { 100'000, 200'000 } }) };
    recording.builder().setSession(session);
    const VariantSummary row = summarize(*recording.builder().finish())[0];
    EXPECT_FALSE(row.hasRecordedWork());
    EXPECT_EQ(row.kernelsPerForward, std::nullopt);
    EXPECT_EQ(row.memcpyPerForward, std::nullopt);
    EXPECT_EQ(row.memsetPerForward, std::nullopt);
    EXPECT_EQ(row.recordedGpuUs, std::nullopt);
    EXPECT_EQ(row.note, "GPU work was not recorded.");
}

TEST(Summary, ReasonsAreSentencesOneAfterTheOther)
{
    FakeRecording recording;
    Session session;
    session.device = test::fakeGpu();
    VariantResult refused;
    refused.name = refused.title = "flash";
    refused.status = VariantStatus::Refused;
    refused.reasons = { "Flash attention needs bf16 or fp16, not fp32.", "Flash attention takes no padding mask." };
    session.variants = { refused };
    recording.builder().setSession(session);
    const VariantSummary row = summarize(*recording.builder().finish())[0];
    EXPECT_FALSE(row.ran);
    EXPECT_FALSE(row.hasRecordedWork());
    EXPECT_EQ(row.kernelsPerForward, std::nullopt);
    EXPECT_EQ(row.note, "Flash attention needs bf16 or fp16, not fp32. Flash attention takes no padding mask.");
}

TEST(Summary, ATraceWithoutStepsIsTakenAsAWholeAndSaysSo)
{
    FakeRecording recording;
    recording.launch(10'000, { SpanKind::Kernel, kTensorCoreGemm, 20'000, 10'000 });
    recording.gpu({ SpanKind::Kernel, kTensorCoreGemm, 50'000, 10'000 });
    const auto trace = recording.builder().finish();
    const VariantSummary row = summarize(*trace)[0];
    EXPECT_EQ(row.steps, 0);
    EXPECT_EQ(row.kernelsPerForward, 2);
    EXPECT_EQ(row.recordedGpuUs, 20.0);
    EXPECT_EQ(row.note, "The recording marks no steps: all figures are for the whole of it.");
}

TEST(Variants, GpuWorkLaunchedInARangeIgnoresWhereItRan)
{
    const auto trace = fakeGpuSession();
    EXPECT_EQ(gpuWorkLaunchedIn(*trace, { 0, 100'000 }).size(), 1U);
    EXPECT_EQ(gpuWorkLaunchedIn(*trace, { 200'000, 300'000 }).size(), 4U);
    EXPECT_EQ(gpuWorkLaunchedIn(*trace, { 450'000, 900'000 }).size(), 0U);
}

// Kernels a forward of the article's shape on an H200, as measured (torch.profiler itself said 7.33 for naive).
TEST(Summary, WholeNumbersForTheSevenVariantsOnAnH200)
{
    struct Case {
        const char* name;
        double kernels, memcpys, memsets;
    };
    for (const Case& c : { Case { "naive", 5, 1, 1 }, { "inplace", 5, 0, 1 }, { "math", 20, 0, 0 },
             { "efficient", 1, 0, 0 }, { "flash", 1, 0, 0 }, { "cudnn", 1, 0, 1 }, { "auto", 1, 0, 1 } }) {
        const auto file = sharedFile(std::string("data/h200_torch_profiler/") + c.name + ".json.gz");
        if (!file) {
            GTEST_SKIP() << "the H200 recordings of the seven variants are not here";
        }
        auto trace = importTrace(file->string());
        ASSERT_TRUE(trace.ok()) << trace.error().message;
        const auto rows = summarize(*trace.value());
        ASSERT_EQ(rows.size(), 1U);
        EXPECT_EQ(rows[0].view.name, c.name);
        EXPECT_EQ(rows[0].steps, 3) << c.name;
        EXPECT_EQ(rows[0].kernelsPerForward, c.kernels) << c.name;
        EXPECT_EQ(rows[0].memcpyPerForward, c.memcpys) << c.name;
        EXPECT_EQ(rows[0].memsetPerForward, c.memsets) << c.name;
    }
}

} // namespace
} // namespace attnscope
