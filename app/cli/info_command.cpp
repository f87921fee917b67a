// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_support.h"
#include "app/cli/commands.h"
#include "profiler/exporting/export_trace.h"
#include "profiler/trace/info.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <vector>

namespace attnscope {
namespace {

using Json = nlohmann::ordered_json;

std::string valueText(const Json& value)
{
    if (value.is_string()) {
        return value.get<std::string>();
    }
    if (!value.is_array() && !value.is_object()) {
        return value.dump();
    }
    std::string text;
    for (const auto& [key, part] : value.items()) {
        text += text.empty() ? "" : ", ";
        text += value.is_array() ? valueText(part) : fmt::format("{} {}", key, valueText(part));
    }
    return text;
}

// The same facts as --json, one line each; an entry of the log is a line of its own.
std::string infoText(const Json& info)
{
    std::string text;
    for (const auto& [key, value] : info.items()) {
        if (key != "log") {
            text += fmt::format("{:<18} {}\n", key, valueText(value));
            continue;
        }
        for (const Json& entry : value) {
            text += fmt::format("{:<18} {}\n", key, valueText(entry));
        }
    }
    return text;
}

struct InfoOptions {
    std::vector<std::string> files;
    bool json = false;
};

Status runInfo(const InfoOptions& options)
{
    auto trace = loadTraces(options.files);
    if (!trace.ok()) {
        return trace.error();
    }
    std::string json = traceInfoJson(*trace.value());
    if (!options.json) {
        return writeFileAtomically("-", infoText(Json::parse(json)));
    }
    if (!json.ends_with('\n')) {
        json += '\n';
    }
    return writeFileAtomically("-", json);
}

} // namespace

void addInfo(CLI::App& app, CommandContext& context)
{
    auto options = std::make_shared<InfoOptions>();
    CLI::App* command = app.add_subcommand("info", "Facts of a recording: counts, times, lanes, what was odd");
    command
        ->add_option("FILE", options->files,
            "Recording (.json, .json.gz); - is standard input; several are put on one axis by absolute time")
        ->required();
    command->add_flag("--json", options->json, "As JSON; all times in ns");
    command->callback([options, &context] { context.run = [options] { return runInfo(*options); }; });
}

} // namespace attnscope
