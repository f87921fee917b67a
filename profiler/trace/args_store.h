// SPDX-License-Identifier: GPL-3.0-or-later
// ArgsStore: the "args" objects of a trace's spans, as text that is fetched on demand. Args of a recording lie in an arena; args of
// a file stay in the file (TextAccess), because they are most of its bytes and few are ever looked at. References are opaque
// numbers, 0 = none. Filled by one thread, then read from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope {

/// Random access to the (inflated) text of a file that was imported.
class TextAccess {
public:
    virtual ~TextAccess() = default;
    /// Up to `length` bytes at `offset`; shorter at the end or when the file cannot be read any more. Thread-safe.
    [[nodiscard]] virtual std::string read(std::uint64_t offset, std::size_t length) const = 0;
};

class ArgsStore {
public:
    /// Keeps the text of a JSON object. O(length).
    [[nodiscard]] std::uint64_t add(std::string_view json);
    /// Reference to the object that begins at `offset` of the text given to setText().
    [[nodiscard]] static std::uint64_t refInText(std::uint64_t offset) { return (offset << 1) | 1U; }
    void setText(std::shared_ptr<const TextAccess> text) { m_text = std::move(text); }

    /// "{}" for 0 and for what cannot be read any more.
    [[nodiscard]] std::string json(std::uint64_t ref) const;

private:
    std::vector<std::uint64_t> m_begin; ///< of each kept text, in the chunks laid end to end
    std::vector<std::string> m_chunks; ///< kChunkBytes each, longer ones for a single longer text
    std::vector<std::uint32_t> m_length;
    std::shared_ptr<const TextAccess> m_text;
};

/// Length of the JSON object or array at the start of `text`, tolerant of what importing tolerates; npos when it does not end there.
[[nodiscard]] std::size_t lengthOfJsonValue(std::string_view text);

} // namespace attnscope
