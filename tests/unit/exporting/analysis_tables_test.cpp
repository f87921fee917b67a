// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/exporting/analysis_tables.h"

#include "tests/support/fake_session.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace attnscope {
namespace {

using namespace test;

std::string cell(const CellTable& table, std::size_t row, std::string_view column)
{
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (table.columns[i] == column) {
            return cellText(table.rows.at(row).at(i));
        }
    }
    ADD_FAILURE() << "no column " << column;
    return {};
}

TEST(ReportTable, ColumnsAreAContract)
{
    EXPECT_EQ(toCsv(emptyReportTable()),
        "variant,backend,device,gpu,batch,heads,kv_heads,seq,kv_seq,head_dim,dtype,mask,direction,layers,steps,"
        "kernels_per_forward,memcpy_per_forward,memset_per_forward,gpu_us_median,gpu_us_p10,gpu_us_p90,cpu_us_median,"
        "recorded_gpu_us,tensor_core_percent,peak_memory_bytes,max_abs_error,relative_error,nan_count,tflops,dram_"
        "bytes,"
        "speedup,note\r\n");
}

TEST(ReportTable, OneRowAVariantEmptyWhereNotMeasured)
{
    const auto trace = fakeGpuSession();
    CellTable table = emptyReportTable();
    appendReportRows(table, *trace, summarize(*trace));
    const std::string csv = toCsv(table);
    EXPECT_NE(
        csv.find("\r\nnaive,none,cuda:0,NVIDIA H200,8,16,16,1024,1024,64,bf16,causal,forward,1,2,2,1,1,"
                 "200.000,190.000,250.000,80.000,191.000,49.751,805306368,0.0078125,0.00225,0,171.799,,1.000,\r\n"),
        std::string::npos)
        << csv;
    EXPECT_NE(csv.find("\r\ninplace,,cuda:0,NVIDIA H200,8,16,16,1024,1024,64,bf16,causal,forward,1,2,1.500,0,0,"
                       "100.000,99.000,101.000,,15.000,100.000,,,,,343.597,,2.000,\r\n"),
        std::string::npos)
        << csv;
    EXPECT_NE(csv.find("\r\nflash,,cuda:0,NVIDIA H200,8,16,16,1024,1024,64,bf16,causal,forward,1,,,,,,,,,,,,,,,,,,"
                       "\"Flash attention needs bf16 or fp16, not fp32.\"\r\n"),
        std::string::npos)
        << csv;
}

TEST(ReportTable, CountsStayEmptyWhereNoGpuWorkWasRecorded)
{
    FakeRecording recording;
    recording.cpu(SpanKind::Step, "ProfilerStep#1", 100'000, 100'000);
    Session session;
    session.device = fakeGpu();
    session.variants = { fakeResult("naive", { 0, 1'000'000 }, { { 100'000, 200'000 } }) };
    recording.builder().setSession(session);
    const auto trace = recording.builder().finish();
    CellTable table = emptyReportTable();
    appendReportRows(table, *trace, summarize(*trace));
    ASSERT_EQ(table.rows.size(), 1U);
    EXPECT_EQ(cell(table, 0, "steps"), "1");
    for (const char* column :
        { "kernels_per_forward", "memcpy_per_forward", "memset_per_forward", "recorded_gpu_us" }) {
        EXPECT_EQ(cell(table, 0, column), "") << column;
    }
    EXPECT_EQ(cell(table, 0, "note"), "GPU work was not recorded.");
    EXPECT_NE(toJson(table).find("\"kernels_per_forward\": null"), std::string::npos) << toJson(table);
}

TEST(ReportTable, ATraceMadeElsewhereLeavesTheWorkloadEmpty)
{
    FakeRecording recording;
    recording.builder().facts().file = "other.json";
    recording.builder().facts().deviceName = "NVIDIA A100";
    recording.step(0, { { SpanKind::Kernel, kTensorCoreGemm, 20'000, 10'000 } });
    const auto trace = recording.builder().finish();
    CellTable table = emptyReportTable();
    appendReportRows(table, *trace, summarize(*trace));
    ASSERT_EQ(table.rows.size(), 1U);
    EXPECT_EQ(table.rows[0].size(), table.columns.size());
    EXPECT_EQ(cell(table, 0, "variant"), "other");
    EXPECT_EQ(cell(table, 0, "device"), "cuda");
    EXPECT_EQ(cell(table, 0, "gpu"), "NVIDIA A100");
    EXPECT_EQ(cell(table, 0, "batch"), "");
    EXPECT_EQ(cell(table, 0, "layers"), "");
    EXPECT_EQ(cell(table, 0, "steps"), "1");
    EXPECT_EQ(cell(table, 0, "recorded_gpu_us"), "10.000");
}

TEST(KernelTable, ColumnsAreAContract)
{
    EXPECT_EQ(toCsv(emptyKernelTable()),
        "variant,step,index,start_ns,duration_ns,stream,name,label,role,group,math_unit,evidence,instruction,tile,grid,"
        "block,cluster,registers,shared_memory_bytes,occupancy_percent,occupancy_limiter,waves,op,launch_api,"
        "launch_latency_ns\r\n");
}

TEST(KernelTable, OneRowALaunchCopiesAndFillsIncluded)
{
    const auto trace = fakeGpuSession();
    CellTable table = emptyKernelTable();
    appendKernelRows(table, *trace, kernelRows(*trace, variantsOf(*trace)[0]));
    ASSERT_EQ(table.rows.size(), 8U);
    EXPECT_EQ(cell(table, 0, "role"), "memset");
    EXPECT_EQ(cell(table, 0, "group"), "fill");
    EXPECT_EQ(cell(table, 0, "math_unit"), "none");
    EXPECT_EQ(cell(table, 2, "role"), "copy");
    EXPECT_EQ(cell(table, 2, "group"), "copy");
    struct Expected {
        const char *column, *text;
    };
    for (const Expected& e : { Expected { "variant", "naive" }, { "step", "0" }, { "index", "1" },
             { "start_ns", "451000" }, { "duration_ns", "100000" }, { "stream", "7" }, { "name", kTensorCoreGemm },
             { "role", "gemm" }, { "group", "matmul" }, { "math_unit", "tensor-core" }, { "evidence", "name" },
             { "grid", "2x66x1" }, { "block", "384x1x1" }, { "cluster", "" }, { "registers", "168" },
             { "shared_memory_bytes", "213188" }, { "occupancy_percent", "18.750" }, { "waves", "1.000" },
             { "op", "aten::bmm" }, { "launch_api", "cudaLaunchKernel" }, { "launch_latency_ns", "231000" } }) {
        EXPECT_EQ(cell(table, 1, e.column), e.text) << e.column;
    }
}

TEST(CellTable, JsonKeepsTypesAndSaysNullForWhatIsMissing)
{
    CellTable table { { "text", "whole", "rounded", "exact", "missing" },
        { { std::string("a\"b"), std::int64_t { 7 }, Decimal { 1.23456, 3 }, 0.1, Cell() } } };
    const auto json = nlohmann::json::parse(toJson(table));
    EXPECT_EQ(json,
        nlohmann::json::parse(R"([{"text": "a\"b", "whole": 7, "rounded": 1.235, "exact": 0.1, "missing": null}])"));
}

TEST(CellTable, SmallRatiosKeepFourDigits)
{
    struct Case {
        double value;
        const char* text;
    };
    for (const Case& c : { Case { 11.2271, "11.227" }, { 1.0, "1.000" }, { 0.5, "0.5000" }, { 0.0023164, "0.002316" },
             { 0.0, "0.000" }, { 989.4, "989.400" } }) {
        EXPECT_EQ(cellText(ratioCell(c.value)), c.text);
    }
    EXPECT_EQ(cellText(ratioCell(std::nullopt)), "");
}

TEST(CellTable, TextAlignsNumbersToTheRightAndCutsLongNames)
{
    CellTable table { { "name", "µs" },
        { { std::string("short"), Decimal { 1.5, 1 } }, { std::string("much too long"), Decimal { 100, 1 } } } };
    EXPECT_EQ(toText(table, 8), "name         µs\nshort       1.5\nmuch to…  100.0\n");
    EXPECT_EQ(toText(table.select({ "µs" })), "   µs\n  1.5\n100.0\n");
}

} // namespace
} // namespace attnscope
