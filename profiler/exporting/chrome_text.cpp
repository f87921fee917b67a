// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/exporting/chrome_text.h"

#include "profiler/trace/json_members.h"
#include "profiler/trace/json_text.h"

#include <fmt/format.h>

#include <cstdint>
#include <iterator>

namespace attnscope {

void appendMicroseconds(std::string& out, Ns time)
{
    auto magnitude = static_cast<std::uint64_t>(time < 0 ? -time : time);
    fmt::format_to(std::back_inserter(out), "{}{}.{:03}", time < 0 ? "-" : "", magnitude / 1000, magnitude % 1000);
}

std::string quoted(std::string_view text)
{
    return "\"" + encodeJsonString(text) + "\"";
}

std::string idText(std::string_view id)
{
    std::string_view digits = id.starts_with('-') ? id.substr(1) : id;
    bool number = !digits.empty() && digits.size() <= 18
        && digits.find_first_not_of("0123456789") == std::string_view::npos && (digits.size() == 1 || digits[0] != '0')
        && id != "-0";
    return number ? std::string(id) : quoted(id);
}

std::string_view correlationText(std::string_view args)
{
    JsonMembers members(args);
    std::string_view key;
    std::string_view value;
    while (members.next(key, value)) {
        if (key == "correlation") {
            return members.wasString() ? std::string_view(value.data() - 1, value.size() + 2) : value;
        }
    }
    return {};
}

} // namespace attnscope
