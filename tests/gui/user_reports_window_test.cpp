// SPDX-License-Identifier: GPL-3.0-or-later
// What users of other viewers reported, by the number of the report: what is drawn and what the window says.
#include "profiler/analysis/tables.h"
#include "profiler/importing/import_trace.h"
#include "tests/gui/main_window_fixture.h"
#include "tests/gui/timeline_picture.h"
#include "ui/common/banner.h"
#include "ui/common/message_page.h"
#include "ui/details/bottom_panel.h"
#include "ui/details/detail_card.h"
#include "ui/details/log_model.h"
#include "ui/timeline/timeline_view.h"

#include <gtest/gtest.h>

#include <QFile>

#include <algorithm>

namespace attnscope {
namespace {

using test::Picture;

TracePtr imported(const std::string& events)
{
    auto trace = importTraceText("{\"traceEvents\":[" + events + "]}", "test");
    EXPECT_TRUE(trace.ok()) << (trace.ok() ? "" : trace.error().message);
    return trace.ok() ? trace.value() : std::make_shared<const Trace>();
}

class UserReport : public test::MainWindowFixture {
protected:
    QString written(const char* name, const QByteArray& text) const
    {
        const QString path = m_folder.filePath(QString::fromUtf8(name));
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
        return path;
    }
};

TEST_F(UserReport, R025_TheTimelineShowsSpansOrTheWindowSaysWhyNot)
{
    // A recording that opens has spans on the timeline, not only figures in the tables.
    const auto window = opened();
    ASSERT_EQ(window->timeline().trace(), window->document()->trace);
    EXPECT_FALSE(window->showsMessagePage());
    EXPECT_TRUE(window->timeline().isVisible());
    const Picture picture(window->timeline().trace(), window->timeline().viewRange());
    EXPECT_GT(picture.build().boxes.size(), 5U);
    // One that does not leaves the reason in its place, never an empty view.
    MainWindow broken(test::factoryOf(m_recorder));
    broken.show();
    broken.openFile(written("broken.json", "{\"traceEvents\": [{\"ph\": "));
    ASSERT_TRUE(test::waitFor(
        [&] { return broken.messagePage().heading() == QStringLiteral("broken.json cannot be opened"); }));
    EXPECT_TRUE(broken.showsMessagePage());
    EXPECT_TRUE(broken.messagePage().text().contains(QStringLiteral("damaged before its first complete event")))
        << broken.messagePage().text().toStdString();
    // A file of names alone is a trace, but an empty one: the log says so.
    MainWindow empty(test::factoryOf(m_recorder));
    empty.show();
    empty.openFile(written(
        "names.json", R"({"traceEvents":[{"ph":"M","name":"process_name","pid":1,"args":{"name":"python"}}]})"));
    ASSERT_TRUE(test::waitFor([&] { return empty.document() != nullptr; }));
    const auto rows = logRows(*empty.document()->trace);
    EXPECT_EQ(std::count_if(rows.begin(), rows.end(),
                  [](const LogRow& row) {
                      return row.code == "no-spans"
                          && row.example
                          == "The file holds metadata only: names of processes and threads, but no spans.";
                  }),
        1);
}

TEST_F(UserReport, R050_SpansOfAnExtremeRangeOfTimesKeepTheirLength)
{
    // Seven months apart: at first sight both are narrower than a pixel.
    const auto trace = imported(
        R"({"ph":"X","cat":"cpu_op","name":"early","pid":1,"tid":1,"ts":100.000,"dur":40.000},
           {"ph":"X","cat":"cpu_op","name":"late","pid":1,"tid":1,"ts":18446744073709.551,"dur":60.000})");
    const SpanRef early = test::find(*trace, LaneKind::CpuThread, "early");
    const SpanRef late = test::find(*trace, LaneKind::CpuThread, "late");
    for (const SpanRef span : { early, late }) {
        EXPECT_EQ(trace->kind(span), SpanKind::Op);
    }
    EXPECT_EQ(trace->duration(early), 40'000);
    EXPECT_EQ(trace->duration(late), 60'000);
    EXPECT_EQ(trace->start(late) - trace->start(early), 18'446'744'073'609'551);
    // Whoever looks closely sees 60 of 120 µs: half of 1000 px.
    const Picture close(trace, { trace->start(late) - 30'000, trace->end(late) + 30'000 });
    const Geometry geometry = close.build();
    const auto* box = geometry.boxOf(late);
    ASSERT_NE(box, nullptr);
    EXPECT_FALSE(box->folded());
    EXPECT_NEAR(box->width, 500, 2);
    // The first view shows the whole of it and can be zoomed.
    QWidget window;
    window.resize(1376, 520);
    TimelineView view(&window);
    view.setGeometry(0, 0, 1376, 520);
    window.show();
    view.setVariant(trace, variantsOf(*trace).at(0));
    EXPECT_LE(view.viewRange().begin, trace->start(early));
    EXPECT_GE(view.viewRange().end, trace->end(late));
    view.reveal(late);
    EXPECT_LT(view.viewRange().length(), 1'000'000'000);
    EXPECT_LE(view.viewRange().begin, trace->start(late));
    EXPECT_GE(view.viewRange().end, trace->end(late));
}

TEST_F(UserReport, R084_ACallThatLaunchesAGraphSaysWhatNoRecordCovers)
{
    const auto trace =
        imported(R"({"ph":"X","cat":"cuda_runtime","name":"cudaGraphLaunch","pid":1,"tid":1,"ts":0,"dur":50000,)"
                 R"("args":{"correlation":3}},
           {"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":1000,"dur":600,"args":{"correlation":3}},
           {"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":40000,"dur":400,"args":{"correlation":3}})");
    const SpanRef call = trace->launchOf(trace->gpuWork().at(0)).value();
    const DetailCard card = describe(*trace, variantsOf(*trace).front(), call);
    EXPECT_EQ(card.valueOf(QStringLiteral("GPU time")).toStdString(), "1.00 ms");
    EXPECT_EQ(card.valueOf(QStringLiteral("Not covered")).toStdString(), "48.0 ms"); // 50 − 1 queued − 1
}

TEST_F(UserReport, R096_AShareSaysWhatItIsAShareOf)
{
    const TracePtr trace = test::fakeGpuSession();
    NameModel model(NameModel::Kind::Kernels);
    model.setRecords(kernelStatistics(*trace, variantsOf(*trace).front()));
    int shares = 0;
    for (int column = 0; column < model.columnCount(); ++column) {
        if (model.headerData(column, Qt::Horizontal).toString() == QStringLiteral("%")) {
            ++shares;
            EXPECT_EQ(model.index(0, column).data().toString().toStdString(), "49.8"); // 200 of 402 µs
            EXPECT_EQ(model.index(0, column).data(Qt::ToolTipRole).toString().toStdString(),
                "of the GPU time of the recorded steps");
        }
    }
    EXPECT_EQ(shares, 1);
}

TEST_F(UserReport, R129_KernelsAreRankedInsideASelectedRange)
{
    const TracePtr trace = test::smallTrace(); // GEMMs run at 50 and 400 µs, a fill at 701, a copy at 1600
    QWidget window;
    TimelineView view(&window);
    view.setVariant(trace, variantsOf(*trace).at(0));
    const auto rankedIn = [&](TimeRange range) {
        view.setSelectedRange(range);
        std::vector<std::string> names;
        for (const NameStatistics& row : kernelStatistics(*trace, view.variant(), view.selectedRange().value())) {
            names.push_back(row.label + " " + std::to_string(row.total));
        }
        return names;
    };
    EXPECT_EQ(rankedIn({ 100'000, 1'000'000 }), (std::vector<std::string> { "GEMM 256×128 300000", "Memset 4000" }));
    EXPECT_EQ(rankedIn({ 0, 2'000'000 }),
        (std::vector<std::string> { "Memcpy DtoD 400000", "GEMM 256×128 340000", "Memset 4000" }));
    EXPECT_EQ(rankedIn({ 701'000, 1'600'000 }), std::vector<std::string> { "Memset 4000" });
    EXPECT_EQ(rankedIn({ 710'000, 1'300'000 }), std::vector<std::string> {});
}

} // namespace
} // namespace attnscope
