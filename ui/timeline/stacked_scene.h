// SPDX-License-Identifier: GPL-3.0-or-later
// StackedScene: the state of one stacked picture (rows, view, size, scrolling, what is selected and hovered) and
// the geometry that follows from it, rebuilt when something it depends on changed. No widget: window and exported
// files paint scenes. GUI thread only.
#pragma once

#include "ui/timeline/span_tooltip.h"
#include "ui/timeline/stacked_geometry.h"
#include "ui/timeline/timeline_scene.h"

#include <memory>
#include <optional>

namespace attnscope {

class StackedScene {
public:
    StackedScene();

    void setRows(std::shared_ptr<const StackedRows> rows);
    void setSize(double width, int height, double dpr);
    void setView(TimeRange view); ///< time since the steps' starts
    void setScroll(int y);
    void setUnit(TimeUnit unit);
    void setColourBy(ColourBy by);
    void setLit(std::vector<SpanRef> spans); ///< everything else is dimmed; empty: nothing is
    [[nodiscard]] const std::vector<SpanRef>& lit() const { return m_lit; } ///< in order
    void restyle(); ///< the font or theme changed

    [[nodiscard]] const StackedRows& rows() const { return *m_rows; }
    [[nodiscard]] const std::shared_ptr<const StackedRows>& sharedRows() const { return m_rows; }
    [[nodiscard]] bool empty() const { return m_rows->rows.empty(); }
    [[nodiscard]] TimeRange view() const { return m_scale.range(); }
    [[nodiscard]] const TimeScale& scale() const { return m_scale; }
    [[nodiscard]] double width() const { return m_width; }
    [[nodiscard]] int height() const { return m_height; }
    [[nodiscard]] double dpr() const { return m_dpr; }
    [[nodiscard]] int scroll() const { return m_scroll; }
    [[nodiscard]] int rowsHeight() const { return std::max(0, m_height - m_metrics.ruler); }
    [[nodiscard]] int mostScroll() const;
    /// In which no row is scrolled to.
    [[nodiscard]] int wholeHeight() const;
    [[nodiscard]] TimeUnit unit() const { return m_unit; }
    [[nodiscard]] ColourBy colourBy() const { return m_colourBy; }
    [[nodiscard]] const StackedMetrics& metrics() const { return m_metrics; }
    [[nodiscard]] const TextCache& text() const { return m_words.text(); }
    [[nodiscard]] const std::vector<StackedPlace>& places() const { return m_places; }
    [[nodiscard]] const StackedGeometry& geometry() const;

    /// Content y (from the top of all rows) of a picture's y, and back.
    [[nodiscard]] double contentY(double y) const { return y - m_metrics.ruler + m_scroll; }
    [[nodiscard]] double sceneY(double contentY) const { return contentY + m_metrics.ruler - m_scroll; }
    /// Row under a picture's y, −1: none.
    [[nodiscard]] int rowAt(double y) const;
    /// The box under a point of the picture, or null.
    [[nodiscard]] const Box* boxAt(double x, double y) const;
    /// The box of a span, alone or folded; null when it is out of sight.
    [[nodiscard]] const Box* boxOf(const StackedRows::Place& place) const;

    /// What the timeline would say of the same span.
    [[nodiscard]] TooltipContent tooltipOf(const Box& box);
    /// Every figure of a row in words.
    [[nodiscard]] TooltipContent tooltipOfRow(std::size_t row) const;

    // Overlay state: changing it never rebuilds geometry.
    void select(std::optional<SpanRef> span);
    [[nodiscard]] const std::optional<StackedRows::Place>& selected() const { return m_selected; }
    [[nodiscard]] const LaunchChain& chain() const { return m_chain; }
    std::optional<std::size_t> current; ///< row of the variant that the rest of the window speaks of
    std::optional<Box> hovered;
    std::optional<double> crosshairX;

private:
    void relayout();

    std::shared_ptr<const StackedRows> m_rows = std::make_shared<StackedRows>();
    mutable TimelineScene m_words; ///< of the variant that was asked about last: its words are the timeline's
    StackedMetrics m_metrics;
    std::vector<StackedPlace> m_places;
    TimeScale m_scale;
    TimeRange m_view { 0, 1 };
    double m_width = 800, m_dpr = 1;
    int m_height = 400, m_scroll = 0;
    TimeUnit m_unit = TimeUnit::Microseconds;
    ColourBy m_colourBy = ColourBy::Role;
    std::vector<SpanRef> m_lit;
    std::optional<StackedRows::Place> m_selected;
    LaunchChain m_chain;
    mutable StackedGeometry m_geometry;
    mutable bool m_dirty = true;
};

} // namespace attnscope
