// SPDX-License-Identifier: GPL-3.0-or-later
// BufferPool: the memory that CUPTI fills with records. Buffers live as long as the pool: CUPTI may still write to one that it asked
// for after recording has stopped, so only completed ones come back until CUPTI has been finalised, and none is ever freed before the
// end of the process.
//
// Threads: any; a mutex guards the lists for a few instructions and is never held while anything else is called. A hard budget:
// beyond it request() gives nothing and counts the refusal. Buffers are handed out zeroed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace attnscope {

class BufferPool {
public:
    struct Filled {
        std::uint8_t* data = nullptr;
        std::size_t validBytes = 0;
    };

    BufferPool(std::size_t bufferBytes, std::size_t budgetBytes)
        : m_bufferBytes(bufferBytes)
        , m_budgetBytes(budgetBytes)
    {
    }

    /// A zeroed buffer of bufferBytes(), or nullptr beyond the budget.
    [[nodiscard]] std::uint8_t* request();
    /// CUPTI is done with this buffer.
    void complete(std::uint8_t* data, std::size_t validBytes);
    /// The completed buffers, oldest first; give each back with recycle() after reading.
    [[nodiscard]] std::vector<Filled> takeCompleted();
    /// Zeroes what was used and makes the buffer available again.
    void recycle(const Filled& buffer);

    /// Makes those available again that CUPTI still held when it was finalised.
    void takeBackHeld();

    [[nodiscard]] std::size_t bufferBytes() const { return m_bufferBytes; }
    [[nodiscard]] std::size_t completedCount() const;
    /// Buffers that CUPTI holds now.
    [[nodiscard]] std::size_t heldCount() const;
    [[nodiscard]] std::size_t allocatedBytes() const;
    /// Refusals since the last call.
    [[nodiscard]] std::uint64_t takeRefusals();
    /// True when completed buffers fill half of the budget: time to read them.
    [[nodiscard]] bool isHalfFull() const;

private:
    const std::size_t m_bufferBytes, m_budgetBytes;
    mutable std::mutex m_mutex;
    std::vector<std::unique_ptr<std::uint8_t[]>> m_buffers;
    std::vector<std::uint8_t*> m_free;
    std::vector<Filled> m_completed;
    std::size_t m_held = 0;
    std::size_t m_allocated = 0; ///< buffers, those being allocated included
    std::uint64_t m_refusals = 0;
};

} // namespace attnscope
