// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/gpu_records.h"

#include <algorithm>
#include <unordered_set>

namespace attnscope {

std::size_t unmatchedLaunches(const GpuRecords& records)
{
    std::unordered_set<std::uint32_t> seen;
    seen.reserve(records.gpu.size());
    for (const GpuRecord& record : records.gpu) {
        seen.insert(record.correlation);
    }
    return static_cast<std::size_t>(
        std::count_if(records.api.begin(), records.api.end(), [&seen](const ApiRecord& call) {
            return call.launches && call.returnValue == 0 && !seen.contains(call.correlation);
        }));
}

} // namespace attnscope
