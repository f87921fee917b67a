// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/step_series.h"

#include "profiler/trace/level_of_detail_reader.h"

#include <algorithm>

namespace attnscope {

namespace {
constexpr std::size_t kBlock = 64;
}

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

std::size_t StepSeries::gallop(std::size_t from, std::size_t end, Ns t) const
{
    std::size_t low = from, step = 1;
    while (low + step < end && m_time[low + step] < t) {
        low += step;
        step *= 2;
    }
    const auto begin = m_time.begin();
    return static_cast<std::size_t>(std::lower_bound(begin + static_cast<std::ptrdiff_t>(low),
                                        begin + static_cast<std::ptrdiff_t>(std::min(low + step, end)), t)
        - begin);
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

std::vector<StepPoint> StepSeries::visible(const TimeScale& scale) const
{
    std::vector<StepPoint> points;
    points.push_back({ scale.left(), at(scale.range().begin) });
    auto index = firstAfter(scale.range().begin);
    const auto end = firstAfter(scale.range().end - 1);
    // Stretches of about a pixel that begin at fixed times, so that the line only moves when the view moves.
    const int exponent = exponentFor(scale.lengthOf(1 / scale.dpr()));
    std::size_t held = 0;
    while (index < end) {
        const Ns begin = (m_time[index] >> exponent) << exponent, after = begin + (Ns { 1 } << exponent);
        // Mostly a stretch holds about as many points as the one before it.
        const auto near = index + held - held / 8;
        const auto stop = gallop(near < end && m_time[near] < after ? near : index, end, after);
        held = stop - index;
        const double x = scale.clampedX(stop == index + 1 ? m_time[index] : begin, 0);
        const double most = maximumOf(index, stop);
        points.push_back({ x, most });
        const bool holds = stop == end || m_time[stop] >= after + (after - begin);
        if (const double last = m_value[stop - 1]; holds && last != most) {
            points.push_back({ scale.x(after), last });
        }
        index = stop;
    }
    return points;
}

} // namespace attnscope
