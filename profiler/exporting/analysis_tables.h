// SPDX-License-Identifier: GPL-3.0-or-later
// The tables that leave the program: one row a variant (`attnscope report`, the comparison) and one row a GPU launch (`attnscope
// kernels`, the Kernels tab). Names and order of the columns are a contract with whoever reads the files. Pure; any thread.
#pragma once

#include "profiler/analysis/tables.h"
#include "profiler/analysis/variants.h"
#include "profiler/exporting/cell_table.h"

#include <vector>

namespace attnscope {

/// An empty table with the report's columns.
[[nodiscard]] CellTable emptyReportTable();
/// One row for each summary of this trace. Cells that were not measured are empty.
void appendReportRows(CellTable& table, const Trace& trace, const std::vector<VariantSummary>& summaries);

[[nodiscard]] CellTable emptyKernelTable();
/// One row for each kernel, copy and fill. Times in ns since the start of the recording.
void appendKernelRows(CellTable& table, const Trace& trace, const std::vector<KernelRow>& rows);

[[nodiscard]] CellTable emptyNameTable();
/// One row for each name of kernels, copies and fills, in the order given.
void appendNameRows(CellTable& table, std::string_view variant, const std::vector<NameStatistics>& rows);

} // namespace attnscope
