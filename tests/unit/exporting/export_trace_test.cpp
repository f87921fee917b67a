// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/exporting/export_trace.h"
#include "profiler/exporting/span_csv.h"
#include "profiler/importing/import_files.h"
#include "profiler/trace/launch_args.h"
#include "profiler/trace/trace_builder.h"
#include "tests/shared_data.h"
#include "tests/unit/exporting/trace_equality.h"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <unistd.h>

namespace attnscope {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class ExportTrace : public ::testing::Test {
protected:
    ExportTrace()
        : m_folder(fs::temp_directory_path() / ("attnscope-export-" + std::to_string(::getpid())))
    {
        fs::create_directories(m_folder);
    }
    ~ExportTrace() override { fs::remove_all(m_folder); }

    std::string path(const std::string& name) const { return (m_folder / name).string(); }
    static std::string read(const std::string& path)
    {
        std::ifstream file(path, std::ios::binary);
        std::stringstream text;
        text << file.rdbuf();
        return text.str();
    }
    TracePtr again(const Trace& trace, const std::string& name, const ExportOptions& options = {}) const
    {
        Status written = exportTrace(trace, path(name), options);
        EXPECT_TRUE(written.ok()) << written.error().message;
        auto back = importTrace(path(name));
        EXPECT_TRUE(back.ok()) << (back.ok() ? "" : back.error().message);
        return back.ok() ? back.value() : nullptr;
    }

    fs::path m_folder;
};

/// Two variants, each one op that launches one kernel; names that need escapes; counters; an instant; a span without an end.
TracePtr smallSession()
{
    TraceBuilder builder;
    auto thread = builder.laneIndex({ LaneKind::CpuThread, "457", "457", -1, -1 });
    auto api = builder.laneIndex({ LaneKind::CudaApi, "457", "457", -1, -1 });
    auto stream = builder.laneIndex({ LaneKind::GpuStream, "0", "7", 0, 7 });
    builder.setProcessName("457", "python \"3\"");
    builder.setThreadName("457", "457", "attention");
    builder.setProcessSort("0", 5'000'000);
    for (std::uint64_t variant : { 0U, 1U }) {
        Ns at = 1'000'000 + static_cast<Ns>(variant) * 100'000;
        builder.addSpan(thread, { at, 10'001, builder.intern("ProfilerStep#1"), SpanKind::Step, 0, 0, 0 });
        builder.addSpan(thread,
            { at + 10, 5'000, builder.intern("aten::\\bmm\n\"ü\x01"), SpanKind::Op, 0, 0,
                builder.addArgs(R"({"Input Dims": [[2, 3], []]})") });
        builder.addSpan(
            api, { at + 100, 1'000, builder.intern("cudaLaunchKernel"), SpanKind::ApiRuntime, 0, variant + 7, 0 });
        LaunchFacts facts;
        facts.grid = { 1, 2, 3 };
        facts.cluster = { 2, 1, 1 };
        builder.addSpan(stream,
            { at + 20'000, 333, builder.intern("nvjet_x"), SpanKind::Kernel, 0, variant + 7,
                builder.addArgs(launchArgsJson(facts, variant + 7)) });
    }
    builder.addSpan(thread, { 1'190'000, 0, builder.intern("open"), SpanKind::Op, SpanFlag::kUnfinished, 0, 0 });
    builder.addSpan(builder.laneIndex({ LaneKind::Instants, "457", "", -1, -1 }),
        { 1'150'000, 0, builder.intern("mark"), SpanKind::Instant, 0, 0, 0 });
    builder.addCounter({ "allocated", "bytes", "0", 0, { 1'000'000, 1'050'000 }, { 268'435'456, 0.5 } });
    builder.facts().epochNs = 1'790'857'026'000'000'000;
    Session session;
    session.device.kind = "cuda";
    session.device.name = "NVIDIA H200";
    session.device.limits = DeviceLimits {};
    session.device.limits->smCount = 132;
    for (Ns variant : { 0, 1 }) {
        VariantResult result;
        result.name = variant == 0 ? "naive" : "flash";
        result.window = { 1'000'000 + variant * 100'000, 1'100'000 + variant * 100'000 };
        result.steps = { { result.window.begin, result.window.begin + 10'001 } };
        session.variants.push_back(result);
    }
    builder.setSession(session);
    return builder.finish();
}

TEST_F(ExportTrace, SessionSurvivesPlainAndCompressed)
{
    TracePtr trace = smallSession();
    for (const char* name : { "s.json", "s.json.gz" }) {
        TracePtr back = again(*trace, name);
        ASSERT_NE(back, nullptr);
        EXPECT_EQ(test::difference(*trace, *back), "") << name;
        SpanRef kernel = back->gpuWork()[0];
        EXPECT_EQ(back->launchFacts(kernel).grid, (std::array<std::int64_t, 3> { 1, 2, 3 }));
        EXPECT_EQ(back->launchFacts(kernel).cluster, (std::array<std::int64_t, 3> { 2, 1, 1 }));
        EXPECT_EQ(back->facts().deviceName, "NVIDIA H200");
    }
    EXPECT_EQ(read(path("s.json.gz")).substr(0, 2), "\x1f\x8b");
}

TEST_F(ExportTrace, FileHasWhatPerfettoAndTorchToolsRead)
{
    ASSERT_TRUE(exportTrace(*smallSession(), path("s.json")).ok());
    Json json = Json::parse(read(path("s.json")));
    EXPECT_EQ(json["schemaVersion"], 1);
    EXPECT_EQ(json["baseTimeNanoseconds"], 1'790'857'026'001'000'000);
    EXPECT_EQ(json["deviceProperties"][0]["numSms"], 132);
    EXPECT_EQ(json["attnscope"]["variants"][1]["name"], "flash");
    Json kernel, starts = Json::array(), finishes = Json::array(), names = Json::object();
    for (const Json& event : json["traceEvents"]) {
        if (event.value("cat", "") == "kernel" && kernel.is_null()) {
            kernel = event;
        }
        if (event.value("cat", "") == "ac2g") {
            (event["ph"] == "s" ? starts : finishes).push_back(event);
        }
        if (event["ph"] == "M") {
            names[event["name"].get<std::string>() + " " + event["pid"].dump()] = event["args"];
        }
    }
    EXPECT_EQ(kernel["ph"], "X");
    EXPECT_EQ(kernel["pid"], 0);
    EXPECT_EQ(kernel["tid"], 7);
    EXPECT_EQ(kernel["ts"], 20.0);
    EXPECT_EQ(kernel["dur"], 0.333);
    EXPECT_EQ(kernel["args"]["correlation"], 7);
    EXPECT_EQ(starts.size(), 2U);
    EXPECT_EQ(finishes[0]["bp"], "e");
    EXPECT_EQ(finishes[0]["id"], 7);
    EXPECT_EQ(names["process_name 457"]["name"], "python \"3\"");
    EXPECT_EQ(names["process_labels 0"]["labels"], "GPU 0");
    EXPECT_EQ(names["process_sort_index 0"]["sort_index"], 5'000'000);
    EXPECT_EQ(names["thread_name 457"]["name"], "attention");
    EXPECT_NE(read(path("s.json")).find("\"ts\": 20.000, \"dur\": 0.333"), std::string::npos);
}

TEST_F(ExportTrace, PythonReadsIt)
{
    if (std::system("python3 -c 'import json' > /dev/null 2>&1") != 0) {
        GTEST_SKIP() << "python3 is not here: reading the written file with its json module";
    }
    for (const char* name : { "p.json", "p.json.gz" }) {
        ASSERT_TRUE(exportTrace(*smallSession(), path(name)).ok());
        std::string open = std::string(name).ends_with(".gz") ? "gzip.open" : "open";
        std::string command = "python3 -c \"import json, gzip, sys; d = json.load(" + open
            + "(sys.argv[1], 'rb')); assert sum(e['ph'] == 'X' for e in d['traceEvents']) == 9, d\" '" + path(name)
            + "'";
        EXPECT_EQ(std::system(command.c_str()), 0) << name;
    }
}

TEST_F(ExportTrace, OneVariantOrARangeKeepsLaunchAndWorkTogether)
{
    TracePtr trace = smallSession();
    TracePtr flash = again(*trace, "flash.json", { std::nullopt, "flash" });
    ASSERT_NE(flash, nullptr);
    ASSERT_EQ(flash->session()->variants.size(), 1U);
    EXPECT_EQ(flash->session()->variants[0].name, "flash");
    EXPECT_EQ(flash->session()->variants[0].window, (TimeRange { 0, 100'000 }));
    EXPECT_EQ(flash->gpuWork().size(), 1U);
    EXPECT_TRUE(flash->launchOf(flash->gpuWork()[0]).has_value());

    TracePtr part = again(*trace, "part.json", { TimeRange { 0, 200 }, "" }); // the kernel runs later than that
    EXPECT_EQ(part->gpuWork().size(), 1U);
    EXPECT_EQ(part->steps().size(), 1U);
    Status unknown = exportTrace(*trace, path("x.json"), { std::nullopt, "none" });
    ASSERT_FALSE(unknown.ok());
    EXPECT_EQ(unknown.error().kind, ErrorKind::Usage);
    EXPECT_FALSE(fs::exists(path("x.json")));
}

TEST_F(ExportTrace, R127_NothingHalfWrittenIsLeftAndTheErrorSaysWhy)
{
    Status refused = exportTrace(*smallSession(), path("no/such/folder/s.json"));
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::Failed);
    EXPECT_EQ(
        refused.error().message, path("no/such/folder/s.json") + ": cannot be written: No such file or directory.");
    EXPECT_FALSE(exportTrace(*smallSession(), m_folder.string()).ok());
    ASSERT_TRUE(writeFileAtomically(path("t.txt"), "old").ok());
    ASSERT_TRUE(writeFileAtomically(path("t.txt"), "new").ok());
    EXPECT_EQ(read(path("t.txt")), "new");
    EXPECT_EQ(std::distance(fs::directory_iterator(m_folder), {}), 1);
}

TEST_F(ExportTrace, DamagedArgsBecomeValidJson)
{
    auto trace = importTraceText(
        R"([{"ph":"X","cat":"kernel","name":"a\qb","pid":0,"tid":7,"ts":1,"dur":2,"args":{"bw": inf, "s": N/A, "p": "c:\x", "n": 99999999999999999999, "o": {"deep": NaN}}}])",
        "t");
    ASSERT_TRUE(trace.ok());
    ASSERT_TRUE(exportTrace(*trace.value(), path("d.json")).ok());
    Json json = Json::parse(read(path("d.json")));
    Json event = json["traceEvents"].back();
    EXPECT_EQ(event["name"], "a\\qb");
    EXPECT_EQ(event["args"]["bw"], nullptr);
    EXPECT_EQ(event["args"]["s"], nullptr);
    EXPECT_EQ(event["args"]["p"], "c:\\x");
    EXPECT_EQ(event["args"]["o"], R"({"deep": NaN})");
    EXPECT_NE(read(path("d.json")).find("99999999999999999999"), std::string::npos);
}

/// What `info --json` says, without what belongs to the file rather than to the recording.
Json factsOf(const Trace& trace)
{
    Json facts = Json::parse(traceInfoJson(trace));
    for (const char* ofTheFile : { "file", "files", "bytes", "events", "log" }) {
        facts.erase(ofTheFile);
    }
    return facts;
}

TEST_F(ExportTrace, EverySharedTraceSurvives)
{
    auto folder = test::sharedFile("data/traces/facts.json");
    if (!folder) {
        GTEST_SKIP() << "the shared traces are not here (data/traces)";
    }
    int compared = 0;
    for (const auto& where : { folder->parent_path(), folder->parent_path().parent_path() / "h200_torch_profiler" }) {
        for (const auto& entry : fs::directory_iterator(where)) {
            auto trace = importTrace(entry.path().string());
            if (!trace.ok() || entry.path().filename() == "facts.json") {
                continue;
            }
            TracePtr back = again(*trace.value(), compared % 2 == 0 ? "again.json" : "again.json.gz");
            ASSERT_NE(back, nullptr) << entry.path();
            EXPECT_EQ(test::difference(*trace.value(), *back), "") << entry.path();
            EXPECT_EQ(factsOf(*trace.value()), factsOf(*back)) << entry.path();
            ++compared;
        }
    }
    EXPECT_EQ(compared, 74 + 7);
}

TEST_F(ExportTrace, PartsOfSharedTracesSurvive)
{
    auto folder = test::sharedFile("data/traces/facts.json");
    if (!folder) {
        GTEST_SKIP() << "the shared traces are not here (data/traces)";
    }
    int compared = 0;
    for (const auto& entry : fs::directory_iterator(folder->parent_path())) {
        if (entry.file_size() > 300'000 || entry.path().filename() == "facts.json") {
            continue;
        }
        auto trace = importTrace(entry.path().string());
        if (!trace.ok()) {
            continue;
        }
        const Ns length = trace.value()->range().end;
        TracePtr part = again(*trace.value(), "part.json", { TimeRange { length / 3, 2 * (length / 3) }, "" });
        ASSERT_NE(part, nullptr) << entry.path();
        TracePtr back = again(*part, "again.json.gz");
        ASSERT_NE(back, nullptr) << entry.path();
        EXPECT_EQ(test::difference(*part, *back), "") << entry.path();
        EXPECT_EQ(factsOf(*part), factsOf(*back)) << entry.path();
        ++compared;
    }
    EXPECT_GT(compared, 20);
}

TEST_F(ExportTrace, CategoriesAndArrowsAreTheFilesOwn)
{
    const std::string text = R"({"traceEvents":[
        {"ph":"X","cat":"Operator","name":"old","pid":1,"tid":1,"ts":1,"dur":9},
        {"ph":"X","cat":"my \"cat\"","name":"own","pid":2,"tid":1,"ts":1,"dur":9},
        {"ph":"X","name":"none","pid":2,"tid":2,"ts":1,"dur":9},
        {"ph":"B","cat":"blink","name":"pair","pid":2,"tid":3,"ts":1},{"ph":"E","pid":2,"tid":3,"ts":5},
        {"ph":"i","cat":"mark","name":"i","pid":2,"tid":2,"ts":3,"s":"t"},
        {"ph":"X","cat":"hip_runtime","name":"launch","pid":1,"tid":1,"ts":2,"dur":1,"args":{"correlation":4}},
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":4,"dur":1,"args":{"correlation":4,"stream":7}},
        {"ph":"s","cat":"async_gpu","name":"a","id":4,"pid":1,"tid":1,"ts":2},
        {"ph":"f","cat":"async_gpu","name":"a","id":4,"pid":0,"tid":7,"ts":4,"bp":"e"},
        {"ph":"s","cat":"async_gpu","name":"a","id":5,"pid":1,"tid":1,"ts":6},
        {"ph":"f","cat":"async_gpu","name":"a","id":6,"pid":0,"tid":7,"ts":6,"bp":"e"},
        {"ph":"s","cat":"fwdbwd","name":"f","id":"0x1","pid":1,"tid":1,"ts":3},
        {"ph":"X","cat":"q","name":"a","pid":2,"tid":5,"ts":1,"dur":2,"bind_id":"0x7","flow_out":true},
        {"ph":"X","cat":"q","name":"b","pid":2,"tid":6,"ts":4,"dur":2,"bind_id":"0x7","flow_in":true}]})";
    auto trace = importTraceText(text, "t");
    ASSERT_TRUE(trace.ok()) << trace.error().message;
    TracePtr back = again(*trace.value(), "own.json");
    ASSERT_NE(back, nullptr);
    EXPECT_EQ(test::difference(*trace.value(), *back), "");
    EXPECT_EQ(factsOf(*trace.value()), factsOf(*back));
    std::vector<std::string> categories;
    for (std::uint32_t lane = 0; lane < back->lanes().size(); ++lane) {
        for (std::uint32_t i = 0; i < back->lanes()[lane].size(); ++i) {
            categories.emplace_back(back->category({ lane, i }));
        }
    }
    std::sort(categories.begin(), categories.end());
    EXPECT_EQ(categories,
        (std::vector<std::string> {
            "", "Operator", "blink", "hip_runtime", "kernel", "mark", "my \"cat\"", "q", "q" }));
    EXPECT_EQ(back->facts().launchArrows, "async_gpu");
    EXPECT_EQ(back->facts().flowsPaired, 1U);
    EXPECT_EQ(back->facts().flowsStartOnly, 2U);
    EXPECT_EQ(back->facts().flowsFinishOnly, 1U);
    EXPECT_EQ(back->looseFlowEnds().size(), 3U);
    ASSERT_EQ(back->flows().size(), 1U);
    EXPECT_TRUE(back->flows()[0].ofSpans);
}

TEST_F(ExportTrace, R108_R128_SpansAsCsvWithFullNamesAndWholeNanoseconds)
{
    const std::string name = "void at::native::f<float, 4>(" + std::string(60, 'x') + ", \\\"y\\\")";
    auto trace = importTraceText(
        R"([{"ph":"X","cat":"cuda_runtime","name":"launch","pid":1,"tid":2,"ts":1.5,"dur":1,"args":{"correlation":4}},)"
        R"({"ph":"X","cat":"kernel","name":")"
            + name + R"(","pid":0,"tid":7,"ts":4.001,"dur":0.25,"args":{"correlation":4,"device":0,"stream":7}}])",
        "t");
    ASSERT_TRUE(trace.ok()) << trace.error().message;
    ASSERT_TRUE(exportSpansCsv(*trace.value(), path("spans.csv")).ok());
    EXPECT_EQ(read(path("spans.csv")),
        "process,thread,device,stream,kind,category,name,start_ns,duration_ns,correlation,launch_start_ns,flags\r\n"
        "1,2,,,runtime call,cuda_runtime,launch,0,1000,4,,\r\n"
        "0,7,0,7,kernel,kernel,\"void at::native::f<float, 4>("
            + std::string(60, 'x') + ", \"\"y\"\")\",2501,250,4,0,\r\n");
    ASSERT_TRUE(exportSpansCsv(*trace.value(), path("part.csv"), { TimeRange { 2'000, 9'000 }, "" }).ok());
    const std::string part = read(path("part.csv"));
    EXPECT_EQ(std::count(part.begin(), part.end(), '\n'), 3); // the launch comes along
    EXPECT_EQ(exportSpansCsv(*trace.value(), path("no.csv"), { std::nullopt, "none" }).error().kind, ErrorKind::Usage);
}

TEST_F(ExportTrace, SeveralFilesBecomeOne)
{
    auto rank = [&](int number) {
        const std::string file = path("rank" + std::to_string(number) + ".json");
        std::ofstream(file)
            << R"({"baseTimeNanoseconds":1700000000000000000,"distributedInfo":{"rank":)" << number
            << R"(},"traceEvents":[{"ph":"X","cat":"cuda_runtime","name":"launch)" << number
            << R"(","pid":1,"tid":1,"ts":2,"dur":1,"args":{"correlation":4}},{"ph":"X","cat":"kernel","name":"kernel)"
            << number << R"(","pid":0,"tid":7,"ts":4,"dur":1,"args":{"correlation":4,"stream":7}},)"
            << R"({"ph":"s","cat":"ac2g","name":"a","id":4,"pid":1,"tid":1,"ts":2},)"
            << R"({"ph":"f","cat":"ac2g","name":"a","id":4,"pid":0,"tid":7,"ts":4,"bp":"e"}]})";
        return file;
    };
    auto both = importTraces(std::vector<std::string> { rank(0), rank(1) });
    ASSERT_TRUE(both.ok()) << both.error().message;
    TracePtr back = again(*both.value(), "both.json");
    ASSERT_NE(back, nullptr);
    EXPECT_EQ(factsOf(*both.value()), factsOf(*back));
    ASSERT_EQ(back->gpuWork().size(), 2U);
    for (SpanRef kernel : back->gpuWork()) {
        const auto launch = back->launchOf(kernel);
        ASSERT_TRUE(launch.has_value());
        EXPECT_EQ(back->name(*launch).back(), back->name(kernel).back());
    }
    EXPECT_EQ(back->log().find("correlation-reused"), nullptr);
}

} // namespace
} // namespace attnscope
