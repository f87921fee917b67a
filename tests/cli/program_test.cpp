// SPDX-License-Identifier: GPL-3.0-or-later
// The program itself: version, help, decode, and what it says where there is no display.
#include "tests/cli/run_program.h"
#include "tests/support/fake_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

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

TEST(Decode, WithoutNamesOnlyTheColumns)
{
    EXPECT_EQ(runProgram({ "decode" }).out, kDecodeColumns);
    EXPECT_EQ(runProgram({ "decode", "--json" }).out, "[]\n");
}

TEST(Decode, WhatTheInputIsReadInPiecesOfDoesNotShow)
{
    // 30 000 names, 2.3 MB: lines cross the pieces at every place. One line is longer than a piece.
    constexpr std::size_t kNames = 30'000;
    RunOptions options;
    for (std::size_t i = 0; i < kNames; ++i) {
        options.input += (i % 2 == 0 ? kTensorCoreGemm : kCudaCoreGemm) + std::string("\n");
    }
    options.input += std::string(200'000, 'x') + "\n" + kMemcpy; // the last line has no end
    const Ran ran = runProgram({ "decode" }, options);
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), static_cast<std::ptrdiff_t>(kNames + 3));
    const Ran alone = runProgram({ "decode", kTensorCoreGemm, kCudaCoreGemm });
    const std::string two = alone.out.substr(std::string_view(kDecodeColumns).size());
    for (std::size_t i = 0, at = std::string_view(kDecodeColumns).size(); i < kNames / 2; ++i, at += two.size()) {
        ASSERT_EQ(ran.out.compare(at, two.size(), two), 0) << "at name " << 2 * i;
    }
    EXPECT_THAT(ran.out, HasSubstr(std::string("\n") + kMemcpy + "\t"));
}

TEST(Decode, BytesThatAreNoTextStayOneRow)
{
    RunOptions options;
    options.input = std::string("a\tb\xff") + kTensorCoreGemm + "\n";
    const json rows = json::parse(runProgram({ "decode", "--json" }, options).out);
    ASSERT_EQ(rows.size(), 1U);
    const std::string row = runProgram({ "decode" }, options).out.substr(std::string_view(kDecodeColumns).size());
    EXPECT_EQ(std::count(row.begin(), row.end(), '\t'), 11);
    EXPECT_THAT(row, testing::StartsWith("a b\xff"));
}

TEST(Decode, EndsQuietlyWhenNobodyReadsOn)
{
    const TemporaryFolder folder;
    for (const bool asJson : { false, true }) {
        RunOptions options;
        options.outputFile = folder.file(asJson ? "json" : "tsv");
        ASSERT_EQ(mkfifo(options.outputFile.c_str(), 0600), 0);
        for (int i = 0; i < 20'000; ++i) {
            options.input += std::string(kTensorCoreGemm) + "\n";
        }
        std::thread head([&] {
            const int pipe = open(options.outputFile.c_str(), O_RDONLY);
            char first[16];
            EXPECT_GT(read(pipe, first, sizeof first), 0);
            close(pipe);
        });
        const Ran ran = runProgram(
            asJson ? std::vector<std::string> { "decode", "--json" } : std::vector<std::string> { "decode" }, options);
        head.join();
        EXPECT_EQ(ran.exitCode, 0);
        EXPECT_EQ(ran.err, "");
    }
}

TEST(Decode, SaysWhenItsOutputTakesNoMore)
{
    RunOptions options;
    options.outputFile = "/dev/full";
    const Ran ran = runProgram({ "decode", kMemcpy }, options);
    EXPECT_EQ(ran.exitCode, 1);
    EXPECT_EQ(ran.err, "attnscope decode: standard output: No space left on device.\n");
}

} // namespace
} // namespace attnscope::test
