// SPDX-License-Identifier: GPL-3.0-or-later
// Narrow tables: the least important columns go first, so that the last one, the bars, stays readable. The export has them all.
// GUI thread only; O(columns).
#pragma once

#include "ui/common/records_model.h"
#include "ui/common/table_view.h"
#include "ui/common/theme.h"

#include <algorithm>
#include <vector>

namespace attnscope {

/// Hides columns by Column::dispensable until `keepForBar` design px are left for the one that stretches. `together`: columns of
/// one rank are of use only beside each other, so all of them go.
template<typename Record>
void fitColumns(TableView& table, const std::vector<Column<Record>>& columns, int keepForBar, bool together = false)
{
    int room = table.viewport()->width() - Theme::px(keepForBar);
    int mostDispensable = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        room -= std::max(0, Theme::px(columns[i].width));
        mostDispensable = std::max(mostDispensable, columns[i].dispensable);
        table.setColumnHidden(static_cast<int>(i), false);
    }
    for (int rank = mostDispensable; rank > 0 && room < 0; --rank) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (columns[i].dispensable == rank && (together || room < 0)) {
                table.setColumnHidden(static_cast<int>(i), true);
                room += Theme::px(columns[i].width);
            }
        }
    }
}

} // namespace attnscope
