// SPDX-License-Identifier: GPL-3.0-or-later
// StackedGeometry: StackedRows and a view become rectangles and words, as GeometryBuilder makes them of lanes: no
// painter, no widget, no colour. y from the top of all rows, before scrolling. Pure; O(spans of the rows).
#pragma once

#include "ui/common/format.h"
#include "ui/timeline/geometry.h"
#include "ui/timeline/label_maker.h"
#include "ui/timeline/stacked_layout.h"
#include "ui/timeline/stacked_rows.h"
#include "ui/timeline/time_scale.h"

#include <functional>
#include <vector>

namespace attnscope {

struct StackedGeometryView {
    const StackedRows* rows = nullptr;
    const std::vector<StackedPlace>* places = nullptr;
    StackedMetrics metrics; ///< already scaled
    float factor = 1; ///< design pixels → pixels
    TimeScale scale; ///< of time since the step's start
    TimeUnit unit = TimeUnit::Microseconds;
    ColourBy colourBy = ColourBy::Role;
    const std::vector<SpanRef>* lit = nullptr; ///< sorted; null or empty: nothing is dimmed
    std::function<std::int64_t(SpanRef)> bytesOf; ///< of a copy or fill; called for labelled boxes only
};

/// RowBoxes::row is the row, RowBoxes::lane the StackedLine; `patches` are what the words at a row's end stand on.
struct StackedGeometry {
    struct Patch {
        float x = 0, y = 0, width = 0, height = 0;
    };
    Geometry spans;
    std::vector<Patch> patches;
    std::vector<RulerTick> ticks;
};
[[nodiscard]] StackedGeometry stackedGeometry(const StackedGeometryView& view, const TextRuler& ruler);

/// "1,329 µs"
[[nodiscard]] QString stackedTime(Ns time, TimeUnit unit);
/// "ends at 355 µs,": how a row ends, and what that is beside the baseline: "974 µs sooner"; the second may be empty. At
/// a common end: "takes 355 µs,", "974 µs less".
struct EndWords {
    QString end, difference;
};
[[nodiscard]] EndWords endWords(
    const StackedRow& row, TimeUnit unit, StackedAlign align = StackedAlign::StepStart, bool compared = true);
/// Why a variant that did not run did not.
[[nodiscard]] QString refusalWords(const StackedRow& row);

} // namespace attnscope
