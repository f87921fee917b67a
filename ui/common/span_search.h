// SPDX-License-Identifier: GPL-3.0-or-later
// Finds spans of a variant by their name or label, whatever their case. Pure; any thread; O(names · length + spans).
#pragma once

#include "profiler/trace/trace.h"

#include <QString>

#include <vector>

namespace attnscope {

/// Matches among kernels, copies, fills, operators and API calls that touch the variant's window, by start time. Empty text: none.
[[nodiscard]] std::vector<SpanRef> findSpans(const Trace& trace, TimeRange window, const QString& text);

} // namespace attnscope
