// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line needs from the window's side of the program, given by main(): so that no subcommand links Qt, and a build
// without a user interface can say so. Plain values; main thread.
#pragma once

#include "profiler/trace/result.h"
#include "profiler/trace/types.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace attnscope {

struct ScreenshotRequest {
    std::vector<std::string> files; ///< the trace; several share one axis
    std::string output; ///< ends in .png, .svg or .pdf
    std::string variant; ///< empty: the first that ran
    int width = 1600;
    int height = 900;
    std::optional<TimeRange> range; ///< trace time; empty: the variant's window
    bool dark = false;
    bool legend = true; ///< below the lanes: what the colours stand for
};

struct SessionReportRequest {
    std::vector<std::string> files; ///< the trace; several share one axis
    std::string output; ///< a file, or "-"
    std::string baseline; ///< empty: naive, else the first that ran
    bool dark = false;
};

struct WindowRequest {
    std::vector<std::string> files;
    bool exitAfterFirstView = false;
};

/// Empty functions: built without a user interface.
struct Hooks {
    std::function<Status(const ScreenshotRequest&)> screenshot;
    std::function<Status(const SessionReportRequest&)> sessionReport;
    std::function<int(const WindowRequest&)> window;
};

} // namespace attnscope
