// SPDX-License-Identifier: GPL-3.0-or-later
// Recording levels, the memory lane and the cost of recording, on the CPU; what only a GPU has is in tests/gpu/levels_test.cpp.
#include "tests/recorder/record_parts.h"
#include "tests/recorder/recording_helpers.h"

#include "profiler/recording/clock.h"
#include "profiler/recording/memory_log.h"
#include "profiler/recording/overhead_probe.h"

#include <thread>

namespace attnscope {
namespace {

using test::cpuRequest;
using test::namesIn;
using test::recordOrFail;
using test::resultOf;

TEST(Levels, EachAddsToTheOneBefore)
{
    struct Case {
        RecordLevel level;
        bool ops, memory;
    };
    const Case cases[] = {
        { RecordLevel::Kernels, false, false },
        { RecordLevel::Api, false, false },
        { RecordLevel::Ops, true, false },
        { RecordLevel::Full, true, true },
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(toString(one.level));
        RecordRequest request = cpuRequest({ "math" });
        request.level = one.level;
        const TracePtr trace = recordOrFail(request);
        ASSERT_TRUE(trace);
        const VariantResult& result = resultOf(*trace, "math");
        EXPECT_EQ(trace->session()->level, one.level);
        ASSERT_EQ(result.steps.size(), 3U) << "steps are recorded at every level";
        EXPECT_EQ(!namesIn(*trace, SpanKind::Op, result.steps[0]).empty(), one.ops);
        EXPECT_EQ(result.backend, one.ops ? "math" : "") << "without operators it is not known";
        EXPECT_EQ(trace->counters().size(), one.memory ? 1U : 0U);
        EXPECT_EQ(result.recordedPeakBytes.has_value(), one.memory);
        EXPECT_TRUE(result.recordingOverhead.has_value());
        EXPECT_TRUE(trace->session()->notes.empty()) << "what was not recorded is no contradiction";
    }
}

TEST(MemoryLane, NaiveHoldsOneScoreMatrixMoreThanInPlace)
{
    Workload workload = test::smallWorkload();
    workload.seq = workload.kvSeq = 256;
    const TracePtr trace = recordOrFail(cpuRequest({ "naive", "inplace", "flash" }, workload));
    ASSERT_TRUE(trace);
    const std::int64_t scores = scoreBytes(workload);
    ASSERT_TRUE(resultOf(*trace, "naive").recordedPeakBytes);
    const std::int64_t naive = *resultOf(*trace, "naive").recordedPeakBytes;
    EXPECT_GE(naive, 2 * scores);
    EXPECT_LT(naive, 4 * scores);
    EXPECT_LT(*resultOf(*trace, "flash").recordedPeakBytes, naive) << "flash keeps no score matrix";
    EXPECT_LE(*resultOf(*trace, "inplace").recordedPeakBytes, naive);
    ASSERT_EQ(trace->counters().size(), 1U);
    const CounterSeries& series = trace->counters()[0];
    EXPECT_EQ(series.name, "CPU memory allocated");
    EXPECT_EQ(series.unit, "bytes");
    EXPECT_EQ(series.device, -1);
    ASSERT_EQ(series.time.size(), series.value.size());
    EXPECT_TRUE(std::is_sorted(series.time.begin(), series.time.end()));
    EXPECT_EQ(trace->log().find("memory-events-lost"), nullptr);
}

VariantRecording recordingWithMemory(MemoryRecords memory)
{
    VariantRecording recording = test::oneStepRecording();
    recording.memory = std::move(memory);
    return recording;
}

// Held before: 100. In the warm-up 1000 come and go; in the step 300 come, 200 more, then all go.
MemoryRecords exampleMemory()
{
    return { { { 1010, 1000, 1100 }, { 1020, -1000, 100 }, { 1200, 300, 400 }, { 1300, 200, 600 }, { 1400, -200, 400 },
                 { 1500, -300, 100 } },
        0, 100, 100, true };
}

TEST(MemoryLane, ThePeakIsThatOfTheStepsAboveWhatWasHeld)
{
    DeviceInfo device;
    device.kind = "cuda";
    device.index = 1;
    TraceAssembler assembler(device);
    Session session;
    session.variants = { assembler.add(recordingWithMemory(exampleMemory())) };
    EXPECT_EQ(session.variants[0].recordedPeakBytes, 500) << "the warm-up's 1000 are not the forward's";
    const TracePtr trace = assembler.finish(session);
    ASSERT_EQ(trace->counters().size(), 1U);
    const CounterSeries& series = trace->counters()[0];
    EXPECT_EQ(series.name, "GPU memory allocated");
    EXPECT_EQ(series.device, 1);
    EXPECT_EQ(series.time, (std::vector<Ns> { 0, 10, 20, 200, 300, 400, 500 }));
    EXPECT_EQ(series.value, (std::vector<double> { 100, 1100, 100, 400, 600, 400, 100 }));
    EXPECT_EQ(trace->log().find("memory-mismatch"), nullptr);
}

TEST(MemoryLane, EventsThatDoNotAddUpAreLogged)
{
    struct Case {
        const char* what;
        void (*change)(MemoryRecords&);
        std::uint64_t unseen;
    };
    const Case cases[] = {
        { "complete", [](MemoryRecords&) {}, 0 },
        { "a release unseen", [](MemoryRecords& m) { m.events.erase(m.events.begin() + 4); }, 1 },
        { "the last unseen", [](MemoryRecords& m) { m.events.pop_back(); }, 1 },
        { "the first unseen", [](MemoryRecords& m) { m.before = 90; }, 1 },
        { "no figure to compare with",
            [](MemoryRecords& m) {
                m.before = 90;
                m.checkable = false;
            },
            0 },
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(one.what);
        MemoryRecords memory = exampleMemory();
        one.change(memory);
        EXPECT_EQ(unseenChanges(memory), one.unseen);
        TraceAssembler assembler({});
        Session session;
        session.variants = { assembler.add(recordingWithMemory(std::move(memory))) };
        const TracePtr trace = assembler.finish(session);
        EXPECT_EQ(trace->log().find("memory-mismatch") != nullptr, one.unseen != 0);
    }
}

TEST(MemoryLog, TakesEventsOfAllThreadsAndCountsWhatFindsNoRoom)
{
    MemoryLog& log = MemoryLog::instance();
    log.append(1, 1); // closed: not taken
    log.open();
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&log] {
            for (std::size_t k = 0; k < MemoryLog::kCapacity / 4; ++k) {
                log.append(8, 16);
            }
        });
    }
    threads.clear();
    log.close();
    const MemoryRecords records = log.collect();
    EXPECT_EQ(records.events.size(), MemoryLog::kCapacity);
    EXPECT_EQ(records.lost, MemoryLog::kCapacity);
    EXPECT_EQ(std::count_if(records.events.begin(), records.events.end(),
                  [](const MemoryEvent& event) { return event.change != 8 || event.total != 16 || event.time == 0; }),
        0);
    log.open();
    log.append(4, 4);
    log.close();
    EXPECT_EQ(log.collect().events.size(), 1U) << "a new recording starts empty";
}

TEST(OverheadProbe, PlansWithinItsBudget)
{
    struct Case {
        std::int64_t expectedNs;
        int forwards, rounds;
    };
    const Case cases[] = {
        { 0, 200, 25 },
        { 10'000, 200, 25 },
        { 100'000, 20, 25 },
        { 1'000'000, 2, 25 },
        { 10'000'000, 1, 7 },
        { 100'000'000, 1, 5 },
    };
    for (const Case& one : cases) {
        const auto plan = planOverheadProbe(one.expectedNs);
        ASSERT_TRUE(plan.has_value()) << one.expectedNs;
        EXPECT_EQ(plan->forwards, one.forwards) << one.expectedNs;
        EXPECT_EQ(plan->rounds, one.rounds) << one.expectedNs;
    }
    EXPECT_FALSE(planOverheadProbe(100'000'001).has_value());
}

TEST(OverheadProbe, TakesTurnsAndForgetsWhatItRecorded)
{
    std::vector<bool> recorded;
    Capture capture(RecordLevel::Full, TargetDevice {}, gpuCollector());
    int waits = 0;
    static_cast<void>(measureOverhead(
        { 2, 3 }, capture, [&] { recorded.push_back(OpLog::instance().session() != 0); }, [&waits] { ++waits; }));
    // A block is one forward that is not timed and two that are; which kind goes first alternates.
    const std::vector<bool> expected { true, true, true, false, false, false, false, false, false, true, true, true,
        true, true, true, false, false, false };
    EXPECT_EQ(recorded, expected);
    EXPECT_EQ(waits, 12);
    EXPECT_EQ(OpLog::instance().session(), 0U);
}

TEST(OverheadProbe, TakesTheMedianOfUnrecordedBlocks)
{
    int forwards = 0;
    int waits = 0;
    const double ns = medianBlockNs(
        { 4, 3 },
        [&forwards] {
            ++forwards;
            if (forwards <= 5) { // the first block
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            }
        },
        [&waits] { ++waits; });
    EXPECT_EQ(forwards, 5 * (1 + 4)) << "five blocks, each with one forward that is not timed";
    EXPECT_EQ(waits, 10);
    EXPECT_LT(ns, 80e6) << "the slow block is not the median";
}

TEST(Clock, FollowsTheKernelsAndNeverFalls)
{
    Ns last = monotonicNs();
    for (int i = 0; i < 100'000; ++i) {
        const Ns now = monotonicNs();
        ASSERT_GE(now, last);
        last = now;
    }
    const Ns before = kernelMonotonicNs();
    const Ns ours = monotonicNs();
    const Ns after = kernelMonotonicNs();
    const Ns drift = 100'000; // a process of some minutes at a few parts in a million
    EXPECT_GE(ours, before - drift);
    EXPECT_LE(ours, after + drift);
}

} // namespace
} // namespace attnscope
