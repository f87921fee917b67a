// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/findings.h"

#include "tests/support/fake_session.h"

#include <gtest/gtest.h>

namespace attnscope {
namespace {

using namespace test;

constexpr const char* kAlign1Gemm = "cutlass_75_tensorop_bf16_s1688gemm_bf16_256x128_tn_align1";

std::vector<Finding> findingsOfFirst(const Trace& trace)
{
    return findingsOf(trace, variantsOf(trace).front());
}

const Finding* find(const std::vector<Finding>& findings, std::string_view code)
{
    for (const Finding& finding : findings) {
        if (finding.code == code) {
            return &finding;
        }
    }
    return nullptr;
}

// One step of one variant: `ops` enclose the launches, outermost first.
TracePtr oneStep(const std::vector<const char*>& ops, const std::vector<FakeWork>& works, Workload workload = {},
    void (*edit)(VariantResult&) = nullptr)
{
    FakeRecording recording;
    Ns inset = 1'000;
    for (const char* op : ops) {
        recording.cpu(SpanKind::Op, op, inset, 98'000 - inset);
        inset += 1'000;
    }
    const TimeRange step = recording.step(0, works);
    Session session;
    session.device = fakeGpu();
    session.workload = workload;
    session.variants.push_back(fakeResult("naive", { 0, 10'000'000 }, { step }));
    if (edit != nullptr) {
        edit(session.variants.back());
    }
    recording.builder().setSession(std::move(session));
    return recording.builder().finish();
}

// Two steps of the variant, each with the given kernel below `op`.
TracePtr twoSteps(const char* op, const FakeWork& work, bool isOurs)
{
    FakeRecording recording;
    recording.cpu(SpanKind::Op, op, 1'000, 97'000);
    recording.cpu(SpanKind::Op, op, 101'000, 97'000);
    FakeWork later = work;
    later.start += 100'000;
    const TimeRange first = recording.step(0, { work });
    const TimeRange second = recording.step(100'000, { later });
    if (isOurs) {
        Session session;
        session.device = fakeGpu();
        session.variants.push_back(fakeResult("naive", { 0, 10'000'000 }, { first, second }));
        recording.builder().setSession(std::move(session));
    }
    return recording.builder().finish();
}

TEST(Findings, MaskedFillThatCopiesIsNamedWithItsCost)
{
    const FakeWork copy { SpanKind::Memcpy, kMemcpy, 200'000, 25'000, 7, R"({"bytes": 268435456})" };
    const FakeWork gemm { SpanKind::Kernel, kTensorCoreGemm, 300'000, 75'000 };
    const auto trace = oneStep({ "aten::masked_fill", "aten::clone" }, { copy, gemm });
    const auto findings = findingsOfFirst(*trace);
    const Finding* finding = find(findings, "masked-fill-copies");
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(finding->sentence,
        "masked_fill copies 256 MiB of scores first: 25.0 µs, 25 % of this forward's GPU time; masked_fill_ does not.");
    EXPECT_EQ(finding->gpuNsPerForward, 25'000);
    EXPECT_EQ(finding->share, 0.25);
    ASSERT_EQ(finding->evidence.size(), 1U);
    EXPECT_EQ(trace->kind(finding->evidence[0]), SpanKind::Memcpy);
    // The same copy below another op proves nothing about masked_fill.
    EXPECT_EQ(find(findingsOfFirst(*oneStep({ "aten::clone" }, { copy, gemm })), "masked-fill-copies"), nullptr);
}

TEST(Findings, Fp32MatmulsAreOnlyStrangeWhereTheInputsAreNot)
{
    const FakeWork gemm { SpanKind::Kernel, kCudaCoreGemm, 300'000, 75'000 };
    Workload fp32;
    fp32.dtype = DType::Float32;
    const auto findings = findingsOfFirst(*oneStep({}, { gemm, gemm }));
    const Finding* finding = find(findings, "matmul-upcast-to-fp32");
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(finding->sentence,
        "The inputs are bf16, but 2 matmul kernels compute in fp32 on CUDA cores: 150 µs, 100 % of this forward's GPU "
        "time.");
    EXPECT_EQ(find(findingsOfFirst(*oneStep({}, { gemm }, fp32)), "matmul-upcast-to-fp32"), nullptr);
}

TEST(Findings, TheSumOfASplitProductIsNoUpcast)
{
    const FakeWork sum { SpanKind::Kernel,
        "void splitKreduce_kernel<32, 16, int, float, float, float, float, true, false, false>(float)", 300'000,
        75'000 };
    EXPECT_EQ(find(findingsOfFirst(*oneStep({}, { sum })), "matmul-upcast-to-fp32"), nullptr);
}

TEST(Findings, Align1IsNoNewsOnCudaCores)
{
    const FakeWork gemm { SpanKind::Kernel, "cutlass_80_simt_sgemm_128x128_8x5_nn_align1", 300'000, 75'000 };
    EXPECT_EQ(find(findingsOfFirst(*oneStep({}, { gemm })), "misaligned-matmul"), nullptr);
}

// What is known of our own recordings is not known of others: what masked_fill is given, that a step is a forward, that tril makes a
// causal mask.
TEST(Findings, OfForeignTracesOnlyWhatTheyProveIsSaid)
{
    const FakeWork copy { SpanKind::Memcpy, kMemcpy, 300'000, 8'000, 7, R"({"bytes": 512})" };
    const auto findings = findingsOfFirst(*twoSteps("aten::masked_fill", copy, false));
    const Finding* finding = find(findings, "masked-fill-copies");
    ASSERT_NE(finding, nullptr);
    EXPECT_TRUE(finding->sentence.starts_with("masked_fill copies its input (up to 512 B) first: "))
        << finding->sentence;
    EXPECT_EQ(finding->sentence.find("forward"), std::string::npos) << finding->sentence;
}

TEST(Findings, Align16IsNotAlign1)
{
    Workload odd;
    odd.seq = odd.kvSeq = 1021;
    const FakeWork gemm { SpanKind::Kernel, "cutlass_80_tensorop_i16832gemm_s8_128x256_64x3_tn_align16", 300'000,
        75'000 };
    EXPECT_EQ(find(findingsOfFirst(*oneStep({}, { gemm }, odd)), "misaligned-matmul"), nullptr);
}

TEST(Findings, MisalignedMatmulsNameTheSizeThatIsToBlame)
{
    Workload odd;
    odd.seq = odd.kvSeq = 1021;
    const auto findings = findingsOfFirst(*oneStep({}, { { SpanKind::Kernel, kAlign1Gemm, 300'000, 337'000 } }, odd));
    const Finding* finding = find(findings, "misaligned-matmul");
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(finding->sentence,
        "1 matmul kernel loads one element at a time, align1 in the name (sequence 1021 is not a multiple of 8): "
        "337 µs, 100 % of this forward's GPU time.");
}

TEST(Findings, AMaskThatEveryForwardBuildsAgain)
{
    const FakeWork kernel { SpanKind::Kernel, "triu_tril_kernel", 300'000, 8'000 };
    const auto findings = findingsOfFirst(*twoSteps("aten::tril", kernel, true));
    const Finding* finding = find(findings, "mask-rebuilt");
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(finding->sentence,
        "The causal mask is built again in every forward; its triangle alone takes 8.0 µs, 100 % of this forward's GPU "
        "time.");
    // One step shows nothing of the next.
    EXPECT_EQ(find(findingsOfFirst(*oneStep({ "aten::tril" }, { kernel })), "mask-rebuilt"), nullptr);
}

TEST(Findings, TheCpuIsTheLimitOnlyWhereTheGpuHasGaps)
{
    const FakeWork kernel { SpanKind::Kernel, kTensorCoreGemm, 300'000, 58'000 };
    const auto waiting = findingsOfFirst(*oneStep({}, { kernel }, {}, [](VariantResult& result) {
        result.cpuTiming = TimingStats { 204, 200, 210, 50 };
        result.gpuTiming = TimingStats { 206, 205, 215, 50 };
    }));
    const Finding* finding = find(waiting, "cpu-bound");
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(
        finding->sentence, "A forward takes 204 µs of CPU to launch 58.0 µs of GPU work: the GPU waits for the CPU.");
    EXPECT_EQ(finding->evidence.size(), 1U);
    const auto full = findingsOfFirst(*oneStep({}, { kernel }, {}, [](VariantResult& result) {
        result.cpuTiming = TimingStats { 60, 59, 61, 50 };
        result.gpuTiming = TimingStats { 59, 58, 60, 50 };
    }));
    EXPECT_EQ(find(full, "cpu-bound"), nullptr);
}

TEST(Findings, NansAreCounted)
{
    const auto findings = findingsOfFirst(*oneStep({}, { { SpanKind::Kernel, kTensorCoreGemm, 300'000, 58'000 } }, {},
        [](VariantResult& result) { result.nanCount = 64; }));
    ASSERT_NE(find(findings, "nan-in-output"), nullptr);
    EXPECT_EQ(find(findings, "nan-in-output")->sentence, "64 elements of the output are NaN.");
}

TEST(Findings, ARefusedVariantAndAnEmptyTraceProveNothing)
{
    const auto trace = fakeGpuSession();
    EXPECT_TRUE(findingsOf(*trace, variantsOf(*trace)[2]).empty());
    FakeRecording empty;
    empty.cpu(SpanKind::Op, "aten::add", 0, 10);
    const auto cpuOnly = empty.builder().finish();
    EXPECT_TRUE(findingsOfFirst(*cpuOnly).empty());
}

} // namespace
} // namespace attnscope
