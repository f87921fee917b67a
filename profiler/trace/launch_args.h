// SPDX-License-Identifier: GPL-3.0-or-later
// The keys under which launch parameters stand in a GPU span's "args", as Kineto writes them, and both directions between them and
// LaunchFacts. The recorder writes with launchArgsJson(), everything else reads with parseLaunchFacts(). Pure; any thread.
#pragma once

#include "profiler/trace/trace.h"

#include <string>
#include <string_view>

namespace attnscope {

namespace ArgKey {
inline constexpr std::string_view kDevice = "device";
inline constexpr std::string_view kStream = "stream";
inline constexpr std::string_view kCorrelation = "correlation";
inline constexpr std::string_view kGrid = "grid"; ///< [x, y, z]
inline constexpr std::string_view kBlock = "block"; ///< [x, y, z]
inline constexpr std::string_view kCluster = "cluster"; ///< [x, y, z]; ours
inline constexpr std::string_view kRegisters = "registers per thread";
inline constexpr std::string_view kSharedMemory = "shared memory"; ///< static + dynamic, bytes a block
inline constexpr std::string_view kStaticShared = "static shared memory"; ///< ours
inline constexpr std::string_view kDynamicShared = "dynamic shared memory"; ///< ours
inline constexpr std::string_view kMaxActiveClusters = "max active clusters"; ///< ours
inline constexpr std::string_view kBytes = "bytes"; ///< copies and fills
inline constexpr std::string_view kQueued = "queued ns"; ///< relative to the trace start; ours
inline constexpr std::string_view kSubmitted = "submitted ns"; ///< relative to the trace start; ours
// What a counter pass and a scan of the machine code add; ours.
inline constexpr std::string_view kTensorInstructions = "tensor instructions";
inline constexpr std::string_view kHfma2Instructions = "hfma2 instructions";
inline constexpr std::string_view kDramReadBytes = "dram read bytes";
inline constexpr std::string_view kDramWriteBytes = "dram write bytes";
inline constexpr std::string_view kWarpsActive = "warps active %";
inline constexpr std::string_view kSassMatrix = "sass matrix instructions";
// In the "args" of an operator: one entry for each of its inputs, in both.
inline constexpr std::string_view kInputTypes = "Input type";
inline constexpr std::string_view kInputDims = "Input Dims";
} // namespace ArgKey

/// "args" object of a GPU span; `correlation` 0 is left out. `extra` is the inside of an object ("\"graph id\": 3"), may be empty.
[[nodiscard]] std::string launchArgsJson(
    const LaunchFacts& facts, std::uint64_t correlation, std::string_view extra = {});

/// The inside of an object: counters and machine code of a launch, as far as `facts` holds them; may be empty.
[[nodiscard]] std::string evidenceArgs(const LaunchFacts& facts);

/// Bytes a nanosecond, which are GB a second, that the launch moved to and from DRAM; empty when they were not counted.
[[nodiscard]] std::optional<double> dramRate(const LaunchFacts& facts, Ns duration);

/// Reads the keys above (and those of older profilers) at the top level of the object. Unknown and malformed values stay empty.
[[nodiscard]] LaunchFacts parseLaunchFacts(std::string_view argsJson);

} // namespace attnscope
