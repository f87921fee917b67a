// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/buffer_pool.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace attnscope {

std::uint8_t* BufferPool::request()
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_free.empty()) {
            std::uint8_t* data = m_free.back();
            m_free.pop_back();
            ++m_held;
            return data;
        }
        if ((m_allocated + 1) * m_bufferBytes > m_budgetBytes) {
            ++m_refusals;
            return nullptr;
        }
        ++m_allocated;
        ++m_held;
    }
    auto buffer = std::make_unique<std::uint8_t[]>(m_bufferBytes); // value-initialised: zeroed
    std::uint8_t* data = buffer.get();
    const std::lock_guard lock(m_mutex);
    m_buffers.push_back(std::move(buffer));
    return data;
}

void BufferPool::complete(std::uint8_t* data, std::size_t validBytes)
{
    if (data == nullptr) {
        return;
    }
    const std::lock_guard lock(m_mutex);
    --m_held;
    m_completed.push_back({ data, validBytes });
}

std::vector<BufferPool::Filled> BufferPool::takeCompleted()
{
    std::vector<Filled> taken;
    const std::lock_guard lock(m_mutex);
    taken.swap(m_completed);
    return taken;
}

void BufferPool::recycle(const Filled& buffer)
{
    std::memset(buffer.data, 0, buffer.validBytes);
    const std::lock_guard lock(m_mutex);
    m_free.push_back(buffer.data);
}

void BufferPool::takeBackHeld()
{
    const std::lock_guard lock(m_mutex);
    const auto isHeld = [this](std::uint8_t* data) {
        return std::find(m_free.begin(), m_free.end(), data) == m_free.end()
            && std::none_of(m_completed.begin(), m_completed.end(), [data](const Filled& f) { return f.data == data; });
    };
    for (const auto& buffer : m_buffers) {
        if (isHeld(buffer.get())) {
            std::memset(buffer.get(), 0, m_bufferBytes);
            m_free.push_back(buffer.get());
        }
    }
    m_held = 0;
}

std::size_t BufferPool::completedCount() const
{
    const std::lock_guard lock(m_mutex);
    return m_completed.size();
}

std::size_t BufferPool::heldCount() const
{
    const std::lock_guard lock(m_mutex);
    return m_held;
}

std::size_t BufferPool::allocatedBytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_allocated * m_bufferBytes;
}

std::uint64_t BufferPool::takeRefusals()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_refusals, 0);
}

bool BufferPool::isHalfFull() const
{
    const std::lock_guard lock(m_mutex);
    return 2 * m_completed.size() * m_bufferBytes >= m_budgetBytes;
}

} // namespace attnscope
