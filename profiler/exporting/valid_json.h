// SPDX-License-Identifier: GPL-3.0-or-later
// Args as they stood in a damaged file → args that every JSON reader takes. One thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace attnscope {

class JsonMender {
public:
    JsonMender();
    ~JsonMender();
    /// The object itself where it is valid JSON in valid UTF-8; else its members with bare non-JSON tokens as null, strings escaped,
    /// and nested values that cannot be mended as strings. O(length).
    [[nodiscard]] std::string mended(std::string_view object);

private:
    struct Parser;
    std::unique_ptr<Parser> m_parser;
};

} // namespace attnscope
