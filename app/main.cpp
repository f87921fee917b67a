// SPDX-License-Identifier: GPL-3.0-or-later
// The program: a headless subcommand, or the window. Which of them is decided before any Qt object exists.
#include "app/cli/command_line.h"

#ifdef ATTNSCOPE_WITH_UI
#include "app/screenshot.h"
#include "app/session_report.h"
#include "app/window_main.h"
#endif

int main(int argc, char** argv)
{
    attnscope::Hooks hooks;
#ifdef ATTNSCOPE_WITH_UI
    hooks.screenshot = attnscope::takeScreenshot;
    hooks.sessionReport = attnscope::writeSessionReport;
    hooks.window = [argc, argv](const attnscope::WindowRequest& request) {
        return attnscope::runWindow(argc, argv, request.files, request.exitAfterFirstView);
    };
#endif
    return attnscope::runCommandLine(argc, argv, hooks);
}
