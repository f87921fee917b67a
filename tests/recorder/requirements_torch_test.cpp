// SPDX-License-Identifier: GPL-3.0-or-later
// Those of requirements_test.cpp that need LibTorch.
#include "tests/recorder/fake_cupti.h"
#include "tests/recorder/recording_helpers.h"

#include "profiler/recording/cupti_session.h"

namespace attnscope {
namespace {

using test::cpuRequest;
using test::FakeCupti;
using test::recordOrFail;
using test::resultOf;

TEST(Requirement, WorkloadsAtTheEdgesRunOnTheCpu)
{
    struct Case {
        const char* what;
        void (*change)(Workload&);
    };
    const Case cases[] = {
        { "head dim 256", [](Workload& w) { w.headDim = 256; } },
        { "head dim 33", [](Workload& w) { w.headDim = 33; } },
        { "one token of each", [](Workload& w) { w.seq = w.kvSeq = 1; } },
        { "decode with shared heads",
            [](Workload& w) {
                w.seq = 1;
                w.heads = 8;
                w.kvHeads = 2;
                w.mask = MaskKind::None;
            } },
        { "training with shared heads",
            [](Workload& w) {
                w.heads = 4;
                w.kvHeads = 2;
                w.direction = Direction::Training;
            } },
        { "training with padding",
            [](Workload& w) {
                w.batch = 2;
                w.mask = MaskKind::Padding;
                w.direction = Direction::Training;
            } },
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(one.what);
        Workload workload = test::smallWorkload();
        one.change(workload);
        const TracePtr trace = recordOrFail(cpuRequest({ "naive", "inplace", "math", "auto" }, workload));
        ASSERT_TRUE(trace);
        for (const VariantResult& result : trace->session()->variants) {
            SCOPED_TRACE(result.name);
            EXPECT_EQ(result.status, VariantStatus::Done) << (result.reasons.empty() ? "" : result.reasons.front());
            EXPECT_LT(result.relativeError.value_or(1), 1e-5);
            EXPECT_EQ(result.nanCount, 0);
        }
    }
}

TEST(Requirement, DropoutRunsWhereTheVariantSupportsIt)
{
    Workload workload = test::smallWorkload();
    workload.dropout = 0.5;
    workload.direction = Direction::Training;
    const TracePtr trace = recordOrFail(cpuRequest({ "naive", "inplace", "math", "auto" }, workload));
    ASSERT_TRUE(trace);
    for (const VariantResult& result : trace->session()->variants) {
        EXPECT_EQ(result.status, VariantStatus::Done) << result.name;
        EXPECT_FALSE(result.relativeError.has_value()) << "dropout is random";
    }
    EXPECT_EQ(resultOf(*trace, "auto").backend, "math") << "flash has no dropout on the CPU";
}

// Whoever holds CUPTI, the CPU lanes are recorded.
TEST(Requirement, WithoutTheGpuSideTheCpuSideIsRecorded)
{
    FakeCupti fake;
    fake.subscribeResult = CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
    fake.holder = "Nsight Systems";
    CuptiSession session(fake);
    EXPECT_FALSE(session.start(RecordLevel::Full).ok());
    TorchRecorder recorder(session);
    const std::atomic<bool> cancel { false };
    const auto result = recorder.record(cpuRequest({ "naive" }), {}, cancel);
    ASSERT_TRUE(result.ok());
    EXPECT_FALSE(test::namesIn(*result.value(), SpanKind::Op, resultOf(*result.value(), "naive").steps[0]).empty());
}

} // namespace
} // namespace attnscope
