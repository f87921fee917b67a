// SPDX-License-Identifier: GPL-3.0-or-later
// The counter pass of one variant: its forward once more, kernel by kernel and then as a whole, and the results put into the
// recording. What goes wrong becomes a sentence; the recording is then as it was. Worker thread.
#pragma once

#include "profiler/recording/counter_pass.h"
#include "profiler/recording/trace_assembler.h"

#include <functional>
#include <string>
#include <vector>

namespace attnscope {

/// Sets the counters of the recorded steps' kernels and recording.result.dramBytes. `forward` runs the variant once and waits for the
/// GPU. Returns sentences about what is missing; none when all went well. Throws CancelledByUser only.
[[nodiscard]] std::vector<std::string> countVariant(
    CounterCollector& collector, VariantRecording& recording, const std::function<void()>& forward);

} // namespace attnscope
