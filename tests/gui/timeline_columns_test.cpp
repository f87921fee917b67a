// SPDX-License-Identifier: GPL-3.0-or-later
// What is too short to draw: how it is folded, counted, coloured, and that it keeps still.
#include "tests/gui/timeline_picture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <optional>
#include <random>

namespace attnscope {
namespace {

using test::Picture;

TEST(GeometryBuilder, FoldedRunsCountTheirSpans)
{
    test::TraceMaker make;
    const auto gpu = make.lane(LaneKind::GpuStream, "7");
    for (int i = 0; i < 1000; ++i) {
        make.add(gpu, SpanKind::Kernel, "k", i, 0.5);
    }
    make.add(gpu, SpanKind::Kernel, "wide", 5000, 5000);
    const auto geometry = Picture(make.finish(), { 0, 10'000'000 }).build(); // 10 µs a pixel
    // 1 ms of narrow spans is cut every 32 buckets of 2^14 ns: 524 µs.
    ASSERT_EQ(geometry.boxes.size(), 3U);
    EXPECT_EQ(geometry.boxes[0].count + geometry.boxes[1].count, 1000U);
    EXPECT_EQ(geometry.boxes[0].count, 525U);
    EXPECT_TRUE(geometry.boxes[0].folded());
    EXPECT_TRUE(geometry.boxes[1].folded());
    EXPECT_FALSE(geometry.boxes[2].folded());
    EXPECT_EQ(geometry.boxAt(20, geometry.boxes[0].y + 1), &geometry.boxes[0]);
    EXPECT_EQ(geometry.boxAt(300, geometry.boxes[0].y + 1), nullptr);
    EXPECT_EQ(geometry.boxOf({ 0, 777 }), &geometry.boxes[1]);
}

TEST(GeometryBuilder, FoldedRunsAreAsHighAsTheyAreBusy)
{
    test::TraceMaker make;
    const auto gpu = make.lane(LaneKind::GpuStream, "7");
    for (int i = 0; i < 2000; ++i) { // half busy, then all busy
        make.add(gpu, SpanKind::Kernel, "k", i, i < 1000 ? 0.5 : 1.0);
    }
    const auto geometry = Picture(make.finish(), { 0, 2'000'000 }, 125).build(); // 16 µs a pixel
    ASSERT_FALSE(geometry.columns.empty());
    const auto& row = geometry.rows.back();
    EXPECT_EQ(row.columnEnd, geometry.columns.size());
    for (auto i = row.columnBegin; i < row.columnEnd; ++i) {
        const auto& column = geometry.columns[i];
        if (column.right() < 62) {
            EXPECT_NEAR(column.height, row.height / 2, 2) << "at " << column.x;
        } else if (column.x > 63 && column.right() < 124) {
            EXPECT_EQ(column.height, row.height) << "at " << column.x;
        }
    }
}

// A row of short kernels of three names in irregular order, and ops of a thread; now and then a long one, if wanted.
TracePtr denseTrace(bool withLong)
{
    const std::string names[] = { test::kGemm, "void at::native::vectorized_elementwise_kernel<4, x>(int)",
        "void softmax_warp_forward<float>(float*)" };
    test::TraceMaker make;
    const auto gpu = make.lane(LaneKind::GpuStream, "7"), cpu = make.lane(LaneKind::CpuThread);
    std::mt19937 random(11);
    double at = 0;
    for (int i = 0; i < 60'000; ++i) {
        const bool isLong = withLong && random() % 200 == 0;
        const double length = static_cast<double>(random() % 60) * (isLong ? 15 : 0.05);
        make.add(gpu, SpanKind::Kernel, names[random() % 3], at, length);
        make.add(cpu, SpanKind::Op, "aten::add", at, length / 2);
        at += length + (random() % 4 == 0 ? static_cast<double>(random() % 12) : 0.001);
    }
    return make.finish();
}

struct Shade {
    float height = 0;
    Hue hue = 0;
    friend bool operator==(const Shade&, const Shade&) = default;
};

// What is painted at the pixel of a time in the first GPU row: of a box, else of a column.
std::optional<Shade> shadeAt(const Geometry& geometry, const Picture& picture, Ns time)
{
    const auto x = static_cast<float>(picture.view.scale.x(time));
    for (const auto& row : geometry.rows) {
        if (picture.trace->lanes()[row.lane].kind != LaneKind::GpuStream) {
            continue;
        }
        for (auto i = row.columnBegin; i < row.columnEnd; ++i) {
            const auto& column = geometry.columns[i];
            if (column.x <= x && x < column.right()) {
                return Shade { column.height, column.hue };
            }
        }
        for (auto i = row.begin; i < row.end; ++i) {
            const auto& box = geometry.boxes[i];
            if (!box.folded() && box.x <= x && x < box.right()) {
                return Shade { box.height, box.hue };
            }
        }
    }
    return std::nullopt;
}

TEST(GeometryBuilder, NothingFlickersWhilePanning)
{
    const auto trace = denseTrace(false);
    const Ns length = trace->range().end / 3, begin = trace->range().end / 3;
    for (const auto by : { ColourBy::Role, ColourBy::MathUnit, ColourBy::Name }) {
        Picture still(trace, { begin, begin + length });
        still.view.colourBy = by;
        const auto before = still.build();
        const Ns pixel = length / 1000;
        std::map<Hue, int> hues;
        for (const Ns shift : { pixel / 7, pixel / 3, pixel / 2, pixel, 3 * pixel + pixel / 5 }) {
            Picture moved(trace, { begin + shift, begin + shift + length });
            moved.view.colourBy = by;
            const auto after = moved.build();
            int compared = 0, same = 0;
            const Ns bucket = Ns { 1 } << exponentFor(moved.view.scale.lengthOf(1));
            for (Ns time = (begin / bucket + 10) * bucket; time < begin + length - 10 * bucket; time += bucket) {
                // The pixel in which a bucket begins is always its own.
                const auto was = shadeAt(before, still, time), is = shadeAt(after, moved, time);
                ++compared;
                same += was == is ? 1 : 0;
                if (is) {
                    ++hues[is->hue];
                }
            }
            EXPECT_GT(compared, 450);
            EXPECT_EQ(same, compared) << "moved by " << shift;
        }
        EXPECT_GE(hues.size(), by == ColourBy::MathUnit ? 1U : 3U);
    }
}

TEST(GeometryBuilder, ColoursStayWhileZoomingWithinALevel)
{
    const auto trace = denseTrace(false);
    const Ns middle = trace->range().end / 2, bucket = 1 << 16;
    std::vector<std::vector<std::optional<Shade>>> seen;
    for (const Ns pixel : { bucket * 55 / 100, bucket * 70 / 100, bucket * 85 / 100, bucket }) {
        const Picture picture(trace, { middle - 500 * pixel, middle + 500 * pixel });
        const auto geometry = picture.build();
        auto& shades = seen.emplace_back();
        for (Ns time = (middle / bucket - 200) * bucket; time < middle + 200 * bucket; time += bucket) {
            shades.push_back(shadeAt(geometry, picture, time));
        }
    }
    for (std::size_t zoom = 1; zoom < seen.size(); ++zoom) {
        int same = 0;
        for (std::size_t i = 0; i < seen[0].size(); ++i) {
            same += seen[zoom][i] == seen[0][i] ? 1 : 0;
        }
        EXPECT_EQ(same, static_cast<int>(seen[0].size())) << zoom;
    }
}

TEST(GeometryBuilder, InstantsStayVisibleAtAnyZoom)
{
    test::TraceMaker make;
    const auto cpu = make.lane(LaneKind::CpuThread);
    make.add(cpu, SpanKind::Instant, "lone", 500'000, 0);
    for (int i = 0; i < 400; ++i) {
        make.add(cpu, SpanKind::Instant, "crowd", 700'000 + i, 0);
    }
    const auto trace = make.finish(); // begins at the lone one
    for (const Ns length : { Ns { 1'000 }, Ns { 1'000'000 }, Ns { 300'000'000 }, Ns { 3'600'000'000'000 } }) {
        for (const Ns place : { Ns { 0 }, Ns { 200'000'000 }, Ns { 200'137'000 } }) {
            const Picture picture(trace, { place - length / 3, place - length / 3 + length });
            const auto geometry = picture.build();
            const auto x = static_cast<float>(picture.view.scale.x(place));
            bool visible = false;
            for (const auto& box : geometry.boxes) {
                visible = visible || (!box.folded() && box.x <= x + 1 && x <= box.right() && box.width >= 1);
            }
            for (const auto& column : geometry.columns) {
                visible =
                    visible || (column.x <= x + 1 && x <= column.right() && column.height >= 3 && column.width >= 1);
            }
            EXPECT_TRUE(visible) << place << " in " << length << " ns";
        }
    }
}

TEST(GeometryBuilder, CostFollowsPixels)
{
    test::TraceMaker make;
    const auto cpu = make.lane(LaneKind::CpuThread);
    std::mt19937 random(7);
    double at = 0;
    for (int i = 0; i < 200'000; ++i) {
        make.add(cpu, SpanKind::Op, "aten::add", at, static_cast<double>(1 + random() % 4));
        at += static_cast<double>(5 + random() % 30);
    }
    const auto trace = make.finish();
    const auto geometry = Picture(trace, trace->range()).build();
    EXPECT_LE(geometry.boxes.size(), 1000U / 32 + 1);
    EXPECT_LE(geometry.columns.size(), 1000U);
    std::uint64_t spans = 0;
    for (const auto& box : geometry.boxes) {
        spans += box.count;
    }
    EXPECT_EQ(spans, 200'000U); // none is lost
}

TEST(GeometryBuilder, BoxesAndColumnsStandOnDevicePixels)
{
    const auto trace = denseTrace(true);
    for (const double dpr : { 1.0, 1.5, 2.0, 3.0 }) {
        Picture picture(trace, trace->range());
        picture.view.scale = TimeScale(trace->range(), 176, 900, dpr);
        const auto geometry = picture.build();
        const auto isWhole = [dpr](float x) { return std::abs(x * dpr - std::round(x * dpr)) < 1e-3; };
        for (const auto& row : geometry.rows) {
            float right = 0;
            for (auto i = row.columnBegin; i < row.columnEnd; ++i) {
                const auto& column = geometry.columns[i];
                ASSERT_TRUE(isWhole(column.x) && isWhole(column.right())) << dpr << ": " << column.x;
                ASSERT_GE(column.x, right - 1 / dpr - 1e-3) << "ascending";
                ASSERT_GE(column.height, 3);
                ASSERT_LE(column.height, row.height);
                right = column.right();
            }
            for (auto i = row.begin; i < row.end; ++i) {
                ASSERT_TRUE(isWhole(geometry.boxes[i].x)) << dpr << ": " << geometry.boxes[i].x;
                ASSERT_TRUE(i == row.begin
                    || geometry.boxes[i - 1].first + geometry.boxes[i - 1].count == geometry.boxes[i].first)
                    << "every span is in one box";
            }
        }
    }
}

TEST(GeometryBuilder, OnlyVisibleLanesCost)
{
    test::TraceMaker make;
    for (int thread = 0; thread < 300; ++thread) {
        const auto lane = make.lane(LaneKind::CpuThread, std::to_string(thread + 1));
        for (int i = 0; i < 300; ++i) {
            make.add(lane, SpanKind::Op, "aten::add", 10 * i, 5);
        }
    }
    Picture picture(make.finish(), { 0, 3'000'000 });
    ASSERT_GT(picture.layout.height(), 300 * 28);
    picture.view.top = 4000;
    picture.view.bottom = 4800;
    const auto geometry = picture.build();
    EXPECT_LE(geometry.rows.size(), 800U / 28 + 2);
    EXPECT_GE(geometry.rows.size(), 800U / 60);
    for (const auto& row : geometry.rows) {
        EXPECT_GT(row.y + row.height, 3900);
        EXPECT_LT(row.y, 4800);
    }
    const Picture folded(picture.trace, { 0, 3'000'000 }, 1000, std::vector<bool>(300, true));
    EXPECT_EQ(folded.layout.height(), 300 * 28);
}

} // namespace
} // namespace attnscope
