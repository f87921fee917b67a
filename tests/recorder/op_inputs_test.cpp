// SPDX-License-Identifier: GPL-3.0-or-later
// Types and shapes of operators' inputs, from their encoding to the completed kernel name.
#include "profiler/analysis/name_completion.h"
#include "profiler/recording/input_join.h"

#include "tests/recorder/record_parts.h"

#include <gtest/gtest.h>

#include <array>

namespace attnscope {
namespace {

int decodings = 0;

OpInputs decodeForTest(std::span<const std::int64_t> words)
{
    ++decodings;
    return { { "float", std::vector<std::int64_t>(words.begin(), words.end()) } };
}

TEST(InputTable, DecodesAnEncodingOnceAndKeepsIt)
{
    InputTable table;
    decodings = 0;
    const std::array<std::int64_t, 3> one { 1, 2, 3 };
    const std::array<std::int64_t, 3> two { 1, 2, 4 };
    const OpInputs* first = table.intern(one, decodeForTest);
    ASSERT_NE(first, nullptr);
    for (std::int64_t i = 0; i < 1000; ++i) { // others come in between
        const std::array<std::int64_t, 2> other { 7, i };
        ASSERT_NE(table.intern(other, decodeForTest), nullptr);
    }
    EXPECT_NE(table.intern(two, decodeForTest), first);
    EXPECT_NE(table.intern(std::span(one).first(2), decodeForTest), first) << "a shorter one is another";
    EXPECT_EQ(table.intern(one, decodeForTest), first);
    EXPECT_EQ((*first)[0].dims, (std::vector<std::int64_t> { 1, 2, 3 }));
    EXPECT_EQ(table.size(), 1003U);
    EXPECT_EQ(decodings, 1003);
}

TEST(InputTable, ShapesThatNeverRepeatDoNotGrowItForEver)
{
    InputTable table;
    std::size_t kept = 0;
    for (std::int64_t i = 0; i < 10'000; ++i) {
        const std::array<std::int64_t, 1> words { i };
        kept += table.intern(words, decodeForTest) != nullptr ? 1 : 0;
    }
    EXPECT_EQ(kept, InputTable::kMostEncodings);
    const std::array<std::int64_t, 1> early { 5 };
    EXPECT_NE(table.intern(early, decodeForTest), nullptr) << "what is known stays known";
}

// Two operators in each forward on the worker, one on autograd's thread, in a warm-up and in a step.
std::vector<ThreadOps> twoForwards(const std::string& lastOfTheStep)
{
    static const std::string kWarmUp = kWarmUpName, kStep = "ProfilerStep#1", kMm = "aten::mm", kBack = "MmBackward0";
    ThreadOps worker;
    worker.tid = 1;
    worker.ops = { { 100, 200, -1, 0, &kWarmUp, OpScope::Annotation }, { 110, 120, -1, 0, &kMm, OpScope::Operator },
        { 130, 140, -1, 0, &kMm, OpScope::Operator }, { 300, 400, -1, 0, &kStep, OpScope::Step },
        { 310, 320, -1, 0, &kMm, OpScope::Operator }, { 330, 340, -1, 0, &lastOfTheStep, OpScope::Operator } };
    ThreadOps autograd;
    autograd.tid = 2;
    autograd.ops = { { 150, 160, 1, 1, &kBack, OpScope::Backward }, { 350, 360, 1, 1, &kBack, OpScope::Backward } };
    return { worker, autograd };
}

std::vector<ThreadOps> oneObserved(const std::vector<const OpInputs*>& inputs)
{
    static const std::string kForward = "attn_fwd", kMm = "aten::mm", kBack = "MmBackward0";
    ThreadOps worker;
    worker.tid = 1;
    worker.ops = { { 10, 50, -1, 0, &kForward, OpScope::Annotation },
        { 11, 12, -1, 0, &kMm, OpScope::Operator, inputs[0] }, { 13, 14, -1, 0, &kMm, OpScope::Operator, inputs[1] } };
    ThreadOps autograd;
    autograd.tid = 2;
    autograd.ops = { { 15, 16, 1, 1, &kBack, OpScope::Backward, inputs[2] } };
    return { autograd, worker };
}

TEST(JoinInputs, GoesByThreadForwardAndOrder)
{
    static const std::string kMm = "aten::mm";
    const OpInputs first { { "float", { 1 } } };
    const OpInputs second { { "float", { 2 } } };
    const OpInputs backward { { "float", { 3 } } };
    std::vector<ThreadOps> recorded = twoForwards(kMm);
    EXPECT_EQ(joinInputs(recorded, oneObserved({ &first, &second, &backward })), 0U);
    for (const std::size_t begin : { 1U, 4U }) {
        EXPECT_EQ(recorded[0].ops[begin].inputs, &first);
        EXPECT_EQ(recorded[0].ops[begin + 1].inputs, &second);
    }
    EXPECT_EQ(recorded[0].ops[0].inputs, nullptr) << "an annotation has none";
    EXPECT_EQ(recorded[1].ops[0].inputs, &backward);
    EXPECT_EQ(recorded[1].ops[1].inputs, &backward);
}

TEST(JoinInputs, AForwardThatCalledOtherOperatorsIsLeftAloneAndCounted)
{
    static const std::string kBmm = "aten::bmm";
    const OpInputs inputs { { "float", { 1 } } };
    std::vector<ThreadOps> recorded = twoForwards(kBmm);
    EXPECT_EQ(joinInputs(recorded, oneObserved({ &inputs, &inputs, &inputs })), 1U);
    EXPECT_EQ(recorded[0].ops[1].inputs, &inputs);
    EXPECT_EQ(recorded[0].ops[4].inputs, nullptr);
    EXPECT_EQ(recorded[0].ops[5].inputs, nullptr);
    recorded = twoForwards(kBmm);
    EXPECT_EQ(joinInputs(recorded, {}), 2U) << "nothing was observed";
}

// A kernel whose name leaves the type open, launched by an operator whose inputs are known.
TEST(OpInputs, CompleteTheNameOfAKernelInOurOwnRecordings)
{
    static const std::string kOp = "aten::mm";
    static const OpInputs kInputs { { "c10::Half", { 64, 32 } }, { "c10::Half", { 32, 64 } } };
    VariantRecording recording = test::oneStepRecording();
    recording.ops[0].ops.push_back({ 1150, 1250, 3, 0, &kOp, OpScope::Operator, &kInputs });
    recording.gpu.api = { test::launchInStep(recording.gpu, "cuLaunchKernelEx", 5) };
    GpuRecord work;
    work.start = 1300;
    work.end = 1400;
    work.correlation = 5;
    work.name = recording.gpu.names.intern("gemvx::kernel");
    recording.gpu.gpu = { work };
    TraceAssembler assembler({});
    Session session;
    session.variants = { assembler.add(std::move(recording)) };
    const TracePtr trace = assembler.finish(session);
    ASSERT_EQ(trace->gpuWork().size(), 1U);
    const NameCompletion completion = completeName(*trace, trace->gpuWork()[0]);
    ASSERT_TRUE(completion.op.has_value());
    EXPECT_EQ(completion.dtype, "fp16");
    EXPECT_TRUE(completion.completes);
    EXPECT_EQ(completion.text, "The name does not say the type; the inputs of aten::mm are fp16.");
}

} // namespace
} // namespace attnscope
