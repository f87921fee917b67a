// SPDX-License-Identifier: GPL-3.0-or-later
// Subcommands that read files: what they print, and every way in which they fail.
#include "profiler/exporting/export_trace.h"
#include "tests/cli/run_program.h"
#include "tests/shared_data.h"
#include "tests/support/fake_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace attnscope::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kReportColumns =
    "variant,backend,device,gpu,batch,heads,kv_heads,seq,kv_seq,head_dim,dtype,mask,direction,layers,steps,"
    "kernels_per_forward,memcpy_per_forward,memset_per_forward,gpu_us_median,gpu_us_p10,gpu_us_p90,cpu_us_median,"
    "recorded_gpu_us,tensor_core_percent,peak_memory_bytes,max_abs_error,relative_error,nan_count,tflops,dram_bytes,"
    "speedup,note\r\n";
constexpr const char* kKernelColumns = "variant,step,index,start_ns,duration_ns,stream,name,label,role,group,math_unit,"
                                       "evidence,instruction,tile,grid,block,"
                                       "cluster,registers,shared_memory_bytes,occupancy_percent,occupancy_limiter,"
                                       "waves,op,launch_api,launch_latency_ns\r\n";

class Files : public testing::Test {
protected:
    void SetUp() override
    {
        session = folder.file("session.json.gz");
        const Status written = exportTrace(*fakeGpuSession(), session);
        ASSERT_TRUE(written.ok()) << written.error().message;
    }

    TemporaryFolder folder;
    std::string session;
};

TEST_F(Files, InfoGivesTheContractsKeys)
{
    const Ran ran = runProgram({ "info", session, "--json" });
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    const json info = json::parse(ran.out);
    for (const char* key : { "file", "bytes", "events", "spans", "lanes", "gpu_lanes", "kernels", "kernel_ns",
             "kernel_busy_ns", "longest_kernel", "kernel_streams", "cpu_ops", "memcpy", "memset", "python_function",
             "flows", "steps", "span_ns", "variants", "log" }) {
        EXPECT_TRUE(info.contains(key)) << key;
    }
    EXPECT_EQ(info.at("kernels"), 8); // naive 1 + 2 + 2, inplace 1 + 2
    EXPECT_EQ(info.at("memcpy"), 2);
    EXPECT_EQ(info.at("memset"), 2);
    EXPECT_EQ(info.at("kernel_ns"), 530'000);
    EXPECT_EQ(info.at("longest_kernel").at("ns"), 200'000);
    EXPECT_EQ(ran.err, "");
    EXPECT_THAT(runProgram({ "info", session }).out, HasSubstr("kernels            8\n"));
}

TEST_F(Files, ReportPrintsEveryColumnAndRow)
{
    const Ran ran = runProgram({ "report", session, "--csv" });
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_THAT(ran.out, StartsWith(kReportColumns));
    const auto rows = parseCsv(ran.out);
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[1].front(), "naive");
    EXPECT_EQ(rows[2].front(), "inplace");
    EXPECT_EQ(rows[3].back(), "Flash attention needs bf16 or fp16, not fp32.");
    const json all = json::parse(runProgram({ "report", session, "--json" }).out);
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].at("kernels_per_forward"), 2);
    EXPECT_EQ(all[1].at("speedup"), 2.0);
    EXPECT_TRUE(all[2].at("gpu_us_median").is_null());
    EXPECT_THAT(runProgram({ "report", session }).out, HasSubstr("inplace"));
}

TEST_F(Files, ReportsOfSeveralFilesFollowEachOther)
{
    const Ran ran = runProgram({ "report", session, session, "--csv", "--baseline", "inplace" });
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    const auto rows = parseCsv(ran.out);
    ASSERT_EQ(rows.size(), 7U);
    const auto speedup =
        static_cast<std::size_t>(std::find(rows[0].begin(), rows[0].end(), "speedup") - rows[0].begin());
    EXPECT_EQ(rows[1][speedup], "0.5000");
    EXPECT_EQ(rows[4][speedup], "0.5000");
}

TEST_F(Files, KernelsListsLaunches)
{
    const Ran ran = runProgram({ "kernels", session, "--variant", "naive", "--csv" });
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_THAT(ran.out, StartsWith(kKernelColumns));
    EXPECT_EQ(parseCsv(ran.out).size(), 9U);
    const json all = json::parse(runProgram({ "kernels", session, "--json" }).out);
    ASSERT_EQ(all.size(), 11U);
    EXPECT_EQ(all[1].at("math_unit"), "tensor-core");
    EXPECT_EQ(all[1].at("launch_latency_ns"), 231'000);
}

TEST_F(Files, TablesGoToTheNamedFile)
{
    const std::string target = folder.file("rows.csv");
    const Ran ran = runProgram({ "report", session, "--csv", "-o", target });
    EXPECT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(readFile(target), StartsWith(kReportColumns));
}

TEST_F(Files, ExportedVariantIsATraceThatOpensAgain)
{
    const std::string target = folder.file("naive.json");
    const Ran ran = runProgram({ "export", session, "--variant", "naive", "-o", target });
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_TRUE(json::parse(readFile(target)).at("traceEvents").is_array());
    const auto rows = parseCsv(runProgram({ "report", target, "--csv" }).out);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[1][0], "naive");
}

TEST_F(Files, FindingsAreSentencesWithTheirEvidence)
{
    const Ran ran = runProgram({ "findings", session, "--variant", "naive" });
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_EQ(ran.out,
        "naive: The inputs are bf16, but 1 matmul kernel computes in fp32 on CUDA cores: 50.0 µs, 25 % of this "
        "forward's GPU "
        "time.\n");
    const json all = json::parse(runProgram({ "findings", session, "--json" }).out);
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].at("code"), "matmul-upcast-to-fp32");
    EXPECT_EQ(all[0].at("gpu_ns_per_forward"), 50'000);
    EXPECT_EQ(all[0].at("evidence").at(0).at("start_ns"), 601'000);
}

TEST_F(Files, InputComesFromStandardInputToo)
{
    RunOptions options;
    options.input = readFile(session);
    const Ran ran = runProgram({ "kernels", "-", "--csv" }, options);
    EXPECT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_EQ(parseCsv(ran.out).size(), 12U);
}

TEST_F(Files, EveryFailureHasItsExitCodeAndNamesWhatIsWrong)
{
    struct Case {
        std::vector<std::string> arguments;
        int exitCode;
        const char* says;
    };
    const std::string broken = folder.file("broken.json");
    writeFile(broken, "This is a letter, not a recording.");
    const std::string missing = folder.file("missing.json");
    for (const Case& c : std::vector<Case> {
             { { "info", missing }, 3, "missing.json" },
             { { "report", session, missing }, 3, "missing.json" },
             { { "kernels", broken }, 3, "broken.json" },
             { { "export", broken, "-o", folder.file("x.json") }, 3, "broken.json" },
             { { missing }, 3, "missing.json" },
             { { "no-such-command" }, 2, "no-such-command" },
             { { "report", session, "--csv", "-o", folder.file("none/rows.csv") }, 1, "none/rows.csv" },
             { { "export", session, "-o", folder.file("none/x.json.gz") }, 1, "none/x.json.gz" },
             { { "kernels", session, "--variant", "nobody" }, 2, "--variant" },
             { { "export", session, "--variant", "nobody", "-o", folder.file("x.json") }, 2, "--variant" },
             { { "report", session, "--baseline", "nobody" }, 2, "--baseline" },
             { { "report", session, "--baseline", "flash" }, 2, "--baseline" },
             { { "report", session, "--csv", "--json" }, 2, "--json" },
             { { "report" }, 2, "FILE" },
             { { "export", session }, 2, "--output" },
             { { "info", session, "--bogus" }, 2, "--bogus" },
             { { "--bogus" }, 2, "--bogus" },
             { { "screenshot", session, "-o", folder.file("x.bmp") }, 2, "-o" },
             { { "screenshot", session, "-o", folder.file("x.png"), "--size", "10by20" }, 2, "--size" },
             { { "screenshot", session, "-o", folder.file("x.png"), "--range", "9..3" }, 2, "--range" },
             { { "screenshot", session, "-o", folder.file("x.png"), "--theme", "blue" }, 2, "--theme" },
         }) {
        const Ran ran = runProgram(c.arguments);
        EXPECT_EQ(ran.exitCode, c.exitCode) << testing::PrintToString(c.arguments) << ran.err;
        EXPECT_THAT(ran.err, HasSubstr(c.says)) << testing::PrintToString(c.arguments);
        EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
        EXPECT_EQ(ran.out, "");
    }
    EXPECT_FALSE(std::filesystem::exists(folder.file("x.json")));
}

TEST_F(Files, AFullDiskIsAFailure)
{
    RunOptions options;
    options.outputFile = "/dev/full";
    EXPECT_EQ(runProgram({ "kernels", session, "--csv" }, options).exitCode, 1);
}

TEST_F(Files, ScreenshotsNeedNoDisplay)
{
    struct Case {
        const char *name, *start;
    };
    for (const Case& c : { Case { "x.png", "\x89PNG" }, { "x.svg", "<?xml" }, { "x.pdf", "%PDF" } }) {
        const std::string target = folder.file(c.name);
        const Ran ran = runProgram({ "screenshot", session, "-o", target, "--size", "800x500", "--variant", "naive",
            "--range", "200us..0.9ms", "--theme", "dark" });
        if (ran.exitCode == 4) {
            GTEST_SKIP() << "built without a user interface: " << ran.err;
        }
        ASSERT_EQ(ran.exitCode, 0) << ran.err;
        EXPECT_EQ(ran.err, "");
        EXPECT_THAT(readFile(target), StartsWith(c.start));
    }
    const Ran missing = runProgram({ "screenshot", folder.file("missing.json"), "-o", folder.file("y.png") });
    EXPECT_EQ(missing.exitCode, 3);
    EXPECT_THAT(missing.err, HasSubstr("missing.json"));
}

TEST(SharedFiles, CountsAForwardOfTheSevenVariantsOnAnH200)
{
    struct Case {
        const char *name, *kernels, *memcpys, *memsets;
    };
    for (const Case& c : { Case { "naive", "5", "1", "1" }, { "inplace", "5", "0", "1" }, { "math", "20", "0", "0" },
             { "efficient", "1", "0", "0" }, { "flash", "1", "0", "0" }, { "cudnn", "1", "0", "1" },
             { "auto", "1", "0", "1" } }) {
        const auto file = sharedFile(std::string("data/h200_torch_profiler/") + c.name + ".json.gz");
        if (!file) {
            GTEST_SKIP() << "the H200 recordings of the seven variants are not here";
        }
        const Ran ran = runProgram({ "report", file->string(), "--csv" });
        ASSERT_EQ(ran.exitCode, 0) << ran.err;
        const auto rows = parseCsv(ran.out);
        ASSERT_EQ(rows.size(), 2U);
        EXPECT_EQ(rows[1][0], c.name);
        EXPECT_EQ(rows[1][3], "NVIDIA H200");
        EXPECT_EQ(rows[1][14], "3") << c.name;
        EXPECT_EQ(rows[1][15], c.kernels) << c.name;
        EXPECT_EQ(rows[1][16], c.memcpys) << c.name;
        EXPECT_EQ(rows[1][17], c.memsets) << c.name;
    }
}

TEST(SharedFiles, SeveralFilesOfOneVariantAreComparedWithNaive)
{
    const auto naive = sharedFile("data/h200_torch_profiler/naive.json.gz");
    const auto flash = sharedFile("data/h200_torch_profiler/flash.json.gz");
    if (!naive || !flash) {
        GTEST_SKIP() << "the H200 recordings of naive and flash are not here";
    }
    const Ran ran = runProgram({ "report", flash->string(), naive->string(), "--csv" });
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    const auto rows = parseCsv(ran.out);
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[1][30], "11.227"); // 1065.565 µs busy over 94.911
    EXPECT_EQ(rows[2][30], "1.000");
}

} // namespace
} // namespace attnscope::test
