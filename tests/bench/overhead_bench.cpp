// SPDX-License-Identifier: GPL-3.0-or-later
// What recording costs on a GPU: one shape that is bound by the CPU, every variant, unrecorded / each level of ours / torch.profiler
// in turn; medians and ratios as JSON on standard output.
//
// CUPTI serves one subscriber a process, so torch.profiler (Kineto, driven from C++) runs in a child process that has its own
// unrecorded blocks beside it; parent and child take turns over a pipe, and never run at the same time.
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

#include <sys/wait.h>
#include <unistd.h>

namespace attnscope {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    Workload workload;
    std::string device = "cuda";
    int forwards = 500; ///< a block
    int rounds = 7;
    bool child = false;
};

constexpr std::array kLevels { RecordLevel::Kernels, RecordLevel::Api, RecordLevel::Ops, RecordLevel::Full };

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t count = values.size();
    return count % 2 == 1 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
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

/// Reads "variant" lines, answers each with "unrecorded profiled" microseconds.
int runChild(const Options& options, const TargetDevice& device)
{
    const DeviceScope scope(device);
    const std::atomic<bool> cancel { false };
    VariantRunner runner(options.workload, device, 0, cancel);
    for (std::string variant; std::getline(std::cin, variant);) {
        Block block(runner, device, variant, options.forwards);
        const double unrecorded = block.time();
        const double profiled = timeWithTorchProfiler(block);
        std::printf("@ %.6f %.6f\n", unrecorded, profiled);
        std::fflush(stdout);
    }
    return 0;
}

/// The child process with torch.profiler in it.
class TorchProfilerProcess {
public:
    explicit TorchProfilerProcess(char** arguments)
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
    ~TorchProfilerProcess()
    {
        std::fclose(m_in);
        std::fclose(m_out);
        ::waitpid(m_process, nullptr, 0);
    }
    TorchProfilerProcess(const TorchProfilerProcess&) = delete;
    TorchProfilerProcess& operator=(const TorchProfilerProcess&) = delete;

    /// Unrecorded and profiled microseconds; empty when the child has died.
    [[nodiscard]] std::optional<std::pair<double, double>> run(const std::string& variant)
    {
        std::fprintf(m_in, "%s\n", variant.c_str());
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

/// Medians of the times and of the ratios of neighbours.
struct Series {
    std::vector<double> microseconds, ratios;

    void add(double time, double unrecorded)
    {
        microseconds.push_back(time);
        ratios.push_back(time / unrecorded);
    }
    [[nodiscard]] Json json() const { return { { "us", median(microseconds) }, { "overhead", median(ratios) - 1 } }; }
    [[nodiscard]] double overhead() const { return median(ratios) - 1; }
};

Json measureVariant(const Options& options, const TargetDevice& device, VariantRunner& runner,
    const std::string& variant, TorchProfilerProcess& torchProfiler, double beforeAnyRecording)
{
    std::vector<double> unrecorded;
    std::map<RecordLevel, Series> ours;
    Series theirs;
    std::vector<double> theirUnrecorded;
    for (int round = 0; round < options.rounds; ++round) {
        Block block(runner, device, variant, options.forwards);
        for (RecordLevel level : kLevels) {
            const double plain = block.time(); // beside every level: clocks drift
            unrecorded.push_back(plain);
            ours[level].add(timeRecorded(block, level, device), plain);
        }
        if (const auto times = torchProfiler.run(variant)) {
            theirUnrecorded.push_back(times->first);
            theirs.add(times->second, times->first);
        }
    }
    Json json = { { "name", variant }, { "unrecorded_before_any_recording_us", beforeAnyRecording },
        { "unrecorded_us", median(unrecorded) } };
    for (const auto& [level, series] : ours) {
        json[std::string(toString(level))] = series.json();
    }
    if (!theirs.ratios.empty()) {
        json["torch_profiler"] = theirs.json();
        json["torch_profiler"]["unrecorded_us"] = median(theirUnrecorded);
        json["full_over_torch_profiler"] = ours[RecordLevel::Full].overhead() / theirs.overhead();
    }
    json["meets_target"] = !theirs.ratios.empty() && ours[RecordLevel::Full].overhead() <= theirs.overhead() / 2
        && ours[RecordLevel::Kernels].overhead() <= 0.05;
    return json;
}

int runParent(const Options& options, char** arguments)
{
    TorchProfilerProcess torchProfiler(arguments);
    static_cast<void>(gpuCollector().initialise());
    const Result<TargetDevice> device = chooseDevice(options.device);
    if (!device.ok()) {
        std::cerr << device.error().message << '\n';
        return 4;
    }
    const DeviceScope scope(device.value());
    const std::atomic<bool> cancel { false };
    VariantRunner runner(options.workload, device.value(), 0, cancel);
    const std::vector<std::string> variants = runnableVariants(options.workload, device.value());
    std::map<std::string, double> before;
    for (const std::string& variant : variants) {
        Block block(runner, device.value(), variant, options.forwards);
        static_cast<void>(block.time());
        before[variant] = block.time();
    }
    const Workload& w = options.workload;
    Json json = { { "shape", { w.batch, w.heads, w.seq, w.headDim } }, { "dtype", toString(w.dtype) },
        { "device", describeDevice(device.value()).name }, { "torch", softwareVersions().torch },
        { "forwards_a_block", options.forwards }, { "rounds", options.rounds }, { "variants", Json::array() } };
    bool meets = true;
    for (const std::string& variant : variants) {
        json["variants"].push_back(
            measureVariant(options, device.value(), runner, variant, torchProfiler, before[variant]));
        meets = meets && json["variants"].back()["meets_target"].get<bool>();
    }
    json["meets_target"] = meets;
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
