// SPDX-License-Identifier: GPL-3.0-or-later
// ImportLog: every oddity of a file or a recording as data: code, severity, how often, first byte offset, one example.
// Not thread-safe while it is filled; immutable afterwards. add() is O(codes).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attnscope {

enum class Severity : std::uint8_t { Info, Warning, Error };
[[nodiscard]] std::string_view toString(Severity value);

struct LogEntry {
    std::string code; ///< stable, kebab-case: "overlap-on-stream", "trailing-comma", "launch-before-recording"
    Severity severity = Severity::Info;
    std::uint64_t count = 0;
    std::optional<std::uint64_t> firstOffset; ///< byte offset in the (inflated) text; empty for recordings
    std::string example; ///< one sentence about the first occurrence
};

class ImportLog {
public:
    /// Counts one more occurrence (or `count` of them); keeps offset and example of the first.
    void add(std::string_view code, Severity severity, std::string_view example,
        std::optional<std::uint64_t> offset = std::nullopt, std::uint64_t count = 1);
    /// One more entry, even where its code is known: from another file.
    void append(LogEntry entry) { m_entries.push_back(std::move(entry)); }
    [[nodiscard]] const std::vector<LogEntry>& entries() const { return m_entries; }
    [[nodiscard]] const LogEntry* find(std::string_view code) const;
    [[nodiscard]] bool empty() const { return m_entries.empty(); }

private:
    std::vector<LogEntry> m_entries;
};

} // namespace attnscope
