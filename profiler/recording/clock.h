// SPDX-License-Identifier: GPL-3.0-or-later
// The one clock of a recording: monotonic nanoseconds, for ops, API calls and (through CUPTI's clock callback) GPU work. It is the
// processor's time stamp counter where the kernel itself keeps time by it, scaled once per process against CLOCK_MONOTONIC; else
// CLOCK_MONOTONIC. Steps of the wall clock change neither. Any thread; some 15 ns a call (CLOCK_MONOTONIC: 35 ns), which matters: two
// calls were three quarters of what recording an operator costs. The first call takes 10 ms.
#pragma once

#include "profiler/trace/types.h"

#include <cstdint>
#include <ctime>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace attnscope {

[[nodiscard]] inline Ns kernelMonotonicNs()
{
    timespec now {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<Ns>(now.tv_sec) * 1'000'000'000 + static_cast<Ns>(now.tv_nsec);
}

struct CounterScale {
    bool usable = false; ///< the counter runs at one speed, the same on all cores
    std::uint64_t start = 0; ///< counter at base
    Ns base = 0;
    double nsPerTick = 0;
};

/// Measured at the first call.
[[nodiscard]] const CounterScale& counterScale();

[[nodiscard]] inline Ns monotonicNs()
{
#if defined(__x86_64__)
    if (const CounterScale& scale = counterScale(); scale.usable) {
        return scale.base
            + static_cast<Ns>(
                static_cast<double>(static_cast<std::int64_t>(__rdtsc() - scale.start)) * scale.nsPerTick);
    }
#endif
    return kernelMonotonicNs();
}

} // namespace attnscope
