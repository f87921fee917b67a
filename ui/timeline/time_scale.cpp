// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/time_scale.h"

#include <algorithm>
#include <cmath>

namespace attnscope {

namespace {

__extension__ using Wide = __int128;

// floor(a · b / c) for c > 0. The 128-bit path is only for products that 64 bits do not hold.
std::int64_t mulDivFloor(std::int64_t a, std::int64_t b, std::int64_t c)
{
    std::int64_t product = 0;
    if (!__builtin_mul_overflow(a, b, &product)) {
        const auto quotient = product / c;
        return product % c < 0 ? quotient - 1 : quotient;
    }
    const Wide wide = static_cast<Wide>(a) * b;
    auto quotient = wide / c;
    if (wide % c < 0) {
        --quotient;
    }
    constexpr Wide most = INT64_MAX;
    return static_cast<std::int64_t>(std::clamp(quotient, -most, most));
}

std::int64_t mulDivCeil(std::int64_t a, std::int64_t b, std::int64_t c)
{
    return -mulDivFloor(-a, b, c);
}

} // namespace

TimeScale::TimeScale(TimeRange range, double left, double widthPx, double dpr)
    : m_range { range.begin, std::max(range.end, range.begin + 1) }
    , m_left(left)
    , m_width(std::max<std::int64_t>(1, std::llround(widthPx * dpr)))
    , m_dpr(dpr)
{
}

std::int64_t TimeScale::deviceAt(Ns t) const
{
    return mulDivFloor(t - m_range.begin, m_width, m_range.length());
}

Ns TimeScale::timeAtDevice(std::int64_t pixel) const
{
    return m_range.begin + mulDivCeil(pixel, m_range.length(), m_width);
}

double TimeScale::clampedX(Ns t, double margin) const
{
    return std::clamp(x(t), m_left - margin, right() + margin);
}

Ns TimeScale::timeAt(double x) const
{
    return timeAtDevice(static_cast<std::int64_t>(std::floor((x - m_left) * m_dpr)));
}

Ns TimeScale::lengthOf(double pixels) const
{
    return std::max<Ns>(1, mulDivFloor(std::llround(pixels * m_dpr), m_range.length(), m_width));
}

TimeRange zoomed(TimeRange range, double factor, Ns anchor, Ns shortest)
{
    const auto length = static_cast<double>(range.length());
    const auto wanted = std::max<Ns>(shortest, std::llround(length * factor));
    const double share = static_cast<double>(anchor - range.begin) / std::max(length, 1.0);
    const Ns begin = anchor - std::llround(share * static_cast<double>(wanted));
    return { begin, begin + wanted };
}

TimeRange heldInside(TimeRange range, TimeRange limits)
{
    const Ns length = std::min(range.length(), limits.length());
    const Ns begin = std::clamp(range.begin, limits.begin, limits.end - length);
    return { begin, begin + length };
}

TimeRange padded(TimeRange range, double share)
{
    const auto pad = std::max<Ns>(1, std::llround(static_cast<double>(range.length()) * share));
    return { range.begin - pad, range.end + pad };
}

} // namespace attnscope
