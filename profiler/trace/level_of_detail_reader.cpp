// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/level_of_detail_reader.h"

#include "profiler/trace/class_sums.h"

#include <algorithm>
#include <bit>

namespace attnscope {
namespace {

/// Sums what comes in time order into buckets of one exponent.
class PieceMaker {
public:
    PieceMaker(const LevelOfDetail& levels, const Lane& lane, int exponent, Ns viewEnd, std::vector<RowPiece>& out)
        : m_levels(levels)
        , m_lane(lane)
        , m_exponent(exponent)
        , m_viewEnd(viewEnd)
        , m_limit(narrowLimit(exponent))
        , m_out(out)
    {
    }

    [[nodiscard]] bool isWide(std::uint32_t index) const { return m_lane.duration[index] >= m_limit; }

    /// A span of its own if it is wide; else into the buckets it touches.
    void add(std::uint32_t index)
    {
        if (isWide(index)) {
            addWide(index);
            return;
        }
        const Ns begin = m_lane.start[index];
        open(begin >> m_exponent, index);
        ++m_piece.count;
        addTime(index, begin);
    }

    /// The part of a narrow span from `from` on, without counting it.
    void addTime(std::uint32_t index, Ns from)
    {
        const SpanLook look = m_levels.lookOf(m_lane, index);
        const Ns end = std::min(m_lane.end(index), m_viewEnd);
        do {
            const std::int64_t bucket = from >> m_exponent;
            open(bucket, index + 1);
            const Ns to = std::min(end, (bucket + 1) << m_exponent);
            m_sums.add(look, to - from);
            from = to;
        } while (from < end);
    }

    void addWide(std::uint32_t index)
    {
        flush();
        m_out.push_back({ m_lane.start[index], m_lane.end(index), 0, index, 1, m_levels.lookOf(m_lane, index), true });
    }

    /// `count` narrow spans of a finer bucket.
    void addBucket(std::int64_t bucket, std::uint32_t first, std::uint32_t count, SpanLook look, Ns busy)
    {
        open(bucket, first);
        m_piece.count += count;
        if (busy > 0 || count > 0) {
            m_sums.add(look, busy);
        }
    }

    /// All of a bucket of this exponent.
    void addWhole(std::int64_t bucket, std::uint32_t first, std::uint32_t count, SpanLook look, Ns busy)
    {
        m_out.push_back({ bucket << m_exponent, (bucket + 1) << m_exponent, busy, first, count, look, false });
    }

    void flush()
    {
        if (m_used && (m_piece.count > 0 || m_sums.busy() > 0)) {
            m_piece.busy = m_sums.busy();
            m_piece.look = m_sums.dominant();
            m_out.push_back(m_piece);
        }
        m_sums.clear();
        m_used = false;
    }

private:
    void open(std::int64_t bucket, std::uint32_t first)
    {
        if (m_used && bucket == m_bucket) {
            return;
        }
        flush();
        m_used = true;
        m_bucket = bucket;
        m_piece = { bucket << m_exponent, (bucket + 1) << m_exponent, 0, first, 0, {}, false };
    }

    const LevelOfDetail& m_levels;
    const Lane& m_lane;
    int m_exponent;
    Ns m_viewEnd; ///< what reaches beyond is in a bucket that is not asked for
    Ns m_limit;
    std::vector<RowPiece>& m_out;
    ClassSums m_sums;
    RowPiece m_piece;
    std::int64_t m_bucket = 0;
    bool m_used = false;
};

bool isBad(const Lane& lane, std::uint32_t index)
{
    return (lane.flags[index] & SpanFlag::kBadTime) != 0;
}

/// Buckets of a level that overlap [begin, end), as a pair of indexes.
std::pair<std::size_t, std::size_t> bucketsIn(const Level& level, Ns begin, Ns end)
{
    const auto placeOf = [&](Ns time) { return (time >> level.exponent) - level.origin; };
    const auto before = [](const LevelBucket& bucket, std::int64_t place) { return bucket.bucket < place; };
    const auto last = std::prev(level.buckets.end()); // the end mark
    const auto from = std::lower_bound(level.buckets.begin(), last, placeOf(begin), before);
    const auto to = std::lower_bound(from, last, placeOf(end - 1) + 1, before);
    return { static_cast<std::size_t>(from - level.buckets.begin()),
        static_cast<std::size_t>(to - level.buckets.begin()) };
}

void readSpans(const Lane& lane, std::uint32_t row, Ns begin, Ns end, PieceMaker& make)
{
    const std::uint32_t rowEnd = lane.rowBegin[row + 1];
    std::uint32_t index = lane.firstEndingAfter(row, begin);
    if (index < rowEnd && lane.start[index] < begin) {
        if (!isBad(lane, index)) {
            if (make.isWide(index)) {
                make.addWide(index);
            } else {
                make.addTime(index, begin);
            }
        }
        ++index;
    }
    for (; index < rowEnd && lane.start[index] < end; ++index) {
        if (!isBad(lane, index)) {
            make.add(index);
        }
    }
}

void readLevel(
    const Lane& lane, std::uint32_t row, Ns begin, Ns end, const Level& level, int exponent, PieceMaker& make)
{
    // A span that reaches in from before is in no bucket of this level if the level calls it wide.
    const std::uint32_t leading = lane.firstEndingAfter(row, begin);
    if (leading < lane.rowBegin[row + 1] && lane.start[leading] < begin && !isBad(lane, leading)) {
        if (make.isWide(leading)) {
            make.addWide(leading);
        } else if (lane.duration[leading] >= narrowLimit(level.exponent)) {
            make.addTime(leading, begin);
        }
    }
    const auto [from, to] = bucketsIn(level, begin, end);
    const int coarser = exponent - level.exponent;
    for (std::size_t i = from; i < to; ++i) {
        const LevelBucket& bucket = level.buckets[i];
        const std::uint32_t next = level.buckets[i + 1].first;
        const std::uint32_t narrow = next - bucket.first - (bucket.endsWide ? 1 : 0);
        const Ns busy = Ns { bucket.busy } * level.unit();
        if (coarser == 0 && (narrow > 0 || busy > 0)) {
            make.addWhole(level.origin + bucket.bucket, bucket.first, narrow, bucket.look, busy);
        } else if (narrow > 0 || busy > 0) {
            make.addBucket((level.origin + bucket.bucket) >> coarser, bucket.first, narrow, bucket.look, busy);
        }
        if (bucket.endsWide) {
            make.add(next - 1);
        }
    }
}

} // namespace

int exponentFor(Ns length)
{
    return length <= 1 ? 0 : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(length - 1)));
}

void readPieces(const LevelOfDetail& levels, const Trace& trace, std::uint32_t lane, std::uint32_t row, TimeRange view,
    int exponent, std::vector<RowPiece>& out)
{
    const Lane& columns = trace.lanes()[lane];
    // Whole buckets, so that those at the edges say what they always say.
    const Ns begin = (view.begin >> exponent) << exponent;
    const Ns end = (((view.end - 1) >> exponent) + 1) << exponent;
    PieceMaker make(levels, columns, exponent, end, out);
    if (const Level* level = levels.row(lane, row).atMost(exponent)) {
        readLevel(columns, row, begin, end, *level, exponent, make);
    } else {
        readSpans(columns, row, begin, end, make);
    }
    make.flush();
}

} // namespace attnscope
