// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/step_series.h"

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
    for (std::size_t at = 0; at < m_value.size(); at += kBlock) {
        const auto end = std::min(at + kBlock, m_value.size());
        m_blockMaximum.push_back(*std::max_element(
            m_value.begin() + static_cast<std::ptrdiff_t>(at), m_value.begin() + static_cast<std::ptrdiff_t>(end)));
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

double StepSeries::maximumOf(std::size_t from, std::size_t to) const
{
    double most = m_value[from];
    while (from < to) {
        if (from % kBlock == 0 && from + kBlock <= to) {
            most = std::max(most, m_blockMaximum[from / kBlock]);
            from += kBlock;
        } else {
            most = std::max(most, m_value[from++]);
        }
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
    while (index < end) {
        const auto pixel = scale.deviceAt(m_time[index]);
        const auto next = std::max(index + 1, firstAfter(scale.timeAtDevice(pixel + 1) - 1));
        const auto stop = std::min(next, end);
        const double x = scale.x(m_time[index]);
        const double most = maximumOf(index, stop);
        points.push_back({ x, most });
        if (const double last = m_value[stop - 1]; last != most) {
            points.push_back({ x + 1.0 / scale.dpr(), last }); // the peak is one pixel wide
        }
        index = stop;
    }
    return points;
}

} // namespace attnscope
