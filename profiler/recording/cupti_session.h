// SPDX-License-Identifier: GPL-3.0-or-later
// CuptiSession: CUPTI's activity records for as many recordings as the process makes. Set up before the first CUDA context (subscriber,
// thread ids, clock callback, buffer callbacks; in this order). A recording enables the record kinds, and its end flushes and disables
// them. That leaves three quarters of what CUPTI adds to a launch in place (5 % of a forward of many small kernels), which only
// finalising CUPTI takes out: detach() does, and sets it up again, which costs launches nothing. Finalising races with threads that are
// inside CUDA, so detach() is for the end of a run, when the GPU has been waited for.
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
    Status detach() override;
    void countersWereCollected() override { m_attached = true; }
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
    bool m_attached = false; ///< CUPTI has been used since the last set-up
};

} // namespace attnscope
