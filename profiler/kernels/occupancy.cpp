// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/occupancy.h"

#include <algorithm>
#include <array>
#include <limits>

namespace attnscope {
namespace {

constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kWarpAllocationGranularity = 4; // warps are handed out to four sub-partitions
constexpr std::int64_t kRegisterUnit = 256; // registers a warp takes come in these
constexpr std::int64_t kSharedUnit = 128; // bytes
constexpr int kMostRegistersPerThread = 256;

std::int64_t roundUp(std::int64_t value, std::int64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

// Products of grid sizes overflow for hostile files; nothing real comes near this bound.
std::int64_t saturatingProduct(std::int64_t a, std::int64_t b)
{
    std::int64_t result = 0;
    return __builtin_mul_overflow(a, b, &result) ? kUnlimited : result;
}

std::int64_t volume(const LaunchDims& dims)
{
    return saturatingProduct(saturatingProduct(dims.x, dims.y), dims.z);
}

bool isPositive(const LaunchDims& dims)
{
    return dims.x > 0 && dims.y > 0 && dims.z > 0;
}

struct Limits {
    std::int64_t warps = kUnlimited;
    std::int64_t registers = kUnlimited;
    std::int64_t shared = kUnlimited;
    std::int64_t blocks = kUnlimited;
    std::int64_t barriers = kUnlimited;

    [[nodiscard]] std::int64_t least() const { return std::min({ warps, registers, shared, blocks, barriers }); }
};

bool knowsDevice(const DeviceLimits& device)
{
    return device.ccMajor >= 7 && device.maxThreadsPerSm > 0 && device.warpSize > 0 && device.regsPerSm > 0
        && device.sharedPerSm > 0 && device.maxBlocksPerSm > 0;
}

std::int64_t limitByRegisters(const DeviceLimits& device, std::int64_t regs, std::int64_t warpsPerBlock)
{
    if (regs == 0)
        return kUnlimited;
    if (regs > kMostRegistersPerThread)
        return 0;
    const std::int64_t perWarp = roundUp(regs * device.warpSize, kRegisterUnit);
    const std::int64_t regsPerBlock = device.regsPerBlock > 0 ? device.regsPerBlock : device.regsPerSm;
    if (perWarp * roundUp(warpsPerBlock, kWarpAllocationGranularity) > regsPerBlock)
        return 0;
    const std::int64_t warpsPerPartition = device.regsPerSm / kWarpAllocationGranularity / perWarp;
    return warpsPerPartition * kWarpAllocationGranularity / warpsPerBlock;
}

std::int64_t limitBySharedMemory(const DeviceLimits& device, const LaunchShape& launch, std::int64_t shared)
{
    const std::int64_t reserved = device.reservedSharedPerBlock;
    const std::int64_t most = std::max(device.sharedPerBlock, device.sharedPerBlockOptin);
    if (most > 0 && shared > most)
        return 0;
    const std::int64_t perBlock = roundUp(shared + reserved, kSharedUnit);
    if (perBlock == 0)
        return kUnlimited;
    const std::int64_t configured = launch.sharedConfigured.value_or(0);
    // What the driver set up is at least what one block needs, else the file is wrong and the maximum stands.
    const bool isUsable = configured >= perBlock && configured <= device.sharedPerSm;
    return (isUsable ? configured : device.sharedPerSm) / perBlock;
}

std::int64_t barriersPerSm(const DeviceLimits& device)
{
    // Twice as many as blocks on the data-centre chips of 8.0, 9.0 and 10.x, else as many.
    const bool isDouble = device.ccMinor == 0 && (device.ccMajor == 8 || device.ccMajor == 9 || device.ccMajor == 10);
    const std::int64_t blocks = device.maxBlocksPerSm;
    return isDouble ? 2 * blocks : blocks;
}

Limits limitsOf(const DeviceLimits& device, const LaunchShape& launch, std::int64_t warpsPerBlock)
{
    Limits limits;
    limits.warps = device.maxThreadsPerSm / device.warpSize / warpsPerBlock;
    limits.registers = limitByRegisters(device, launch.regs.value_or(0), warpsPerBlock);
    limits.shared =
        limitBySharedMemory(device, launch, launch.staticShared.value_or(0) + launch.dynamicShared.value_or(0));
    limits.blocks = device.maxBlocksPerSm;
    if (launch.blockBarriers > 0)
        limits.barriers = barriersPerSm(device) / launch.blockBarriers;
    return limits;
}

// No free warp slots is full, whatever else ran out too. Else everything that is equally tight, block and barrier slots
// only when nothing the kernel chose is.
std::string limiterOf(const Limits& limits)
{
    const std::int64_t least = limits.least();
    if (limits.warps == least)
        return "warps";
    std::string text;
    const auto add = [&](std::int64_t limit, const char* name) {
        if (limit == least)
            text += (text.empty() ? "" : "+") + std::string(name);
    };
    add(limits.registers, "registers");
    add(limits.shared, "shared memory");
    if (text.empty())
        add(limits.blocks, "blocks");
    if (text.empty())
        add(limits.barriers, "barriers");
    return text;
}

void addWaves(const DeviceLimits& device, const LaunchShape& launch, std::int64_t residentOnGpu, Occupancy& result)
{
    if (device.smCount <= 0 || residentOnGpu <= 0)
        return;
    const double waves = static_cast<double>(volume(launch.grid)) / static_cast<double>(residentOnGpu);
    result.waves = waves;
    const std::int64_t rest = volume(launch.grid) % residentOnGpu;
    result.tailFraction = rest == 0 ? 1.0 : static_cast<double>(rest) / static_cast<double>(residentOnGpu);
}

// Whole clusters must fit into a graphics processing cluster, whose size differs from die to die: only the driver
// knows.
void applyClusters(const DeviceLimits& device, const LaunchShape& launch, std::int64_t warpsPerBlock,
    std::int64_t& residentOnGpu, Occupancy& result)
{
    const std::int64_t clusterBlocks = isPositive(launch.cluster) ? volume(launch.cluster) : 1;
    if (clusterBlocks <= 1)
        return;
    if (launch.maxActiveClusters <= 0 || device.smCount <= 0) {
        result.note = "The limit by clusters is not known: this is the figure for single blocks";
        return;
    }
    const std::int64_t resident = saturatingProduct(launch.maxActiveClusters, clusterBlocks);
    if (resident >= residentOnGpu)
        return;
    residentOnGpu = resident;
    const int warpsPerSm = device.maxThreadsPerSm / device.warpSize;
    const double warpSlots = static_cast<double>(device.smCount) * warpsPerSm;
    result.percent = 100.0 * static_cast<double>(resident) * static_cast<double>(warpsPerBlock) / warpSlots;
    result.limiter = "cluster";
}

Occupancy notKnown(std::string why)
{
    Occupancy result;
    result.note = std::move(why);
    return result;
}

} // namespace

Occupancy theoreticalOccupancy(const DeviceLimits& device, const LaunchShape& launch)
{
    if (!knowsDevice(device))
        return notKnown("The GPU's limits are not known");
    if (!launch.regs || (!launch.staticShared && !launch.dynamicShared))
        return notKnown("The recording holds no registers or shared memory for this launch");
    const bool isSane = isPositive(launch.block) && isPositive(launch.grid) && *launch.regs >= 0
        && launch.staticShared.value_or(0) >= 0 && launch.dynamicShared.value_or(0) >= 0
        && launch.staticShared.value_or(0) < kUnlimited / 4 && launch.dynamicShared.value_or(0) < kUnlimited / 4;
    const std::int64_t threads = isSane ? volume(launch.block) : 0;
    const std::int64_t mostThreads = device.maxThreadsPerBlock > 0 ? device.maxThreadsPerBlock : device.maxThreadsPerSm;
    if (threads <= 0 || threads > mostThreads)
        return notKnown("The recorded launch does not fit this GPU");

    const std::int64_t warpsPerBlock = roundUp(threads, device.warpSize) / device.warpSize;
    const Limits limits = limitsOf(device, launch, warpsPerBlock);
    const std::int64_t blocks = limits.least();
    if (blocks <= 0)
        return notKnown("The recorded launch does not fit this GPU");

    Occupancy result;
    result.blocksPerSm = static_cast<int>(blocks);
    const int warpsPerSm = device.maxThreadsPerSm / device.warpSize;
    result.percent = 100.0 * static_cast<double>(blocks * warpsPerBlock) / warpsPerSm;
    result.limiter = limiterOf(limits);
    std::int64_t residentOnGpu = saturatingProduct(blocks, std::max(device.smCount, 0));
    applyClusters(device, launch, warpsPerBlock, residentOnGpu, result);
    addWaves(device, launch, residentOnGpu, result);
    return result;
}

std::optional<DeviceLimits> deviceLimitsFor(int ccMajor, int ccMinor)
{
    struct Row {
        int major;
        int minor;
        int threadsPerSm;
        int sharedKib; // per multiprocessor
        int blocks;
    };
    // CUDA C++ Programming Guide, table "Technical Specifications per Compute Capability".
    static constexpr std::array<Row, 14> kRows { { { 7, 0, 2048, 96, 32 }, { 7, 5, 1024, 64, 16 },
        { 8, 0, 2048, 164, 32 }, { 8, 6, 1536, 100, 16 }, { 8, 7, 1536, 164, 16 }, { 8, 9, 1536, 100, 24 },
        { 9, 0, 2048, 228, 32 }, { 10, 0, 2048, 228, 32 }, { 10, 1, 1536, 228, 24 }, { 10, 3, 2048, 228, 32 },
        { 11, 0, 1536, 228, 24 }, { 12, 0, 1536, 100, 24 }, { 12, 1, 1536, 100, 24 }, { 7, 2, 2048, 96, 32 } } };
    constexpr std::int64_t kKib = 1024;
    for (const Row& row : kRows) {
        if (row.major != ccMajor || row.minor != ccMinor)
            continue;
        DeviceLimits limits;
        limits.ccMajor = ccMajor;
        limits.ccMinor = ccMinor;
        limits.maxThreadsPerSm = row.threadsPerSm;
        limits.maxThreadsPerBlock = 1024;
        limits.regsPerSm = 65536;
        limits.regsPerBlock = 65536;
        limits.warpSize = 32;
        limits.sharedPerSm = row.sharedKib * kKib;
        limits.sharedPerBlock = 48 * kKib;
        limits.reservedSharedPerBlock = ccMajor >= 8 ? kKib : 0;
        limits.sharedPerBlockOptin = limits.sharedPerSm - limits.reservedSharedPerBlock;
        limits.maxBlocksPerSm = row.blocks;
        return limits;
    }
    return std::nullopt;
}

} // namespace attnscope
