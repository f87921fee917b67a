// SPDX-License-Identifier: GPL-3.0-or-later
// How many kernel names a second one core decodes: the shared table when it is there, else the own one.
#include "profiler/kernels/decoder.h"

#include "tests/shared_data.h"
#include "tests/unit/kernels/decoder_cases.h"

#include <benchmark/benchmark.h>

namespace {

std::vector<std::string> names()
{
    const auto shared = attnscope::test::sharedFile("data/kernel_names.tsv");
    const auto path =
        shared ? *shared : std::filesystem::path(ATTNSCOPE_SOURCE_DIR) / "tests/data/kernel_names_own.tsv";
    std::vector<std::string> result;
    for (auto& row : attnscope::test::readTable(path))
        result.push_back(std::move(row[0]));
    return result;
}

void decodeAll(benchmark::State& state)
{
    const std::vector<std::string> all = names();
    for (auto _ : state) {
        for (const std::string& name : all)
            benchmark::DoNotOptimize(attnscope::decodeKernel(name));
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.size()));
}
BENCHMARK(decodeAll)->Unit(benchmark::kMillisecond);

void decodeHostile(benchmark::State& state)
{
    const std::string name(64 * 1024, '<');
    for (auto _ : state)
        benchmark::DoNotOptimize(attnscope::decodeKernel(name));
}
BENCHMARK(decodeHostile)->Unit(benchmark::kMicrosecond);

} // namespace

BENCHMARK_MAIN();
