// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/error_text.h"

namespace attnscope {

std::string firstSentence(std::string_view text)
{
    for (std::string_view mark :
        { "\nException raised from", "\n", " (function operator", " (Triggered internally", " (Function " }) {
        if (const auto position = text.find(mark); position != std::string_view::npos && position > 0) {
            text = text.substr(0, position);
        }
    }
    const auto last = text.find_last_not_of(" \t\r\n");
    if (last == std::string_view::npos) {
        return "An error without a message.";
    }
    std::string sentence(text.substr(0, last + 1));
    if (sentence.back() != '.' && sentence.back() != '!' && sentence.back() != '?') {
        sentence += '.';
    }
    return sentence;
}

} // namespace attnscope
