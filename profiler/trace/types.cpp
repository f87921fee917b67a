// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/types.h"

namespace attnscope {

std::string_view toString(SpanKind kind)
{
    switch (kind) {
    case SpanKind::Op:
        return "op";
    case SpanKind::Annotation:
        return "annotation";
    case SpanKind::Step:
        return "step";
    case SpanKind::Python:
        return "python";
    case SpanKind::ApiRuntime:
        return "runtime call";
    case SpanKind::ApiDriver:
        return "driver call";
    case SpanKind::Kernel:
        return "kernel";
    case SpanKind::Memcpy:
        return "memcpy";
    case SpanKind::Memset:
        return "memset";
    case SpanKind::Sync:
        return "sync";
    case SpanKind::GpuAnnotation:
        return "gpu annotation";
    case SpanKind::Overhead:
        return "overhead";
    case SpanKind::Instant:
        return "instant";
    case SpanKind::Async:
        return "async";
    case SpanKind::Other:
        return "other";
    }
    return "other";
}

std::string_view usualCategory(SpanKind kind)
{
    switch (kind) {
    case SpanKind::Op:
        return "cpu_op";
    case SpanKind::Step:
    case SpanKind::Annotation:
        return "user_annotation";
    case SpanKind::Python:
        return "python_function";
    case SpanKind::ApiRuntime:
        return "cuda_runtime";
    case SpanKind::ApiDriver:
        return "cuda_driver";
    case SpanKind::Kernel:
        return "kernel";
    case SpanKind::Memcpy:
        return "gpu_memcpy";
    case SpanKind::Memset:
        return "gpu_memset";
    case SpanKind::Sync:
        return "cuda_sync";
    case SpanKind::GpuAnnotation:
        return "gpu_user_annotation";
    case SpanKind::Overhead:
        return "overhead";
    case SpanKind::Instant:
        return "instant";
    case SpanKind::Async:
    case SpanKind::Other:
        break;
    }
    return "other";
}

} // namespace attnscope
