// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_support.h"
#include "app/cli/commands.h"
#include "profiler/exporting/analysis_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

namespace attnscope {
namespace {

struct ReportOptions {
    std::vector<std::string> files;
    std::string baseline, theme = "light";
    TableOptions table;
    bool html = false;
};

struct FileReport {
    TracePtr trace;
    std::vector<VariantSummary> rows;
    bool compared = false;
};

// Times of different shapes or devices say nothing about each other.
bool areComparable(const Trace& a, const Trace& b)
{
    if (a.session().has_value() != b.session().has_value()) {
        return false;
    }
    if (!a.session()) {
        return a.facts().deviceName == b.facts().deviceName;
    }
    return a.session()->workload == b.session()->workload && a.session()->device.kind == b.session()->device.kind
        && a.session()->device.name == b.session()->device.name;
}

const VariantSummary* rowNamed(const FileReport& report, const std::string& name)
{
    auto found = std::find_if(report.rows.begin(), report.rows.end(),
        [&name](const VariantSummary& row) { return row.ran && row.view.name == name; });
    return found == report.rows.end() ? nullptr : &*found;
}

// A file without the baseline borrows it from the first comparable file that has it.
void borrowBaseline(std::vector<FileReport>& reports, const std::string& baseline)
{
    for (FileReport& report : reports) {
        for (const FileReport& other : reports) {
            const VariantSummary* row = rowNamed(other, baseline);
            if (report.compared || row == nullptr || !areComparable(*report.trace, *other.trace)) {
                continue;
            }
            report.rows.push_back(*row);
            report.compared = compareWith(report.rows, baseline);
            report.rows.pop_back();
        }
    }
}

FileReport reportOf(TracePtr trace, const std::string& baseline)
{
    FileReport report { std::move(trace), {}, false };
    report.rows = summarize(*report.trace, baseline);
    report.compared =
        std::any_of(report.rows.begin(), report.rows.end(), [](const VariantSummary& row) { return row.isBaseline; });
    return report;
}

std::vector<std::string> variantNames(const std::vector<FileReport>& reports)
{
    std::vector<std::string> names;
    for (const FileReport& report : reports) {
        for (const VariantSummary& row : report.rows) {
            names.push_back(row.view.name);
        }
    }
    return names;
}

Status runReport(const ReportOptions& options)
{
    if (Status status = checkOutput(options.table.output, options.files); !status.ok()) {
        return status;
    }
    // Several files of one variant each are compared as one file of several would be.
    const bool isChosen = !options.baseline.empty();
    const std::string baseline = isChosen || options.files.size() == 1 ? options.baseline : "naive";
    std::vector<FileReport> reports;
    for (const std::string& file : options.files) {
        auto trace = loadTrace(file);
        if (!trace.ok()) {
            return trace.error();
        }
        reports.push_back(reportOf(trace.value(), baseline));
    }
    const bool any = std::any_of(reports.begin(), reports.end(), [](const FileReport& r) { return r.compared; });
    if (isChosen && !any) {
        return unknownBaseline(baseline, variantNames(reports));
    }
    borrowBaseline(reports, baseline);
    CellTable table = emptyReportTable();
    for (FileReport& report : reports) {
        if (!report.compared && !isChosen) {
            report = reportOf(report.trace, {});
        }
        appendReportRows(table, *report.trace, report.rows);
    }
    return options.table.write(table,
        { "variant", "backend", "kernels_per_forward", "memcpy_per_forward", "memset_per_forward", "gpu_us_median",
            "cpu_us_median", "recorded_gpu_us", "tensor_core_percent", "peak_memory_bytes", "relative_error", "speedup",
            "note" });
}

Status runSessionReport(const ReportOptions& options, const Hooks& hooks)
{
    if (Status status = checkOutput(options.table.output, options.files); !status.ok()) {
        return status;
    }
    const Result<bool> dark = isDarkTheme(options.theme);
    if (!dark.ok()) {
        return dark.error();
    }
    if (!hooks.sessionReport) {
        return noUserInterface();
    }
    return hooks.sessionReport({ options.files, options.table.output, options.baseline, dark.value() });
}

} // namespace

void addReport(CLI::App& app, CommandContext& context)
{
    auto options = std::make_shared<ReportOptions>();
    CLI::App* command = app.add_subcommand("report", "Compare variants: one row each");
    command->add_option("FILE", options->files, "Recordings; the rows of all are listed")->required();
    command->add_option(
        "--baseline", options->baseline, "Variant that speedups refer to (default: naive, else the first)");
    options->table.widest = 400; // notes say why something did not run
    options->table.addTo(*command);
    auto* html = command->add_flag("--html", options->html,
        "All of the recording as one page: pictures, comparison, findings, kernels; several files share one axis");
    html->excludes("--csv")->excludes("--json");
    command->add_option("--theme", options->theme, "Colours of the page: light or dark")
        ->capture_default_str()
        ->needs(html);
    command->callback([options, &context] {
        context.run = [options, &context] {
            const TableOptions& table = options->table;
            const bool isPage = options->html || (!table.csv && !table.json && endsIn(table.output, ".html"));
            return isPage ? runSessionReport(*options, context.hooks) : runReport(*options);
        };
    });
}

} // namespace attnscope
