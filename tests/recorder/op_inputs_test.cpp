// SPDX-License-Identifier: GPL-3.0-or-later
// Types and shapes of operators' inputs, from their encoding to the completed kernel name.
#include "profiler/analysis/name_completion.h"
#include "profiler/recording/trace_assembler.h"

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

// A kernel whose name leaves the type open, launched by an operator whose inputs are known.
TEST(OpInputs, CompleteTheNameOfAKernelInOurOwnRecordings)
{
    static const std::string kWindow = "attnscope: naive", kStep = "ProfilerStep#1", kOp = "aten::mm";
    static const OpInputs kInputs { { "c10::Half", { 64, 32 } }, { "c10::Half", { 32, 64 } } };
    VariantRecording recording;
    recording.result.name = recording.result.title = "naive";
    ThreadOps worker;
    worker.tid = 77;
    worker.ops = { { 1000, 3000, -1, 0, &kWindow, OpScope::Annotation }, { 1100, 2000, -1, 0, &kStep, OpScope::Step },
        { 1150, 1250, 3, 0, &kOp, OpScope::Operator, &kInputs } };
    recording.ops = { worker };
    ApiRecord launch;
    launch.start = 1200;
    launch.end = 1210;
    launch.correlation = 5;
    launch.thread = 77;
    launch.name = recording.gpu.names.intern("cuLaunchKernelEx");
    launch.launches = true;
    recording.gpu.api = { launch };
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
