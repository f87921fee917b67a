// SPDX-License-Identifier: GPL-3.0-or-later
// What a variant is called, and what it is, where only its name is known: a run under way, the backend that another variant chose. Pure; any thread;
// O(built-in variants).
#pragma once

#include <QString>

#include <string_view>

namespace attnscope {

/// The title of a built-in variant, "cuDNN" for "cudnn"; any other name as it is.
[[nodiscard]] QString variantTitle(std::string_view name);
/// What a built-in variant is, "SDPA, pinned"; empty for any other name.
[[nodiscard]] QString variantSubtitle(std::string_view name);

} // namespace attnscope
