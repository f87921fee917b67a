// SPDX-License-Identifier: GPL-3.0-or-later
// Several files on one axis.
#include "profiler/importing/import_files.h"
#include "profiler/trace/info.h"
#include "tests/shared_data.h"
#include "tests/unit/exporting/trace_equality.h"

#include <fmt/format.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

namespace attnscope {
namespace {

namespace fs = std::filesystem;

class ImportFiles : public ::testing::Test {
protected:
    ImportFiles()
        : m_folder(fs::temp_directory_path() / fmt::format("attnscope-files-{}", ::getpid()))
    {
        fs::create_directories(m_folder);
    }
    ~ImportFiles() override { fs::remove_all(m_folder); }

    std::string write(const std::string& name, std::string_view text)
    {
        const fs::path path = m_folder / name;
        fs::create_directories(path.parent_path());
        std::ofstream(path) << text;
        return path.string();
    }

    static TracePtr open(const std::vector<std::string>& paths)
    {
        auto trace = importTraces(paths);
        EXPECT_TRUE(trace.ok()) << (trace.ok() ? "" : trace.error().message);
        return trace.ok() ? trace.value() : nullptr;
    }

    fs::path m_folder;
};

/// One step of a rank: an op that launches a kernel with correlation 5 on device 0, an arrow with id 1, all at `at` µs.
std::string rank(int number, std::string_view header, int at)
{
    return fmt::format(
        R"({{{header}"traceEvents":[)"
        R"({{"ph":"M","name":"process_name","pid":100,"tid":0,"args":{{"name":"python"}}}},)"
        R"({{"ph":"X","cat":"cpu_op","name":"op{number}","pid":100,"tid":1,"ts":{at},"dur":50.5,"args":{{"rank":{number}}}}},)"
        R"({{"ph":"X","cat":"cuda_runtime","name":"launch{number}","pid":100,"tid":1,"ts":{at}.25,"dur":5,"args":{{"correlation":5}}}},)"
        R"({{"ph":"X","cat":"kernel","name":"kernel{number}","pid":0,"tid":7,"ts":{later},"dur":10,"args":{{"correlation":5,"stream":7,"device":0}}}},)"
        R"({{"ph":"s","cat":"fwdbwd","name":"x","id":1,"pid":100,"tid":1,"ts":{at}}},)"
        R"({{"ph":"f","cat":"fwdbwd","name":"x","id":1,"pid":0,"tid":7,"ts":{later},"bp":"e"}},)"
        R"({{"ph":"C","name":"memory","pid":100,"ts":{at},"args":{{"value":{number}}}}}]}})",
        fmt::arg("header", header), fmt::arg("number", number), fmt::arg("at", at), fmt::arg("later", at + 100));
}

std::string based(int number, std::int64_t base)
{
    return fmt::format(
        R"("baseTimeNanoseconds":{},"distributedInfo":{{"backend":"nccl","rank":{},"world_size":2}},)", base, number);
}

/// "file kind pid name@start+duration"
std::vector<std::string> spansOf(const Trace& trace)
{
    std::vector<std::string> spans;
    for (std::uint32_t laneIndex = 0; laneIndex < trace.lanes().size(); ++laneIndex) {
        const Lane& lane = trace.lanes()[laneIndex];
        for (std::uint32_t i = 0; i < lane.size(); ++i) {
            spans.push_back(fmt::format("{} {} {}@{}+{}", lane.file, lane.pid, trace.name(SpanRef { laneIndex, i }),
                lane.start[i], lane.duration[i]));
        }
    }
    return spans;
}

SpanRef kernelOf(const Trace& trace, std::string_view name)
{
    const auto& work = trace.gpuWork();
    return *std::find_if(work.begin(), work.end(), [&](SpanRef span) { return trace.name(span) == name; });
}

using Texts = std::vector<std::string>;

TEST_F(ImportFiles, R030_RanksLieOnOneAxisByAbsoluteTime)
{
    TracePtr trace = open({ write("a.json", rank(0, based(0, 1'700'000'000'000'000'000), 1'000)),
        write("b.json", rank(1, based(1, 1'700'000'000'002'000'000), 500)) });
    ASSERT_NE(trace, nullptr);
    // Rank 1 starts (2 ms + 0.5 ms) − 1 ms after rank 0.
    EXPECT_EQ(spansOf(*trace),
        (Texts { "0 rank 0:100 op0@0+50500", "0 rank 0:100 launch0@250+5000", "0 rank 0:0 kernel0@100000+10000",
            "1 rank 1:100 op1@1500000+50500", "1 rank 1:100 launch1@1500250+5000",
            "1 rank 1:0 kernel1@1600000+10000" }));
    EXPECT_EQ(trace->facts().epochNs, 1'700'000'000'001'000'000);
    EXPECT_EQ(trace->range(), (TimeRange { 0, 1'610'000 }));
    EXPECT_EQ(trace->lanes()[0].processName, "rank 0 · python");
    EXPECT_EQ(trace->lanes()[0].subtitle, "rank 0 · 1");
    EXPECT_EQ(trace->lanes()[5].processName, "rank 1");
    EXPECT_EQ(trace->lanes()[5].title, "GPU 0 · stream 7");
    ASSERT_EQ(trace->counters().size(), 2U);
    EXPECT_EQ(trace->counters()[1].pid, "rank 1:100");
    EXPECT_EQ(trace->counters()[1].time, (std::vector<Ns> { 1'500'000 }));
    EXPECT_EQ(trace->log().find("no-absolute-time"), nullptr);
}

TEST_F(ImportFiles, R072_IdsOfTheFilesAreKeptApart)
{
    TracePtr trace = open({ write("a.json", rank(0, based(0, 1'700'000'000'000'000'000), 1'000)),
        write("b.json", rank(1, based(1, 1'700'000'000'000'000'000), 1'000)) });
    ASSERT_NE(trace, nullptr);
    for (int number : { 0, 1 }) {
        SpanRef kernel = kernelOf(*trace, fmt::format("kernel{}", number));
        auto launch = trace->launchOf(kernel);
        ASSERT_TRUE(launch.has_value());
        EXPECT_EQ(trace->name(*launch), fmt::format("launch{}", number));
        EXPECT_EQ(trace->name(*trace->opOf(*launch)), fmt::format("op{}", number));
        EXPECT_EQ(trace->argsJson(*trace->opOf(*launch)), fmt::format(R"({{"rank":{}}})", number));
        EXPECT_EQ(trace->lane(kernel).correlation[kernel.index], number == 0 ? 5U : 10U);
    }
    ASSERT_EQ(trace->flows().size(), 2U);
    for (int number : { 0, 1 }) {
        const Flow& flow = trace->flows()[static_cast<std::size_t>(number)];
        EXPECT_EQ(flow.id, fmt::format("rank {}:1", number));
        EXPECT_EQ(trace->name(flow.from), fmt::format("op{}", number));
        EXPECT_EQ(trace->name(flow.to), fmt::format("kernel{}", number));
    }
    EXPECT_EQ(trace->log().find("correlation-reused"), nullptr);
    TraceInfo info = traceInfo(*trace);
    EXPECT_EQ(info.events, 14U);
    EXPECT_EQ(info.lanes, 4U);
    EXPECT_EQ(info.gpuLanes, 2U);
    EXPECT_EQ(info.kernelStreams, 2U);
    EXPECT_EQ(info.kernels, 2U);
    EXPECT_EQ(info.kernelNs, 20'000);
    EXPECT_EQ(info.kernelBusyNs, 10'000); // both at the same time
    EXPECT_EQ(info.flowsPaired, 2U);
    EXPECT_EQ(info.cpuOps, 2U);
}

TEST_F(ImportFiles, R029_OldAndNewFilesOfOneJobMeet)
{
    TracePtr trace = open({ write("new.json", rank(0, R"("baseTimeNanoseconds":1700000000000000000,)", 1'000)),
        write("old.json",
            R"([{"ph":"X","cat":"cpu_op","name":"old","pid":1,"tid":1,"ts":1700000000000900.125,"dur":1}])") });
    ASSERT_NE(trace, nullptr);
    EXPECT_EQ(spansOf(*trace),
        (Texts { "0 new:100 op0@99875+50500", "0 new:100 launch0@100125+5000", "0 new:0 kernel0@199875+10000",
            "1 old:1 old@0+1000" }));
    EXPECT_TRUE(trace->facts().files[1].absoluteTime);
}

TEST_F(ImportFiles, FilesWithoutADateStartWhereTheWholeStarts)
{
    const std::string dated = write("dated.json", rank(0, R"("baseTimeNanoseconds":1700000000000000000,)", 1'000));
    const std::string jax = write("jax.trace.json.gz",
        R"([{"ph":"X","name":"fusion","pid":3,"tid":4,"ts":123.5,"dur":1},{"ph":"X","name":"open","pid":3,"tid":4,"ts":124}])");
    TracePtr trace = open({ jax, dated });
    ASSERT_NE(trace, nullptr);
    EXPECT_EQ(spansOf(*trace),
        (Texts { "0 jax.trace:3 fusion@0+1000", "0 jax.trace:3 open@500+500", "1 dated:100 op0@0+50500",
            "1 dated:100 launch0@250+5000", "1 dated:0 kernel0@100000+10000" }));
    const LogEntry* entry = trace->log().find("no-absolute-time");
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->example, jax + ": its times have no date; its start was put at the start of the other files.");
    EXPECT_FALSE(trace->facts().files[0].absoluteTime);

    TracePtr undated = open({ jax, jax });
    ASSERT_NE(undated, nullptr);
    EXPECT_EQ(spansOf(*undated),
        (Texts { "0 1 jax.trace:3 fusion@0+1000", "0 1 jax.trace:3 open@500+500", "1 2 jax.trace:3 fusion@0+1000",
            "1 2 jax.trace:3 open@500+500" }));
    EXPECT_EQ(undated->facts().epochNs, 0);
}

TEST_F(ImportFiles, R091_WithoutARankTheFileNameSaysWhatItIs)
{
    const std::string text = rank(0, R"("baseTimeNanoseconds":1700000000000000000,)", 1'000);
    const std::string ranked = rank(0, based(0, 1'700'000'000'000'000'000), 1'000);
    struct Case {
        std::vector<std::string> paths;
        Texts labels;
    };
    const std::string a = write("a/trace.json", text);
    const std::string b = write("b/trace.json", text);
    const std::string other = write("host7.pt.trace.json", text);
    const std::string zero = write("zero.json", ranked);
    for (const Case& c : { Case { { a, other }, { "trace", "host7.pt.trace" } },
             Case { { a, b }, { "1 trace", "2 trace" } }, Case { { zero, other }, { "zero", "host7.pt.trace" } } }) {
        TracePtr trace = open(c.paths);
        ASSERT_NE(trace, nullptr);
        Texts labels;
        for (const FileFacts& file : trace->facts().files) {
            labels.push_back(file.label);
        }
        EXPECT_EQ(labels, c.labels);
    }
}

TEST_F(ImportFiles, EveryFileKeepsItsLogAndItsMissingTimes)
{
    const std::string good = write("good.json", rank(0, based(0, 1'700'000'000'000'000'000), 1'000));
    const std::string odd = write("odd.json",
        R"({"baseTimeNanoseconds":1700000000000000000,"traceEvents":[)"
        R"({"ph":"X","cat":"kernel","name":"lost","pid":0,"tid":7,"ts":0,"dur":0},)"
        R"({"ph":"X","cat":"cpu_op","name":"late","pid":1,"tid":1,"ts":4000000,"dur":5},]})");
    TracePtr trace = open({ good, odd });
    ASSERT_NE(trace, nullptr);
    EXPECT_EQ(trace->range(), (TimeRange { 0, 3'999'005'000 }));
    const LogEntry* comma = trace->log().find("trailing-comma");
    ASSERT_NE(comma, nullptr);
    EXPECT_EQ(comma->example, odd + ": A comma before a closing bracket was ignored.");
    const LogEntry* lost = trace->log().find("no-valid-time");
    ASSERT_NE(lost, nullptr);
    EXPECT_EQ(lost->count, 1U);
    EXPECT_EQ(lost->example.substr(0, odd.size() + 2), odd + ": ");
}

TEST_F(ImportFiles, OnePathIsAPlainImport)
{
    const std::string path = write("a.json", rank(0, based(0, 1'700'000'000'000'000'000), 1'000));
    TracePtr one = open({ path });
    ASSERT_NE(one, nullptr);
    EXPECT_EQ(test::difference(*importTrace(path).value(), *one), "");
    EXPECT_TRUE(one->facts().files.empty());
}

TEST_F(ImportFiles, ErrorsNameTheFile)
{
    const std::string good = write("a.json", rank(0, "", 1'000));
    const std::string bad = write("b.json", "hello");
    auto refused = importTraces(std::vector<std::string> { good, bad });
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::Input);
    EXPECT_EQ(refused.error().message,
        bad + ": line 1, byte 0, this is not a JSON trace (it begins neither with '{' nor with '[').");
    EXPECT_EQ(importTraces({}).error().kind, ErrorKind::Usage);
    EXPECT_EQ(importTraces(std::vector<std::string> { "-", "-" }).error().kind, ErrorKind::Usage);
}

TEST_F(ImportFiles, ProgressCountsTheBytesOfAllAndCancelIsHonoured)
{
    const std::vector<std::string> paths { write("a.json", rank(0, "", 1'000)), write("b.json", rank(1, "", 1'000)) };
    const std::uint64_t all = fs::file_size(paths[0]) + fs::file_size(paths[1]);
    std::uint64_t last = 0;
    ImportOptions options;
    options.progress = [&](std::uint64_t read, std::uint64_t total) {
        EXPECT_GE(read, last);
        EXPECT_EQ(total, all);
        last = read;
    };
    ASSERT_TRUE(importTraces(paths, options).ok());
    EXPECT_EQ(last, all);
    const std::atomic<bool> cancel { true };
    options.cancel = &cancel;
    EXPECT_EQ(importTraces(paths, options).error().kind, ErrorKind::Cancelled);
}

TEST_F(ImportFiles, FactsOfRealTracesAddUp)
{
    auto first = test::sharedFile("data/traces/T001.json.gz");
    auto second = test::sharedFile("data/traces/T002.json.gz");
    if (!first || !second) {
        GTEST_SKIP() << "the shared traces are not here (data/traces/T001.json.gz, T002.json.gz)";
    }
    TracePtr trace = open({ first->string(), second->string() });
    ASSERT_NE(trace, nullptr);
    TraceInfo info = traceInfo(*trace);
    EXPECT_EQ(info.events, 24'656U + 2'551U);
    EXPECT_EQ(info.kernels, 768U + 60U);
    EXPECT_EQ(info.kernelNs, 10'862'916 + 307'197);
    EXPECT_EQ(info.kernelBusyNs, 10'793'638 + 307'197);
    EXPECT_EQ(info.lanes, 3U + 4U);
    EXPECT_EQ(info.flowsPaired, 929U + 61U);
    EXPECT_EQ(info.flowsStartOnly, 2U + 25U);
    EXPECT_EQ(info.pythonFunctions, 15'230U + 1'385U);
}

} // namespace
} // namespace attnscope
