// SPDX-License-Identifier: GPL-3.0-or-later
// NameTable: interned strings. The same text gives the same id; ids count up from 0 in the order of first use. The text lives in
// chunks that never move, so views stay valid as long as the table (or what bytes() returned) lives. One thread while it grows.
// intern() is O(length).
#pragma once

#include "profiler/trace/types.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace attnscope {

/// 64 bits of a text; not for untrusted tables that must resist chosen collisions beyond O(n) probing.
[[nodiscard]] std::uint64_t hashText(std::string_view text);

class NameTable {
public:
    NameTable();

    [[nodiscard]] NameId intern(std::string_view text) { return intern(text, hashText(text)); }
    /// `hash` is hashText(text), for callers that have it already.
    [[nodiscard]] NameId intern(std::string_view text, std::uint64_t hash);
    [[nodiscard]] std::string_view operator[](NameId id) const { return m_names[id]; }
    [[nodiscard]] std::uint64_t hashOf(NameId id) const { return m_hashes[id]; }
    [[nodiscard]] std::size_t size() const { return m_names.size(); }
    [[nodiscard]] const std::vector<std::string_view>& names() const { return m_names; }
    /// Keeps the characters alive.
    [[nodiscard]] std::shared_ptr<const void> bytes() const { return m_bytes; }

private:
    using Chunks = std::vector<std::unique_ptr<char[]>>;

    [[nodiscard]] std::string_view keep(std::string_view text);
    void grow();

    std::shared_ptr<Chunks> m_bytes;
    char* m_free = nullptr;
    std::size_t m_freeBytes = 0;
    std::vector<std::string_view> m_names;
    std::vector<std::uint64_t> m_hashes;
    std::vector<NameId> m_slots; ///< open addressing, a power of two, kEmptySlot where free
};

} // namespace attnscope
