// SPDX-License-Identifier: GPL-3.0-or-later
// Microseconds as decimal text → integer nanoseconds, exactly: a double would be off by up to 128 ns at today's epoch times.
// Pure; any thread; O(length).
#pragma once

#include "profiler/trace/types.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace attnscope {

/// "5179375889804.518", "-1", "1.7e15"; digits below a nanosecond are cut off. Empty when it is no number or does not fit.
[[nodiscard]] std::optional<Ns> nanosecondsFromMicroseconds(std::string_view text);

/// Integer text, "0x1f" included (ids). Empty when it is no integer or does not fit.
[[nodiscard]] std::optional<std::int64_t> integerFromText(std::string_view text);

} // namespace attnscope
