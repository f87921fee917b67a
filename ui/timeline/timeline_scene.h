// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineScene: the state of one timeline picture (variant, view, size, scrolling, what is folded, lit, selected, hovered) and the
// geometry that follows from it, rebuilt when something it depends on changed. No widget: the window, the exported files and the
// benchmark all paint scenes. GUI thread only.
#pragma once

#include "ui/timeline/finding_marks.h"
#include "ui/timeline/geometry_builder.h"
#include "ui/timeline/text_cache.h"

#include <optional>
#include <unordered_map>

namespace attnscope {

class TimelineScene {
public:
    TimelineScene();

    void setModel(std::shared_ptr<const TimelineModel> model);
    [[nodiscard]] const TimelineModel& model() const { return *m_model; }
    [[nodiscard]] const std::shared_ptr<const TimelineModel>& sharedModel() const { return m_model; }
    void setSize(double width, int height, double dpr);
    void setView(TimeRange view);
    void setScroll(int y);
    void setFolded(std::size_t track, bool folded);
    [[nodiscard]] bool isFolded(std::size_t track) const { return track < m_folded.size() && m_folded[track]; }
    void setFocusStep(int step);
    void setLit(std::vector<SpanRef> spans);
    void setUnit(TimeUnit unit);
    void setColourBy(ColourBy by);
    /// Height wanted by the panel that stands for missing GPU lanes; 0: none.
    void setNoGpuHeight(int wanted);
    /// The font or theme changed.
    void restyle();

    [[nodiscard]] TimeRange view() const { return m_view; }
    [[nodiscard]] double width() const { return m_width; }
    [[nodiscard]] int height() const { return m_height; }
    [[nodiscard]] double dpr() const { return m_dpr; }
    [[nodiscard]] int scroll() const { return m_scroll; }
    [[nodiscard]] int focusStep() const { return m_focusStep; }
    [[nodiscard]] TimeUnit unit() const { return m_unit; }
    [[nodiscard]] ColourBy colourBy() const { return m_colourBy; }
    [[nodiscard]] const std::vector<SpanRef>& lit() const { return m_lit; }
    [[nodiscard]] const LaneMetrics& metrics() const { return m_metrics; }
    [[nodiscard]] float factor() const { return m_factor; }
    [[nodiscard]] const TextCache& text() const { return m_text; }
    [[nodiscard]] const LaneLayout& layout() const { return m_layout; }
    [[nodiscard]] const TimeScale& scale() const { return m_scale; }
    /// Height of the ruler: three rows with steps, one without.
    [[nodiscard]] int rulerHeight() const;
    [[nodiscard]] int lanesHeight() const { return std::max(0, m_height - rulerHeight()); }
    [[nodiscard]] int mostScroll() const { return std::max(0, m_layout.height() - lanesHeight()); }
    /// Content y of a picture's y.
    [[nodiscard]] int contentY(double y) const { return static_cast<int>(y) - rulerHeight() + m_scroll; }

    [[nodiscard]] const Geometry& geometry() const;
    /// Bytes a copy or fill moved, 0 when the trace does not say. Remembered.
    [[nodiscard]] std::int64_t bytesOf(SpanRef span) const;
    /// Where a span stands, visible or not (content coordinates); nothing when its lane is not shown.
    [[nodiscard]] std::optional<Box> placeOf(SpanRef span) const;

    // Overlay state: changing it never rebuilds geometry.
    std::optional<SpanRef> selected;
    LaunchChain chain;
    std::optional<Box> hovered;
    std::optional<double> crosshairX;
    std::optional<TimeRange> area;
    FindingMarks marks;

private:
    void relayout();

    std::shared_ptr<const TimelineModel> m_model = std::make_shared<TimelineModel>();
    LaneMetrics m_metrics;
    float m_factor = 1;
    TextCache m_text;
    LaneLayout m_layout;
    TimeScale m_scale;
    TimeRange m_view { 0, 1 };
    double m_width = 800, m_dpr = 1;
    int m_height = 400, m_scroll = 0, m_focusStep = -1, m_noGpuHeight = 0;
    TimeUnit m_unit = TimeUnit::Microseconds;
    ColourBy m_colourBy = ColourBy::Role;
    std::vector<bool> m_folded;
    std::vector<SpanRef> m_lit;
    mutable Geometry m_geometry;
    mutable bool m_dirty = true;
    mutable std::unordered_map<std::uint64_t, std::int64_t> m_bytes;
};

} // namespace attnscope
