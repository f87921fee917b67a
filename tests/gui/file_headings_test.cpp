// SPDX-License-Identifier: GPL-3.0-or-later
// Several recordings on one axis: each under a heading of its own that folds them away.
#include "profiler/importing/import_files.h"
#include "tests/gui/timeline_picture.h"

#include <gtest/gtest.h>

#include <string>

namespace attnscope::test {
namespace {

class FileHeadings : public testing::Test {
protected:
    void SetUp() override
    {
        const std::string folder = ATTNSCOPE_SOURCE_DIR "/resources/samples/";
        const std::vector<std::string> paths { folder + "h200_article.json.gz", folder + "h200_small.json.gz" };
        auto imported = importTraces(paths, {});
        ASSERT_TRUE(imported.ok()) << imported.error().message;
        trace = imported.value();
    }

    static std::vector<std::size_t> headingsOf(const TimelineModel& model)
    {
        std::vector<std::size_t> headings;
        for (std::size_t i = 0; i < model.tracks().size(); ++i) {
            if (model.tracks()[i].kind == TrackKind::File) {
                headings.push_back(i);
            }
        }
        return headings;
    }

    TracePtr trace;
};

TEST_F(FileHeadings, StandAboveTheLanesOfTheirFile)
{
    const Picture picture(trace, trace->range());
    const auto headings = headingsOf(picture.model);
    ASSERT_EQ(headings.size(), 2U);
    EXPECT_EQ(headings[0], 0U);
    const auto& tracks = picture.model.tracks();
    EXPECT_EQ(tracks[headings[0]].title, "h200_article");
    EXPECT_EQ(tracks[headings[0]].subtitle, "NVIDIA H200");
    EXPECT_EQ(tracks[headings[1]].title, "h200_small");
    std::size_t gpuLanes = 0;
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        if (!tracks[i].hasSpans()) {
            continue;
        }
        EXPECT_EQ(tracks[i].file, i < headings[1] ? 0U : 1U) << tracks[i].title;
        EXPECT_EQ(picture.model.headingOf(i), i < headings[1] ? headings[0] : headings[1]);
        EXPECT_EQ(tracks[i].subtitle.find("h200_"), std::string::npos) << tracks[i].subtitle;
        gpuLanes += tracks[i].kind == TrackKind::Gpu ? 1 : 0;
    }
    EXPECT_EQ(gpuLanes, 2U);
    const auto geometry = picture.build();
    ASSERT_FALSE(geometry.curves.empty()); // the queue's among others
    for (const auto& curve : geometry.curves) {
        EXPECT_NE(tracks[curve.track].kind, TrackKind::File);
    }
}

TEST_F(FileHeadings, FoldTheirFileAwayAndNothingElse)
{
    const Picture open(trace, trace->range());
    const auto headings = headingsOf(open.model);
    std::vector<bool> folded(open.model.tracks().size(), false);
    folded[headings[0]] = true;
    const Picture picture(trace, trace->range(), 1000, folded);
    for (std::size_t i = 0; i < headings[1]; ++i) {
        EXPECT_EQ(picture.layout.places()[i].height, i == headings[0] ? LaneMetrics().folded : 0);
    }
    EXPECT_EQ(picture.layout.at(LaneMetrics().folded - 1)->track, headings[0]);
    EXPECT_EQ(picture.layout.at(LaneMetrics().folded)->track, headings[1]);
    const auto geometry = picture.build();
    ASSERT_FALSE(geometry.boxes.empty());
    for (const auto& box : geometry.boxes) {
        EXPECT_EQ(trace->lanes()[box.lane].file, 1U);
    }
}

TEST_F(FileHeadings, AStepIsBracketedInItsOwnFileAlone)
{
    Picture picture(trace, trace->range());
    const auto headings = headingsOf(picture.model);
    const auto& steps = picture.model.steps();
    ASSERT_FALSE(steps.empty());
    for (const std::size_t step : { std::size_t { 0 }, steps.size() - 1 }) {
        ASSERT_LT(steps[step].file, 2U);
        picture.view.focusStep = static_cast<int>(step);
        picture.view.scale = TimeScale(steps[step].whole(), 0, 1000, 1);
        const auto geometry = picture.build();
        ASSERT_EQ(geometry.brackets.size(), 1U);
        const auto* place = picture.layout.at(static_cast<int>(geometry.brackets[0].y));
        ASSERT_NE(place, nullptr);
        EXPECT_EQ(picture.model.tracks()[place->track].file, steps[step].file);
    }
    EXPECT_NE(steps.front().file, steps.back().file);
}

TEST_F(FileHeadings, ASingleFileHasNone)
{
    const std::vector<std::string> one { ATTNSCOPE_SOURCE_DIR "/resources/samples/h200_small.json.gz" };
    auto imported = importTraces(one, {});
    ASSERT_TRUE(imported.ok());
    const Picture picture(imported.value(), imported.value()->range());
    EXPECT_TRUE(headingsOf(picture.model).empty());
    EXPECT_EQ(picture.model.headingOf(0), std::nullopt);
}

} // namespace
} // namespace attnscope::test
