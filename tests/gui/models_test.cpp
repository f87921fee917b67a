// SPDX-License-Identifier: GPL-3.0-or-later
// Every table's model: Qt's own consistency tester through resets, and what the cells say.
#include "profiler/analysis/tables.h"
#include "tests/gui/gui_helpers.h"
#include "ui/common/table_export.h"
#include "ui/common/table_view.h"
#include "ui/compare/comparison_model.h"
#include "ui/details/kernel_model.h"
#include "ui/details/log_model.h"
#include "ui/details/name_model.h"
#include "ui/details/selection_model.h"
#include "ui/run/trace_document.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>

namespace attnscope {
namespace {

using test::fakeGpuSession;

std::string cell(const QAbstractItemModel& model, int row, const char* header)
{
    for (int column = 0; column < model.columnCount(); ++column) {
        if (model.headerData(column, Qt::Horizontal).toString() == QString::fromUtf8(header)) {
            return model.index(row, column).data().toString().toStdString();
        }
    }
    ADD_FAILURE() << "no column " << header;
    return {};
}

TEST(ComparisonModel, SaysWhatEachVariantCosts)
{
    ComparisonModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Warning);
    const TracePtr trace = fakeGpuSession(); // the summaries look into it
    model.setSummaries(summarize(*trace));
    ASSERT_EQ(model.rowCount(), 3);
    EXPECT_EQ(cell(model, 0, "variant"), "naive");
    EXPECT_EQ(cell(model, 0, "GPU µs"), "200");
    EXPECT_EQ(cell(model, 0, "±"), "30.0");
    EXPECT_EQ(cell(model, 0, "kernels + mem"), "2 + 2");
    EXPECT_EQ(cell(model, 0, "peak MiB"), "768");
    EXPECT_EQ(cell(model, 1, "× naive"), "2.00");
    EXPECT_EQ(cell(model, 2, "GPU µs"), "refused: Flash attention needs bf16 or fp16, not fp32.");
    EXPECT_EQ(cell(model, 2, "CPU µs"), "");
    EXPECT_TRUE(model.index(2, 0).data(ComparisonRole::kRefusal).toBool());
    EXPECT_EQ(model.index(0, 0).data(ComparisonRole::kSecondary).toString().toStdString(), "baseline");
}

TEST(ComparisonModel, WhatWasNotRecordedIsNotZero)
{
    const TracePtr trace = fakeGpuSession(); // the summaries look into it
    auto summaries = summarize(*trace);
    VariantSummary& unrecorded = summaries[1];
    unrecorded.kernelsPerForward.reset();
    unrecorded.memcpyPerForward.reset();
    unrecorded.memsetPerForward.reset();
    unrecorded.groupNs = {};
    ComparisonModel model;
    model.setSummaries(summaries);
    EXPECT_EQ(cell(model, 0, "kernels + mem"), "2 + 2");
    EXPECT_EQ(cell(model, 1, "kernels + mem"), "–");
    EXPECT_EQ(cell(model, 2, "kernels + mem"), ""); // did not run
    model.setView(ComparisonModel::View::ByRole, TimeUnit::Nanoseconds);
    EXPECT_EQ(cell(model, 1, "matmul"), "–");
    EXPECT_EQ(cell(model, 1, "ns"), "–");
    for (int column = 2; column < model.columnCount(); ++column) { // behind the name and the time
        EXPECT_NE(model.index(0, column).data(TableRole::kExport).toString().toStdString(), "") << column;
        EXPECT_EQ(model.index(1, column).data(TableRole::kExport).toString().toStdString(), "") << column;
    }
}

TEST(ComparisonModel, KernelsAloneAreCountedWithoutCopies)
{
    const TracePtr trace = fakeGpuSession(); // the summaries look into it
    auto summaries = summarize(*trace);
    summaries[0].memcpyPerForward.reset();
    summaries[0].memsetPerForward.reset();
    ComparisonModel model;
    model.setSummaries(summaries);
    EXPECT_EQ(cell(model, 0, "kernels + mem"), "2 + –");
    EXPECT_EQ(cell(model, 1, "kernels + mem"), "1.50 + 0");
}

TEST(ComparisonModel, ByRoleShowsOnlyRolesThatOccur)
{
    ComparisonModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Warning);
    const TracePtr trace = fakeGpuSession(); // the summaries look into it
    model.setSummaries(summarize(*trace));
    model.setView(ComparisonModel::View::ByRole, TimeUnit::Nanoseconds);
    EXPECT_EQ(cell(model, 0, "matmul"), "150,000");
    EXPECT_EQ(cell(model, 0, "copy"), "50,000");
    EXPECT_EQ(cell(model, 0, "fill"), "1,000");
    EXPECT_EQ(cell(model, 1, "copy"), "–");
    EXPECT_EQ(model.columnCount(), 6);
    EXPECT_EQ(model.widths().size(), model.columnCount());
}

TEST(ComparisonModel, WidthsFitTheColumnsInEveryView)
{
    ComparisonModel model;
    EXPECT_EQ(model.widths().size(), model.columnCount());
    const TracePtr trace = fakeGpuSession(); // the summaries look into it
    model.setSummaries(summarize(*trace));
    EXPECT_EQ(model.widths().size(), model.columnCount());
}

TEST(BarAxis, HasRoundMarksThatDoNotCrowd)
{
    const BarAxis axis = barAxis(2'616'000, 240, 48, TimeUnit::Microseconds);
    EXPECT_EQ(axis.ticks, (std::vector<double> { 0, 1'000'000, 2'000'000 }));
    EXPECT_EQ(axis.position(2'616'000, 240), 240);
    EXPECT_EQ(barAxis(0, 0, 48, TimeUnit::Milliseconds).ticks.size(), 1U);
}

TEST(KernelModel, ListsLaunchesWithTheirUnit)
{
    const TracePtr trace = fakeGpuSession();
    const auto views = variantsOf(*trace);
    KernelModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Warning);
    model.setRows(trace, views[0], kernelRows(*trace, views[0]));
    ASSERT_EQ(model.rowCount(), 8);
    EXPECT_EQ(cell(model, 1, "time µs"), "100");
    EXPECT_EQ(cell(model, 1, "blocks"), "132");
    EXPECT_EQ(cell(model, 1, "threads"), "384");
    EXPECT_EQ(cell(model, 1, "operator"), "bmm");
    EXPECT_EQ(cell(model, 1, "API call"), "cudaLaunchKernel");
    EXPECT_EQ(cell(model, 1, "name"), test::kTensorCoreGemm);
    EXPECT_EQ(model.widths().size(), model.columnCount());
    model.setTimeUnit(TimeUnit::Milliseconds);
    EXPECT_EQ(cell(model, 1, "time ms"), "0.100");
    model.setRows(nullptr, {}, {});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(NameModel, GroupsByName)
{
    const TracePtr trace = fakeGpuSession();
    const auto views = variantsOf(*trace);
    NameModel kernels(NameModel::Kind::Kernels);
    const QAbstractItemModelTester tester(&kernels, QAbstractItemModelTester::FailureReportingMode::Warning);
    kernels.setRecords(kernelStatistics(*trace, views[0]));
    ASSERT_EQ(kernels.rowCount(), 4);
    EXPECT_EQ(cell(kernels, 0, "count"), "2");
    EXPECT_EQ(cell(kernels, 0, "total µs"), "200");
    EXPECT_EQ(kernels.widths().size(), kernels.columnCount());
    NameModel ops(NameModel::Kind::Ops);
    const QAbstractItemModelTester opTester(&ops, QAbstractItemModelTester::FailureReportingMode::Warning);
    ops.setRecords(opStatistics(*trace, views[0]));
    ASSERT_EQ(ops.rowCount(), 1);
    EXPECT_EQ(cell(ops, 0, "count"), "8");
    EXPECT_EQ(ops.widths().size(), ops.columnCount());
}

TEST(LogModel, TellsRefusalsAndOddities)
{
    const auto rows = logRows(*fakeGpuSession());
    LogModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Warning);
    model.setRecords(rows);
    bool refused = false;
    for (int row = 0; row < model.rowCount(); ++row) {
        refused = refused || cell(model, row, "what it says") == "flash: Flash attention needs bf16 or fp16, not fp32.";
    }
    EXPECT_TRUE(refused);
}

TEST(SelectionModel, FollowsALaunchFromOperatorToKernel)
{
    const TracePtr trace = fakeGpuSession();
    const SpanRef kernel = trace->gpuWork().back();
    const auto chain = launchChain(*trace, kernel);
    ASSERT_EQ(chain.size(), 4U); // step, operator, call, kernel
    EXPECT_EQ(trace->kind(chain[0]), SpanKind::Step);
    EXPECT_EQ(trace->name(chain[1]), "aten::bmm");
    EXPECT_EQ(trace->name(chain[2]), "cudaLaunchKernel");
    EXPECT_EQ(chain[3], kernel);
    ChainModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Warning);
    model.setChain(trace, chain);
    EXPECT_EQ(cell(model, 1, "span"), "aten::bmm");
    model.setChain(nullptr, {});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(TableExport, CsvHasFullNamesAndPlainNumbers)
{
    const TracePtr trace = fakeGpuSession();
    const auto views = variantsOf(*trace);
    NameModel model(NameModel::Kind::Kernels);
    model.setRecords(kernelStatistics(*trace, views[0]));
    const std::string csv = csvOf(model);
    EXPECT_EQ(
        csv.substr(0, csv.find('\n') + 1), "name,math_unit,count,total_ns,share,mean_ns,min_ns,max_ns,full_name\r\n");
    EXPECT_NE(csv.find(std::string(test::kTensorCoreGemm) + ",tensor-core,2,200000,"), std::string::npos) << csv;
    EXPECT_EQ(csv.find("1,066"), std::string::npos);
}

TEST(TableExport, QuotesWhatRfc4180Quotes)
{
    LogModel model;
    model.setRecords({ { Severity::Warning, "a,b", 1234, 17, "he said \"no\"\nand left" } });
    EXPECT_EQ(csvOf(model),
        "severity,code,count,first_offset,example\r\nwarning,\"a,b\",1234,17,\"he said \"\"no\"\"\nand left\"\r\n");
    EXPECT_EQ(tsvOf(model).toStdString(),
        "severity\tcode\tcount\tfirst_offset\texample\nwarning\ta,b\t1234\t17\the said \"no\" and left\n");
}

TEST(TableView, FiltersSortsAndCopies)
{
    LogModel model;
    model.setRecords(
        { { Severity::Info, "nine", 9, std::nullopt, "x" }, { Severity::Info, "ten", 10, std::nullopt, "y" } });
    TableView table(QStringLiteral("Log"));
    table.setSource(&model);
    ASSERT_EQ(table.shown()->rowCount(), 2);
    table.sortByColumn(2, Qt::DescendingOrder); // by number: as text "9" would be above "10"
    EXPECT_EQ(table.shown()->index(0, 1).data().toString().toStdString(), "ten");
    table.setFilter(QStringLiteral("NINE"));
    ASSERT_EQ(table.shown()->rowCount(), 1);
    table.copyAsTsv();
    EXPECT_EQ(QApplication::clipboard()->text().toStdString(),
        "severity\tcode\tcount\tfirst_offset\texample\ninfo\tnine\t9\t\tx\n");
}

} // namespace
} // namespace attnscope
