// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/launch_args.h"
#include "profiler/trace/trace_builder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace attnscope {
namespace {

const LaneKey kThread { LaneKind::CpuThread, "457", "457", -1, -1 };
const LaneKey kApi { LaneKind::CudaApi, "457", "457", -1, -1 };
const LaneKey kStream { LaneKind::GpuStream, "0", "7", 0, 7 };

/// One row as "name(parent)@start+duration".
std::vector<std::string> rowsOf(const Trace& trace, std::uint32_t laneIndex)
{
    const Lane& lane = trace.lanes()[laneIndex];
    std::vector<std::string> rows;
    for (std::uint32_t row = 0; row < lane.rows(); ++row) {
        std::string text;
        for (std::uint32_t i = lane.rowBegin[row]; i < lane.rowBegin[row + 1]; ++i) {
            std::string parent = lane.parent[i] == kNoSpan ? "-" : std::string(trace.name(lane.name[lane.parent[i]]));
            text += (text.empty() ? "" : " ") + std::string(trace.name(lane.name[i])) + "(" + parent + ")";
        }
        rows.push_back(text);
    }
    return rows;
}

struct Spans {
    TraceBuilder builder;

    void add(const LaneKey& lane, std::string_view name, SpanKind kind, Ns start, Ns duration,
        std::uint64_t correlation = 0, std::uint8_t flags = 0)
    {
        builder.addSpan(
            builder.laneIndex(lane), { start, duration, builder.intern(name), kind, flags, correlation, 0 });
    }
};

using Rows = std::vector<std::string>;

TEST(TraceBuilder, NestsByContainmentInAnyOrderOfArrival)
{
    Spans s;
    s.add(kThread, "leaf", SpanKind::Op, 1'020, 5);
    s.add(kThread, "outer", SpanKind::Op, 1'000, 100);
    s.add(kThread, "second", SpanKind::Op, 1'200, 50);
    s.add(kThread, "middle", SpanKind::Op, 1'010, 40);
    TracePtr trace = s.builder.finish();
    EXPECT_EQ(rowsOf(*trace, 0), (Rows { "outer(-) second(-)", "middle(outer)", "leaf(middle)" }));
    EXPECT_EQ(trace->range(), (TimeRange { 0, 250 }));
    EXPECT_EQ(trace->lanes()[0].start[0], 0);
}

TEST(TraceBuilder, EqualTimesNestByCategory)
{
    Spans s;
    s.add(kThread, "op", SpanKind::Op, 0, 10);
    s.add(kThread, "frame", SpanKind::Python, 0, 10);
    s.add(kThread, "annotation", SpanKind::Annotation, 0, 10);
    s.add(kThread, "step", SpanKind::Step, 0, 10);
    EXPECT_EQ(
        rowsOf(*s.builder.finish(), 0), (Rows { "step(-)", "annotation(step)", "frame(annotation)", "op(frame)" }));
}

TEST(TraceBuilder, SiblingsThatTouchStayOnOneRow)
{
    Spans s;
    s.add(kThread, "a", SpanKind::Op, 0, 10);
    s.add(kThread, "b", SpanKind::Op, 10, 10);
    EXPECT_EQ(rowsOf(*s.builder.finish(), 0), (Rows { "a(-) b(-)" }));
}

TEST(TraceBuilder, CrossingSpanGetsARowAndAFlag)
{
    Spans s;
    s.add(kThread, "step", SpanKind::Step, 0, 100);
    s.add(kThread, "frame", SpanKind::Python, 10, 40);
    s.add(kThread, "annotation", SpanKind::Annotation, 30, 40); // crosses the frame's end
    s.add(kThread, "op", SpanKind::Op, 60, 5);
    TracePtr trace = s.builder.finish();
    EXPECT_EQ(rowsOf(*trace, 0), (Rows { "step(-)", "frame(step)", "annotation(step)", "op(annotation)" }));
    EXPECT_EQ(trace->lanes()[0].flags[2], SpanFlag::kOverlap);
    ASSERT_NE(trace->log().find("overlap-on-thread"), nullptr);
    EXPECT_EQ(trace->log().find("overlap-on-thread")->count, 1U);
}

TEST(TraceBuilder, LaneOfEndlesslyCrossingSpansStaysLinear)
{
    Spans s;
    constexpr int kSpans = 200'000;
    for (int i = 0; i < kSpans; ++i) { // each crosses all others
        s.add(kThread, "x", SpanKind::Op, 1 + i, kSpans);
    }
    TracePtr trace = s.builder.finish();
    EXPECT_EQ(trace->spanCount(), 200'000U);
    EXPECT_EQ(trace->lanes()[0].rows(), 200'000U);
}

TEST(TraceBuilder, ZeroLengthSpansOfOneInstantNestOnlySoDeep)
{
    Spans s;
    for (int i = 0; i < 1'000; ++i) {
        s.add(kThread, "z", SpanKind::Op, 5, 0);
    }
    TracePtr trace = s.builder.finish();
    EXPECT_EQ(trace->spanCount(), 1'000U);
    EXPECT_EQ(trace->lanes()[0].rows(), 64U);
}

TEST(TraceBuilder, OverlappingKernelsAreAllKeptOnSubRows)
{
    Spans s;
    s.add(kStream, "A", SpanKind::Kernel, 3'000, 3'776);
    s.add(kStream, "B", SpanKind::Kernel, 5'000, 2'000);
    s.add(kStream, "C", SpanKind::Kernel, 7'000, 10);
    TracePtr trace = s.builder.finish();
    EXPECT_EQ(rowsOf(*trace, 0), (Rows { "A(-) C(-)", "B(-)" }));
    EXPECT_EQ(trace->log().find("overlap-on-stream")->count, 1U);
    EXPECT_EQ(trace->gpuWork().size(), 3U);
}

TEST(TraceBuilder, SyncsDoNotPushKernelsDown)
{
    Spans s;
    s.add(kStream, "Stream Sync", SpanKind::Sync, 0, 100);
    s.add(kStream, "k1", SpanKind::Kernel, 10, 10);
    s.add(kStream, "k2", SpanKind::Kernel, 30, 10);
    EXPECT_EQ(rowsOf(*s.builder.finish(), 0), (Rows { "k1(-) k2(-)", "Stream Sync(-)" }));
}

TEST(TraceBuilder, LinksLaunchesAndOps)
{
    Spans s;
    s.add(kThread, "aten::bmm", SpanKind::Op, 100, 50);
    s.add(kThread, "bmm.py", SpanKind::Python, 105, 30);
    s.add(kApi, "cudaLaunchKernel", SpanKind::ApiRuntime, 110, 10, 42);
    s.add(kStream, "kernel2", SpanKind::Kernel, 300, 20, 42);
    s.add(kStream, "kernel1", SpanKind::Kernel, 200, 20, 42);
    s.add(kStream, "orphan", SpanKind::Kernel, 400, 20, 43);
    TracePtr trace = s.builder.finish();
    ASSERT_EQ(trace->lanes().size(), 3U);
    const SpanRef api { 1, 0 };
    EXPECT_EQ(trace->launchOf({ 2, 0 }), std::optional(api));
    EXPECT_EQ(trace->launchOf({ 2, 2 }), std::nullopt);
    EXPECT_EQ(trace->launchedBy(api), (std::vector<SpanRef> { { 2, 0 }, { 2, 1 } }));
    ASSERT_TRUE(trace->opOf(api).has_value());
    EXPECT_EQ(trace->name(*trace->opOf(api)), "aten::bmm");
    EXPECT_EQ(trace->log().find("launch-not-recorded")->count, 1U);
}

TEST(TraceBuilder, ReusedCorrelationIdsAreToldApartByDeviceAndTime)
{
    Spans s;
    const LaneKey otherApi { LaneKind::CudaApi, "900", "900", -1, -1 };
    const LaneKey otherStream { LaneKind::GpuStream, "1", "7", 1, 7 };
    s.add(kApi, "launch", SpanKind::ApiRuntime, 100, 10, 1); // unique: teaches who drives which device
    s.add(kStream, "k", SpanKind::Kernel, 150, 10, 1);
    s.add(otherApi, "launch", SpanKind::ApiRuntime, 100, 10, 2);
    s.add(otherStream, "k", SpanKind::Kernel, 150, 10, 2);
    s.add(kApi, "mine", SpanKind::ApiRuntime, 200, 10, 5);
    s.add(otherApi, "theirs", SpanKind::ApiRuntime, 205, 10, 5);
    s.add(kStream, "my work", SpanKind::Kernel, 250, 10, 5);
    s.add(otherStream, "their work", SpanKind::Kernel, 250, 10, 5);
    s.add(kApi, "again", SpanKind::ApiRuntime, 300, 10, 5);
    s.add(kStream, "my later work", SpanKind::Kernel, 350, 10, 5);
    TracePtr trace = s.builder.finish();
    std::vector<std::pair<std::string, std::string>> links;
    std::vector<std::uint64_t> ids;
    for (SpanRef work : trace->gpuWork()) {
        links.emplace_back(trace->name(work), trace->name(*trace->launchOf(work)));
        ids.push_back(trace->lane(work).correlation[work.index]);
    }
    EXPECT_EQ(links,
        (std::vector<std::pair<std::string, std::string>> { { "k", "launch" }, { "k", "launch" }, { "my work", "mine" },
            { "their work", "theirs" }, { "my later work", "again" } }));
    std::sort(ids.begin(), ids.end());
    EXPECT_EQ(std::unique(ids.begin(), ids.end()), ids.end());
}

TEST(TraceBuilder, KernelBeforeItsLaunchIsLinkedAndFlagged)
{
    Spans s;
    s.add(kApi, "cuLaunchKernelEx", SpanKind::ApiDriver, 100, 10, 9);
    s.add(kStream, "nccl", SpanKind::Kernel, 95, 10, 9);
    TracePtr trace = s.builder.finish();
    EXPECT_EQ(trace->launchOf({ 1, 0 }), std::optional(SpanRef { 0, 0 }));
    EXPECT_EQ(trace->lanes()[1].flags[0], SpanFlag::kClockSkew | SpanFlag::kLaunchArrow);
    EXPECT_EQ(trace->log().find("clock-skew")->count, 1U);
}

TEST(TraceBuilder, LanesStandInReadingOrder)
{
    Spans s;
    s.add({ LaneKind::Other, "x", "9", -1, -1 }, "o", SpanKind::Other, 1, 1);
    s.add({ LaneKind::GpuStream, "0", "20", 0, 20 }, "k", SpanKind::Kernel, 1, 1);
    s.add(kStream, "k", SpanKind::Kernel, 1, 1);
    s.add({ LaneKind::CpuThread, "457", "1000", -1, -1 }, "op", SpanKind::Op, 1, 1);
    s.add(kApi, "launch", SpanKind::ApiRuntime, 1, 1);
    s.add(kThread, "op", SpanKind::Op, 1, 1);
    s.add({ LaneKind::GpuStream, "1", "140234567890123", 1, 140234567890123 }, "k", SpanKind::Kernel, 1, 1);
    (void)s.builder.laneIndex({ LaneKind::GpuStream, "2", "7", 2, 7 }); // never used: no lane
    s.builder.setProcessSort("0", 5);
    s.builder.setProcessSort("1", 4);
    s.builder.setThreadName("457", "457", "thread 457 (python3)");
    s.builder.facts().deviceName = "NVIDIA H200";
    TracePtr trace = s.builder.finish();
    std::vector<std::string> titles;
    for (const Lane& lane : trace->lanes()) {
        titles.push_back(lane.title + " | " + lane.subtitle);
    }
    EXPECT_EQ(titles,
        (std::vector<std::string> { "CPU thread | thread 457 (python3)", "CUDA API | thread 457 (python3)",
            "CPU thread | 1000", "GPU 1 · stream 140…123 | NVIDIA H200", "GPU 0 · stream 7 | NVIDIA H200",
            "GPU 0 · stream 20 | NVIDIA H200", "thread 9 | x" }));
}

TEST(TraceBuilder, ZeroTimeAmongEpochTimesDoesNotStretchTheAxis)
{
    constexpr Ns kEpoch = 1'736'412'474'714'258'990;
    Spans s;
    s.add(kStream, "good", SpanKind::Kernel, kEpoch, 100);
    s.add(kStream, "lost", SpanKind::Kernel, 0, 0);
    s.add(kStream, "lost too", SpanKind::Kernel, 0, 7);
    TracePtr trace = s.builder.finish();
    EXPECT_EQ(trace->range(), (TimeRange { 0, 100 }));
    EXPECT_EQ(trace->facts().epochNs, kEpoch);
    const Lane& lane = trace->lanes()[0];
    EXPECT_EQ(rowsOf(*trace, 0), (Rows { "lost(-) lost too(-) good(-)" }));
    EXPECT_EQ(lane.flags[0], SpanFlag::kBadTime);
    EXPECT_LT(lane.end(1), 0);
    EXPECT_EQ(trace->log().find("no-valid-time")->count, 2U);
}

TEST(TraceBuilder, ZeroTimeOfAFileThatStartsAtZeroIsGood)
{
    Spans s;
    s.add(kThread, "a", SpanKind::Op, 0, 10);
    s.add(kThread, "b", SpanKind::Op, 3'000, 10);
    TracePtr trace = s.builder.finish();
    EXPECT_EQ(trace->range(), (TimeRange { 0, 3'010 }));
    EXPECT_TRUE(trace->log().empty());
}

TEST(TraceBuilder, OpenAndNegativeSpans)
{
    Spans s;
    s.add(kThread, "open", SpanKind::Op, 100, -1, 0, SpanFlag::kUnfinished);
    s.add(kThread, "negative", SpanKind::Op, 120, -1'600'000'000, 0);
    s.add(kThread, "last", SpanKind::Op, 150, 50);
    TracePtr trace = s.builder.finish();
    EXPECT_EQ(trace->range(), (TimeRange { 0, 100 }));
    EXPECT_EQ(rowsOf(*trace, 0), (Rows { "open(-)", "negative(open) last(open)" }));
    EXPECT_EQ(trace->lanes()[0].duration[0], 100);
    EXPECT_EQ(trace->lanes()[0].flags[1] & SpanFlag::kNegativeDuration, SpanFlag::kNegativeDuration);
}

TEST(TraceBuilder, SessionAndCountersMoveWithTheOrigin)
{
    Spans s;
    s.add(kThread, "op", SpanKind::Op, 1'000, 10);
    Session session;
    session.variants.push_back({});
    session.variants[0].window = { 1'000, 1'500 };
    session.variants[0].steps = { { 1'100, 1'200 } };
    s.builder.setSession(session);
    CounterSeries memory;
    memory.name = "Allocated";
    memory.time = { 1'020, 1'005 };
    memory.value = { 2, 1 };
    s.builder.addCounter(memory);
    TracePtr trace = s.builder.finish();
    EXPECT_EQ(trace->session()->variants[0].window, (TimeRange { 0, 500 }));
    EXPECT_EQ(trace->session()->variants[0].steps[0], (TimeRange { 100, 200 }));
    EXPECT_EQ(trace->counters()[0].time, (std::vector<Ns> { 5, 20 }));
    EXPECT_EQ(trace->counters()[0].value, (std::vector<double> { 1, 2 }));
}

TEST(TraceBuilder, DecodesGpuWorkAndAnswersForEveryName)
{
    Spans s;
    s.add(kThread, "some op", SpanKind::Op, 0, 10);
    s.add(kStream, "Memcpy DtoD (Device -> Device)", SpanKind::Memcpy, 0, 10);
    TracePtr trace = s.builder.finish();
    EXPECT_EQ(trace->group(SpanRef { 1, 0 }), RoleGroup::Copy);
    EXPECT_EQ(trace->decoded(SpanRef { 0, 0 }).label, "some op");
    EXPECT_EQ(trace->decoded(SpanRef { 0, 0 }).group, RoleGroup::Other);
}

TEST(TraceBuilder, LookUpsInARow)
{
    Spans s;
    s.add(kThread, "a", SpanKind::Op, 1, 10);
    s.add(kThread, "b", SpanKind::Op, 20, 0);
    s.add(kThread, "c", SpanKind::Op, 31, 10);
    TracePtr trace = s.builder.finish();
    const Lane& lane = trace->lanes()[0]; // starts at 0, 19, 30
    EXPECT_EQ(lane.firstEndingAfter(0, 9), 0U);
    EXPECT_EQ(lane.firstEndingAfter(0, 10), 1U);
    EXPECT_EQ(lane.firstEndingAfter(0, 19), 1U);
    EXPECT_EQ(lane.firstEndingAfter(0, 20), 2U);
    EXPECT_EQ(lane.firstEndingAfter(0, 40), 3U);
    EXPECT_EQ(lane.firstStartingAt(0, 0), 0U);
    EXPECT_EQ(lane.firstStartingAt(0, 1), 1U);
    EXPECT_EQ(lane.innermostAt(5), 0U);
    EXPECT_EQ(lane.innermostAt(15), kNoSpan);
    EXPECT_EQ(lane.rowOf(2), 0U);
}

TEST(LaunchArgs, WritesWhatItReads)
{
    LaunchFacts facts;
    facts.grid = { 132, 8, 1 };
    facts.block = { 384, 1, 1 };
    facts.cluster = { 2, 1, 1 };
    facts.registers = 168;
    facts.staticShared = 1024;
    facts.dynamicShared = 214'016;
    facts.sharedMemory = 215'040;
    facts.stream = 7;
    facts.device = 0;
    std::string json = launchArgsJson(facts, 42);
    EXPECT_EQ(json,
        R"({"device": 0, "stream": 7, "registers per thread": 168, "shared memory": 215040, "static shared memory": 1024, )"
        R"("dynamic shared memory": 214016, "grid": [132, 8, 1], "block": [384, 1, 1], "cluster": [2, 1, 1], "correlation": 42})");
    LaunchFacts read = parseLaunchFacts(json);
    EXPECT_EQ(read.grid, facts.grid);
    EXPECT_EQ(read.cluster, facts.cluster);
    EXPECT_EQ(read.dynamicShared, facts.dynamicShared);
    EXPECT_EQ(read.bytes, std::nullopt);
}

TEST(LaunchArgs, ReadsDamagedArgs)
{
    LaunchFacts facts =
        parseLaunchFacts(R"({"a": {"stream": 3}, "stream": N/A, "bytes": inf, "grid": [1, 2], "device": 1, "x)");
    EXPECT_EQ(facts.stream, std::nullopt);
    EXPECT_EQ(facts.bytes, std::nullopt);
    EXPECT_EQ(facts.grid, std::nullopt);
    EXPECT_EQ(facts.device, std::optional<std::int64_t>(1));
}

} // namespace
} // namespace attnscope
