// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings on the first GPU; tests skip where there is none. One thread.
#pragma once

#include "tests/recorder/recording_helpers.h"

#include <optional>

namespace attnscope::test {

/// The first GPU, or nothing where none can be used. Asks through the recorder, so that CUPTI is set up before CUDA.
inline const std::optional<DeviceInfo>& gpu()
{
    static const std::optional<DeviceInfo> device = []() -> std::optional<DeviceInfo> {
        const auto report = recorder().variants(smallWorkload(), "cuda");
        return report.ok() ? std::optional(report.value().device) : std::nullopt;
    }();
    return device;
}

inline RecordRequest gpuRequest(std::vector<std::string> variants, const Workload& workload = {})
{
    RecordRequest request;
    request.workload = workload;
    request.variants = std::move(variants);
    request.device = "cuda";
    request.steps = 3;
    request.timingIterations = 20;
    return request;
}

struct GpuCounts {
    int kernels = 0, copies = 0, fills = 0;
    friend bool operator==(const GpuCounts&, const GpuCounts&) = default;
};

/// GPU work of one step, by the launch that lies in it.
inline GpuCounts countsOfStep(const Trace& trace, TimeRange step)
{
    GpuCounts counts;
    for (const SpanRef& span : trace.gpuWork()) {
        const auto launch = trace.launchOf(span);
        if (launch && step.contains(trace.start(*launch))) {
            counts.kernels += trace.kind(span) == SpanKind::Kernel ? 1 : 0;
            counts.copies += trace.kind(span) == SpanKind::Memcpy ? 1 : 0;
            counts.fills += trace.kind(span) == SpanKind::Memset ? 1 : 0;
        }
    }
    return counts;
}

inline void PrintTo(const GpuCounts& counts, std::ostream* out)
{
    *out << counts.kernels << " kernels, " << counts.copies << " copies, " << counts.fills << " fills";
}

} // namespace attnscope::test

#define ATTNSCOPE_NEEDS_GPU(what)                                                                                      \
    if (!attnscope::test::gpu()) {                                                                                     \
        GTEST_SKIP() << "no NVIDIA GPU can be used here: " what;                                                       \
    }
