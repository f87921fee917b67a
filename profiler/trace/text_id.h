// SPDX-License-Identifier: GPL-3.0-or-later
// How ids of a file that are no plain numbers are told from those that are: correlation ids and ids of launch arrows.
#pragma once

#include <cstdint>

namespace attnscope {

/// Set in an id that was text, or a number beyond 2^63: the rest is a hash of it.
inline constexpr std::uint64_t kTextId = std::uint64_t { 1 } << 63;

} // namespace attnscope
