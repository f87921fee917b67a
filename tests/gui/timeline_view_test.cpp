// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/timeline_fixture.h"
#include "ui/common/theme.h"
#include "ui/timeline/scene_painter.h"
#include "ui/timeline/span_tooltip.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QApplication>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

namespace attnscope {
namespace {

class TimelineViewTest : public testing::Test {
protected:
    void SetUp() override
    {
        window.resize(1376, 520);
        view.setGeometry(0, 0, 1376, 520);
        window.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    }
    void show(TracePtr given)
    {
        trace = std::move(given);
        view.setVariant(trace, variantsOf(*trace).at(0));
        QApplication::processEvents();
    }
    QWidget* canvas() const { return view.findChild<TimelineCanvas*>(); }
    // Canvas x of a time, y of a lane: 176 px of header, 8 px at the right, 48 px of ruler.
    int xOf(double us) const
    {
        const auto range = view.viewRange();
        return 176
            + static_cast<int>(
                (us * 1000 - static_cast<double>(range.begin)) / static_cast<double>(range.length()) * (1376 - 184))
            + 1;
    }
    static constexpr int kOps = 48 + 5 + 3 * 20 + 9, kApi = 48 + 90 + 16, kGpu = 48 + 90 + 32 + 38 + 20;
    void wheel(QPoint pos, int y, Qt::KeyboardModifiers modifiers = {}) const
    {
        QWheelEvent event(
            pos, canvas()->mapToGlobal(pos), {}, { 0, y }, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QApplication::sendEvent(canvas(), &event);
    }
    SpanRef span(LaneKind kind, std::string_view name, int nth = 0) const
    {
        return test::find(*trace, kind, name, nth);
    }

    QWidget window;
    TimelineView view { &window };
    TracePtr trace;
};

TEST_F(TimelineViewTest, FitsTheFirstStepAndSaysWhenItIsPainted)
{
    QSignalSpy painted(&view, &TimelineView::firstPainted);
    show(test::smallTrace());
    ASSERT_TRUE(QTest::qWaitFor([&] { return painted.count() == 1; }));
    EXPECT_EQ(view.focusStep(), 0);
    EXPECT_EQ(view.viewRange(), (TimeRange { -17'500, 1'017'500 })); // the step with 1.75 % beside it
    view.fitAll();
    EXPECT_EQ(view.viewRange(), (TimeRange { -35'000, 2'035'000 }));
    QTest::qWait(20);
    EXPECT_EQ(painted.count(), 1);
}

TEST_F(TimelineViewTest, ClickSelectsAndLinks)
{
    show(test::smallTrace());
    QSignalSpy selected(&view, &TimelineView::selectionChanged);
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, { xOf(550), kGpu });
    ASSERT_EQ(view.selection(), span(LaneKind::GpuStream, test::kGemm, 1));
    EXPECT_EQ(selected.count(), 1);
    QTest::keyClick(&view, Qt::Key_BracketLeft);
    EXPECT_EQ(view.selection(), span(LaneKind::CudaApi, "cuLaunchKernelEx"));
    QTest::keyClick(&view, Qt::Key_BracketLeft);
    EXPECT_EQ(view.selection(), span(LaneKind::CpuThread, "aten::bmm"));
    QTest::keyClick(&view, Qt::Key_BracketLeft);
    EXPECT_EQ(view.selection(), span(LaneKind::CpuThread, "aten::matmul"));
    QTest::keyClick(&view, Qt::Key_BracketRight);
    EXPECT_EQ(view.selection(), span(LaneKind::CudaApi, "cuLaunchKernelEx"));
    QTest::keyClick(&view, Qt::Key_BracketRight);
    EXPECT_EQ(view.selection(), span(LaneKind::GpuStream, test::kGemm, 1));
    QTest::keyClick(&view, Qt::Key_Period);
    EXPECT_EQ(view.selection(), span(LaneKind::GpuStream, "Memset (Device)"));
    QTest::keyClick(&view, Qt::Key_Comma);
    QTest::keyClick(&view, Qt::Key_Comma);
    EXPECT_EQ(view.selection(), span(LaneKind::GpuStream, test::kGemm, 0));
    QTest::keyClick(&view, Qt::Key_Comma); // nothing before it
    EXPECT_EQ(view.selection(), span(LaneKind::GpuStream, test::kGemm, 0));
    QTest::keyClick(&view, Qt::Key_Escape);
    EXPECT_EQ(view.selection(), std::nullopt);
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, { xOf(250), kOps });
    EXPECT_EQ(view.selection(), span(LaneKind::CpuThread, "aten::bmm"));
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, { xOf(600), kOps });
    EXPECT_EQ(view.selection(), std::nullopt);
}

TEST_F(TimelineViewTest, SelectionShowsItsFrameInTheAccent)
{
    show(test::smallTrace());
    QTest::mouseMove(&window, { 5, 5 });
    view.setSelection(span(LaneKind::GpuStream, test::kGemm, 1));
    QApplication::processEvents();
    const auto image = canvas()->grab().toImage();
    const auto accent = Theme::current().accent;
    EXPECT_EQ(image.pixelColor(xOf(550), kGpu - 20 - 3), accent); // the frame's upper edge
    EXPECT_EQ(image.pixelColor(xOf(550), kGpu - 20 - 1), Theme::current().canvas); // air between frame and span
    EXPECT_EQ(image.pixelColor(xOf(650), kGpu + 25), Theme::current().role(RoleGroup::Matmul));
    EXPECT_EQ(image.pixelColor(5, image.height() - 1), Theme::current().laneHeader); // every pixel is painted
}

TEST_F(TimelineViewTest, KeysZoomAndPan)
{
    show(test::smallTrace());
    view.setViewRange({ 500'000, 1'000'000 });
    struct Case {
        Qt::Key key;
        TimeRange after;
    };
    const Case cases[] = {
        { Qt::Key_D, { 575'000, 1'075'000 } },
        { Qt::Key_A, { 500'000, 1'000'000 } },
        { Qt::Key_Right, { 575'000, 1'075'000 } },
        { Qt::Key_Left, { 500'000, 1'000'000 } },
        { Qt::Key_Home, { -35'000, 2'035'000 } },
        { Qt::Key_F, { -17'500, 1'017'500 } }, // nothing selected: the step
        { Qt::Key_0, { -35'000, 2'035'000 } },
    };
    for (const auto& c : cases) {
        QTest::keyClick(&view, c.key);
        EXPECT_EQ(view.viewRange(), c.after) << "key " << c.key;
    }
    const auto length = view.viewRange().length();
    for (const auto& [in, out] : { std::pair(Qt::Key_W, Qt::Key_S), std::pair(Qt::Key_Plus, Qt::Key_Minus) }) {
        QTest::keyClick(&view, in);
        EXPECT_EQ(view.viewRange().length(), length * 2 / 3);
        QTest::keyClick(&view, out);
        EXPECT_NEAR(static_cast<double>(view.viewRange().length()), static_cast<double>(length), 2);
    }
    view.setSelection(span(LaneKind::GpuStream, test::kGemm, 1));
    QTest::keyClick(&view, Qt::Key_F);
    EXPECT_EQ(view.viewRange(), (TimeRange { 310'000, 790'000 }));
    QTest::keyClick(&view, Qt::Key_F); // again: back to the step
    EXPECT_EQ(view.viewRange(), (TimeRange { -17'500, 1'017'500 }));
}

TEST_F(TimelineViewTest, WheelZoomsAtTheCursor)
{
    show(test::smallTrace());
    view.setViewRange({ 0, 1'192'000 }); // 1 µs a pixel
    wheel({ 176 + 300, kGpu }, 120, Qt::ControlModifier);
    auto range = view.viewRange();
    EXPECT_EQ(range.length(), 993'333);
    EXPECT_EQ(range.begin, 50'000); // 300 µs stay under the pointer
    wheel({ 176 + 300, kGpu }, -120, Qt::ControlModifier);
    EXPECT_NEAR(static_cast<double>(view.viewRange().begin), 0, 2000);
    wheel({ 600, kGpu }, -120, Qt::ShiftModifier);
    EXPECT_GT(view.viewRange().begin, 100'000); // a tenth of the view to the right
}

TEST_F(TimelineViewTest, DragMeasuresAndShiftDragPans)
{
    show(test::smallTrace());
    view.setViewRange({ 0, 1'192'000 });
    QSignalSpy measured(&view, &TimelineView::rangeSelected);
    QTest::mousePress(canvas(), Qt::LeftButton, {}, { 176 + 402, kApi });
    QTest::mouseMove(canvas(), { 176 + 500, kApi });
    QTest::mouseMove(canvas(), { 176 + 699, kApi });
    QTest::mouseRelease(canvas(), Qt::LeftButton, {}, { 176 + 699, kApi });
    EXPECT_EQ(view.selectedRange(), (TimeRange { 400'000, 700'000 })); // both ends snapped to the kernel
    EXPECT_GE(measured.count(), 1);
    QTest::keyClick(&view, Qt::Key_Escape);
    EXPECT_EQ(view.selectedRange(), std::nullopt);

    view.setViewRange({ 500'000, 1'096'000 });
    QTest::mousePress(canvas(), Qt::LeftButton, Qt::ShiftModifier, { 600, kApi });
    QTest::mouseMove(canvas(), { 650, kApi });
    QTest::mouseRelease(canvas(), Qt::LeftButton, Qt::ShiftModifier, { 700, kApi });
    EXPECT_EQ(view.viewRange(), (TimeRange { 475'000, 1'071'000 })); // 50 px · 0.5 µs
    EXPECT_EQ(view.selectedRange(), std::nullopt);
}

TEST_F(TimelineViewTest, DoubleClickFitsTheSpan)
{
    show(test::smallTrace());
    QTest::mouseDClick(canvas(), Qt::LeftButton, {}, { xOf(550), kGpu });
    EXPECT_EQ(view.viewRange(), (TimeRange { 370'000, 730'000 }));
    EXPECT_EQ(view.selection(), span(LaneKind::GpuStream, test::kGemm, 1));
}

TEST_F(TimelineViewTest, ClickOnAStepMarkFocusesTheStep)
{
    show(test::smallTrace());
    view.fitAll();
    QSignalSpy focused(&view, &TimelineView::focusStepChanged);
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, { xOf(1500), 24 });
    EXPECT_EQ(view.focusStep(), 1);
    ASSERT_EQ(focused.count(), 1);
    EXPECT_EQ(focused.at(0).at(0).toInt(), 1);
    view.fitStep();
    EXPECT_EQ(view.viewRange(), padded({ 1'200'000, 2'000'000 }, 0.0175));
}

TEST_F(TimelineViewTest, HoverTellsWhatItIs)
{
    show(test::smallTrace());
    QSignalSpy hovered(&view, &TimelineView::hoverChanged);
    QTest::mouseMove(canvas(), { xOf(540), kGpu });
    QTest::mouseMove(canvas(), { xOf(550), kGpu });
    const auto* tooltip = window.findChild<SpanTooltip*>();
    ASSERT_NE(tooltip, nullptr);
    EXPECT_TRUE(tooltip->isVisible());
    const auto text = tooltip->content().plainText();
    EXPECT_TRUE(text.startsWith(QStringLiteral("GEMM 256×128 · bf16 · TC wgmma"))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("Duration: 300.000 µs · 98.7 % of this forward"))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("Launched by: matmul › bmm"))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("Queued: 200.000 µs after cuLaunchKernelEx"))) << text.toStdString();
    EXPECT_EQ(hovered.count(), 1);
    QTest::mouseMove(canvas(), { xOf(850), kGpu });
    EXPECT_FALSE(tooltip->isVisible());
    EXPECT_EQ(hovered.count(), 2);
}

TEST_F(TimelineViewTest, HoverAndSelectionRepaintTheOverlayAlone)
{
    show(test::smallTrace());
    QApplication::processEvents();
    QSignalSpy replots(view.findChild<TimelineCanvas*>(), &QCustomPlot::beforeReplot);
    for (int x = 520; x < 600; x += 7) {
        QTest::mouseMove(canvas(), { xOf(x), kGpu });
        QApplication::processEvents();
    }
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, { xOf(550), kGpu });
    QApplication::processEvents();
    EXPECT_TRUE(view.selection().has_value());
    EXPECT_EQ(replots.count(), 0) << "the lanes were painted again";
    view.setViewRange({ 100'000, 300'000 });
    QApplication::processEvents();
    EXPECT_GE(replots.count(), 1);
}

TEST_F(TimelineViewTest, HeaderClickFoldsALane)
{
    show(test::smallTrace());
    const auto colourAt = [&](int y) { return canvas()->grab().toImage().pixelColor(xOf(550), y); };
    EXPECT_EQ(colourAt(kGpu + 25), Theme::current().role(RoleGroup::Matmul));
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, { 60, 48 + 10 }); // CPU thread: 90 px become 28
    QApplication::processEvents();
    EXPECT_EQ(colourAt(kGpu - 62 + 25), Theme::current().role(RoleGroup::Matmul));
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, { 60, 48 + 10 });
    QApplication::processEvents();
    EXPECT_EQ(colourAt(kGpu + 25), Theme::current().role(RoleGroup::Matmul));
}

TEST_F(TimelineViewTest, ManyLanesScroll)
{
    test::TraceMaker make;
    for (int thread = 0; thread < 300; ++thread) {
        make.add(make.lane(LaneKind::CpuThread, std::to_string(thread + 1)), SpanKind::Op, "aten::add", thread, 50);
    }
    show(make.finish());
    auto* bar = canvas()->findChild<QScrollBar*>();
    ASSERT_NE(bar, nullptr);
    EXPECT_TRUE(bar->isVisible());
    const auto range = view.viewRange();
    wheel({ 700, 200 }, -120);
    EXPECT_EQ(bar->value(), 60);
    EXPECT_EQ(view.viewRange(), range); // scrolled, not zoomed
    const auto last = span(LaneKind::CpuThread, "aten::add", 299);
    view.reveal(last);
    EXPECT_GT(bar->value(), 5000);
    QTest::keyClick(&view, Qt::Key_PageUp);
    EXPECT_LT(bar->value(), bar->maximum());
}

TEST_F(TimelineViewTest, RevealBringsASpanIntoView)
{
    show(test::smallTrace());
    view.setViewRange({ 0, 100'000 });
    const auto copy = span(LaneKind::GpuStream, "Memcpy DtoD (Device -> Device)");
    view.reveal(copy);
    EXPECT_LE(view.viewRange().begin, trace->start(copy));
    EXPECT_GE(view.viewRange().end, trace->end(copy));
}

TEST_F(TimelineViewTest, KeepsTheRelativeViewFromVariantToVariant)
{
    show(test::smallTrace());
    view.setViewRange({ 100'000, 300'000 });
    auto other = variantsOf(*trace).at(0);
    other.steps.erase(other.steps.begin());
    other.stepNames.erase(other.stepNames.begin());
    view.setVariant(trace, other, true);
    EXPECT_EQ(view.viewRange(), (TimeRange { 1'300'000, 1'500'000 }));
}

TEST_F(TimelineViewTest, WithoutGpuLanesThePanelStandsInTheirPlace)
{
    test::TraceMaker make;
    make.add(make.lane(LaneKind::CpuThread), SpanKind::Op, "aten::bmm", 0, 1000);
    auto* panel = new QLabel(QStringLiteral("no GPU"));
    view.setNoGpuPanel(panel);
    show(make.finish());
    EXPECT_FALSE(view.hasGpuLanes());
    EXPECT_TRUE(panel->isVisible());
    EXPECT_EQ(panel->x(), 176);
    EXPECT_GT(panel->height(), 200);
    show(test::smallTrace());
    EXPECT_TRUE(view.hasGpuLanes());
    EXPECT_FALSE(panel->isVisible());
}

TEST_F(TimelineViewTest, SurvivesOddTraces)
{
    struct Case {
        const char* what;
        std::function<void(test::TraceMaker&)> fill;
    };
    const Case cases[] = {
        { "one instant",
            [](auto& make) { make.add(make.lane(LaneKind::CpuThread), SpanKind::Instant, "mark", 5, 0); } },
        { "only GPU work",
            [](auto& make) { make.add(make.lane(LaneKind::GpuStream, "7"), SpanKind::Kernel, "k", 0, 10); } },
        { "years",
            [](auto& make) {
                make.add(make.lane(LaneKind::Other), SpanKind::Other, "a", 0, 1);
                make.add(make.lane(LaneKind::Other), SpanKind::Other, "b", 9e13, 1);
            } },
        { "an empty name", [](auto& make) { make.add(make.lane(LaneKind::CpuThread), SpanKind::Op, "", 0, 10); } },
    };
    for (const auto& c : cases) {
        SCOPED_TRACE(c.what);
        test::TraceMaker make;
        c.fill(make);
        show(make.finish());
        for (const auto key : { Qt::Key_W, Qt::Key_W, Qt::Key_Period, Qt::Key_F, Qt::Key_BracketRight,
                 Qt::Key_BracketLeft, Qt::Key_Home, Qt::Key_S }) {
            QTest::keyClick(&view, key);
        }
        QTest::mouseMove(canvas(), { 700, 60 });
        QApplication::processEvents();
        EXPECT_GT(view.viewRange().length(), 0);
    }
    view.clear();
    QTest::keyClick(&view, Qt::Key_W);
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, { 700, 60 });
    EXPECT_EQ(view.trace(), nullptr);
}

TEST_F(TimelineViewTest, ExportsPictures)
{
    show(test::smallTrace());
    QTemporaryDir folder;
    const auto png = folder.filePath(QStringLiteral("t.png")), svg = folder.filePath(QStringLiteral("t.svg")),
               pdf = folder.filePath(QStringLiteral("t.pdf"));
    for (const auto& path : { png, svg, pdf }) {
        const auto status = view.exportTo(path, { 900, 420 });
        ASSERT_TRUE(status.ok()) << status.error().message;
    }
    const QImage image(png);
    EXPECT_EQ(image.size(), QSize(900, 420));
    int matmul = 0;
    for (int x = 0; x < image.width(); ++x) {
        matmul += image.pixelColor(x, 39 + kGpu + 25) == Theme::current().role(RoleGroup::Matmul) ? 1 : 0;
    }
    EXPECT_GT(matmul, 150);
    const auto contentOf = [](const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    EXPECT_TRUE(contentOf(svg).contains("256×128"));
    EXPECT_TRUE(contentOf(pdf).startsWith("%PDF"));
    EXPECT_EQ(view.exportTo(folder.filePath(QStringLiteral("t.bmp")), { 900, 420 }).error().kind, ErrorKind::Usage);
    EXPECT_FALSE(view.exportTo(folder.filePath(QStringLiteral("no/such/folder.png")), { 900, 420 }).ok());
}

TEST_F(TimelineViewTest, VectorFilesKeepWordsOutOfTheHeaders)
{
    show(test::smallTrace());
    view.setViewRange({ 80'000, 1'000'000 }); // a tick stands left of the view
    QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("t.svg"));
    ASSERT_TRUE(view.exportTo(path, { 900, 420 }).ok());
    QSvgRenderer svg(path);
    QImage image(900, 420, QImage::Format_RGB32);
    QPainter painter(&image);
    svg.render(&painter, QRectF(0, 0, 900, 420));
    painter.end();
    for (int y = 39; y < 39 + 47; ++y) { // beside the ruler, left of its own names
        for (int x = 0; x < 30; ++x) {
            ASSERT_EQ(image.pixelColor(x, y), Theme::current().laneHeader) << x << ", " << y;
        }
    }
}

} // namespace
} // namespace attnscope
