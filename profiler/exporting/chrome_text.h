// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces of text that events of a Chrome trace are made of. Pure; any thread; O(length).
#pragma once

#include "profiler/trace/types.h"

#include <string>
#include <string_view>

namespace attnscope {

/// 1234567 → "1234.567"
void appendMicroseconds(std::string& out, Ns time);
[[nodiscard]] std::string quoted(std::string_view text);
/// Process and thread ids as numbers where they are numbers.
[[nodiscard]] std::string idText(std::string_view id);
/// The value of the top-level member "correlation" of an args object, with its quotes; empty: there is none.
[[nodiscard]] std::string_view correlationText(std::string_view args);

} // namespace attnscope
