// SPDX-License-Identifier: GPL-3.0-or-later
// What users of trace tools reported (the R numbers of the project's list of reports), each with its smallest input.
#include "profiler/importing/import_trace.h"
#include "profiler/trace/info.h"

#include <fmt/format.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace attnscope {
namespace {

TracePtr open(std::string_view text)
{
    auto trace = importTraceText(text, "test");
    EXPECT_TRUE(trace.ok()) << (trace.ok() ? "" : trace.error().message);
    return trace.ok() ? trace.value() : std::make_shared<const Trace>();
}

Error refused(std::string_view text)
{
    auto trace = importTraceText(text, "test");
    EXPECT_FALSE(trace.ok());
    return trace.ok() ? Error {} : trace.error();
}

std::uint64_t countOf(const TracePtr& trace, std::string_view code)
{
    const LogEntry* entry = trace->log().find(code);
    return entry == nullptr ? 0 : entry->count;
}

/// "name@start+duration" of every span, lanes and rows in order.
std::vector<std::string> spansOf(const TracePtr& trace)
{
    std::vector<std::string> spans;
    for (std::uint32_t laneIndex = 0; laneIndex < trace->lanes().size(); ++laneIndex) {
        const Lane& lane = trace->lanes()[laneIndex];
        for (std::uint32_t i = 0; i < lane.size(); ++i) {
            spans.push_back(fmt::format(
                "{}@{}+{}/{}", trace->name(SpanRef { laneIndex, i }), lane.start[i], lane.duration[i], lane.rowOf(i)));
        }
    }
    return spans;
}

std::string x(std::string_view name, std::string_view ts, std::string_view dur, std::string_view cat = "cpu_op",
    std::string_view args = "{}", std::string_view pid = "1", std::string_view tid = "1")
{
    return fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","pid":{},"tid":{},"ts":{},"dur":{},"args":{}}})", cat, name,
        pid, tid, ts, dur, args);
}

std::string object(const std::vector<std::string>& events, std::string_view header = "")
{
    return fmt::format("{{{}\"traceEvents\":[{}]}}", header, fmt::join(events, ","));
}

using Spans = std::vector<std::string>;

TEST(UserReports, R001_BackslashesThatEscapeNothing)
{
    auto trace = open(object({ x(R"(torch\cuda\__init__.py)", "1", "2") }));
    EXPECT_EQ(spansOf(trace), (Spans { "torch\\cuda\\__init__.py@0+2000/0" }));
    EXPECT_EQ(countOf(trace, "bad-escape"), 2U);
}

TEST(UserReports, R004_UnescapedQuoteCostsOneEventOnly)
{
    auto trace =
        open(object({ x("before", "1", "2"), x(R"~({"device": "cpu"}(12): run)~", "2", "1"), x("after", "3", "2") }));
    EXPECT_EQ(spansOf(trace), (Spans { "before@0+2000/0", "after@2000+2000/0" }));
    EXPECT_EQ(countOf(trace, "damaged-event"), 1U);
    EXPECT_EQ(trace->log().find("damaged-event")->firstOffset, 99U);
}

TEST(UserReports, R006_ControlCharactersInNames)
{
    auto trace = open(object({ x("a\x01"
                                 "b",
        "1", "2") }));
    EXPECT_EQ(spansOf(trace), (Spans { "a␁b@0+2000/0" }));
    EXPECT_EQ(countOf(trace, "control-character"), 1U);
}

TEST(UserReports, R008_R009_TokensThatAreNotJson)
{
    auto trace = open(object({ x("copy", "1", "0", "gpu_memcpy", R"~({"memory bandwidth (GB/s)": inf, "bytes": 4})~"),
        x("k", "2", "1", "kernel", R"({"stream": N/A, "a": -inf, "b": nan, "c": NaN})") }));
    EXPECT_EQ(traceInfo(*trace).memcpy, 1U);
    EXPECT_EQ(traceInfo(*trace).kernelNs, 1'000);
    EXPECT_EQ(trace->launchFacts(trace->gpuWork()[0]).bytes, 4);
    EXPECT_EQ(countOf(trace, "invalid-token"), 2U);
}

TEST(UserReports, R013_TrailingCommas)
{
    auto trace = open(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1,},])");
    EXPECT_EQ(trace->spanCount(), 1U);
    EXPECT_EQ(countOf(trace, "trailing-comma"), 1U);
}

TEST(UserReports, R014_ArrayWithoutClosingBracket)
{
    auto trace = open("[" + x("a", "1", "1") + ",");
    EXPECT_EQ(trace->spanCount(), 1U);
    EXPECT_EQ(countOf(trace, "file-not-closed"), 1U);
}

TEST(UserReports, R015_CutInTheMiddleOfAnEvent)
{
    std::string text = object({ x("a", "1", "1"), x("b", "2", "1"), x("c", "3", "1") });
    auto trace = open(text.substr(0, text.size() - 30));
    EXPECT_EQ(spansOf(trace), (Spans { "a@0+1000/0", "b@1000+1000/0" }));
    ASSERT_NE(trace->log().find("file-cut"), nullptr);
    EXPECT_EQ(trace->log().find("file-cut")->example, "The file ends inside an event: its last 49 bytes say nothing.");
}

TEST(UserReports, R017_BothForms)
{
    EXPECT_EQ(spansOf(open("[" + x("a", "1", "1") + "]")), spansOf(open(object({ x("a", "1", "1") }))));
}

TEST(UserReports, R018_OneInstantAndATrailingComma)
{
    auto trace = open(R"({"traceEvents":[{"name":"mark","ph":"i","ts":5,"pid":1,"tid":1,"s":"t"},]})");
    ASSERT_EQ(trace->spanCount(), 1U);
    EXPECT_EQ(trace->kind({ 0, 0 }), SpanKind::Instant);
}

TEST(UserReports, R020_MetadataOnly)
{
    auto trace = open(R"({"traceEvents":[{"name":"process_name","ph":"M","pid":1,"tid":0,"args":{"name":"python"}}]})");
    EXPECT_EQ(trace->spanCount(), 0U);
    EXPECT_EQ(trace->log().find("no-spans")->example,
        "The file holds metadata only: names of processes and threads, but no spans.");
}

TEST(UserReports, R026_WholeMicrosecondsAreSaid)
{
    EXPECT_EQ(open(object({ x("a", "1", "2") }))->facts().timeResolution, 1000);
    EXPECT_EQ(open(object({ x("a", "1", "2.5") }))->facts().timeResolution, 1);
}

TEST(UserReports, R027_SiblingsFortyNineNanosecondsApart)
{
    auto trace = open(object({ x("a", "1732107142997066.682", "476375.838"), x("b", "1732107143473442.569", "1") }));
    EXPECT_EQ(spansOf(trace), (Spans { "a@0+476375838/0", "b@476375887+1000/0" }));
}

TEST(UserReports, R028_ExactDurationsAtEpochTimes)
{
    auto trace = open(object({ x("a", "1700000000000000", "690000"), x("b", "1700000000690000", "690000") }));
    EXPECT_EQ(spansOf(trace), (Spans { "a@0+690000000/0", "b@690000000+690000000/0" }));
}

TEST(UserReports, R029_AbsoluteTimeIsBasePlusTime)
{
    EXPECT_EQ(
        open(object({ x("a", "1000.5", "1") }, R"("baseTimeNanoseconds": 1700000000000000000,)"))->facts().epochNs,
        1'700'000'000'001'000'500);
    EXPECT_EQ(open(object({ x("a", "1700000000000000.5", "1") }))->facts().epochNs, 1'700'000'000'000'000'500);
    EXPECT_EQ(open(object({ x("a", "1000.5", "1") }))->facts().epochNs, 0);
}

TEST(UserReports, R031_DisplayTimeUnitIsNoUnitOfTimes)
{
    EXPECT_EQ(
        spansOf(open(object({ x("a", "1000", "1000") }, R"("displayTimeUnit":"ns",)"))), (Spans { "a@0+1000000/0" }));
}

TEST(UserReports, R032_TimesAndIdsAsText)
{
    auto trace = open(object({ x("a", "\"1736412474714258.990\"", "\"1.5\""),
        R"({"ph":"s","cat":"c","name":"n","id":"9007199254740993","pid":1,"tid":1,"ts":"1736412474714258.990"})",
        R"({"ph":"f","cat":"c","name":"n","id":"9007199254740992","pid":1,"tid":1,"ts":"1736412474714259.990"})" }));
    EXPECT_EQ(spansOf(trace), (Spans { "a@0+1500/0" }));
    EXPECT_EQ(trace->facts().flowsPaired, 0U);
    EXPECT_EQ(trace->facts().flowsStartOnly, 1U);
    EXPECT_EQ(trace->facts().flowsFinishOnly, 1U);
}

TEST(UserReports, R033_KernelAtTimeZero)
{
    auto trace = open(object({ x("lost", "0", "0", "kernel"), x("good", "1736412474714258", "5", "kernel") }));
    EXPECT_EQ(trace->range(), (TimeRange { 0, 5'000 }));
    EXPECT_EQ(traceInfo(*trace).kernels, 2U);
    EXPECT_EQ(countOf(trace, "no-valid-time"), 1U);
}

TEST(UserReports, R034_NegativeDurationKeepsTheRow)
{
    auto trace = open(object({ x("a", "10", "5"), x("b", "12", "-1600000000000000") }));
    EXPECT_EQ(spansOf(trace), (Spans { "a@0+5000/0", "b@2000+0/1" }));
    EXPECT_EQ(countOf(trace, "negative-duration"), 1U);
}

TEST(UserReports, R036_UnfinishedRunsToTheEnd)
{
    auto trace = open(object({ x("open", "10", "-1"), x("b", "12", "8") }));
    EXPECT_EQ(spansOf(trace), (Spans { "open@0+10000/0", "b@2000+8000/1" }));
    EXPECT_EQ(trace->lanes()[0].flags[0], SpanFlag::kUnfinished);
}

TEST(UserReports, R040_KernelBeforeItsLaunchIsStillLinked)
{
    auto trace = open(object({ x("cuLaunchKernelEx", "10", "5", "cuda_driver", R"({"correlation": 3})"),
        x("nccl", "8", "5", "kernel", R"({"correlation": 3, "stream": 7})", "0", "7") }));
    EXPECT_TRUE(trace->launchOf(trace->gpuWork()[0]).has_value());
    EXPECT_EQ(countOf(trace, "clock-skew"), 1U);
}

TEST(UserReports, R044_R045_OverlappingKernelsOnAStream)
{
    auto trace = open(object({ x("A", "3", "3.776", "kernel"), x("B", "5", "2", "kernel") }));
    EXPECT_EQ(spansOf(trace), (Spans { "A@0+3776/0", "B@2000+2000/1" }));
    EXPECT_EQ(trace->log().find("overlap-on-stream")->severity, Severity::Info);
}

TEST(UserReports, R048_AnnotationCrossedByAFrame)
{
    auto trace =
        open(object({ x("UA", "100", "100", "user_annotation"), x("frame", "99.9", "50.1", "python_function") }));
    EXPECT_EQ(spansOf(trace), (Spans { "frame@0+50100/0", "UA@100+100000/1" }));
}

TEST(UserReports, R051_AnnotationAndItsOnlyKernel)
{
    auto trace = open(object({ x("kernel", "100", "10", "kernel", "{}", "0", "7"),
        x("GUA", "100", "10", "gpu_user_annotation", "{}", "0", "7") }));
    ASSERT_EQ(trace->lanes().size(), 2U);
    EXPECT_EQ(trace->gpuWork().size(), 1U);
    EXPECT_EQ(trace->lanes()[1].kind, LaneKind::GpuAnnotation);
}

TEST(UserReports, R052_LongerEventLaterInTheFile)
{
    EXPECT_EQ(spansOf(open(object({ x("short", "0", "5"), x("long", "0", "10") }))),
        (Spans { "long@0+10000/0", "short@0+5000/1" }));
}

TEST(UserReports, R054_SumAndUnion)
{
    TraceInfo info = traceInfo(*open(object({ x("long", "0", "1600000", "kernel"), x("next", "20", "10", "kernel") })));
    EXPECT_EQ(info.kernelNs, 1'600'010'000);
    EXPECT_EQ(info.kernelBusyNs, 1'600'000'000);
}

TEST(UserReports, R057_IdenticalSpansStack)
{
    auto trace = open(object({ x("1", "5", "2"), x("2", "5", "2"), x("3", "5", "2") }));
    EXPECT_EQ(spansOf(trace), (Spans { "1@0+2000/0", "2@0+2000/1", "3@0+2000/2" }));
}

TEST(UserReports, R058_FileOrderDoesNotMatter)
{
    std::string a = x("a", "1", "9");
    std::string b = x("b", "2", "3");
    EXPECT_EQ(spansOf(open(object({ a, b }))), spansOf(open(object({ b, a }))));
}

TEST(UserReports, R059_BeginAndEndArgsAreMerged)
{
    auto trace = open(
        R"([{"ph":"B","name":"a","pid":1,"tid":1,"ts":1,"args":{"a":1}},{"ph":"E","pid":1,"tid":1,"ts":3,"args":{"b":2}}])");
    EXPECT_EQ(spansOf(trace), (Spans { "a@0+2000/0" }));
    EXPECT_EQ(trace->argsJson({ 0, 0 }), R"({"a":1,"b":2})");
}

TEST(UserReports, R060_EndWithoutBegin)
{
    auto trace = open(
        R"([{"ph":"E","pid":1,"tid":1,"ts":1},{"ph":"B","name":"a","pid":1,"tid":1,"ts":2},{"ph":"E","pid":1,"tid":1,"ts":3}])");
    EXPECT_EQ(spansOf(trace), (Spans { "a@0+1000/0" }));
    EXPECT_EQ(countOf(trace, "end-without-begin"), 1U);
}

TEST(UserReports, R062_R063_ZeroLengthKernel)
{
    auto trace = open(object({ x("k", "5", "0", "kernel") }));
    EXPECT_EQ(traceInfo(*trace).kernels, 1U);
    EXPECT_EQ(traceInfo(*trace).kernelNs, 0);
    EXPECT_EQ(trace->lanes()[0].innermostAt(0), 0U);
}

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

TEST(UnreadableFiles, AreRefusedWithLineAndByte)
{
    struct Case {
        std::string text, message;
    };
    for (const Case& c : { Case { "", "test: line 1, byte 0, the file is empty." },
             Case { "\n\nhello",
                 "test: line 3, byte 2, this is not a JSON trace (it begins neither with '{' nor with '[')." },
             Case { "{\"a\": 1,\n\"b\": {}}",
                 "test: line 2, byte 17, there is no \"traceEvents\": this is not a Chrome trace (its first key is "
                 "\"a\")." },
             Case { "{\"traceEvents\": [\n{\"ph\": \"X\"",
                 "test: line 2, byte 18, the file is damaged before its first complete event." } }) {
        Error error = refused(c.text);
        EXPECT_EQ(error.kind, ErrorKind::Input);
        EXPECT_EQ(error.message, c.message);
    }
    EXPECT_EQ(importTrace("/no/such/file.json").error().message, "/no/such/file.json: No such file or directory.");
    EXPECT_EQ(importTrace("/").error().message, "/: it is a folder.");
}

TEST(UnreadableFiles, AnEmptyTraceIsATrace)
{
    EXPECT_EQ(open("[]")->spanCount(), 0U);
    EXPECT_EQ(open("{\"traceEvents\": []}")->spanCount(), 0U);
}

} // namespace
} // namespace attnscope
