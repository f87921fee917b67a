// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/name_table.h"

#include <algorithm>
#include <cstring>

namespace attnscope {
namespace {

constexpr NameId kEmptySlot = 0xffffffffU;
constexpr std::size_t kChunkBytes = std::size_t { 1 } << 16;

std::uint64_t mix(std::uint64_t value)
{
    value ^= value >> 32;
    value *= 0x9e3779b97f4a7c15U;
    value ^= value >> 29;
    return value;
}

} // namespace

std::uint64_t hashText(std::string_view text)
{
    // Eight bytes a step: names of kernels reach kilobytes and are hashed once per span.
    std::uint64_t hash = text.size() * 0x9e3779b97f4a7c15U;
    const char* p = text.data();
    std::size_t left = text.size();
    for (; left >= 8; left -= 8, p += 8) {
        std::uint64_t word;
        std::memcpy(&word, p, 8);
        hash = (hash ^ word) * 0xff51afd7ed558ccdU;
        hash ^= hash >> 32;
    }
    std::uint64_t rest = 0;
    if (left > 0) {
        std::memcpy(&rest, p, left);
    }
    return mix(hash ^ rest);
}

NameTable::NameTable()
    : m_bytes(std::make_shared<Chunks>())
    , m_slots(256, kEmptySlot)
{
}

NameId NameTable::intern(std::string_view text, std::uint64_t hash)
{
    std::size_t mask = m_slots.size() - 1;
    std::size_t slot = hash & mask;
    while (m_slots[slot] != kEmptySlot) {
        NameId id = m_slots[slot];
        if (m_hashes[id] == hash && m_names[id] == text) {
            return id;
        }
        slot = (slot + 1) & mask;
    }
    auto id = static_cast<NameId>(m_names.size());
    m_names.push_back(keep(text));
    m_hashes.push_back(hash);
    m_slots[slot] = id;
    if (m_names.size() * 2 > m_slots.size()) {
        grow();
    }
    return id;
}

std::string_view NameTable::keep(std::string_view text)
{
    if (text.empty()) {
        return {};
    }
    if (text.size() > m_freeBytes) {
        std::size_t bytes = std::max(kChunkBytes, text.size());
        m_bytes->push_back(std::make_unique_for_overwrite<char[]>(bytes));
        m_free = m_bytes->back().get();
        m_freeBytes = bytes;
    }
    char* kept = m_free;
    std::memcpy(kept, text.data(), text.size());
    m_free += text.size();
    m_freeBytes -= text.size();
    return { kept, text.size() };
}

void NameTable::grow()
{
    m_slots.assign(m_slots.size() * 2, kEmptySlot);
    std::size_t mask = m_slots.size() - 1;
    for (NameId id = 0; id < m_names.size(); ++id) {
        std::size_t slot = m_hashes[id] & mask;
        while (m_slots[slot] != kEmptySlot) {
            slot = (slot + 1) & mask;
        }
        m_slots[slot] = id;
    }
}

} // namespace attnscope
