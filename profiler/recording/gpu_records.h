// SPDX-License-Identifier: GPL-3.0-or-later
// What CUPTI reported of one recording, as plain values: API calls, GPU work, overhead. Decoded from CUPTI's buffers by
// cupti_decode.h; free of CUPTI types, so that assembling and its tests need no CUPTI. No thread rule.
#pragma once

#include "profiler/trace/types.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace attnscope {

/// Texts with small indices; the same text has the same index.
class TextTable {
public:
    [[nodiscard]] std::uint32_t intern(std::string_view text)
    {
        auto [position, isNew] = m_index.try_emplace(std::string(text), static_cast<std::uint32_t>(m_texts.size()));
        if (isNew) {
            m_texts.emplace_back(text);
        }
        return position->second;
    }
    [[nodiscard]] const std::string& operator[](std::uint32_t index) const { return m_texts[index]; }
    [[nodiscard]] std::size_t size() const { return m_texts.size(); }

private:
    std::vector<std::string> m_texts;
    std::unordered_map<std::string, std::uint32_t> m_index;
};

struct ApiRecord {
    Ns start = 0, end = 0;
    std::uint32_t correlation = 0;
    std::uint32_t thread = 0; ///< the kernel's thread id
    std::uint32_t name = 0; ///< in GpuRecords::names
    std::uint32_t cbid = 0;
    std::uint32_t returnValue = 0; ///< 0 = success
    bool driver = false; ///< driver API, else runtime API
    bool launches = false; ///< puts work on the GPU: a launch, copy, fill or graph launch
};

/// Facts of one kernel launch as CUPTI reports them.
struct KernelFacts {
    std::array<std::int32_t, 3> grid {}, block {};
    std::array<std::uint32_t, 3> cluster {}; ///< 0,0,0 without a cluster
    std::uint32_t registers = 0; ///< per thread
    std::int32_t staticShared = 0, dynamicShared = 0; ///< bytes a block
    std::uint32_t sharedExecuted = 0; ///< bytes per multiprocessor that the driver set up
    std::uint32_t localPerThread = 0; ///< bytes: spills and stack
    std::uint32_t maxActiveClusters = 0, maxPotentialClusterSize = 0;
    std::uint8_t launchType = 0; ///< 0 regular, 1 cooperative
    bool sharedOptIn = false; ///< the kernel opted in to more than 48 KiB
    Ns queued = 0, submitted = 0; ///< 0: not collected
};

/// Hardware counters of one kernel, as far as the GPU has the counter.
struct KernelCounters {
    std::optional<std::int64_t> tensorInstructions; ///< warp instructions on the tensor pipe
    std::optional<std::int64_t> hfma2Instructions; ///< of these HFMA2.MMA, where the GPU sends it down that pipe
    std::optional<std::int64_t> dramReadBytes, dramWriteBytes;
    std::optional<double> warpsActivePercent;
};

struct GpuRecord {
    SpanKind kind = SpanKind::Kernel; ///< Kernel, Memcpy or Memset
    Ns start = 0, end = 0; ///< 0: CUPTI has no timestamp
    std::uint32_t correlation = 0;
    std::uint32_t device = 0, context = 0, stream = 0;
    std::uint32_t name = 0; ///< in GpuRecords::names; mangled for kernels
    std::uint32_t graph = 0; ///< 0: not from a graph
    std::uint64_t graphNode = 0;
    std::uint64_t bytes = 0; ///< copies and fills
    std::uint32_t value = 0; ///< fills
    KernelFacts kernel; ///< kernels
    std::int32_t counters = -1; ///< in GpuRecords::counters; -1: not counted
};

struct OverheadRecord {
    Ns start = 0, end = 0;
    std::uint32_t name = 0;
    std::uint32_t thread = 0; ///< 0: not a thread's
    std::uint32_t correlation = 0;
};

struct GpuRecords {
    TextTable names;
    std::vector<ApiRecord> api;
    std::vector<GpuRecord> gpu;
    std::vector<OverheadRecord> overhead;
    std::vector<KernelCounters> counters; ///< from a counter pass
    std::vector<std::string> matrixInstructions; ///< in the machine code, by name; see SassKernel. Empty: nobody looked
    std::uint64_t dropped = 0; ///< CUPTI says it dropped these
    std::uint64_t refusedBuffers = 0; ///< buffers that CUPTI asked for beyond the budget
    std::uint64_t otherRecords = 0; ///< of kinds nobody asked for
    std::vector<std::string> problems; ///< one sentence each
};

/// Launching API calls that succeeded but have no GPU record yet. O(records).
[[nodiscard]] std::size_t unmatchedLaunches(const GpuRecords& records);

} // namespace attnscope
