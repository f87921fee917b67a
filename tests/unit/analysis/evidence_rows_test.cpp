// SPDX-License-Identifier: GPL-3.0-or-later
// Counters and machine code of a recording: in the tables and summaries, and again after a file was written and read.
#include "profiler/analysis/tables.h"
#include "profiler/exporting/analysis_tables.h"
#include "profiler/exporting/export_trace.h"
#include "profiler/importing/import_trace.h"
#include "tests/support/fake_session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include <unistd.h>

namespace attnscope {
namespace {

using namespace test;

// One step: a name that promises Tensor Cores but ran none (100 µs), one that the code decides (200 µs), a copy (100 µs).
TracePtr recordedWithEvidence()
{
    FakeRecording recording;
    Session session;
    session.device = fakeGpu();
    const TimeRange step = recording.step(0,
        { { SpanKind::Kernel, kTensorCoreGemm, 150'000, 100'000, 7,
              R"({"tensor instructions": 4096, "hfma2 instructions": 4096, "dram read bytes": 3000, "dram write bytes": 1000})" },
            { SpanKind::Kernel, "my_kernel", 250'000, 200'000, 7, R"({"sass matrix instructions": "HMMA"})" },
            { SpanKind::Memcpy, kMemcpy, 450'000, 100'000 } });
    session.variants.push_back(fakeResult("naive", { 0, 1'000'000 }, { step }));
    session.variants.back().dramBytes = 2'710'766'592;
    recording.builder().addCounter({ "DRAM rate", "GB/s", "0", 0, { 150'000, 250'000 }, { 0.04, 0 } });
    recording.builder().setSession(std::move(session));
    return recording.builder().finish();
}

std::string cell(const CellTable& table, std::size_t row, std::string_view column)
{
    const auto found = std::find(table.columns.begin(), table.columns.end(), column);
    return found != table.columns.end()
        ? cellText(table.rows[row][static_cast<std::size_t>(found - table.columns.begin())])
        : "?";
}

void expectEvidence(const Trace& trace)
{
    const auto views = variantsOf(trace);
    const auto rows = kernelRows(trace, views[0]);
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_TRUE(rows[0].verdict.disagrees);
    CellTable table = emptyKernelTable();
    appendKernelRows(table, trace, rows);
    const char* const expected[][2] = { { "cuda-core", "counters" }, { "tensor-core", "sass" }, { "none", "name" } };
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(cell(table, i, "math_unit"), expected[i][0]) << i;
        EXPECT_EQ(cell(table, i, "evidence"), expected[i][1]) << i;
    }
    const auto summaries = summarize(trace);
    EXPECT_EQ(summaries[0].tensorCorePercent, 50.0);
    EXPECT_EQ(summaries[0].dramBytes, 2'710'766'592);
    CellTable report = emptyReportTable();
    appendReportRows(report, trace, summaries);
    EXPECT_EQ(cell(report, 0, "dram_bytes"), "2710766592");
    ASSERT_EQ(trace.counters().size(), 1U);
    EXPECT_EQ(trace.counters()[0].name, "DRAM rate");
    EXPECT_EQ(trace.counters()[0].unit, "GB/s");
    EXPECT_EQ(trace.counters()[0].value, (std::vector<double> { 0.04, 0 }));
}

TEST(EvidenceRows, TheStrongestEvidenceIsInTablesAndSummaries)
{
    expectEvidence(*recordedWithEvidence());
}

TEST(EvidenceRows, SurviveAFile)
{
    const auto path =
        std::filesystem::temp_directory_path() / ("attnscope-evidence-" + std::to_string(::getpid()) + ".json");
    ASSERT_TRUE(exportTrace(*recordedWithEvidence(), path.string()).ok());
    const auto back = importTrace(path.string());
    std::filesystem::remove(path);
    ASSERT_TRUE(back.ok()) << back.error().message;
    expectEvidence(*back.value());
}

} // namespace
} // namespace attnscope
