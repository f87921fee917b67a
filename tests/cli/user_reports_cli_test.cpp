// SPDX-License-Identifier: GPL-3.0-or-later
// What users of other tools reported, by the number of the report, as the command line answers it.
#include "tests/cli/run_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace attnscope {
namespace {

using namespace test;
using nlohmann::json;
using testing::HasSubstr;

std::string kernel(const char* name, int ts, int dur)
{
    return std::string(R"({"ph":"X","cat":"kernel","pid":0,"tid":7,"name":")") + name + R"(","ts":)"
        + std::to_string(ts) + R"(,"dur":)" + std::to_string(dur) + "}";
}

TEST(UserReport, R129_KernelsAreRankedInsideATimeRange)
{
    const TemporaryFolder folder;
    const std::string file = folder.file("trace.json");
    writeFile(file,
        "{\"traceEvents\":[" + kernel("a", 0, 10) + ',' + kernel("b", 20, 5) + ',' + kernel("b", 30, 7) + ','
            + kernel("c", 50, 40) + "]}");
    const auto ranked = [&](std::vector<std::string> more) {
        std::vector<std::string> arguments { "kernels", file, "--by-name", "--json" };
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Ran ran = runProgram(arguments);
        EXPECT_EQ(ran.exitCode, 0) << ran.err;
        std::vector<std::string> rows;
        for (const json& row : json::parse(ran.out)) {
            rows.push_back(row.at("name").get<std::string>() + " " + row.at("count").dump() + " "
                + row.at("total_ns").dump() + " " + row.at("share").dump());
        }
        return rows;
    };
    using Rows = std::vector<std::string>;
    EXPECT_EQ(ranked({}), (Rows { "c 1 40000 0.645161", "b 2 12000 0.193548", "a 1 10000 0.16129" }));
    EXPECT_EQ(ranked({ "--to", "50000" }), (Rows { "b 2 12000 0.545455", "a 1 10000 0.454545" }));
    EXPECT_EQ(ranked({ "--from", "1", "--to", "30000" }), (Rows { "b 1 5000 1.0" }));
    EXPECT_EQ(ranked({ "--from", "51000" }), Rows {});
    EXPECT_EQ(runProgram({ "kernels", file, "--from", "5" }).exitCode, 2);
    const Ran reversed = runProgram({ "kernels", file, "--by-name", "--from", "5", "--to", "5" });
    EXPECT_EQ(reversed.exitCode, 2);
    EXPECT_THAT(reversed.err, HasSubstr("--from"));
}

TEST(UserReport, R131_AReportOfNsightIsOneSentenceAndExitCodeThree)
{
    const TemporaryFolder folder;
    const std::string file = folder.file("run.nsys-rep");
    writeFile(file, "NVIDIA Tegra Profiler Report 2025@3@1@90-253135822126v0.\n");
    for (const char* command : { "info", "report", "kernels", "findings" }) {
        const Ran ran = runProgram({ command, file });
        EXPECT_EQ(ran.exitCode, 3) << command;
        EXPECT_EQ(ran.out, "") << command;
        EXPECT_THAT(ran.err, HasSubstr("run.nsys-rep: this is a report of Nsight Systems (.nsys-rep)")) << command;
        EXPECT_THAT(ran.err, HasSubstr("torch.profiler")) << command;
    }
}

} // namespace
} // namespace attnscope
