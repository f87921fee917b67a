// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/cancellation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace attnscope {
namespace {

using Pair = std::pair<int, int>; ///< key, place before sorting

bool byKey(const Pair& a, const Pair& b)
{
    return a.first < b.first;
}

/// `runs` sorted runs one after the other, keys below `keys`: few keys make many equal ones.
std::vector<Pair> sortedRuns(int size, int runs, int keys, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<Pair> values;
    for (int run = 0; run < runs; ++run) {
        std::vector<int> part(static_cast<std::size_t>(size / runs));
        std::generate(
            part.begin(), part.end(), [&] { return static_cast<int>(random() % static_cast<unsigned>(keys)); });
        std::sort(part.begin(), part.end());
        for (int key : part) {
            values.emplace_back(key, static_cast<int>(values.size()));
        }
    }
    return values;
}

TEST(SortUnlessCancelled, IsStableForRunsOfAnyLength)
{
    for (int size : { 0, 1, 2, 1000, 65'536, 65'537, 200'000, 500'003 }) {
        for (int runs : { 1, 2, 7, 1000 }) {
            for (int keys : { 1, 10, 1'000'000 }) {
                std::vector<Pair> values = sortedRuns(size, runs, keys, static_cast<unsigned>(size + runs + keys));
                std::vector<Pair> expected = values;
                std::stable_sort(expected.begin(), expected.end(), byKey);
                ASSERT_TRUE(sortUnlessCancelled(values, byKey, {}));
                ASSERT_TRUE(values == expected) << size << " values in " << runs << " runs of " << keys << " keys";
            }
        }
    }
}

TEST(SortUnlessCancelled, MovesWhatCannotBeCopiedCheaply)
{
    std::vector<std::string> values;
    for (int i = 0; i < 150'000; ++i) {
        values.push_back("a value that is too long for the string itself " + std::to_string((i * 7919) % 150'000));
    }
    std::vector<std::string> expected = values;
    std::sort(expected.begin(), expected.end());
    ASSERT_TRUE(sortUnlessCancelled(values, std::less<>(), {}));
    EXPECT_TRUE(values == expected);
}

TEST(SortUnlessCancelled, StopsWhereItIs)
{
    std::atomic<bool> cancel { false };
    std::vector<Pair> values = sortedRuns(1'000'000, 16, 1'000'000, 1);
    std::uint64_t compared = 0;
    std::uint64_t afterwards = 0;
    const auto counting = [&](const Pair& a, const Pair& b) {
        ++compared;
        afterwards += cancel.load() ? 1 : 0;
        if (compared == 1'500'000) {
            cancel.store(true);
        }
        return byKey(a, b);
    };
    EXPECT_FALSE(sortUnlessCancelled(values, counting, Cancellation(&cancel)));
    EXPECT_LT(afterwards, 2'000'000U); // one run at most: 65 536 values need about a million comparisons
    EXPECT_FALSE(Cancellation().requested());
}

} // namespace
} // namespace attnscope
