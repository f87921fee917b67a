// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_support.h"
#include "app/cli/commands.h"
#include "profiler/exporting/analysis_tables.h"

#include <memory>

namespace attnscope {
namespace {

struct KernelsOptions {
    std::string file, variant;
    TableOptions table;
};

Status runKernels(const KernelsOptions& options)
{
    auto trace = loadTrace(options.file);
    if (!trace.ok()) {
        return trace.error();
    }
    auto views = chooseVariants(*trace.value(), options.variant);
    if (!views.ok()) {
        return views.error();
    }
    CellTable table = emptyKernelTable();
    for (const VariantView& view : views.value()) {
        appendKernelRows(table, *trace.value(), kernelRows(*trace.value(), view));
    }
    return options.table.write(table,
        { "variant", "step", "index", "start_ns", "duration_ns", "label", "group", "math_unit", "grid", "block",
            "occupancy_percent", "op" });
}

} // namespace

void addKernels(CLI::App& app, CommandContext& context)
{
    auto options = std::make_shared<KernelsOptions>();
    CLI::App* command = app.add_subcommand(
        "kernels", "List kernels, copies and fills of the recorded steps, decoded, one row a launch");
    command->add_option("FILE", options->file, "Recording; - is standard input")->required();
    command->add_option("--variant", options->variant, "Only this variant");
    options->table.addTo(*command);
    command->callback([options, &context] { context.run = [options] { return runKernels(*options); }; });
}

} // namespace attnscope
