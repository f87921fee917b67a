// SPDX-License-Identifier: GPL-3.0-or-later
// LevelOfDetail: coarser columns of every row of a trace, so that a frame reads about one bucket a pixel however many spans lie
// under it. A level of exponent k holds buckets of 2^k ns that begin at multiples of 2^k ns of trace time, never at a pixel: what a
// bucket says does not change when the view moves. Only buckets that hold something are kept, and only levels that are at least
// four times coarser than the spans and twice coarser than the level before: about 8 bytes a span, a sixth of the columns.
// Busy times and dominant classes of a level are exact sums over its spans, not guesses from the level below.
// Made once, O(spans), on several threads for large traces; then immutable, any thread.
#pragma once

#include "profiler/trace/types.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace attnscope {

class Trace;
struct Lane;

/// What a picture tells spans apart by, packed: the role of GPU work (or that it is an op or a range of the CPU), its math unit,
/// the class of its name.
class SpanLook {
public:
    static constexpr std::uint32_t kOp = 14, kRange = 15; ///< in place of a role, for what is no GPU work
    static constexpr std::uint32_t kRoles = 16, kUnits = 4, kNames = 12;

    SpanLook() = default;
    SpanLook(std::uint32_t role, std::uint32_t unit, std::uint32_t name)
        : m_bits(static_cast<std::uint16_t>(role | (unit << 4U) | (name << 6U)))
    {
    }
    [[nodiscard]] std::uint32_t role() const { return m_bits & 15U; }
    [[nodiscard]] std::uint32_t unit() const { return (m_bits >> 4U) & 3U; }
    [[nodiscard]] std::uint32_t name() const { return (m_bits >> 6U) & 15U; }
    [[nodiscard]] bool isGpuWork() const { return role() < kOp; }
    friend bool operator==(SpanLook, SpanLook) = default;

private:
    std::uint16_t m_bits = kOp;
};

/// At a level of exponent k spans this long or longer are drawn one by one; shorter ones are summed in buckets.
[[nodiscard]] constexpr Ns narrowLimit(int exponent)
{
    return Ns { 2 } << exponent;
}

struct LevelBucket {
    std::uint32_t bucket = 0; ///< place, counted from the level's origin
    std::uint32_t first = 0; ///< first span that starts in or after this bucket
    std::uint32_t busy = 0; ///< of narrow spans, in units of Level::unit() ns
    SpanLook
        look; ///< of the narrow spans: each class by itself the one with the most time (most spans, when all are instants)
    bool endsWide =
        false; ///< the last span that starts here is not narrow (at most one can be: spans of a row do not overlap)
};

struct Level {
    int exponent = 0;
    std::int64_t origin = 0; ///< bucket 0 begins at origin · 2^exponent
    std::vector<LevelBucket> buckets; ///< ascending; the last one is an end mark that only says `first`
    /// 1 for buckets of up to 2 s: whole nanoseconds.
    [[nodiscard]] Ns unit() const { return exponent <= 31 ? Ns { 1 } : Ns { 1 } << (exponent - 31); }
};

/// The levels of one row, finest first. Empty for rows of a few spans: they are read one by one.
struct RowLevels {
    std::vector<Level> levels;
    /// The coarsest one that is not coarser than `exponent`; null: read the spans.
    [[nodiscard]] const Level* atMost(int exponent) const;
};

class LevelOfDetail {
public:
    explicit LevelOfDetail(const Trace& trace);
    [[nodiscard]] const RowLevels& row(std::uint32_t lane, std::uint32_t row) const { return m_lanes[lane][row]; }
    [[nodiscard]] SpanLook lookOf(const Lane& lane, std::uint32_t index) const;
    [[nodiscard]] std::size_t bytes() const;

private:
    std::vector<std::vector<RowLevels>> m_lanes;
    std::vector<SpanLook> m_lookOfName; ///< of names of GPU work
};

} // namespace attnscope
