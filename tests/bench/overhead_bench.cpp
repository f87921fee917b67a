// SPDX-License-Identifier: GPL-3.0-or-later
// What recording costs on a GPU: one shape that is bound by the CPU, every variant, unrecorded / each level of ours / torch.profiler
// in turn; medians and quartiles of ratios as JSON on standard output.
//
// Every recorded block stands between two unrecorded ones and is compared with their mean, since clocks drift; an unrecorded block
// treated the same way ("noise") says what such a comparison is worth.
// CUPTI serves one subscriber a process, so torch.profiler (Kineto, driven from C++) runs in a child process that has its own
// unrecorded blocks beside it; another child never records, and tells whether the parent's launches are slower after recordings than
// they were before the first. Parent and children take turns over pipes, and never run at the same time.
#include "profiler/recording/capture.h"
#include "profiler/recording/clock.h"
#include "profiler/recording/variant_runner.h"

#include <nlohmann/json.hpp>
#include <torch/csrc/autograd/profiler_kineto.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

namespace attnscope {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    Workload workload;
    std::string device = "cuda";
    int forwards = 500; ///< a block
    int rounds = 31;
    bool child = false;
};

constexpr double kMostAfterwards = 1.05; ///< launches after recordings over launches before
constexpr std::array kLevels { RecordLevel::Kernels, RecordLevel::Api, RecordLevel::Ops, RecordLevel::Full };

double quantile(std::vector<double> values, double fraction)
{
    std::sort(values.begin(), values.end());
    const double place = fraction * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

double median(const std::vector<double>& values)
{
    return quantile(values, 0.5);
}

/// Runs blocks of forwards of one variant.
class Block {
public:
    Block(VariantRunner& runner, const TargetDevice& device, std::string variant, int forwards)
        : m_runner(runner)
        , m_device(device)
        , m_variant(std::move(variant))
        , m_forwards(forwards)
    {
    }
    /// Microseconds a forward, up to the end of its GPU work; a few untimed forwards come first.
    [[nodiscard]] double time()
    {
        m_runner.warmUp(m_variant, 5);
        const Ns before = monotonicNs();
        for (int i = 0; i < m_forwards; ++i) {
            m_runner.run(m_variant);
        }
        synchronise(m_device);
        return static_cast<double>(monotonicNs() - before) / 1000 / m_forwards;
    }

private:
    VariantRunner& m_runner;
    TargetDevice m_device;
    std::string m_variant;
    int m_forwards;
};

/// Keeps this thread where it is: moving between cores costs more than some of what is measured. To be made after the first recording,
/// so that the threads which CUPTI and LibTorch have started by then are not kept there, too.
class OneCore {
public:
    OneCore()
    {
        ::sched_getaffinity(0, sizeof(m_before), &m_before);
        cpu_set_t core;
        CPU_ZERO(&core);
        CPU_SET(static_cast<std::size_t>(::sched_getcpu()), &core);
        ::sched_setaffinity(0, sizeof(core), &core);
    }
    ~OneCore() { ::sched_setaffinity(0, sizeof(m_before), &m_before); }
    OneCore(const OneCore&) = delete;
    OneCore& operator=(const OneCore&) = delete;

private:
    cpu_set_t m_before {};
};

double timeWithTorchProfiler(Block& block)
{
    namespace profiler = torch::autograd::profiler;
    using torch::profiler::impl::ActivityType;
    // As torch.profiler.profile(activities=[CPU, CUDA]) sets it up.
    const torch::profiler::impl::ProfilerConfig config(torch::profiler::impl::ProfilerState::KINETO);
    const std::set<ActivityType> activities { ActivityType::CPU, ActivityType::CUDA };
    profiler::prepareProfiler(config, activities);
    profiler::enableProfiler(config, activities, { at::RecordScope::FUNCTION, at::RecordScope::USER_SCOPE });
    const double result = block.time();
    static_cast<void>(profiler::disableProfiler());
    return result;
}

double timeRecorded(Block& block, RecordLevel level, const TargetDevice& device)
{
    Capture capture(level, device, gpuCollector());
    if (const Status started = capture.start(); !started.ok()) {
        std::cerr << started.error().message << '\n';
        std::exit(1);
    }
    const double result = block.time();
    const CaptureData data = capture.stop();
    if (data.gpu.dropped != 0 || (device.cuda && data.gpu.gpu.empty())) {
        std::cerr << "The recording lost its records (" << data.gpu.dropped << " dropped).\n";
        std::exit(1);
    }
    return result;
}

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

/// Reads lines of a task and a variant, answers each with "unrecorded profiled" microseconds; "plain" never profiles.
int runChild(const Options& options, const TargetDevice& device)
{
    const DeviceScope scope(device);
    const std::atomic<bool> cancel { false };
    VariantRunner runner(options.workload, device, 0, cancel);
    std::optional<OneCore> core;
    for (std::string task, variant; std::cin >> task >> variant;) {
        Block block(runner, device, variant, options.forwards);
        if (task == "settle") {
            static_cast<void>(timeWithTorchProfiler(block));
            core.emplace();
        }
        double unrecorded = block.time();
        double profiled = 0;
        if (task == "torch") {
            profiled = timeWithTorchProfiler(block);
            unrecorded = (unrecorded + block.time()) / 2;
        }
        std::printf("@ %.6f %.6f\n", unrecorded, profiled);
        std::fflush(stdout);
    }
    return 0;
}

/// This program once more, as a child that runs blocks.
class ChildProcess {
public:
    explicit ChildProcess(char** arguments)
    {
        std::array<int, 2> toChild {};
        std::array<int, 2> fromChild {};
        if (::pipe(toChild.data()) != 0 || ::pipe(fromChild.data()) != 0) {
            std::perror("pipe");
            std::exit(1);
        }
        m_process = ::fork(); // before the first CUDA call
        if (m_process == 0) {
            ::dup2(toChild[0], STDIN_FILENO);
            ::dup2(fromChild[1], STDOUT_FILENO);
            for (int end : { toChild[0], toChild[1], fromChild[0], fromChild[1] }) {
                ::close(end);
            }
            std::vector<char*> all;
            for (char** argument = arguments; *argument != nullptr; ++argument) {
                all.push_back(*argument);
            }
            std::string flag = "--child";
            all.push_back(flag.data());
            all.push_back(nullptr);
            ::execv("/proc/self/exe", all.data());
            std::_Exit(127);
        }
        ::close(toChild[0]);
        ::close(fromChild[1]);
        m_in = ::fdopen(toChild[1], "w");
        m_out = ::fdopen(fromChild[0], "r");
    }
    ~ChildProcess()
    {
        std::fclose(m_in);
        std::fclose(m_out);
        ::waitpid(m_process, nullptr, 0);
    }
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Unrecorded and profiled microseconds; empty when the child has died.
    [[nodiscard]] std::optional<std::pair<double, double>> run(const char* task, const std::string& variant)
    {
        std::fprintf(m_in, "%s %s\n", task, variant.c_str());
        std::fflush(m_in);
        std::array<char, 256> line {};
        while (std::fgets(line.data(), line.size(), m_out) != nullptr) { // Kineto may print lines of its own
            std::pair<double, double> result;
            if (std::sscanf(line.data(), "@ %lf %lf", &result.first, &result.second) == 2) {
                return result;
            }
        }
        return std::nullopt;
    }

private:
    pid_t m_process = -1;
    FILE* m_in = nullptr;
    FILE* m_out = nullptr;
};

/// Times of one kind of block, and their ratios to the unrecorded blocks around them.
struct Series {
    std::vector<double> microseconds, ratios;

    void add(double time, double unrecorded)
    {
        microseconds.push_back(time);
        ratios.push_back(time / unrecorded);
    }
    [[nodiscard]] double overhead() const { return median(ratios) - 1; }
    [[nodiscard]] Json json() const
    {
        return { { "us", median(microseconds) }, { "overhead", overhead() },
            { "quartiles", { quantile(ratios, 0.25) - 1, quantile(ratios, 0.75) - 1 } } };
    }
};

/// Everything measured of one variant.
struct VariantCost {
    std::string name;
    std::vector<double> unrecorded, theirUnrecorded;
    std::vector<double> before, after; ///< over the child that never records
    Series noise, theirs;
    std::map<RecordLevel, Series> ours;

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

void measureRound(VariantCost& cost, Block& block, const TargetDevice& device, ChildProcess& torchProfiler)
{
    static_cast<void>(block.time()); // after another variant, another process: caches are cold
    double before = block.time();
    const auto between = [&](Series& series, const std::function<double()>& measure) {
        const double time = measure();
        const double after = block.time();
        cost.unrecorded.push_back(after);
        series.add(time, (before + after) / 2);
        before = after;
    };
    between(cost.noise, [&] { return block.time(); });
    for (RecordLevel level : kLevels) {
        between(cost.ours[level], [&] { return timeRecorded(block, level, device); });
    }
    if (const auto times = torchProfiler.run("torch", cost.name)) {
        cost.theirUnrecorded.push_back(times->first);
        cost.theirs.add(times->second, times->first);
    }
}

/// Unrecorded blocks beside those of the child that never records.
void compareLaunches(std::vector<double>& ratios, Block& block, const std::string& variant, ChildProcess& neverRecords)
{
    const double mine = block.time();
    const auto theirs = neverRecords.run("plain", variant);
    if (theirs) {
        ratios.push_back((mine + block.time()) / 2 / theirs->first);
    }
}

int runParent(const Options& options, char** arguments)
{
    ChildProcess torchProfiler(arguments);
    ChildProcess neverRecords(arguments);
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
        blocks.emplace_back(runner, device, variant, options.forwards);
        static_cast<void>(blocks.back().time());
        static_cast<void>(neverRecords.run("plain", variant));
    }
    if (!blocks.empty()) {
        static_cast<void>(torchProfiler.run("settle", costs.front().name));
    }
    const auto forAll = [&](const auto& measure) { // the variants take turns, too
        for (int round = 0; round < options.rounds; ++round) {
            for (std::size_t i = 0; i < costs.size(); ++i) {
                measure(costs[i], blocks[i]);
            }
        }
    };
    forAll([&](VariantCost& cost, Block& block) { compareLaunches(cost.before, block, cost.name, neverRecords); });
    if (!blocks.empty()) {
        static_cast<void>(timeRecorded(blocks.front(), RecordLevel::Full, device));
        const OneCore core;
        forAll([&](VariantCost& cost, Block& block) { measureRound(cost, block, device, torchProfiler); });
    }
    forAll([&](VariantCost& cost, Block& block) { compareLaunches(cost.after, block, cost.name, neverRecords); });

    const Workload& w = options.workload;
    Json json = { { "shape", { w.batch, w.heads, w.seq, w.headDim } }, { "dtype", toString(w.dtype) },
        { "device", describeDevice(device).name }, { "torch", softwareVersions().torch },
        { "forwards_a_block", options.forwards }, { "rounds", options.rounds }, { "variants", Json::array() } };
    for (const VariantCost& cost : costs) {
        json["variants"].push_back(cost.json());
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
        if (name == "--child") {
            options.child = true;
            continue;
        }
        if (i + 1 == count) {
            return std::nullopt;
        }
        const char* value = arguments[++i];
        if (name == "--forwards") {
            options.forwards = std::max(1, std::atoi(value));
        } else if (name == "--rounds") {
            options.rounds = std::max(1, std::atoi(value));
        } else if (name == "--device") {
            options.device = value;
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
        std::cerr << "Usage: overhead_bench [--forwards N] [--rounds N] [--device cuda|cuda:N|cpu]\n";
        return 2;
    }
    if (!options->child) {
        return runParent(*options, argv);
    }
    const Result<TargetDevice> device = chooseDevice(options->device);
    return device.ok() ? runChild(*options, device.value()) : 4;
}
