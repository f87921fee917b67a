// SPDX-License-Identifier: GPL-3.0-or-later
// From records to a trace: links, counts, lanes, and that the order of the records makes no difference.
#include "profiler/recording/trace_assembler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace attnscope {
namespace {

const std::string kStep = "ProfilerStep#1", kForward = "attn_fwd", kMatmul = "aten::matmul",
                  kWindow = "attnscope: naive";

ApiRecord launch(GpuRecords& records, std::uint32_t correlation, Ns start, std::uint32_t thread = 77)
{
    ApiRecord call;
    call.start = start;
    call.end = start + 5;
    call.correlation = correlation;
    call.thread = thread;
    call.name = records.names.intern("cudaLaunchKernel");
    call.launches = true;
    return call;
}

GpuRecord kernel(GpuRecords& records, std::uint32_t correlation, Ns start, Ns end)
{
    GpuRecord work;
    work.start = start;
    work.end = end;
    work.correlation = correlation;
    work.stream = 7;
    work.name = records.names.intern("_Z7softmaxPf");
    work.kernel.grid = { 8, 1, 1 };
    work.kernel.block = { 128, 1, 1 };
    work.kernel.registers = 40;
    return work;
}

// One step [1100, 2000) with two launches, one launch before it in the warm-up. The GPU is behind: the warm-up's kernel runs
// while the step lasts, the step's last one after it.
VariantRecording exampleRecording()
{
    VariantRecording recording;
    recording.result.name = "naive";
    recording.result.title = "naive";
    recording.workerThread = 77;
    ThreadOps worker;
    worker.tid = 77;
    worker.ops = {
        { 1000, 3000, -1, 0, &kWindow, OpScope::Annotation },
        { 1100, 2000, -1, 0, &kStep, OpScope::Step },
        { 1110, 1990, -1, 0, &kForward, OpScope::Annotation },
        { 1200, 1500, 4, 0, &kMatmul, OpScope::Operator },
    };
    recording.ops = { worker };
    GpuRecords& gpu = recording.gpu;
    gpu.api = { launch(gpu, 11, 1050), launch(gpu, 12, 1210), launch(gpu, 13, 1600) };
    gpu.gpu = { kernel(gpu, 11, 1150, 1190), kernel(gpu, 12, 1220, 1600), kernel(gpu, 13, 2010, 2500) };
    return recording;
}

TEST(TraceAssembler, LinksByCorrelationAndAttributesByLaunch)
{
    VariantRecording recording = exampleRecording();
    recording.gpu.api.push_back(launch(recording.gpu, 14, 1700));
    recording.gpu.gpu.push_back(kernel(recording.gpu, 14, 2510, 2600));
    TraceAssembler assembler({});
    const VariantResult result = assembler.add(std::move(recording));
    EXPECT_EQ(result.window, (TimeRange { 1000, 3000 }));
    ASSERT_EQ(result.steps.size(), 1U);
    EXPECT_EQ(result.steps[0], (TimeRange { 1100, 2000 }));
    EXPECT_EQ(result.backend, "none");
    EXPECT_EQ(result.counts.launches, 3);
    EXPECT_EQ(result.counts.matched, 3);
    EXPECT_EQ(result.counts.gpuEvents, 3)
        << "kernels that run after their step belong to it, the warm-up's in it does not";
    EXPECT_EQ(result.counts.unlinked, 0);
    EXPECT_EQ(result.counts.beforeLaunch, 0);

    Session session;
    session.variants = { result };
    const TracePtr trace = assembler.finish(session);
    ASSERT_TRUE(trace);
    EXPECT_TRUE(trace->log().empty());
    ASSERT_EQ(trace->gpuWork().size(), 4U);
    const SpanRef second = trace->gpuWork()[1];
    EXPECT_EQ(trace->name(second), "softmax(float*)");
    const auto api = trace->launchOf(second);
    ASSERT_TRUE(api.has_value());
    EXPECT_EQ(trace->name(*api), "cudaLaunchKernel");
    const auto op = trace->opOf(*api);
    ASSERT_TRUE(op.has_value());
    EXPECT_EQ(trace->name(*op), "aten::matmul");
    EXPECT_EQ(trace->session()->variants[0].window.begin, 0);
    const LaunchFacts facts = trace->launchFacts(second);
    EXPECT_EQ(facts.registers, 40);
    ASSERT_TRUE(facts.grid.has_value());
    EXPECT_EQ((*facts.grid)[0], 8);
    EXPECT_FALSE(facts.cluster.has_value());
}

TEST(TraceAssembler, RecordOrderMakesNoDifference)
{
    auto render = [](const Trace& trace) {
        std::string text;
        for (const Lane& lane : trace.lanes()) {
            text += lane.pid + "/" + lane.tid + "\n";
            for (std::uint32_t i = 0; i < lane.size(); ++i) {
                const SpanRef span { static_cast<std::uint32_t>(&lane - trace.lanes().data()), i };
                text += std::to_string(lane.start[i]) + " " + std::to_string(lane.duration[i]) + " "
                    + std::string(trace.name(span)) + " " + trace.argsJson(span) + "\n";
            }
        }
        return text;
    };
    std::string expected;
    std::mt19937 random(5);
    for (int round = 0; round < 20; ++round) {
        VariantRecording recording = exampleRecording();
        for (std::uint32_t id : { 21U, 22U, 23U }) { // alike in all but their launches
            recording.gpu.api.push_back(launch(recording.gpu, id, 1700));
            recording.gpu.gpu.push_back(kernel(recording.gpu, id, 1750, 1760));
        }
        if (round > 0) {
            std::shuffle(recording.gpu.api.begin(), recording.gpu.api.end(), random);
            std::shuffle(recording.gpu.gpu.begin(), recording.gpu.gpu.end(), random);
        }
        TraceAssembler assembler({});
        Session session;
        session.variants = { assembler.add(std::move(recording)) };
        const std::string text = render(*assembler.finish(session));
        if (round == 0) {
            expected = text;
            EXPECT_NE(text.find("softmax"), std::string::npos);
        }
        ASSERT_EQ(text, expected) << "round " << round;
    }
}

TEST(TraceAssembler, CountsAndLogsWhatIsIncomplete)
{
    VariantRecording recording = exampleRecording();
    GpuRecords& gpu = recording.gpu;
    gpu.gpu.erase(gpu.gpu.begin() + 1); // correlation 12: its kernel never came
    gpu.gpu.push_back(kernel(gpu, 99, 1700, 1800)); // nobody launched it
    gpu.gpu.push_back(kernel(gpu, 14, 0, 0)); // no time
    gpu.api.push_back(launch(gpu, 14, 1650));
    gpu.gpu.push_back(kernel(gpu, 15, 1660, 1690)); // before its launch
    gpu.api.push_back(launch(gpu, 15, 1680));
    gpu.gpu.push_back(kernel(gpu, 17, 1740, 1735)); // ends before it starts
    gpu.api.push_back(launch(gpu, 17, 1730));
    gpu.gpu.push_back(kernel(gpu, 18, 1750, 1750)); // takes no time
    gpu.api.push_back(launch(gpu, 18, 1745));
    ApiRecord failed = launch(gpu, 16, 1700);
    failed.returnValue = 700;
    gpu.api.push_back(failed);
    ApiRecord query = launch(gpu, 19, 1710);
    query.launches = false;
    query.returnValue = 600; // cudaErrorNotReady answers the question
    gpu.api.push_back(query);
    gpu.dropped = 3;
    recording.ops[0].ops.push_back({ 1950, 0, -1, 0, &kMatmul, OpScope::Operator });

    TraceAssembler assembler({});
    const VariantResult result = assembler.add(std::move(recording));
    EXPECT_EQ(result.counts.launches, 6);
    EXPECT_EQ(result.counts.matched, 5);
    EXPECT_EQ(result.counts.unlinked, 1);
    EXPECT_EQ(result.counts.zeroTimestamp, 1);
    EXPECT_EQ(result.counts.beforeLaunch, 1);
    EXPECT_EQ(result.counts.dropped, 3);
    Session session;
    session.variants = { result };
    const TracePtr trace = assembler.finish(session);
    const std::pair<const char*, std::uint64_t> expected[] = {
        { "launch-without-record", 1 },
        { "unlinked", 1 },
        { "zero-timestamp", 1 },
        { "before-launch", 1 },
        { "no-duration", 2 },
        { "records-dropped", 3 },
        { "unfinished-op", 1 },
        { "api-error", 1 },
    };
    for (const auto& [code, count] : expected) {
        const LogEntry* entry = trace->log().find(code);
        ASSERT_NE(entry, nullptr) << code;
        EXPECT_EQ(entry->count, count) << code;
    }
    const auto& work = trace->gpuWork();
    EXPECT_EQ(std::count_if(work.begin(), work.end(),
                  [&trace](SpanRef span) {
                      return (trace->lane(span).flags[span.index] & SpanFlag::kNegativeDuration) != 0;
                  }),
        1);
    const auto& lanes = trace->lanes();
    EXPECT_TRUE(std::any_of(lanes.begin(), lanes.end(), [](const Lane& lane) {
        return std::any_of(lane.flags.begin(), lane.flags.end(),
            [](std::uint8_t flags) { return (flags & SpanFlag::kUnfinished) != 0; });
    })) << "an operator that was open at the end";
    EXPECT_GE(trace->range().begin, 0);
    EXPECT_LE(trace->range().end, 2000) << "a kernel without a time must not stretch the axis";
}

void delay(VariantRecording& recording, Ns by)
{
    for (OpRecord& op : recording.ops[0].ops) {
        op.begin += by;
        op.end += by;
    }
    for (ApiRecord& call : recording.gpu.api) {
        call.start += by;
        call.end += by;
    }
    for (GpuRecord& work : recording.gpu.gpu) {
        work.start += by;
        work.end += by;
    }
}

TEST(TraceAssembler, ALaunchWinsOverTheCallThatSharesItsId)
{
    VariantRecording recording = exampleRecording();
    ApiRecord other = launch(recording.gpu, 12, 1095); // before the step
    other.launches = false;
    recording.gpu.api.insert(recording.gpu.api.begin(), other);
    TraceAssembler assembler({});
    const VariantResult result = assembler.add(std::move(recording));
    EXPECT_EQ(result.counts.gpuEvents, 2);
    EXPECT_EQ(result.counts.matched, 2);
}

TEST(TraceAssembler, CorrelationIdsThatWrapAroundStayApart)
{
    TraceAssembler assembler({});
    Session session;
    // The counter goes on, wraps around, goes on, and comes round to the ids of the first recording.
    const std::uint32_t firstIds[] = { 0xffff'fff0U, 0xffff'fff3U, 11, 14, 0xffff'fff0U };
    Ns start = 0;
    for (std::uint32_t firstId : firstIds) {
        VariantRecording recording = exampleRecording();
        for (ApiRecord& call : recording.gpu.api) {
            call.correlation += firstId - 11;
        }
        for (GpuRecord& work : recording.gpu.gpu) {
            work.correlation += firstId - 11;
        }
        delay(recording, start);
        start += 5000;
        session.variants.push_back(assembler.add(std::move(recording)));
    }
    const TracePtr trace = assembler.finish(session);
    std::vector<std::uint64_t> correlations;
    for (const SpanRef& span : trace->gpuWork()) {
        correlations.push_back(trace->lane(span).correlation[span.index]);
        EXPECT_TRUE(trace->launchOf(span).has_value());
    }
    EXPECT_EQ(correlations,
        (std::vector<std::uint64_t> { 0xffff'fff0, 0xffff'fff1, 0xffff'fff2, 0xffff'fff3, 0xffff'fff4, 0xffff'fff5,
            0x1'0000'000b, 0x1'0000'000c, 0x1'0000'000d, 0x1'0000'000e, 0x1'0000'000f, 0x1'0000'0010, 0x1'ffff'fff0,
            0x1'ffff'fff1, 0x1'ffff'fff2 }));
    EXPECT_TRUE(trace->log().empty()) << "no id was given twice";
}

TEST(TraceAssembler, TheMemoryPeakIsTheLargestOfTheStepsEachAboveWhatWasHeldAtItsStart)
{
    const std::string secondStep = "ProfilerStep#2";
    struct Case {
        const char* what;
        std::vector<MemoryEvent> events; ///< steps are [1100, 2000) and [2100, 3000)
        std::int64_t peak;
    };
    for (const Case& one :
        std::vector<Case> {
            { "held before the first event", { { 1200, 300, 400 }, { 1300, -300, 100 } }, 300 },
            { "more held before it", { { 1200, 300, 9300 }, { 1300, -300, 9000 } }, 300 },
            { "taken in the warm-up, and kept", { { 1010, 50, 150 }, { 1200, 300, 450 }, { 1300, -300, 150 } }, 300 },
            { "the first step's", { { 1200, 300, 400 }, { 1300, -300, 100 }, { 2200, 20, 120 } }, 300 },
            { "the second step's", { { 1200, 20, 120 }, { 1300, -20, 100 }, { 2200, 300, 400 } }, 300 },
            { "kept by the first step", { { 1200, 20, 120 }, { 2200, 7, 127 } }, 20 },
            { "at the first moment of a step", { { 1100, 300, 400 }, { 1101, -300, 100 } }, 300 },
            { "at the end of a step, and after both", { { 1200, 20, 120 }, { 2000, 300, 420 }, { 3000, 9, 429 } }, 20 },
            { "only released", { { 1200, -40, 60 } }, 0 },
        }) {
        SCOPED_TRACE(one.what);
        for (int position :
            { 2, 1 }) { // after the first step, and before it: the order of the records makes no difference
            VariantRecording recording = exampleRecording();
            auto& ops = recording.ops[0].ops;
            ops.insert(ops.begin() + position, { 2100, 3000, -1, 0, &secondStep, OpScope::Step });
            recording.memory.events = one.events;
            EXPECT_EQ(TraceAssembler({}).add(std::move(recording)).recordedPeakBytes, one.peak) << position;
        }
    }
    VariantRecording without = exampleRecording();
    without.ops[0].ops.erase(without.ops[0].ops.begin() + 1); // no step
    without.memory.events = { { 1200, 300, 400 } };
    EXPECT_EQ(TraceAssembler({}).add(std::move(without)).recordedPeakBytes, std::nullopt);
}

TEST(TraceAssembler, RefusedVariantsHaveAnEmptyWindowAtTheStart)
{
    TraceAssembler assembler({});
    Session session;
    session.variants = { assembler.add(exampleRecording()), VariantResult {} };
    session.variants[1].status = VariantStatus::Refused;
    const TracePtr trace = assembler.finish(session);
    EXPECT_EQ(trace->session()->variants[1].window, (TimeRange { 0, 0 }));
    EXPECT_GT(trace->facts().epochNs, 0);
}

TEST(TraceAssembler, TakesTheBackendFromTheOperatorsThatRan)
{
    const std::pair<std::string, const char*> cases[] = {
        { "aten::_scaled_dot_product_cudnn_attention", "cudnn" },
        { "aten::_scaled_dot_product_flash_attention", "flash" },
        { "aten::_scaled_dot_product_flash_attention_for_cpu", "flash" },
        { "aten::_scaled_dot_product_efficient_attention", "efficient" },
        { "aten::_scaled_dot_product_attention_math", "math" },
        { "aten::bmm", "none" },
    };
    for (const auto& [name, backend] : cases) {
        ThreadOps thread;
        thread.ops = { { 1, 2, -1, 0, &name, OpScope::Operator } };
        EXPECT_EQ(backendOf({ thread }), backend) << name;
    }
    EXPECT_EQ(backendOf({}), "none");
}

} // namespace
} // namespace attnscope
