// SPDX-License-Identifier: GPL-3.0-or-later
// Names put into a dozen classes, so that pictures can tell neighbouring kernels apart by name. Pure; O(length).
#pragma once

#include <cstdint>
#include <string_view>

namespace attnscope {

inline constexpr std::uint32_t kNameClassCount = 12;

/// The same for the same name in every file and on every machine (FNV-1a).
[[nodiscard]] constexpr std::uint32_t nameClass(std::string_view name)
{
    std::uint32_t hash = 2166136261U;
    for (const char c : name) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    }
    return (hash ^ (hash >> 16U)) % kNameClassCount;
}

} // namespace attnscope
