// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/exporting/valid_json.h"

#include "profiler/trace/json_members.h"
#include "profiler/trace/json_text.h"

#include <simdjson.h>

namespace attnscope {

struct JsonMender::Parser {
    simdjson::dom::parser dom;

    /// Depth and size are bounded by simdjson; a number beyond 64 bits is valid JSON that it refuses, and is mended to itself.
    bool accepts(std::string_view json) { return dom.parse(json.data(), json.size()).error() == simdjson::SUCCESS; }
};

JsonMender::JsonMender()
    : m_parser(std::make_unique<Parser>())
{
}

JsonMender::~JsonMender() = default;

namespace {

bool isPlainNumber(std::string_view text)
{
    std::size_t at = text.starts_with('-') ? 1 : 0;
    std::size_t digits = text.find_first_not_of("0123456789", at);
    return at < text.size() && digits == std::string_view::npos && (text[at] != '0' || text.size() == at + 1);
}

} // namespace

std::string JsonMender::mended(std::string_view object)
{
    if (m_parser->accepts(object)) {
        return std::string(object);
    }
    std::string out = "{";
    JsonMembers members(object);
    std::string_view key;
    std::string_view value;
    while (members.next(key, value)) {
        out += out.size() > 1 ? ", \"" : "\"";
        appendJsonString(out, decodeJsonString(key).text);
        out += "\": ";
        if (members.wasString()) {
            out += "\"" + encodeJsonString(decodeJsonString(value).text) + "\"";
        } else if (isPlainNumber(value) || m_parser->accepts("[" + std::string(value) + "]")) {
            out += value;
        } else if (value.starts_with('{') || value.starts_with('[')) {
            out += "\"" + encodeJsonString(decodeJsonString(value).text) + "\"";
        } else {
            out += "null";
        }
    }
    return out + "}";
}

} // namespace attnscope
