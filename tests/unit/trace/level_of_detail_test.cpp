// SPDX-License-Identifier: GPL-3.0-or-later
// Against brute force over every span: random rows, every exponent, every view.
#include "profiler/trace/level_of_detail_reader.h"
#include "profiler/trace/trace_builder.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>

namespace attnscope {
namespace {

const std::array<std::string, 4> kNames {
    "nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_NNT", // matmul
    "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3>>"
    "(int, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3>)",
    "void (anonymous namespace)::softmax_warp_forward<float, float, float, 8, false, false>(float*, float const*, int)",
    "nothing_that_a_rule_knows",
};

struct RandomRow {
    int spans = 0;
    Ns gap = 0, shortest = 0, longest = 0; ///< most ns between spans, of usual spans, of one in 50
    double burst = 0; ///< share of spans that follow at once
};

TracePtr randomTrace(const RandomRow& row, unsigned seed)
{
    std::mt19937 random(seed);
    const auto upTo = [&](Ns most) { return static_cast<Ns>(random() % static_cast<std::uint64_t>(most + 1)); };
    TraceBuilder builder;
    LaneKey key;
    key.kind = LaneKind::GpuStream;
    key.pid = "0";
    key.tid = "7";
    key.device = 0;
    key.stream = 7;
    const auto lane = builder.laneIndex(key);
    Ns at = 0;
    for (int i = 0; i < row.spans; ++i) {
        at += random() % 1000 < static_cast<unsigned>(row.burst * 1000) ? 0 : upTo(row.gap);
        SpanInput span;
        span.start = 1'000'000 + at;
        span.duration = random() % 50 == 0 ? upTo(row.longest) : random() % 20 == 0 ? 0 : upTo(row.shortest);
        span.name = builder.intern(kNames[random() % kNames.size()]);
        span.kind = SpanKind::Kernel;
        builder.addSpan(lane, span);
        at += std::max<Ns>(1, span.duration);
    }
    return builder.finish();
}

struct Sums {
    Ns busy = 0;
    std::uint32_t count = 0;
    std::map<std::uint32_t, Ns> roles, units, names;
};

// What every bucket of one exponent holds, span by span.
std::map<std::int64_t, Sums> bruteForce(const Trace& trace, int exponent)
{
    std::map<std::int64_t, Sums> buckets;
    const Lane& lane = trace.lanes()[0];
    for (std::uint32_t i = 0; i < lane.size(); ++i) {
        if (lane.duration[i] >= narrowLimit(exponent)) {
            continue;
        }
        ++buckets[lane.start[i] >> exponent].count;
        const SpanLook look = trace.levelOfDetail().lookOf(lane, i);
        // An instant weighs less than a nanosecond: it decides only between equals.
        const auto add = [&look](Sums& sums, Ns time) {
            const Ns weight = time == 0 ? 1 : 256 * time;
            sums.busy += time;
            sums.roles[look.role()] += weight;
            sums.units[look.unit()] += weight;
            sums.names[look.name()] += weight;
        };
        if (lane.duration[i] == 0) {
            add(buckets[lane.start[i] >> exponent], 0);
            continue;
        }
        for (auto bucket = lane.start[i] >> exponent; bucket << exponent < lane.end(i); ++bucket) {
            add(buckets[bucket],
                std::min(lane.end(i), (bucket + 1) << exponent) - std::max(lane.start[i], bucket << exponent));
        }
    }
    return buckets;
}

std::uint32_t most(const std::map<std::uint32_t, Ns>& sums)
{
    std::uint32_t best = 0;
    Ns time = 0;
    for (const auto& [which, sum] : sums) {
        if (sum > time) {
            best = which;
            time = sum;
        }
    }
    return best;
}

const RandomRow kRows[] = {
    { 100, 50, 20, 400, 0.0 }, // too few for levels
    { 5000, 40, 20, 4000, 0.3 }, { 5000, 3, 2000, 100'000, 0.9 }, // hardly a gap
    { 5000, 100'000, 50, 5'000'000, 0.95 }, // bursts far apart
    { 5000, 1'000'000, 10, 10, 0.0 }, // lone spans far apart
    { 20000, 7, 0, 3, 0.2 }, // instants
};

TEST(LevelOfDetail, EveryStoredLevelHoldsTheSumsOfItsSpans)
{
    for (unsigned seed = 0; seed < std::size(kRows); ++seed) {
        SCOPED_TRACE(seed);
        const TracePtr trace = randomTrace(kRows[seed], seed);
        const Lane& lane = trace->lanes().at(0);
        ASSERT_EQ(lane.rows(), 1U);
        const RowLevels& row = trace->levelOfDetail().row(0, 0);
        ASSERT_EQ(row.levels.empty(), kRows[seed].spans <= 256);
        for (const Level& level : row.levels) {
            SCOPED_TRACE(level.exponent);
            const auto expected = bruteForce(*trace, level.exponent);
            std::size_t withNarrow = 0;
            for (std::size_t i = 0; i + 1 < level.buckets.size(); ++i) {
                const LevelBucket& bucket = level.buckets[i];
                ASSERT_LT(bucket.bucket, level.buckets[i + 1].bucket);
                const std::uint32_t starts = level.buckets[i + 1].first - bucket.first;
                const std::uint32_t narrow = starts - (bucket.endsWide ? 1 : 0);
                if (bucket.endsWide) {
                    ASSERT_GE(lane.duration[level.buckets[i + 1].first - 1], narrowLimit(level.exponent));
                }
                const auto found = expected.find(level.origin + bucket.bucket);
                if (found == expected.end()) {
                    ASSERT_TRUE(bucket.endsWide && narrow == 0 && bucket.busy == 0);
                    continue;
                }
                ++withNarrow;
                ASSERT_EQ(narrow, found->second.count);
                ASSERT_EQ(Ns { bucket.busy } * level.unit(), found->second.busy);
                ASSERT_EQ(bucket.look.role(), most(found->second.roles));
                ASSERT_EQ(bucket.look.unit(), most(found->second.units));
                ASSERT_EQ(bucket.look.name(), most(found->second.names));
            }
            EXPECT_EQ(withNarrow, expected.size()) << "no bucket is missing";
            EXPECT_EQ(level.buckets.back().first, lane.size());
        }
    }
}

TEST(LevelOfDetail, ReadingGivesTheSameSumsAtEveryExponent)
{
    for (unsigned seed = 0; seed < std::size(kRows); ++seed) {
        const TracePtr trace = randomTrace(kRows[seed], seed + 100);
        const Lane& lane = trace->lanes().at(0);
        for (int exponent = 0; exponent < 40; exponent += 3) {
            SCOPED_TRACE(std::to_string(seed) + ", 2^" + std::to_string(exponent));
            std::vector<RowPiece> pieces;
            readPieces(trace->levelOfDetail(), *trace, 0, 0, { 0, trace->range().end + 1 }, exponent, pieces);
            auto expected = bruteForce(*trace, exponent);
            std::uint32_t next = 0;
            for (const RowPiece& piece : pieces) {
                if (piece.count > 0) {
                    ASSERT_EQ(piece.first, next) << "every span is in one piece, in order";
                }
                next += piece.count;
                if (piece.wide) {
                    ASSERT_GE(lane.duration[piece.first], narrowLimit(exponent));
                    ASSERT_EQ(piece.begin, lane.start[piece.first]);
                    ASSERT_EQ(piece.end, lane.end(piece.first));
                    continue;
                }
                const auto found = expected.find(piece.begin >> exponent);
                ASSERT_NE(found, expected.end());
                ASSERT_EQ(piece.end - piece.begin, Ns { 1 } << exponent);
                ASSERT_EQ(piece.busy, found->second.busy);
                ASSERT_EQ(piece.count, found->second.count);
                expected.erase(found);
            }
            EXPECT_EQ(next, lane.size());
            EXPECT_TRUE(expected.empty());
        }
    }
}

TEST(LevelOfDetail, WhatABucketSaysDoesNotDependOnTheView)
{
    std::mt19937 random(42);
    for (unsigned seed = 0; seed < std::size(kRows); ++seed) {
        const TracePtr trace = randomTrace(kRows[seed], seed + 200);
        const Ns length = trace->range().end;
        for (int exponent = 0; exponent < 30; exponent += 4) {
            std::vector<RowPiece> all;
            readPieces(trace->levelOfDetail(), *trace, 0, 0, { 0, length + 1 }, exponent, all);
            for (int round = 0; round < 8; ++round) {
                const auto begin = static_cast<Ns>(random() % static_cast<std::uint64_t>(length));
                const auto end = begin + 1 + static_cast<Ns>(random() % static_cast<std::uint64_t>(length - begin));
                std::vector<RowPiece> some;
                readPieces(trace->levelOfDetail(), *trace, 0, 0, { begin, end }, exponent, some);
                auto whole = all.begin();
                for (const RowPiece& piece : some) {
                    whole = std::find_if(whole, all.end(),
                        [&](const RowPiece& other) { return other.begin == piece.begin && other.wide == piece.wide; });
                    ASSERT_NE(whole, all.end()) << seed << " 2^" << exponent << " at " << piece.begin;
                    ASSERT_EQ(piece.busy, whole->busy);
                    ASSERT_EQ(piece.count, whole->count);
                    ASSERT_EQ(piece.look, whole->look);
                }
                for (const RowPiece& piece : all) { // and none is missing
                    const bool inside = piece.begin < end && piece.end > begin;
                    ASSERT_TRUE(!inside || std::any_of(some.begin(), some.end(), [&](const RowPiece& other) {
                        return other.begin == piece.begin && other.wide == piece.wide;
                    }));
                }
            }
        }
    }
}

TEST(LevelOfDetail, TakesLittleMemory)
{
    // 42 bytes a span in the columns; a quarter of that is the limit.
    for (unsigned seed = 1; seed < std::size(kRows); ++seed) {
        const TracePtr trace = randomTrace(kRows[seed], seed);
        const double each =
            static_cast<double>(trace->levelOfDetail().bytes()) / static_cast<double>(trace->spanCount());
        EXPECT_LE(each, 10.5) << seed;
    }
}

TEST(LevelOfDetail, LeavesOutSpansWithoutAValidTime)
{
    TraceBuilder builder;
    LaneKey key;
    key.kind = LaneKind::CpuThread;
    key.pid = key.tid = "1";
    const auto lane = builder.laneIndex(key);
    SpanInput bad;
    bad.name = builder.intern("lost");
    bad.kind = SpanKind::Op;
    bad.duration = 5;
    bad.flags = SpanFlag::kBadTime;
    for (int i = 0; i < 1000; ++i) {
        builder.addSpan(lane, bad);
        SpanInput good = bad;
        good.flags = 0;
        good.start = 10'000 + 10 * i;
        builder.addSpan(lane, good);
    }
    const TracePtr trace = builder.finish();
    for (const int exponent : { 0, 8, 20 }) {
        std::vector<RowPiece> pieces;
        readPieces(trace->levelOfDetail(), *trace, 0, 0, { -100'000, 100'000 }, exponent, pieces);
        std::uint32_t count = 0;
        for (const RowPiece& piece : pieces) {
            EXPECT_GE(piece.end, 0);
            count += piece.count;
        }
        EXPECT_EQ(count, 1000U) << exponent;
    }
}

TEST(LevelOfDetail, ExponentsCoverALength)
{
    EXPECT_EQ(exponentFor(0), 0);
    EXPECT_EQ(exponentFor(1), 0);
    EXPECT_EQ(exponentFor(2), 1);
    EXPECT_EQ(exponentFor(3), 2);
    EXPECT_EQ(exponentFor(1024), 10);
    EXPECT_EQ(exponentFor(1025), 11);
}

} // namespace
} // namespace attnscope
