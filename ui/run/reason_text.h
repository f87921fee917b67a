// SPDX-License-Identifier: GPL-3.0-or-later
// Why a variant was refused or failed, for a tooltip: every reason on lines of its own, none longer than a tooltip is read. Pure.
#pragma once

#include <QString>

#include <string>
#include <vector>

namespace attnscope {

[[nodiscard]] QString reasonsText(const std::vector<std::string>& reasons);

} // namespace attnscope
