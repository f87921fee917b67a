// SPDX-License-Identifier: GPL-3.0-or-later
// Gzip text that is in memory as a whole (a recording inside the program), inflated as a whole. Files go through TextSource, which
// never holds all of it. Pure; any thread; O(bytes).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attnscope {

[[nodiscard]] bool looksLikeGzip(std::string_view bytes);
/// All members; nothing when the data is damaged or cut.
[[nodiscard]] std::optional<std::string> inflateText(std::string_view bytes);

} // namespace attnscope
