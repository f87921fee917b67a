// SPDX-License-Identifier: GPL-3.0-or-later
// Makes one TraceBuilder of the builders of several files: one clock, process ids made distinct, ids of launches and arrows kept
// apart. One thread. O(spans).
#pragma once

#include "profiler/trace/trace_builder.h"

#include <string>
#include <vector>

namespace attnscope {

struct FilePart {
    std::string path;
    TraceBuilder builder; ///< all that the file holds (collectImport)
};

/// At least two parts. What a file's processes are called by: "rank 3" where every file tells another rank, else the file's name.
[[nodiscard]] TraceBuilder joinFiles(std::vector<FilePart> parts);

} // namespace attnscope
