// SPDX-License-Identifier: GPL-3.0-or-later
// `attnscope report --html`: the report that the window exports, written without a display. Main thread, once a process: it makes the
// application object.
#pragma once

#include "app/cli/hooks.h"
#include "profiler/trace/result.h"

namespace attnscope {

[[nodiscard]] Status writeSessionReport(const SessionReportRequest& request);

} // namespace attnscope
