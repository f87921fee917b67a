// SPDX-License-Identifier: GPL-3.0-or-later
// English phrases and sentences with places for values (%1 … %9), which whoever shows them may translate before the values are put in.
// The core itself speaks English: no translator, no change. Threads: pure, any thread. Cost: O(length of the text).
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace attnscope {

/// Another language's words for an English phrase, or the phrase itself; null stands for "stay with English".
using Translate = std::string (*)(const char* phrase);

/// The phrase, translated, with each %n replaced by the n-th value. Values are not searched for places again.
[[nodiscard]] std::string say(
    Translate translate, const char* phrase, std::initializer_list<std::string_view> values = {});

} // namespace attnscope
