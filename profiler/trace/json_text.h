// SPDX-License-Identifier: GPL-3.0-or-later
// Inside of a JSON string → the text it stands for, forgiving: a backslash before no valid escape is itself, a raw control character
// becomes its picture (U+2400…), bytes that are no UTF-8 become U+FFFD. Pure; any thread; O(length).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace attnscope {

struct DecodedText {
    std::string text;
    std::uint64_t badEscapes = 0, controls = 0, badBytes = 0;
};

[[nodiscard]] DecodedText decodeJsonString(std::string_view inside);

/// The text between quotes of a JSON file, quotes not included.
[[nodiscard]] std::string encodeJsonString(std::string_view text);
void appendJsonString(std::string& out, std::string_view text);

} // namespace attnscope
