// SPDX-License-Identifier: GPL-3.0-or-later
// Walks CUPTI's buffers and turns their records into GpuRecords. Record structures only ever grow at their end, so each is read
// through the oldest one that holds the fields needed, whatever CUPTI is loaded. One thread at a time; O(records). Record order does
// not matter to anything that follows.
#pragma once

#include "profiler/recording/call_log.h"
#include "profiler/recording/cupti_api.h"
#include "profiler/recording/gpu_records.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace attnscope {

class CuptiDecoder {
public:
    explicit CuptiDecoder(CuptiApi& api)
        : m_api(api)
    {
        m_api.version(m_version);
    }
    /// Appends the buffer's records.
    void decode(std::uint8_t* buffer, std::size_t validBytes, GpuRecords& records);
    /// Appends a call that a callback saw.
    void append(const LoggedCall& call, GpuRecords& records);
    /// GPU work carries the id of the call that the program made, or of the one inside it that launched: where only the inner one is
    /// known to the GPU, the call takes it. O(records); after the last decode().
    void settleCorrelations(GpuRecords& records);

private:
    struct CallName {
        std::string name; ///< without version suffix: "cudaLaunchKernel"
        bool launches = false;
    };
    [[nodiscard]] const CallName& callName(bool driver, std::uint32_t cbid);
    void decodeRecord(const CUpti_Activity* record, GpuRecords& records);
    void decodeApi(const CUpti_Activity* record, GpuRecords& records);

    CuptiApi& m_api;
    std::uint32_t m_version = 0; ///< of the loaded CUPTI, 130001 = 13.0 update 1
    std::unordered_map<std::uint64_t, CallName> m_callNames;
    std::vector<std::pair<std::size_t, std::uint32_t>> m_inner; ///< index into api, the id of the call inside
};

/// "cudaLaunchKernel_v7000" → "cudaLaunchKernel", "cuLaunchKernelEx_ptsz" → "cuLaunchKernelEx".
[[nodiscard]] std::string plainCallName(std::string_view name);
/// True for calls that put a kernel, copy, fill or graph on the GPU; takes the plain name.
[[nodiscard]] bool launchesGpuWork(std::string_view plainName);

} // namespace attnscope
