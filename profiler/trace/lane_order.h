// SPDX-License-Identifier: GPL-3.0-or-later
// In which order lanes stand and what their headers say. Pure; any thread. O(lanes · log lanes).
#pragma once

#include "profiler/trace/builder_state.h"

#include <cstdint>
#include <vector>

namespace attnscope {

/// Fills names, sort indices, title and subtitle from the metadata. Of several files, the subtitle begins with the file's label.
void describeLane(Lane& lane, const TraceBuilder::State& state, const TraceFacts& facts);

/// File by file: CPU threads, each with its API calls right after it; then GPU streams; then the rest. Inside each: by sort index of
/// the process, process, sort index of the thread, thread.
void sortLanes(std::vector<Lane>& lanes);

} // namespace attnscope
