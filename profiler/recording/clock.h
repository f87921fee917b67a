// SPDX-License-Identifier: GPL-3.0-or-later
// The one clock of a recording: CLOCK_MONOTONIC in nanoseconds, for ops, API calls and (through CUPTI's clock callback) GPU work.
// Any thread; some 20 ns a call.
#pragma once

#include "profiler/trace/types.h"

#include <ctime>

namespace attnscope {

[[nodiscard]] inline Ns monotonicNs()
{
    timespec now {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<Ns>(now.tv_sec) * 1'000'000'000 + static_cast<Ns>(now.tv_nsec);
}

} // namespace attnscope
