// SPDX-License-Identifier: GPL-3.0-or-later
// Small readings of an event's text that several parts of the chunk writer share. Pure; any thread; O(length).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace attnscope {

/// What the log shows of a text.
[[nodiscard]] std::string excerpt(std::string_view text);

/// An id as a number: ids are compared as the text they are, beyond 2^53 and as strings, too. Text has the top bit set.
[[nodiscard]] std::uint64_t idNumber(std::string_view text);

} // namespace attnscope
