// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/kernel_difference.h"

#include "profiler/exporting/difference_table.h"
#include "tests/support/fake_session.h"

#include <gtest/gtest.h>

namespace attnscope {
namespace {

using namespace test;

// Two steps: in a the GEMM takes 100 + 120 µs and a copy 50; in b the GEMM takes 80 four times, a fill 2, and nothing is copied.
TracePtr before()
{
    FakeRecording recording;
    recording.step(0, { { SpanKind::Kernel, kTensorCoreGemm, 20'000, 100'000 } });
    recording.step(200'000,
        { { SpanKind::Kernel, kTensorCoreGemm, 320'000, 120'000 }, { SpanKind::Memcpy, kMemcpy, 440'000, 50'000 } });
    return recording.builder().finish();
}

TracePtr after()
{
    FakeRecording recording;
    recording.step(0,
        { { SpanKind::Kernel, kTensorCoreGemm, 20'000, 80'000 }, { SpanKind::Kernel, kTensorCoreGemm, 100'000, 80'000 },
            { SpanKind::Memset, kMemset, 180'000, 2'000 } });
    recording.step(200'000,
        { { SpanKind::Kernel, kTensorCoreGemm, 320'000, 80'000 },
            { SpanKind::Kernel, kTensorCoreGemm, 400'000, 80'000 } });
    return recording.builder().finish();
}

KernelDifference compared(const Trace& a, const Trace& b, KernelDifferenceOptions options = {})
{
    return compareKernels(a, variantsOf(a).front(), b, variantsOf(b).front(), options);
}

TEST(KernelDifference, HasOneRowANameTheLargestDifferenceFirst)
{
    const auto a = before();
    const auto b = after();
    const KernelDifference difference = compared(*a, *b);
    ASSERT_EQ(difference.rows.size(), 3U);
    const KernelDifferenceRow& gemm = difference.rows[0];
    EXPECT_EQ(gemm.name, kTensorCoreGemm);
    EXPECT_EQ(gemm.group, RoleGroup::Matmul);
    EXPECT_EQ(gemm.mathUnit, MathUnit::TensorCore);
    EXPECT_EQ(gemm.a.count, 2);
    EXPECT_EQ(gemm.b.count, 4);
    EXPECT_EQ(gemm.a.total, 220'000);
    EXPECT_EQ(gemm.b.total, 320'000);
    EXPECT_EQ(gemm.a.mean, 110'000);
    EXPECT_EQ(gemm.b.mean, 80'000);
    EXPECT_EQ(gemm.difference(), 100'000);
    EXPECT_DOUBLE_EQ(gemm.ratio().value(), 320.0 / 220.0);
    EXPECT_EQ(a->duration(gemm.a.longest), 120'000);
    EXPECT_EQ(difference.rows[1].name, kMemcpy); // −50 µs is more than +2 µs
    EXPECT_EQ(difference.rows[2].name, kMemset);
    EXPECT_EQ(difference.totalA, 270'000);
    EXPECT_EQ(difference.totalB, 322'000);
}

TEST(KernelDifference, MarksNamesThatOnlyOneSideHas)
{
    const auto difference = compared(*before(), *after());
    const KernelDifferenceRow& copy = difference.rows[1];
    EXPECT_TRUE(copy.isOnlyInA());
    EXPECT_FALSE(copy.isOnlyInB());
    EXPECT_EQ(copy.difference(), -50'000);
    EXPECT_FALSE(copy.ratio());
    const KernelDifferenceRow& fill = difference.rows[2];
    EXPECT_TRUE(fill.isOnlyInB());
    EXPECT_EQ(fill.mathUnit, MathUnit::None);
    EXPECT_FALSE(fill.ratio());
}

TEST(KernelDifference, OfOneStepDividesCountsAndTotalsAndKeepsMeans)
{
    const auto difference = compared(*before(), *after(), { false, true });
    EXPECT_TRUE(difference.perStep);
    const KernelDifferenceRow& gemm = difference.rows[0];
    EXPECT_EQ(gemm.a.count, 1);
    EXPECT_EQ(gemm.b.count, 2);
    EXPECT_EQ(gemm.a.total, 110'000);
    EXPECT_EQ(gemm.b.total, 160'000);
    EXPECT_EQ(gemm.a.mean, 110'000);
    EXPECT_EQ(gemm.b.mean, 80'000);
    EXPECT_EQ(difference.rows[1].a.count, 0.5); // one copy in two steps
}

TEST(KernelDifference, OfOneStepLeavesOutWhatNoStepLaunched)
{
    FakeRecording recording;
    recording.step(0, { { SpanKind::Kernel, kTensorCoreGemm, 20'000, 100'000 } });
    recording.gpu({ SpanKind::Kernel, kTensorCoreGemm, 900'000, 30'000 });
    const auto a = recording.builder().finish();
    EXPECT_EQ(compared(*a, *after(), { false, true }).rows[0].a.total, 100'000);
    EXPECT_EQ(compared(*a, *after()).rows[0].a.total, 130'000);
}

TEST(KernelDifference, WithoutStepsOnBothSidesIsOfTheWhole)
{
    FakeRecording recording;
    recording.gpu({ SpanKind::Kernel, kTensorCoreGemm, 0, 30'000 });
    const auto stepless = recording.builder().finish();
    const auto difference = compared(*stepless, *after(), { false, true });
    EXPECT_FALSE(difference.perStep);
    EXPECT_FALSE(difference.canBePerStep());
    EXPECT_EQ(difference.stepsB, 2U);
    EXPECT_EQ(difference.rows[0].b.total, 320'000);
}

TEST(KernelDifference, ByLabelPutsKernelsOfOneKindTogether)
{
    // The same tile and type in another cluster shape and pipeline: two names, one label.
    constexpr const char* kOtherName = "nvjet_sm90_tst_256x128_64x4_2x1_h_bz_coopB_TNT";
    FakeRecording recording;
    recording.gpu({ SpanKind::Kernel, kTensorCoreGemm, 0, 30'000 });
    recording.gpu({ SpanKind::Kernel, kOtherName, 40'000, 20'000 });
    const auto a = recording.builder().finish();
    ASSERT_EQ(a->decoded(a->gpuWork()[0]).label, a->decoded(a->gpuWork()[1]).label);
    EXPECT_EQ(compared(*a, *a).rows.size(), 2U);
    const auto difference = compared(*a, *a, { true, false });
    ASSERT_EQ(difference.rows.size(), 1U);
    EXPECT_EQ(difference.rows[0].a.count, 2);
    EXPECT_EQ(difference.rows[0].difference(), 0);
    EXPECT_EQ(difference.rows[0].ratio(), 1.0);
    const auto spans = kernelSpans(*a, variantsOf(*a).front(), difference.rows[0].name, true);
    EXPECT_EQ(spans, a->gpuWork());
    EXPECT_EQ(kernelSpans(*a, variantsOf(*a).front(), kOtherName, false), std::vector { a->gpuWork()[1] });
}

TEST(KernelDifference, FindsAKernelThatTheOtherToolDemangled)
{
    FakeRecording mangled;
    mangled.gpu({ SpanKind::Kernel, "_Z6kernelIfEvPT_", 0, 10'000 });
    FakeRecording readable;
    readable.gpu({ SpanKind::Kernel, "void kernel<float>(float*)", 0, 15'000 });
    const auto difference = compared(*mangled.builder().finish(), *readable.builder().finish());
    ASSERT_EQ(difference.rows.size(), 1U);
    EXPECT_EQ(difference.rows[0].name, "void kernel<float>(float*)");
    EXPECT_EQ(difference.rows[0].difference(), 5'000);
}

TEST(KernelDifference, LeavesOutWarmUpOfRecordings)
{
    const auto session = fakeGpuSession();
    const auto views = variantsOf(*session);
    const auto difference = compareKernels(*session, views[0], *session, views[1]);
    ASSERT_EQ(difference.rows.size(), 4U);
    EXPECT_EQ(difference.rows[0].name, kTensorCoreGemm);
    EXPECT_EQ(difference.rows[0].a.total, 200'000); // without the 200 µs of the warm-up
    EXPECT_EQ(difference.rows[0].b.total, 30'000);
}

TEST(KernelDifference, WithARecordingOfKernelsAloneComparesKernelsAlone)
{
    FakeRecording kernelsAlone;
    kernelsAlone.cpu(SpanKind::Step, "ProfilerStep#1", 0, 200'000);
    kernelsAlone.gpu({ SpanKind::Kernel, kTensorCoreGemm, 20'000, 90'000 });
    Session session;
    session.device = fakeGpu();
    session.level = RecordLevel::Kernels;
    session.variants = { fakeResult("naive", { 0, 1'000'000 }, { { 0, 200'000 } }) };
    kernelsAlone.builder().setSession(session);
    const auto a = kernelsAlone.builder().finish();
    const auto b = before();
    for (const KernelDifference& difference : { compared(*a, *b), compared(*b, *a) }) {
        ASSERT_EQ(difference.rows.size(), 1U) << "a copy that was not recorded is no difference";
        EXPECT_EQ(difference.rows[0].name, kTensorCoreGemm);
    }
}

TEST(PairVariants, AreOfOneNameOrTheOnlyOnes)
{
    const auto session = fakeGpuSession();
    const auto foreign = before();
    const auto pairs = pairVariants(variantsOf(*session), variantsOf(*session));
    ASSERT_EQ(pairs.size(), 3U);
    EXPECT_EQ(pairs[1].first.name, "inplace");
    EXPECT_EQ(pairs[1].second.name, "inplace");
    EXPECT_EQ(pairVariants(variantsOf(*foreign), variantsOf(*foreign)).size(), 1U);
    EXPECT_TRUE(pairVariants(variantsOf(*session), variantsOf(*foreign)).empty());
    EXPECT_EQ(pairVariants({ variantsOf(*session)[0] }, variantsOf(*foreign)).size(), 1U);
}

TEST(DifferenceTable, LeavesEmptyWhatASideDoesNotHave)
{
    CellTable table = emptyDifferenceTable();
    appendDifferenceRows(table, "naive", compared(*before(), *after(), { false, true }));
    const std::string csv = toCsv(table.select({ "variant", "name", "count_a", "count_b", "total_ns_a", "total_ns_b",
        "mean_ns_a", "mean_ns_b", "difference_ns", "only_in" }));
    EXPECT_EQ(csv,
        "variant,name,count_a,count_b,total_ns_a,total_ns_b,mean_ns_a,mean_ns_b,difference_ns,only_in\r\n"
        "naive,nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_TNT,1,2,110000,160000,110000,80000,50000,\r\n"
        "naive,Memcpy DtoD (Device -> Device),0.500,,25000,,50000,,-25000,a\r\n"
        "naive,Memset (Device),,0.500,,1000,,2000,1000,b\r\n");
}

} // namespace
} // namespace attnscope
