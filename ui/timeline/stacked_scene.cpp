// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/stacked_scene.h"

#include "ui/common/theme.h"
#include "ui/timeline/span_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace attnscope {

namespace {

class SceneWords {
    Q_DECLARE_TR_FUNCTIONS(StackedView)
};

} // namespace

StackedScene::StackedScene()
{
    restyle();
}

void StackedScene::setRows(std::shared_ptr<const StackedRows> rows)
{
    m_rows = std::move(rows);
    m_selected.reset();
    m_chain = {};
    hovered.reset();
    current.reset();
    relayout();
}

void StackedScene::restyle()
{
    m_words.restyle();
    relayout();
}

void StackedScene::relayout()
{
    const auto design = StackedMetrics().scaled(static_cast<double>(m_words.factor()));
    m_metrics = design.stretched(*m_rows, m_height - design.ruler);
    m_places = stackedPlaces(*m_rows, m_metrics);
    m_scroll = std::clamp(m_scroll, 0, mostScroll());
    const double left = m_metrics.header;
    m_scale = TimeScale(m_view, left, std::max(1.0, m_width - left - m_metrics.ratio), m_dpr);
    m_dirty = true;
}

void StackedScene::setSize(double width, int height, double dpr)
{
    m_width = width;
    m_height = height;
    m_dpr = dpr;
    relayout();
}

void StackedScene::setView(TimeRange view)
{
    m_view = view;
    relayout();
}

void StackedScene::setScroll(int y)
{
    m_scroll = std::clamp(y, 0, mostScroll());
}

void StackedScene::setUnit(TimeUnit unit)
{
    m_unit = unit;
    m_words.setUnit(unit);
    m_dirty = true;
}

void StackedScene::setColourBy(ColourBy by)
{
    m_colourBy = by;
    m_dirty = true;
}

void StackedScene::setLit(std::vector<SpanRef> spans)
{
    std::sort(spans.begin(), spans.end());
    m_lit = std::move(spans);
    m_dirty = true;
}

int StackedScene::mostScroll() const
{
    return m_places.empty() ? 0 : std::max(0, m_places.back().bottom() - rowsHeight());
}

int StackedScene::wholeHeight() const
{
    return m_metrics.ruler + (m_places.empty() ? 0 : m_places.back().bottom());
}

const StackedGeometry& StackedScene::geometry() const
{
    if (m_dirty) {
        m_dirty = false;
        StackedGeometryView view;
        view.rows = m_rows.get();
        view.places = &m_places;
        view.metrics = m_metrics;
        view.factor = m_words.factor();
        view.scale = m_scale;
        view.unit = m_unit;
        view.colourBy = m_colourBy;
        view.lit = &m_lit;
        view.bytesOf = [this](SpanRef span) { return m_rows->trace->launchFacts(span).bytes.value_or(0); };
        m_geometry = stackedGeometry(view, m_words.text());
    }
    return m_geometry;
}

int StackedScene::rowAt(double y) const
{
    const double content = contentY(y);
    for (std::size_t row = 0; y >= m_metrics.ruler && row < m_places.size(); ++row) {
        if (content >= m_places[row].y && content < m_places[row].bottom()) {
            return static_cast<int>(row);
        }
    }
    return -1;
}

const Box* StackedScene::boxAt(double x, double y) const
{
    if (x < m_scale.left() || x >= m_scale.right() || y < m_metrics.ruler) {
        return nullptr;
    }
    return geometry().spans.boxAt(static_cast<float>(x), static_cast<float>(contentY(y)));
}

const Box* StackedScene::boxOf(const StackedRows::Place& place) const
{
    const auto& spans = m_rows->rows[place.row].line(place.line);
    const auto& all = geometry().spans;
    for (const RowBoxes& row : all.rows) {
        if (row.row != place.row || row.lane != static_cast<std::uint32_t>(place.line)) {
            continue;
        }
        for (auto i = row.begin; i < row.end; ++i) {
            const Box& box = all.boxes[i];
            for (std::size_t back = 0; back < box.count && back <= place.index; ++back) {
                if (spans[place.index - back].span == box.span()) {
                    return &box;
                }
            }
        }
    }
    return nullptr;
}

TooltipContent StackedScene::tooltipOf(const Box& box)
{
    if (box.folded()) {
        TooltipContent content;
        content.title = SceneWords::tr("%1 spans, too short to draw here").arg(formatCount(box.count));
        content.foot = SceneWords::tr("Zoom in to see them");
        return content;
    }
    const auto place = m_rows->placeOf(box.span());
    const auto model = place ? m_rows->rows[place->row].model : nullptr;
    if (!model) {
        return {};
    }
    if (m_words.sharedModel() != model) {
        m_words.setModel(model);
    }
    return attnscope::tooltipOf(m_words, box);
}

TooltipContent StackedScene::tooltipOfRow(std::size_t index) const
{
    const StackedRow& row = m_rows->rows[index];
    TooltipContent content;
    content.title = QString::fromStdString(row.summary.view.title);
    if (!row.ran()) {
        content.rows.emplace_back(SceneWords::tr("Did not run"), refusalWords(row));
        return content;
    }
    const auto add = [&content](const QString& name, const QString& value) { content.rows.emplace_back(name, value); };
    if (const auto us = row.summary.rankingUs()) {
        add(row.summary.onGpu ? SceneWords::tr("GPU time of one forward") : SceneWords::tr("CPU time of one forward"),
            formatTimeExact(std::llround(*us * 1000)));
    }
    if (row.end) {
        add(SceneWords::tr("Step's end"), SceneWords::tr("%1 after its start").arg(formatTimeExact(*row.end)));
    }
    if (const auto share = row.busyShare()) {
        add(SceneWords::tr("GPU busy"),
            SceneWords::tr("%1, %2 of that time").arg(formatTimeExact(row.busy), formatPercent(*share)));
    }
    if (row.summary.kernelsPerForward) {
        add(SceneWords::tr("Kernels"), formatMeanCount(*row.summary.kernelsPerForward));
    }
    if (row.summary.memcpyPerForward && row.summary.memsetPerForward) {
        add(SceneWords::tr("Copies and fills"),
            SceneWords::tr("%1 and %2")
                .arg(formatMeanCount(*row.summary.memcpyPerForward), formatMeanCount(*row.summary.memsetPerForward)));
    }
    content.foot = SceneWords::tr("Click to choose it, double click to see it alone");
    return content;
}

void StackedScene::select(std::optional<SpanRef> span)
{
    m_selected = span ? m_rows->placeOf(*span) : std::nullopt;
    const auto model = m_selected ? m_rows->rows[m_selected->row].model : nullptr;
    m_chain = model ? model->chainOf(*span) : LaunchChain();
}

} // namespace attnscope
