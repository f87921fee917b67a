// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of overhead_bench: blocks of forwards, and ways of running one: unrecorded, recorded by us, by torch.profiler, by CUPTI alone.
// One thread.
#pragma once

#include "profiler/recording/capture.h"
#include "profiler/recording/clock.h"
#include "profiler/recording/variant_runner.h"

#include <torch/csrc/autograd/profiler_kineto.h>

#ifdef ATTNSCOPE_WITH_CUDA
#include <cupti.h>
#endif

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <sched.h>
#include <unistd.h>

namespace attnscope::bench {

inline double quantile(std::vector<double> values, double fraction)
{
    if (values.empty()) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    std::sort(values.begin(), values.end());
    const double place = fraction * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

inline double median(const std::vector<double>& values)
{
    return quantile(values, 0.5);
}

/// While this thread is kept on one core: lets the others of this process run anywhere but there. Threads that CUPTI and LibTorch start
/// meanwhile are kept there, too, and would compete with it.
inline void keepOthersOffThisCore()
{
    cpu_set_t mine;
    if (::sched_getaffinity(0, sizeof(mine), &mine) != 0 || CPU_COUNT(&mine) != 1) {
        return;
    }
    cpu_set_t others;
    CPU_ZERO(&others);
    for (std::size_t i = 0; i < CPU_SETSIZE; ++i) {
        if (!CPU_ISSET(i, &mine)) {
            CPU_SET(i, &others); // the kernel leaves out those that are not allowed
        }
    }
    std::error_code unreadable;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", unreadable)) {
        const pid_t thread = std::atoi(task.path().filename().c_str());
        cpu_set_t now;
        if (thread != ::gettid() && ::sched_getaffinity(thread, sizeof(now), &now) == 0 && CPU_EQUAL(&now, &mine)) {
            ::sched_setaffinity(thread, sizeof(others), &others);
        }
    }
}

/// How much a block runs: so many forwards, or, with none given, as many as take about this long.
struct BlockSize {
    Ns ns = 15'000'000;
    int forwards = 0;
};

/// Runs blocks of forwards of one variant. Clocks and neighbours drift, and blocks that stand side by side are comparable only while they
/// are short; each still holds hundreds of launches.
class Block {
public:
    Block(VariantRunner& runner, const TargetDevice& device, std::string variant, BlockSize size)
        : m_runner(runner)
        , m_device(device)
        , m_variant(std::move(variant))
    {
        static_cast<void>(time());
        m_forwards = size.forwards > 0 ? size.forwards
                                       : std::max(20, static_cast<int>(static_cast<double>(size.ns) / (time() * 1000)));
    }
    [[nodiscard]] int forwards() const { return m_forwards; }
    [[nodiscard]] bool isOnGpu() const { return m_device.cuda; }
    /// Microseconds a forward, up to the end of its GPU work. Half as many untimed forwards come first: the first milliseconds after
    /// CUPTI has been switched on cost twice what the later ones do, and what starts and stops a recording has to leave the caches.
    [[nodiscard]] double time() { return time(m_forwards / 2, m_forwards); }
    /// The same from few forwards, for telling quiet cores from busy ones.
    [[nodiscard]] double timeBriefly() { return time(10, 10 + m_forwards / 5); }

private:
    [[nodiscard]] double time(int untimed, int timed)
    {
        m_runner.warmUp(m_variant, 5);
        keepOthersOffThisCore(); // after the first launches, which may start threads
        m_runner.warmUp(m_variant, untimed);
        const Ns before = monotonicNs();
        for (int i = 0; i < timed; ++i) {
            m_runner.run(m_variant);
        }
        synchronise(m_device);
        return static_cast<double>(monotonicNs() - before) / 1000 / timed;
    }

    VariantRunner& m_runner;
    TargetDevice m_device;
    std::string m_variant;
    int m_forwards = 200;
};

/// Keeps this thread on one core: moving between cores costs more than some of what is measured. Threads that CUPTI and LibTorch start
/// while it is kept there would be kept there, too, and compete with it: blocks let them go (`keepOthersOffThisCore`).
class OneCore {
public:
    OneCore() { ::sched_getaffinity(0, sizeof(m_allowed), &m_allowed); }
    ~OneCore() { ::sched_setaffinity(0, sizeof(m_allowed), &m_allowed); }
    OneCore(const OneCore&) = delete;
    OneCore& operator=(const OneCore&) = delete;

    static void stayOn(int number)
    {
        cpu_set_t core;
        CPU_ZERO(&core);
        CPU_SET(static_cast<std::size_t>(number), &core);
        ::sched_setaffinity(0, sizeof(core), &core);
    }
    /// Tries every allowed core some times and stays on the one where the forwards have been fastest, by the median of all tries so far:
    /// machines are shared, and a core whose other half works for someone else is slower by a third.
    int stayOnQuietest(Block& block)
    {
        constexpr int kTries = 4;
        for (int i = 0; i < kTries; ++i) {
            for (int number = 0; number < CPU_SETSIZE; ++number) {
                if (CPU_ISSET(static_cast<std::size_t>(number), &m_allowed)) {
                    stayOn(number);
                    m_times[number].push_back(block.timeBriefly());
                }
            }
        }
        const int best = std::min_element(m_times.begin(), m_times.end(), [](const auto& a, const auto& b) {
            return median(a.second) < median(b.second);
        })->first;
        stayOn(best);
        return best;
    }

private:
    cpu_set_t m_allowed {};
    std::map<int, std::vector<double>> m_times;
};

inline double timeWithTorchProfiler(Block& block)
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

inline double timeRecorded(Block& block, RecordLevel level, const TargetDevice& device)
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

#ifdef ATTNSCOPE_WITH_CUDA

/// CUPTI recording kernels for nobody, with buffers that only go round: the least that recording them costs.
class BareCupti {
public:
    /// Before the first CUDA call.
    static void setUp() { cuptiActivityRegisterCallbacks(requested, completed); }
    [[nodiscard]] static double time(Block& block)
    {
        const std::size_t before = bytes();
        for (const CUpti_ActivityKind kind : kKinds) {
            cuptiActivityEnable(kind);
        }
        const double result = block.time();
        cuptiActivityFlushAll(0);
        for (const CUpti_ActivityKind kind : kKinds) {
            cuptiActivityDisable(kind);
        }
        if (bytes() == before && block.isOnGpu()) {
            std::cerr << "CUPTI alone recorded nothing.\n";
            std::exit(1);
        }
        return result;
    }

private:
    static constexpr std::array kKinds { CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL };
    static constexpr std::size_t kBytes = 2U << 20U;
    struct Buffers {
        std::mutex mutex;
        std::vector<std::uint8_t*> free;
        std::size_t bytes = 0;
    };
    static Buffers& buffers()
    {
        static auto* all = new Buffers; // CUPTI keeps some of them
        return *all;
    }
    static std::size_t bytes()
    {
        const std::lock_guard lock(buffers().mutex);
        return buffers().bytes;
    }
    static void CUPTIAPI requested(std::uint8_t** buffer, std::size_t* size, std::size_t* most)
    {
        const std::lock_guard lock(buffers().mutex);
        if (buffers().free.empty()) {
            buffers().free.push_back(static_cast<std::uint8_t*>(std::aligned_alloc(4096, kBytes)));
        }
        *buffer = buffers().free.back();
        buffers().free.pop_back();
        *size = kBytes;
        *most = 0;
    }
    static void CUPTIAPI completed(
        CUcontext /*context*/, std::uint32_t /*stream*/, std::uint8_t* buffer, std::size_t /*size*/, std::size_t valid)
    {
        const std::lock_guard lock(buffers().mutex);
        buffers().free.push_back(buffer);
        buffers().bytes += valid;
    }
};

#else

struct BareCupti {
    static void setUp() { }
    [[nodiscard]] static double time(Block& block) { return block.time(); }
};

#endif

} // namespace attnscope::bench
