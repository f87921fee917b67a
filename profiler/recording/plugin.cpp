// SPDX-License-Identifier: GPL-3.0-or-later
// What the loader looks for in the plug-in; everything else is hidden.
#include "profiler/recording/torch_recorder.h"

#include <exception>

#define ATTNSCOPE_EXPORT extern "C" __attribute__((visibility("default")))

ATTNSCOPE_EXPORT int attnscope_recorder_abi()
{
    return attnscope::kRecorderAbi;
}

ATTNSCOPE_EXPORT attnscope::Recorder* attnscope_recorder_create()
{
    try {
        // Kept for the life of the process: LibTorch and CUPTI hold pointers into it.
        static auto* recorder = new attnscope::TorchRecorder(attnscope::gpuCollector());
        return recorder;
    } catch (const std::exception&) {
        return nullptr;
    }
}
