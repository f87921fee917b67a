// SPDX-License-Identifier: GPL-3.0-or-later
// --level, --op-library and --op on the command line.
#include "tests/cli/run_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace attnscope::test {
namespace {

using testing::HasSubstr;

std::vector<std::string> record(const std::string& output, std::vector<std::string> more)
{
    std::vector<std::string> arguments { "record", "--device", "cpu", "--batch", "1", "--heads", "2", "--seq", "32",
        "--head-dim", "16", "--dtype", "fp32", "--warmup", "1", "--steps", "2", "--timing-iterations", "3", "-o",
        output };
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

TEST(CustomOptions, WhatDoesNotPairUpIsAUsageError)
{
    struct Case {
        std::vector<std::string> more;
        const char* says;
    };
    TemporaryFolder folder;
    for (const Case& c : std::vector<Case> {
             { { "--op", "a::b" }, "--op-library" },
             { { "--op-library", "lib.so" }, "--op" },
             { { "--op-library", "a.so", "--op-library", "b.so", "--op", "a::b" }, "--op-library" },
             { { "--op-library", "a.so", "--op", "a::b", "--op", "a::b" }, "a::b" },
             { { "--op-library", "flash.pt2" }, "flash" },
             { { "--variants", "none" }, "--variants" },
             { { "--level", "everything" }, "--level" },
         }) {
        const Ran ran = runProgram(record(folder.file("x.json.gz"), c.more));
        EXPECT_EQ(ran.exitCode, 2) << c.says << ": " << ran.err;
        EXPECT_THAT(ran.err, HasSubstr(c.says));
        EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    }
}

#ifdef ATTNSCOPE_OP_LIBRARY

TEST(CustomOptions, AnOperatorStandsInEveryTableLikeTheOthers)
{
    if (!canRecord()) {
        GTEST_SKIP() << "no LibTorch to record with";
    }
    TemporaryFolder folder;
    const std::string file = folder.file("own.json.gz");
    const Ran ran = runProgram(
        record(file, { "--variants", "naive", "--op-library", ATTNSCOPE_OP_LIBRARY, "--op", "attnscope_test::full" }));
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    const Ran report = runProgram({ "report", file, "--csv" });
    EXPECT_EQ(report.exitCode, 0);
    EXPECT_THAT(report.out, HasSubstr("\nattnscope_test::full,flash,cpu"));
    EXPECT_EQ(runProgram({ "kernels", file, "--variant", "attnscope_test::full", "--csv" }).exitCode, 0);

    const Ran variants = runProgram({ "variants", "--device", "cpu", "--json", "--op-library", ATTNSCOPE_OP_LIBRARY,
        "--op", "attnscope_test::full", "--op", "attnscope_test::two_tensors" });
    ASSERT_EQ(variants.exitCode, 0) << variants.err;
    const auto json = nlohmann::json::parse(variants.out);
    ASSERT_EQ(json["variants"].size(), 9U);
    EXPECT_EQ(json["variants"][7]["name"], "attnscope_test::full");
    EXPECT_EQ(json["variants"][7]["available"], true);
    EXPECT_EQ(json["variants"][8]["available"], false);
    EXPECT_THAT(json["variants"][8]["reasons"][0].get<std::string>(), HasSubstr("its first three arguments"));
}

TEST(CustomOptions, AloneAndFailedIsExitCodeOne)
{
    if (!canRecord()) {
        GTEST_SKIP() << "no LibTorch to record with";
    }
    TemporaryFolder folder;
    const Ran ran = runProgram(record(folder.file("x.json.gz"),
        { "--variants", "none", "--op-library", ATTNSCOPE_OP_LIBRARY, "--op", "attnscope_test::throws" }));
    EXPECT_EQ(ran.exitCode, 1);
    EXPECT_THAT(ran.err, HasSubstr("attnscope_test::throws failed: the table of cosines is missing."));
}

TEST(CustomOptions, OneThatFailedIsExitCodeOneAndTheOthersAreWritten)
{
    if (!canRecord()) {
        GTEST_SKIP() << "no LibTorch to record with";
    }
    TemporaryFolder folder;
    const std::string file = folder.file("own.json.gz");
    const std::string broken = folder.file("broken.so");
    writeFile(broken, "no code");
    const Ran ran = runProgram(record(file,
        { "--variants", "naive,cudnn", "--op-library", broken, "--op-library", ATTNSCOPE_OP_LIBRARY, "--op", "ns::name",
            "--op", "attnscope_test::throws" }));
    EXPECT_EQ(ran.exitCode, 1) << ran.err;
    EXPECT_THAT(ran.err,
        HasSubstr("attnscope record: the recording is written, but ns::name failed: The library " + broken
            + " cannot be loaded: " + broken
            + ": file too short. attnscope_test::throws failed: the table of cosines is missing.\n"));
    const auto rows = parseCsv(runProgram({ "report", file, "--csv" }).out);
    ASSERT_EQ(rows.size(), 5U);
    EXPECT_EQ(rows[1][0], "naive");
    EXPECT_NE(rows[1][21], ""); // cpu_us_median
    EXPECT_EQ(rows[3][0], "ns::name");
    EXPECT_THAT(rows[3].back(), HasSubstr("file too short"));
}

#endif

TEST(Level, IsKeptInTheFileAndItsCostIsSaid)
{
    if (!canRecord()) {
        GTEST_SKIP() << "no LibTorch to record with";
    }
    TemporaryFolder folder;
    const std::string file = folder.file("x.json");
    const Ran ran = runProgram(record(file, { "--variants", "naive", "--level", "api" }));
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("Recording (level api) made a forward slower by: naive "));
    const auto json = nlohmann::json::parse(readFile(file));
    EXPECT_EQ(json["attnscope"]["level"], "api");
    EXPECT_TRUE(json["attnscope"]["variants"][0].contains("recording_overhead"));
}

} // namespace
} // namespace attnscope::test
