// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_support.h"
#include "app/cli/commands.h"
#include "profiler/exporting/export_trace.h"
#include "profiler/exporting/span_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope {
namespace {

struct ExportCommandOptions {
    std::vector<std::string> files;
    std::string output, variant;
};

// What someone who names such a file expects in it. Other endings are taken for a part of the name: run.2, tmp.Xa41bC.
constexpr auto kOtherFormats = std::to_array<std::string_view>({ ".bz2", ".db", ".gif", ".htm", ".html", ".jpeg",
    ".jpg", ".jsonl", ".md", ".ncu-rep", ".nsys-rep", ".ods", ".parquet", ".pdf", ".perfetto-trace", ".pftrace", ".png",
    ".sqlite", ".svg", ".tar", ".tsv", ".txt", ".webp", ".xlsx", ".xml", ".xz", ".yaml", ".zip", ".zst" });

// The ending says what is written, so one that says something else would lie.
Status checkEnding(const std::string& output)
{
    std::filesystem::path name = std::filesystem::path(output).filename();
    if (lowerCase(name.extension()) == ".gz") {
        name = name.stem();
    }
    const std::string ending = lowerCase(name.extension());
    if (std::find(kOtherFormats.begin(), kOtherFormats.end(), ending) == kOtherFormats.end()) {
        return Done {};
    }
    return usageError(
        fmt::format("-o names a .json file (a Chrome trace) or a .csv file (a row a span), each also with "
                    ".gz after it, not \"{}\"",
            output));
}

Status runExport(const ExportCommandOptions& options)
{
    if (Status status = checkEnding(options.output); !status.ok()) {
        return status;
    }
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
    const bool asCsv = endsIn(options.output, ".csv") || endsIn(options.output, ".csv.gz");
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
