// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_scene.h"

#include "ui/common/theme.h"

#include <algorithm>

namespace attnscope {

namespace {

// What the recorder itself cost, on a lane of its own: good to know of, seldom looked at.
bool isOverhead(const TimelineModel& model, const Track& track)
{
    if (!track.hasSpans()) {
        return false;
    }
    const auto& kinds = model.trace()->lanes()[track.source].spanKind;
    return std::all_of(kinds.begin(), kinds.end(), [](SpanKind kind) { return kind == SpanKind::Overhead; });
}

} // namespace

TimelineScene::TimelineScene()
{
    restyle();
}

void TimelineScene::restyle()
{
    m_text.reset();
    constexpr int design = 1000; // so that the rounding of Theme::px() does not show
    m_factor = static_cast<float>(Theme::px(design)) / design;
    m_metrics = LaneMetrics().scaled(static_cast<double>(m_factor));
    relayout();
}

void TimelineScene::setModel(std::shared_ptr<const TimelineModel> model)
{
    m_model = std::move(model);
    // What only repeats or is beside the point begins as a strip.
    m_folded.clear();
    for (const auto& track : m_model->tracks()) {
        // Beside the panel that stands for missing GPU lanes there is no room to spare.
        const bool minor = track.kind == TrackKind::Counter
            && (m_model->counters()[track.source].kind == CounterKind::Plain || !m_model->hasGpu());
        m_folded.push_back(track.kind == TrackKind::GpuRanges || minor || isOverhead(*m_model, track));
    }
    m_bytes.clear();
    m_lit.clear();
    selected.reset();
    chain = {};
    hovered.reset();
    crosshairX.reset();
    area.reset();
    marks = {};
    m_scroll = 0;
    m_focusStep = m_model->steps().empty() ? -1 : 0;
    relayout();
}

void TimelineScene::relayout()
{
    int noGpu = 0;
    if (m_noGpuHeight > 0 && !m_model->empty() && !m_model->hasGpu()) {
        const LaneLayout lanes(*m_model, m_folded, m_metrics);
        noGpu = std::max(m_noGpuHeight, lanesHeight() - lanes.height());
    }
    m_layout = LaneLayout(*m_model, m_folded, m_metrics, noGpu);
    m_scroll = std::clamp(m_scroll, 0, mostScroll());
    const double left = m_metrics.header;
    m_scale = TimeScale(m_view, left, std::max(1.0, m_width - left - m_metrics.rightMargin), m_dpr);
    m_dirty = true;
}

int TimelineScene::rulerHeight() const
{
    return m_model->steps().empty() ? m_metrics.rulerPlain : m_metrics.ruler;
}

void TimelineScene::setSize(double width, int height, double dpr)
{
    m_width = width;
    m_height = height;
    m_dpr = dpr;
    relayout();
}

void TimelineScene::setView(TimeRange view)
{
    m_view = view;
    relayout();
}

void TimelineScene::setScroll(int y)
{
    m_scroll = std::clamp(y, 0, mostScroll());
    m_dirty = true;
}

void TimelineScene::setFolded(std::size_t track, bool folded)
{
    if (track < m_folded.size()) {
        m_folded[track] = folded;
        relayout();
    }
}

void TimelineScene::setFocusStep(int step)
{
    m_focusStep = std::clamp(step, -1, static_cast<int>(m_model->steps().size()) - 1);
    m_dirty = true;
}

void TimelineScene::setLit(std::vector<SpanRef> spans)
{
    std::sort(spans.begin(), spans.end());
    m_lit = std::move(spans);
    m_dirty = true;
}

void TimelineScene::setUnit(TimeUnit unit)
{
    m_unit = unit;
    m_dirty = true;
}

void TimelineScene::setColourBy(ColourBy by)
{
    m_colourBy = by;
    m_dirty = true;
}

void TimelineScene::setNoGpuHeight(int wanted)
{
    m_noGpuHeight = wanted;
    relayout();
}

std::int64_t TimelineScene::bytesOf(SpanRef span) const
{
    const auto key = (static_cast<std::uint64_t>(span.lane) << 32U) | span.index;
    const auto [found, isNew] = m_bytes.try_emplace(key, 0);
    if (isNew) {
        found->second = m_model->trace()->launchFacts(span).bytes.value_or(0);
    }
    return found->second;
}

const Geometry& TimelineScene::geometry() const
{
    if (m_dirty) {
        m_dirty = false;
        if (m_model->empty()) {
            m_geometry = {};
            return m_geometry;
        }
        GeometryView view;
        view.model = m_model.get();
        view.layout = &m_layout;
        view.metrics = m_metrics;
        view.factor = m_factor;
        view.scale = m_scale;
        view.top = m_scroll;
        view.bottom = m_scroll + lanesHeight();
        view.focusStep = m_focusStep;
        view.lit = &m_lit;
        view.unit = m_unit;
        view.colourBy = m_colourBy;
        view.bytesOf = [this](SpanRef span) { return bytesOf(span); };
        m_geometry = GeometryBuilder(view, m_text).build();
    }
    return m_geometry;
}

std::optional<Box> TimelineScene::placeOf(SpanRef span) const
{
    if (const auto* box = geometry().boxOf(span)) {
        return *box;
    }
    const auto track = m_model->trackOf(span.lane);
    const auto* place = track ? m_layout.ofTrack(*track) : nullptr;
    if (place == nullptr || place->height == 0) {
        return std::nullopt;
    }
    const auto& lane = m_model->trace()->lanes()[span.lane];
    Box box;
    box.lane = span.lane;
    box.first = span.index;
    box.x = static_cast<float>(m_scale.clampedX(lane.start[span.index], 1000));
    box.width = std::max(
        static_cast<float>(kNarrow), static_cast<float>(m_scale.clampedX(lane.end(span.index), 1000)) - box.x - 1);
    box.y = static_cast<float>(place->rowY(lane.rowOf(span.index)));
    box.height = static_cast<float>(place->rowHeight);
    return box;
}

} // namespace attnscope
