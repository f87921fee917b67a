// SPDX-License-Identifier: GPL-3.0-or-later
// CuptiSession: CUPTI's activity records for as many recordings as the process makes. Set up once (subscriber, thread ids, clock
// callback, buffer callbacks; in this order, before the first CUDA context) and never finalised: tearing CUPTI down races with the
// application. A recording enables the record kinds, and its end flushes and disables them.
//
// Threads: the worker calls; CUPTI calls back from any thread. No lock is held across a call into CUPTI, and the callbacks call
// nothing of CUPTI's. Only one session at a time can be set up: CUPTI's callbacks are process-wide and carry no user data.
#pragma once

#include "profiler/recording/buffer_pool.h"
#include "profiler/recording/cupti_api.h"
#include "profiler/recording/cupti_decode.h"
#include "profiler/recording/gpu_collector.h"
#include "profiler/recording/recorded_calls.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace attnscope {

class CuptiSession final : public GpuCollector {
public:
    static constexpr std::size_t kBufferBytes = 2U << 20U;
    static constexpr std::size_t kBudgetBytes = 64U << 20U;

    explicit CuptiSession(
        CuptiApi& api, std::size_t bufferBytes = kBufferBytes, std::size_t budgetBytes = kBudgetBytes);
    ~CuptiSession() override;
    CuptiSession(const CuptiSession&) = delete;
    CuptiSession& operator=(const CuptiSession&) = delete;

    Status initialise() override;
    Status start(RecordLevel level) override;
    void drain() override;
    [[nodiscard]] GpuRecords stop(const std::function<void()>& synchronise) override;
    [[nodiscard]] std::uint32_t version() const override;

    [[nodiscard]] const BufferPool& pool() const { return m_pool; }

private:
    static void bufferRequested(std::uint8_t** buffer, std::size_t* size, std::size_t* maxRecords);
    static void bufferCompleted(
        CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t size, std::size_t validBytes);

    [[nodiscard]] Status setUp();
    [[nodiscard]] Status checkClock();
    [[nodiscard]] Status enableKind(CUpti_ActivityKind kind);
    [[nodiscard]] Status enableCalls();
    std::size_t switchCallbacks(bool enabled);
    void takeCalls();
    void disableKinds();
    void decodeCompleted();
    void discardCompleted();

    CuptiApi& m_api;
    BufferPool m_pool;
    CuptiDecoder m_decoder;
    std::optional<Status> m_setUp;
    std::optional<RecordedCalls> m_calls; ///< chosen at the first recording of calls
    GpuRecords m_records;
    std::string m_clockProblem;
    bool m_collecting = false;
};

} // namespace attnscope
