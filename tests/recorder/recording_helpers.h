// SPDX-License-Identifier: GPL-3.0-or-later
// Small recordings for tests, and look-ups in their traces. One thread.
#pragma once

#include "profiler/recording/gpu_collector.h"
#include "profiler/recording/torch_recorder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope::test {

inline Workload smallWorkload()
{
    Workload workload;
    workload.batch = 1;
    workload.heads = 2;
    workload.kvHeads = 2;
    workload.seq = 64;
    workload.kvSeq = 64;
    workload.headDim = 32;
    workload.dtype = DType::Float32;
    return workload;
}

inline TorchRecorder& recorder()
{
    static TorchRecorder recorder(gpuCollector());
    return recorder;
}

inline RecordRequest cpuRequest(std::vector<std::string> variants, const Workload& workload = smallWorkload())
{
    RecordRequest request;
    request.workload = workload;
    request.variants = std::move(variants);
    request.device = "cpu";
    request.steps = 3;
    request.timingIterations = 5;
    return request;
}

/// Records and fails the test when there is no trace.
inline TracePtr recordOrFail(const RecordRequest& request)
{
    const std::atomic<bool> cancel { false };
    Result<TracePtr> result = recorder().record(request, {}, cancel);
    if (!result.ok()) {
        ADD_FAILURE() << result.error().message;
        return nullptr;
    }
    return result.value();
}

inline const VariantResult& resultOf(const Trace& trace, std::string_view name)
{
    const auto& variants = trace.session()->variants;
    const auto found =
        std::find_if(variants.begin(), variants.end(), [name](const VariantResult& v) { return v.name == name; });
    if (found == variants.end()) {
        ADD_FAILURE() << "no variant " << name;
        static const VariantResult none;
        return none;
    }
    return *found;
}

/// Names of the spans of this kind that start inside the range, in order of their start.
inline std::vector<std::string> namesIn(const Trace& trace, SpanKind kind, TimeRange range)
{
    std::vector<std::pair<Ns, std::string>> found;
    for (const Lane& lane : trace.lanes()) {
        for (std::size_t i = 0; i < lane.size(); ++i) {
            if (lane.spanKind[i] == kind && range.contains(lane.start[i])) {
                found.emplace_back(lane.start[i], trace.name(lane.name[i]));
            }
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> names;
    for (auto& [start, name] : found) {
        names.push_back(std::move(name));
    }
    return names;
}

inline std::ptrdiff_t countOf(const std::vector<std::string>& names, std::string_view name)
{
    return std::count(names.begin(), names.end(), name);
}

} // namespace attnscope::test
