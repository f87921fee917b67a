// SPDX-License-Identifier: GPL-3.0-or-later
// What arm64 scans of real events is what x86-64 scans of them.
#include "profiler/importing/inflate_text.h"
#include "tests/unit/importing/raw_event_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

std::string portableEventsAsText(const std::string& text); // portable_events.cpp

namespace attnscope {
namespace {

TEST(PortableEvents, AreTheSameAsEverywhere)
{
    std::size_t events = 0;
    std::mt19937 random(11);
    for (const char* name : { "h200_small", "h200_article", "h200_misaligned" }) {
        std::ifstream file(
            std::filesystem::path(ATTNSCOPE_SOURCE_DIR) / "resources/samples" / (std::string(name) + ".json.gz"),
            std::ios::binary);
        const std::string packed { std::istreambuf_iterator<char>(file), {} };
        const auto text = inflateText(packed);
        ASSERT_TRUE(text.has_value()) << name;
        // Without the object around the events, so that each is an element of its own.
        std::string bare = text->substr(std::min(text->find("\"traceEvents\""), text->size() - 1));
        const std::string here = eventsAsText(bare);
        ASSERT_TRUE(here == portableEventsAsText(bare)) << name;
        events += static_cast<std::size_t>(std::count(here.begin(), here.end(), '\n'));
        for (int round = 0; round < 20; ++round) {
            for (int i = 0; i < 200; ++i) {
                constexpr std::string_view kMarks = "{}[]\",:\\\x01\xc3 e";
                bare[random() % bare.size()] = kMarks[random() % kMarks.size()];
            }
            ASSERT_TRUE(eventsAsText(bare) == portableEventsAsText(bare)) << name << ", round " << round;
        }
    }
    EXPECT_GT(events, 1'000U);
}

} // namespace
} // namespace attnscope
