// SPDX-License-Identifier: GPL-3.0-or-later
// What takes two recordings: `kernels --against`, and screenshots of files that share one axis; and the legend of screenshots.
#include "profiler/exporting/export_trace.h"
#include "tests/cli/run_program.h"
#include "tests/support/fake_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace attnscope {
namespace {

using namespace test;
using testing::HasSubstr;
using testing::Not;

class TwoFiles : public testing::Test {
protected:
    void SetUp() override
    {
        ASSERT_TRUE(exportTrace(*fakeGpuSession(), session).ok());
        FakeRecording recording;
        recording.step(0,
            { { SpanKind::Kernel, kTensorCoreGemm, 20'000, 80'000 }, { SpanKind::Memset, kMemset, 110'000, 4'000 } });
        ASSERT_TRUE(exportTrace(*recording.builder().finish(), foreign).ok());
    }

    TemporaryFolder folder;
    std::string session = folder.file("session.json"), foreign = folder.file("foreign.json");
};

TEST_F(TwoFiles, AreComparedKernelByKernel)
{
    const Ran ran =
        runProgram({ "kernels", session, "--against", foreign, "--variant", "naive", "--per-step", "--json" });
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    const auto rows = nlohmann::json::parse(ran.out);
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[0].at("name"), kMemcpy); // 50 µs a step, and nothing there
    EXPECT_EQ(rows[0].at("only_in"), "a");
    EXPECT_EQ(rows[0].at("difference_ns"), -50'000);
    EXPECT_TRUE(rows[0].at("ratio").is_null());
    EXPECT_EQ(rows[2].at("name"), kTensorCoreGemm);
    EXPECT_EQ(rows[2].at("total_ns_a"), 100'000);
    EXPECT_EQ(rows[2].at("total_ns_b"), 80'000);
    EXPECT_DOUBLE_EQ(rows[2].at("ratio"), 0.8);
    EXPECT_EQ(rows[3].at("difference_ns"), 3'000);
}

TEST_F(TwoFiles, EveryVariantMeetsItsOwn)
{
    const Ran ran = runProgram({ "kernels", session, "--against", session, "--csv" });
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    const auto rows = parseCsv(ran.out);
    ASSERT_EQ(rows.size(), 6U); // header, four of naive, one of inplace
    EXPECT_EQ(rows[1][0], "naive");
    EXPECT_EQ(rows[5][0], "inplace");
    EXPECT_EQ(rows[5][11], "0"); // difference_ns
}

TEST_F(TwoFiles, WhatCannotBeComparedIsWrongUsage)
{
    struct Case {
        std::vector<std::string> arguments;
        const char* says;
    };
    for (const Case& c : {
             Case { { "kernels", session, "--against", foreign }, "--variant" },
             { { "kernels", session, "--per-step" }, "--against" },
             { { "kernels", session, "--by-label" }, "--against" },
         }) {
        const Ran ran = runProgram(c.arguments);
        EXPECT_EQ(ran.exitCode, 2) << testing::PrintToString(c.arguments) << ran.err;
        EXPECT_THAT(ran.err, HasSubstr(c.says)) << testing::PrintToString(c.arguments);
    }
    const Ran missing = runProgram({ "kernels", session, "--against", folder.file("missing.json") });
    EXPECT_EQ(missing.exitCode, 3);
    EXPECT_THAT(missing.err, HasSubstr("missing.json"));
}

TEST_F(TwoFiles, AScreenshotSaysWhatItsColoursStandFor)
{
    const std::string target = folder.file("x.svg");
    const Ran ran = runProgram({ "screenshot", session, "-o", target, "--size", "900x500", "--variant", "naive" });
    if (ran.exitCode == 4) {
        GTEST_SKIP() << "built without a user interface: " << ran.err;
    }
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_THAT(readFile(target), HasSubstr("runs on Tensor Cores"));
    ASSERT_EQ(runProgram({ "screenshot", session, "-o", target, "--no-legend" }).exitCode, 0);
    EXPECT_THAT(readFile(target), Not(HasSubstr("runs on Tensor Cores")));
    const Ran both = runProgram({ "screenshot", session, foreign, "-o", target, "--size", "900x500" });
    EXPECT_EQ(both.exitCode, 0) << both.err;
}

} // namespace
} // namespace attnscope
