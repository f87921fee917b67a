// SPDX-License-Identifier: GPL-3.0-or-later
// What users of trace tools reported, continued: lanes and ids, flows, graphs, missing data, names.
#include "profiler/trace/info.h"
#include "tests/unit/importing/user_report_helpers.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace attnscope {
namespace {

using namespace test;

TEST(UserReports, R065_R066_SortIndexAsTextAfterTheData)
{
    auto trace = open(object({ x("a", "1", "1", "cpu_op", "{}", "7", "1"), x("b", "1", "1", "cpu_op", "{}", "8", "1"),
        R"({"ph":"M","name":"process_sort_index","pid":7,"tid":0,"args":{"sort_index":"2"}})",
        R"({"ph":"M","name":"process_sort_index","pid":8,"tid":0,"args":{"sort_index":"1"}})" }));
    EXPECT_EQ(trace->lanes()[0].pid, "8");
    EXPECT_EQ(trace->lanes()[1].pid, "7");
}

TEST(UserReports, R068_R069_R070_ThreadIdsAsTheyAre)
{
    auto trace = open(object({ x("a", "1", "1", "cpu_op", "{}", "0", "0"), x("b", "1", "1", "cpu_op", "{}", "0", "1"),
        x("c", "1", "1", "cpu_op", "{}", "0", "-1862336512"), x("d", "1", "1", "cpu_op", "{}", "0", "2432630784"),
        x("e", "1", "1", "cpu_op", "{}", "0", "123145516716032") }));
    std::vector<std::string> tids;
    for (const Lane& lane : trace->lanes()) {
        tids.push_back(lane.tid);
    }
    EXPECT_EQ(tids, (std::vector<std::string> { "-1862336512", "0", "1", "2432630784", "123145516716032" }));
}

TEST(UserReports, R072_CorrelationIdsOfTwoRanks)
{
    auto rank = [](int pid, int device, int correlation, int at) {
        return std::vector<std::string> { x(fmt::format("launch{}", device), fmt::format("{}", at), "1", "cuda_runtime",
                                              fmt::format("{{\"correlation\":{}}}", correlation),
                                              fmt::format("{}", pid), "1"),
            x(fmt::format("k{}", device), fmt::format("{}", at + 5), "1", "kernel",
                fmt::format("{{\"correlation\":{},\"device\":{},\"stream\":7}}", correlation, device),
                fmt::format("{}", device), "7") };
    };
    std::vector<std::string> events;
    for (const auto& part : { rank(100, 0, 1, 10), rank(200, 1, 2, 10), rank(100, 0, 5, 20), rank(200, 1, 5, 21) }) {
        events.insert(events.end(), part.begin(), part.end());
    }
    auto trace = open(object(events));
    for (SpanRef kernel : trace->gpuWork()) {
        EXPECT_EQ(trace->name(*trace->launchOf(kernel)).back(), trace->name(kernel).back());
    }
    EXPECT_EQ(countOf(trace, "correlation-reused"), 1U);
}

TEST(UserReports, R075_StreamHandles)
{
    auto trace = open(object({ x("k", "1", "1", "kernel", R"({"stream":140234567890123})", "0", "140234567890123") }));
    EXPECT_EQ(trace->lanes()[0].stream, 140'234'567'890'123);
    EXPECT_EQ(trace->lanes()[0].title, "GPU 0 · stream 140…123");
}

TEST(UserReports, R076_KernelWithoutStreamAndThread)
{
    auto trace =
        open(R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"gemm","ts":1,"dur":2,"args":{"sycl queue":"0x1"}}]})");
    EXPECT_EQ(traceInfo(*trace).kernels, 1U);
    EXPECT_EQ(trace->launchFacts({ 0, 0 }).grid, std::nullopt);
}

TEST(UserReports, R077_ProcessWithoutEventsHasNoLane)
{
    auto trace = open(
        object({ x("a", "1", "1"), R"({"ph":"M","name":"process_name","pid":9,"tid":0,"args":{"name":"GPU 3"}})" }));
    EXPECT_EQ(trace->lanes().size(), 1U);
}

TEST(UserReports, R079_BindingPointOfAnArrow)
{
    std::string slices =
        x("x", "0", "10") + "," + x("y", "10", "10") + "," + x("from", "0", "1", "cpu_op", "{}", "1", "2");
    for (bool enclosing : { false, true }) {
        auto trace = open(fmt::format(R"([{},{{"ph":"s","cat":"c","name":"n","id":1,"pid":1,"tid":2,"ts":0}},)"
                                      R"({{"ph":"f","cat":"c","name":"n","id":1,"pid":1,"tid":1,"ts":{}{}}}])",
            slices, enclosing ? "9.999" : "10", enclosing ? R"(,"bp":"e")" : ""));
        ASSERT_EQ(trace->flows().size(), 1U);
        EXPECT_EQ(trace->name(trace->flows()[0].from), "from");
        EXPECT_EQ(trace->name(trace->flows()[0].to), enclosing ? "x" : "y");
    }
}

TEST(UserReports, R082_GraphLaunchOwnsManyKernels)
{
    std::vector<std::string> events { x("cudaGraphLaunch", "1", "1", "cuda_runtime", R"({"correlation":4})") };
    for (int i = 0; i < 3; ++i) {
        events.push_back(x("k", fmt::format("{}", 5 + i), "1", "kernel", R"({"correlation":4,"stream":7})", "0", "7"));
    }
    auto trace = open(object(events));
    EXPECT_EQ(trace->launchedBy({ 0, 0 }).size(), 3U);
}

TEST(UserReports, R087_LaunchesButNoGpuEvents)
{
    auto trace = open(object({ x("cudaLaunchKernel", "1", "1", "cuda_runtime", R"({"correlation":4})") }));
    EXPECT_EQ(trace->log().find("no-gpu-events")->example,
        "1 API calls with a correlation id, 0 GPU events: the GPU's records were lost.");
}

TEST(UserReports, R095_SyncIsNotGpuWork)
{
    auto trace = open(object(
        { x("nccl", "1", "10", "kernel", "{}", "0", "7"), x("Stream Sync", "1", "10", "cuda_sync", "{}", "0", "7") }));
    EXPECT_EQ(trace->gpuWork().size(), 1U);
    EXPECT_EQ(traceInfo(*trace).kernelBusyNs, 10'000);
}

TEST(UserReports, R130_MemoryEventsBecomeACounter)
{
    auto trace =
        open(R"([{"ph":"i","cat":"cpu_instant_event","name":"[memory]","pid":1,"tid":1,"ts":5,"s":"t",)"
             R"("args":{"Device Type":1,"Device Id":2,"Bytes":512,"Total Allocated":1024,"Total Reserved":0}}])");
    ASSERT_EQ(trace->counters().size(), 1U);
    EXPECT_EQ(trace->counters()[0].name, "GPU 2 allocated");
    EXPECT_EQ(trace->counters()[0].unit, "bytes");
    EXPECT_EQ(trace->counters()[0].device, 2);
    EXPECT_EQ(trace->counters()[0].value, (std::vector<double> { 1024 }));
}

TEST(UserReports, R078_TenThousandArrowsAllHitTheirSpans)
{
    std::vector<std::string> events;
    for (int i = 0; i < 10'000; ++i) {
        const std::string at = fmt::format("{}", i * 10);
        const std::string later = fmt::format("{}", i * 10 + 4);
        events.push_back(x(fmt::format("from{}", i), at, "3", "cpu_op", "{}", "1", "1"));
        events.push_back(x(fmt::format("to{}", i), later, "3", "cpu_op", "{}", "1", "2"));
        events.push_back(fmt::format(R"({{"ph":"s","cat":"c","name":"n","id":{},"pid":1,"tid":1,"ts":{}}})", i, at));
        events.push_back(
            fmt::format(R"({{"ph":"f","cat":"c","name":"n","id":{},"pid":1,"tid":2,"ts":{},"bp":"e"}})", i, later));
    }
    auto trace = open(object(events));
    ASSERT_EQ(trace->flows().size(), 10'000U);
    for (const Flow& flow : trace->flows()) {
        ASSERT_EQ(trace->name(flow.from), "from" + flow.id);
        ASSERT_EQ(trace->name(flow.to), "to" + flow.id);
    }
    EXPECT_EQ(trace->facts().flowsPaired, 10'000U);
    EXPECT_TRUE(trace->looseFlowEnds().empty());
}

TEST(UserReports, R083_GraphKernelsWithoutANodeBelongToTheirLaunch)
{
    std::vector<std::string> events { x("hipGraphLaunch", "1", "1", "hip_runtime", R"({"correlation":4})"),
        x("hipGraphLaunch", "2", "1", "hip_runtime", R"({"correlation":5})") };
    for (int i = 0; i < 4; ++i) {
        events.push_back(x("k", fmt::format("{}", 5 + i), "1", "kernel",
            fmt::format(R"({{"correlation":{},"stream":0}})", i < 3 ? 4 : 5), "0", "0"));
    }
    auto trace = open(object(events));
    EXPECT_EQ(trace->launchedBy({ 0, 0 }).size(), 3U);
    EXPECT_EQ(trace->launchedBy({ 0, 1 }).size(), 1U);
    EXPECT_EQ(trace->category({ 0, 0 }), "hip_runtime");
}

TEST(UserReports, R089_KernelWithoutAnOpKeepsItsPlaceInTheSums)
{
    auto trace = open(object({ x("aten::mm", "0", "10", "cpu_op", R"({"External id":1})"),
        x("known", "20", "10", "kernel", R"({"External id":99,"correlation":7,"stream":7})", "0", "7"),
        x("none", "40", "5", "kernel", R"({"stream":7})", "0", "7") }));
    ASSERT_EQ(trace->gpuWork().size(), 2U);
    for (SpanRef kernel : trace->gpuWork()) {
        EXPECT_FALSE(trace->launchOf(kernel).has_value());
    }
    EXPECT_EQ(traceInfo(*trace).kernelNs, 15'000);
    EXPECT_EQ(countOf(trace, "launch-not-recorded"), 2U);
}

TEST(UserReports, R090_R093_R102_WhatAFileLacksIsEmpty)
{
    auto trace = open(object({ x("aten::mm", "0", "10"), x("k", "1", "1", "kernel", R"({"stream":7})", "0", "7") }));
    const TraceInfo info = traceInfo(*trace);
    EXPECT_EQ(info.memset, 0U);
    EXPECT_EQ(info.memcpy, 0U);
    EXPECT_TRUE(trace->flows().empty());
    EXPECT_EQ(info.flowsPaired, 0U);
    EXPECT_TRUE(trace->facts().devices.empty());
    EXPECT_TRUE(trace->facts().deviceName.empty());
    EXPECT_EQ(trace->launchFacts(trace->gpuWork()[0]).registers, std::nullopt);
}

TEST(UserReports, R092_WithoutStepsTheWholeTraceIsThere)
{
    auto trace = open(object({ x("aten::mm", "0", "10"), x("aten::mm", "20", "10") }));
    EXPECT_TRUE(trace->steps().empty());
    EXPECT_TRUE(traceInfo(*trace).steps.empty());
    EXPECT_EQ(trace->range(), (TimeRange { 0, 30'000 }));
}

TEST(UserReports, R097_BusyTimeOfTwoStreamsIsAUnion)
{
    const TraceInfo info = traceInfo(*open(object({ x("a", "0", "10", "kernel", R"({"stream":7})", "0", "7"),
        x("b", "5", "10", "kernel", R"({"stream":20})", "0", "20") })));
    EXPECT_EQ(info.kernelNs, 20'000);
    EXPECT_EQ(info.kernelBusyNs, 15'000);
    EXPECT_LE(info.kernelBusyNs, info.spanNs);
    EXPECT_EQ(info.kernelStreams, 2U);
}

TEST(UserReports, R098_KernelAfterItsStepBelongsToItsLaunch)
{
    auto trace = open(object({ x("ProfilerStep#1", "0", "100", "user_annotation"),
        x("launch", "90", "5", "cuda_runtime", R"({"correlation":1})"),
        x("k", "150", "10", "kernel", R"({"correlation":1,"stream":7})", "0", "7"),
        x("ProfilerStep#2", "110", "100", "user_annotation") }));
    const auto launch = trace->launchOf(trace->gpuWork()[0]);
    ASSERT_TRUE(launch.has_value());
    EXPECT_EQ(trace->name(*trace->opOf(*launch)), "ProfilerStep#1");
}

TEST(UserReports, R107_R108_NamesOfAnyLengthStayWhole)
{
    const std::string common(2'000, 'T');
    const std::string mangled = "_ZN7cutlass13device_kernelI" + std::string(100'000, 'x') + "EvT_";
    auto trace = open(object({ x(common + "_first", "0", "1", "kernel"), x(common + "_second", "2", "1", "kernel"),
        x(mangled, "4", "1", "kernel") }));
    ASSERT_EQ(trace->gpuWork().size(), 3U);
    EXPECT_EQ(trace->name(trace->gpuWork()[0]), common + "_first");
    EXPECT_EQ(trace->name(trace->gpuWork()[1]), common + "_second");
    EXPECT_EQ(trace->name(trace->gpuWork()[2]), mangled);
}

} // namespace
} // namespace attnscope
