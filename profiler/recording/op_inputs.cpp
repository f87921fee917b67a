// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/op_inputs.h"

#include <algorithm>

namespace attnscope {
namespace {

std::uint64_t hashOf(std::span<const std::int64_t> words)
{
    std::uint64_t hash = words.size();
    for (const std::int64_t word : words) {
        hash = (hash ^ static_cast<std::uint64_t>(word)) * 0x9e3779b97f4a7c15U; // 2^64 over the golden ratio
        hash ^= hash >> 32U;
    }
    return hash;
}

} // namespace

const OpInputs* InputTable::intern(std::span<const std::int64_t> words, Decode decode)
{
    if (m_slots.empty()) {
        m_slots.resize(kSlots);
    }
    const std::uint64_t hash = hashOf(words);
    std::size_t slot = hash & (kSlots - 1);
    for (; m_slots[slot] != nullptr; slot = (slot + 1) & (kSlots - 1)) {
        const Known& known = *m_slots[slot];
        if (known.hash == hash && std::equal(words.begin(), words.end(), known.words.begin(), known.words.end())) {
            return &known.inputs;
        }
    }
    if (m_size == kMostEncodings) {
        return nullptr;
    }
    ++m_size;
    m_slots[slot] =
        std::make_unique<Known>(Known { hash, std::vector<std::int64_t>(words.begin(), words.end()), decode(words) });
    return &m_slots[slot]->inputs;
}

} // namespace attnscope
