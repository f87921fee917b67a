// SPDX-License-Identifier: GPL-3.0-or-later
// OpLog: what the CPU threads did between open() and close(): operators, annotations, steps, each with begin and end.
//
// Threads: every thread appends to its own log (no lock, no allocation in steady state: chunks and names are kept from session to
// session); open(), close() and collect() are called by the worker. begin() and end() cost one clock read and one look-up of the
// name by address; a name is copied only the first time a thread meets it, as are the types and shapes of inputs.
#pragma once

#include "profiler/recording/op_inputs.h"
#include "profiler/recording/thread_logs.h"
#include "profiler/trace/types.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace attnscope {

enum class OpScope : std::uint8_t { Operator, Backward, User, Annotation, Step };

/// One finished or unfinished entry as collect() hands it over.
struct OpRecord {
    Ns begin = 0;
    Ns end = 0; ///< 0: no end was seen
    std::int64_t sequence = -1; ///< autograd's sequence number, −1: none
    std::uint64_t forwardThread = 0; ///< of a backward op: torch's number of the thread that ran the forward
    const std::string* name = nullptr; ///< lives as long as the process
    OpScope scope = OpScope::Operator;
    const OpInputs* inputs = nullptr; ///< lives as long as the process; null: not recorded
};

struct ThreadOps {
    std::int64_t tid = 0; ///< the kernel's thread id
    std::vector<OpRecord> ops; ///< in order of their begin
    std::uint64_t lost = 0; ///< ops for which there was no room
};

/// The log of one thread. Only the owning thread appends.
class ThreadOpLog {
public:
    explicit ThreadOpLog(std::int64_t tid);
    ThreadOpLog(const ThreadOpLog&) = delete;
    ThreadOpLog& operator=(const ThreadOpLog&) = delete;

    /// `token` is an address that end() repeats (the RecordFunction, the guard); unique among the thread's open entries.
    void begin(std::uint64_t session, const void* token, const char* name, OpScope scope, std::int64_t sequence = -1,
        std::uint64_t forwardThread = 0, const OpInputs* inputs = nullptr);
    /// Closes the entry of this token; an unknown token (opened before the session, or on another thread) is ignored.
    void end(const void* token);

    /// Of the owning thread; what it returns may be given to begin().
    [[nodiscard]] InputTable& inputs() { return m_inputs; }
    [[nodiscard]] std::int64_t tid() const { return m_tid; }
    [[nodiscard]] std::uint64_t session() const { return m_session.load(std::memory_order_acquire); }
    [[nodiscard]] std::size_t openCount() const { return m_openCount.load(std::memory_order_acquire); }
    [[nodiscard]] ThreadOps collect() const;

private:
    struct Entry {
        Ns begin = 0;
        std::atomic<Ns> end { 0 };
        std::int64_t sequence = -1;
        std::uint64_t forwardThread = 0;
        const std::string* name = nullptr;
        const OpInputs* inputs = nullptr;
        OpScope scope = OpScope::Operator;
    };
    struct Open {
        const void* token;
        Entry* entry;
    };

    [[nodiscard]] const std::string* intern(const char* name);
    [[nodiscard]] const std::string* internSlowly(const char* name);
    void startSession(std::uint64_t session);

    const std::int64_t m_tid;
    ChunkList<Entry, 4096, 1024> m_entries; // 4 million ops a thread and session
    std::atomic<std::size_t> m_openCount { 0 };
    std::atomic<std::uint64_t> m_lost { 0 };
    std::atomic<std::uint64_t> m_session { 0 };
    std::vector<Open> m_open;
    struct Known {
        const char* address = nullptr;
        const std::string* name = nullptr;
    };
    std::array<Known, 512> m_byAddress {}; ///< the last name met in each slot; verified by comparing the text
    std::unordered_map<std::string_view, const std::string*> m_byText;
    std::deque<std::string> m_names;
    InputTable m_inputs;
};

/// The process's logs. A singleton: RecordFunction's callbacks are plain functions and carry no state.
class OpLog {
public:
    [[nodiscard]] static OpLog& instance();

    /// Starts a session: entries are appended from now on.
    void open() { m_logs.open(); }
    /// Appends nothing from now on; entries that are open may still end.
    void close() { m_logs.close(); }
    [[nodiscard]] std::uint64_t session() const { return m_logs.session(); }
    /// Every thread's entries of the last session, by thread id. Waits a moment for other threads to end theirs.
    [[nodiscard]] std::vector<ThreadOps> collect() const;

    /// The calling thread's log, made at the first use and kept for the life of the process.
    [[nodiscard]] ThreadOpLog& threadLog() { return m_logs.own(); }

private:
    ThreadLogs<ThreadOpLog> m_logs;
};

/// Records its own lifetime as an annotation or step on the calling thread while a session is open.
class ScopedSpan {
public:
    ScopedSpan(const char* name, OpScope scope = OpScope::Annotation);
    ~ScopedSpan();
    ScopedSpan(const ScopedSpan&) = delete;
    ScopedSpan& operator=(const ScopedSpan&) = delete;

private:
    ThreadOpLog* m_log = nullptr;
};

} // namespace attnscope
