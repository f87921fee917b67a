// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a Trace as a Chrome JSON file that Perfetto and torch's tools read (ph, ts in µs with three decimals, ac2g flows, process
// and thread names and sort order, "attnscope" key when the trace has a session). Any thread; O(spans). Writes to a temporary file
// beside the target, then renames: nothing half-written is ever left.
#pragma once

#include "profiler/trace/result.h"
#include "profiler/trace/trace.h"

#include <optional>
#include <string>

namespace attnscope {

struct ExportOptions {
    std::optional<TimeRange> range; ///< only spans that touch it (and what they launched)
    std::string variant; ///< only this variant of the session; empty: all
};

/// Compressed when the name ends in ".gz". Errors: Failed with the file and the system's reason; Usage for an unknown variant.
[[nodiscard]] Status exportTrace(const Trace& trace, const std::string& path, const ExportOptions& options = {});

/// Writes text to a temporary file beside `path`, then renames. "-" writes standard output.
[[nodiscard]] Status writeFileAtomically(const std::string& path, std::string_view contents);

} // namespace attnscope
