// SPDX-License-Identifier: GPL-3.0-or-later
// Opens several trace files as one Trace: the ranks of a distributed job, two programs of one machine. They lie on one axis by the
// wall clock, each with process ids, correlation ids and arrow ids of its own. Call from any thread except the GUI's; O(bytes).
#pragma once

#include "profiler/importing/import_trace.h"

#include <span>
#include <string>

namespace attnscope {

/// One path is importTrace. Several: files without an absolute time start where the whole starts, and the log says so. Lane::file is
/// the index of the path; TraceFacts::files says what each is called. Progress counts the bytes of all. Any file that cannot be
/// read is an error that names it. Errors as importTrace.
[[nodiscard]] Result<TracePtr> importTraces(std::span<const std::string> paths, const ImportOptions& options = {});

} // namespace attnscope
