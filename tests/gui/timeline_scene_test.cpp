// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a timeline picture and what its painter makes of it, without a view.
#include "tests/gui/timeline_fixture.h"
#include "ui/common/theme.h"
#include "ui/timeline/scene_painter.h"

#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>

#include <cmath>

namespace attnscope {
namespace {

TEST(TimelineScene, OverlayNeverRebuildsGeometry)
{
    const auto trace = test::smallTrace();
    TimelineScene scene;
    scene.setModel(std::make_shared<TimelineModel>(trace, variantsOf(*trace).at(0)));
    scene.setSize(1000, 400, 1);
    scene.setView({ 0, 1'000'000 });
    const auto* boxes = scene.geometry().boxes.data();
    QImage image(1000, 400, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&image);
    scene.hovered = scene.geometry().boxes.front();
    scene.crosshairX = 300;
    scene.selected = test::find(*trace, LaneKind::GpuStream, test::kGemm, 1);
    scene.chain = scene.model().chainOf(*scene.selected);
    scene.area = TimeRange { 100'000, 200'000 };
    ScenePainter(scene, Theme::current()).paintOverlay(painter);
    EXPECT_EQ(scene.geometry().boxes.data(), boxes);
    scene.setView({ 0, 900'000 });
    EXPECT_NE(scene.geometry().boxes.data(), boxes); // the new one is made while the old one stands
}

TEST(TimelineScene, FoldsWhatTheRecorderItselfCost)
{
    test::TraceMaker make;
    make.add(make.lane(LaneKind::CpuThread), SpanKind::Op, "aten::bmm", 0, 10);
    make.add(make.lane(LaneKind::Other, "-1"), SpanKind::Overhead, "Activity Buffer Request", 0, 5);
    make.add(make.lane(LaneKind::Other, "2"), SpanKind::Other, "another program", 0, 5);
    const auto trace = make.finish();
    TimelineScene scene;
    scene.setModel(std::make_shared<TimelineModel>(trace, variantsOf(*trace).at(0)));
    for (std::size_t i = 0; i < scene.model().tracks().size(); ++i) {
        const auto& track = scene.model().tracks()[i];
        if (track.hasSpans()) {
            const bool overhead = trace->lanes()[track.source].spanKind.front() == SpanKind::Overhead;
            EXPECT_EQ(scene.isFolded(i), overhead) << track.title;
        }
    }
}

TEST(ScenePainter, BracketWordsStepAsideForTheArrow)
{
    const auto trace = test::smallTrace();
    TimelineScene scene;
    scene.setModel(std::make_shared<TimelineModel>(trace, variantsOf(*trace).at(0)));
    scene.setSize(1000, 400, 1);
    scene.selected = test::find(*trace, LaneKind::GpuStream, "Memset (Device)");
    scene.chain = scene.model().chainOf(*scene.selected);
    struct Case {
        TimeRange view;
        bool meets; // the fill starts under the words
    };
    for (const Case& c : { Case { { 100'000, 900'000 }, false }, Case { { 695'000, 710'000 }, true } }) {
        scene.setView(c.view);
        ASSERT_EQ(scene.geometry().brackets.size(), 1U);
        const auto bracket = scene.geometry().brackets.front();
        const auto arrow = scene.placeOf(*scene.selected)->x + 4;
        ASSERT_EQ(arrow > bracket.textX && arrow < bracket.textX + bracket.textWidth, c.meets);
        QImage image(1000, 400, QImage::Format_RGB32);
        QPainter painter(&image);
        const ScenePainter scenePainter(scene, Theme::current());
        scenePainter.paintFrame(painter);
        scenePainter.paintLanes(painter);
        const auto before = image.copy();
        scenePainter.paintOverlay(painter);
        painter.end();
        const auto y = static_cast<int>(bracket.y) - scene.scroll() + scene.rulerHeight() + 2;
        bool moved = false;
        for (int x = static_cast<int>(bracket.textX); x < static_cast<int>(bracket.textX + bracket.textWidth); ++x) {
            for (int line = y; line < y + 8; ++line) {
                const bool isArrow = std::abs(static_cast<float>(x) - arrow) < 6;
                moved = moved || (!isArrow && image.pixel(x, line) != before.pixel(x, line));
            }
        }
        EXPECT_EQ(moved, c.meets);
    }
}

TEST(ScenePainter, IsSharpAtEveryPixelRatio)
{
    const auto trace = test::smallTrace();
    for (const double dpr : { 1.0, 1.5, 2.0, 3.0 }) {
        TimelineScene scene;
        scene.setModel(std::make_shared<TimelineModel>(trace, variantsOf(*trace).at(0)));
        scene.setSize(1000, 400, dpr);
        scene.setView({ 0, 1'000'000 });
        QImage image((QSizeF(1000, 400) * dpr).toSize(), QImage::Format_RGB32);
        image.setDevicePixelRatio(dpr);
        QPainter painter(&image);
        const ScenePainter scenePainter(scene, Theme::current());
        scenePainter.paintFrame(painter);
        scenePainter.paintLanes(painter);
        painter.end();
        // Along a line through the kernel every pixel is either canvas, grid or the role: nothing in between.
        const int y = static_cast<int>((scene.rulerHeight() + scene.layout().places()[2].rowY(0) + 45) * dpr);
        const auto role = Theme::current().role(RoleGroup::Matmul);
        const auto* box = scene.geometry().boxOf(test::find(*trace, LaneKind::GpuStream, test::kGemm, 1));
        ASSERT_NE(box, nullptr);
        const int left = static_cast<int>(std::lround(static_cast<double>(box->x) * dpr)),
                  right = static_cast<int>(std::lround(static_cast<double>(box->right()) * dpr));
        EXPECT_EQ(image.pixelColor(left, y), role) << dpr;
        EXPECT_NE(image.pixelColor(left - 1, y), role) << dpr;
        EXPECT_EQ(image.pixelColor(right - 1, y), role) << dpr;
        EXPECT_EQ(image.pixelColor(right, y), Theme::current().canvas) << dpr;
    }
}

} // namespace
} // namespace attnscope
