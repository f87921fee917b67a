// SPDX-License-Identifier: GPL-3.0-or-later
// JsonMembers: walks over the top-level members of a JSON object without building anything. Forgiving: bare tokens that are no JSON
// are values like any other, damage ends the walk. Pure; any thread; O(length).
#pragma once

#include <cstddef>
#include <string_view>

namespace attnscope {

class JsonMembers {
public:
    explicit JsonMembers(std::string_view object);
    /// Key and value as they stand; strings without their quotes and with their escapes.
    [[nodiscard]] bool next(std::string_view& key, std::string_view& value);
    /// Whether the last value stood in quotes.
    [[nodiscard]] bool wasString() const { return m_wasString; }

private:
    void skip(std::string_view what);
    [[nodiscard]] std::string_view quoted();

    std::string_view m_text;
    std::size_t m_at;
    bool m_wasString = false;
};

} // namespace attnscope
