// SPDX-License-Identifier: GPL-3.0-or-later
// Whole recordings on a GPU. What depends on the kind of GPU is asserted on an H200 only.
#include "tests/gpu/gpu_helpers.h"

#include <set>

namespace attnscope {
namespace {

using test::countOf;
using test::countsOfStep;
using test::GpuCounts;
using test::gpuRequest;
using test::namesIn;
using test::recordOrFail;
using test::resultOf;

struct ArticleRow {
    const char* variant;
    GpuCounts counts;
    const char* backend;
};
// The article's shape on an H200 with LibTorch 2.11: 8x16x1024x64, bf16, causal.
const ArticleRow kArticle[] = {
    { "naive", { 5, 1, 1 }, "none" },
    { "inplace", { 5, 0, 1 }, "none" },
    { "math", { 20, 0, 0 }, "math" },
    { "efficient", { 1, 0, 0 }, "efficient" },
    { "flash", { 1, 0, 0 }, "flash" },
    { "cudnn", { 1, 0, 1 }, "cudnn" },
    { "auto", { 1, 0, 1 }, "cudnn" },
};

std::vector<std::string> allVariants()
{
    std::vector<std::string> names;
    for (const VariantName& variant : kVariants) {
        names.emplace_back(variant.name);
    }
    return names;
}

bool isH200()
{
    return test::gpu()->name.find("H200") != std::string::npos;
}

void expectComplete(const Trace& trace)
{
    for (const VariantResult& result : trace.session()->variants) {
        SCOPED_TRACE(result.name);
        ASSERT_EQ(result.status, VariantStatus::Done) << (result.reasons.empty() ? "" : result.reasons.front());
        EXPECT_GT(result.counts.launches, 0);
        EXPECT_EQ(result.counts.matched, result.counts.launches);
        EXPECT_GE(result.counts.gpuEvents, result.counts.launches);
        EXPECT_EQ(result.counts.unlinked, 0);
        EXPECT_EQ(result.counts.zeroTimestamp, 0);
        EXPECT_EQ(result.counts.dropped, 0);
        EXPECT_EQ(result.counts.beforeLaunch, 0);
    }
    for (const SpanRef& span : trace.gpuWork()) {
        EXPECT_GT(trace.duration(span), 0) << trace.name(span);
        const auto launch = trace.launchOf(span);
        ASSERT_TRUE(launch.has_value()) << trace.name(span);
        EXPECT_GE(trace.start(span), trace.start(*launch)) << trace.name(span);
        EXPECT_FALSE(trace.opChainOf(*launch).empty()) << trace.name(span);
    }
    EXPECT_EQ(trace.log().find("launch-without-record"), nullptr);
    EXPECT_EQ(trace.log().find("api-error"), nullptr);
}

TEST(GpuRecording, CountsOfTheArticlesShapeAreExact)
{
    ATTNSCOPE_NEEDS_GPU("kernel counts of the article's shape");
    const TracePtr trace = recordOrFail(gpuRequest(allVariants()));
    ASSERT_TRUE(trace);
    expectComplete(*trace);
    if (!isH200()) {
        GTEST_SKIP() << "the exact counts are those of an H200";
    }
    for (const ArticleRow& row : kArticle) {
        SCOPED_TRACE(row.variant);
        const VariantResult& result = resultOf(*trace, row.variant);
        EXPECT_EQ(result.backend, row.backend);
        ASSERT_EQ(result.steps.size(), 3U);
        for (const TimeRange& step : result.steps) {
            EXPECT_EQ(countsOfStep(*trace, step), row.counts);
        }
        EXPECT_EQ(result.counts.gpuEvents, 3 * (row.counts.kernels + row.counts.copies + row.counts.fills));
    }
}

TEST(GpuRecording, TenSessionsInOneProcessLoseNothing)
{
    ATTNSCOPE_NEEDS_GPU("ten sessions in a row");
    Workload workload = test::smallWorkload();
    workload.dtype = DType::BFloat16;
    workload.headDim = 64;
    RecordRequest request = gpuRequest({ "naive", "math", "flash" }, workload);
    request.timingIterations = 0;
    std::optional<std::vector<GpuCounts>> first;
    for (int session = 0; session < 10; ++session) {
        SCOPED_TRACE(session);
        const TracePtr trace = recordOrFail(request);
        ASSERT_TRUE(trace);
        expectComplete(*trace);
        std::vector<GpuCounts> counts;
        for (const VariantResult& result : trace->session()->variants) {
            for (const TimeRange& step : result.steps) {
                counts.push_back(countsOfStep(*trace, step));
            }
        }
        if (first) {
            EXPECT_EQ(counts, *first);
        }
        first = counts;
    }
}

TEST(GpuRecording, NoWarmUpWorkReachesTheRecordedSteps)
{
    ATTNSCOPE_NEEDS_GPU("the gap between warm-up and steps");
    const TracePtr trace = recordOrFail(gpuRequest({ "naive" }));
    ASSERT_TRUE(trace);
    const Ns firstStep = resultOf(*trace, "naive").steps.front().begin;
    int before = 0;
    for (const SpanRef& span : trace->gpuWork()) {
        const auto launch = trace->launchOf(span);
        if (launch && trace->start(*launch) < firstStep) {
            ++before;
            EXPECT_LE(trace->end(span), firstStep) << trace->name(span);
        }
    }
    EXPECT_GT(before, 0) << "the warm-up is recorded, too";
}

TEST(GpuRecording, MeasuresTimesMemoryAndAccuracy)
{
    ATTNSCOPE_NEEDS_GPU("times, peak memory and accuracy");
    const TracePtr trace = recordOrFail(gpuRequest({ "naive", "math", "flash" }));
    ASSERT_TRUE(trace);
    for (const VariantResult& result : trace->session()->variants) {
        SCOPED_TRACE(result.name);
        ASSERT_TRUE(result.gpuTiming && result.cpuTiming && result.peakMemoryBytes && result.maxAbsError);
        EXPECT_GT(result.gpuTiming->medianUs, 0);
        EXPECT_EQ(result.gpuTiming->iterations, 20);
        EXPECT_GT(result.cpuTiming->medianUs, 0);
        EXPECT_LT(*result.relativeError, 2e-2);
        EXPECT_EQ(result.nanCount, 0);
        EXPECT_TRUE(result.recordingOverhead.has_value());
    }
    const std::int64_t scores = scoreBytes(Workload {});
    EXPECT_GE(*resultOf(*trace, "naive").peakMemoryBytes, 2 * scores);
    EXPECT_GE(*resultOf(*trace, "math").peakMemoryBytes, 4 * scores) << "fp32 score matrices";
    EXPECT_LT(*resultOf(*trace, "flash").peakMemoryBytes, scores) << "flash keeps no score matrix";
    ASSERT_TRUE(trace->session()->device.limits.has_value());
    EXPECT_GT(trace->session()->device.limits->smCount, 0);
}

TEST(GpuRecording, TrainingAttributesTheBackwardToItsStep)
{
    ATTNSCOPE_NEEDS_GPU("backward on autograd's thread");
    Workload workload;
    workload.direction = Direction::Training;
    const TracePtr trace = recordOrFail(gpuRequest({ "naive", "flash" }, workload));
    ASSERT_TRUE(trace);
    for (const char* name : { "naive", "flash" }) {
        SCOPED_TRACE(name);
        const VariantResult& result = resultOf(*trace, name);
        ASSERT_EQ(result.status, VariantStatus::Done) << (result.reasons.empty() ? "" : result.reasons.front());
        EXPECT_EQ(result.counts.matched, result.counts.launches);
        EXPECT_EQ(result.counts.unlinked, 0);
        const GpuCounts first = countsOfStep(*trace, result.steps[0]);
        EXPECT_GT(first.kernels, 1);
        EXPECT_EQ(countsOfStep(*trace, result.steps[2]), first);
        EXPECT_EQ(countOf(namesIn(*trace, SpanKind::Annotation, result.steps[0]), "attn_bwd"), 1);
    }
}

TEST(GpuRecording, EveryWorkloadRunsOrIsRefusedWithAReason)
{
    ATTNSCOPE_NEEDS_GPU("workloads");
    struct Case {
        const char* what;
        void (*change)(Workload&);
        std::set<std::string> mustRefuse;
    };
    const Case cases[] = {
        { "fp32", [](Workload& w) { w.dtype = DType::Float32; }, { "flash", "cudnn" } },
        { "head dim 33", [](Workload& w) { w.headDim = 33; }, { "efficient", "cudnn" } },
        { "padding", [](Workload& w) { w.mask = MaskKind::Padding; }, { "flash" } },
        { "grouped-query attention", [](Workload& w) { w.kvHeads = 2; }, {} },
        { "causal with longer keys", [](Workload& w) { w.kvSeq = 512; }, { "flash" } },
        { "decode",
            [](Workload& w) {
                w.seq = 1;
                w.mask = MaskKind::None;
            },
            {} },
        { "two layers", [](Workload& w) { w.layers = 2; }, {} },
        { "fp16", [](Workload& w) { w.dtype = DType::Float16; }, {} },
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(one.what);
        Workload workload;
        workload.batch = 2;
        workload.heads = workload.kvHeads = 4;
        workload.seq = workload.kvSeq = 256;
        one.change(workload);
        RecordRequest request = gpuRequest(allVariants(), workload);
        request.timingIterations = 3;
        const TracePtr trace = recordOrFail(request);
        ASSERT_TRUE(trace);
        for (const VariantResult& result : trace->session()->variants) {
            SCOPED_TRACE(result.name);
            EXPECT_NE(result.status, VariantStatus::Failed) << (result.reasons.empty() ? "" : result.reasons.front());
            if (one.mustRefuse.contains(result.name)) {
                EXPECT_EQ(result.status, VariantStatus::Refused);
            }
            if (result.status == VariantStatus::Done) {
                EXPECT_EQ(result.counts.matched, result.counts.launches);
                EXPECT_LT(result.relativeError.value_or(1), 3e-2);
            } else {
                EXPECT_FALSE(result.reasons.empty());
            }
        }
    }
}

} // namespace
} // namespace attnscope
