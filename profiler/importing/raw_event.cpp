// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/importing/raw_event.h"

#include "profiler/importing/byte_scan.h"

#include <algorithm>
#include <array>

namespace attnscope {
namespace {

using namespace std::string_view_literals;

bool endsScalar(char c)
{
    return c == ',' || c == '}' || c == ']' || isJsonSpace(c) || c == '\0';
}

std::string_view view(const char* begin, const char* end)
{
    return { begin, static_cast<std::size_t>(end - begin) };
}

/// true, false, null, numbers: what JSON allows bare.
bool isJsonScalar(std::string_view token)
{
    if (token.empty()) {
        return false;
    }
    char first = token.front() == '-' && token.size() > 1 ? token[1] : token.front();
    return (first >= '0' && first <= '9') || token == "true" || token == "false" || token == "null";
}

/// Notes NaN, inf and N/A between two structural bytes of args: all their letters are outside what numbers, true, false and null have.
void noteBadTokens(const char* begin, const char* end, RawEvent& event)
{
    for (const char* p = begin; p < end; ++p) {
        if ((*p == 'N' || *p == 'I' || *p == 'i') && !event.notJson) {
            event.notJson = true;
            event.oddAt = p;
        }
    }
}

void keepMember(std::string_view key, std::string_view value, RawEvent& event)
{
    if (key == "correlation"sv) {
        event.correlation = value;
    } else if (key == "stream"sv) {
        event.stream = value;
    } else if (key == "device"sv) {
        event.device = value;
    }
}

/// Bare scalar or string at p; nullptr when neither ends before `end`.
const char* scanScalar(const char* p, const char* end, std::string_view& value)
{
    unsigned ignored = 0;
    if (*p == '"') {
        const char* close = findStringEnd(p + 1, end, ignored);
        value = view(p + 1, close);
        return close < end ? close + 1 : nullptr;
    }
    const char* begin = p;
    while (p < end && !endsScalar(*p)) {
        ++p;
    }
    value = view(begin, p);
    return p < end ? p : nullptr;
}

/// Skips an object or array whose first byte is at p. Inside the outermost object the members that linking needs are kept.
const char* skipContainer(const char* p, const char* end, RawEvent& event, bool isArgs)
{
    // Braces alone tell where an object ends; an array is told by its brackets, which are rare at this place.
    if (*p == '[') {
        std::size_t depth = 0;
        unsigned ignored = 0;
        while (p < end) {
            if (*p == '"') {
                p = findStringEnd(p + 1, end, ignored);
            } else if (*p == '[') {
                ++depth;
            } else if (*p == ']' && --depth == 0) {
                return p + 1;
            }
            ++p;
        }
        return nullptr;
    }
    std::size_t depth = 1;
    ++p;
    for (;;) {
        const char* stop = findQuoteOrBrace(p, end);
        noteBadTokens(p, stop, event);
        p = stop;
        if (p >= end) {
            return nullptr;
        }
        if (*p == '{') {
            ++depth;
            ++p;
        } else if (*p == '}') {
            ++p;
            if (--depth == 0) {
                return p;
            }
        } else {
            unsigned ignored = 0;
            const char* close = findStringEnd(p + 1, end, ignored);
            if (close >= end) {
                return nullptr;
            }
            std::string_view key = view(p + 1, close);
            p = close + 1;
            if (isArgs && depth == 1 && (key.size() == 6 || key.size() == 11)) {
                const char* colon = skipSpace(p);
                const char* valueAt = *colon == ':' ? skipSpace(colon + 1) : end;
                if (valueAt < end && *valueAt != '{' && *valueAt != '[') {
                    std::string_view value;
                    const char* after = scanScalar(valueAt, end, value);
                    if (after == nullptr) {
                        return nullptr;
                    }
                    keepMember(key, value, event);
                    if (*valueAt != '"' && !isJsonScalar(value) && !event.notJson) {
                        event.notJson = true;
                        event.oddAt = valueAt;
                    }
                    p = after;
                }
            }
        }
    }
}

/// Where a key's value goes. Two-letter keys come by the million: compared by their letters.
std::string_view* fieldOf(std::string_view key, RawEvent& event)
{
    switch (key.size()) {
    case 1:
        return key[0] == 's' ? &event.scope : nullptr;
    case 2:
        if (key == "ts"sv) {
            return &event.time;
        }
        if (key == "id"sv) {
            return &event.id;
        }
        return key == "bp"sv ? &event.bindPoint : nullptr;
    case 3:
        if (key == "pid"sv) {
            return &event.pid;
        }
        if (key == "tid"sv) {
            return &event.tid;
        }
        if (key == "dur"sv) {
            return &event.duration;
        }
        return key == "cat"sv ? &event.category : nullptr;
    case 4:
        return key == "name"sv ? &event.name : nullptr;
    case 7:
        return key == "bind_id"sv ? &event.bindId : nullptr;
    default:
        return nullptr;
    }
}

/// One value after its key's colon. Returns nullptr when the text ends before it does.
const char* scanValue(const char* p, const char* end, std::string_view key, RawEvent& event)
{
    if (*p == '{' || *p == '[') {
        bool isArgs = key == "args"sv && *p == '{';
        const char* after = skipContainer(p, end, event, isArgs);
        if (after != nullptr && isArgs) {
            event.args = view(p, after);
        } else if (after != nullptr && key == "id2"sv && event.id.empty()) {
            event.id = view(p, after);
        }
        return after;
    }
    std::string_view value;
    unsigned oddities = 0;
    const char* after = nullptr;
    bool quoted = *p == '"';
    if (quoted) {
        const char* close = findStringEnd(p + 1, end, oddities);
        value = view(p + 1, close);
        after = close < end ? close + 1 : nullptr;
    } else {
        after = scanScalar(p, end, value);
        if (after != nullptr && !isJsonScalar(value) && !event.notJson) {
            event.notJson = true;
            event.oddAt = p;
        }
    }
    if (after == nullptr) {
        return nullptr;
    }
    if (key == "ph"sv) {
        event.phase = value.empty() ? '\0' : value.front();
        return after;
    }
    if (std::string_view* field = fieldOf(key, event)) {
        *field = value;
        if (field == &event.name) {
            event.nameOddities = oddities;
            event.hasName = quoted;
        } else if (field == &event.duration) {
            event.hasDuration = true;
        }
    } else if (key == "flow_in"sv) {
        event.flowIn = value == "true"sv;
    } else if (key == "flow_out"sv) {
        event.flowOut = value == "true"sv;
    }
    return after;
}

constexpr std::array<std::string_view, 16> kEventKeys { "ph", "name", "cat", "pid", "tid", "ts", "dur", "args", "id",
    "bp", "s", "tts", "bind_id", "cname", "tdur", "id2" };

bool startsLikeAnEvent(std::string_view text, std::size_t brace)
{
    std::size_t key = brace + 1;
    while (key < text.size() && isJsonSpace(text[key])) {
        ++key;
    }
    if (key >= text.size() || text[key] != '"') {
        return false;
    }
    ++key;
    std::size_t close = text.find('"', key);
    if (close == std::string_view::npos || close - key > 8) {
        return false;
    }
    return std::find(kEventKeys.begin(), kEventKeys.end(), text.substr(key, close - key)) != kEventKeys.end();
}

bool followsAnEvent(std::string_view text, std::size_t brace)
{
    for (char wanted : { ',', '}' }) {
        do {
            if (brace == 0) {
                return false;
            }
            --brace;
        } while (isJsonSpace(text[brace]));
        if (text[brace] != wanted) {
            return false;
        }
    }
    return true;
}

} // namespace

ScanStatus scanEvent(const char*& at, const char* end, RawEvent& event)
{
    const char* p = at + 1;
    bool afterComma = false;
    for (;;) {
        p = skipSpace(p);
        if (p >= end) {
            return ScanStatus::Incomplete;
        }
        if (*p == '}') {
            if (afterComma && !event.notJson) {
                event.notJson = true;
                event.oddAt = p;
            }
            at = p + 1;
            return ScanStatus::Complete;
        }
        if (*p != '"') {
            at = p;
            return ScanStatus::Malformed;
        }
        unsigned oddities = 0;
        const char* close = findStringEnd(p + 1, end, oddities);
        if (close >= end) {
            return ScanStatus::Incomplete;
        }
        std::string_view key = view(p + 1, close);
        p = skipSpace(close + 1);
        if (p >= end) {
            return ScanStatus::Incomplete;
        }
        if (*p != ':') {
            at = p;
            return ScanStatus::Malformed;
        }
        p = skipSpace(p + 1);
        if (p >= end) {
            return ScanStatus::Incomplete;
        }
        if (endsScalar(*p)) { // no value
            at = p;
            return ScanStatus::Malformed;
        }
        p = scanValue(p, end, key, event);
        if (p == nullptr) {
            return ScanStatus::Incomplete;
        }
        p = skipSpace(p);
        if (p >= end) {
            return ScanStatus::Incomplete;
        }
        afterComma = *p == ',';
        if (afterComma) {
            ++p;
        } else if (*p != '}') {
            at = p;
            return ScanStatus::Malformed;
        }
    }
}

std::size_t findEventStart(std::string_view text, std::size_t from)
{
    for (std::size_t brace = text.find('{', from); brace != std::string_view::npos; brace = text.find('{', brace + 1)) {
        if (followsAnEvent(text, brace) && startsLikeAnEvent(text, brace)) {
            return brace;
        }
    }
    return std::string_view::npos;
}

std::size_t findLastEventStart(std::string_view text)
{
    for (std::size_t brace = text.rfind('{'); brace != std::string_view::npos;
         brace = brace == 0 ? std::string_view::npos : text.rfind('{', brace - 1)) {
        if (followsAnEvent(text, brace) && startsLikeAnEvent(text, brace)) {
            return brace;
        }
    }
    return std::string_view::npos;
}

} // namespace attnscope
