// SPDX-License-Identifier: GPL-3.0-or-later
// TraceAssembler: puts the recordings of all variants into one Trace: lanes, links, counts of what is complete, and a log of what
// is not. Free of LibTorch and CUPTI. One thread; O(n log n). The order of the records makes no difference to the result.
//
// GPU work belongs to the launch with its correlation id and so to the op and step in which that launch lies, never to what happens
// to overlap it in time.
#pragma once

#include "profiler/recording/gpu_records.h"
#include "profiler/recording/memory_log.h"
#include "profiler/recording/op_log.h"
#include "profiler/trace/session.h"
#include "profiler/trace/trace_builder.h"

#include <cstdint>
#include <string>
#include <vector>

namespace attnscope {

/// One variant as recorded. Times are monotonic ns.
struct VariantRecording {
    VariantResult result; ///< window, steps and counts are empty: the assembler fills them, and backend
    std::vector<ThreadOps> ops;
    GpuRecords gpu;
    MemoryRecords memory;
    RecordLevel level = RecordLevel::Full;
    std::int64_t workerThread = 0; ///< kernel thread id of the thread that ran the variant
};

class TraceAssembler {
public:
    explicit TraceAssembler(const DeviceInfo& device);

    /// Adds the recording's spans and returns its result with window, steps, counts and backend filled.
    [[nodiscard]] VariantResult add(VariantRecording recording);
    /// Freezes everything into a trace with this session (whose results are those that add() returned).
    [[nodiscard]] TracePtr finish(Session session);

private:
    struct Launches;

    void addOps(const VariantRecording& recording, Ns windowEnd);
    void addApi(const VariantRecording& recording);
    void addGpuWork(const VariantRecording& recording, const Launches& launches, VariantResult& result);
    void addOverhead(const VariantRecording& recording);
    void addMemory(const VariantRecording& recording, VariantResult& result);
    void addDramRate(const GpuRecords& gpu);
    void countLaunches(const GpuRecords& gpu, VariantResult& result);
    void logProblems(const VariantRecording& recording, const VariantResult& result);
    void addSpan(const LaneKey& lane, SpanInput span);
    [[nodiscard]] std::uint64_t wideCorrelation(std::uint32_t correlation) const;

    TraceBuilder m_builder;
    std::string m_pid;
    CounterSeries m_memory; ///< allocated bytes over all variants
    CounterSeries m_dramRate; ///< of the kernels that were counted
    Ns m_earliest = 0; ///< 0: nothing yet
    std::uint64_t m_correlationEpoch = 0; ///< how often CUPTI's 32-bit ids have wrapped around
    std::uint32_t m_lastCorrelation = 0;
};

/// The backend that ran, by the operators that were recorded: "flash", "cudnn", "efficient", "math", or "none".
[[nodiscard]] std::string backendOf(const std::vector<ThreadOps>& ops);

} // namespace attnscope
