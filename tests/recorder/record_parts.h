// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of hand-made recordings, without LibTorch. Pure; any thread.
#pragma once

#include "profiler/recording/trace_assembler.h"

#include <cstdint>
#include <string>

namespace attnscope::test {

inline constexpr std::uint32_t kWorker = 77;

/// The recording of a variant "naive" whose worker holds a window [1000, 3000) and a step [1100, 2000), and nothing else.
inline VariantRecording oneStepRecording()
{
    static const std::string kWindow = "attnscope: naive", kStep = "ProfilerStep#1";
    VariantRecording recording;
    recording.result.name = recording.result.title = "naive";
    ThreadOps worker;
    worker.tid = kWorker;
    worker.ops = { { 1000, 3000, -1, 0, &kWindow, OpScope::Annotation }, { 1100, 2000, -1, 0, &kStep, OpScope::Step } };
    recording.ops = { worker };
    return recording;
}

/// A call of the worker's at [1200, 1210) that puts work on the GPU.
inline ApiRecord launchInStep(GpuRecords& records, const char* name, std::uint32_t correlation)
{
    ApiRecord launch;
    launch.start = 1200;
    launch.end = 1210;
    launch.correlation = correlation;
    launch.thread = kWorker;
    launch.name = records.names.intern(name);
    launch.launches = true;
    return launch;
}

} // namespace attnscope::test
