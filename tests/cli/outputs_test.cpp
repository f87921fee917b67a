// SPDX-License-Identifier: GPL-3.0-or-later
// Files that a command writes beside the one that it reads, and files that can be read in part only.
#include "profiler/exporting/export_trace.h"
#include "tests/cli/run_program.h"
#include "tests/support/fake_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace attnscope::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class Outputs : public testing::Test {
protected:
    void SetUp() override
    {
        const Status written = exportTrace(*fakeGpuSession(), session);
        ASSERT_TRUE(written.ok()) << written.error().message;
    }

    TemporaryFolder folder;
    std::string session = folder.file("session.json");
};

TEST_F(Outputs, NeverReplaceTheRecordingThatIsRead)
{
    const std::string link = folder.file("link.json");
    const std::string hardLink = folder.file("hard.json");
    const std::string picture = folder.file("session.png"); // a recording may have any name
    std::filesystem::create_symlink(session, link);
    std::filesystem::create_hard_link(session, hardLink);
    std::filesystem::copy_file(session, picture);
    const std::string before = readFile(session);
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>> {
             { "kernels", session, "--csv", "-o", session },
             { "kernels", session, "--by-name", "-o", session },
             { "kernels", session, "--against", picture, "-o", picture },
             { "report", picture, session, "-o", session },
             { "report", session, "-o", link },
             { "report", session, "-o", hardLink },
             { "export", session, "--variant", "naive", "-o", session },
             { "export", link, "-o", session },
             { "screenshot", picture, "-o", picture },
         }) {
        const Ran ran = runProgram(arguments);
        if (ran.exitCode == 4) {
            continue; // a build without pictures
        }
        EXPECT_EQ(ran.exitCode, 2) << testing::PrintToString(arguments) << ran.err;
        EXPECT_THAT(ran.err, HasSubstr(arguments.back() + " is the recording that is read"));
        EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
        EXPECT_EQ(readFile(session), before) << testing::PrintToString(arguments);
        EXPECT_EQ(readFile(picture), before) << testing::PrintToString(arguments);
    }
}

TEST_F(Outputs, ALinkStaysALinkAndItsFileIsReplaced)
{
    const std::string target = folder.file("rows.csv");
    const std::string link = folder.file("link.csv");
    const std::string dangling = folder.file("dangling.csv");
    writeFile(target, "old");
    std::filesystem::create_symlink("rows.csv", link);
    std::filesystem::create_symlink("new.csv", dangling);
    for (const auto& [name, file] : { std::pair { link, target }, std::pair { dangling, folder.file("new.csv") } }) {
        const Ran ran = runProgram({ "report", session, "--csv", "-o", name });
        ASSERT_EQ(ran.exitCode, 0) << ran.err;
        EXPECT_TRUE(std::filesystem::is_symlink(name)) << name;
        EXPECT_THAT(readFile(file), StartsWith("variant,backend,"));
    }
}

TEST_F(Outputs, AnExportUnderTheEndingOfAnotherFormatIsAUsageError)
{
    for (const char* name : { "x.txt", "x.png", "x.PNG", "x.html", "x.tsv", "x.txt.gz", "x.tar.gz", "x.json.zip" }) {
        const Ran ran = runProgram({ "export", session, "-o", folder.file(name) });
        EXPECT_EQ(ran.exitCode, 2) << name;
        EXPECT_EQ(ran.err,
            "attnscope export: -o names a .json file (a Chrome trace) or a .csv file (a row a span), each also with "
            ".gz "
            "after it, not \""
                + folder.file(name) + "\".\n");
        EXPECT_FALSE(std::filesystem::exists(folder.file(name))) << name;
    }
}

TEST_F(Outputs, AnExportTakesEveryOtherName)
{
    struct Case {
        const char* name;
        const char* starts; ///< the file's first bytes
    };
    const std::string inFolderWithEnding = folder.file("run.png");
    std::filesystem::create_directory(inFolderWithEnding);
    for (const Case& c : { Case { "x.json", "{" }, { "x.csv", "process," }, { "x.CSV", "process," },
             { "x.gz", "\x1f\x8b" }, { "x.json.gz", "\x1f\x8b" }, { "x.csv.gz", "\x1f\x8b" }, { "x", "{" },
             { ".txt", "{" }, { "run.2", "{" }, { "tmp.Xa41bC", "{" }, { "run.png/x", "{" } }) {
        const Ran ran = runProgram({ "export", session, "-o", folder.file(c.name) });
        EXPECT_EQ(ran.exitCode, 0) << c.name << ran.err;
        EXPECT_THAT(readFile(folder.file(c.name)), StartsWith(c.starts)) << c.name;
    }
    const Ran toOutput = runProgram({ "export", session, "-o", "-" });
    EXPECT_EQ(toOutput.exitCode, 0) << toOutput.err;
    EXPECT_THAT(toOutput.out, StartsWith("{"));
}

TEST_F(Outputs, ATableHasTheFormatOfItsOptionElseOfItsEnding)
{
    struct Case {
        std::vector<std::string> arguments;
        const char* name;
        const char* starts;
    };
    for (const Case& c : std::vector<Case> {
             { { "report", session }, "x.csv", "variant,backend," },
             { { "report", session }, "x.json", "[" },
             { { "report", session }, "x.txt", "variant  " },
             { { "report", session }, "x.png", "variant  " },
             { { "report", session, "--csv" }, "x.json", "variant,backend," },
             { { "kernels", session, "--json" }, "x.csv", "[" },
             { { "kernels", session }, "x.csv", "variant,step," },
             { { "kernels", session, "--by-name" }, "x.json", "[" },
         }) {
        std::vector<std::string> arguments = c.arguments;
        arguments.insert(arguments.end(), { "-o", folder.file(c.name) });
        const Ran ran = runProgram(arguments);
        EXPECT_EQ(ran.exitCode, 0) << testing::PrintToString(arguments) << ran.err;
        EXPECT_THAT(readFile(folder.file(c.name)), StartsWith(c.starts)) << testing::PrintToString(arguments);
    }
}

TEST_F(Outputs, APictureThatTheDiskDoesNotTakeIsAFailure)
{
    for (const char* name : { "full.png", "full.svg", "full.pdf" }) {
        const std::string target = folder.file(name);
        std::filesystem::create_symlink("/dev/full", target);
        const Ran ran = runProgram({ "screenshot", session, "-o", target });
        if (ran.exitCode == 4) {
            GTEST_SKIP() << "built without a user interface: " << ran.err;
        }
        EXPECT_EQ(ran.exitCode, 1) << name;
        EXPECT_THAT(ran.err, HasSubstr(target + ": writing failed: No space left on device"));
    }
}

TEST_F(Outputs, APictureOfATimeThatWasNotRecordedIsAUsageError)
{
    const std::string target = folder.file("far.png");
    const Ran ran = runProgram({ "screenshot", session, "-o", target, "--range", "9000s..9001s" });
    if (ran.exitCode == 4) {
        GTEST_SKIP() << "built without a user interface: " << ran.err;
    }
    EXPECT_EQ(ran.exitCode, 2);
    EXPECT_THAT(ran.err, HasSubstr("--range: nothing was recorded there; the recording is 0.."));
    EXPECT_FALSE(std::filesystem::exists(target));
}

TEST_F(Outputs, ADamagedFileIsSaidByEveryCommandThatUsesIt)
{
    const std::string whole = readFile(session);
    const std::string cut = folder.file("cut.json");
    const std::string lastEvent = "\n{\"ph\":\"X\",\"name\":\"cut";
    const auto end = whole.rfind(']');
    ASSERT_NE(end, std::string::npos);
    writeFile(cut, whole.substr(0, end) + "," + lastEvent);
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>> {
             { "kernels", cut, "--csv" },
             { "kernels", session, "--against", cut, "--csv" },
             { "report", cut, "--csv" },
             { "findings", cut },
             { "export", cut, "-o", folder.file("out.json") },
             { "screenshot", cut, "-o", folder.file("out.png") },
         }) {
        const Ran ran = runProgram(arguments);
        if (ran.exitCode == 4) {
            continue;
        }
        EXPECT_EQ(ran.exitCode, 0) << testing::PrintToString(arguments) << ran.err;
        EXPECT_THAT(ran.err, HasSubstr("cut.json: byte " + std::to_string(end + 2) + ": The file ends inside"))
            << testing::PrintToString(arguments);
        EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    }
    EXPECT_EQ(runProgram({ "report", session, "--csv" }).err, "");
    const Ran info = runProgram({ "info", cut });
    EXPECT_EQ(info.err, "");
    EXPECT_THAT(info.out, HasSubstr("file-cut"));
}

} // namespace
} // namespace attnscope::test
