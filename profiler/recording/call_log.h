// SPDX-License-Identifier: GPL-3.0-or-later
// CallLog: which calls of CUDA each thread made between open() and close(), taken in CUPTI's callbacks. Recording calls as activity
// records would be less code, but that instruments every call of CUDA, also those that are filtered out: on an H200 it made small
// forwards 20 to 40 % slower, before anything else was recorded.
//
// Threads: a callback appends to its own thread's log (no lock, no call of CUPTI's, no allocation in steady state); open(), close()
// and collect() are the worker's. A call made inside another (the runtime's launch makes one of the driver's) is no call of its own.
#pragma once

#include "profiler/recording/cupti_api.h"
#include "profiler/recording/thread_logs.h"
#include "profiler/trace/types.h"

#include <cstdint>
#include <vector>

namespace attnscope {

struct LoggedCall {
    Ns start = 0, end = 0;
    std::uint32_t correlation = 0;
    std::uint32_t innerCorrelation = 0; ///< of the first call inside, 0: none
    std::uint32_t cbid = 0;
    std::uint32_t returnValue = 0;
    std::uint32_t thread = 0; ///< the kernel's thread id
    bool driver = false;
};

class CallLog {
public:
    [[nodiscard]] static CallLog& instance();

    void open() { m_logs.open(); }
    void close() { m_logs.close(); }
    [[nodiscard]] bool isOpen() const { return m_logs.session() != 0; }
    /// For CUPTI's subscriber: callbacks of the driver and the runtime domain.
    void onCallback(CUpti_CallbackDomain domain, CUpti_CallbackId cbid, const CUpti_CallbackData& data);

    struct Calls {
        std::vector<LoggedCall> calls;
        std::uint64_t lost = 0; ///< found no room
    };
    /// The finished calls of the last session, thread by thread in their order.
    [[nodiscard]] Calls collect() const;

private:
    class ThreadLog;
    CallLog() = default;

    ThreadLogs<ThreadLog> m_logs;
};

} // namespace attnscope
