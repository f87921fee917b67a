// SPDX-License-Identifier: GPL-3.0-or-later
#ifdef ATTNSCOPE_WITH_CUDA

#include "profiler/recording/call_log.h"

#include "profiler/recording/clock.h"

#include <array>

#include <sys/syscall.h>
#include <unistd.h>

namespace attnscope {

/// Only the owning thread appends; entries are complete when they are counted.
class CallLog::ThreadLog {
public:
    explicit ThreadLog(std::uint32_t thread)
        : m_thread(thread)
    {
    }

    void enter(std::uint64_t session, bool driver, std::uint32_t cbid, std::uint32_t correlation)
    {
        if (m_session.load(std::memory_order_relaxed) != session) {
            m_depth = 0;
            m_lost.store(0, std::memory_order_relaxed);
            m_size.store(0, std::memory_order_relaxed);
            m_session.store(session, std::memory_order_release);
        }
        if (m_depth++ == 0) {
            m_current = { monotonicNs(), 0, correlation, 0, cbid, 0, m_thread, driver };
        } else if (m_current.innerCorrelation == 0) {
            m_current.innerCorrelation = correlation;
        }
    }
    void exit(std::uint64_t session, std::uint32_t returnValue)
    {
        if (m_session.load(std::memory_order_relaxed) != session || m_depth == 0 || --m_depth != 0) {
            return; // entered before the session, or inside another call
        }
        m_current.end = monotonicNs();
        m_current.returnValue = returnValue;
        append();
    }

    [[nodiscard]] std::uint64_t session() const { return m_session.load(std::memory_order_acquire); }
    void collectInto(Calls& result) const
    {
        const std::size_t size = m_size.load(std::memory_order_acquire);
        for (std::size_t index = 0; index < size; ++index) {
            result.calls.push_back(
                (*m_chunks[index / kChunkCalls].load(std::memory_order_acquire))[index % kChunkCalls]);
        }
        result.lost += m_lost.load(std::memory_order_acquire);
    }

private:
    static constexpr std::size_t kChunkCalls = 4096;
    static constexpr std::size_t kMaxChunks = 256; // a million calls a thread and session
    using Chunk = std::array<LoggedCall, kChunkCalls>;

    void append()
    {
        const std::size_t index = m_size.load(std::memory_order_relaxed);
        const std::size_t chunk = index / kChunkCalls;
        if (chunk >= kMaxChunks) {
            m_lost.fetch_add(1, std::memory_order_relaxed);
            return;
        }
        if (chunk >= m_owned.size()) {
            m_owned.push_back(std::make_unique<Chunk>());
            m_chunks[chunk].store(m_owned.back().get(), std::memory_order_release);
        }
        (*m_owned[chunk])[index % kChunkCalls] = m_current;
        m_size.store(index + 1, std::memory_order_release);
    }

    const std::uint32_t m_thread;
    std::uint32_t m_depth = 0;
    LoggedCall m_current;
    std::array<std::atomic<Chunk*>, kMaxChunks> m_chunks {};
    std::vector<std::unique_ptr<Chunk>> m_owned;
    std::atomic<std::size_t> m_size { 0 };
    std::atomic<std::uint64_t> m_lost { 0 };
    std::atomic<std::uint64_t> m_session { 0 };
};

CallLog& CallLog::instance()
{
    static auto* log = new CallLog; // never destroyed: threads may outlive static destruction
    return *log;
}

void CallLog::open()
{
    m_session.store(++m_lastSession, std::memory_order_release);
}

void CallLog::close()
{
    m_session.store(0, std::memory_order_release);
}

CallLog::ThreadLog& CallLog::threadLog()
{
    thread_local ThreadLog* log = nullptr;
    if (log == nullptr) {
        auto* node = new Node; // kept for the life of the process
        node->log = std::make_unique<ThreadLog>(static_cast<std::uint32_t>(::syscall(SYS_gettid)));
        log = node->log.get();
        node->next = m_head.load(std::memory_order_relaxed);
        while (!m_head.compare_exchange_weak(node->next, node, std::memory_order_release, std::memory_order_relaxed)) {
        }
    }
    return *log;
}

void CallLog::onCallback(CUpti_CallbackDomain domain, CUpti_CallbackId cbid, const CUpti_CallbackData& data)
{
    const std::uint64_t session = m_session.load(std::memory_order_acquire);
    if (session == 0) {
        return;
    }
    ThreadLog& log = threadLog();
    if (data.callbackSite == CUPTI_API_ENTER) {
        log.enter(session, domain == CUPTI_CB_DOMAIN_DRIVER_API, cbid, data.correlationId);
    } else {
        // Both kinds of result are 32 bits wide, and 0 is success.
        log.exit(session,
            data.functionReturnValue != nullptr ? *static_cast<const std::uint32_t*>(data.functionReturnValue) : 0);
    }
}

CallLog::Calls CallLog::collect() const
{
    Calls result;
    for (const Node* node = m_head.load(std::memory_order_acquire); node != nullptr; node = node->next) {
        if (node->log->session() == m_lastSession) {
            node->log->collectInto(result);
        }
    }
    return result;
}

} // namespace attnscope

#endif // ATTNSCOPE_WITH_CUDA
