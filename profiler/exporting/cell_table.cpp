// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/exporting/cell_table.h"

#include "profiler/exporting/csv.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace attnscope {
namespace {

// Columns on a terminal count characters, not bytes.
std::size_t characters(std::string_view utf8)
{
    return static_cast<std::size_t>(std::count_if(
        utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string shortened(std::string text, std::size_t widest)
{
    if (characters(text) <= widest) {
        return text;
    }
    std::size_t kept = 0;
    std::size_t bytes = 0;
    while (bytes < text.size()) {
        const bool starts = (static_cast<unsigned char>(text[bytes]) & 0xC0U) != 0x80U;
        if (starts && kept++ == widest - 1) {
            break;
        }
        ++bytes;
    }
    text.resize(bytes);
    return text + "…";
}

bool isNumber(const Cell& cell)
{
    return std::holds_alternative<std::int64_t>(cell) || std::holds_alternative<double>(cell)
        || std::holds_alternative<Decimal>(cell);
}

nlohmann::ordered_json jsonOf(const Cell& cell)
{
    if (const auto* text = std::get_if<std::string>(&cell)) {
        return *text;
    }
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) {
        return *whole;
    }
    if (const auto* number = std::get_if<double>(&cell)) {
        return *number; // nlohmann writes null for nan and infinity, which JSON lacks
    }
    if (const auto* decimal = std::get_if<Decimal>(&cell)) {
        const double scale = std::pow(10.0, decimal->digits);
        return std::round(decimal->value * scale) / scale;
    }
    return nullptr;
}

} // namespace

Cell cellOf(const std::optional<double>& value, int digits)
{
    return value ? Cell(Decimal { *value, digits }) : Cell();
}

Cell cellOf(const std::optional<double>& value)
{
    return value ? Cell(*value) : Cell();
}

Cell ratioCell(const std::optional<double>& value)
{
    if (!value) {
        return {};
    }
    const double size = std::abs(*value);
    const int digits = size > 0 && size < 1 ? 3 - static_cast<int>(std::floor(std::log10(size))) : 3;
    return Decimal { *value, std::clamp(digits, 3, 12) };
}

Cell cellOf(const std::optional<std::int64_t>& value)
{
    return value ? Cell(*value) : Cell();
}

Cell countCell(double value)
{
    const double whole = std::round(value);
    return value == whole ? Cell(static_cast<std::int64_t>(whole)) : Cell(Decimal { value, 3 });
}

Cell textCell(std::string_view text)
{
    return text.empty() ? Cell() : Cell(std::string(text));
}

CellTable CellTable::select(const std::vector<std::string>& names) const
{
    CellTable result;
    std::vector<std::size_t> from;
    for (const std::string& name : names) {
        auto found = std::find(columns.begin(), columns.end(), name);
        if (found != columns.end()) {
            from.push_back(static_cast<std::size_t>(found - columns.begin()));
            result.columns.push_back(name);
        }
    }
    for (const auto& row : rows) {
        auto& target = result.rows.emplace_back();
        for (std::size_t column : from) {
            target.push_back(row[column]);
        }
    }
    return result;
}

std::string cellText(const Cell& cell)
{
    if (const auto* text = std::get_if<std::string>(&cell)) {
        return *text;
    }
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) {
        return plainNumber(*whole);
    }
    if (const auto* number = std::get_if<double>(&cell)) {
        return plainNumber(*number);
    }
    if (const auto* decimal = std::get_if<Decimal>(&cell)) {
        return plainNumber(decimal->value, decimal->digits);
    }
    return {};
}

std::string toCsv(const CellTable& table)
{
    CsvWriter csv;
    csv.row(table.columns);
    std::vector<std::string> fields;
    for (const auto& row : table.rows) {
        fields.clear();
        std::transform(row.begin(), row.end(), std::back_inserter(fields), cellText);
        csv.row(fields);
    }
    return csv.take();
}

std::string toJson(const CellTable& table)
{
    auto rows = nlohmann::ordered_json::array();
    for (const auto& row : table.rows) {
        auto object = nlohmann::ordered_json::object();
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            object[table.columns[i]] = jsonOf(row[i]);
        }
        rows.push_back(std::move(object));
    }
    // Names from files need not be valid UTF-8; the output must be.
    return rows.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

// A terminal has no room for all digits of a double.
namespace {
std::string shortText(const Cell& cell)
{
    const auto* number = std::get_if<double>(&cell);
    return number != nullptr ? fmt::format("{:.4g}", *number) : cellText(cell);
}
} // namespace

std::string toText(const CellTable& table, std::size_t widest)
{
    std::vector<std::vector<std::string>> lines { table.columns };
    std::vector<std::size_t> width;
    std::vector<bool> right(table.columns.size(), false);
    std::transform(table.columns.begin(), table.columns.end(), std::back_inserter(width), characters);
    for (const auto& row : table.rows) {
        auto& line = lines.emplace_back();
        for (std::size_t column = 0; column < row.size(); ++column) {
            line.push_back(shortened(shortText(row[column]), widest));
            width[column] = std::max(width[column], characters(line.back()));
            right[column] = right[column] || isNumber(row[column]);
        }
    }
    std::string text;
    for (const auto& line : lines) {
        std::string out;
        for (std::size_t column = 0; column < line.size(); ++column) {
            const std::string padding(width[column] - characters(line[column]), ' ');
            out += (column == 0 ? "" : "  ") + (right[column] ? padding + line[column] : line[column] + padding);
        }
        out.erase(out.find_last_not_of(' ') + 1);
        text += out + "\n";
    }
    return text;
}

} // namespace attnscope
