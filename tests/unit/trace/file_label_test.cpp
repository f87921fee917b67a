// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/file_label.h"

#include <gtest/gtest.h>

namespace attnscope {
namespace {

TEST(FileLabel, StandsBeforeANameAndIsTakenOffAgain)
{
    EXPECT_EQ(withFileLabel("rank 0", "python"), "rank 0 · python");
    EXPECT_EQ(withFileLabel("rank 0", ""), "rank 0");
    EXPECT_EQ(withoutFileLabel("rank 0", "rank 0 · python"), "python");
    EXPECT_EQ(withoutFileLabel("rank 0", "rank 0 · 1 · nested"), "1 · nested");
}

TEST(FileLabel, OtherTextsStayAsTheyAre)
{
    for (const char* text : { "", "rank 0", "rank 0:100", "rank 1 · python", "rank 01 · python", "python" }) {
        EXPECT_EQ(withoutFileLabel("rank 0", text), text);
    }
}

} // namespace
} // namespace attnscope
