// SPDX-License-Identifier: GPL-3.0-or-later
// The threads of the import: several imports at once, readers of one trace, cancels at any moment. Made for the thread sanitizer;
// without it, the tests still check that everything that comes out is whole.
#include "profiler/importing/import_files.h"
#include "profiler/trace/info.h"

#include <fmt/format.h>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

namespace attnscope {
namespace {

namespace fs = std::filesystem;

constexpr int kSteps = 30'000;
constexpr std::uint64_t kSpans = std::uint64_t { kSteps } * 3 + kSteps / 10;

/// Several stretches of text: ops, launches, kernels out of order, arrows, pairs of B and E.
std::string recording()
{
    std::string text = R"({"schemaVersion": 1, "baseTimeNanoseconds": 1700000000000000000, "traceEvents": [)";
    auto out = std::back_inserter(text);
    for (int i = 0; i < kSteps; ++i) {
        const int at = 1'000 + i * 100;
        fmt::format_to(out,
            R"({{"ph":"X","cat":"cpu_op","name":"aten::op{}","pid":1,"tid":{},"ts":{}.5,"dur":60,"args":{{"Input Dims":[[{}]]}}}},)",
            i % 50, i % 4, at, i);
        fmt::format_to(out,
            R"({{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":{},"ts":{},"dur":5,"args":{{"correlation":{}}}}},)",
            i % 4, at + 10, i + 1);
        fmt::format_to(out,
            R"({{"ph":"X","cat":"kernel","name":"gemm_{}","pid":0,"tid":7,"ts":{},"dur":40,"args":{{"correlation":{},"stream":7}}}},)",
            i % 20, 1'000 + (i ^ 3) * 100 + 20, (i ^ 3) + 1);
        fmt::format_to(
            out, R"({{"ph":"s","cat":"ac2g","name":"a","id":{},"pid":1,"tid":{},"ts":{}}},)", i + 1, i % 4, at + 10);
        if (i % 10 == 0) {
            fmt::format_to(out, R"({{"ph":"B","name":"range","pid":1,"tid":9,"ts":{}}},)", at);
            fmt::format_to(out, R"({{"ph":"E","pid":1,"tid":9,"ts":{}}},)", at + 50);
        }
    }
    return text + R"({"ph":"M","name":"process_name","pid":1,"tid":0,"args":{"name":"python"}}]})";
}

class ImportThreads : public ::testing::Test {
protected:
    static void SetUpTestSuite()
    {
        folder() = fs::temp_directory_path() / fmt::format("attnscope-threads-{}", ::getpid());
        fs::create_directories(folder());
        const std::string text = recording();
        std::ofstream(path("plain.json")) << text;
        gzFile packed = gzopen(path("packed.json.gz").c_str(), "wb1");
        ASSERT_EQ(gzwrite(packed, text.data(), static_cast<unsigned>(text.size())), static_cast<int>(text.size()));
        gzclose(packed);
        std::string frame(ZSTD_compressBound(text.size()), '\0');
        frame.resize(ZSTD_compress(frame.data(), frame.size(), text.data(), text.size(), 1));
        std::ofstream(path("other.json.zst")) << frame;
    }
    static void TearDownTestSuite() { fs::remove_all(folder()); }

    static fs::path& folder()
    {
        static fs::path path;
        return path;
    }
    static std::string path(const std::string& name) { return (folder() / name).string(); }
    static std::vector<std::string> allPaths()
    {
        return { path("plain.json"), path("packed.json.gz"), path("other.json.zst") };
    }
};

TEST_F(ImportThreads, SeveralImportsAtOnceAreWhole)
{
    std::vector<std::jthread> threads;
    std::atomic<int> whole = 0;
    for (const std::string& file : allPaths()) {
        for (int copy = 0; copy < 2; ++copy) {
            threads.emplace_back([&whole, file] {
                const auto trace = importTrace(file);
                const bool good = trace.ok() && traceInfo(*trace.value()).spans == kSpans
                    && trace.value()->gpuWork().size() == std::size_t { kSteps }
                    && trace.value()->facts().flowsStartOnly == std::uint64_t { kSteps };
                whole += good ? 1 : 0;
            });
        }
    }
    threads.clear();
    EXPECT_EQ(whole, 6);
}

TEST_F(ImportThreads, OneTraceIsReadByMany)
{
    for (const std::string& file : allPaths()) {
        const auto trace = importTrace(file);
        ASSERT_TRUE(trace.ok()) << trace.error().message;
        std::atomic<int> wrong = 0;
        std::vector<std::jthread> threads;
        for (unsigned seed = 0; seed < 4; ++seed) {
            threads.emplace_back([&, seed] {
                std::mt19937 random(seed);
                for (int i = 0; i < 200; ++i) {
                    const SpanRef gpu = trace.value()->gpuWork()[random() % std::size_t { kSteps }];
                    const auto launch = trace.value()->launchOf(gpu);
                    const auto op = launch ? trace.value()->opOf(*launch) : std::nullopt;
                    const bool good = op && trace.value()->argsJson(*op).starts_with(R"({"Input Dims":[[)")
                        && trace.value()->launchFacts(gpu).stream == 7
                        && trace.value()->decoded(*op).label.starts_with("aten::op");
                    wrong += good ? 0 : 1;
                }
            });
        }
        threads.clear();
        EXPECT_EQ(wrong, 0) << file;
    }
}

TEST_F(ImportThreads, CancelAtAnyMomentLeavesNothingHalf)
{
    std::mt19937 random(20'260'101);
    int heard = 0;
    for (int round = 0; round < 40; ++round) {
        std::vector<std::string> files = allPaths();
        files.resize(1 + static_cast<std::size_t>(round) % files.size());
        std::atomic<bool> cancel { false };
        std::atomic<std::uint64_t> told { 0 };
        ImportOptions options;
        options.cancel = &cancel;
        options.progress = [&](std::uint64_t read, std::uint64_t) { told = read; };
        const auto delay = std::chrono::microseconds(random() % 200'000);
        std::jthread canceller([&] {
            std::this_thread::sleep_for(delay);
            cancel = true;
        });
        const auto trace = importTraces(files, options);
        if (trace.ok()) {
            EXPECT_EQ(traceInfo(*trace.value()).spans, kSpans * files.size());
        } else {
            EXPECT_EQ(trace.error().kind, ErrorKind::Cancelled) << trace.error().message;
            ++heard;
        }
    }
    EXPECT_GT(heard, 0);
}

} // namespace
} // namespace attnscope
