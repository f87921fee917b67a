// SPDX-License-Identifier: GPL-3.0-or-later
// What an event's category says: kind of span and kind of lane. Categories of Kineto from PyTorch 1.8 to today, of its ROCm, XPU and
// private back ends, else Other. Pure; any thread; O(1).
#pragma once

#include "profiler/trace/types.h"

#include <cstdint>
#include <string_view>

namespace attnscope {

/// Which lane of its (pid, tid) an event goes to.
enum class TrackClass : std::uint8_t {
    Host, ///< CpuThread when it holds ops, annotations, steps or python, else Other
    Api,
    Gpu,
    GpuAnnotation,
    Instants,
    Async,
};

struct EventKind {
    SpanKind span = SpanKind::Other;
    TrackClass track = TrackClass::Host;
};

[[nodiscard]] EventKind kindOfCategory(std::string_view category);

/// "ProfilerStep#4"
[[nodiscard]] bool isStepName(std::string_view name);

/// Arrows from an API call to the GPU work it launched: told by the correlation ids already.
[[nodiscard]] bool isLaunchFlow(std::string_view category);

} // namespace attnscope
