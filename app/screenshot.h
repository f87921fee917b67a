// SPDX-License-Identifier: GPL-3.0-or-later
// `attnscope screenshot`: the window's own timeline, painted into a file without a display. Main thread, once a process: it makes the
// application object.
#pragma once

#include "app/cli/hooks.h"
#include "profiler/trace/result.h"

namespace attnscope {

[[nodiscard]] Status takeScreenshot(const ScreenshotRequest& request);

} // namespace attnscope
