// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/exporting/csv.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace attnscope {
namespace {

TEST(Csv, R128_QuotesOnlyWhatMustBeQuoted)
{
    struct Case {
        const char *text, *field;
    };
    for (const Case& c : { Case { "", "" }, Case { "plain text", "plain text" }, Case { "a,b", "\"a,b\"" },
             Case { "say \"no\"", "\"say \"\"no\"\"\"" }, Case { "two\nlines", "\"two\nlines\"" },
             Case { "cr\rlf", "\"cr\rlf\"" }, Case { "µs; ×", "µs; ×" },
             Case { "void f<1, 2>(int*)", "\"void f<1, 2>(int*)\"" } }) {
        EXPECT_EQ(csvField(c.text), c.field);
    }
}

TEST(Csv, RowsEndInCrLf)
{
    CsvWriter csv;
    csv.row({ "a", "b,c", "" });
    csv.row(std::vector<std::string> { "1", "2", "3" });
    EXPECT_EQ(csv.text(), "a,\"b,c\",\r\n1,2,3\r\n");
    EXPECT_EQ(csv.take(), "a,\"b,c\",\r\n1,2,3\r\n");
}

TEST(Csv, NumbersAreInTheCLocale)
{
    EXPECT_EQ(plainNumber(1234567.25, 3), "1234567.250");
    EXPECT_EQ(plainNumber(0.1), "0.1");
    EXPECT_EQ(plainNumber(1e-7), "1e-07");
    EXPECT_EQ(plainNumber(0.0005, 3), "0.001");
    EXPECT_EQ(plainNumber(std::int64_t { -268435456 }), "-268435456");
    EXPECT_EQ(plainNumber(std::numeric_limits<double>::quiet_NaN()), "nan");
}

} // namespace
} // namespace attnscope
