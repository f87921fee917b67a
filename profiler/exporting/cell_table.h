// SPDX-License-Identifier: GPL-3.0-or-later
// A table of typed cells that is written in three ways: CSV (RFC 4180), JSON (an array of objects, numbers as numbers, null for what
// was not measured), and aligned text for a terminal. Plain value; no thread rule; writing is O(cells).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace attnscope {

/// Rounded for people and files: so many digits after the point.
struct Decimal {
    double value = 0;
    int digits = 3;
};

/// Empty: not measured. A double is written with all its digits.
using Cell = std::variant<std::monostate, std::string, std::int64_t, double, Decimal>;

[[nodiscard]] Cell cellOf(const std::optional<double>& value, int digits);
[[nodiscard]] Cell cellOf(const std::optional<double>& value);
/// Three digits after the point, more where a small value would lose its first four significant ones.
[[nodiscard]] Cell ratioCell(const std::optional<double>& value);
[[nodiscard]] Cell cellOf(const std::optional<std::int64_t>& value);
/// An integer when the value is whole ("5"), else three digits ("7.333").
[[nodiscard]] Cell countCell(double value);
[[nodiscard]] Cell textCell(std::string_view text); ///< empty text is an empty cell

struct CellTable {
    std::vector<std::string> columns;
    std::vector<std::vector<Cell>> rows; ///< each as long as columns

    /// The named columns only, in that order.
    [[nodiscard]] CellTable select(const std::vector<std::string>& names) const;
};

[[nodiscard]] std::string cellText(const Cell& cell);
[[nodiscard]] std::string toCsv(const CellTable& table);
[[nodiscard]] std::string toJson(const CellTable& table);
/// Columns padded with spaces, numbers to the right; text longer than `widest` characters is cut with "…". Ends in a newline.
[[nodiscard]] std::string toText(const CellTable& table, std::size_t widest = 48);

} // namespace attnscope
