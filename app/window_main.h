// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a program: makes the QApplication, opens what was asked for, runs until the last window is closed. Main thread.
#pragma once

#include <string>
#include <vector>

namespace attnscope {

/// Returns the exit code. `exitAfterFirstView`: leaves once the first complete view is on the screen and prints
/// {"window_ms":…,"view_ms":…,"peak_rss_mib":…}, both times since the process started.
int runWindow(int argc, char** argv, const std::vector<std::string>& files, bool exitAfterFirstView);

} // namespace attnscope
