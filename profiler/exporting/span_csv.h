// SPDX-License-Identifier: GPL-3.0-or-later
// Every span of a trace as a row of CSV: for spreadsheets, pandas, DuckDB. Any thread; O(spans); row by row to the disk, one row in
// memory at a time.
#pragma once

#include "profiler/exporting/export_trace.h"

#include <string>

namespace attnscope {

/// Times in whole ns from the trace's start, names in full, columns: process, thread, device, stream, kind, category, name,
/// start_ns, duration_ns, correlation, launch_start_ns (of the call that launched GPU work), flags. Compressed when the name ends in
/// ".gz". Errors as exportTrace.
[[nodiscard]] Status exportSpansCsv(const Trace& trace, const std::string& path, const ExportOptions& options = {});

} // namespace attnscope
