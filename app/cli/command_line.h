// SPDX-License-Identifier: GPL-3.0-or-later
// The command line: one headless subcommand, or the window. Data goes to standard output or -o, messages to standard error, one
// sentence each. No exception leaves it. Main thread; makes no Qt object itself.
#pragma once

#include "app/cli/hooks.h"

namespace attnscope {

/// Parses and runs; returns the exit code (see ErrorKind; 0 done).
[[nodiscard]] int runCommandLine(int argc, const char* const* argv, const Hooks& hooks);

} // namespace attnscope
