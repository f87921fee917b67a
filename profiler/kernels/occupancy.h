// SPDX-License-Identifier: GPL-3.0-or-later
//
// Theoretical occupancy: how many of a multiprocessor's warp slots a launch can fill, and what stops it from filling
// more. Three separate numbers, never mixed: occupancy (percent), waves of the grid, and how full the last wave is.
// The formula is that of NVIDIA's cuda_occupancy.h for compute capability 7.0 and later, with two differences to
// Kineto's "est. achieved occupancy": shared memory beyond 48 KiB opts in (instead of giving 0), and a small grid does
// not lower the figure (that is what `waves` is for). "Not known" is an empty value, never 0.
// Threads: pure, any thread. Cost: O(1).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace attnscope {

// What the GPU allows. 0 = not known. At run time take the values from the device, not from a table.
struct DeviceLimits {
    int ccMajor = 0;
    int ccMinor = 0;
    int smCount = 0;
    int maxThreadsPerSm = 0;
    int maxThreadsPerBlock = 0;
    int regsPerSm = 0;
    int regsPerBlock = 0;
    int warpSize = 0;
    std::int64_t sharedPerSm = 0; // bytes
    std::int64_t sharedPerBlock = 0; // bytes, without opting in
    std::int64_t sharedPerBlockOptin = 0; // bytes
    std::int64_t reservedSharedPerBlock = 0; // bytes the system takes of each block
    int maxBlocksPerSm = 0;
};

struct LaunchDims {
    std::int64_t x = 1;
    std::int64_t y = 1;
    std::int64_t z = 1;
};

struct LaunchShape {
    LaunchDims grid;
    LaunchDims block;
    LaunchDims cluster; // 1,1,1 = no cluster
    std::optional<int> regs; // per thread
    std::optional<std::int64_t> staticShared; // bytes
    std::optional<std::int64_t> dynamicShared; // bytes
    std::optional<std::int64_t> sharedConfigured; // bytes per multiprocessor the driver set up; else the maximum
    int maxActiveClusters = 0; // whole GPU, as the driver reports; 0 = not known
    int blockBarriers = 1;
};

struct Occupancy {
    std::optional<double> percent; // of the multiprocessor's warp slots; empty = not known
    std::string limiter; // "registers", "shared memory", "registers+shared memory", "warps", "blocks",
        // "barriers", "cluster", "threads per block"; empty = not known
    int blocksPerSm = 0; // meaningful only with percent
    std::optional<double> waves; // grid / (blocks resident on the whole GPU)
    std::optional<double> tailFraction; // how full the last wave is, (0, 1]
    std::string note; // what is missing or uncertain, for people; may be empty
};

[[nodiscard]] Occupancy theoreticalOccupancy(const DeviceLimits& device, const LaunchShape& launch);

// Limits of a compute capability, for reading files made elsewhere that name only that. smCount stays 0.
[[nodiscard]] std::optional<DeviceLimits> deviceLimitsFor(int ccMajor, int ccMinor);

} // namespace attnscope
