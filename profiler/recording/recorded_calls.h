// SPDX-License-Identifier: GPL-3.0-or-later
// Which calls of CUDA are worth a record: those that put work on the GPU, wait for it, allocate, or load code. LibTorch and cuDNN make
// many others around every launch that only ask for state (28 of 30 around one cuDNN attention), and recording those costs more than
// everything else together. Choosing walks CUPTI's call names once; any thread.
#pragma once

#include "profiler/recording/cupti_api.h"

#include <string_view>
#include <vector>

namespace attnscope {

struct RecordedCalls {
    std::vector<CUpti_CallbackId> runtime, driver;
};

/// By the call's plain name ("cudaLaunchKernel").
[[nodiscard]] bool isWorthRecording(std::string_view plainName);

/// Of all calls that this CUPTI knows.
[[nodiscard]] RecordedCalls chooseCalls(CuptiApi& api);

} // namespace attnscope
