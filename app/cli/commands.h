// SPDX-License-Identifier: GPL-3.0-or-later
// The subcommands. Each add…() describes one to the parser; when it was chosen, its callback leaves what is to be run in the context,
// so that nothing runs while the rest of the line may still be wrong. Main thread.
#pragma once

#include "app/cli/hooks.h"
#include "profiler/trace/result.h"

#include <CLI/CLI.hpp>

#include <functional>

namespace attnscope {

struct CommandContext {
    Hooks hooks;
    std::function<Status()> run; ///< set by the chosen subcommand
};

void addRecord(CLI::App& app, CommandContext& context);
void addVariants(CLI::App& app, CommandContext& context);
void addInfo(CLI::App& app, CommandContext& context);
void addReport(CLI::App& app, CommandContext& context);
void addKernels(CLI::App& app, CommandContext& context);
void addDecode(CLI::App& app, CommandContext& context);
void addFindings(CLI::App& app, CommandContext& context);
void addScreenshot(CLI::App& app, CommandContext& context);
void addExport(CLI::App& app, CommandContext& context);
void addDoctor(CLI::App& app, CommandContext& context);

} // namespace attnscope
