// SPDX-License-Identifier: GPL-3.0-or-later
// Work of other streams and of CUDA graphs: operators of tests/data/op_library.cpp, recorded as variants.
#include "tests/gpu/gpu_helpers.h"

#include <set>

namespace attnscope {
namespace {

using test::gpuRequest;
using test::recordOrFail;
using test::resultOf;

RecordRequest requestOf(const std::string& op)
{
    Workload workload = test::smallWorkload();
    workload.dtype = DType::BFloat16;
    workload.headDim = 64;
    workload.mask = MaskKind::None;
    RecordRequest request = gpuRequest({}, workload);
    request.timingIterations = 3;
    request.customVariants = { { op, "", ATTNSCOPE_OP_LIBRARY, "attnscope_test::" + op } };
    return request;
}

void expectRan(const Trace& trace, const std::string& variant)
{
    const VariantResult& result = resultOf(trace, variant);
    ASSERT_EQ(result.status, VariantStatus::Done) << (result.reasons.empty() ? "" : result.reasons.front());
    EXPECT_LT(result.relativeError.value_or(1), 3e-2);
    EXPECT_GT(result.counts.launches, 0);
    EXPECT_EQ(result.counts.matched, result.counts.launches);
    EXPECT_EQ(result.counts.unlinked, 0);
    EXPECT_EQ(result.counts.beforeLaunch, 0);
}

TEST(GpuStreams, WorkOfAnotherStreamBelongsToItsLaunchAndItsOperator)
{
    ATTNSCOPE_NEEDS_GPU("work on a second stream");
    const TracePtr trace = recordOrFail(requestOf("side_stream"));
    ASSERT_TRUE(trace);
    expectRan(*trace, "side_stream");
    std::set<std::int64_t> streamsOfKernels;
    std::set<std::string> operators;
    for (const SpanRef& span : trace->gpuWork()) {
        const auto launch = trace->launchOf(span);
        ASSERT_TRUE(launch.has_value()) << trace->name(span);
        const auto chain = trace->opChainOf(*launch);
        ASSERT_FALSE(chain.empty()) << trace->name(span);
        if (trace->kind(span) == SpanKind::Kernel) {
            streamsOfKernels.insert(trace->lane(span).stream);
            for (const SpanRef& op : chain) {
                operators.insert(std::string(trace->name(op)));
            }
        }
    }
    ASSERT_EQ(streamsOfKernels.size(), 1U);
    EXPECT_NE(*streamsOfKernels.begin(), 7) << "7 is the default stream, which the operator left";
    EXPECT_TRUE(operators.contains("attnscope_test::side_stream"));
}

struct GraphWork {
    int ofGraphs = 0, linkedToReplay = 0;
};

GraphWork graphWorkOf(const Trace& trace, TimeRange step)
{
    GraphWork work;
    for (const SpanRef& span : trace.gpuWork()) {
        if (trace.argsJson(span).find("\"graph id\"") == std::string::npos) {
            continue;
        }
        const auto launch = trace.launchOf(span);
        if (launch && step.contains(trace.start(*launch))) {
            ++work.ofGraphs;
            work.linkedToReplay += trace.name(*launch) == "cudaGraphLaunch" ? 1 : 0;
        }
    }
    return work;
}

TEST(GpuGraphs, EveryKernelOfAReplayBelongsToTheReplayInEverySession)
{
    ATTNSCOPE_NEEDS_GPU("CUDA graphs");
    std::optional<int> kernels;
    for (int session = 0; session < 3; ++session) {
        SCOPED_TRACE(session);
        const TracePtr trace = recordOrFail(requestOf("graph_replay"));
        ASSERT_TRUE(trace);
        expectRan(*trace, "graph_replay");
        for (const TimeRange& step : resultOf(*trace, "graph_replay").steps) {
            EXPECT_EQ(test::countOf(test::namesIn(*trace, SpanKind::ApiRuntime, step), "cudaGraphLaunch"), 1);
            const GraphWork work = graphWorkOf(*trace, step);
            EXPECT_GE(work.ofGraphs, 4) << "two matrix products, a scaling, a softmax";
            EXPECT_EQ(work.linkedToReplay, work.ofGraphs);
            EXPECT_EQ(work.ofGraphs, kernels.value_or(work.ofGraphs)) << "as many as in every other replay";
            kernels = work.ofGraphs;
        }
    }
}

} // namespace
} // namespace attnscope
