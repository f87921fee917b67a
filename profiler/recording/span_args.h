// SPDX-License-Identifier: GPL-3.0-or-later
// The "args" object of recorded spans as JSON text. Keys that Kineto writes, too, have Kineto's names and meaning, so that every
// reader of such traces understands ours. Pure; O(1).
#pragma once

#include "profiler/recording/gpu_records.h"
#include "profiler/recording/op_log.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace attnscope {

/// `evidence` is the inside of an object, may be empty.
[[nodiscard]] std::string argsOf(const GpuRecord& record, std::uint64_t correlation, std::string_view evidence = {});
[[nodiscard]] std::string argsOf(const ApiRecord& record, std::uint64_t correlation);
/// Empty when there is nothing to say.
[[nodiscard]] std::string argsOf(const OpRecord& record);

} // namespace attnscope
