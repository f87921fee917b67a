// SPDX-License-Identifier: GPL-3.0-or-later
// ThreadLogs: one log a thread behind a gate that opens and closes them all; what OpLog and CallLog have in common. A session is a
// number: a thread sees by it that its log is of an earlier one. ChunkList: the entries of such a log.
//
// Threads: any thread asks for session() and own(); open(), close() and forEach() are the worker's. No lock; own() allocates at a
// thread's first use only, append() for the first session that needs a chunk. Everything is kept for the life of the process: threads
// may outlive static destruction.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <sys/syscall.h>
#include <unistd.h>

namespace attnscope {

/// Only the owning thread appends; what size() counts may be read by any.
template<typename Entry, std::size_t kChunkEntries, std::size_t kMaxChunks>
class ChunkList {
public:
    /// Room for the next entry, not counted before publish(); null when the list is full.
    [[nodiscard]] Entry* next()
    {
        const std::size_t index = m_size.load(std::memory_order_relaxed);
        const std::size_t chunk = index / kChunkEntries;
        if (chunk >= kMaxChunks) {
            return nullptr;
        }
        if (chunk >= m_owned.size()) {
            m_owned.push_back(std::make_unique<Chunk>());
            m_chunks[chunk].store(m_owned.back().get(), std::memory_order_release);
        }
        return &(*m_owned[chunk])[index % kChunkEntries];
    }
    void publish() { m_size.store(m_size.load(std::memory_order_relaxed) + 1, std::memory_order_release); }
    /// Keeps the chunks.
    void clear() { m_size.store(0, std::memory_order_relaxed); }
    [[nodiscard]] std::size_t size() const { return m_size.load(std::memory_order_acquire); }
    [[nodiscard]] Entry& operator[](std::size_t index) const
    {
        return (*m_chunks[index / kChunkEntries].load(std::memory_order_acquire))[index % kChunkEntries];
    }

private:
    using Chunk = std::array<Entry, kChunkEntries>;
    std::array<std::atomic<Chunk*>, kMaxChunks> m_chunks {};
    std::vector<std::unique_ptr<Chunk>> m_owned;
    std::atomic<std::size_t> m_size { 0 };
};

/// `Log` is made with the kernel's thread id and says by session() which session its entries are of. One instance a type: the thread's
/// own log is found through the type.
template<typename Log>
class ThreadLogs {
public:
    void open() { m_session.store(++m_lastSession, std::memory_order_release); }
    void close() { m_session.store(0, std::memory_order_release); }
    /// 0: closed.
    [[nodiscard]] std::uint64_t session() const { return m_session.load(std::memory_order_acquire); }

    /// The calling thread's log.
    [[nodiscard]] Log& own()
    {
        thread_local Log* log = nullptr;
        if (log == nullptr) {
            auto* node = new Node;
            node->log = std::make_unique<Log>(::syscall(SYS_gettid));
            log = node->log.get();
            node->next = m_head.load(std::memory_order_relaxed);
            while (
                !m_head.compare_exchange_weak(node->next, node, std::memory_order_release, std::memory_order_relaxed)) {
            }
        }
        return *log;
    }
    /// Every log that has entries of the last session.
    template<typename Visit>
    void forEach(Visit visit) const
    {
        for (const Node* node = m_head.load(std::memory_order_acquire); node != nullptr; node = node->next) {
            if (node->log->session() == m_lastSession) {
                visit(static_cast<const Log&>(*node->log));
            }
        }
    }

private:
    struct Node {
        std::unique_ptr<Log> log;
        Node* next = nullptr;
    };
    std::atomic<std::uint64_t> m_session { 0 };
    std::uint64_t m_lastSession = 0;
    std::atomic<Node*> m_head { nullptr };
};

} // namespace attnscope
