// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs that no test wrote by hand: shuffled, cut at every byte, with bytes changed, packed in every way.
#include "profiler/importing/decimal_time.h"
#include "profiler/importing/import_trace.h"
#include "profiler/trace/info.h"
#include "tests/unit/exporting/trace_equality.h"

#include <fmt/format.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <random>

#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

namespace attnscope {
namespace {

/// A recording of `steps` steps of nested ops that launch kernels, one event a string.
std::vector<std::string> recording(int steps)
{
    std::vector<std::string> events;
    for (int i = 0; i < steps; ++i) {
        int at = 1000 + i * 1000;
        auto add = [&](std::string_view cat, std::string_view name, int pid, int tid, int ts, int dur,
                       std::string_view args) {
            events.push_back(fmt::format(
                R"({{"ph":"X","cat":"{}","name":"{}","pid":{},"tid":{},"ts":{}.{:03},"dur":{}.5,"args":{{{}}}}})", cat,
                name, pid, tid, ts, i % 1000, dur, args));
        };
        add("user_annotation", fmt::format("ProfilerStep#{}", i), 1, 1, at, 900, "");
        add("cpu_op", "aten::matmul", 1, 1, at + 10, 300, R"("Input Dims": [[2, 3], []], "Call stack": "a{b;\"c\"")");
        add("cpu_op", "aten::mm", 1, 1, at + 20, 200, "");
        add("cuda_runtime", "cudaLaunchKernel", 1, 1, at + 30, 5, fmt::format(R"("correlation": {})", i + 1));
        add("kernel", fmt::format("gemm_{}", i % 7), 0, 7, at + 100, 400,
            fmt::format(R"("correlation": {}, "grid": [{}, 1, 1], "stream": 7)", i + 1, i));
        events.push_back(
            fmt::format(R"({{"ph":"s","cat":"ac2g","name":"ac2g","id":{},"pid":1,"tid":1,"ts":{}.030}})", i + 1, at));
        events.push_back(fmt::format(
            R"({{"ph":"f","cat":"ac2g","name":"ac2g","id":{},"pid":0,"tid":7,"ts":{}.100,"bp":"e"}})", i + 1, at));
    }
    return events;
}

std::string document(const std::vector<std::string>& events)
{
    return fmt::format(
        "{{\"schemaVersion\": 1, \"traceEvents\": [\n{}\n], \"traceName\": \"x\"}}\n", fmt::join(events, ",\n"));
}

TracePtr open(std::string_view text)
{
    auto trace = importTraceText(text, "test");
    EXPECT_TRUE(trace.ok()) << (trace.ok() ? "" : trace.error().message);
    return trace.ok() ? trace.value() : std::make_shared<const Trace>();
}

TEST(ImportOrder, ShuffledEventsMakeTheSameTrace)
{
    std::vector<std::string> events = recording(50);
    TracePtr sorted = open(document(events));
    std::mt19937 random(20'260'101);
    for (int round = 0; round < 20; ++round) {
        std::shuffle(events.begin(), events.end(), random);
        EXPECT_EQ(test::difference(*sorted, *open(document(events))), "") << round;
    }
}

TEST(ImportDamage, EveryCutOpensWhatIsComplete)
{
    std::string text = document(recording(3));
    std::size_t before = 0;
    for (std::size_t length = 0; length < text.size(); ++length) {
        auto trace = importTraceText(std::string_view(text).substr(0, length), "cut");
        std::size_t events = trace.ok() ? static_cast<std::size_t>(trace.value()->facts().events) : 0;
        EXPECT_GE(events, before) << length;
        before = events;
        if (!trace.ok()) {
            EXPECT_EQ(trace.error().kind, ErrorKind::Input);
        }
    }
    EXPECT_EQ(before, 21U);
}

TEST(ImportDamage, OneChangedByteCostsFewEvents)
{
    std::string text = document(recording(20));
    std::size_t first = text.find("ProfilerStep#1\"");
    for (std::size_t at = first; at < first + 1'500; ++at) {
        for (char byte : { '"', '{', '}', '\\', ',', '\0', 'x' }) {
            std::string damaged = text;
            damaged[at] = byte;
            auto trace = importTraceText(damaged, "damaged");
            ASSERT_TRUE(trace.ok()) << at << byte;
            EXPECT_GE(trace.value()->facts().events, 138U) << at << " " << byte; // of 140
        }
    }
}

TEST(ImportDamage, RandomBytesNeverCrash)
{
    std::mt19937 random(7);
    std::string text = document(recording(10));
    for (int round = 0; round < 3'000; ++round) {
        std::string damaged = text;
        for (int i = 0; i < 1 + round % 20; ++i) {
            damaged[random() % damaged.size()] = static_cast<char>(random());
        }
        auto trace = importTraceText(damaged, "damaged");
        if (trace.ok()) {
            EXPECT_NE(traceInfoJson(*trace.value()), "");
        }
    }
}

TEST(ImportDamage, AnObjectThatNeverClosesCostsItselfAndTheNext)
{
    std::vector<std::string> events = recording(10);
    events[30] = R"({"ph":"X","name":"open","pid":1,"tid":1,"ts":1,"dur":1,"args":{"a":{)";
    EXPECT_EQ(open(document(events))->facts().events, 68U);
}

/// Long enough for several stretches, so that threads scan in parallel, also from wrong guesses.
TEST(ImportLarge, StretchesJoinWithoutLoss)
{
    std::vector<std::string> events = recording(20'000); // 20 MB
    // Text that looks like the beginning of an event inside of a string and inside of args.
    std::string tricky = R"({"ph":"X","cat":"cpu_op","name":"tricky","pid":1,"tid":9,"ts":1,"dur":1,"args":{"list":[)";
    for (int i = 0; i < 60'000; ++i) {
        tricky += R"({"ph":"X","name":"inner","ts":1,"dur":1,"args":{}},)";
    }
    tricky.back() = ']';
    events.insert(events.begin() + 70'000, tricky + "}}");
    std::string text = document(events);
    ASSERT_GT(text.size(), std::size_t { 16 } << 20);
    TracePtr trace = open(text);
    EXPECT_EQ(trace->facts().events, 140'001U);
    TraceInfo info = traceInfo(*trace);
    EXPECT_EQ(info.kernels, 20'000U);
    EXPECT_EQ(info.cpuOps, 40'001U);
    EXPECT_EQ(info.flowsPaired, 20'000U);
    EXPECT_EQ(info.steps.size(), 20'000U);
    EXPECT_TRUE(trace->log().empty()) << trace->log().entries()[0].code << trace->log().entries()[0].example;
    SpanRef last = trace->gpuWork().back();
    EXPECT_EQ(trace->launchFacts(last).grid, (std::array<std::int64_t, 3> { 19'999, 1, 1 }));
    EXPECT_EQ(trace->name(*trace->opOf(*trace->launchOf(last))), "aten::mm");
}

TEST(ImportLarge, CancelIsHeard)
{
    std::string text = document(recording(20'000));
    std::atomic<bool> cancel = true;
    auto trace = importTraceText(text, "test", { {}, &cancel });
    ASSERT_FALSE(trace.ok());
    EXPECT_EQ(trace.error().kind, ErrorKind::Cancelled);
}

std::string gzipped(std::string_view text)
{
    z_stream stream {};
    deflateInit2(&stream, 6, Z_DEFLATED, 16 + 15, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

class PackedFiles : public ::testing::Test {
protected:
    ~PackedFiles() override { std::filesystem::remove(m_path); }
    Result<TracePtr> importBytes(std::string_view bytes)
    {
        std::ofstream(m_path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        return importTrace(m_path.string());
    }
    std::filesystem::path m_path =
        std::filesystem::temp_directory_path() / fmt::format("attnscope-packed-{}.json", ::getpid());
};

TEST_F(PackedFiles, R012_MembersPlainAndOtherCompression)
{
    std::string text = document(recording(8'000));
    std::string zstd(ZSTD_compressBound(text.size()), '\0');
    zstd.resize(ZSTD_compress(zstd.data(), zstd.size(), text.data(), text.size(), 1));
    std::size_t third = text.size() / 3;
    for (const std::string& bytes : { text, gzipped(text), zstd,
             gzipped(text.substr(0, third)) + gzipped("") + gzipped(text.substr(third, third))
                 + gzipped(text.substr(2 * third)) }) {
        auto trace = importBytes(bytes);
        ASSERT_TRUE(trace.ok()) << trace.error().message;
        EXPECT_EQ(trace.value()->facts().events, 56'000U);
        EXPECT_TRUE(trace.value()->log().empty());
        for (std::size_t i : { 0U, 4'000U, 7'999U, 1'234U }) { // args from all over the file
            EXPECT_EQ(trace.value()->launchFacts(trace.value()->gpuWork()[i]).grid,
                (std::array<std::int64_t, 3> { static_cast<std::int64_t>(i), 1, 1 }));
        }
    }
}

TEST_F(PackedFiles, CutAndDamagedCompressionOpensWhatIsThere)
{
    std::string packed = gzipped(document(recording(8'000)));
    auto cut = importBytes(packed.substr(0, packed.size() / 2));
    ASSERT_TRUE(cut.ok()) << cut.error().message;
    EXPECT_GT(cut.value()->facts().events, 1'000U);
    EXPECT_NE(cut.value()->log().find("damaged-compression"), nullptr);
    auto trailing = importBytes(packed + "something else");
    ASSERT_TRUE(trailing.ok());
    EXPECT_EQ(trailing.value()->facts().events, 56'000U);
    EXPECT_NE(trailing.value()->log().find("damaged-compression"), nullptr);
    EXPECT_FALSE(importBytes(packed.substr(0, 12)).ok());
}

TEST(DecimalTime, ExactFromText)
{
    struct Case {
        std::string_view text;
        std::optional<Ns> ns;
    };
    for (const Case& c : std::vector<Case> { { "0", 0 }, { "1", 1'000 }, { "5179375889804.518", 5'179'375'889'804'518 },
             { "1.5", 1'500 }, { "1.0005", 1'000 }, { "-1", -1'000 }, { "-0.001", -1 },
             { "1.7e15", 1'700'000'000'000'000'000 }, { "1e-3", 1 },
             { "1736412474714258.990", 1'736'412'474'714'258'990 }, { "", std::nullopt }, { "abc", std::nullopt },
             { "1x", std::nullopt }, { "1e99", std::nullopt }, { "99999999999999999999", std::nullopt }, { ".5", 500 },
             { "1.", 1'000 } }) {
        EXPECT_EQ(nanosecondsFromMicroseconds(c.text), c.ns) << c.text;
    }
}

// Found by the fuzzer: 1e109 was converted to an integer.
TEST(DamagedInput, NumbersOfTheHeaderThatDoNotFitAreNotTaken)
{
    auto trace = importTraceText(
        R"({"deviceProperties": [{"id": 0, "name": "GPU", "totalGlobalMem": 1e109, "numSms": -7e108, "computeMajor": 9}],
            "traceEvents": [{"ph": "X", "ts": 1, "dur": 2, "pid": 1, "tid": 1, "name": "op"}]})",
        "header");
    ASSERT_TRUE(trace.ok()) << trace.error().message;
    ASSERT_EQ(trace.value()->facts().devices.size(), 1U);
    const DeviceInfo& device = trace.value()->facts().devices.front();
    EXPECT_EQ(device.name, "GPU");
    EXPECT_EQ(device.memoryBytes, 0);
    ASSERT_TRUE(device.limits);
    EXPECT_EQ(device.limits->smCount, 0);
    EXPECT_EQ(device.limits->ccMajor, 9);
}

// For every broken element the rest of the file was searched for the next event: minutes for these three megabytes.
TEST(DamagedInput, TextThatIsBrokenThroughoutIsReadOnce)
{
    std::string text = R"({"traceEvents": [{"ph": "X", "ts": 1, "dur": 2, "pid": 1, "tid": 1, "name": "op"})";
    for (int i = 0; i < 300'000; ++i) {
        text += R"(, {"a" 1})";
    }
    auto trace = importTraceText(text + "]}", "broken");
    ASSERT_TRUE(trace.ok()) << trace.error().message;
    EXPECT_EQ(trace.value()->spanCount(), 1U);
    const auto& entries = trace.value()->log().entries();
    const auto damaged = std::find_if(
        entries.begin(), entries.end(), [](const LogEntry& entry) { return entry.code == "damaged-event"; });
    ASSERT_NE(damaged, entries.end());
    EXPECT_EQ(damaged->count, 300'000U);
}

// Each of them was read to the end of the file before it was known to be broken: more than a minute for these two megabytes.
TEST(DamagedInput, EventsThatNeverCloseAreNotReadToTheEndAgainAndAgain)
{
    constexpr int kBroken = 50'000;
    std::string text = R"({"traceEvents": [)";
    for (int i = 0; i < kBroken; ++i) {
        text += R"({"ph": "X", "name": "broken", "x": [{"y": 1},)"
                "\n";
    }
    text +=
        R"({"ph": "X", "ts": 1, "dur": 2, "pid": 1, "tid": 1, "name": "op"})"; // the file is cut here: a bracket would close the last broken one
    auto trace = importTraceText(text, "never closing");
    ASSERT_TRUE(trace.ok()) << trace.error().message;
    EXPECT_EQ(trace.value()->spanCount(), 1U) << "the whole event at the end";
    const auto& entries = trace.value()->log().entries();
    const auto damaged = std::find_if(
        entries.begin(), entries.end(), [](const LogEntry& entry) { return entry.code == "damaged-event"; });
    ASSERT_NE(damaged, entries.end());
    EXPECT_EQ(damaged->count, static_cast<std::uint64_t>(kBroken));
}

// Where damage changes what the text is read as without using any of it, the rest of a small file was given up.
TEST(DamagedInput, WhatFollowsAMisplacedByteIsRead)
{
    const auto event = [](int at) {
        return fmt::format(R"({{"ph": "X", "ts": {}, "dur": 2, "pid": 1, "tid": 1, "name": "op"}})", at);
    };
    const std::string three = fmt::format("{},{},{}", event(2), event(3), event(4));
    const std::array<std::string, 3> texts {
        fmt::format(R"({{"traceEvents": [{}],"args": {{"a": 1}},{}]}})", event(1), three), // a bracket too many
        fmt::format(R"({{"traceEvents": [{}],"args": {{"a": 1}}, {}]}})", event(1), three),
        fmt::format(R"({{"a":,"traceEvents": [{},{}]}})", event(1), three), // no value
    };
    for (const std::string& text : texts) {
        auto trace = importTraceText(text, "misplaced");
        ASSERT_TRUE(trace.ok()) << text << trace.error().message;
        EXPECT_EQ(trace.value()->spanCount(), 4U) << text;
    }
}

} // namespace
} // namespace attnscope
