// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/busy_index.h"
#include "ui/timeline/launch_queue.h"
#include "ui/timeline/time_ruler.h"
#include "ui/timeline/time_scale.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace attnscope {
namespace {

TEST(TimeScale, PutsTimesOnPixels)
{
    struct Case {
        TimeRange range;
        double left, width, dpr;
        Ns time;
        double x;
    };
    const Case cases[] = {
        { { 0, 1000 }, 0, 100, 1, 0, 0 },
        { { 0, 1000 }, 0, 100, 1, 999, 99 },
        { { 0, 1000 }, 0, 100, 1, 1000, 100 },
        { { 0, 1000 }, 176, 100, 1, 505, 226 },
        { { 0, 1000 }, 0, 100, 2, 505, 50.5 },
        { { 0, 1000 }, 0, 100, 3, 505, 50 + 1.0 / 3 },
        { { 500, 1500 }, 0, 100, 1, 0, -50 },
        { { 500, 1500 }, 0, 100, 1, 499, -1 }, // floors: never onto the first pixel
        { { 0, 4'000'000'000'000'000'000 }, 0, 4000, 1, 2'000'000'000'000'000'000, 2000 },
    };
    for (const auto& c : cases) {
        EXPECT_DOUBLE_EQ(TimeScale(c.range, c.left, c.width, c.dpr).x(c.time), c.x)
            << c.time << " in " << c.range.begin << "…" << c.range.end;
    }
}

TEST(TimeScale, PixelToTimeAndBackIsTheSamePixel)
{
    for (const Ns length : { Ns { 1600 }, Ns { 1601 }, Ns { 99'991 }, Ns { 1'370'001 }, Ns { 7'000'000'000'123 },
             Ns { 3'000'000'000'000'000'000 } }) {
        for (const double dpr : { 1.0, 2.0 }) {
            const TimeScale scale({ 12'345, 12'345 + length }, 0, 800, dpr);
            for (std::int64_t pixel = 0; pixel < scale.deviceWidth(); ++pixel) {
                const Ns time = scale.timeAtDevice(pixel);
                ASSERT_EQ(scale.deviceAt(time), pixel) << length << " ns";
                ASSERT_EQ(scale.deviceAt(time - 1), pixel - 1)
                    << "timeAtDevice() must be the first of its pixel, " << length << " ns";
            }
        }
    }
}

TEST(TimeScale, ZoomKeepsTheAnchor)
{
    const auto zoomedIn = zoomed({ 0, 1000 }, 0.5, 250, 10);
    EXPECT_EQ(zoomedIn, (TimeRange { 125, 625 }));
    EXPECT_EQ(zoomed({ 0, 1000 }, 0.001, 500, 100), (TimeRange { 450, 550 })); // not shorter than 100
    EXPECT_EQ(heldInside({ -50, 50 }, { 0, 1000 }), (TimeRange { 0, 100 }));
    EXPECT_EQ(heldInside({ 950, 1050 }, { 0, 1000 }), (TimeRange { 900, 1000 }));
    EXPECT_EQ(heldInside({ -500, 5000 }, { 0, 1000 }), (TimeRange { 0, 1000 }));
    EXPECT_EQ(padded({ 0, 1000 }, 0.1), (TimeRange { -100, 1100 }));
}

TEST(TimeRuler, StepsAreOneTwoFive)
{
    const std::pair<Ns, Ns> cases[] = { { 1, 1 }, { 2, 2 }, { 3, 5 }, { 6, 10 }, { 11, 20 }, { 125'000, 200'000 },
        { 200'000, 200'000 } };
    for (const auto& [least, step] : cases) {
        EXPECT_EQ(niceStep(least), step);
    }
}

TEST(TimeRuler, WritesLabels)
{
    struct Case {
        Ns value, step;
        RulerUnit largest;
        bool sign;
        const char* label;
    };
    const Case cases[] = {
        { 400'000, 200'000, RulerUnit::Seconds, false, "0.4 ms" },
        { 1'000'000, 200'000, RulerUnit::Seconds, false, "1 ms" },
        { 1'420'000, 20'000, RulerUnit::Seconds, false, "1,420 µs" },
        { 1'405'000, 5'000, RulerUnit::Seconds, false, "1,405 µs" },
        { 0, 200'000, RulerUnit::Microseconds, true, "0 µs" },
        { 1'000'000, 200'000, RulerUnit::Microseconds, true, "+1,000 µs" },
        { -200'000, 200'000, RulerUnit::Microseconds, true, "−200 µs" },
        { 50'000'000, 50'000'000, RulerUnit::Milliseconds, true, "+50 ms" },
        { 1'200, 200, RulerUnit::Milliseconds, true, "+1.2 µs" },
        { 1'234'567, 1, RulerUnit::Nanoseconds, true, "+1,234,567 ns" },
    };
    for (const auto& c : cases) {
        EXPECT_EQ(rulerLabel(c.value, c.step, unitFor(c.step, c.largest), c.sign), c.label);
    }
}

TEST(TimeRuler, TicksStandOnTheirTimes)
{
    const TimeScale scale({ -24'000, 1'346'000 }, 176, 1200, 1);
    const auto ticks = rulerTicks(scale, { 0, 110, RulerUnit::Microseconds, true });
    ASSERT_EQ(ticks.size(), 8U); // one left of the view, whose words may reach in
    EXPECT_EQ(ticks[0].label, "−200 µs");
    EXPECT_EQ(ticks[1].label, "0 µs");
    EXPECT_DOUBLE_EQ(ticks[1].x, 176 + 21); // 24 µs · 1200 / 1370, floored
    EXPECT_EQ(ticks[7].label, "+1,200 µs");
    for (const auto& tick : ticks) {
        EXPECT_DOUBLE_EQ(tick.x, scale.x(tick.time));
    }
}

TEST(LaunchQueue, CountsWhatWaits)
{
    const auto queue =
        launchQueue({ { 10, 100 }, { 20, 150 }, { 120, 160 }, { 200, 190 } }); // the last one: clocks disagree
    const std::pair<Ns, double> cases[] = { { 0, 0 }, { 10, 1 }, { 20, 2 }, { 99, 2 }, { 100, 1 }, { 120, 2 },
        { 150, 1 }, { 160, 0 }, { 200, 0 } };
    for (const auto& [time, level] : cases) {
        EXPECT_EQ(queue.at(time), level) << "at " << time;
    }
    EXPECT_EQ(queue.maximumIn({ 0, 1000 }), 2);
    EXPECT_EQ(queue.maximumIn({ 151, 1000 }), 1); // what was waiting when the range began
    EXPECT_EQ(launchQueue({}).maximumIn({ 0, 10 }), 0);
}

TEST(StepSeries, KeepsEveryPeakOfAPixel)
{
    std::vector<Ns> time;
    std::vector<double> value;
    for (Ns t = 0; t < 10'000; ++t) { // a spike of one nanosecond hidden among small values
        time.push_back(t);
        value.push_back(t == 5'432 ? 1000.0 : static_cast<double>(t % 3));
    }
    const StepSeries series(time, value);
    EXPECT_EQ(series.maximumIn({ 0, 10'000 }), 1000);
    EXPECT_EQ(series.maximumIn({ 5'433, 10'000 }), 2);
    const auto points = series.visible(TimeScale({ 0, 10'000 }, 0, 100, 1));
    const auto peak = std::find_if(points.begin(), points.end(), [](const StepPoint& p) { return p.value == 1000; });
    ASSERT_NE(peak, points.end());
    EXPECT_NEAR(peak->x, 54, 1); // stretches begin at fixed times, not at pixels
    EXPECT_LE(points.size(), 201U); // pixels, not points
}

TEST(BusyIndex, MeasuresTheUnion)
{
    const BusyIndex busy({ { 50, 60 }, { 0, 10 }, { 5, 20 }, { 20, 30 }, { 7, 7 } });
    EXPECT_EQ(busy.merged(), (std::vector<TimeRange> { { 0, 30 }, { 50, 60 } }));
    EXPECT_EQ(busy.busyIn({ 0, 100 }), 40);
    EXPECT_EQ(busy.busyIn({ 25, 55 }), 10);
    EXPECT_EQ(busy.busyIn({ 30, 50 }), 0);
    EXPECT_EQ(busy.busyIn({ 60, 10 }), 0);
}

} // namespace
} // namespace attnscope
