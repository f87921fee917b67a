// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of two traces side by side as a table that leaves the program (`attnscope kernels A --against B`, the Difference
// tab). Names and order of the columns are a contract with whoever reads the files. Pure; any thread; O(rows).
#pragma once

#include "profiler/analysis/kernel_difference.h"
#include "profiler/exporting/cell_table.h"

#include <string_view>

namespace attnscope {

[[nodiscard]] CellTable emptyDifferenceTable();
/// One row for each kernel name; `variant` names the compared variant. Times in ns; what a side lacks is empty.
void appendDifferenceRows(CellTable& table, std::string_view variant, const KernelDifference& difference);

} // namespace attnscope
