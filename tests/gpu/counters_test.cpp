// SPDX-License-Identifier: GPL-3.0-or-later
// Hardware counters and machine code of whole recordings. The exact numbers are those of an H200 with LibTorch 2.11.
#include "tests/gpu/gpu_helpers.h"

#include "profiler/analysis/tables.h"
#include "profiler/kernels/verdict.h"

#include <cstdio>
#include <map>

namespace attnscope {
namespace {

using test::gpuRequest;
using test::recordOrFail;
using test::resultOf;

bool isH200()
{
    return test::gpu()->name.find("H200") != std::string::npos;
}

// The article's shape, every variant, counted; recorded once for all tests.
const TracePtr& countedTrace()
{
    static const TracePtr trace = [] {
        std::vector<std::string> names;
        for (const VariantName& variant : kVariants) {
            names.emplace_back(variant.name);
        }
        RecordRequest request = gpuRequest(std::move(names));
        request.counters = true;
        return recordOrFail(request);
    }();
    return trace;
}

// Why there are no counters here, or nothing.
std::string noteOfCounters(const Trace& trace)
{
    for (const std::string& note : trace.session()->notes) {
        if (note.find("ardware counters") != std::string::npos) {
            return note;
        }
    }
    return {};
}

#define ATTNSCOPE_NEEDS_COUNTERS(trace)                                                                                \
    ASSERT_TRUE(trace);                                                                                                \
    if (const std::string note = noteOfCounters(*trace); !note.empty()) {                                              \
        if (isH200()) {                                                                                                \
            FAIL() << note;                                                                                            \
        }                                                                                                              \
        GTEST_SKIP() << note;                                                                                          \
    }

std::vector<KernelRow> kernelsOfStep(const Trace& trace, std::string_view variant, int step)
{
    std::vector<KernelRow> kernels;
    for (const VariantView& view : variantsOf(trace)) {
        if (view.name != variant) {
            continue;
        }
        for (KernelRow& row : kernelRows(trace, view)) {
            if (row.step == step && trace.kind(row.span) == SpanKind::Kernel) {
                kernels.push_back(std::move(row));
            }
        }
    }
    return kernels;
}

struct Counted {
    const char* variant;
    const char* name; ///< a part of the kernel's name
    std::vector<std::int64_t> tensor, hfma2; ///< of each kernel with such a name, in launch order
};
const Counted kH200[] = {
    { "naive", "nvjet", { 262'144, 131'072 }, { 0, 0 } },
    { "naive", "masked_fill", { 4'194'304 }, { 4'194'304 } },
    { "naive", "softmax", { 2'289'664 }, { 2'289'664 } },
    { "inplace", "nvjet", { 262'144, 131'072 }, { 0, 0 } },
    { "inplace", "masked_fill", { 4'194'304 }, { 4'194'304 } },
    { "inplace", "softmax", { 2'289'664 }, { 2'289'664 } },
    { "math", "xmma_gemm", { 32'768, 16'384 }, { 32'768, 16'384 } },
    { "math", "softmax", { 2'289'664 }, { 2'289'664 } },
    { "efficient", "fmha_cutlassF", { 8'912'896 }, { 0 } },
    { "flash", "flash_fwd", { 4'718'592 }, { 0 } },
    { "cudnn", "cudnn_generated", { 442'368 }, { 0 } },
    { "auto", "cudnn_generated", { 442'368 }, { 0 } },
};

TEST(GpuCounters, AreExactAtTheArticlesShape)
{
    ATTNSCOPE_NEEDS_GPU("hardware counters");
    const TracePtr& trace = countedTrace();
    ATTNSCOPE_NEEDS_COUNTERS(trace);
    if (!isH200()) {
        GTEST_SKIP() << "the exact counts are those of an H200";
    }
    for (const Counted& row : kH200) {
        for (int step = 0; step < 3; ++step) {
            SCOPED_TRACE(std::string(row.variant) + ": " + row.name + ", step " + std::to_string(step));
            std::vector<std::int64_t> tensor;
            std::vector<std::int64_t> hfma2;
            for (const KernelRow& kernel : kernelsOfStep(*trace, row.variant, step)) {
                if (trace->name(kernel.span).find(row.name) != std::string_view::npos) {
                    tensor.push_back(kernel.facts.tensorInstructions.value_or(-1));
                    hfma2.push_back(kernel.facts.hfma2Instructions.value_or(-1));
                }
            }
            EXPECT_EQ(tensor, row.tensor);
            EXPECT_EQ(hfma2, row.hfma2);
        }
    }
}

TEST(GpuCounters, TheVerdictIsRightForEveryLaunch)
{
    ATTNSCOPE_NEEDS_GPU("verdicts by counters");
    const TracePtr& trace = countedTrace();
    ATTNSCOPE_NEEDS_COUNTERS(trace);
    int kernels = 0;
    for (const VariantName& variant : kVariants) {
        for (int step = 0; step < 3; ++step) {
            for (const KernelRow& kernel : kernelsOfStep(*trace, variant.name, step)) {
                SCOPED_TRACE(std::string(variant.name) + ": " + std::string(trace->name(kernel.span)).substr(0, 120));
                ++kernels;
                EXPECT_EQ(toString(kernel.verdict.evidence), "counters");
                EXPECT_FALSE(kernel.verdict.disagrees) << kernel.verdict.disagreement;
                ASSERT_TRUE(tensorCoreInstructions(kernel.facts).has_value());
                const bool matrix = kernel.decoded->group == RoleGroup::Attention
                    || (kernel.decoded->group == RoleGroup::Matmul && variant.name != "math");
                EXPECT_EQ(
                    toString(kernel.verdict.unit == MathUnit::TensorCore ? MathUnit::TensorCore : MathUnit::CudaCore),
                    toString(matrix ? MathUnit::TensorCore : MathUnit::CudaCore))
                    << kernel.verdict.text;
                ASSERT_TRUE(kernel.facts.sassMatrixInstructions.has_value()) << "its module was not seen";
                EXPECT_EQ(*kernel.facts.sassMatrixInstructions != "none", matrix)
                    << *kernel.facts.sassMatrixInstructions;
                EXPECT_GT(kernel.facts.warpsActivePercent.value_or(0), 0);
            }
        }
    }
    if (isH200()) {
        EXPECT_EQ(kernels, 3 * (5 + 5 + 20 + 1 + 1 + 1 + 1));
    }
}

TEST(GpuCounters, DramBytesTellTheArticlesStory)
{
    ATTNSCOPE_NEEDS_GPU("DRAM traffic");
    const TracePtr& trace = countedTrace();
    ATTNSCOPE_NEEDS_COUNTERS(trace);
    std::map<std::string, std::int64_t> bytes;
    for (const VariantResult& result : trace->session()->variants) {
        ASSERT_TRUE(result.dramBytes.has_value()) << result.name;
        bytes[result.name] = *result.dramBytes;
        std::printf(
            "%-10s %lld DRAM bytes a forward\n", result.name.c_str(), static_cast<long long>(*result.dramBytes));
    }
    const std::int64_t scores = scoreBytes(Workload {});
    EXPECT_GT(bytes["naive"], bytes["inplace"]) << "the copy";
    EXPECT_GT(bytes["inplace"], 4 * scores) << "written and read again by each kernel";
    EXPECT_GT(bytes["math"], bytes["naive"]) << "in fp32";
    EXPECT_LT(bytes["flash"], scores) << "keeps no score matrix";
    EXPECT_LT(bytes["cudnn"], scores);
    EXPECT_GT(bytes["flash"], 16 * 1024 * 1024) << "reads q";
}

TEST(GpuCounters, DoNotDisturbTheRecordingNorTheNextOne)
{
    ATTNSCOPE_NEEDS_GPU("recordings around a counter pass");
    const TracePtr& counted = countedTrace();
    ASSERT_TRUE(counted);
    const TracePtr after = recordOrFail(gpuRequest({ "naive", "flash" }));
    ASSERT_TRUE(after);
    for (const Trace* trace : { counted.get(), after.get() }) {
        for (const VariantResult& result : trace->session()->variants) {
            SCOPED_TRACE(result.name);
            ASSERT_EQ(result.status, VariantStatus::Done);
            EXPECT_EQ(result.counts.matched, result.counts.launches);
            EXPECT_EQ(result.counts.unlinked, 0);
            EXPECT_EQ(result.counts.zeroTimestamp, 0);
            EXPECT_EQ(result.counts.dropped, 0);
        }
    }
    EXPECT_EQ(test::countsOfStep(*counted, resultOf(*counted, "naive").steps[0]),
        test::countsOfStep(*after, resultOf(*after, "naive").steps[0]));
    for (const SpanRef& span : after->gpuWork()) {
        EXPECT_FALSE(after->launchFacts(span).tensorInstructions.has_value());
    }
}

TEST(GpuCounters, BackwardsAreCountedToo)
{
    ATTNSCOPE_NEEDS_GPU("counters of a backward");
    Workload workload;
    workload.direction = Direction::Training;
    RecordRequest request = gpuRequest({ "naive", "flash" }, workload);
    request.counters = true;
    const TracePtr trace = recordOrFail(request);
    ATTNSCOPE_NEEDS_COUNTERS(trace);
    for (const char* name : { "naive", "flash" }) {
        const auto kernels = kernelsOfStep(*trace, name, 2);
        EXPECT_GT(kernels.size(), 1U);
        for (const KernelRow& kernel : kernels) {
            EXPECT_TRUE(kernel.facts.tensorInstructions.has_value()) << trace->name(kernel.span);
        }
        EXPECT_TRUE(resultOf(*trace, name).dramBytes.has_value());
    }
}

} // namespace
} // namespace attnscope
