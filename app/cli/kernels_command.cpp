// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_support.h"
#include "app/cli/commands.h"
#include "profiler/exporting/analysis_tables.h"
#include "profiler/exporting/difference_table.h"

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace attnscope {
namespace {

struct KernelsOptions {
    std::string file, against, variant;
    bool byName = false;
    std::optional<std::int64_t> from, to; ///< ns since the start of the recording
    KernelDifferenceOptions difference;
    TableOptions table;
};

Status writeNames(const KernelsOptions& options, const Trace& trace, const std::vector<VariantView>& views)
{
    const TimeRange range { options.from.value_or(0), options.to.value_or(trace.range().end + 1) };
    if (range.begin >= range.end) {
        return usageError("--from: it must be smaller than --to, and lie in the recording");
    }
    const bool isPart = options.from || options.to;
    CellTable table = emptyNameTable();
    for (const VariantView& view : views) {
        appendNameRows(table, view.name, isPart ? kernelStatistics(trace, view, range) : kernelStatistics(trace, view));
    }
    return options.table.write(
        table, { "variant", "label", "group", "math_unit", "count", "total_ns", "share", "mean_ns" });
}

Status runKernels(const KernelsOptions& options)
{
    if (Status status = checkOutput(options.table.output, { options.file }); !status.ok()) {
        return status;
    }
    auto trace = loadTrace(options.file);
    if (!trace.ok()) {
        return trace.error();
    }
    auto views = chooseVariants(*trace.value(), options.variant);
    if (!views.ok()) {
        return views.error();
    }
    if (options.byName) {
        return writeNames(options, *trace.value(), views.value());
    }
    CellTable table = emptyKernelTable();
    for (const VariantView& view : views.value()) {
        appendKernelRows(table, *trace.value(), kernelRows(*trace.value(), view));
    }
    return options.table.write(table,
        { "variant", "step", "index", "start_ns", "duration_ns", "label", "group", "math_unit", "grid", "block",
            "occupancy_percent", "op" });
}

Status noPairs(const KernelsOptions& options)
{
    return options.variant.empty()
        ? usageError(fmt::format("{} and {} have no variant in common to compare; --variant chooses one of the first",
            options.file, options.against))
        : usageError(fmt::format("--variant: {} holds no variant \"{}\"", options.against, options.variant));
}

Status runDifference(const KernelsOptions& options)
{
    if (Status status = checkOutput(options.table.output, { options.file, options.against }); !status.ok()) {
        return status;
    }
    auto first = loadTrace(options.file);
    if (!first.ok()) {
        return first.error();
    }
    auto second = loadTrace(options.against);
    if (!second.ok()) {
        return second.error();
    }
    auto views = chooseVariants(*first.value(), options.variant);
    if (!views.ok()) {
        return views.error();
    }
    const auto pairs = pairVariants(views.value(), variantsOf(*second.value()));
    if (pairs.empty()) {
        return noPairs(options);
    }
    CellTable table = emptyDifferenceTable();
    for (const auto& [left, right] : pairs) {
        const KernelDifference difference =
            compareKernels(*first.value(), left, *second.value(), right, options.difference);
        if (options.difference.perStep && !difference.perStep) {
            return usageError(
                fmt::format("--per-step: {} has no steps", difference.stepsA == 0 ? options.file : options.against));
        }
        appendDifferenceRows(table, left.name, difference);
    }
    return options.table.write(table,
        { "variant", "label", "group", "count_a", "count_b", "total_ns_a", "total_ns_b", "mean_ns_a", "mean_ns_b",
            "difference_ns", "ratio", "only_in" });
}

} // namespace

void addKernels(CLI::App& app, CommandContext& context)
{
    auto options = std::make_shared<KernelsOptions>();
    CLI::App* command = app.add_subcommand("kernels",
        "List kernels, copies and fills of the recorded steps, decoded, one row a launch; with --against one row a "
        "name, compared with another file");
    command->add_option("FILE", options->file, "Recording; - is standard input")->required();
    command->add_option("--variant", options->variant, "Only this variant");
    auto* against = command->add_option("--against", options->against,
        "Another recording: count, total and mean of each kernel in FILE (a) and there (b), the largest difference "
        "first");
    command->add_flag("--by-label", options->difference.byLabel, "Compare by decoded label instead of full name")
        ->needs(against);
    command->add_flag("--per-step", options->difference.perStep, "Compare what one step spends")->needs(against);
    auto* byName = command->add_flag(
        "--by-name", options->byName, "One row a name instead of one a launch, the largest total first");
    byName->excludes(against);
    command->add_option("--from", options->from, "Only what starts at this time or later, in ns since the start")
        ->needs(byName);
    command->add_option("--to", options->to, "Only what starts before this time, in ns since the start")->needs(byName);
    options->table.addTo(*command);
    command->callback([options, &context] {
        context.run = [options] { return options->against.empty() ? runKernels(*options) : runDifference(*options); };
    });
}

} // namespace attnscope
