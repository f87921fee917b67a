// SPDX-License-Identifier: GPL-3.0-or-later
// CSV as RFC 4180 has it: comma, CRLF, a field in quotes when it holds a comma, a quote, CR or LF; quotes doubled. UTF-8, and
// numbers in the C locale whatever the process's locale is. Used for every table that leaves the program. Pure; any thread; O(bytes).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attnscope {

/// The field as it stands in a CSV row: unchanged, or quoted when it must be.
[[nodiscard]] std::string csvField(std::string_view text);

/// The shortest text that reads back as the same double ("0.25", "1e-06"); "nan", "inf", "-inf". Never a decimal comma.
[[nodiscard]] std::string plainNumber(double value);
/// Exactly `decimals` digits after the point.
[[nodiscard]] std::string plainNumber(double value, int decimals);
[[nodiscard]] std::string plainNumber(std::int64_t value);

/// Collects rows. Every row ends in CRLF.
class CsvWriter {
public:
    void row(std::initializer_list<std::string_view> fields);
    void row(const std::vector<std::string>& fields);

    [[nodiscard]] const std::string& text() const { return m_text; }
    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    template<typename Fields>
    void append(const Fields& fields);

    std::string m_text;
};

} // namespace attnscope
