// SPDX-License-Identifier: GPL-3.0-or-later
// What users of other tools reported, by the number of the report: how numbers over many spans must be made.
#include "profiler/analysis/findings.h"
#include "profiler/analysis/kernel_difference.h"
#include "profiler/analysis/tables.h"
#include "profiler/importing/import_trace.h"
#include "tests/support/fake_session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace attnscope {
namespace {

using namespace test;

constexpr const char* kAllReduce = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)";
constexpr const char* kFlash =
    "void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<64, 128, 128, 4, false, false, "
    "cutlass::bfloat16_t, pytorch_flash::Flash_kernel_traits<64, 128, 128, 4, cutlass::bfloat16_t> >, false, true, "
    "false, false, false, true, false, false>(pytorch_flash::Flash_fwd_params)";

TracePtr opened(std::string_view events)
{
    auto trace = importTraceText("{\"traceEvents\":[" + std::string(events) + "]}", "test");
    EXPECT_TRUE(trace.ok()) << (trace.ok() ? "" : trace.error().message);
    return trace.ok() ? trace.value() : std::make_shared<const Trace>();
}

KernelDifference compared(const Trace& a, const Trace& b, KernelDifferenceOptions options = {})
{
    return compareKernels(a, variantsOf(a).front(), b, variantsOf(b).front(), options);
}

TEST(UserReport, R043_AStepWithoutGpuEventsIsNamed)
{
    constexpr const char* kTwoSteps =
        R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#4","pid":1,"tid":1,"ts":0,"dur":100},
           {"ph":"X","cat":"user_annotation","name":"ProfilerStep#5","pid":1,"tid":1,"ts":200,"dur":100},
           {"ph":"X","cat":"cuda_runtime","name":"hipLaunchKernel","pid":1,"tid":1,"ts":20,"dur":5,)"
        R"("args":{"correlation":7}})";
    // The kernel runs while step 5 does, but step 4 launched it.
    const auto trace = opened(std::string(kTwoSteps)
        + R"(,{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":210,"dur":50,"args":{"correlation":7}})");
    const LogEntry* entry = trace->log().find("step-without-gpu-events");
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->count, 1U);
    EXPECT_EQ(entry->example, "\"ProfilerStep#5\" has no GPU events: nothing that it launched is in the file.");
    // Without a launch call the kernel speaks for the step in which it runs.
    const auto unlinked = opened(std::string(kTwoSteps)
        + R"(,{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":210,"dur":50,"args":{"correlation":9}})");
    ASSERT_NE(unlinked->log().find("step-without-gpu-events"), nullptr);
    EXPECT_NE(unlinked->log().find("step-without-gpu-events")->example.find("ProfilerStep#4"), std::string::npos);
    // A file without any GPU work is told as a whole, not step by step.
    EXPECT_EQ(opened(kTwoSteps)->log().find("step-without-gpu-events"), nullptr);
    EXPECT_NE(opened(kTwoSteps)->log().find("no-gpu-events"), nullptr);
}

TEST(UserReport, R084_TheTimeOfAGraphLaunchThatNoKernelCoversIsNotCounted)
{
    // A graph launch of 50 ms whose two known kernels run for 1 ms together.
    const auto trace =
        opened(R"({"ph":"X","cat":"cuda_runtime","name":"cudaGraphLaunch","pid":1,"tid":1,"ts":0,"dur":50000,)"
               R"("args":{"correlation":3}},
           {"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":1000,"dur":600,"args":{"correlation":3}},
           {"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":40000,"dur":400,"args":{"correlation":3}})");
    const auto work = gpuWorkLaunchedIn(*trace, { 0, 1 });
    ASSERT_EQ(work.size(), 2U);
    const SpanRef launch = trace->launchOf(work[0]).value();
    EXPECT_EQ(trace->duration(launch), 50'000'000);
    Ns uncovered = trace->duration(launch);
    std::vector<TimeRange> covered;
    for (const SpanRef kernel : trace->launchedBy(launch)) {
        covered.push_back({ trace->start(kernel), trace->end(kernel) });
    }
    uncovered -= unionLength(covered);
    EXPECT_EQ(uncovered, 49'000'000);
    // The gap belongs to nobody: the busy time of the trace is that of its kernels, not of the launch.
    const auto summaries = summarize(*trace);
    ASSERT_EQ(summaries.size(), 1U);
    EXPECT_EQ(summaries[0].recordedGpuUs, 1000.0);
}

TEST(UserReport, R096_TheShareOfCommunicationIsItsOwnTimeOverThatOfAllKernels)
{
    // The collective overlaps the product: 90 + 10 of 100 µs, although the GPU is busy for 90.
    FakeRecording recording;
    recording.step(0,
        { { SpanKind::Kernel, kTensorCoreGemm, 100'000, 90'000, 7 },
            { SpanKind::Kernel, kAllReduce, 120'000, 10'000, 20 } });
    const auto trace = recording.builder().finish();
    const auto names = kernelStatistics(*trace, variantsOf(*trace).front());
    const auto collective =
        std::find_if(names.begin(), names.end(), [](const NameStatistics& row) { return row.role == "collective"; });
    ASSERT_NE(collective, names.end());
    EXPECT_EQ(collective->total, 10'000);
    EXPECT_EQ(collective->mathUnit, MathUnit::None);
    EXPECT_DOUBLE_EQ(collective->share, 0.1);
    EXPECT_EQ(summarize(*trace)[0].recordedGpuUs, 90.0);
}

TEST(UserReport, R110_TheBackendOfACallIsNamedByItsInnerOperatorAndItsKernel)
{
    FakeRecording recording;
    recording.cpu(SpanKind::Op, "aten::scaled_dot_product_attention", 1'000, 40'000);
    recording.cpu(SpanKind::Op, "aten::_scaled_dot_product_flash_attention", 2'000, 38'000);
    recording.cpu(SpanKind::Op, "aten::_flash_attention_forward", 3'000, 36'000);
    recording.step(0, { { SpanKind::Kernel, kFlash, 100'000, 90'000 } });
    const auto trace = recording.builder().finish();
    const KernelRow row = kernelRow(*trace, trace->gpuWork().at(0));
    EXPECT_EQ(row.decoded->family, "flash-attention-2");
    EXPECT_EQ(row.decoded->label, "flash attention");
    EXPECT_EQ(row.decoded->rule, "flash2");
    std::vector<std::string_view> chain;
    for (const SpanRef op : trace->opChainOf(row.api.value())) {
        chain.push_back(trace->name(op));
    }
    EXPECT_EQ(chain,
        (std::vector<std::string_view> { "aten::bmm", "aten::_flash_attention_forward",
            "aten::_scaled_dot_product_flash_attention", "aten::scaled_dot_product_attention", "ProfilerStep#1" }));
}

TEST(UserReport, R121_FlopsAreThoseOfTheWorkloadHoweverManyOperatorsAreNested)
{
    // 4 · 2 · 3 · 64 · 128 · 32 operations in 10 µs. Operators in operators add nothing.
    for (const int depth : { 0, 1, 3 }) {
        SCOPED_TRACE(depth);
        FakeRecording recording;
        for (int i = 0; i < depth; ++i) {
            recording.cpu(SpanKind::Op, "aten::_scaled_dot_product_flash_attention", 1'000 + i, 90'000 - 2 * i);
        }
        const TimeRange step = recording.step(0, { { SpanKind::Kernel, kFlash, 100'000, 10'000 } });
        Session session;
        session.device = fakeGpu();
        session.workload.batch = 2;
        session.workload.heads = session.workload.kvHeads = 3;
        session.workload.seq = 64;
        session.workload.kvSeq = 128;
        session.workload.headDim = 32;
        session.variants.push_back(fakeResult("flash", { 0, 10'000'000 }, { step }));
        session.variants.back().gpuTiming = TimingStats { 10, 10, 10, 50 };
        EXPECT_DOUBLE_EQ(matmulFlop(session.workload), 6'291'456.0);
        recording.builder().setSession(std::move(session));
        const auto summaries = summarize(*recording.builder().finish());
        EXPECT_DOUBLE_EQ(summaries.at(0).tflops.value(), 0.6291456);
    }
}

TEST(UserReport, R124_TwoTracesAreComparedKernelByKernel)
{
    FakeRecording before, after;
    before.step(0,
        { { SpanKind::Kernel, kTensorCoreGemm, 100'000, 30'000 },
            { SpanKind::Kernel, kTensorCoreGemm, 140'000, 30'000 }, { SpanKind::Memcpy, kMemcpy, 180'000, 5'000 } });
    after.step(
        0, { { SpanKind::Kernel, kTensorCoreGemm, 100'000, 20'000 }, { SpanKind::Kernel, kFlash, 140'000, 12'000 } });
    const auto difference = compared(*before.builder().finish(), *after.builder().finish());
    ASSERT_EQ(difference.rows.size(), 3U);
    EXPECT_EQ(difference.rows[0].name, kTensorCoreGemm);
    EXPECT_EQ(difference.rows[0].a.count, 2);
    EXPECT_EQ(difference.rows[0].b.count, 1);
    EXPECT_EQ(difference.rows[0].difference(), -40'000);
    EXPECT_EQ(difference.rows[1].label, "flash attention");
    EXPECT_TRUE(difference.rows[1].isOnlyInB()); // added
    EXPECT_EQ(difference.rows[1].difference(), 12'000);
    EXPECT_EQ(difference.rows[2].name, kMemcpy);
    EXPECT_TRUE(difference.rows[2].isOnlyInA()); // removed
    EXPECT_EQ(difference.totalA, 65'000);
    EXPECT_EQ(difference.totalB, 32'000);
}

TEST(UserReport, R125_TracesAreAlignedByNameAndNotByTime)
{
    // The same work an hour later, in another order and on another stream: nothing differs.
    constexpr Ns kHour = 3'600'000'000'000;
    FakeRecording a, b;
    a.step(0,
        { { SpanKind::Kernel, kTensorCoreGemm, 100'000, 30'000 },
            { SpanKind::Kernel, kCudaCoreGemm, 140'000, 7'000 } });
    b.gpu({ SpanKind::Memset, kMemset, 1, 1 });
    b.step(kHour,
        { { SpanKind::Kernel, kCudaCoreGemm, kHour + 100'000, 7'000, 9 },
            { SpanKind::Kernel, kTensorCoreGemm, kHour + 140'000, 30'000, 9 } });
    const auto first = a.builder().finish();
    const auto difference = compared(*first, *b.builder().finish(), { false, true });
    ASSERT_EQ(difference.rows.size(), 2U);
    for (const KernelDifferenceRow& row : difference.rows) {
        SCOPED_TRACE(row.name);
        EXPECT_EQ(row.a.count, 1);
        EXPECT_EQ(row.b.count, 1);
        EXPECT_EQ(row.difference(), 0);
    }
    // Another data type is another kernel: one that went and one that came, the rest stays aligned.
    constexpr const char* kFp16Gemm = "nvjet_sm90_hsh_256x128_64x4_1x2_h_bz_coopA_TNT";
    FakeRecording c;
    c.step(
        0, { { SpanKind::Kernel, kFp16Gemm, 100'000, 29'000 }, { SpanKind::Kernel, kCudaCoreGemm, 140'000, 7'000 } });
    const auto changed = compared(*first, *c.builder().finish());
    ASSERT_EQ(changed.rows.size(), 3U);
    EXPECT_EQ(changed.rows[0].name, kTensorCoreGemm);
    EXPECT_TRUE(changed.rows[0].isOnlyInA());
    EXPECT_EQ(changed.rows[1].name, kFp16Gemm);
    EXPECT_TRUE(changed.rows[1].isOnlyInB());
    EXPECT_EQ(changed.rows[2].name, kCudaCoreGemm);
    EXPECT_EQ(changed.rows[2].difference(), 0);
}

} // namespace
} // namespace attnscope
