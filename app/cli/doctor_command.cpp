// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_support.h"
#include "app/cli/commands.h"
#include "profiler/exporting/export_trace.h"
#include "profiler/recording/recorder_loader.h"

#include <fmt/format.h>

namespace attnscope {
namespace {

std::string lineText(const DoctorLine& line)
{
    return fmt::format(
        "{:<12} {:<8} {}\n", line.subject, line.ok ? "found" : "missing", line.ok ? line.found : line.advice);
}

// Reports; a machine without a GPU or LibTorch is no failure of this command.
Status runDoctor()
{
    std::string text = lineText({ "AttnScope", true, ATTNSCOPE_VERSION, {} });
    const auto libtorch = findLibTorch();
    if (libtorch.ok()) {
        const LibTorchLocation& place = libtorch.value();
        text += lineText(
            { "LibTorch", true, fmt::format("{} in {} (from {})", place.version, place.folder, place.source), {} });
    } else {
        text += lineText({ "LibTorch", false, {}, libtorch.error().message });
    }
    auto recorder = loadRecorder();
    text += recorder.ok() ? lineText({ "Recorder", true, "loaded", {} })
                          : lineText({ "Recorder", false, {}, recorder.error().message });
    if (recorder.ok()) {
        for (const DoctorLine& line : recorder.value()->doctor()) {
            if (line.subject != "LibTorch") {
                text += lineText(line);
            }
        }
    }
    return writeFileAtomically("-", text);
}

} // namespace

void addDoctor(CLI::App& app, CommandContext& context)
{
    CLI::App* command =
        app.add_subcommand("doctor", "What recording needs, what is found here, and what to do about the rest");
    command->callback([&context] { context.run = runDoctor; });
}

} // namespace attnscope
