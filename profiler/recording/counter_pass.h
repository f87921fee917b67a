// SPDX-License-Identifier: GPL-3.0-or-later
// What a counter pass yields, and CounterCollector, which makes one: the hardware counters of every kernel that a piece of work
// launches, in launch order. The interface keeps CUPTI's headers out of the recorder. Worker thread only; the counted work runs
// serialised and slower, so its times are worth nothing.
#pragma once

#include "profiler/recording/gpu_records.h"
#include "profiler/trace/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace attnscope {

/// What tells one launch from another, in both passes.
struct KernelLaunch {
    std::string name; ///< mangled
    std::array<std::int32_t, 3> grid {}, block {};
    friend bool operator==(const KernelLaunch&, const KernelLaunch&) = default;
};

struct CounterPass {
    std::vector<KernelLaunch> launches; ///< in launch order
    std::vector<KernelCounters> counters; ///< same size and order
};

class CounterCollector {
public:
    virtual ~CounterCollector() = default;
    /// Finds out what can be counted on this device; a CUDA context must be current. An error says in one sentence why nothing can.
    virtual Status open(int device) = 0;
    /// Runs `work` once and counts each of its kernels; `work` must wait for the GPU. Throws what `work` throws. `expectedKernels`
    /// is about how many it launches.
    [[nodiscard]] virtual Result<CounterPass> countKernels(
        const std::function<void()>& work, std::size_t expectedKernels) = 0;
    /// Runs `work` once and counts it as a whole, copies and fills included. Otherwise as countKernels().
    [[nodiscard]] virtual Result<KernelCounters> countWhole(const std::function<void()>& work) = 0;
    virtual void close() = 0;
};

/// The process's collector. Without CUDA in the build its open() says so.
[[nodiscard]] CounterCollector& counterCollector();

} // namespace attnscope
