// SPDX-License-Identifier: GPL-3.0-or-later
// Import and export of generated recordings: import_bench [--benchmark_filter=…]. With ATTNSCOPE_BENCH_TRACE=FILE that file, too.
#include "profiler/exporting/export_trace.h"
#include "profiler/importing/import_trace.h"
#include "profiler/trace/info.h"

#include <fmt/format.h>

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

namespace attnscope {
namespace {

/// One step: nested ops with shapes, a launch and its kernel, their arrow. 7 events of which 5 are spans.
void appendStep(std::string& text, int i)
{
    auto span = [&](std::string_view cat, std::string_view name, int pid, int tid, int offset, int duration,
                    std::string_view args) {
        fmt::format_to(std::back_inserter(text),
            "  {{\n    \"ph\": \"X\", \"cat\": \"{}\", \"name\": \"{}\", \"pid\": {}, \"tid\": {},\n    \"ts\": "
            "{}.{:03}, \"dur\": {}.512,\n"
            "    \"args\": {{\n      {}\n    }}\n  }},\n",
            cat, name, pid, tid, 4'000'000'000LL + i * 100LL + offset, i % 1000, duration, args);
    };
    span("user_annotation", "attention", 1, 1, 0, 90, "\"External id\": 1");
    span("cpu_op", "aten::matmul", 1, 1, 2, 60,
        "\"Input Dims\": [[4, 4096, 4096], [4096, 4096]], \"Input type\": [\"c10::BFloat16\", \"c10::BFloat16\"], \"Ev "
        "Idx\": 3");
    span("cpu_op", "aten::bmm", 1, 1, 4, 50,
        "\"Input Dims\": [[4, 4096, 4096], [4096, 4096]], \"Input type\": [\"c10::BFloat16\", \"c10::BFloat16\"], \"Ev "
        "Idx\": 4");
    span("cuda_runtime", "cudaLaunchKernel", 1, 1, 6, 5, fmt::format("\"cbid\": 211, \"correlation\": {}", i + 1));
    span("kernel", "nvjet_tst_192x192_64x4_2x1_v_bz_coopB_TNT", 0, 7, 20, 40,
        fmt::format("\"device\": 0, \"stream\": 7, \"correlation\": {}, \"registers per thread\": 168, \"shared "
                    "memory\": 213188, \"grid\": [66, 8, 1], \"block\": [384, 1, 1]",
            i + 1));
    for (bool start : { true, false }) {
        fmt::format_to(std::back_inserter(text),
            "  {{\n    \"ph\": \"{}\", \"id\": {}, \"pid\": {}, \"tid\": {}, \"ts\": {}.000,\n    \"cat\": \"ac2g\", "
            "\"name\": \"ac2g\"{}\n  }},\n",
            start ? 's' : 'f', i + 1, start ? 1 : 0, start ? 1 : 7, 4'000'000'000LL + i * 100LL + (start ? 6 : 20),
            start ? "" : ", \"bp\": \"e\"");
    }
}

std::string generated(int spans)
{
    std::string text = "{\n\"schemaVersion\": 1,\n\"traceEvents\": [\n";
    for (int i = 0; i < spans / 5; ++i) {
        appendStep(text, i);
    }
    text += "  {\"ph\": \"M\", \"name\": \"process_name\", \"pid\": 1, \"tid\": 0, \"args\": {\"name\": "
            "\"python\"}}\n]\n}\n";
    return text;
}

class Folder {
public:
    Folder() { std::filesystem::create_directories(m_path); }
    ~Folder() { std::filesystem::remove_all(m_path); }
    std::string file(const std::string& name) const { return (m_path / name).string(); }

private:
    std::filesystem::path m_path =
        std::filesystem::temp_directory_path() / fmt::format("attnscope-bench-{}", ::getpid());
};

void importFile(benchmark::State& state, const std::string& path)
{
    for (auto _ : state) {
        auto trace = importTrace(path);
        if (!trace.ok()) {
            state.SkipWithError(trace.error().message.c_str());
            return;
        }
        benchmark::DoNotOptimize(traceInfo(*trace.value()));
        state.SetItemsProcessed(state.items_processed() + static_cast<std::int64_t>(trace.value()->spanCount()));
    }
    state.SetBytesProcessed(
        static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(std::filesystem::file_size(path)));
}

void importPlain(benchmark::State& state)
{
    Folder folder;
    std::ofstream(folder.file("t.json")) << generated(static_cast<int>(state.range(0)));
    importFile(state, folder.file("t.json"));
}
BENCHMARK(importPlain)->Arg(10'000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond)->UseRealTime();

void importCompressed(benchmark::State& state)
{
    Folder folder;
    auto trace = importTraceText(generated(static_cast<int>(state.range(0))), "generated");
    if (!trace.ok() || !exportTrace(*trace.value(), folder.file("t.json.gz")).ok()) {
        state.SkipWithError("the file could not be made");
        return;
    }
    importFile(state, folder.file("t.json.gz"));
}
BENCHMARK(importCompressed)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond)->UseRealTime();

void exportPlain(benchmark::State& state)
{
    Folder folder;
    auto trace = importTraceText(generated(static_cast<int>(state.range(0))), "generated");
    for (auto _ : state) {
        if (!exportTrace(*trace.value(), folder.file("t.json")).ok()) {
            state.SkipWithError("the file could not be written");
            return;
        }
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * state.range(0));
}
BENCHMARK(exportPlain)->Arg(100'000)->Unit(benchmark::kMillisecond)->UseRealTime();

void importChosenFile(benchmark::State& state)
{
    const char* path = std::getenv("ATTNSCOPE_BENCH_TRACE");
    if (path == nullptr) {
        state.SkipWithError("ATTNSCOPE_BENCH_TRACE names no file");
        return;
    }
    importFile(state, path);
}
BENCHMARK(importChosenFile)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
} // namespace attnscope

BENCHMARK_MAIN();
