// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/importing/event_kinds.h"

#include <array>
#include <utility>

namespace attnscope {
namespace {

constexpr std::array<std::pair<std::string_view, EventKind>, 26> kKinds { {
    { "cpu_op", { SpanKind::Op, TrackClass::Host } },
    { "kernel", { SpanKind::Kernel, TrackClass::Gpu } },
    { "cuda_runtime", { SpanKind::ApiRuntime, TrackClass::Api } },
    { "python_function", { SpanKind::Python, TrackClass::Host } },
    { "gpu_memcpy", { SpanKind::Memcpy, TrackClass::Gpu } },
    { "gpu_memset", { SpanKind::Memset, TrackClass::Gpu } },
    { "cuda_driver", { SpanKind::ApiDriver, TrackClass::Api } },
    { "user_annotation", { SpanKind::Annotation, TrackClass::Host } },
    { "gpu_user_annotation", { SpanKind::GpuAnnotation, TrackClass::GpuAnnotation } },
    { "cuda_sync", { SpanKind::Sync, TrackClass::Gpu } },
    { "overhead", { SpanKind::Overhead, TrackClass::Host } },
    { "cpu_instant_event", { SpanKind::Instant, TrackClass::Instants } },
    { "Operator", { SpanKind::Op, TrackClass::Host } },
    { "Kernel", { SpanKind::Kernel, TrackClass::Gpu } },
    { "Runtime", { SpanKind::ApiRuntime, TrackClass::Api } },
    { "Memcpy", { SpanKind::Memcpy, TrackClass::Gpu } },
    { "Memset", { SpanKind::Memset, TrackClass::Gpu } },
    { "hip_runtime", { SpanKind::ApiRuntime, TrackClass::Api } },
    { "xpu_runtime", { SpanKind::ApiRuntime, TrackClass::Api } },
    { "xpu_driver", { SpanKind::ApiDriver, TrackClass::Api } },
    { "mtia_runtime", { SpanKind::ApiRuntime, TrackClass::Api } },
    { "privateuse1_runtime", { SpanKind::ApiRuntime, TrackClass::Api } },
    { "privateuse1_driver", { SpanKind::ApiDriver, TrackClass::Api } },
    { "Python", { SpanKind::Python, TrackClass::Host } },
    { "record_function", { SpanKind::Annotation, TrackClass::Host } },
    { "Trace", { SpanKind::Other, TrackClass::Host } },
} };

} // namespace

EventKind kindOfCategory(std::string_view category)
{
    for (const auto& [text, kind] : kKinds) {
        if (text == category) {
            return kind;
        }
    }
    return {};
}

bool isStepName(std::string_view name)
{
    return name.starts_with("ProfilerStep");
}

bool isLaunchFlow(std::string_view category)
{
    return category == "ac2g" || category == "async_gpu" || category == "async_cpu_to_gpu";
}

} // namespace attnscope
