// SPDX-License-Identifier: GPL-3.0-or-later
// `info` and `export` of several files at once, and `export` to CSV.
#include "tests/cli/run_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace attnscope {
namespace {

using namespace test;
using testing::HasSubstr;
using Json = nlohmann::json;

/// A kernel of 10 µs, `at` µs after the base.
std::string rank(int number, int at)
{
    return fmt::format(
        R"({{"baseTimeNanoseconds":1700000000000000000,"distributedInfo":{{"rank":{}}},"traceEvents":[)"
        R"({{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":{}.5,"dur":10,"args":{{"stream":7}}}}]}})",
        number, at);
}

class SeveralFiles : public testing::Test {
protected:
    void SetUp() override
    {
        writeFile(first, rank(0, 1'000));
        writeFile(second, rank(1, 1'004));
    }

    TemporaryFolder folder;
    std::string first = folder.file("a.json"), second = folder.file("b.json");
};

TEST_F(SeveralFiles, InfoAddsTheirFactsUp)
{
    const Ran ran = runProgram({ "info", "--json", first, second });
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    const Json info = Json::parse(ran.out);
    EXPECT_EQ(info.at("file"), first + ", " + second);
    EXPECT_EQ(info.at("kernels"), 2);
    EXPECT_EQ(info.at("kernel_ns"), 20'000);
    EXPECT_EQ(info.at("kernel_busy_ns"), 14'000);
    EXPECT_EQ(info.at("span_ns"), 14'000);
    EXPECT_EQ(info.at("lanes"), 2);
    EXPECT_EQ(info.at("files").at(1).at("label"), "rank 1");
    EXPECT_EQ(info.at("files").at(1).at("absolute_time"), true);
}

TEST_F(SeveralFiles, InfoOfOneHasNoFilesMember)
{
    const Ran ran = runProgram({ "info", "--json", first });
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_FALSE(Json::parse(ran.out).contains("files"));
}

TEST_F(SeveralFiles, TheOneThatCannotBeReadIsNamed)
{
    writeFile(second, "hello");
    const Ran ran = runProgram({ "info", first, second });
    EXPECT_EQ(ran.exitCode, 3);
    EXPECT_THAT(ran.err, HasSubstr(second + ": line 1, byte 0"));
}

TEST_F(SeveralFiles, BecomeOneFile)
{
    const std::string both = folder.file("both.json.gz");
    const Ran ran = runProgram({ "export", first, second, "-o", both });
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    const Ran again = runProgram({ "info", "--json", both });
    ASSERT_EQ(again.exitCode, 0) << again.err;
    EXPECT_EQ(Json::parse(again.out).at("kernel_busy_ns"), 14'000);
    EXPECT_EQ(Json::parse(again.out).at("lanes"), 2);
}

TEST_F(SeveralFiles, BecomeRowsOfCsv)
{
    const std::string csv = folder.file("spans.csv");
    const Ran ran = runProgram({ "export", first, second, "-o", csv });
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    const auto rows = parseCsv(readFile(csv));
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[1][0], "rank 0:0");
    EXPECT_EQ(rows[2][6], "gemm");
    EXPECT_EQ(rows[2][7], "4000");
    EXPECT_EQ(rows[2][8], "10000");
}

} // namespace
} // namespace attnscope
