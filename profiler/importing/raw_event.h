// SPDX-License-Identifier: GPL-3.0-or-later
// RawEvent: one element of traceEvents as views into the text, and the scanner that finds them. The scanner takes what JSON allows
// and, besides, trailing commas, bare NaN / inf / N/A tokens, control characters in strings and bad escapes. It reads each byte once
// and allocates nothing. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace attnscope {

struct RawEvent {
    char phase = 0; ///< 0: none given
    std::string_view name, category, pid, tid, time, duration, id, bindPoint, scope, bindId;
    std::string_view args; ///< with its braces; empty: none
    std::string_view correlation, stream, device; ///< top-level members of args
    unsigned nameOddities = 0; ///< StringOddity bits
    bool hasName = false, hasDuration = false;
    bool flowIn = false, flowOut = false;
    bool notJson = false; ///< a token or comma that JSON does not allow; `oddAt` says where
    const char* oddAt = nullptr;
};

enum class ScanStatus : std::uint8_t {
    Complete,
    Incomplete, ///< the text ends inside the event
    Malformed,
};

/// `at` is at the event's '{' and is moved behind its '}' when Complete, to the offending byte when Malformed. `end` must be followed
/// by kScanPadding zero bytes.
[[nodiscard]] ScanStatus scanEvent(const char*& at, const char* end, RawEvent& event);

/// First position at or after `from` where an element of traceEvents seems to begin: a '{' after "}," that is followed by a key that
/// events have. A guess, to be checked by whoever uses it. npos: none.
[[nodiscard]] std::size_t findEventStart(std::string_view text, std::size_t from);
/// The last such position.
[[nodiscard]] std::size_t findLastEventStart(std::string_view text);

} // namespace attnscope
