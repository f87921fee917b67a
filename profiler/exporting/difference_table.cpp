// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/exporting/difference_table.h"

namespace attnscope {
namespace {

Cell costCell(const KernelCost& cost, double value)
{
    return cost.isThere() ? countCell(value) : Cell();
}

} // namespace

CellTable emptyDifferenceTable()
{
    return { { "variant", "name", "label", "group", "math_unit", "count_a", "count_b", "total_ns_a", "total_ns_b",
                 "mean_ns_a", "mean_ns_b", "difference_ns", "ratio", "only_in" },
        {} };
}

void appendDifferenceRows(CellTable& table, std::string_view variant, const KernelDifference& difference)
{
    table.rows.reserve(table.rows.size() + difference.rows.size());
    for (const KernelDifferenceRow& row : difference.rows) {
        std::vector<Cell> cells { textCell(variant), row.name, textCell(row.label), std::string(toString(row.group)),
            std::string(toString(row.mathUnit)) };
        cells.push_back(costCell(row.a, row.a.count));
        cells.push_back(costCell(row.b, row.b.count));
        cells.push_back(costCell(row.a, row.a.total));
        cells.push_back(costCell(row.b, row.b.total));
        cells.push_back(costCell(row.a, row.a.mean));
        cells.push_back(costCell(row.b, row.b.mean));
        cells.push_back(countCell(row.difference()));
        cells.push_back(ratioCell(row.ratio()));
        cells.push_back(textCell(row.isOnlyInA() ? "a" : row.isOnlyInB() ? "b" : ""));
        table.rows.push_back(std::move(cells));
    }
}

} // namespace attnscope
