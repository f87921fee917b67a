// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/clock.h"

#include <fstream>
#include <string>
#include <utility>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace attnscope {
namespace {

#if defined(__x86_64__)

// The kernel has watched the counter since it started: what it trusts is the same on all cores and never stops.
bool kernelKeepsTimeByCounter()
{
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    constexpr unsigned kInvariant = 1U << 8U;
    if (__get_cpuid(0x80000007U, &a, &b, &c, &d) == 0 || (d & kInvariant) == 0) {
        return false;
    }
    std::ifstream file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    std::string source;
    file >> source;
    return source == "tsc";
}

// Counter and kernel time of the same moment, as near as a few tries get.
std::pair<std::uint64_t, Ns> simultaneously()
{
    std::pair<std::uint64_t, Ns> best;
    std::uint64_t shortest = ~std::uint64_t { 0 };
    for (int attempt = 0; attempt < 10; ++attempt) {
        const std::uint64_t before = __rdtsc();
        const Ns time = kernelMonotonicNs();
        const std::uint64_t length = __rdtsc() - before;
        if (length < shortest) {
            shortest = length;
            best = { before + length / 2, time };
        }
    }
    return best;
}

CounterScale measure()
{
    constexpr Ns kSpan = 10'000'000; // 20 ns of uncertainty at each end: 4 parts in a million
    CounterScale scale;
    if (!kernelKeepsTimeByCounter()) {
        return scale;
    }
    const auto [startTicks, startTime] = simultaneously();
    while (kernelMonotonicNs() - startTime < kSpan) { }
    const auto [endTicks, endTime] = simultaneously();
    if (endTicks <= startTicks) {
        return scale;
    }
    scale.usable = true;
    scale.start = endTicks;
    scale.base = endTime;
    scale.nsPerTick = static_cast<double>(endTime - startTime) / static_cast<double>(endTicks - startTicks);
    return scale;
}

#else

CounterScale measure()
{
    return {};
}

#endif

} // namespace

const CounterScale& counterScale()
{
    static const CounterScale scale = measure();
    return scale;
}

} // namespace attnscope
