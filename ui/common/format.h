// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and times as the user reads them: three significant digits, whole numbers from 100 up, thousands grouped; exact values
// for tooltips. Pure; any thread. CSV never uses these.
#pragma once

#include "profiler/trace/types.h"

#include <QString>

namespace attnscope {

enum class TimeUnit { Nanoseconds, Microseconds, Milliseconds };

/// "ns", "µs", "ms"
[[nodiscard]] QString unitName(TimeUnit unit);
/// 1066123 ns in µs → "1,066"; 83012 ns → "83.0"; without unit.
[[nodiscard]] QString formatTime(Ns ns, TimeUnit unit);
/// Unit chosen by size: "359 µs", "1.20 ms", "58 ns", "1.45 s".
[[nodiscard]] QString formatTimeAuto(Ns ns);
/// Every digit: "358.912 µs".
[[nodiscard]] QString formatTimeExact(Ns ns);
/// Three significant digits, grouped from 1000 up.
[[nodiscard]] QString formatNumber(double value);
/// Whole number, grouped: "163,972".
[[nodiscard]] QString formatCount(std::int64_t value);
/// A count, or the mean of counts that do not agree, which keeps its decimals: "5", "7.33".
[[nodiscard]] QString formatMeanCount(double value);
/// Binary units: "256 MiB".
[[nodiscard]] QString formatBytes(std::int64_t bytes);
/// 0.338 → "33.8 %"
[[nodiscard]] QString formatPercent(double fraction);

} // namespace attnscope
