// SPDX-License-Identifier: GPL-3.0-or-later
// `attnscope report --html`: the whole recording as one page.
#include "profiler/exporting/export_trace.h"
#include "tests/cli/run_program.h"
#include "tests/support/fake_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace attnscope::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class SessionReportCommand : public testing::Test {
protected:
    void SetUp() override
    {
        ASSERT_TRUE(exportTrace(*fakeGpuSession(), session).ok());
        if (runProgram({ "report", session, "--html" }).exitCode == 4) {
            GTEST_SKIP() << "a build without pictures";
        }
    }

    TemporaryFolder folder;
    std::string session = folder.file("session.json");
};

TEST_F(SessionReportCommand, WritesAPageToAFileOrToStandardOutput)
{
    const std::string file = folder.file("report.html");
    const Ran toFile = runProgram({ "report", session, "--html", "-o", file });
    EXPECT_EQ(toFile.exitCode, 0) << toFile.err;
    EXPECT_EQ(toFile.out + toFile.err, "");
    const std::string page = readFile(file);
    EXPECT_THAT(page, StartsWith("<!DOCTYPE html>"));
    EXPECT_THAT(page, EndsWith("</html>\n"));
    EXPECT_THAT(page, HasSubstr("<h1>session.json</h1>"));
    EXPECT_THAT(page, HasSubstr("Flash attention needs bf16 or fp16, not fp32."));
    const Ran toOutput = runProgram({ "report", session, "--html" });
    EXPECT_EQ(toOutput.exitCode, 0) << toOutput.err;
    EXPECT_EQ(toOutput.out, page);
}

TEST_F(SessionReportCommand, AFileThatEndsSoIsAPageUnlessAnOptionSaysOtherwise)
{
    const std::string file = folder.file("report.html");
    ASSERT_EQ(runProgram({ "report", session, "-o", file }).exitCode, 0);
    EXPECT_THAT(readFile(file), StartsWith("<!DOCTYPE html>"));
    ASSERT_EQ(runProgram({ "report", session, "--csv", "-o", file }).exitCode, 0);
    EXPECT_THAT(readFile(file), StartsWith("variant,backend,"));
}

TEST_F(SessionReportCommand, FollowsBaselineAndTheme)
{
    const Ran usual = runProgram({ "report", session, "--html" });
    const Ran other = runProgram({ "report", session, "--html", "--baseline", "inplace", "--theme", "dark" });
    EXPECT_EQ(other.exitCode, 0) << other.err;
    EXPECT_THAT(usual.out, HasSubstr("× naive"));
    EXPECT_THAT(usual.out, HasSubstr("color-scheme: light"));
    EXPECT_THAT(other.out, HasSubstr("× inplace"));
    EXPECT_THAT(other.out, Not(HasSubstr("× naive")));
    EXPECT_THAT(other.out, HasSubstr("color-scheme: dark"));
}

TEST_F(SessionReportCommand, LongTimesAreInMillisecondsAsInTheWindow)
{
    const std::string file = folder.file("long.json");
    writeFile(file,
        R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"f","pid":0,"tid":7,"ts":0,"dur":75381,"args":{"stream":7}}]})");
    EXPECT_THAT(runProgram({ "report", file, "--html" }).out, HasSubstr("<th class=\"n\">GPU ms</th>"));
    EXPECT_THAT(runProgram({ "report", session, "--html" }).out, HasSubstr("<th class=\"n\">GPU µs</th>"));
}

TEST_F(SessionReportCommand, WrongUsageIsASentence)
{
    for (const auto& [more, said] : std::vector<std::pair<std::vector<std::string>, std::string>> {
             { { "--html", "--csv" }, "--csv" },
             { { "--html", "--json" }, "--json" },
             { { "--html", "--theme", "pink" }, "--theme is light or dark, not \"pink\"" },
             { { "--theme", "dark" }, "--html" },
             { { "--html", "--baseline", "flash" },
                 "--baseline: no variant \"flash\" ran in the file; there are naive, inplace, flash." },
             { { "--html", "-o", session }, "is the recording that is read" },
         }) {
        std::vector<std::string> arguments { "report", session };
        arguments.insert(arguments.end(), more.begin(), more.end());
        const std::string before = readFile(session);
        const Ran ran = runProgram(arguments);
        EXPECT_EQ(ran.exitCode, 2) << testing::PrintToString(more);
        EXPECT_THAT(ran.err, HasSubstr(said));
        EXPECT_EQ(ran.out, "");
        EXPECT_EQ(readFile(session), before);
    }
}

TEST_F(SessionReportCommand, LeavesNothingHalfWritten)
{
    const std::string file = folder.file("no folder/report.html");
    const Ran ran = runProgram({ "report", session, "--html", "-o", file });
    EXPECT_EQ(ran.exitCode, 1);
    EXPECT_THAT(ran.err, HasSubstr(file));
    EXPECT_FALSE(std::filesystem::exists(file));
}

} // namespace
} // namespace attnscope::test
