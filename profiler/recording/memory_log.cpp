// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/memory_log.h"

#include "profiler/recording/clock.h"

#include <algorithm>

namespace attnscope {

MemoryLog& MemoryLog::instance()
{
    static auto* log = new MemoryLog; // never destroyed: threads may outlive static destruction
    return *log;
}

void MemoryLog::open()
{
    if (!m_slots) {
        m_slots = std::make_unique<Slot[]>(kCapacity);
    }
    const std::size_t used = std::min(m_size.load(std::memory_order_relaxed), kCapacity);
    for (std::size_t i = 0; i < used; ++i) {
        m_slots[i].time.store(0, std::memory_order_relaxed);
    }
    m_size.store(0, std::memory_order_relaxed);
    m_isOpen.store(true, std::memory_order_release);
}

void MemoryLog::close()
{
    m_isOpen.store(false, std::memory_order_release);
}

void MemoryLog::append(std::int64_t change, std::int64_t total) noexcept
{
    if (!m_isOpen.load(std::memory_order_acquire)) {
        return;
    }
    const std::size_t index = m_size.fetch_add(1, std::memory_order_relaxed);
    if (index >= kCapacity) {
        return;
    }
    Slot& slot = m_slots[index];
    slot.change.store(change, std::memory_order_relaxed);
    slot.total.store(total, std::memory_order_relaxed);
    slot.time.store(monotonicNs(), std::memory_order_release);
}

MemoryRecords MemoryLog::collect() const
{
    MemoryRecords records;
    const std::size_t size = m_size.load(std::memory_order_acquire);
    records.lost = size > kCapacity ? size - kCapacity : 0;
    for (std::size_t i = 0; i < std::min(size, kCapacity); ++i) {
        const Slot& slot = m_slots[i];
        if (const Ns time = slot.time.load(std::memory_order_acquire); time != 0) {
            records.events.push_back(
                { time, slot.change.load(std::memory_order_relaxed), slot.total.load(std::memory_order_relaxed) });
        }
    }
    return records;
}

std::uint64_t unseenChanges(const MemoryRecords& records)
{
    if (!records.checkable || records.lost != 0) {
        return 0; // cannot be said, and the loss is told by itself
    }
    std::uint64_t unseen = 0;
    std::int64_t total = records.before;
    for (const MemoryEvent& event : records.events) {
        unseen += total + event.change != event.total ? 1 : 0;
        total = event.total;
    }
    return unseen + (total != records.after ? 1 : 0);
}

} // namespace attnscope
