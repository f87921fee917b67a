// SPDX-License-Identifier: GPL-3.0-or-later
// Files of other profilers that people open by mistake, told by their first bytes, and what to do instead. Pure; any thread; O(1).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attnscope {

/// How much of a file's begin foreignFormat() wants to see.
inline constexpr std::size_t kForeignMagicBytes = 32;

/// What the file is and how to get one that can be opened, as a sentence without full stop; empty when the bytes are none of these.
[[nodiscard]] std::string foreignFormat(std::string_view begin);

} // namespace attnscope
