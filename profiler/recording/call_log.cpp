// SPDX-License-Identifier: GPL-3.0-or-later
#ifdef ATTNSCOPE_WITH_CUDA

#include "profiler/recording/call_log.h"

#include "profiler/recording/clock.h"

namespace attnscope {

/// Only the owning thread appends; entries are complete when they are counted.
class CallLog::ThreadLog {
public:
    explicit ThreadLog(std::int64_t thread)
        : m_thread(static_cast<std::uint32_t>(thread))
    {
    }

    void enter(std::uint64_t session, bool driver, std::uint32_t cbid, std::uint32_t correlation)
    {
        if (m_session.load(std::memory_order_relaxed) != session) {
            m_depth = 0;
            m_lost.store(0, std::memory_order_relaxed);
            m_calls.clear();
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
        if (LoggedCall* call = m_calls.next()) {
            *call = m_current;
            m_calls.publish();
        } else {
            m_lost.fetch_add(1, std::memory_order_relaxed);
        }
    }

    [[nodiscard]] std::uint64_t session() const { return m_session.load(std::memory_order_acquire); }
    void collectInto(Calls& result) const
    {
        const std::size_t size = m_calls.size();
        for (std::size_t index = 0; index < size; ++index) {
            result.calls.push_back(m_calls[index]);
        }
        result.lost += m_lost.load(std::memory_order_acquire);
    }

private:
    const std::uint32_t m_thread;
    std::uint32_t m_depth = 0;
    LoggedCall m_current;
    ChunkList<LoggedCall, 4096, 256> m_calls; // a million calls a thread and session
    std::atomic<std::uint64_t> m_lost { 0 };
    std::atomic<std::uint64_t> m_session { 0 };
};

CallLog& CallLog::instance()
{
    static auto* log = new CallLog; // never destroyed: threads may outlive static destruction
    return *log;
}

void CallLog::onCallback(CUpti_CallbackDomain domain, CUpti_CallbackId cbid, const CUpti_CallbackData& data)
{
    const std::uint64_t session = m_logs.session();
    if (session == 0) {
        return;
    }
    ThreadLog& log = m_logs.own();
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
    m_logs.forEach([&result](const ThreadLog& log) { log.collectInto(result); });
    return result;
}

} // namespace attnscope

#endif // ATTNSCOPE_WITH_CUDA
