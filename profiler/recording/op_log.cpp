// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/op_log.h"

#include "profiler/recording/clock.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

namespace attnscope {

ThreadOpLog::ThreadOpLog(std::int64_t tid)
    : m_tid(tid)
{
    m_open.reserve(256);
}

const std::string* ThreadOpLog::intern(const char* name)
{
    // An operator's name lies at one address for the life of the process, an annotation's may not: the text decides.
    const auto bits = reinterpret_cast<std::uintptr_t>(name);
    Known& known = m_byAddress[(bits ^ (bits >> 9U)) % m_byAddress.size()];
    if (known.address != name || std::strcmp(known.name->c_str(), name) != 0) {
        known = { name, internSlowly(name) };
    }
    return known.name;
}

const std::string* ThreadOpLog::internSlowly(const char* name)
{
    if (auto known = m_byText.find(name); known != m_byText.end()) {
        return known->second;
    }
    const std::string* text = &m_names.emplace_back(name);
    m_byText.emplace(*text, text);
    return text;
}

void ThreadOpLog::startSession(std::uint64_t session)
{
    m_open.clear();
    m_openCount.store(0, std::memory_order_relaxed);
    m_lost.store(0, std::memory_order_relaxed);
    m_entries.clear();
    m_session.store(session, std::memory_order_release);
}

void ThreadOpLog::begin(std::uint64_t session, const void* token, const char* name, OpScope scope,
    std::int64_t sequence, std::uint64_t forwardThread, const OpInputs* inputs)
{
    if (m_session.load(std::memory_order_relaxed) != session) {
        startSession(session);
    }
    Entry* slot = m_entries.next();
    if (slot == nullptr) {
        m_lost.fetch_add(1, std::memory_order_relaxed);
        return;
    }
    slot->end.store(0, std::memory_order_relaxed);
    slot->sequence = sequence;
    slot->forwardThread = forwardThread;
    slot->name = intern(name != nullptr ? name : "");
    slot->inputs = inputs;
    slot->scope = scope;
    m_open.push_back({ token, slot });
    m_openCount.store(m_open.size(), std::memory_order_release);
    slot->begin = monotonicNs(); // last, so that our own work lies outside the op
    m_entries.publish();
}

void ThreadOpLog::end(const void* token)
{
    const Ns now = monotonicNs();
    auto found =
        std::find_if(m_open.rbegin(), m_open.rend(), [token](const Open& open) { return open.token == token; });
    if (found == m_open.rend()) {
        return;
    }
    found->entry->end.store(now, std::memory_order_release);
    m_open.erase(std::next(found).base());
    m_openCount.store(m_open.size(), std::memory_order_release);
}

ThreadOps ThreadOpLog::collect() const
{
    ThreadOps result;
    result.tid = m_tid;
    result.lost = m_lost.load(std::memory_order_acquire);
    const std::size_t size = m_entries.size();
    result.ops.reserve(size);
    for (std::size_t index = 0; index < size; ++index) {
        const Entry& slot = m_entries[index];
        result.ops.push_back({ slot.begin, slot.end.load(std::memory_order_acquire), slot.sequence, slot.forwardThread,
            slot.name, slot.scope, slot.inputs });
    }
    return result;
}

OpLog& OpLog::instance()
{
    static OpLog* log = new OpLog; // never destroyed: threads may outlive static destruction
    return *log;
}

std::vector<ThreadOps> OpLog::collect() const
{
    // Autograd wakes its caller a moment before the callbacks of its last function have ended.
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
    std::vector<ThreadOps> result;
    m_logs.forEach([&](const ThreadOpLog& log) {
        while (log.openCount() != 0 && std::chrono::steady_clock::now() < deadline) {
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        }
        result.push_back(log.collect());
    });
    std::sort(result.begin(), result.end(), [](const ThreadOps& a, const ThreadOps& b) { return a.tid < b.tid; });
    return result;
}

ScopedSpan::ScopedSpan(const char* name, OpScope scope)
{
    if (const std::uint64_t session = OpLog::instance().session(); session != 0) {
        m_log = &OpLog::instance().threadLog();
        m_log->begin(session, this, name, scope);
    }
}

ScopedSpan::~ScopedSpan()
{
    if (m_log != nullptr) {
        m_log->end(this);
    }
}

} // namespace attnscope
