// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of a trace without a window: model, layout and view for the GeometryBuilder, with letters of a known width. Any thread.
#pragma once

#include "tests/gui/timeline_fixture.h"
#include "ui/timeline/geometry_builder.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace attnscope::test {

// Six pixels a byte: widths that a reader can count.
class SixPixels : public TextRuler {
public:
    float width(std::string_view text, TextStyle) const override { return 6.0F * static_cast<float>(text.size()); }
    std::size_t fit(std::string_view text, TextStyle style, float room) const override
    {
        return width(text, style) <= room ? text.size() : static_cast<std::size_t>(std::max(0.0F, room / 6 - 1));
    }
};

struct Picture {
    explicit Picture(TracePtr given, TimeRange range, double width = 1000, std::vector<bool> folded = {})
        : trace(std::move(given))
        , model(trace, variantsOf(*trace).at(0))
        , layout(model, folded, LaneMetrics())
    {
        view.model = &model;
        view.layout = &layout;
        view.scale = TimeScale(range, 0, width, 1);
        view.bottom = layout.height();
        view.focusStep = model.steps().empty() ? -1 : 0;
        view.bytesOf = [this](SpanRef span) { return trace->launchFacts(span).bytes.value_or(0); };
    }
    Geometry build() const { return GeometryBuilder(view, ruler).build(); }

    TracePtr trace;
    TimelineModel model;
    LaneLayout layout;
    GeometryView view;
    SixPixels ruler;
};

} // namespace attnscope::test
