// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the counters of a counter pass to the kernels of the recorded steps: kernel by kernel in launch order, and only when every
// step launched the same kernels with the same grids and blocks as the counter pass did. Otherwise nothing is joined and the first
// difference is told. Pure; O(n log n).
#pragma once

#include "profiler/recording/counter_pass.h"
#include "profiler/recording/gpu_records.h"
#include "profiler/trace/trace.h"

#include <string>
#include <vector>

namespace attnscope {

/// Sets GpuRecord::counters of the kernels that were launched inside one of `steps` (where nothing was launched in the recording:
/// that ran inside one). An error holds the first difference and leaves the records as they are.
[[nodiscard]] Status joinCounters(GpuRecords& records, const std::vector<TimeRange>& steps, const CounterPass& pass);

/// Bytes a nanosecond to and from DRAM over time, from kernels with counters; empty when there are none. Unit "GB/s".
[[nodiscard]] CounterSeries dramRateOf(const GpuRecords& records);

/// Counters and machine code of a record as the inside of a JSON object; empty when there are none.
[[nodiscard]] std::string evidenceOf(const GpuRecord& record, const GpuRecords& records);

} // namespace attnscope
