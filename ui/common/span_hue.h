// SPDX-License-Identifier: GPL-3.0-or-later
// Hue: which colour of the theme GPU work is drawn in, and what that colour stands for: its role, its math unit or its name. The
// Tensor Core mark does not depend on it. Plain numbers, no colours; any thread; a name's hue costs O(length).
#pragma once

#include "profiler/kernels/decoder.h"
#include "profiler/trace/name_class.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace attnscope {

enum class ColourBy : std::uint8_t { Role, MathUnit, Name };
inline constexpr std::size_t kColourByCount = 3;

/// Index into Theme::hues: the roles, then the math units, then the colours that names share.
using Hue = std::uint8_t;
inline constexpr std::size_t kMathUnitCount = 4, kNameHueCount = kNameClassCount;
inline constexpr std::size_t kFirstUnitHue = kRoleGroupCount, kFirstNameHue = kFirstUnitHue + kMathUnitCount;
inline constexpr std::size_t kHueCount = kFirstNameHue + kNameHueCount;

[[nodiscard]] constexpr Hue hueOf(RoleGroup group)
{
    return static_cast<Hue>(group);
}
[[nodiscard]] constexpr Hue hueOf(MathUnit unit)
{
    return static_cast<Hue>(kFirstUnitHue + static_cast<std::size_t>(unit));
}
/// The same for the same name in every file and on every machine.
[[nodiscard]] constexpr Hue hueOfName(std::string_view name)
{
    return static_cast<Hue>(kFirstNameHue + nameClass(name));
}
[[nodiscard]] constexpr Hue hueOf(ColourBy by, RoleGroup group, MathUnit unit, std::string_view name)
{
    return by == ColourBy::Role ? hueOf(group) : by == ColourBy::MathUnit ? hueOf(unit) : hueOfName(name);
}

} // namespace attnscope
