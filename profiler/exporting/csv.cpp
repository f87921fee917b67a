// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/exporting/csv.h"

#include <fmt/format.h>

namespace attnscope {

std::string csvField(std::string_view text)
{
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        return std::string(text);
    }
    std::string quoted;
    quoted.reserve(text.size() + 2);
    quoted += '"';
    for (char c : text) {
        if (c == '"') {
            quoted += '"';
        }
        quoted += c;
    }
    quoted += '"';
    return quoted;
}

// fmt ignores the locale unless "L" asks for it.
std::string plainNumber(double value)
{
    return fmt::format("{}", value);
}

std::string plainNumber(double value, int decimals)
{
    return fmt::format("{:.{}f}", value, decimals);
}

std::string plainNumber(std::int64_t value)
{
    return fmt::format("{}", value);
}

template<typename Fields>
void CsvWriter::append(const Fields& fields)
{
    bool first = true;
    for (const auto& field : fields) {
        if (!first) {
            m_text += ',';
        }
        first = false;
        m_text += csvField(field);
    }
    m_text += "\r\n";
}

void CsvWriter::row(std::initializer_list<std::string_view> fields)
{
    append(fields);
}

void CsvWriter::row(const std::vector<std::string>& fields)
{
    append(fields);
}

} // namespace attnscope
