// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/tables.h"

#include "tests/support/fake_session.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>

namespace attnscope {
namespace {

using namespace test;

TEST(KernelRows, AreNumberedInTheStepThatLaunchedThem)
{
    const auto trace = fakeGpuSession();
    const auto rows = kernelRows(*trace, variantsOf(*trace)[0]);
    ASSERT_EQ(rows.size(), 8U);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i].variant, "naive");
        EXPECT_EQ(rows[i].step, i < 4 ? 0 : 1);
        EXPECT_EQ(rows[i].index, static_cast<std::int64_t>(i % 4));
    }
    EXPECT_EQ(trace->kind(rows[0].span), SpanKind::Memset);
    EXPECT_EQ(rows[0].launchLatency, 240'000); // launched at 210 µs, runs at 450 µs
    ASSERT_TRUE(rows[0].api && rows[0].op);
    EXPECT_EQ(trace->name(*rows[0].api), "cudaLaunchKernel");
    EXPECT_EQ(trace->name(*rows[0].op), "aten::bmm");
}

TEST(KernelRows, WarmUpIsLeftOutUnlessAskedFor)
{
    const auto trace = fakeGpuSession();
    const auto rows = kernelRows(*trace, variantsOf(*trace)[0], true);
    ASSERT_EQ(rows.size(), 9U);
    EXPECT_EQ(rows[0].step, -1);
    EXPECT_EQ(rows[0].index, 0);
}

TEST(KernelRows, AreCountedWithoutBeingMade)
{
    const auto trace = fakeGpuSession();
    const auto views = variantsOf(*trace);
    ASSERT_EQ(views.size(), 3U);
    EXPECT_EQ(kernelRowCount(*trace, views[0]), 8);
    EXPECT_EQ(kernelRowCount(*trace, views[1]), 3);
    EXPECT_EQ(kernelRowCount(*trace, views[2]), 0); // refused
}

TEST(KernelRows, StopWhenTheyAreNotWantedAnyMore)
{
    const auto trace = fakeGpuSession();
    const std::atomic<bool> cancel { true };
    EXPECT_TRUE(kernelRows(*trace, variantsOf(*trace)[0], false, &cancel).empty());
}

TEST(KernelRows, OfOneNameDifferInOccupancyWhereTheirLaunchesDo)
{
    const auto args = [](int threads) {
        return R"({"grid":[132,1,1],"block":[)" + std::to_string(threads)
            + R"(,1,1],"registers per thread":32,"shared memory":0})";
    };
    const std::string small = args(64), large = args(1024);
    FakeRecording recording;
    recording.step(0,
        { { SpanKind::Kernel, kTensorCoreGemm, 20'000, 1'000, 7, small.c_str() },
            { SpanKind::Kernel, kTensorCoreGemm, 22'000, 1'000, 7, large.c_str() },
            { SpanKind::Kernel, kTensorCoreGemm, 24'000, 1'000, 7, small.c_str() } });
    DeviceInfo device = fakeGpu();
    device.index = 0;
    recording.builder().facts().devices.push_back(device);
    const auto trace = recording.builder().finish();
    const auto rows = kernelRows(*trace, variantsOf(*trace)[0]);
    ASSERT_EQ(rows.size(), 3U);
    // 32 registers a thread: warps are the limit of the large ones, blocks (32 of 2 warps) that of the small.
    EXPECT_EQ(rows[0].occupancy.percent, 100.0);
    EXPECT_EQ(rows[0].occupancy.blocksPerSm, 32);
    EXPECT_EQ(rows[1].occupancy.percent, 100.0);
    EXPECT_EQ(rows[1].occupancy.blocksPerSm, 2);
    EXPECT_EQ(rows[2].occupancy.blocksPerSm, 32);
}

TEST(KernelRows, CarryOccupancyWhereTheLaunchIsKnown)
{
    const auto trace = fakeGpuSession();
    const auto rows = kernelRows(*trace, variantsOf(*trace)[0]);
    const KernelRow& gemm = rows[1];
    ASSERT_TRUE(gemm.facts.grid);
    EXPECT_EQ((*gemm.facts.grid)[1], 66);
    // One block of 12 warps out of 64.
    EXPECT_EQ(gemm.occupancy.percent, 18.75);
    EXPECT_EQ(gemm.occupancy.waves, 1.0);
    EXPECT_FALSE(rows[3].occupancy.percent); // its launch shape was not recorded
}

TEST(KernelRows, ATraceMadeElsewhereKeepsWorkOutsideItsSteps)
{
    FakeRecording recording;
    recording.step(0, { { SpanKind::Kernel, kTensorCoreGemm, 20'000, 10'000 } });
    recording.gpu({ SpanKind::Kernel, kCudaCoreGemm, 50'000, 10'000 });
    const auto trace = recording.builder().finish();
    const auto rows = kernelRows(*trace, variantsOf(*trace)[0]);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[1].step, -1);
    EXPECT_FALSE(rows[1].launchLatency);
}

TEST(KernelRow, OfASingleSpanSaysTheSameAsTheTable)
{
    const auto trace = fakeGpuSession();
    for (const VariantView& view : variantsOf(*trace)) {
        for (const KernelRow& row : kernelRows(*trace, view, true)) {
            const KernelRow alone = kernelRow(*trace, row.span);
            EXPECT_EQ(alone.variant, row.variant);
            EXPECT_EQ(alone.step, row.step);
            EXPECT_EQ(alone.index, row.index);
            EXPECT_EQ(alone.launchLatency, row.launchLatency);
        }
    }
}

TEST(KernelStatistics, GroupByNameLargestFirst)
{
    const auto trace = fakeGpuSession();
    const auto rows = kernelStatistics(*trace, variantsOf(*trace)[0]);
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[0].name, kTensorCoreGemm);
    EXPECT_EQ(rows[0].count, 2);
    EXPECT_EQ(rows[0].total, 200'000);
    EXPECT_EQ(rows[0].min, 100'000);
    EXPECT_EQ(rows[0].mean, 100'000.0);
    EXPECT_EQ(rows[0].mathUnit, MathUnit::TensorCore);
    EXPECT_DOUBLE_EQ(rows[0].share, 200.0 / 402.0);
    // Equal times: by name.
    EXPECT_EQ(rows[1].name, kMemcpy);
    EXPECT_EQ(rows[2].name, kCudaCoreGemm);
    EXPECT_EQ(rows[3].name, kMemset);
    EXPECT_EQ(trace->start(rows[3].first), 450'000);
}

TEST(KernelRow, OfARangeAreThoseThatStartInItWhateverLaunchedThem)
{
    const auto trace = fakeGpuSession();
    const VariantView naive = variantsOf(*trace)[0];
    const auto startsIn = [&](TimeRange range) {
        std::vector<Ns> starts;
        for (const KernelRow& row : kernelRows(*trace, naive, range)) {
            starts.push_back(trace->start(row.span));
        }
        EXPECT_EQ(kernelRowCount(*trace, naive, range), static_cast<std::int64_t>(starts.size()));
        return starts;
    };
    EXPECT_EQ(startsIn({ 0, 451'000 }), (std::vector<Ns> { 150'000, 450'000 })); // the first is of the warm-up
    EXPECT_EQ(startsIn({ 451'000, 652'000 }), (std::vector<Ns> { 451'000, 551'000, 601'000, 651'000 }));
    EXPECT_EQ(startsIn({ 900'000, 2'000'000 }), std::vector<Ns> {}); // of another variant
    const auto rows = kernelRows(*trace, naive, TimeRange { 601'000, 652'000 });
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].step, 0);
    EXPECT_EQ(rows[0].index, 3); // in its step, as in the whole table
    EXPECT_EQ(rows[1].step, 1);
    EXPECT_EQ(rows[1].index, 0);
}

TEST(OpStatistics, OfARangeAreOfThoseThatStartInIt)
{
    FakeRecording recording;
    recording.cpu(SpanKind::Op, "aten::matmul", 0, 100'000);
    recording.cpu(SpanKind::Op, "aten::bmm", 10'000, 40'000);
    recording.cpu(SpanKind::Op, "aten::bmm", 60'000, 15'000);
    const auto trace = recording.builder().finish();
    const VariantView all = variantsOf(*trace)[0];
    const auto rows = opStatistics(*trace, all, TimeRange { 10'000, 60'000 });
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].name, "aten::bmm");
    EXPECT_EQ(rows[0].count, 1);
    EXPECT_EQ(rows[0].self, 40'000);
    EXPECT_EQ(opStatistics(*trace, all, TimeRange { -500'000, 10'000'000 }).size(), 2U);
    EXPECT_EQ(opStatistics(*trace, all, TimeRange { 60'001, 60'002 }).size(), 0U);
}

TEST(OpStatistics, SelfTimesAddUpToTheOutermostOps)
{
    FakeRecording recording;
    recording.cpu(SpanKind::Op, "aten::matmul", 0, 100'000);
    recording.cpu(SpanKind::Annotation, "my block", 5'000, 90'000); // not an op: what it holds counts for aten::matmul
    recording.cpu(SpanKind::Op, "aten::bmm", 10'000, 40'000);
    recording.cpu(SpanKind::Op, "aten::empty", 20'000, 5'000);
    recording.cpu(SpanKind::Op, "aten::empty", 60'000, 15'000);
    recording.cpu(SpanKind::Op, "aten::add", 200'000, 10'000);
    const auto trace = recording.builder().finish();
    const auto rows = opStatistics(*trace, variantsOf(*trace)[0]);
    struct Expected {
        const char* name;
        std::int64_t count;
        Ns total, self;
    };
    const std::vector<Expected> expected { { "aten::matmul", 1, 100'000, 45'000 }, { "aten::bmm", 1, 40'000, 35'000 },
        { "aten::empty", 2, 20'000, 20'000 }, { "aten::add", 1, 10'000, 10'000 } };
    ASSERT_EQ(rows.size(), expected.size());
    Ns self = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i].name, expected[i].name);
        EXPECT_EQ(rows[i].count, expected[i].count) << rows[i].name;
        EXPECT_EQ(rows[i].total, expected[i].total) << rows[i].name;
        EXPECT_EQ(rows[i].self, expected[i].self) << rows[i].name;
        self += rows[i].self;
    }
    EXPECT_EQ(self, 110'000); // 100 + 10: the two outermost ops
    EXPECT_EQ(rows[2].max, 15'000);
    EXPECT_EQ(trace->start(rows[2].longest), 60'000);
}

} // namespace
} // namespace attnscope
