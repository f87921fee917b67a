// SPDX-License-Identifier: GPL-3.0-or-later
// A number of a JSON document as a C++ number, or nothing where it is none or does not fit: converting 1e109 to an integer is
// undefined, and files are not ours to trust. Pure; any thread; O(1).
#pragma once

#include <nlohmann/json.hpp>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

namespace attnscope {

/// `Json` is one of nlohmann's; fractions of an integer `Number` are cut off.
template<typename Number, typename Json>
requires std::integral<Number> || std::floating_point<Number> std::optional<Number> numberOf(const Json& json)
{
    if (!json.is_number()) {
        return std::nullopt;
    }
    if constexpr (std::floating_point<Number>) {
        return json.template get<Number>();
    } else {
        if (json.is_number_unsigned()) {
            const auto value = json.template get<std::uint64_t>();
            return std::in_range<Number>(value) ? std::optional(static_cast<Number>(value)) : std::nullopt;
        }
        if (json.is_number_integer()) {
            const auto value = json.template get<std::int64_t>();
            return std::in_range<Number>(value) ? std::optional(static_cast<Number>(value)) : std::nullopt;
        }
        const double value = std::trunc(json.template get<double>());
        const double below = std::ldexp(1.0, std::numeric_limits<Number>::digits); // one more than the largest
        const double least = std::numeric_limits<Number>::is_signed ? -below : 0;
        return value >= least && value < below ? std::optional(static_cast<Number>(value)) : std::nullopt;
    }
}

} // namespace attnscope
