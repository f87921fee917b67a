// SPDX-License-Identifier: GPL-3.0-or-later
// Findings about attention that is not one fused kernel.
#include "profiler/analysis/findings.h"

#include "tests/support/fake_session.h"

#include <gtest/gtest.h>

#include <string>

namespace attnscope {
namespace {

using namespace test;

constexpr const char* kSoftmax = "void softmax_warp_forward<float, float, float, 10, false, false>(float*)";
constexpr const char* kScale =
    "void at::native::vectorized_elementwise_kernel<4, at::native::AUnaryFunctor<float, float, "
    "float, at::native::binary_internal::MulFunctor<float> >, std::array<char*, 2ul> >(int)";
constexpr const char* kConvert =
    "void at::native::vectorized_elementwise_kernel<8, at::native::bfloat16_copy_kernel_cuda("
    "at::TensorIteratorBase&)::{lambda(float)#1}, std::array<char*, 2ul> >(int)";

/// A kernel and the operators around its launch, outermost first.
struct Launch {
    FakeWork work;
    std::vector<const char*> ops;
};

TracePtr forwardOf(const std::vector<Launch>& launches, const Workload& workload = {}, bool isOurs = true)
{
    FakeRecording recording;
    std::vector<FakeWork> works;
    Ns at = 10'000; // FakeRecording::step() launches 10 µs apart
    for (const Launch& launch : launches) {
        TimeRange around { at - 4'000,
            at + 5'800 }; // the op that launches, which step() adds, ends 4 µs after the launch
        for (const char* op : launch.ops) {
            recording.cpu(SpanKind::Op, op, around.begin, around.length());
            around = { around.begin + 500, around.end - 500 };
        }
        works.push_back(launch.work);
        at += 10'000;
    }
    const TimeRange step = recording.step(0, works);
    if (isOurs) {
        Session session;
        session.device = fakeGpu();
        session.workload = workload;
        session.variants.push_back(fakeResult("math", { 0, 10'000'000 }, { step }));
        recording.builder().setSession(std::move(session));
    }
    return recording.builder().finish();
}

std::string sentenceOf(const Trace& trace, std::string_view code, std::size_t* spans = nullptr)
{
    for (const Finding& finding : findingsOf(trace, variantsOf(trace).front())) {
        if (finding.code == code) {
            if (spans != nullptr) {
                *spans = finding.evidence.size();
            }
            return finding.sentence;
        }
    }
    return {};
}

std::vector<Launch> guardedForward()
{
    return {
        { { SpanKind::Kernel, kSoftmax, 300'000, 50'000 }, { "aten::_safe_softmax", "aten::_softmax" } },
        { { SpanKind::Kernel, kScale, 350'000, 30'000 }, { "aten::_safe_softmax", "aten::isneginf" } },
        { { SpanKind::Kernel, kScale, 380'000, 20'000 }, { "aten::_safe_softmax", "aten::where" } },
    };
}

TEST(UnfusedFindings, SafeSoftmaxCostsWhatItDoesBesideTheSoftmax)
{
    std::size_t spans = 0;
    EXPECT_EQ(sentenceOf(*forwardOf(guardedForward()), "softmax-guarded", &spans),
        "_safe_softmax guards against queries that see no key, of which this mask leaves none: 2 kernels beside the "
        "softmax "
        "itself: 50.0 µs, 50 % of this forward's GPU time.");
    EXPECT_EQ(spans, 2U);
}

// Whether the guard can be needed is known for some masks alone.
TEST(UnfusedFindings, TheGuardIsCalledNeedlessOnlyWhereItIs)
{
    struct Case {
        MaskKind mask;
        std::int64_t kvSeq;
        bool isNeedless;
    };
    for (const Case& one : { Case { MaskKind::None, 77, true }, Case { MaskKind::Causal, 1024, true },
             Case { MaskKind::Causal, 77, false }, Case { MaskKind::Padding, 1024, false } }) {
        Workload workload;
        workload.mask = one.mask;
        workload.kvSeq = one.kvSeq;
        const std::string sentence = sentenceOf(*forwardOf(guardedForward(), workload), "softmax-guarded");
        EXPECT_EQ(sentence.find("leaves none") != std::string::npos, one.isNeedless) << sentence;
        EXPECT_NE(sentence.find("2 kernels beside the softmax itself"), std::string::npos) << sentence;
    }
    EXPECT_EQ(sentenceOf(*forwardOf({ guardedForward()[0] }), "softmax-guarded"), "")
        << "the softmax alone is no guard";
}

TEST(UnfusedFindings, OneGuardIsOneKernel)
{
    const auto launches = guardedForward();
    const std::string sentence = sentenceOf(*forwardOf({ launches[0], launches[1] }), "softmax-guarded");
    EXPECT_NE(sentence.find(": 1 kernel beside the softmax itself"), std::string::npos) << sentence;
}

TEST(UnfusedFindings, ConversionsOfTypesAreNamedWhereTheyCost)
{
    const Launch convert { { SpanKind::Kernel, kConvert, 300'000, 20'000 }, { "aten::to", "aten::_to_copy" } };
    const Launch gemm { { SpanKind::Kernel, kCudaCoreGemm, 320'000, 80'000 }, {} };
    EXPECT_EQ(sentenceOf(*forwardOf({ convert, gemm }), "type-conversions"),
        "1 kernel only converts between bf16 and another type: 20.0 µs, 20 % of this forward's GPU time.");
    EXPECT_EQ(sentenceOf(*forwardOf({ convert, convert, gemm }), "type-conversions"),
        "2 kernels only convert between bf16 and another type: 40.0 µs, 33 % of this forward's GPU time.");
    Launch brief = convert;
    brief.work.duration = 1'000;
    EXPECT_EQ(sentenceOf(*forwardOf({ brief, gemm }), "type-conversions"), "") << "1 % is not worth a sentence";
    Launch plain = convert;
    plain.ops = { "aten::clone" };
    EXPECT_EQ(sentenceOf(*forwardOf({ plain, gemm }), "type-conversions"), "");
    Workload fp32;
    fp32.dtype = DType::Float32;
    EXPECT_EQ(sentenceOf(*forwardOf({ convert, gemm }, fp32), "type-conversions"), "");
    EXPECT_EQ(sentenceOf(*forwardOf({ convert, gemm }, {}, false), "type-conversions"), "")
        << "not known to be 16 bits";
}

TEST(UnfusedFindings, WhatStandsBetweenTheMatmulsMovesTheScores)
{
    const Launch first { { SpanKind::Kernel, kTensorCoreGemm, 300'000, 20'000 }, {} };
    const Launch scale { { SpanKind::Kernel, kScale, 320'000, 30'000 }, {} };
    const Launch softmax { { SpanKind::Kernel, kSoftmax, 350'000, 40'000 }, { "aten::_softmax" } };
    const Launch last { { SpanKind::Kernel, kTensorCoreGemm, 390'000, 10'000 }, {} };
    std::size_t spans = 0;
    EXPECT_EQ(sentenceOf(*forwardOf({ first, scale, softmax, last }), "scores-in-memory", &spans),
        "Between the matmuls, the scores (256 MiB as bf16) go through memory for 2 kernels of their own: 70.0 µs, 70 % "
        "of "
        "this forward's GPU time; a fused kernel keeps them on the chip.");
    EXPECT_EQ(spans, 2U);
    EXPECT_EQ(sentenceOf(*forwardOf({ first, softmax, last }), "scores-in-memory"),
        "Between the matmuls, the scores (256 MiB as bf16) go through memory for 1 kernel of its own: 40.0 µs, 57 % of "
        "this "
        "forward's GPU time; a fused kernel keeps them on the chip.");
    EXPECT_EQ(sentenceOf(*forwardOf({ first, scale, last }), "scores-in-memory"), "")
        << "without a softmax, no attention";
    Launch later = softmax;
    later.work.start = 400'000;
    EXPECT_EQ(sentenceOf(*forwardOf({ first, last, later }), "scores-in-memory"), "") << "not between them";
    EXPECT_EQ(sentenceOf(*forwardOf({ first, scale, softmax, last }, {}, false), "scores-in-memory"), "");
}

TEST(UnfusedFindings, MemoryTrafficIsComparedWithTheTensors)
{
    Workload small; // 4 · 1·1·1024·64 · 2 B = 524 288 B of queries, keys, values and output
    small.batch = small.heads = small.kvHeads = 1;
    const auto kernel = [](Ns start, const char* args) {
        return Launch { { SpanKind::Kernel, kTensorCoreGemm, start, 20'000, 7, args }, {} };
    };
    const char* much = R"({"dram read bytes": 1000000, "dram write bytes": 572864})";
    const TracePtr trace = forwardOf({ kernel(300'000, much) }, small);
    ASSERT_TRUE(trace->launchFacts(trace->gpuWork().front()).dramReadBytes.has_value());
    EXPECT_EQ(sentenceOf(*trace, "memory-traffic"),
        "The kernels of one forward move 1.6 MB through DRAM (counter pass), 3 times the queries, keys, values and "
        "output "
        "(524 kB).");
    EXPECT_EQ(sentenceOf(*forwardOf({ kernel(300'000, much), kernel(400'000, "{}") }, small), "memory-traffic"), "")
        << "a kernel that was not counted";
    Workload training = small;
    training.direction = Direction::Training;
    EXPECT_EQ(sentenceOf(*forwardOf({ kernel(300'000, much) }, training), "memory-traffic"), "");
    Workload large = small;
    large.batch = 2;
    EXPECT_EQ(sentenceOf(*forwardOf({ kernel(300'000, much) }, large), "memory-traffic"), "") << "1.5 times is no news";
}

} // namespace
} // namespace attnscope
