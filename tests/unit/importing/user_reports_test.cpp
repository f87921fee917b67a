// SPDX-License-Identifier: GPL-3.0-or-later
// What users of trace tools reported (the R numbers of the project's list of reports), each with its smallest input.
#include "profiler/trace/info.h"
#include "tests/unit/importing/user_report_helpers.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace attnscope {
namespace {

using namespace test;

Error refused(std::string_view text)
{
    auto trace = importTraceText(text, "test");
    EXPECT_FALSE(trace.ok());
    return trace.ok() ? Error {} : trace.error();
}

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

TEST(UserReports, R022_ProgressRunsToTheSizeOfTheFile)
{
    std::uint64_t last = 0;
    std::uint64_t size = 0;
    ImportOptions options;
    options.progress = [&](std::uint64_t read, std::uint64_t total) {
        EXPECT_GE(read, last);
        last = read;
        size = total;
    };
    const std::string text = object({ x("a", "1", "1") });
    ASSERT_TRUE(importTraceText(text, "test", options).ok());
    EXPECT_EQ(last, text.size());
    EXPECT_EQ(size, text.size());
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

TEST(UserReports, R041_NothingIsShiftedSilently)
{
    // Every kernel 3 ms before its launch: a constant offset between the clocks.
    std::vector<std::string> events;
    for (int i = 0; i < 3; ++i) {
        const std::string args = fmt::format(R"({{"correlation":{},"stream":7}})", i + 1);
        events.push_back(x("launch", fmt::format("{}", 5000 + i * 10), "1", "cuda_runtime", args));
        events.push_back(x("k", fmt::format("{}", 2000 + i * 10), "1", "kernel", args, "0", "7"));
    }
    auto trace = open(object(events));
    ASSERT_EQ(trace->gpuWork().size(), 3U);
    for (SpanRef kernel : trace->gpuWork()) {
        EXPECT_EQ(trace->start(*trace->launchOf(kernel)) - trace->start(kernel), 3'000'000);
    }
    EXPECT_EQ(countOf(trace, "clock-skew"), 3U);
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

TEST(UserReports, R049_FrameWithoutReturnEndsWithItsCaller)
{
    auto trace = open(object({ x("main", "0", "9000000", "python_function"),
        x("caller", "10", "100", "python_function"), x("lost", "20", "8000000", "python_function"),
        x("inner", "30", "10", "python_function"), x("later", "200", "50", "python_function") }));
    EXPECT_EQ(spansOf(trace),
        (Spans { "main@0+9000000000/0", "caller@10000+100000/1", "later@200000+50000/1", "lost@20000+90000/2",
            "inner@30000+10000/3" }));
    const Lane& lane = trace->lanes()[0];
    EXPECT_EQ(lane.flags[3], SpanFlag::kClipped);
    EXPECT_EQ(lane.parent[3], 1U);
    EXPECT_EQ(lane.clipped, (std::vector<std::pair<std::uint32_t, Ns>> { { 3, 8'000'000'000 } }));
    EXPECT_EQ(countOf(trace, "frame-without-return"), 1U);
    EXPECT_EQ(traceInfo(*trace).spanNs, 9'000'000'000);
}

TEST(UserReports, R049_FrameThatRunsToTheEndOfAShortTrace)
{
    auto trace = open(object({ x("caller", "10", "100", "python_function"), x("lost", "20", "480", "python_function"),
        x("last op", "400", "100") }));
    EXPECT_EQ(spansOf(trace), (Spans { "caller@0+100000/0", "last op@390000+100000/0", "lost@10000+90000/1" }));
    EXPECT_EQ(trace->range(), (TimeRange { 0, 490'000 }));
}

TEST(UserReports, R049_FramesThatOnlyCrossAreLeftAsTheyAre)
{
    auto trace = open(
        object({ x("a", "0", "10", "python_function"), x("b", "5", "10", "python_function"), x("op", "30", "10") }));
    EXPECT_EQ(spansOf(trace), (Spans { "a@0+10000/0", "op@30000+10000/0", "b@5000+10000/1" }));
    EXPECT_EQ(countOf(trace, "frame-without-return"), 0U);
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

TEST(UserReports, R053_KernelsThatOverlapByNanoseconds)
{
    auto trace = open(object({ x("first", "100", "10.027", "kernel", R"({"stream":7})", "0", "7"),
        x("second", "110", "5", "kernel", R"({"stream":7})", "0", "7") }));
    EXPECT_EQ(trace->lanes().size(), 1U);
    EXPECT_EQ(spansOf(trace), (Spans { "first@0+10027/0", "second@10000+5000/1" }));
    EXPECT_EQ(trace->lanes()[0].flags[1], SpanFlag::kOverlap);
}

TEST(UserReports, R054_SumAndUnion)
{
    TraceInfo info = traceInfo(*open(object({ x("long", "0", "1600000", "kernel"), x("next", "20", "10", "kernel") })));
    EXPECT_EQ(info.kernelNs, 1'600'010'000);
    EXPECT_EQ(info.kernelBusyNs, 1'600'000'000);
}

TEST(UserReports, R056_OpThatCrossesTheStepsEnd)
{
    auto trace = open(object({ x("ProfilerStep#1", "0", "100", "user_annotation"), x("aten::mm", "90", "20"),
        x("ProfilerStep#2", "100", "100", "user_annotation") }));
    EXPECT_EQ(spansOf(trace),
        (Spans { "ProfilerStep#1@0+100000/0", "ProfilerStep#2@100000+100000/0", "aten::mm@90000+20000/1" }));
    EXPECT_EQ(trace->steps().size(), 2U);
    EXPECT_EQ(countOf(trace, "overlap-on-thread"), 2U); // the op crosses both steps
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
             Case { "{\"traceEvents\": 5}",
                 "test: line 1, byte 18, \"traceEvents\" is not a list: this is not a Chrome trace." },
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
