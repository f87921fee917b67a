// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/level_of_detail.h"

#include "profiler/trace/class_sums.h"
#include "profiler/trace/name_class.h"
#include "profiler/trace/spread_work.h"
#include "profiler/trace/trace.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace attnscope {
namespace {

constexpr std::uint32_t kFewSpans = 256; ///< rows of no more are read one by one
constexpr std::uint32_t kSpansABucket = 4; ///< of the finest level, on average, at least
constexpr std::uint32_t kFewBuckets = 64; ///< no coarser level is worth its memory below
constexpr int kCoarsest = 50; ///< two weeks

/// How many buckets of each exponent hold a start, from how far neighbouring starts are apart in binary: two starts share a bucket
/// exactly when they differ in no bit from the exponent upwards.
std::array<std::uint32_t, 65> countBuckets(const Lane& lane, std::uint32_t begin, std::uint32_t end)
{
    std::array<std::uint32_t, 65> differing {};
    for (std::uint32_t i = begin + 1; i < end; ++i) {
        const auto changed = static_cast<std::uint64_t>(lane.start[i] ^ lane.start[i - 1]);
        ++differing[static_cast<std::size_t>(std::bit_width(changed))];
    }
    std::array<std::uint32_t, 65> buckets {};
    std::uint32_t above = 1;
    for (std::size_t k = 65; k-- > 0;) {
        buckets[k] = above; // pairs whose highest differing bit is k or above: bit_width > k
        above += differing[k];
    }
    return buckets;
}

std::vector<int> chooseExponents(const Lane& lane, std::uint32_t begin, std::uint32_t end)
{
    const auto buckets = countBuckets(lane, begin, end);
    const Ns length = lane.end(end - 1) - lane.start[begin];
    std::uint32_t most = (end - begin) / kSpansABucket;
    std::vector<int> exponents;
    for (int k = 0; k <= kCoarsest; ++k) {
        const auto count = buckets[static_cast<std::size_t>(k)];
        const bool placesFit = (length >> k) < std::numeric_limits<std::int32_t>::max();
        if (count > most || !placesFit) {
            continue;
        }
        exponents.push_back(k);
        if (count <= kFewBuckets) {
            break;
        }
        most = count / 2;
    }
    return exponents;
}

/// Builds all levels of a row in one pass over its spans: every level has one open bucket, which passes its sums on to the next
/// level when it closes.
class RowBuilder {
public:
    RowBuilder(const LevelOfDetail& owner, const Lane& lane, const std::vector<int>& exponents, Ns firstStart)
        : m_owner(owner)
        , m_lane(lane)
        , m_open(exponents.size())
    {
        m_row.levels.resize(exponents.size());
        for (std::size_t j = 0; j < exponents.size(); ++j) {
            m_row.levels[j].exponent = exponents[j];
            m_row.levels[j].origin = firstStart >> exponents[j];
        }
    }

    RowLevels build(std::uint32_t begin, std::uint32_t end)
    {
        for (std::uint32_t i = begin; i < end; ++i) {
            add(i);
        }
        for (std::size_t j = 0; j < m_open.size(); ++j) {
            close(j);
            m_row.levels[j].buckets.push_back({ std::numeric_limits<std::uint32_t>::max(), end, 0, {}, false });
            m_row.levels[j].buckets.shrink_to_fit();
        }
        return std::move(m_row);
    }

private:
    struct Open {
        bool used = false;
        bool endsWide = false;
        std::int64_t bucket = 0;
        std::uint32_t first = 0;
        ClassSums sums;
    };

    void add(std::uint32_t index)
    {
        const Ns start = m_lane.start[index];
        const Ns duration = m_lane.duration[index];
        std::size_t j = 0;
        for (; j < m_open.size() && duration >= narrowLimit(m_row.levels[j].exponent); ++j) {
            // Nothing else can start in this bucket any more: the span outlasts it.
            open(j, start >> m_row.levels[j].exponent, index);
            m_open[j].endsWide = true;
            close(j);
        }
        if (j == m_open.size()) {
            return;
        }
        const int exponent = m_row.levels[j].exponent;
        const SpanLook look = m_owner.lookOf(m_lane, index);
        std::int64_t bucket = start >> exponent;
        Ns from = start;
        do {
            const Ns to = std::min(start + duration, (bucket + 1) << exponent);
            open(j, bucket, from == start ? index : index + 1);
            m_open[j].sums.add(look, to - from);
            from = to;
            ++bucket;
        } while (from < start + duration);
    }

    void open(std::size_t j, std::int64_t bucket, std::uint32_t first)
    {
        Open& level = m_open[j];
        if (level.used && level.bucket != bucket) {
            close(j);
        }
        if (!level.used) {
            level.used = true;
            level.endsWide = false;
            level.bucket = bucket;
            level.first = first;
        }
    }

    void close(std::size_t j)
    {
        Open& level = m_open[j];
        if (!level.used) {
            return;
        }
        Level& into = m_row.levels[j];
        const auto busy = static_cast<std::uint32_t>(level.sums.busy() / into.unit());
        into.buckets.push_back({ static_cast<std::uint32_t>(level.bucket - into.origin), level.first, busy,
            level.sums.dominant(), level.endsWide });
        level.used = false;
        if (j + 1 < m_open.size()) {
            open(j + 1, level.bucket >> (m_row.levels[j + 1].exponent - into.exponent), level.first);
            m_open[j + 1].sums.add(level.sums);
        }
        level.sums.clear();
    }

    const LevelOfDetail& m_owner;
    const Lane& m_lane;
    std::vector<Open> m_open;
    RowLevels m_row;
};

RowLevels buildRow(const LevelOfDetail& owner, const Lane& lane, std::uint32_t row)
{
    std::uint32_t begin = lane.rowBegin[row];
    const std::uint32_t end = lane.rowBegin[row + 1];
    while (begin < end && (lane.flags[begin] & SpanFlag::kBadTime) != 0) {
        ++begin; // listed, not drawn
    }
    if (end - begin <= kFewSpans) {
        return {};
    }
    const std::vector<int> exponents = chooseExponents(lane, begin, end);
    return RowBuilder(owner, lane, exponents, lane.start[begin]).build(begin, end);
}

} // namespace

const Level* RowLevels::atMost(int exponent) const
{
    auto after = std::upper_bound(
        levels.begin(), levels.end(), exponent, [](int wanted, const Level& level) { return wanted < level.exponent; });
    return after == levels.begin() ? nullptr : &*std::prev(after);
}

LevelOfDetail::LevelOfDetail(const Trace& trace)
    : m_lookOfName(trace.nameCount())
{
    struct Task {
        std::uint32_t lane = 0;
        std::uint32_t row = 0;
    };
    const std::vector<Lane>& lanes = trace.lanes();
    std::vector<Task> tasks;
    std::vector<std::size_t> spans;
    std::vector<bool> known(trace.nameCount(), false);
    for (std::uint32_t laneIndex = 0; laneIndex < lanes.size(); ++laneIndex) {
        const Lane& lane = lanes[laneIndex];
        m_lanes.emplace_back(lane.rows());
        for (std::uint32_t row = 0; row < lane.rows(); ++row) {
            tasks.push_back({ laneIndex, row });
            spans.push_back(lane.rowBegin[row + 1] - lane.rowBegin[row]);
        }
        for (std::uint32_t i = 0; i < lane.size(); ++i) {
            const NameId name = lane.name[i];
            if (isGpuWork(lane.spanKind[i]) && !known[name]) {
                const DecodedKernel& decoded = trace.decoded(name);
                m_lookOfName[name] = { static_cast<std::uint32_t>(decoded.group),
                    static_cast<std::uint32_t>(decoded.mathUnit), nameClass(trace.name(name)) };
                known[name] = true;
            }
        }
    }
    spreadWork(spans, [&](std::size_t i) {
        m_lanes[tasks[i].lane][tasks[i].row] = buildRow(*this, lanes[tasks[i].lane], tasks[i].row);
    });
}

SpanLook LevelOfDetail::lookOf(const Lane& lane, std::uint32_t index) const
{
    const SpanKind kind = lane.spanKind[index];
    if (isGpuWork(kind)) {
        return m_lookOfName[lane.name[index]];
    }
    const bool isRange =
        isApi(kind) || kind == SpanKind::Annotation || kind == SpanKind::Step || kind == SpanKind::GpuAnnotation;
    return { isRange ? SpanLook::kRange : SpanLook::kOp, 0, 0 };
}

std::size_t LevelOfDetail::bytes() const
{
    std::size_t bytes = m_lookOfName.size() * sizeof(SpanLook);
    for (const auto& lane : m_lanes) {
        for (const RowLevels& row : lane) {
            for (const Level& level : row.levels) {
                bytes += level.buckets.capacity() * sizeof(LevelBucket);
            }
        }
    }
    return bytes;
}

} // namespace attnscope
