// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/stacked_layout.h"

#include <algorithm>
#include <cmath>

namespace attnscope {

StackedMetrics StackedMetrics::scaled(double factor) const
{
    const auto px = [factor](int design) { return static_cast<int>(std::lround(design * factor)); };
    StackedMetrics m;
    m.header = px(header), m.ruler = px(ruler), m.ratio = px(ratio), m.rightMargin = px(rightMargin);
    m.row = px(row), m.refused = px(refused);
    m.opTop = px(opTop), m.op = px(op), m.launchTop = px(launchTop), m.launch = px(launch);
    m.workTop = px(workTop), m.work = px(work);
    m.slot = px(slot), m.slotGap = px(slotGap);
    return m;
}

int StackedMetrics::slotHeight(const StackedRow& row) const
{
    return row.slotCount == 1 ? work : std::max(slot, (work - (row.slotCount - 1) * slotGap) / row.slotCount);
}

int StackedMetrics::workHeight(const StackedRow& row) const
{
    return row.slotCount * slotHeight(row) + (row.slotCount - 1) * slotGap;
}

int StackedMetrics::height(const StackedRow& one) const
{
    return !one.ran() ? refused : row + std::max(0, workHeight(one) - work);
}

StackedMetrics StackedMetrics::stretched(const StackedRows& rows, int room) const
{
    const auto ran = static_cast<int>(
        std::count_if(rows.rows.begin(), rows.rows.end(), [](const StackedRow& row) { return row.ran(); }));
    StackedMetrics m = *this;
    if (ran == 0) {
        return m;
    }
    int taken = 0;
    for (const StackedRow& one : rows.rows) {
        taken += height(one) - (one.ran() ? row : 0);
    }
    const int spare = (room - taken) / ran - row;
    if (spare >= 0) {
        const int more = std::min(spare, row); // beyond that a row is only empty
        m.row += more;
        m.work += more;
        return m;
    }
    // A little less air above and below, then slimmer spans; what does not fit then is scrolled to.
    const int air = std::min(-spare, 2 * (opTop / 2)), up = air / 2;
    const int slimmer = std::clamp(-spare - air, 0, work / 5);
    m.opTop -= up, m.launchTop -= up, m.workTop -= up;
    m.work -= slimmer;
    m.row -= air + slimmer;
    return m;
}

std::vector<StackedPlace> stackedPlaces(const StackedRows& rows, const StackedMetrics& metrics)
{
    std::vector<StackedPlace> places;
    int y = 0;
    for (const StackedRow& row : rows.rows) {
        places.push_back({ y, metrics.height(row) });
        y = places.back().bottom();
    }
    return places;
}

} // namespace attnscope
