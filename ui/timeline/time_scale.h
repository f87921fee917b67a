// SPDX-License-Identifier: GPL-3.0-or-later
// TimeScale: the visible time range in whole device pixels, exact in both directions and consistent: deviceAt(timeAt(p)) == p as
// long as a pixel holds at least one nanosecond, so nothing jitters between zoom steps. Plain value; no Qt; O(1).
#pragma once

#include "profiler/trace/types.h"

namespace attnscope {

class TimeScale {
public:
    TimeScale() = default;
    /// `range` is laid over `widthPx` logical pixels that begin at `left`; one logical pixel is `dpr` device pixels.
    TimeScale(TimeRange range, double left, double widthPx, double dpr = 1.0);

    [[nodiscard]] TimeRange range() const { return m_range; }
    [[nodiscard]] double left() const { return m_left; }
    [[nodiscard]] double right() const { return m_left + width(); }
    [[nodiscard]] double width() const { return static_cast<double>(m_width) / m_dpr; }
    [[nodiscard]] double dpr() const { return m_dpr; }
    [[nodiscard]] std::int64_t deviceWidth() const { return m_width; }

    /// Device pixel (from the left edge) that holds t; floors, so it is negative left of the view.
    [[nodiscard]] std::int64_t deviceAt(Ns t) const;
    /// First nanosecond of a device pixel.
    [[nodiscard]] Ns timeAtDevice(std::int64_t pixel) const;

    /// Logical x of t, on a device pixel.
    [[nodiscard]] double x(Ns t) const { return m_left + static_cast<double>(deviceAt(t)) / m_dpr; }
    /// As x(), held inside [left − margin, right + margin]: for what reaches far out of the view.
    [[nodiscard]] double clampedX(Ns t, double margin = 4.0) const;
    /// Time under a logical x.
    [[nodiscard]] Ns timeAt(double x) const;
    /// Nanoseconds that `pixels` logical pixels hold, at least 1.
    [[nodiscard]] Ns lengthOf(double pixels) const;

private:
    TimeRange m_range { 0, 1 };
    double m_left = 0;
    std::int64_t m_width = 1; ///< device pixels
    double m_dpr = 1;
};

/// `range` scaled by `factor` (below 1 zooms in) so that `anchor` keeps its place; never shorter than `shortest`.
[[nodiscard]] TimeRange zoomed(TimeRange range, double factor, Ns anchor, Ns shortest);
/// Moves and shortens `range` so that it lies inside `limits`; keeps its length where that fits.
[[nodiscard]] TimeRange heldInside(TimeRange range, TimeRange limits);
/// `range` with `share` of its length added on both sides.
[[nodiscard]] TimeRange padded(TimeRange range, double share);

} // namespace attnscope
