// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/file_label.h"

namespace attnscope {
namespace {

constexpr std::string_view kSeparator = " · ";

} // namespace

std::string withFileLabel(std::string_view label, std::string_view name)
{
    std::string text(label);
    if (!name.empty()) {
        text.append(kSeparator).append(name);
    }
    return text;
}

std::string_view withoutFileLabel(std::string_view label, std::string_view text)
{
    const std::string_view rest = text.substr(text.starts_with(label) ? label.size() : text.size());
    return rest.starts_with(kSeparator) ? rest.substr(kSeparator.size()) : text;
}

} // namespace attnscope
