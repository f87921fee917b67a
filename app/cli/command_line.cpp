// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"

#include "app/cli/command_support.h"
#include "app/cli/commands.h"

#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <filesystem>

namespace attnscope {
namespace {

// A parser's sentence may have several lines; a message has one.
std::string oneSentence(std::string text)
{
    for (char& c : text) {
        c = c == '\n' || c == '\r' ? ' ' : c;
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '.')) {
        text.pop_back();
    }
    return text + ".";
}

std::string commandName(const CLI::App& app)
{
    const auto chosen = app.get_subcommands();
    return chosen.empty() ? "attnscope" : "attnscope " + chosen.front()->get_name();
}

int fail(const std::string& command, const Error& error)
{
    printMessage(fmt::format("{}: {}", command, oneSentence(error.message)));
    return static_cast<int>(error.kind);
}

// "Could not convert: --seq = many" → "--seq = many is not a value this option takes".
std::string usageSentence(const CLI::ParseError& error)
{
    constexpr std::string_view kConversion = "Could not convert: ";
    std::string text = error.what();
    if (!text.starts_with(kConversion)) {
        return text;
    }
    return text.substr(kConversion.size()) + " is not a value this option takes";
}

// What a window would only say in a dialog that nobody sees, or by aborting.
Status checkWindow(const WindowRequest& request, const Hooks& hooks)
{
    for (const std::string& file : request.files) {
        std::error_code ignored;
        if (file == "-" || std::filesystem::exists(file, ignored)) {
            continue;
        }
        if (file.find_first_of("./") == std::string::npos) {
            return usageError(
                fmt::format("there is neither a command nor a file {} (attnscope --help lists the commands)", file));
        }
        return Error { ErrorKind::Input, fmt::format("{}: no such file", file) };
    }
    if (!hooks.window) {
        return Error { ErrorKind::Unavailable,
            "this build has no window, only the commands that attnscope --help lists" };
    }
    auto isSet = [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    if (!isSet("DISPLAY") && !isSet("WAYLAND_DISPLAY") && !isSet("QT_QPA_PLATFORM")) {
        return Error { ErrorKind::Failed,
            "no display to open a window on: set DISPLAY, or use a command that needs none (attnscope --help)" };
    }
    return Done {};
}

int runWindowOr(const WindowRequest& request, const Hooks& hooks)
{
    if (const Status status = checkWindow(request, hooks); !status.ok()) {
        return fail("attnscope", status.error());
    }
    return hooks.window(request);
}

int parseAndRun(int argc, const char* const* argv, const Hooks& hooks)
{
    CLI::App app("See which kernels attention really runs: without a command, the window.", "attnscope");
    app.set_version_flag("--version", std::string("attnscope ") + ATTNSCOPE_VERSION);
    app.require_subcommand(0, 1);
    WindowRequest window;
    app.add_option(
        "FILE", window.files, "Recording to open in the window; several share one axis, as the ranks of one run");
    app.add_flag("--exit-after-first-view", window.exitAfterFirstView,
        "Open the window, print how long its first complete view took, and leave");
    CommandContext context { hooks, {} };
    for (auto* add : { addRecord, addVariants, addInfo, addReport, addKernels, addFindings, addDecode, addScreenshot,
             addExport, addDoctor }) {
        add(app, context);
    }
    app.footer("Exit codes: 0 done, 1 failed while running, 2 wrong usage, 3 unreadable input, 4 cannot run here, "
               "130 cancelled.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
            return app.exit(error); // help and version, on standard output
        }
        return fail(commandName(app), { ErrorKind::Usage, usageSentence(error) });
    }
    if (!context.run) {
        return runWindowOr(window, hooks);
    }
    if (!window.files.empty() || window.exitAfterFirstView) {
        return fail(commandName(app), { ErrorKind::Usage, "a command takes its files after its name" });
    }
    const Status status = context.run();
    return status.ok() ? 0 : fail(commandName(app), status.error());
}

} // namespace

int runCommandLine(int argc, const char* const* argv, const Hooks& hooks)
{
    try {
        return parseAndRun(argc, argv, hooks);
    } catch (const std::bad_alloc&) {
        return fail("attnscope", { ErrorKind::Failed, "not enough memory" });
    } catch (const std::exception& error) {
        return fail("attnscope", { ErrorKind::Failed, error.what() });
    }
}

} // namespace attnscope
