// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence in an exception's text: LibTorch appends stack traces and source positions to it. Pure; O(length).
#pragma once

#include <string>
#include <string_view>

namespace attnscope {

/// The text's first line without LibTorch's decorations, ending in a full stop.
[[nodiscard]] std::string firstSentence(std::string_view text);

} // namespace attnscope
