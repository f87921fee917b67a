// SPDX-License-Identifier: GPL-3.0-or-later
// Which spans of a trace an export writes. Pure; any thread; O(spans).
#pragma once

#include "profiler/exporting/export_trace.h"

#include <optional>
#include <vector>

namespace attnscope {

struct SpanSelection {
    std::optional<TimeRange> range; ///< of the options and the variant together; empty: everything
    std::vector<std::vector<bool>> selected; ///< by lane and span; empty: everything
    std::optional<Session> session; ///< with the variants that are left

    [[nodiscard]] bool holds(SpanRef span) const { return selected.empty() || selected[span.lane][span.index]; }
};

/// Usage error for a variant that the trace does not hold.
[[nodiscard]] Result<SpanSelection> selectSpans(const Trace& trace, const ExportOptions& options);

} // namespace attnscope
