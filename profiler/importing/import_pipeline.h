// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline of an import. Each worker takes the next stretch of text (reading and inflating happen one at a time), scans it (in
// parallel: a stretch ends where an event seems to begin), and merges it (one at a time, in file order). Where the guess about an
// event's begin was wrong, the stretch is scanned again from what the one before left over.
#pragma once

#include "profiler/importing/import_trace.h"
#include "profiler/importing/text_source.h"
#include "profiler/trace/trace_builder.h"

#include <string>

namespace attnscope {

/// Everything that the source holds, ready to be frozen.
[[nodiscard]] Result<TraceBuilder> collectImport(
    TextSource& source, const std::string& label, const ImportOptions& options);
/// The same for a path; "-" is standard input.
[[nodiscard]] Result<TraceBuilder> collectFile(const std::string& path, const ImportOptions& options);
/// Freezes it; ErrorKind::Cancelled when the options' flag was raised meanwhile.
[[nodiscard]] Result<TracePtr> freezeImport(TraceBuilder builder, const ImportOptions& options);
/// Both.
[[nodiscard]] Result<TracePtr> runImport(TextSource& source, const std::string& label, const ImportOptions& options);

} // namespace attnscope
