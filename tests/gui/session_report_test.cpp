// SPDX-License-Identifier: GPL-3.0-or-later
// The report of a recording: one file that is complete, whole as a document, and says what the window says.
#include "tests/gui/main_window_fixture.h"
#include "ui/common/banner.h"
#include "ui/compare/comparison_model.h"
#include "ui/report/html_table.h"
#include "ui/report/report_html.h"

#include <QFile>
#include <QXmlStreamReader>

#include <algorithm>

namespace attnscope {
namespace {

/// What a report holds, as a parser reads it.
struct ReadReport {
    QString error; ///< empty: well-formed
    QString text; ///< of all elements outside pictures and the style sheet
    QStringList pictureTitles, addresses;
    int pictures = 0, rows = 0;
};

ReadReport read(const QByteArray& html)
{
    ReadReport report;
    QXmlStreamReader xml(html);
    int inPicture = 0;
    bool inStyle = false;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement()) {
            const auto name = xml.name();
            for (const QXmlStreamAttribute& attribute : xml.attributes()) {
                if (attribute.name() == QLatin1String("href") || attribute.name() == QLatin1String("src")) {
                    report.addresses << attribute.value().toString();
                }
            }
            inStyle = name == QLatin1String("style");
            report.rows += name == QLatin1String("tr") ? 1 : 0;
            const bool isPicture = name == QLatin1String("svg")
                && !xml.attributes().hasAttribute(QLatin1String("class")); // the mark of Tensor Cores has one
            report.pictures += isPicture ? 1 : 0;
            inPicture += isPicture || inPicture > 0 ? 1 : 0;
            if (inPicture == 2 && name == QLatin1String("title")) {
                report.pictureTitles << xml.readElementText();
                --inPicture;
            }
        } else if (xml.isEndElement()) {
            inPicture -= inPicture > 0 ? 1 : 0;
            inStyle = false;
        } else if (xml.isCharacters() && inPicture == 0 && !inStyle) {
            report.text += xml.text().toString() + QLatin1Char('\n');
        }
    }
    report.error = xml.hasError() ? xml.errorString() : QString();
    return report;
}

QByteArray reportOf(const TracePtr& trace, const QString& name = QStringLiteral("some.json"))
{
    const DocumentPtr document = makeDocument(trace);
    document->name = name;
    const ReportSource source = makeReportSource(document, TimeUnit::Microseconds);
    return reportHtml(source, paintReport(source), Theme::light());
}

TEST(SessionReport, HoldsEveryVariantWithItsPictureItsFindingsAndItsKernels)
{
    const TracePtr trace = test::fakeGpuSession();
    const auto summaries = summarize(*trace);
    const auto ran = std::count_if(summaries.begin(), summaries.end(), [](const auto& row) { return row.ran; });
    ASSERT_GE(ran, 2);
    ASSERT_LT(ran, static_cast<std::ptrdiff_t>(summaries.size())) << "one is refused";
    const ReadReport report = read(reportOf(trace));
    EXPECT_EQ(report.error, QString());
    EXPECT_EQ(report.pictures, ran + 1) << "each timeline, and all on one axis";
    EXPECT_EQ(report.pictureTitles.front(), QStringLiteral("All variants on one axis"));
    for (const VariantSummary& row : summaries) {
        EXPECT_TRUE(report.text.contains(QString::fromStdString(row.view.title))) << row.view.title;
        if (!row.ran) {
            EXPECT_TRUE(report.text.contains(QString::fromStdString(row.note))) << row.note;
            continue;
        }
        EXPECT_TRUE(report.pictureTitles.contains(
            QStringLiteral("The timeline of %1").arg(QString::fromStdString(row.view.title))));
        const VariantFindings findings = makeFindings(*trace, row.view);
        for (const FindingRow& finding : findings.rows) {
            EXPECT_TRUE(report.text.contains(finding.sentence)) << finding.sentence.toStdString();
            EXPECT_TRUE(report.text.contains(finding.advice)) << finding.advice.toStdString();
        }
        for (const NameStatistics& kernel : kernelStatistics(*trace, row.view)) {
            EXPECT_TRUE(report.text.contains(QString::fromStdString(kernel.name))) << kernel.name;
        }
    }
}

TEST(SessionReport, SaysInItsComparisonWhatTheWindowSays)
{
    const TracePtr trace = test::fakeGpuSession();
    const ReadReport report = read(reportOf(trace));
    ComparisonModel model;
    model.setSummaries(summarize(*trace));
    for (const auto view : { ComparisonModel::View::Summary, ComparisonModel::View::ByRole }) {
        model.setView(view, TimeUnit::Microseconds);
        for (int row = 0; row < model.rowCount(); ++row) {
            for (int column = 0; column < model.barColumn(); ++column) {
                const QString cell = model.index(row, column).data().toString();
                EXPECT_TRUE(report.text.contains(cell)) << cell.toStdString();
            }
        }
    }
}

TEST(SessionReport, NeedsNothingBesideItself)
{
    const QByteArray html = reportOf(test::fakeGpuSession());
    const ReadReport report = read(html);
    ASSERT_FALSE(report.addresses.isEmpty());
    for (const QString& address : report.addresses) {
        EXPECT_TRUE(address.startsWith(QLatin1Char('#'))) << address.toStdString();
        EXPECT_TRUE(html.contains("id=\"" + address.mid(1).toUtf8() + '"')) << "it leads nowhere";
    }
    EXPECT_FALSE(html.contains("url(http"));
    EXPECT_EQ(html.count("@font-face"), 3);
    EXPECT_FALSE(html.contains("base64,)")) << "a font is missing";
    EXPECT_FALSE(html.contains("{text}")) << "a colour of the style sheet is missing";
    EXPECT_FALSE(html.contains("{scheme}"));
}

TEST(SessionReport, IsWellFormedWhateverTheNamesHold)
{
    test::FakeRecording recording;
    const TimeRange step =
        recording.step(0, { { SpanKind::Kernel, "f<a & b>(\"x\")\x01</td>\x1b[0m", 200'000, 50'000, 7, "{}" } });
    Session session;
    session.device = test::fakeGpu();
    session.device.name = "<GPU> & Co";
    session.variants.push_back(test::fakeResult("mine<script>", { 0, 1'000'000 }, { step }));
    recording.builder().setSession(std::move(session));
    const ReadReport report = read(reportOf(recording.builder().finish(), QStringLiteral("a<b>&\"c\".json")));
    EXPECT_EQ(report.error, QString());
    EXPECT_TRUE(report.text.contains(QStringLiteral("a<b>&\"c\".json")));
    EXPECT_TRUE(report.text.contains(QStringLiteral("<GPU> & Co")));
    EXPECT_TRUE(report.text.contains(QStringLiteral("mine<script>")));
    EXPECT_TRUE(report.text.contains(QStringLiteral("</td>")));
}

TEST(SessionReport, OfATraceThatHasNothingSaysSo)
{
    const ReadReport report = read(reportOf(TraceBuilder().finish()));
    EXPECT_EQ(report.error, QString());
    EXPECT_TRUE(report.text.contains(QStringLiteral("None were recorded.")));
}

TEST(SessionReport, CallsOnlyGpuWorkKernels)
{
    for (const bool onGpu : { true, false }) { // on the GPU, nothing of it was recorded
        Session session;
        session.device = onGpu ? test::fakeGpu() : DeviceInfo();
        session.variants.push_back(test::fakeResult("naive", { 0, 1'000'000 }, { { 0, 100'000 } }));
        test::FakeRecording one;
        one.cpu(SpanKind::Step, "ProfilerStep#1", 0, 100'000);
        one.cpu(SpanKind::Op, "aten::bmm", 1000, 5000);
        one.builder().setSession(std::move(session));
        const ReadReport report = read(reportOf(one.builder().finish()));
        EXPECT_EQ(report.text.contains(QStringLiteral("Kernels, copies and fills")), onGpu);
        EXPECT_EQ(report.text.contains(QStringLiteral("None were recorded.")), onGpu);
        EXPECT_EQ(report.text.contains(QStringLiteral("aten::bmm")), !onGpu);
    }
}

// They were cut off at a height that deep Python stacks fill.
TEST(SessionReport, ShowsTheGpuBelowDeepStacksAndSaysWhereItEnds)
{
    for (const auto& [depth, isWhole] : { std::pair { 60, true }, { 300, false } }) {
        test::FakeRecording recording;
        for (int i = 0; i < depth; ++i) {
            recording.cpu(SpanKind::Python, "f" + std::to_string(i), i, 1'000'000 - 2 * Ns { i });
        }
        recording.gpu({ SpanKind::Kernel, test::kTensorCoreGemm, 200'000, 50'000, 7, "{}" });
        const QByteArray html = reportOf(recording.builder().finish());
        EXPECT_EQ(html.contains("GPU 0"), isWhole) << depth;
        EXPECT_NE(html.contains("There are more lanes below"), isWhole) << depth;
    }
}

TEST(SessionReport, StopsAtAHundredNamesAndSaysHowManyFollow)
{
    TraceBuilder builder;
    const auto lane = builder.laneIndex({ LaneKind::GpuStream, "0", "7", 0, 7 });
    for (int i = 0; i < 103; ++i) {
        builder.addSpan(lane,
            { Ns { i } * 1000, 500, builder.intern("kernel_number_" + std::to_string(i)), SpanKind::Kernel, 0, 0,
                builder.addArgs("{}") });
    }
    const ReadReport report = read(reportOf(builder.finish()));
    EXPECT_EQ(report.error, QString());
    EXPECT_TRUE(report.text.contains(QStringLiteral("and 3 more names")));
    EXPECT_EQ(report.text.count(QStringLiteral("kernel_number_")), 2 * 100) << "label and name";
}

TEST(HtmlTable, TextLosesWhatNoDocumentMayHold)
{
    EXPECT_EQ(htmlText(QStringLiteral("a\x01\tb")), QStringLiteral("a\uFFFD\tb"));
    EXPECT_EQ(htmlText(QStringLiteral("<&\">")), QStringLiteral("&lt;&amp;&quot;&gt;"));
}

class ReportWindow : public test::MainWindowFixture { };

TEST_F(ReportWindow, WritesItsReportAndSaysSo)
{
    const auto window = opened();
    window->document()->guess.covers = true;
    const QString path = m_folder.filePath(QStringLiteral("report.html"));
    window->exportReport(path);
    EXPECT_FALSE(window->document()->guess.covers) << "what is exported is whole";
    EXPECT_TRUE(window->banner().text().contains(QStringLiteral("Making the report"))) << "it takes its time";
    ASSERT_TRUE(test::waitFor([&] { return window->banner().text().contains(QStringLiteral("Exported")); }))
        << window->banner().text().toStdString();
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const ReadReport report = read(file.readAll());
    EXPECT_EQ(report.error, QString());
    EXPECT_TRUE(report.text.contains(window->document()->name));
}

TEST_F(ReportWindow, SaysWhyItCannotBeWritten)
{
    const auto window = opened();
    window->exportReport(QStringLiteral("/nowhere/at/all.html"));
    ASSERT_TRUE(test::waitFor([&] { return window->banner().kind() == Banner::Kind::Error; }));
    EXPECT_TRUE(window->banner().text().contains(QStringLiteral("/nowhere/at/all.html")))
        << window->banner().text().toStdString();
}

} // namespace
} // namespace attnscope
