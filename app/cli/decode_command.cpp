// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_support.h"
#include "app/cli/commands.h"
#include "profiler/exporting/export_trace.h"
#include "profiler/kernels/decoder.h"

#include <algorithm>
#include <iostream>
#include <memory>

namespace attnscope {
namespace {

struct DecodeOptions {
    std::vector<std::string> names;
    bool json = false;
};

std::vector<std::string> namesFromInput()
{
    std::vector<std::string> names;
    std::string line;
    while (std::getline(std::cin, line)) {
        if (line.ends_with('\r')) {
            line.pop_back();
        }
        if (!line.empty()) {
            names.push_back(line);
        }
    }
    return names;
}

CellTable decodeAll(const std::vector<std::string>& names)
{
    CellTable table { { "name", "family", "role", "math_unit", "instruction", "input_dtype", "accumulate_dtype", "tile",
                          "stages", "layout", "architecture", "rule" },
        {} };
    for (const std::string& name : names) {
        const DecodedKernel kernel = decodeKernel(name);
        table.rows.push_back({ name, kernel.family, kernel.role, std::string(toString(kernel.mathUnit)),
            kernel.instruction, kernel.inputDtype, kernel.accumulateDtype, kernel.tile, kernel.stages, kernel.layout,
            kernel.architecture, kernel.rule });
    }
    return table;
}

// TSV has no quoting: what would break a row becomes a space.
std::string toTsv(const CellTable& table)
{
    std::string text;
    auto append = [&text](std::string field, bool last) {
        std::replace_if(
            field.begin(), field.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
        text += field;
        text += last ? '\n' : '\t';
    };
    for (const std::string& column : table.columns) {
        append(column, &column == &table.columns.back());
    }
    for (const auto& row : table.rows) {
        for (const Cell& cell : row) {
            append(cellText(cell), &cell == &row.back());
        }
    }
    return text;
}

Status runDecode(const DecodeOptions& options)
{
    const CellTable table = decodeAll(options.names.empty() ? namesFromInput() : options.names);
    return writeFileAtomically("-", options.json ? toJson(table) : toTsv(table));
}

} // namespace

void addDecode(CLI::App& app, CommandContext& context)
{
    auto options = std::make_shared<DecodeOptions>();
    CLI::App* command =
        app.add_subcommand("decode", "Read GPU kernel names: what each does, in which types, on which unit");
    command->add_option("NAME", options->names, "Kernel names; none: standard input, one a line");
    command->add_flag("--json", options->json, "As JSON instead of TSV");
    command->callback([options, &context] { context.run = [options] { return runDecode(*options); }; });
}

} // namespace attnscope
