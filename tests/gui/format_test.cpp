// SPDX-License-Identifier: GPL-3.0-or-later
// How numbers are read: three significant digits, whole from 100 up, thousands grouped.
#include "ui/common/format.h"

#include <gtest/gtest.h>

namespace attnscope {
namespace {

TEST(Format, TimesInTheChosenUnit)
{
    struct Case {
        Ns ns;
        TimeUnit unit;
        const char* text;
    };
    for (const Case& c : std::initializer_list<Case> {
             { 1066123, TimeUnit::Microseconds, "1,066" },
             { 83012, TimeUnit::Microseconds, "83.0" },
             { 9994, TimeUnit::Microseconds, "9.99" },
             { 9996, TimeUnit::Microseconds, "10.0" },
             { 99960, TimeUnit::Microseconds, "100" },
             { 120, TimeUnit::Microseconds, "0.120" },
             { 0, TimeUnit::Microseconds, "0" },
             { -83012, TimeUnit::Microseconds, "-83.0" },
             { 1066123, TimeUnit::Nanoseconds, "1,066,123" },
             { 488123456, TimeUnit::Milliseconds, "488" },
             { 1066123, TimeUnit::Milliseconds, "1.07" },
         }) {
        EXPECT_EQ(formatTime(c.ns, c.unit).toStdString(), c.text) << c.ns;
    }
}

TEST(Format, TimesWithAUnitOfTheirOwn)
{
    struct Case {
        Ns ns;
        const char* text;
    };
    for (const Case& c : std::initializer_list<Case> { { 58, "58 ns" }, { 999, "999 ns" }, { 1000, "1.00 µs" },
             { 358912, "359 µs" }, { 999499, "999 µs" }, { 999600, "1.00 ms" }, { 1204000, "1.20 ms" },
             { 1450000000, "1.45 s" }, { 0, "0 ns" } }) {
        EXPECT_EQ(formatTimeAuto(c.ns).toStdString(), c.text) << c.ns;
    }
}

TEST(Format, EveryDigitInTooltips)
{
    EXPECT_EQ(formatTimeExact(358912).toStdString(), "358.912 µs");
    EXPECT_EQ(formatTimeExact(1450000007).toStdString(), "1,450,000.007 µs");
    EXPECT_EQ(formatTimeExact(-5).toStdString(), "-0.005 µs");
}

TEST(Format, NumbersCountsBytesPercent)
{
    EXPECT_EQ(formatNumber(2727.4).toStdString(), "2,727");
    EXPECT_EQ(formatNumber(66.94).toStdString(), "66.9");
    EXPECT_EQ(formatNumber(0.41234).toStdString(), "0.412");
    EXPECT_EQ(formatNumber(std::nan("")).toStdString(), "NaN");
    EXPECT_EQ(formatCount(163972).toStdString(), "163,972");
    EXPECT_EQ(formatMeanCount(1234).toStdString(), "1,234");
    EXPECT_EQ(formatMeanCount(22.0 / 3).toStdString(), "7.33");
    EXPECT_EQ(formatBytes(268435456).toStdString(), "256 MiB");
    EXPECT_EQ(formatBytes(1536).toStdString(), "1.50 KiB");
    EXPECT_EQ(formatBytes(17).toStdString(), "17 B");
    EXPECT_EQ(formatPercent(0.338).toStdString(), "33.8 %");
    EXPECT_EQ(formatPercent(1).toStdString(), "100 %");
    EXPECT_EQ(formatPercent(0).toStdString(), "0 %");
    EXPECT_EQ(formatPercent(0.0004).toStdString(), "0.04 %");
}

} // namespace
} // namespace attnscope
