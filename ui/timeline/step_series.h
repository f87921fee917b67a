// SPDX-License-Identifier: GPL-3.0-or-later
// StepSeries: a value that keeps until the next point (a counter, the launch queue), with block maxima and coarser levels, so that
// what a picture needs costs pixels and not points. Immutable after construction, O(points); any thread; no Qt.
#pragma once

#include "ui/timeline/time_scale.h"

#include <vector>

namespace attnscope {

struct StepPoint {
    double x = 0; ///< logical, on a device pixel
    double value = 0; ///< from here to the next point; the largest until then
};

class StepSeries {
public:
    StepSeries() = default;
    /// `time` ascending; of several points at one time the last counts.
    StepSeries(std::vector<Ns> time, std::vector<double> value);

    [[nodiscard]] bool empty() const { return m_time.empty(); }
    [[nodiscard]] std::size_t size() const { return m_time.size(); }
    /// Value at t; 0 before the first point. O(log n).
    [[nodiscard]] double at(Ns t) const;
    /// Largest value that holds anywhere in the range. O(log n).
    [[nodiscard]] double maximumIn(TimeRange range) const;
    /// The line through the view: first point at its left edge, then about one for each pixel where the value changes.
    [[nodiscard]] std::vector<StepPoint> visible(const TimeScale& scale) const;

private:
    /// What happened in 2^exponent ns that begin at a multiple of it.
    struct Stretch {
        Ns begin = 0;
        double most = 0, last = 0;
    };
    struct StretchLevel {
        int exponent = 0;
        std::vector<Stretch> stretches; ///< only those with a point
    };
    class Reader;
    void buildLevels();
    [[nodiscard]] std::size_t firstAfter(Ns t) const; ///< index of the first point > t
    [[nodiscard]] double maximumOf(std::size_t from, std::size_t to) const;

    std::vector<Ns> m_time;
    std::vector<double> m_value;
    std::vector<std::vector<double>> m_maxima; ///< of blocks of values, of blocks of those, and so on
    std::vector<StretchLevel> m_levels; ///< finest first, each at most half as long as the one before
};

} // namespace attnscope
