// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/importing/document_scanner.h"

#include "profiler/importing/byte_scan.h"
#include "profiler/trace/args_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace attnscope {
namespace {

/// An event longer than this is damage: something in it never closes.
constexpr std::size_t kMostEvent = std::size_t { 16 } << 20;
/// How often a stretch may be read to find where its broken elements end; then they are skipped up to the next event.
constexpr std::size_t kLooksAhead = 8;
/// The same for events that are read far and turn out to be broken; from then on only what closes soon is read as an event.
constexpr std::size_t kReadsAgain = 1;
constexpr std::size_t kSoon = std::size_t { 16 } << 10;
constexpr std::size_t kMostValue = std::size_t { 256 } << 20;
constexpr std::size_t kMostKey = 4096;

constexpr std::array<std::string_view, 9> kWanted { "attnscope", "deviceProperties", "baseTimeNanoseconds",
    "baseTimeNanosecond", "displayTimeUnit", "distributedInfo", "schemaVersion", "traceName", "trace_id" };

bool isWanted(std::string_view key)
{
    return std::find(kWanted.begin(), kWanted.end(), key) != kWanted.end();
}

std::string_view view(const char* begin, const char* end)
{
    return { begin, static_cast<std::size_t>(end - begin) };
}

} // namespace

DocumentScanner DocumentScanner::insideEvents(bool array)
{
    DocumentScanner scanner;
    scanner.m_array = array;
    scanner.m_where = Where::Events;
    scanner.m_sawEvents = true;
    return scanner;
}

std::size_t DocumentScanner::scan(std::string_view text, std::uint64_t offset, bool isLast, Chunk& chunk)
{
    ChunkWriter writer(chunk);
    m_text = text;
    m_offset = offset;
    m_isLast = isLast;
    m_nextFrom = std::string_view::npos;
    m_lookAhead = kLooksAhead * text.size() + kScanPadding;
    m_mayReadAgain = kReadsAgain * text.size();
    m_chunk = &chunk;
    m_writer = &writer;
    const char* p = text.data();
    const char* end = p + text.size();
    const char* before = nullptr;
    for (auto was = m_where; (p != before || m_where != was) && p < end;) {
        before = p;
        was = m_where;
        if (m_where != Where::Value) {
            p = skipSpace(p);
            if (p >= end) {
                p = end;
                break;
            }
        }
        switch (m_where) {
        case Where::Start:
            p = scanStart(p, end);
            break;
        case Where::TopObject:
            p = scanTop(p, end);
            break;
        case Where::Value:
            p = scanValueBytes(p, end);
            break;
        case Where::Events:
            p = scanElement(p, end);
            break;
        case Where::End:
            if (const char* event = resumeEvents(p, end)) {
                p = event;
                break;
            }
            chunk.log.add(
                "trailing-text", Severity::Warning, "Text after the end of the trace was ignored.", offsetOf(p));
            p = end;
            break;
        case Where::NotATrace:
            p = end;
            break;
        }
    }
    if (isLast) {
        finish(p, end);
        p = end;
    }
    m_chunk = nullptr;
    m_writer = nullptr;
    return static_cast<std::size_t>(p - text.data());
}

const char* DocumentScanner::scanStart(const char* p, const char* end)
{
    if (view(p, end).starts_with("\xef\xbb\xbf")) { // byte order mark
        return p + 3;
    }
    m_array = *p == '[';
    m_sawEvents = m_array;
    if (*p == '[' || *p == '{') {
        m_where = m_array ? Where::Events : Where::TopObject;
        return p + 1;
    }
    m_where = Where::NotATrace;
    m_damageAt = offsetOf(p);
    return end;
}

const char* DocumentScanner::scanTop(const char* p, const char* end)
{
    if (*p == ',') {
        m_afterComma = true;
        return p + 1;
    }
    if (*p == '}') {
        if (m_afterComma) {
            m_chunk->log.add(
                "trailing-comma", Severity::Info, "A comma before a closing bracket was ignored.", offsetOf(p));
        }
        m_where = Where::End;
        return p + 1;
    }
    if (*p != '"') {
        if (const char* event = resumeEvents(p, end)) {
            return event;
        }
        m_damageAt = offsetOf(p);
        m_chunk->log.add("damaged-header", Severity::Error,
            "What stands outside of traceEvents is not JSON; the rest was ignored.", offsetOf(p));
        m_where = Where::End;
        return end;
    }
    unsigned ignored = 0;
    const char* close = findStringEnd(p + 1, end, ignored);
    const char* colon = close < end ? skipSpace(close + 1) : end;
    const char* value = colon < end ? skipSpace(colon + 1) : end;
    if (value >= end) {
        if (static_cast<std::size_t>(end - p) <= kMostKey) {
            return p; // the key is cut: wait for the rest
        }
        m_damageAt = offsetOf(p);
        m_where = Where::End;
        return end;
    }
    if (*colon != ':') {
        if (const char* event = resumeEvents(p, end)) {
            return event;
        }
        m_damageAt = offsetOf(colon);
        m_chunk->log.add("damaged-header", Severity::Error,
            "What stands outside of traceEvents is not JSON; the rest was ignored.", offsetOf(colon));
        m_where = Where::End;
        return end;
    }
    m_key.assign(p + 1, close);
    if (m_firstKey.empty()) {
        m_firstKey = m_key;
    }
    m_afterComma = false;
    if (m_key == "traceEvents" && *value == '[') {
        m_where = Where::Events;
        m_sawEvents = true;
        return value + 1;
    }
    m_where = Where::Value;
    m_depth = 0;
    m_inString = false;
    m_escaped = false;
    m_keep = isWanted(m_key);
    m_value.clear();
    return value;
}

const char* DocumentScanner::scanValueBytes(const char* p, const char* end)
{
    const char* begin = p;
    bool done = false;
    for (; p < end && !done; ++p) {
        char c = *p;
        if (m_inString) {
            if (m_escaped) {
                m_escaped = false;
            } else if (c == '\\') {
                m_escaped = true;
            } else if (c == '"') {
                m_inString = false;
                done = m_depth == 0;
            }
        } else if (c == '"') {
            m_inString = true;
        } else if (c == '{' || c == '[') {
            ++m_depth;
        } else if (c == '}' || c == ']' || c == ',') {
            if (m_depth == 0) {
                break; // a bare value ends before its delimiter
            }
            done = c != ',' && --m_depth == 0;
        }
    }
    if (m_keep && m_value.size() < kMostValue) {
        m_value.append(begin, p);
    }
    if (done || p < end) {
        m_where = Where::TopObject;
        if (m_keep) {
            m_values[m_key] = std::move(m_value);
            m_value.clear();
        }
    }
    return p;
}

// Near the end of the text it cannot be told.
bool DocumentScanner::neverClosesSoon(const char* p, const char* end)
{
    return static_cast<std::size_t>(end - p) > kSoon && lengthOfJsonValue({ p, kSoon }) == std::string_view::npos;
}

const char* DocumentScanner::scanElement(const char* p, const char* end)
{
    while (*p == '{') { // the loop of a whole file
        const char* begin = p;
        if (m_mayReadAgain == 0 && neverClosesSoon(p, end)) {
            return recover(begin, end, "damaged-event", "Something in an event never closes; skipped.");
        }
        RawEvent event;
        ScanStatus status = scanEvent(p, end, event);
        if (status == ScanStatus::Complete) {
            m_afterComma = false;
            m_writer->add(event, offsetOf(begin), event.args.empty() ? 0 : offsetOf(event.args.data()));
            p = skipSpace(p);
            if (*p == ',') {
                m_afterComma = true;
                p = skipSpace(p + 1);
            }
            if (p >= end) {
                return end;
            }
            continue;
        }
        const char* readTo = status == ScanStatus::Malformed ? p : end;
        m_mayReadAgain -= std::min(m_mayReadAgain, static_cast<std::size_t>(readTo - begin));
        if (status == ScanStatus::Malformed) {
            return recover(
                begin, end, "damaged-event", fmt::format("An event is not JSON at byte {}; skipped.", offsetOf(p)));
        }
        if (!m_isLast && static_cast<std::size_t>(end - begin) < kMostEvent) {
            return begin;
        }
        return recover(begin, end, "file-cut",
            fmt::format("The file ends inside an event: its last {} bytes say nothing.", end - begin));
    }
    if (*p == ',') {
        m_afterComma = true;
        return p + 1;
    }
    if (*p == ']') {
        const char* after = skipSpace(p + 1);
        if (after < end && (m_array || (*after != ',' && *after != '}'))) {
            if (const char* event = resumeEvents(after, end)) {
                return event; // a bracket that damage laid bare
            }
        }
        if (m_afterComma) {
            m_chunk->log.add(
                "trailing-comma", Severity::Info, "A comma before a closing bracket was ignored.", offsetOf(p));
        }
        m_afterComma = false;
        m_where = m_array ? Where::End : Where::TopObject;
        return p + 1;
    }
    return recover(p, end, "damaged-event", "An element of traceEvents is not an object; skipped.");
}

/// Where the next event seems to begin, at p or behind it, or null. Remembered, since text that is broken throughout asks at every
/// element.
const char* DocumentScanner::nextEvent(const char* p, const char* end)
{
    const auto at = static_cast<std::size_t>(p - m_text.data());
    if (at < m_nextFrom || m_nextEvent < at) {
        m_nextFrom = at;
        m_nextEvent = findEventStart(view(m_text.data(), end), at);
    }
    return m_nextEvent == std::string_view::npos ? nullptr : m_text.data() + m_nextEvent;
}

/// Behind the damage: where the broken element seems to end or, if that comes first, where the next event seems to begin.
const char* DocumentScanner::recover(const char* p, const char* end, std::string_view code, std::string_view what)
{
    std::string_view rest = view(p, end);
    const char* next = nextEvent(p + 1, end);
    std::size_t searchEnd = next != nullptr ? static_cast<std::size_t>(next - p) : rest.size();
    std::size_t close = std::string_view::npos;
    if (*p == '{' || *p == '[') {
        const std::size_t ahead = std::min({ searchEnd, kMostEvent, m_lookAhead });
        close = lengthOfJsonValue(rest.substr(0, ahead));
        m_lookAhead -= std::min(close, ahead);
    } else { // a bare value, or what a bracket too many left over
        close = rest.find_first_of(",]{\"");
        close = close != std::string_view::npos && (rest[close] == '{' || rest[close] == '"') ? std::string_view::npos
                                                                                              : close;
    }
    bool closes = close != std::string_view::npos && close < searchEnd;
    if (closes) {
        std::size_t after = std::min(rest.find_first_not_of(" \t\r\n", close), rest.size());
        closes = after == rest.size() || rest[after] == ',' || rest[after] == ']';
    }
    if (code == "file-cut" && next != nullptr) {
        code = "damaged-event";
        what = "Something in an event never closes; skipped.";
    }
    bool cut = code == "file-cut" || (m_isLast && !closes && next == nullptr);
    m_chunk->log.add(cut ? "file-cut" : code, cut ? Severity::Error : Severity::Warning, what, offsetOf(p));
    if (closes) {
        return p + close;
    }
    return next != nullptr ? next : end;
}

/// After damage closed traceEvents too early: back to the next event, if there is one. Null: there is none.
const char* DocumentScanner::resumeEvents(const char* p, const char* end)
{
    const char* event = m_sawEvents ? nextEvent(p, end) : nullptr;
    if (event == nullptr) {
        return nullptr;
    }
    m_chunk->log.add("damaged-event", Severity::Warning,
        "A bracket too many stands between events; what follows it up to the next event was skipped.", offsetOf(p));
    m_where = Where::Events;
    return event;
}

void DocumentScanner::finish(const char* p, const char* end)
{
    switch (m_where) {
    case Where::Start:
        m_damageAt = offsetOf(end);
        break;
    case Where::TopObject:
    case Where::Events:
        m_chunk->log.add(
            "file-not-closed", Severity::Warning, "The file ends before its closing bracket.", offsetOf(end));
        break;
    case Where::Value:
        m_chunk->log.add(
            "file-cut", Severity::Error, fmt::format("The file ends inside of \"{}\".", m_key), offsetOf(end));
        break;
    case Where::End:
    case Where::NotATrace:
        break;
    }
    if (!m_damageAt) {
        m_damageAt = offsetOf(p);
    }
}

} // namespace attnscope
