// SPDX-License-Identifier: GPL-3.0-or-later
// The facts of a trace that `attnscope info` prints. Pure function of a Trace; any thread; O(spans).
#pragma once

#include "profiler/trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace attnscope {

struct TraceInfo {
    std::string file;
    std::uint64_t bytes = 0, events = 0;
    std::uint64_t spans = 0; ///< everything with a length, instants not counted
    std::uint64_t lanes = 0; ///< (process, thread) pairs of the file that hold spans
    std::uint64_t gpuLanes = 0; ///< of these, with GPU work
    std::uint64_t kernels = 0;
    Ns kernelNs = 0; ///< sum
    Ns kernelBusyNs = 0; ///< union over all devices
    std::string longestKernel;
    Ns longestKernelNs = 0;
    std::uint64_t kernelStreams = 0;
    std::uint64_t cpuOps = 0, memcpy = 0, memset = 0, pythonFunctions = 0;
    std::uint64_t flowsPaired = 0, flowsStartOnly = 0, flowsFinishOnly = 0;
    std::vector<std::string> steps; ///< names, each once, in time order
    Ns spanNs = 0; ///< from the first complete event's start to the last one's end
    std::vector<std::string> variants;
};

[[nodiscard]] TraceInfo traceInfo(const Trace& trace);

/// One JSON object, keys as PRODUCT's `info --json`, times in integer ns.
[[nodiscard]] std::string traceInfoJson(const Trace& trace);

} // namespace attnscope
