// SPDX-License-Identifier: GPL-3.0-or-later
// MemoryLog: what LibTorch's allocators did between open() and close(): every allocation and release, with the allocator's own total
// after it.
//
// Threads: append() may be called from any thread, also under the allocator's lock: it takes none itself and allocates nothing (one
// atomic addition, four stores, one clock read). open(), close() and collect() are the worker's. Beyond the capacity events are
// counted as lost; the totals of later ones would still be right.
#pragma once

#include "profiler/trace/types.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace attnscope {

struct MemoryEvent {
    Ns time = 0;
    std::int64_t change = 0; ///< bytes; negative: released
    std::int64_t total = 0; ///< bytes that the allocator holds for tensors after it
};

/// The memory part of one recording, of the device that was recorded.
struct MemoryRecords {
    std::vector<MemoryEvent> events; ///< in the allocator's order
    std::uint64_t lost = 0;
    std::int64_t before = 0, after = 0; ///< the allocator's own figure at both ends; of the CPU's there is none
    bool checkable = false; ///< before and after are known
};

class MemoryLog {
public:
    static constexpr std::size_t kCapacity = 1U << 17U;

    [[nodiscard]] static MemoryLog& instance();

    void open();
    void close();
    void append(std::int64_t change, std::int64_t total) noexcept;
    /// After close(): events in the order of their append, and how many found no room.
    [[nodiscard]] MemoryRecords collect() const;

private:
    struct Slot {
        std::atomic<Ns> time { 0 }; ///< written last; 0: not complete
        std::atomic<std::int64_t> change { 0 }, total { 0 };
    };
    std::unique_ptr<Slot[]> m_slots; ///< made at the first open(), kept
    std::atomic<std::size_t> m_size { 0 }; ///< may exceed the capacity
    std::atomic<bool> m_isOpen { false };
};

/// How far the events disagree with the allocator's figures: the number of changes that it made unseen. 0 when complete. O(n).
[[nodiscard]] std::uint64_t unseenChanges(const MemoryRecords& records);

} // namespace attnscope
