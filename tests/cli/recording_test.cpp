// SPDX-License-Identifier: GPL-3.0-or-later
// record, variants and doctor, on the CPU: what every machine with LibTorch can do.
#include "tests/cli/run_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace attnscope::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::vector<std::string> recordCommand(const std::string& output, std::vector<std::string> more)
{
    std::vector<std::string> arguments { "record", "--device", "cpu", "--batch", "1", "--heads", "2", "--seq", "64",
        "--warmup", "1", "--steps", "2", "--timing-iterations", "3", "-o", output };
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

TEST(Usage, EveryBadValueIsNamed)
{
    struct Case {
        std::vector<std::string> more;
        const char* says;
    };
    TemporaryFolder folder;
    for (const Case& c : std::vector<Case> {
             { { "--dtype", "int8" }, "--dtype" },
             { { "--mask", "sometimes" }, "--mask" },
             { { "--direction", "sideways" }, "--direction" },
             { { "--head-dim", "0" }, "--head-dim" },
             { { "--layers", "-1" }, "--layers" },
             { { "--kv-heads", "3" }, "--kv-heads" },
             { { "--kv-seq", "many" }, "--kv-seq" },
             { { "--variants", "naive,unknown" }, "--variants" },
             { { "--variants", "naive," }, "--variants" },
             { { "--seed", "-3" }, "--seed" },
             { { "--no-such-option" }, "--no-such-option" },
         }) {
        const Ran ran = runProgram(recordCommand(folder.file("x.json.gz"), c.more));
        EXPECT_EQ(ran.exitCode, 2) << c.says << ": " << ran.err;
        EXPECT_THAT(ran.err, HasSubstr(c.says));
        EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    }
    for (const auto& [option, value] : { std::pair { "--steps", "0" }, { "--warmup", "-1" },
             { "--timing-iterations", "-1" }, { "--device", "tpu" }, { "--device", "cuda:x" }, { "--seq", "0" } }) {
        const Ran ran = runProgram({ "record", option, value, "-o", folder.file("x.json.gz") });
        EXPECT_EQ(ran.exitCode, 2) << option;
        EXPECT_THAT(ran.err, HasSubstr(option));
    }
    EXPECT_THAT(runProgram({ "record" }).err, HasSubstr("--output"));
    EXPECT_EQ(runProgram({ "variants", "--seq", "-1" }).exitCode, 2);
    EXPECT_FALSE(std::filesystem::exists(folder.file("x.json.gz")));
}

TEST(Record, AnOutputThatCannotBeWrittenIsSaidBeforeTheWork)
{
    TemporaryFolder folder;
    const Ran ran = runProgram(recordCommand(folder.file("none/x.json.gz"), {}));
    EXPECT_EQ(ran.exitCode, 1);
    EXPECT_THAT(ran.err, HasSubstr("none/x.json.gz"));
}

TEST(Record, ADeviceThatIsNotHereIsUnavailable)
{
    TemporaryFolder folder;
    const Ran ran = runProgram({ "record", "--device", "cuda:999", "-o", folder.file("x.json.gz") });
    EXPECT_EQ(ran.exitCode, 4) << ran.err;
    EXPECT_EQ(runProgram({ "variants", "--device", "cuda:999" }).exitCode, 4);
    EXPECT_FALSE(std::filesystem::exists(folder.file("x.json.gz")));
}

TEST(Doctor, AlwaysAnswers)
{
    const Ran ran = runProgram({ "doctor" });
    EXPECT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("AttnScope"));
    EXPECT_THAT(ran.out, HasSubstr("LibTorch"));
}

TEST(Variants, SayWhatCanRunOnTheCpu)
{
    if (!canRecord()) {
        GTEST_SKIP() << "recording is not possible here";
    }
    const Ran ran = runProgram({ "variants", "--device", "cpu", "--heads", "4", "--seq", "128", "--json" });
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    const json report = json::parse(ran.out);
    EXPECT_EQ(report.at("device"), "cpu");
    EXPECT_TRUE(report.at("gpu").is_null());
    EXPECT_EQ(report.at("workload").at("kv_heads"), 4);
    EXPECT_EQ(report.at("workload").at("kv_seq"), 128);
    ASSERT_EQ(report.at("variants").size(), 7U);
    const json& naive = report.at("variants")[0];
    EXPECT_EQ(naive.at("name"), "naive");
    EXPECT_EQ(naive.at("available"), true);
    const json& cudnn = report.at("variants")[5];
    EXPECT_EQ(cudnn.at("available"), false);
    EXPECT_FALSE(cudnn.at("reasons").empty());
    EXPECT_TRUE(cudnn.contains("chosen_backend"));
}

TEST(Record, WritesASessionThatReportsRead)
{
    if (!canRecord()) {
        GTEST_SKIP() << "recording is not possible here";
    }
    TemporaryFolder folder;
    const std::string file = folder.file("s.json.gz");
    const Ran ran = runProgram(recordCommand(file, { "--variants", "naive,math,cudnn" }));
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr("cudnn")); // refused on the CPU: said here and kept in the file
    const auto rows = parseCsv(runProgram({ "report", file, "--csv" }).out);
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[1][0], "naive");
    EXPECT_EQ(rows[1][2], "cpu");
    EXPECT_EQ(rows[1][14], "2");
    EXPECT_NE(rows[1][21], ""); // cpu_us_median
    EXPECT_EQ(rows[2][0], "math");
    EXPECT_EQ(rows[3][0], "cudnn");
    EXPECT_NE(rows[3].back(), ""); // the reason
}

TEST(Record, StandardOutputTakesTheRecording)
{
    if (!canRecord()) {
        GTEST_SKIP() << "recording is not possible here";
    }
    const Ran ran = runProgram(recordCommand("-", { "--variants", "inplace" }));
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_EQ(json::parse(ran.out).at("attnscope").at("variants").size(), 1U);
}

TEST(Record, WhenEveryChosenVariantIsRefusedNothingIsWritten)
{
    if (!canRecord()) {
        GTEST_SKIP() << "recording is not possible here";
    }
    TemporaryFolder folder;
    const Ran ran = runProgram(recordCommand(folder.file("s.json.gz"), { "--variants", "cudnn" }));
    EXPECT_EQ(ran.exitCode, 4) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("cudnn"));
    EXPECT_FALSE(std::filesystem::exists(folder.file("s.json.gz")));
}

TEST(Record, CancelledBeforeAnythingIsCompleteWritesNothing)
{
    if (!canRecord()) {
        GTEST_SKIP() << "recording is not possible here";
    }
    TemporaryFolder folder;
    RunOptions options;
    options.terminal = true;
    options.interruptWhen = "[1/1] naive";
    const Ran ran = runProgram({ "record", "--device", "cpu", "--variants", "naive", "--timing-iterations", "100000",
                                   "-o", folder.file("s.json.gz") },
        options);
    EXPECT_EQ(ran.exitCode, 130) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("nothing was written"));
    EXPECT_FALSE(std::filesystem::exists(folder.file("s.json.gz")));
}

TEST(Record, CancelledLaterKeepsWhatIsCompleteAndSaysWhich)
{
    if (!canRecord()) {
        GTEST_SKIP() << "recording is not possible here";
    }
    TemporaryFolder folder;
    const std::string file = folder.file("s.json.gz");
    RunOptions options;
    options.terminal = true;
    options.interruptWhen = "[2/2] math: recording"; // all are timed first, then recorded in turn
    const Ran ran = runProgram({ "record", "--device", "cpu", "--variants", "naive,math", "--batch", "1", "--heads",
                                   "4", "--seq", "512", "--timing-iterations", "3", "--steps", "200", "-o", file },
        options);
    EXPECT_EQ(ran.exitCode, 130) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("complete: naive"));
    EXPECT_EQ(runProgram({ "info", file }).exitCode, 0);
}

} // namespace
} // namespace attnscope::test
