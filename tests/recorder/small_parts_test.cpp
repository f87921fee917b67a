// SPDX-License-Identifier: GPL-3.0-or-later
// The recorder's small pure parts: error texts, host facts, statistics.
#include "profiler/recording/error_text.h"
#include "profiler/recording/host_facts.h"
#include "profiler/recording/variant_runner.h"

#include <gtest/gtest.h>

namespace attnscope {
namespace {

TEST(ErrorText, IsOneSentenceWithoutTheStack)
{
    const std::pair<const char*, const char*> cases[] = {
        { "No available kernel. Aborting execution.\nException raised from sdp (most recent call first):\nframe #0: x",
            "No available kernel. Aborting execution." },
        { "Head dim must be a multiple of 8 (function operator())", "Head dim must be a multiple of 8." },
        { "CUDA out of memory", "CUDA out of memory." },
        { "  \n", "An error without a message." },
        { "", "An error without a message." },
    };
    for (const auto& [given, expected] : cases) {
        EXPECT_EQ(firstSentence(given), expected);
    }
}

TEST(HostFacts, ReadsTheDriversVersion)
{
    const std::pair<const char*, const char*> cases[] = {
        { "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 01:15:15 UTC 2023\nGCC version:  gcc "
          "12.2.0",
            "535.104.05" },
        { "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.159.03  Release Build", "580.159.03" },
        { "", "" },
        { "GCC version 12.2.0 is not it\n", "12.2.0" },
    };
    for (const auto& [given, expected] : cases) {
        EXPECT_EQ(parseDriverVersion(given), expected);
    }
    EXPECT_FALSE(cpuModel().empty());
    EXPECT_GT(availableMemory(), 0);
}

TEST(Statistics, MedianAndNearestRankPercentiles)
{
    const TimingStats ten = statisticsOf({ 10, 9, 8, 7, 6, 5, 4, 3, 2, 1 });
    EXPECT_DOUBLE_EQ(ten.medianUs, 5.5);
    EXPECT_DOUBLE_EQ(ten.p10Us, 1);
    EXPECT_DOUBLE_EQ(ten.p90Us, 9);
    EXPECT_EQ(ten.iterations, 10);
    const TimingStats one = statisticsOf({ 3 });
    EXPECT_DOUBLE_EQ(one.medianUs, 3);
    EXPECT_DOUBLE_EQ(one.p10Us, 3);
    EXPECT_DOUBLE_EQ(one.p90Us, 3);
    EXPECT_EQ(statisticsOf({}).iterations, 0);
}

} // namespace
} // namespace attnscope
