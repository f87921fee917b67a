// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_support.h"
#include "app/cli/commands.h"
#include "profiler/exporting/export_trace.h"
#include "profiler/exporting/span_csv.h"

#include <memory>
#include <string>
#include <vector>

namespace attnscope {
namespace {

struct ExportCommandOptions {
    std::vector<std::string> files;
    std::string output, variant;
};

Status runExport(const ExportCommandOptions& options)
{
    if (Status status = checkOutput(options.output, options.files); !status.ok()) {
        return status;
    }
    auto trace = loadTraces(options.files);
    if (!trace.ok()) {
        return trace.error();
    }
    warnOfDamage(*trace.value());
    if (auto views = chooseVariants(*trace.value(), options.variant); !views.ok()) {
        return views.error();
    }
    ExportOptions exporting;
    // The one variant of a trace without session is the whole of it.
    exporting.variant = trace.value()->session() ? options.variant : std::string();
    const bool asCsv = options.output.ends_with(".csv") || options.output.ends_with(".csv.gz");
    return asCsv ? exportSpansCsv(*trace.value(), options.output, exporting)
                 : exportTrace(*trace.value(), options.output, exporting);
}

} // namespace

void addExport(CLI::App& app, CommandContext& context)
{
    auto options = std::make_shared<ExportCommandOptions>();
    CLI::App* command = app.add_subcommand("export", "Write a Chrome trace that Perfetto opens, or CSV");
    command->add_option("FILE", options->files, "Recording; - is standard input; several become one, on one axis")
        ->required();
    command
        ->add_option("-o,--output", options->output,
            "File to write: a Chrome trace, or a row a span when it ends in .csv; compressed with .gz after it")
        ->required();
    command->add_option("--variant", options->variant, "Only this variant");
    command->callback([options, &context] { context.run = [options] { return runExport(*options); }; });
}

} // namespace attnscope
