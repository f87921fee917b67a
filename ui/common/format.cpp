// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/format.h"

#include <QLocale>

#include <array>
#include <cmath>
#include <cstdlib>

namespace attnscope {
namespace {

// One reading everywhere: decimal point, comma between thousands. Words are translated, figures are not.
const QLocale& figures()
{
    static const QLocale locale(QLocale::English, QLocale::UnitedStates);
    return locale;
}

double nsIn(TimeUnit unit)
{
    switch (unit) {
    case TimeUnit::Nanoseconds:
        return 1;
    case TimeUnit::Microseconds:
        return 1e3;
    case TimeUnit::Milliseconds:
        break;
    }
    return 1e6;
}

// Decimals that leave three significant digits of a magnitude below 100; none above.
int decimalsFor(double magnitude)
{
    // 99.96 reads "100", not "100.0": the limits are where rounding reaches the next power of ten.
    if (magnitude >= 99.95) {
        return 0;
    }
    if (magnitude >= 9.995) {
        return 1;
    }
    if (magnitude >= 0.9995) {
        return 2;
    }
    // Small values keep three significant digits, but no more than nine decimals.
    const int leading = static_cast<int>(std::ceil(-std::log10(magnitude)));
    return std::min(2 + leading, 9);
}

QString threeDigits(double value)
{
    const double magnitude = std::abs(value);
    if (magnitude < 1e-12) {
        return QStringLiteral("0");
    }
    return figures().toString(value, 'f', decimalsFor(magnitude));
}

} // namespace

QString unitName(TimeUnit unit)
{
    switch (unit) {
    case TimeUnit::Nanoseconds:
        return QStringLiteral("ns");
    case TimeUnit::Microseconds:
        return QStringLiteral("µs");
    case TimeUnit::Milliseconds:
        break;
    }
    return QStringLiteral("ms");
}

QString formatTime(Ns ns, TimeUnit unit)
{
    return unit == TimeUnit::Nanoseconds ? formatCount(ns) : threeDigits(static_cast<double>(ns) / nsIn(unit));
}

QString formatTimeAuto(Ns ns)
{
    const double magnitude = std::abs(static_cast<double>(ns));
    if (magnitude < 1e3) {
        return formatCount(ns) + QStringLiteral(" ns");
    }
    // A unit is left where rounding to three digits would reach 1,000 of it.
    if (magnitude < 999.5e3) {
        return threeDigits(static_cast<double>(ns) / 1e3) + QStringLiteral(" µs");
    }
    if (magnitude < 999.5e6) {
        return threeDigits(static_cast<double>(ns) / 1e6) + QStringLiteral(" ms");
    }
    return threeDigits(static_cast<double>(ns) / 1e9) + QStringLiteral(" s");
}

QString formatTimeExact(Ns ns)
{
    const bool negative = ns < 0;
    const std::uint64_t magnitude = negative ? 0ULL - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
    const QString whole = figures().toString(static_cast<qulonglong>(magnitude / 1000));
    const QString rest = QStringLiteral("%1").arg(magnitude % 1000, 3, 10, QLatin1Char('0'));
    return (negative ? QStringLiteral("-") : QString()) + whole + figures().decimalPoint() + rest
        + QStringLiteral(" µs");
}

QString formatNumber(double value)
{
    if (std::isnan(value)) {
        return QStringLiteral("NaN");
    }
    if (std::isinf(value)) {
        return value < 0 ? QStringLiteral("-∞") : QStringLiteral("∞");
    }
    return threeDigits(value);
}

QString formatCount(std::int64_t value)
{
    return figures().toString(static_cast<qlonglong>(value));
}

QString formatMeanCount(double value)
{
    return value == std::floor(value) ? formatCount(static_cast<std::int64_t>(value)) : formatNumber(value);
}

QString formatBytes(std::int64_t bytes)
{
    static constexpr std::array<const char*, 5> kUnits { "B", "KiB", "MiB", "GiB", "TiB" };
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (std::abs(value) >= 1023.5 && unit + 1 < kUnits.size()) {
        value /= 1024;
        ++unit;
    }
    // Whole amounts stay whole ("256 MiB", "4 GiB"); what is not, shows three digits.
    const bool whole = value == std::floor(value);
    const QString number = whole ? formatCount(static_cast<std::int64_t>(value)) : threeDigits(value);
    return number + QLatin1Char(' ') + QLatin1String(kUnits[unit]);
}

QString formatPercent(double fraction)
{
    const double percent = fraction * 100;
    // Two decimals at most: "0.04 %" says enough.
    const int decimals = std::abs(percent) < 1e-12 ? 0 : std::min(decimalsFor(std::abs(percent)), 2);
    return figures().toString(percent, 'f', decimals) + QStringLiteral(" %");
}

} // namespace attnscope
