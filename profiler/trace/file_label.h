// SPDX-License-Identifier: GPL-3.0-or-later
// How a name says which of several files, opened together, it is from: "rank 0 · python". Pure; any thread; O(length).
#pragma once

#include <string>
#include <string_view>

namespace attnscope {

/// The label before the name; the label alone where there is no name.
[[nodiscard]] std::string withFileLabel(std::string_view label, std::string_view name);
/// The name without the label before it: for what stands under a heading that says it. Any other text as it is.
[[nodiscard]] std::string_view withoutFileLabel(std::string_view label, std::string_view text);

} // namespace attnscope
