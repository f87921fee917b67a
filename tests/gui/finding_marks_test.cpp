// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of findings over the kernels: which runs they mark, where they stand, and what a click on one does.
#include "tests/gui/main_window_fixture.h"
#include "tests/gui/timeline_fixture.h"
#include "ui/details/finding_model.h"
#include "ui/details/finding_panel.h"
#include "ui/details/inspector.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_scene.h"
#include "ui/timeline/timeline_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QTest>

namespace attnscope {
namespace {

using test::waitFor;
using testing::ElementsAre;

const char* const kArticle = ATTNSCOPE_SOURCE_DIR "/resources/samples/h200_article.json.gz";

// On the GPU of smallTrace(): GEMMs from 50 to 90 and 400 to 700 µs, a fill from 701 to 705, a copy from 1600 to 2000.
class FindingMarksTest : public testing::Test {
protected:
    FindingMarksTest()
    {
        m_scene.setModel(std::make_shared<TimelineModel>(m_trace, variantsOf(*m_trace).at(0)));
        m_scene.setSize(176 + 1000 + 8, 600, 1);
        m_scene.setView({ 0, 2'000'000 }); // 2 µs a pixel
    }
    [[nodiscard]] SpanRef gpu(std::uint32_t index) const { return { m_trace->gpuWork().front().lane, index }; }
    std::vector<std::string> marksOf(const std::vector<FindingMarks::Owner>& findings, int chosen = 0)
    {
        m_scene.marks = FindingMarks(*m_trace, findings);
        m_scene.marks.choose(chosen);
        std::vector<std::string> words;
        for (const FindingMarks::Placed& mark : m_scene.marks.place(m_scene)) {
            words.push_back(std::to_string(mark.number) + (mark.chosen ? "!" : "") + " "
                + std::to_string(std::lround(mark.left - 176)) + "-" + std::to_string(std::lround(mark.right - 176))
                + (mark.circle ? " at " + std::to_string(std::lround(*mark.circle - 176)) : ""));
        }
        return words;
    }

    TracePtr m_trace = test::smallTrace();
    TimelineScene m_scene;
};

TEST_F(FindingMarksTest, NeighboursOfOneFindingAreOneRun)
{
    EXPECT_THAT(marksOf({ { 1, { gpu(2), gpu(1) } }, { 2, { gpu(3) } } }),
        ElementsAre("1 200-352 at 276", "2 800-1000 at 900"));
    EXPECT_THAT(marksOf({ { 1, { gpu(1), gpu(3) } } }), ElementsAre("1 200-350 at 275", "1 800-1000 at 900"));
}

TEST_F(FindingMarksTest, WorkOfSeveralBelongsToTheFirst)
{
    EXPECT_THAT(marksOf({ { 1, { gpu(1) } }, { 2, { gpu(1), gpu(2), gpu(3) } } }),
        ElementsAre("1 200-350 at 275", "2 350-1000 at 675"));
}

TEST_F(FindingMarksTest, CirclesNeedRoomAndTheChosenOnesComeFirst)
{
    m_scene.setView({ 0, 20'000'000 }); // 20 µs a pixel: all within 100 pixels
    const std::vector<FindingMarks::Owner> findings { { 1, { gpu(1) } }, { 2, { gpu(2) } }, { 3, { gpu(3) } } };
    EXPECT_THAT(marksOf(findings), ElementsAre("1 20-35 at 28", "2 35-36", "3 80-100 at 90"));
    EXPECT_THAT(marksOf(findings, 2), ElementsAre("1 20-35", "2! 35-36 at 36", "3 80-100 at 90"));
}

TEST_F(FindingMarksTest, ARunThatIsPartlySeenHasItsCircleInTheSeenPart)
{
    m_scene.setView({ 600'000, 1'600'000 }); // 1 µs a pixel
    const auto marks = marksOf({ { 1, { gpu(1) } }, { 2, { gpu(0) } } });
    EXPECT_THAT(marks, ElementsAre("1 -4-100 at 50"));
}

TEST_F(FindingMarksTest, OnlyGpuWorkOfLanesThatAreOpenIsMarked)
{
    EXPECT_THAT(marksOf({ { 1, { SpanRef { 0, 0 } } } }), ElementsAre()); // a step on the CPU
    EXPECT_TRUE(m_scene.marks.empty());
    ASSERT_EQ(marksOf({ { 1, { gpu(1) } } }).size(), 1U);
    m_scene.setFolded(m_scene.model().trackOf(gpu(1).lane).value(), true);
    EXPECT_TRUE(m_scene.marks.place(m_scene).empty());
}

TEST_F(FindingMarksTest, ACircleIsHitAndItsBracketIsNot)
{
    ASSERT_THAT(
        marksOf({ { 1, { gpu(1) } }, { 2, { gpu(3) } } }), ElementsAre("1 200-350 at 275", "2 800-1000 at 900"));
    const auto mark = m_scene.marks.place(m_scene).back();
    EXPECT_EQ(m_scene.marks.at(m_scene, { *mark.circle + 5, mark.y - 5 }), 2);
    EXPECT_EQ(m_scene.marks.at(m_scene, { *mark.circle + 20, mark.y }), 0);
    EXPECT_EQ(m_scene.marks.at(m_scene, { *mark.circle, mark.y + 15 }), 0);
}

class FindingMarksInTheWindow : public test::MainWindowFixture { };

TEST_F(FindingMarksInTheWindow, AreThereWithTheirTabAndAClickChoosesAFinding)
{
    MainWindow window(test::factoryOf(m_recorder));
    window.resize(1600, 900);
    window.show();
    window.openFile(QString::fromUtf8(kArticle));
    ASSERT_TRUE(waitFor([&] { return window.document() != nullptr; }));
    window.showVariant(2, false);
    ASSERT_TRUE(waitFor([&] { return window.bottomPanel().findings().model().rowCount() == 6; }));
    TimelineView& timeline = window.timeline();
    EXPECT_TRUE(timeline.placedMarks().empty()); // the comparison is shown

    window.bottomPanel().setCurrentTab(BottomPanel::Findings);
    timeline.setViewRange(window.document()->views[2].window);
    timeline.setFocusStep(0);
    timeline.fitStep();
    const auto marks = timeline.placedMarks();
    ASSERT_GE(marks.size(), 2U);
    const auto third = std::find_if(
        marks.begin(), marks.end(), [](const FindingMarks::Placed& mark) { return mark.number == 1 && mark.circle; });
    ASSERT_NE(third, marks.end());
    for (const FindingMarks::Placed& mark : marks) {
        EXPECT_LE(mark.number, 5) << "the sixth speaks of the whole forward";
    }
    QTest::mouseClick(
        timeline.findChild<TimelineCanvas*>(), Qt::LeftButton, {}, QPointF(*third->circle, third->y).toPoint());
    ASSERT_TRUE(window.inspector().findingCard());
    EXPECT_EQ(window.inspector().findingCard()->number.toStdString(), "1");
    const auto chosen = timeline.placedMarks();
    EXPECT_TRUE(std::all_of(chosen.begin(), chosen.end(),
        [](const FindingMarks::Placed& mark) { return mark.chosen == (mark.number == 1); }));

    QTest::keyClick(&timeline, Qt::Key_Escape);
    const auto left = timeline.placedMarks();
    EXPECT_TRUE(std::none_of(left.begin(), left.end(), [](const FindingMarks::Placed& mark) { return mark.chosen; }));
    window.bottomPanel().setCurrentTab(BottomPanel::Kernels);
    EXPECT_TRUE(timeline.placedMarks().empty());
    window.bottomPanel().setCurrentTab(BottomPanel::Findings);
    EXPECT_FALSE(timeline.placedMarks().empty());
    window.showVariant(1, false); // its own findings, its own marks
    EXPECT_TRUE(waitFor([&] {
        const auto others = timeline.placedMarks();
        return window.bottomPanel().findings().model().rowCount() > 0 && !others.empty();
    }));
}

} // namespace
} // namespace attnscope
