// SPDX-License-Identifier: GPL-3.0-or-later
// Real recordings, damaged in 300 ways that are the same every time: each ends in a trace that keeps its promises, or in a sentence.
#include "profiler/importing/import_trace.h"
#include "profiler/importing/inflate_text.h"
#include "profiler/trace/info.h"
#include "tests/shared_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace attnscope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = 200'000;

std::string bytesOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return { std::istreambuf_iterator<char>(file), {} };
}

/// The bundled recordings, and the small ones of the shared folder where there is one; as they are and inflated.
std::vector<std::string> seeds()
{
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(fs::path(ATTNSCOPE_SOURCE_DIR) / "resources/samples")) {
        paths.push_back(entry.path());
    }
    if (const auto shared = test::sharedData()) {
        for (const auto& entry : fs::directory_iterator(*shared / "data/traces")) {
            if (entry.path().filename().string().starts_with("T")) {
                paths.push_back(entry.path());
            }
        }
    }
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> texts;
    for (const fs::path& path : paths) {
        std::string bytes = bytesOf(path);
        if (bytes.size() > kMostBytes) {
            continue;
        }
        if (const auto inflated = looksLikeGzip(bytes) ? inflateText(bytes) : std::nullopt) {
            texts.push_back(inflated->substr(0, kMostBytes));
        }
        texts.push_back(std::move(bytes));
    }
    return texts;
}

using Random = std::mt19937;

std::size_t below(Random& random, std::size_t limit)
{
    return limit == 0 ? 0 : random() % limit;
}

std::string cut(std::string text, Random& random)
{
    text.resize(below(random, text.size()));
    return text;
}

std::string flipped(std::string text, Random& random)
{
    for (int i = 0; i < 20 && !text.empty(); ++i) {
        char& c = text[below(random, text.size())];
        c = static_cast<char>(c ^ (1 << below(random, 8)));
    }
    return text;
}

std::string swappedHalves(std::string text, Random& random)
{
    const auto middle = static_cast<std::ptrdiff_t>(below(random, text.size()));
    std::rotate(text.begin(), text.begin() + middle, text.end());
    return text;
}

std::string structureChanged(std::string text, Random& random)
{
    constexpr std::string_view kMarks = "{}[]\",:\\0-e.";
    for (int i = 0; i < 10 && !text.empty(); ++i) {
        text[below(random, text.size())] = kMarks[below(random, kMarks.size())];
    }
    return text;
}

std::string partRepeated(std::string text, Random& random)
{
    const std::size_t from = below(random, text.size());
    const std::string part = text.substr(from, below(random, 5'000));
    return text.insert(below(random, text.size()), part);
}

void expectPromises(const Trace& trace, int round)
{
    for (const Lane& lane : trace.lanes()) {
        for (std::uint32_t row = 0; row < lane.rows(); ++row) {
            for (std::uint32_t i = lane.rowBegin[row]; i < lane.rowBegin[row + 1]; ++i) {
                ASSERT_GE(lane.duration[i], 0) << round;
                ASSERT_TRUE(i == lane.rowBegin[row] || lane.end(i - 1) <= lane.start[i]) << round;
            }
        }
    }
    EXPECT_FALSE(traceInfoJson(trace).empty()) << round;
    for (SpanRef gpu : trace.gpuWork()) {
        (void)trace.launchFacts(gpu);
    }
}

TEST(MutatedInput, EndsInATraceOrASentence)
{
    const std::vector<std::string> texts = seeds();
    ASSERT_GE(texts.size(), 4U);
    Random random(20'260'101);
    const std::array ways { cut, flipped, swappedHalves, structureChanged, partRepeated };
    int opened = 0;
    for (int round = 0; round < 300; ++round) {
        const std::string& seed = texts[below(random, texts.size())];
        const auto way = ways[static_cast<std::size_t>(round) % ways.size()];
        const auto trace = importTraceText(way(seed, random), "damaged");
        if (trace.ok()) {
            expectPromises(*trace.value(), round);
            ++opened;
        } else {
            EXPECT_EQ(trace.error().kind, ErrorKind::Input) << round;
            EXPECT_EQ(trace.error().message.substr(0, 9), "damaged: ") << round;
        }
    }
    EXPECT_GT(opened, 100); // most of the damage is local
}

} // namespace
} // namespace attnscope
