// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/phrases.h"

#include <cstddef>

namespace attnscope {

std::string say(Translate translate, const char* phrase, std::initializer_list<std::string_view> values)
{
    std::string text = translate != nullptr ? translate(phrase) : std::string(phrase);
    if (values.size() == 0)
        return text;
    std::string result;
    result.reserve(text.size() + 32);
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool isPlace = text[at] == '%' && at + 1 < text.size() && text[at + 1] >= '1' && text[at + 1] <= '9';
        const auto index = isPlace ? static_cast<std::size_t>(text[at + 1] - '1') : values.size();
        if (index < values.size()) {
            result += values.begin()[index];
            ++at;
        } else {
            result += text[at];
        }
    }
    return result;
}

} // namespace attnscope
