// SPDX-License-Identifier: GPL-3.0-or-later
// DocumentScanner: walks through the text of a trace file stretch by stretch, hands the elements of traceEvents to a chunk and keeps
// the few other top-level values that are wanted. It can stop after any byte and go on with the next stretch, and it can begin in the
// middle of traceEvents (which is how two threads scan one file). A plain value; one thread at a time.
#pragma once

#include "profiler/importing/chunk.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace attnscope {

class DocumentScanner {
public:
    enum class Where : std::uint8_t {
        Start, ///< nothing but space so far
        TopObject, ///< between members of the top-level object
        Value, ///< inside a top-level value
        Events, ///< between elements of traceEvents
        End, ///< after the closing bracket of the document
        NotATrace, ///< the first byte is neither '{' nor '['
    };

    /// A scanner that believes itself between two elements of traceEvents; `array`: the document is an array.
    [[nodiscard]] static DocumentScanner insideEvents(bool array);

    /// Scans text whose first byte has `offset` in the whole. Returns how many bytes were used; the rest must come again at the front
    /// of the next stretch. With `isLast`, everything is used. `text` must be followed by kScanPadding zero bytes.
    std::size_t scan(std::string_view text, std::uint64_t offset, bool isLast, Chunk& chunk);

    [[nodiscard]] Where where() const { return m_where; }
    [[nodiscard]] bool isBetweenEvents() const { return m_where == Where::Events; }
    [[nodiscard]] bool isArray() const { return m_array; }
    [[nodiscard]] bool sawEvents() const { return m_sawEvents; }
    /// Top-level values that are kept, as text.
    [[nodiscard]] const std::map<std::string, std::string, std::less<>>& values() const { return m_values; }
    [[nodiscard]] std::map<std::string, std::string, std::less<>>& values() { return m_values; }
    [[nodiscard]] const std::string& firstKey() const { return m_firstKey; }
    /// Where the text stops being a trace, when it does.
    [[nodiscard]] std::optional<std::uint64_t> damageAt() const { return m_damageAt; }

private:
    const char* scanStart(const char* p, const char* end);
    const char* scanTop(const char* p, const char* end);
    const char* scanValueBytes(const char* p, const char* end);
    const char* scanElement(const char* p, const char* end);
    [[nodiscard]] static bool neverClosesSoon(const char* p, const char* end);
    const char* recover(const char* p, const char* end, std::string_view code, std::string_view what);
    const char* nextEvent(const char* p, const char* end);
    const char* resumeEvents(const char* p, const char* end);
    void finish(const char* p, const char* end);
    [[nodiscard]] std::uint64_t offsetOf(const char* p) const
    {
        return m_offset + static_cast<std::uint64_t>(p - m_text.data());
    }

    Where m_where = Where::Start;
    bool m_array = false; ///< the document is an array of events
    bool m_sawEvents = false;
    bool m_afterComma = false;
    std::string m_firstKey, m_key;
    std::map<std::string, std::string, std::less<>> m_values;
    std::optional<std::uint64_t> m_damageAt;
    // Inside a value
    std::size_t m_depth = 0;
    bool m_inString = false, m_escaped = false, m_keep = false;
    std::string m_value;
    // The stretch being scanned
    std::string_view m_text;
    std::uint64_t m_offset = 0;
    bool m_isLast = false;
    std::size_t m_nextFrom = 0, m_nextEvent = 0; ///< from where the next event was looked for, and where it is
    std::size_t m_mayReadAgain = 0; ///< bytes of broken events
    std::size_t m_lookAhead = 0; ///< bytes that may still be read again behind damage
    Chunk* m_chunk = nullptr;
    ChunkWriter* m_writer = nullptr;
};

} // namespace attnscope
