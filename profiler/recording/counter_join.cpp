// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/counter_join.h"

#include "profiler/kernels/demangle.h"
#include "profiler/trace/launch_args.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace attnscope {
namespace {

struct LaunchedKernel {
    Ns launched = 0;
    std::size_t record = 0; ///< in GpuRecords::gpu
};

// The kernels of each step in launch order.
std::vector<std::vector<LaunchedKernel>> kernelsOfSteps(const GpuRecords& records, const std::vector<TimeRange>& steps)
{
    std::unordered_map<std::uint32_t, Ns> launchTimes;
    for (const ApiRecord& call : records.api) {
        if (call.launches) {
            launchTimes.emplace(call.correlation, call.start);
        }
    }
    std::vector<std::vector<LaunchedKernel>> kernels(steps.size());
    for (std::size_t i = 0; i < records.gpu.size(); ++i) {
        const GpuRecord& record = records.gpu[i];
        if (record.kind != SpanKind::Kernel) {
            continue;
        }
        const auto launch = launchTimes.find(record.correlation);
        if (launch == launchTimes.end() && !launchTimes.empty()) {
            continue;
        }
        const Ns when = launch != launchTimes.end() ? launch->second : record.start;
        for (std::size_t step = 0; step < steps.size(); ++step) {
            if (steps[step].contains(when)) {
                kernels[step].push_back({ when, i });
            }
        }
    }
    for (auto& step : kernels) {
        std::stable_sort(
            step.begin(), step.end(), [](const auto& a, const auto& b) { return a.launched < b.launched; });
    }
    return kernels;
}

KernelLaunch launchOf(const GpuRecords& records, const GpuRecord& record)
{
    return { records.names[record.name], record.kernel.grid, record.kernel.block };
}

std::string shapeText(const std::array<std::int32_t, 3>& shape)
{
    return fmt::format("{}x{}x{}", shape[0], shape[1], shape[2]);
}

// The two launches, with their shapes only where the names do not tell them apart.
std::string differenceText(const KernelLaunch& recorded, const KernelLaunch& counted)
{
    constexpr std::size_t kLongest = 80;
    if (recorded.name != counted.name) {
        return fmt::format("{:.{}} was recorded, {:.{}} was counted", demangle(recorded.name), kLongest,
            demangle(counted.name), kLongest);
    }
    return fmt::format("{:.{}} was recorded with grid {} and block {}, but counted with {} and {}",
        demangle(recorded.name), kLongest, shapeText(recorded.grid), shapeText(recorded.block), shapeText(counted.grid),
        shapeText(counted.block));
}

Status compare(
    const GpuRecords& records, const std::vector<LaunchedKernel>& step, std::size_t number, const CounterPass& pass)
{
    for (std::size_t i = 0; i < std::min(step.size(), pass.launches.size()); ++i) {
        const KernelLaunch recorded = launchOf(records, records.gpu[step[i].record]);
        if (recorded != pass.launches[i]) {
            return Error { ErrorKind::Failed,
                fmt::format("the counter pass ran other kernels than the recording: as number {} of step {}, {}", i + 1,
                    number, differenceText(recorded, pass.launches[i])) };
        }
    }
    if (step.size() != pass.launches.size()) {
        return Error { ErrorKind::Failed,
            fmt::format("the counter pass ran {} kernels, step {} of the recording {}", pass.launches.size(), number,
                step.size()) };
    }
    return Done {};
}

} // namespace

Status joinCounters(GpuRecords& records, const std::vector<TimeRange>& steps, const CounterPass& pass)
{
    const auto kernels = kernelsOfSteps(records, steps);
    for (std::size_t step = 0; step < kernels.size(); ++step) {
        if (const Status same = compare(records, kernels[step], step + 1, pass); !same.ok()) {
            return same;
        }
    }
    const auto first = static_cast<std::int32_t>(records.counters.size());
    records.counters.insert(records.counters.end(), pass.counters.begin(), pass.counters.end());
    for (const auto& step : kernels) {
        for (std::size_t i = 0; i < step.size(); ++i) {
            records.gpu[step[i].record].counters = first + static_cast<std::int32_t>(i);
        }
    }
    return Done {};
}

CounterSeries dramRateOf(const GpuRecords& records)
{
    std::map<Ns, double> changes; // kernels of two streams may overlap
    for (const GpuRecord& record : records.gpu) {
        if (record.counters < 0 || record.start == 0 || record.end <= record.start) {
            continue;
        }
        const KernelCounters& counters = records.counters[static_cast<std::size_t>(record.counters)];
        LaunchFacts facts;
        facts.dramReadBytes = counters.dramReadBytes;
        facts.dramWriteBytes = counters.dramWriteBytes;
        if (const auto rate = dramRate(facts, record.end - record.start)) {
            changes[record.start] += *rate;
            changes[record.end] -= *rate;
        }
    }
    CounterSeries series;
    series.name = "DRAM rate";
    series.unit = "GB/s";
    double rate = 0;
    for (const auto& [time, change] : changes) {
        rate += change;
        series.time.push_back(time);
        series.value.push_back(rate < 1e-6 ? 0 : rate);
    }
    return series;
}

std::string evidenceOf(const GpuRecord& record, const GpuRecords& records)
{
    LaunchFacts facts;
    if (record.counters >= 0) {
        const KernelCounters& counters = records.counters[static_cast<std::size_t>(record.counters)];
        facts.tensorInstructions = counters.tensorInstructions;
        facts.hfma2Instructions = counters.hfma2Instructions;
        facts.dramReadBytes = counters.dramReadBytes;
        facts.dramWriteBytes = counters.dramWriteBytes;
        facts.warpsActivePercent = counters.warpsActivePercent;
    }
    if (record.kind == SpanKind::Kernel && record.name < records.matrixInstructions.size()) {
        facts.sassMatrixInstructions = records.matrixInstructions[record.name];
    }
    return evidenceArgs(facts);
}

} // namespace attnscope
