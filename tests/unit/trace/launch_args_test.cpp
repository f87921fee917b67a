// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/launch_args.h"

#include <gtest/gtest.h>

namespace attnscope {
namespace {

TEST(LaunchArgs, EvidenceIsReadBackAsWritten)
{
    LaunchFacts facts;
    facts.tensorInstructions = 4'194'304;
    facts.hfma2Instructions = 4'194'304;
    facts.dramReadBytes = 270'000'128;
    facts.dramWriteBytes = 0;
    facts.warpsActivePercent = 92.61;
    facts.sassMatrixInstructions = "HMMA+IMMA";
    const std::string inside = evidenceArgs(facts);
    EXPECT_EQ(inside,
        R"("tensor instructions": 4194304, "hfma2 instructions": 4194304, "dram read bytes": 270000128, "dram write bytes": 0, )"
        R"("warps active %": 92.61, "sass matrix instructions": "HMMA+IMMA")");
    LaunchFacts launch;
    launch.stream = 7;
    const LaunchFacts read = parseLaunchFacts(launchArgsJson(launch, 42, inside));
    EXPECT_EQ(read.stream, 7);
    EXPECT_EQ(read.tensorInstructions, 4'194'304);
    EXPECT_EQ(read.hfma2Instructions, 4'194'304);
    EXPECT_EQ(read.dramReadBytes, 270'000'128);
    EXPECT_EQ(read.dramWriteBytes, 0);
    EXPECT_EQ(read.warpsActivePercent, 92.61);
    EXPECT_EQ(read.sassMatrixInstructions, "HMMA+IMMA");
}

TEST(LaunchArgs, WithoutEvidenceNothingIsWrittenOrRead)
{
    EXPECT_EQ(evidenceArgs({}), "");
    const LaunchFacts read =
        parseLaunchFacts(R"({"stream": 7, "warps active %": "many", "sass matrix instructions": ""})");
    EXPECT_FALSE(read.tensorInstructions.has_value());
    EXPECT_FALSE(read.warpsActivePercent.has_value());
    EXPECT_FALSE(read.sassMatrixInstructions.has_value());
}

TEST(LaunchArgs, DramRateIsBytesOverTime)
{
    LaunchFacts facts;
    EXPECT_FALSE(dramRate(facts, 100).has_value());
    facts.dramReadBytes = 50'000'000;
    EXPECT_EQ(dramRate(facts, 100'000), 500);
    facts.dramWriteBytes = 20'000'000;
    EXPECT_EQ(dramRate(facts, 100'000), 700);
    EXPECT_FALSE(dramRate(facts, 0).has_value());
}

} // namespace
} // namespace attnscope
