// SPDX-License-Identifier: GPL-3.0-or-later
// The program itself: version, help, decode, and what it says where there is no display.
#include "tests/cli/run_program.h"
#include "tests/support/fake_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace attnscope::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kDecodeColumns = "name\tfamily\trole\tmath_unit\tinstruction\tinput_dtype\taccumulate_"
                                       "dtype\ttile\tstages\tlayout\tarchitecture\trule\n";

TEST(Program, VersionAndHelpGoToStandardOutput)
{
    const Ran version = runProgram({ "--version" });
    EXPECT_EQ(version.exitCode, 0);
    EXPECT_EQ(version.out, "attnscope " ATTNSCOPE_VERSION "\n");
    const Ran help = runProgram({ "--help" });
    EXPECT_EQ(help.exitCode, 0);
    EXPECT_EQ(help.err, "");
    for (const char* command :
        { "record", "variants", "info", "report", "kernels", "findings", "decode", "screenshot", "export", "doctor" }) {
        EXPECT_THAT(help.out, HasSubstr(std::string("  ") + command));
        const Ran own = runProgram({ command, "--help" });
        EXPECT_EQ(own.exitCode, 0) << command;
        EXPECT_THAT(own.out, HasSubstr(command));
    }
    EXPECT_THAT(runProgram({ "record", "--help" }).out, HasSubstr("--kv-heads"));
}

TEST(Program, WithoutADisplayItSaysWhatToDo)
{
    const Ran ran = runProgram({});
    EXPECT_TRUE(ran.exitCode == 1 || ran.exitCode == 4) << ran.exitCode; // 4: built without a window
    EXPECT_THAT(ran.err, HasSubstr("--help"));
}

TEST(Program, FilesBelongAfterTheCommand)
{
    const Ran ran = runProgram({ "some.json", "doctor" });
    EXPECT_EQ(ran.exitCode, 2);
    EXPECT_THAT(ran.err, HasSubstr("after its name"));
}

TEST(Decode, NamesFromArgumentsBecomeRows)
{
    const Ran ran = runProgram({ "decode", kTensorCoreGemm, kMemcpy });
    EXPECT_EQ(ran.exitCode, 0) << ran.err;
    ASSERT_THAT(ran.out, testing::StartsWith(kDecodeColumns));
    EXPECT_THAT(ran.out, HasSubstr(std::string("\n") + kTensorCoreGemm + "\t"));
    EXPECT_THAT(ran.out, HasSubstr("\tgemm\ttensor-core\t"));
}

TEST(Decode, NamesFromStandardInputOneALine)
{
    RunOptions options;
    options.input = std::string(kCudaCoreGemm) + "\r\n\n" + kTensorCoreGemm;
    const Ran ran = runProgram({ "decode", "--json" }, options);
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    const json rows = json::parse(ran.out);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].at("name"), kCudaCoreGemm);
    EXPECT_EQ(rows[0].at("math_unit"), "cuda-core");
    EXPECT_EQ(rows[1].at("math_unit"), "tensor-core");
}

} // namespace
} // namespace attnscope::test
