// SPDX-License-Identifier: GPL-3.0-or-later
// What recording costs on a GPU: one shape that is bound by the CPU, every variant, unrecorded / each level of ours / torch.profiler
// in turn; medians and quartiles of ratios as JSON on standard output.
//
// Every recorded block stands between two unrecorded ones and is compared with their mean, since clocks drift; it counts when these two
// agree, and an unrecorded block treated the same way ("noise") says what such a comparison is worth. Each round runs on the core that
// has been fastest so far.
// Unrecorded means two things. CUPTI leaves most of what it hooks into launches in place when a recording ends, torch.profiler for good,
// ours until CUPTI is detached. Levels, CUPTI alone and torch.profiler are compared with launches of the same process that still has
// these hooks; "attached" is what the hooks cost by themselves, and "kernels_from_detached" and "full_from_detached" are recordings over
// launches without any.
// CUPTI serves one client a process, so torch.profiler (Kineto, driven from C++) runs in a child process that has its own unrecorded
// blocks beside it, and CUPTI alone in another; a third never records, and tells whether the parent's launches are slower after
// recordings than they were before the first. Parent and children take turns over pipes, and never run at the same time.
#include "tests/bench/overhead_parts.h"
#include "tests/bench/overhead_series.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace attnscope {
namespace {

using bench::BareCupti;
using bench::Block;
using bench::ChildProcess;
using bench::Measurement;
using bench::median;
using bench::OneCore;
using bench::Series;
using bench::timeRecorded;
using bench::timeWithTorchProfiler;

using Json = nlohmann::ordered_json;

struct Options {
    Workload workload;
    std::string device = "cuda";
    bench::BlockSize blockSize;
    int rounds = 28;
    std::string child; ///< what this process is a child for: "torch", "bare" (CUPTI alone) or "never" (records nothing)
};

constexpr double kMostAfterwards = 1.05; ///< launches after recordings over launches before

std::vector<std::string> runnableVariants(const Workload& workload, const TargetDevice& device)
{
    const VariantOracle oracle(workload, device);
    std::vector<std::string> names;
    for (const VariantName& variant : kVariants) {
        if (oracle.ask(variant.name).reasons.empty()) {
            names.emplace_back(variant.name);
        }
    }
    return names;
}

double timeAsChild(const std::string& kind, Block& block)
{
    return kind == "torch" ? timeWithTorchProfiler(block) : kind == "bare" ? BareCupti::time(block) : block.time();
}

/// Reads lines of a variant, a number and a core, and answers each with that number of lines of microseconds: unrecorded, recorded, unrecorded.
int runChild(const Options& options, const TargetDevice& device)
{
    const DeviceScope scope(device);
    const std::atomic<bool> cancel { false };
    VariantRunner runner(options.workload, device, 0, cancel);
    std::map<std::string, Block> blocks;
    bool isSetUp = false;
    std::string variant;
    int times = 0;
    for (int core = 0; std::cin >> variant >> times >> core;) {
        auto [known, isNew] = blocks.try_emplace(variant, runner, device, variant, options.blockSize);
        Block& block = known->second;
        if (!isSetUp) {
            static_cast<void>(timeAsChild(options.child, block)); // starts threads, which may run anywhere
            isSetUp = true;
        }
        OneCore::stayOn(core);
        static_cast<void>(block.time()); // after another process: caches are cold
        double before = block.time();
        for (int i = 0; i < times; ++i) {
            const double recorded = timeAsChild(options.child, block);
            const double after = block.time();
            std::printf("@ %.6f %.6f %.6f\n", before, recorded, after);
            before = after;
        }
        std::fflush(stdout);
    }
    return 0;
}

/// Everything measured of one variant.
struct VariantCost {
    std::string name;
    std::vector<double> unrecorded, theirUnrecorded;
    std::vector<double> before, after; ///< over the child that never records
    Series noise, theirs, bare;
    Series attached, kernelsFromDetached, fullFromDetached;
    std::map<RecordLevel, Series> ours;

    /// Who waits minutes wants to see something, and keeps it when the run is cut short.
    void printProgress(int round) const
    {
        std::fprintf(stderr,
            "round %d, %s: kernels %.3f (%zu blocks), CUPTI alone %.3f (%zu), full %.3f, torch.profiler %.3f\n",
            round + 1, name.c_str(), ours.at(RecordLevel::Kernels).overhead(),
            ours.at(RecordLevel::Kernels).ratios.size(), bare.overhead(), bare.ratios.size(),
            ours.at(RecordLevel::Full).overhead(), theirs.overhead());
    }
    [[nodiscard]] double afterwards() const { return median(after) / median(before); }
    [[nodiscard]] bool meetsTarget() const
    {
        return !theirs.ratios.empty() && ours.at(RecordLevel::Full).overhead() <= theirs.overhead() / 2
            && ours.at(RecordLevel::Kernels).overhead() <= 0.05;
    }
    [[nodiscard]] Json json() const
    {
        Json json = { { "name", name }, { "unrecorded_us", median(unrecorded) }, { "noise", noise.json() } };
        for (const auto& [level, series] : ours) {
            json[std::string(toString(level))] = series.json();
        }
        if (!bare.ratios.empty()) {
            json["bare_cupti"] = bare.json();
        }
        json["attached"] = attached.json();
        json["kernels_from_detached"] = kernelsFromDetached.json();
        json["full_from_detached"] = fullFromDetached.json();
        if (!theirs.ratios.empty()) {
            json["torch_profiler"] = theirs.json();
            json["torch_profiler"]["unrecorded_us"] = median(theirUnrecorded);
            json["full_over_torch_profiler"] = ours.at(RecordLevel::Full).overhead() / theirs.overhead();
        }
        json["meets_target"] = meetsTarget();
        if (!before.empty() && !after.empty()) {
            json["after_recordings_over_before"] = afterwards();
            json["no_slower_after"] = afterwards() <= kMostAfterwards;
        }
        return json;
    }
};

struct Children {
    ChildProcess torchProfiler, bareCupti, neverRecords;

    explicit Children(char** arguments)
        : torchProfiler("torch", arguments)
        , bareCupti("bare", arguments)
        , neverRecords("never", arguments)
    {
    }
};

/// What a round measures in this process, empty for an unrecorded block: the levels that are judged more often than the others.
constexpr std::array<std::optional<RecordLevel>, 9> kTurns { RecordLevel::Kernels, std::nullopt, RecordLevel::Full,
    RecordLevel::Kernels, RecordLevel::Api, RecordLevel::Kernels, RecordLevel::Full, RecordLevel::Ops,
    RecordLevel::Kernels };
constexpr std::size_t kTorchTurns = 2; ///< of torch.profiler
constexpr std::size_t kBareTurns = 3; ///< of CUPTI alone

/// Recordings, and launches between recordings, over launches of a process without CUPTI's hooks.
void measureFromDetached(VariantCost& cost, Block& block, const TargetDevice& device)
{
    const auto detached = [&block] {
        static_cast<void>(gpuCollector().detach());
        return block.time();
    };
    const double first = detached();
    const double kernels = timeRecorded(block, RecordLevel::Kernels, device);
    const double attached = block.time();
    const double second = detached();
    const double full = timeRecorded(block, RecordLevel::Full, device);
    const double third = detached();
    cost.kernelsFromDetached.add({ first, kernels, second });
    cost.attached.add({ first, attached, second });
    cost.fullFromDetached.add({ second, full, third });
}

void measureRound(VariantCost& cost, Block& block, const TargetDevice& device, Children& children, int round, int core)
{
    static_cast<void>(
        timeRecorded(block, RecordLevel::Kernels, device)); // attaches; and caches are cold after another process
    double before = block.time();
    for (std::size_t i = 0; i < kTurns.size(); ++i) { // whoever follows the pause pays for it, so each does in its turn
        const auto level = kTurns[(i + static_cast<std::size_t>(round)) % kTurns.size()];
        const double time = level ? timeRecorded(block, *level, device) : block.time();
        const double after = block.time();
        cost.unrecorded.push_back(after);
        (level ? cost.ours[*level] : cost.noise).add({ before, time, after });
        before = after;
    }
    for (const Measurement& measured : children.torchProfiler.run(cost.name, core, kTorchTurns)) {
        cost.theirUnrecorded.push_back(measured.unrecorded());
        cost.theirs.add(measured);
    }
    for (const Measurement& measured : children.bareCupti.run(cost.name, core, kBareTurns)) {
        cost.bare.add(measured);
    }
    measureFromDetached(cost, block, device);
    cost.printProgress(round);
}

/// Unrecorded blocks beside those of the child that never records.
void compareLaunches(
    std::vector<double>& ratios, Block& block, const std::string& variant, ChildProcess& neverRecords, int core)
{
    static_cast<void>(block.time());
    const double mine = block.time();
    for (const Measurement& theirs : neverRecords.run(variant, core)) {
        static_cast<void>(block.time());
        ratios.push_back((mine + block.time()) / 2 / theirs.unrecorded());
    }
}

int runParent(const Options& options, char** arguments)
{
    Children children(arguments);
    static_cast<void>(gpuCollector().initialise());
    const Result<TargetDevice> chosen = chooseDevice(options.device);
    if (!chosen.ok()) {
        std::cerr << chosen.error().message << '\n';
        return 4;
    }
    const TargetDevice& device = chosen.value();
    const DeviceScope scope(device);
    const std::atomic<bool> cancel { false };
    VariantRunner runner(options.workload, device, 0, cancel);
    std::vector<VariantCost> costs;
    std::vector<Block> blocks;
    for (const std::string& variant : runnableVariants(options.workload, device)) {
        costs.emplace_back().name = variant;
        blocks.emplace_back(runner, device, variant, options.blockSize);
    }
    if (blocks.empty()) {
        std::cerr << "No variant can run on this device.\n";
        return 1;
    }
    const auto forAll = [&](int rounds, const auto& measure) { // the variants take turns, too
        OneCore cores;
        for (int round = 0; round < rounds; ++round) {
            const int core = cores.stayOnQuietest(blocks.front());
            for (std::size_t i = 0; i < costs.size(); ++i) {
                measure(costs[i], blocks[i], round, core);
            }
        }
    };
    const auto compareAll = [&](std::vector<double> VariantCost::*ratios) {
        forAll(std::max(3, options.rounds / 4), [&](VariantCost& cost, Block& block, int /*round*/, int core) {
            compareLaunches(cost.*ratios, block, cost.name, children.neverRecords, core);
        });
    };
    compareAll(&VariantCost::before);
    static_cast<void>(timeRecorded(blocks.front(), RecordLevel::Full, device)); // CUPTI starts a thread at the first
    forAll(options.rounds, [&](VariantCost& cost, Block& block, int round, int core) {
        measureRound(cost, block, device, children, round, core);
    });
    static_cast<void>(gpuCollector().detach());
    compareAll(&VariantCost::after);

    const Workload& w = options.workload;
    Json json = { { "shape", { w.batch, w.heads, w.seq, w.headDim } }, { "dtype", toString(w.dtype) },
        { "device", describeDevice(device).name }, { "torch", softwareVersions().torch }, { "rounds", options.rounds },
        { "variants", Json::array() } };
    for (std::size_t i = 0; i < costs.size(); ++i) {
        Json variant = costs[i].json();
        variant["forwards_a_block"] = blocks[i].forwards();
        json["variants"].push_back(std::move(variant));
    }
    json["meets_target"] = std::all_of(costs.begin(), costs.end(), [](const auto& cost) { return cost.meetsTarget(); });
    json["no_slower_after"] =
        std::all_of(costs.begin(), costs.end(), [](const auto& cost) { return cost.afterwards() <= kMostAfterwards; });
    std::cout << json.dump(2) << '\n';
    return 0;
}

std::optional<Options> parse(int count, char** arguments)
{
    Options options;
    options.workload.batch = 1;
    options.workload.heads = options.workload.kvHeads = 4;
    options.workload.seq = options.workload.kvSeq = 64;
    for (int i = 1; i < count; ++i) {
        const std::string_view name = arguments[i];
        if (i + 1 == count) {
            return std::nullopt;
        }
        const char* value = arguments[++i];
        if (name == "--block-ms") {
            options.blockSize.ns = 1'000'000 * std::max(1, std::atoi(value));
        } else if (name == "--forwards") {
            options.blockSize.forwards = std::max(1, std::atoi(value));
        } else if (name == "--rounds") {
            options.rounds = std::max(1, std::atoi(value));
        } else if (name == "--device") {
            options.device = value;
        } else if (name == "--child") {
            options.child = value;
        } else {
            return std::nullopt;
        }
    }
    return options;
}

} // namespace
} // namespace attnscope

int main(int argc, char** argv)
{
    using namespace attnscope;
    const auto options = parse(argc, argv);
    if (!options) {
        std::cerr << "Usage: overhead_bench [--block-ms N | --forwards N] [--rounds N] [--device cuda|cuda:N|cpu]\n";
        return 2;
    }
    if (options->child.empty()) {
        return runParent(*options, argv);
    }
    if (options->child == "bare") {
        BareCupti::setUp();
    }
    const Result<TargetDevice> device = chooseDevice(options->device);
    return device.ok() ? runChild(*options, device.value()) : 4;
}
