// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/step_series.h"

#include "profiler/trace/level_of_detail_reader.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace attnscope {

namespace {
constexpr std::size_t kBlock = 64;
constexpr std::size_t kPointsAStretch = 8; ///< of the finest level, on average, at least
} // namespace

StepSeries::StepSeries(std::vector<Ns> time, std::vector<double> value)
{
    m_time.reserve(time.size());
    m_value.reserve(time.size());
    for (std::size_t i = 0; i < time.size(); ++i) {
        if (!m_time.empty() && m_time.back() == time[i]) {
            m_value.back() = value[i];
            continue;
        }
        m_time.push_back(time[i]);
        m_value.push_back(value[i]);
    }
    for (const auto* below = &m_value; below->size() > kBlock; below = &m_maxima.back()) {
        std::vector<double> maxima;
        maxima.reserve(below->size() / kBlock + 1);
        for (std::size_t at = 0; at < below->size(); at += kBlock) {
            const auto end = std::min(at + kBlock, below->size());
            maxima.push_back(*std::max_element(
                below->begin() + static_cast<std::ptrdiff_t>(at), below->begin() + static_cast<std::ptrdiff_t>(end)));
        }
        m_maxima.push_back(std::move(maxima));
    }
    buildLevels();
}

std::size_t StepSeries::firstAfter(Ns t) const
{
    return static_cast<std::size_t>(std::upper_bound(m_time.begin(), m_time.end(), t) - m_time.begin());
}

double StepSeries::at(Ns t) const
{
    const auto after = firstAfter(t);
    return after == 0 ? 0.0 : m_value[after - 1];
}

void StepSeries::buildLevels()
{
    // Two points share a stretch exactly when they differ in no bit from the exponent upwards.
    std::array<std::size_t, 65> differing {};
    for (std::size_t i = 1; i < m_time.size(); ++i) {
        ++differing[static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(m_time[i] ^ m_time[i - 1])))];
    }
    std::size_t stretches = m_time.size(), most = m_time.size() / kPointsAStretch;
    for (std::size_t k = 1; k < 62 && most >= kBlock; ++k) {
        stretches -= differing[k];
        if (stretches > most) {
            continue;
        }
        StretchLevel level { static_cast<int>(k), {} };
        level.stretches.reserve(stretches);
        for (std::size_t i = 0; i < m_time.size(); ++i) {
            const Ns begin = (m_time[i] >> k) << k;
            if (level.stretches.empty() || level.stretches.back().begin != begin) {
                level.stretches.push_back({ begin, m_value[i], m_value[i] });
            } else {
                auto& stretch = level.stretches.back();
                stretch.most = std::max(stretch.most, m_value[i]);
                stretch.last = m_value[i];
            }
        }
        m_levels.push_back(std::move(level));
        most = stretches / 2;
    }
}

// Steps over whole blocks, over blocks of blocks where they fit, and so on.
double StepSeries::maximumOf(std::size_t from, std::size_t to) const
{
    double most = m_value[from];
    while (from < to) {
        std::size_t length = 1, level = 0;
        while (level < m_maxima.size() && from % (length * kBlock) == 0 && from + length * kBlock <= to) {
            length *= kBlock;
            ++level;
        }
        most = std::max(most, level == 0 ? m_value[from] : m_maxima[level - 1][from / length]);
        from += length;
    }
    return most;
}

double StepSeries::maximumIn(TimeRange range) const
{
    const auto from = firstAfter(range.begin);
    const auto to = firstAfter(range.end - 1);
    const double before = from == 0 ? 0.0 : m_value[from - 1];
    return from < to ? std::max(before, maximumOf(from, to)) : before;
}

// Points, or the stretches of a level that stand for them, in one form.
class StepSeries::Reader {
public:
    Reader(const StepSeries& series, int exponent)
        : m_series(series)
    {
        for (const auto& level : series.m_levels) {
            m_level = level.exponent <= exponent ? &level : m_level;
        }
    }
    [[nodiscard]] bool single() const { return m_level == nullptr; }
    [[nodiscard]] Stretch at(std::size_t i) const
    {
        return m_level != nullptr ? m_level->stretches[i]
                                  : Stretch { m_series.m_time[i], m_series.m_value[i], m_series.m_value[i] };
    }
    /// Index of the first that begins at t or later.
    [[nodiscard]] std::size_t from(Ns t) const
    {
        if (m_level == nullptr) {
            return m_series.firstAfter(t - 1);
        }
        const auto& all = m_level->stretches;
        return static_cast<std::size_t>(std::partition_point(all.begin(), all.end(), [t](const Stretch& stretch) {
            return stretch.begin < t;
        }) - all.begin());
    }

private:
    const StepSeries& m_series;
    const StretchLevel* m_level = nullptr;
};

std::vector<StepPoint> StepSeries::visible(const TimeScale& scale) const
{
    std::vector<StepPoint> points;
    points.push_back({ scale.left(), at(scale.range().begin) });
    // Stretches of about a pixel that begin at fixed times, so that the line only moves when the view moves.
    const int exponent = exponentFor(scale.lengthOf(1 / scale.dpr()));
    const Reader reader(*this, exponent);
    const Ns length = Ns { 1 } << exponent;
    auto index = reader.from((scale.range().begin >> exponent) << exponent);
    const auto end = reader.from(scale.range().end);
    while (index < end) {
        auto whole = reader.at(index);
        const Ns time = whole.begin, begin = (time >> exponent) << exponent;
        auto stop = index + 1;
        auto next = stop < end ? reader.at(stop) : Stretch {};
        for (; stop < end && next.begin < begin + length; next = ++stop < end ? reader.at(stop) : Stretch {}) {
            whole.most = std::max(whole.most, next.most);
            whole.last = next.last;
        }
        const bool alone = reader.single() && stop == index + 1;
        points.push_back({ scale.clampedX(alone ? time : begin, 0), whole.most });
        const bool holds = stop == end || next.begin >= begin + 2 * length;
        if (holds && whole.last != whole.most) {
            points.push_back({ scale.clampedX(begin + length, 0), whole.last });
        }
        index = stop;
    }
    return points;
}

} // namespace attnscope
