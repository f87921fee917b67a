// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/occupancy.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace attnscope {
namespace {

constexpr std::int64_t kKib = 1024;

LaunchShape launchOf(std::int64_t threads, int regs, std::int64_t dynamicShared)
{
    LaunchShape launch;
    launch.grid = { 1024, 1, 1 };
    launch.block = { threads, 1, 1 };
    launch.regs = regs;
    launch.staticShared = 0;
    launch.dynamicShared = dynamicShared;
    return launch;
}

DeviceLimits h200()
{
    DeviceLimits device = *deviceLimitsFor(9, 0);
    device.smCount = 132;
    return device;
}

struct Case {
    int major;
    int minor;
    std::int64_t threads;
    int regs;
    std::int64_t dynamicShared;
    int blocks;
    double percent;
    const char* limiter;
};

// Computed with NVIDIA's cuda_occupancy.h.
TEST(Occupancy, EqualsTheReference)
{
    const Case cases[] = {
        { 9, 0, 128, 255, 64 * kKib, 2, 12.5, "registers" },
        { 9, 0, 128, 255, 80 * kKib, 2, 12.5, "registers+shared memory" },
        { 9, 0, 384, 168, 224 * kKib, 1, 18.75, "registers+shared memory" },
        { 9, 0, 128, 32, 0, 16, 100.0, "warps" },
        { 9, 0, 100, 40, 0, 12, 75.0, "registers" },
        { 8, 6, 128, 255, 64 * kKib, 1, 100.0 * 4 / 48, "shared memory" },
        { 8, 9, 128, 32, 0, 12, 100.0, "warps" },
        { 10, 0, 128, 255, 64 * kKib, 2, 12.5, "registers" },
        { 10, 3, 128, 255, 64 * kKib, 2, 12.5, "registers" },
        { 12, 0, 128, 255, 64 * kKib, 1, 100.0 * 4 / 48, "shared memory" },
        { 12, 1, 128, 255, 64 * kKib, 1, 100.0 * 4 / 48, "shared memory" },
    };
    for (const Case& expected : cases) {
        SCOPED_TRACE(testing::Message() << "sm_" << expected.major << expected.minor << " " << expected.threads
                                        << " threads, " << expected.regs << " registers, " << expected.dynamicShared
                                        << " bytes");
        const auto device = deviceLimitsFor(expected.major, expected.minor);
        ASSERT_TRUE(device);
        const Occupancy occupancy =
            theoreticalOccupancy(*device, launchOf(expected.threads, expected.regs, expected.dynamicShared));
        ASSERT_TRUE(occupancy.percent);
        EXPECT_EQ(occupancy.blocksPerSm, expected.blocks);
        EXPECT_DOUBLE_EQ(*occupancy.percent, expected.percent);
        EXPECT_EQ(occupancy.limiter, expected.limiter);
        EXPECT_FALSE(occupancy.waves) << "the number of multiprocessors is not known";
    }
}

// CUDA C++ Programming Guide: threads and blocks resident on a multiprocessor, its shared memory, and the most of a block.
TEST(Occupancy, LimitsAreThoseOfTheProgrammingGuide)
{
    struct Limits {
        int major, minor, threads, blocks;
        std::int64_t sharedKib, blockKib;
    };
    for (const Limits& expected : { Limits { 7, 5, 1024, 16, 64, 64 }, { 8, 0, 2048, 32, 164, 163 },
             { 8, 6, 1536, 16, 100, 99 }, { 8, 7, 1536, 16, 164, 163 }, { 8, 9, 1536, 24, 100, 99 },
             { 9, 0, 2048, 32, 228, 227 }, { 10, 0, 2048, 32, 228, 227 }, { 10, 3, 2048, 32, 228, 227 },
             { 12, 0, 1536, 24, 100, 99 }, { 12, 1, 1536, 24, 100, 99 } }) {
        SCOPED_TRACE(testing::Message() << "sm_" << expected.major << expected.minor);
        const auto device = deviceLimitsFor(expected.major, expected.minor);
        ASSERT_TRUE(device);
        EXPECT_EQ(device->maxThreadsPerSm, expected.threads);
        EXPECT_EQ(device->maxBlocksPerSm, expected.blocks);
        EXPECT_EQ(device->sharedPerSm, expected.sharedKib * kKib);
        EXPECT_EQ(device->sharedPerBlockOptin, expected.blockKib * kKib);
        EXPECT_EQ(device->maxThreadsPerBlock, 1024);
        EXPECT_EQ(device->regsPerSm, 65536);
        EXPECT_EQ(device->warpSize, 32);
    }
}

// torch.profiler shows 0 here: it takes 48 KiB for the limit.
TEST(Occupancy, KernelsBeyond48KibOfSharedMemoryAreNotZero)
{
    for (const std::int64_t shared : { 48 * kKib, 48 * kKib + 1, 49 * kKib }) {
        const Occupancy occupancy = theoreticalOccupancy(h200(), launchOf(128, 32, shared));
        ASSERT_TRUE(occupancy.percent);
        EXPECT_EQ(occupancy.blocksPerSm, 4);
        EXPECT_EQ(occupancy.limiter, "shared memory");
    }
}

TEST(Occupancy, LimitsByBlocks)
{
    const Occupancy occupancy = theoreticalOccupancy(h200(), launchOf(32, 16, 0));
    EXPECT_EQ(occupancy.blocksPerSm, 32);
    EXPECT_EQ(occupancy.limiter, "blocks");
    EXPECT_DOUBLE_EQ(occupancy.percent.value_or(-1.0), 50.0);
}

TEST(Occupancy, LimitsByBarriers)
{
    LaunchShape launch = launchOf(64, 16, 0);
    launch.blockBarriers = 16;
    const Occupancy occupancy = theoreticalOccupancy(h200(), launch);
    EXPECT_EQ(occupancy.blocksPerSm, 4);
    EXPECT_EQ(occupancy.limiter, "barriers");
}

TEST(Occupancy, CountsWavesAndTheTail)
{
    LaunchShape launch = launchOf(128, 255, 64 * kKib); // 2 blocks on each of 132: 264 at once
    launch.grid = { 1000, 1, 1 };
    const Occupancy occupancy = theoreticalOccupancy(h200(), launch);
    EXPECT_DOUBLE_EQ(occupancy.waves.value_or(-1.0), 1000.0 / 264.0);
    EXPECT_DOUBLE_EQ(occupancy.tailFraction.value_or(-1.0), (1000.0 - 3 * 264) / 264.0);

    launch.grid = { 132, 2, 1 };
    const Occupancy full = theoreticalOccupancy(h200(), launch);
    EXPECT_DOUBLE_EQ(full.waves.value_or(-1.0), 1.0);
    EXPECT_DOUBLE_EQ(full.tailFraction.value_or(-1.0), 1.0);
}

TEST(Occupancy, ASmallGridLowersWavesNotOccupancy)
{
    LaunchShape launch = launchOf(128, 32, 0);
    launch.grid = { 1, 1, 1 };
    const Occupancy occupancy = theoreticalOccupancy(h200(), launch);
    EXPECT_DOUBLE_EQ(occupancy.percent.value_or(-1.0), 100.0);
    EXPECT_DOUBLE_EQ(occupancy.waves.value_or(-1.0), 1.0 / (16 * 132));
}

TEST(Occupancy, ClustersBoundWhatIsResident)
{
    LaunchShape launch = launchOf(384, 168, 200 * kKib); // one block on each multiprocessor
    launch.cluster = { 2, 1, 1 };
    const Occupancy unknown = theoreticalOccupancy(h200(), launch);
    EXPECT_DOUBLE_EQ(unknown.percent.value_or(-1.0), 18.75);
    EXPECT_NE(unknown.note, "");

    launch.maxActiveClusters = 60; // 120 blocks of 12 warps on 132 multiprocessors of 64
    const Occupancy bounded = theoreticalOccupancy(h200(), launch);
    EXPECT_DOUBLE_EQ(bounded.percent.value_or(-1.0), 100.0 * 120 * 12 / (132 * 64));
    EXPECT_EQ(bounded.limiter, "cluster");
    EXPECT_DOUBLE_EQ(bounded.waves.value_or(-1.0), 1024.0 / 120.0);

    launch.maxActiveClusters = 66; // all 132: no bound
    EXPECT_EQ(theoreticalOccupancy(h200(), launch).limiter, "registers+shared memory");
}

TEST(Occupancy, IsEmptyWhenItCannotBeKnown)
{
    EXPECT_FALSE(deviceLimitsFor(13, 0));
    EXPECT_FALSE(deviceLimitsFor(0, 0));
    EXPECT_FALSE(theoreticalOccupancy(DeviceLimits(), launchOf(128, 32, 0)).percent);

    LaunchShape noRegisters = launchOf(128, 32, 0);
    noRegisters.regs.reset();
    LaunchShape tooManyThreads = launchOf(2048, 32, 0);
    LaunchShape tooMuchShared = launchOf(128, 32, 300 * kKib);
    LaunchShape tooManyRegisters = launchOf(1024, 255, 0);
    LaunchShape noThreads = launchOf(0, 32, 0);
    LaunchShape negative = launchOf(128, 32, -5);
    LaunchShape overflowing = launchOf(128, 32, 0);
    constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();
    overflowing.block = { kHuge, kHuge, kHuge };
    for (const LaunchShape& launch :
        { noRegisters, tooManyThreads, tooMuchShared, tooManyRegisters, noThreads, negative, overflowing }) {
        const Occupancy occupancy = theoreticalOccupancy(h200(), launch);
        EXPECT_FALSE(occupancy.percent);
        EXPECT_FALSE(occupancy.waves);
        EXPECT_EQ(occupancy.limiter, "");
        EXPECT_NE(occupancy.note, "");
    }
}

TEST(Occupancy, GridsDoNotOverflow)
{
    LaunchShape launch = launchOf(128, 32, 0);
    launch.grid = { 2147483647, 65535, 65535 };
    const Occupancy occupancy = theoreticalOccupancy(h200(), launch);
    ASSERT_TRUE(occupancy.waves);
    EXPECT_DOUBLE_EQ(*occupancy.waves, 2147483647.0 * 65535.0 * 65535.0 / (16.0 * 132.0));
}

} // namespace
} // namespace attnscope
