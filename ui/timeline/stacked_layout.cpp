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
    return m;
}

StackedMetrics StackedMetrics::stretched(const StackedRows& rows, int room) const
{
    const auto ran = static_cast<int>(
        std::count_if(rows.rows.begin(), rows.rows.end(), [](const StackedRow& row) { return row.ran(); }));
    StackedMetrics m = *this;
    if (ran == 0) {
        return m;
    }
    const int spare = (room - (static_cast<int>(rows.rows.size()) - ran) * refused) / ran - row;
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
        places.push_back({ y, row.ran() ? metrics.row : metrics.refused });
        y = places.back().bottom();
    }
    return places;
}

} // namespace attnscope
