// SPDX-License-Identifier: GPL-3.0-or-later
// The spans themselves: opaque rectangles by colour, then cached words.
#include "ui/timeline/scene_painter.h"

#include "ui/timeline/column_strip.h"
#include "ui/timeline/span_painter.h"

#include <QPen>

#include <algorithm>
#include <cmath>
#include <span>

namespace attnscope {

namespace {

constexpr std::size_t kWorthAStrip = 160; ///< columns of a row

} // namespace

QRectF ScenePainter::rectOf(const Box& box) const
{
    return { static_cast<double>(box.x), sceneY(static_cast<double>(box.y)), static_cast<double>(box.width),
        static_cast<double>(box.height) };
}

void ScenePainter::paintLanes(QPainter& painter) const
{
    if (m_scene.model().empty()) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setClipRect(lanesRect());
    const auto& geometry = m_scene.geometry();
    paintScale(painter);
    for (const auto& curve : geometry.curves) {
        paintCurve(painter, curve);
    }
    for (const auto& bar : geometry.rates) {
        paintRate(painter, bar);
    }
    for (const auto& peak : geometry.peaks) {
        paintPeak(painter, peak);
    }
    for (const auto& box : geometry.boxes) {
        if (!box.folded()) {
            paintBox(painter, box);
        }
    }
    ColumnStrip strip;
    for (const auto& row : geometry.rows) {
        paintColumns(painter, row, strip);
    }
    for (const auto& bracket : geometry.brackets) {
        paintBracket(painter, bracket);
    }
    const auto down = static_cast<float>(sceneY(0));
    for (const auto& glyph : geometry.glyphs) {
        paintSpanGlyph(painter, m_theme, glyph, static_cast<double>(down));
    }
    for (auto run : geometry.texts) {
        run.baseline += down;
        m_scene.text().draw(painter, run, inkOfSpan(m_theme, run.ink, run.hue));
    }
    paintLitGroups(painter);
    painter.restore();
}

// The columns of one row. On a raster device they are written pixel by pixel into a strip that is laid over the row: a rectangle
// each would cost several times as much, because a full row has one for every pixel.
void ScenePainter::paintColumns(QPainter& painter, const RowBoxes& row, ColumnStrip& strip) const
{
    const auto& columns = m_scene.geometry().columns;
    const std::span<const PixelColumn> own(columns.data() + row.columnBegin, row.columnEnd - row.columnBegin);
    const double top = sceneY(static_cast<double>(row.y));
    if (own.size() >= kWorthAStrip && strip.fits(painter)) {
        strip.begin(lanesRect(), static_cast<double>(row.height), m_scene.dpr());
        for (const auto& column : own) {
            strip.add(column, fillOfColumn(m_theme, column));
        }
        strip.paint(painter, top);
        return;
    }
    for (const auto& column : own) {
        const auto height = static_cast<double>(column.height);
        painter.fillRect(QRectF(static_cast<double>(column.x), top + static_cast<double>(row.height) - height,
                             static_cast<double>(column.width), height),
            fillOfColumn(m_theme, column));
    }
}

void ScenePainter::paintBox(QPainter& painter, const Box& box) const
{
    paintSpan(painter, m_theme, box, rectOf(box), { m_scene.scale().left(), m_scene.width() });
}

void ScenePainter::paintCurve(QPainter& painter, const Curve& curve) const
{
    const auto area = Theme::mix(m_theme.faint, m_theme.canvas, 0.16);
    const double floor = sceneY(static_cast<double>(curve.floor));
    double before = floor;
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
        const double x = curve.points[i].x;
        const double next = i + 1 < curve.points.size() ? curve.points[i + 1].x : static_cast<double>(curve.right);
        const double y = std::round(floor - curve.points[i].value * static_cast<double>(curve.unit));
        painter.fillRect(QRectF(x, y, next - x, floor - y), area);
        painter.fillRect(QRectF(x, y, next - x, 1), m_theme.faint);
        if (i > 0 && y != before) {
            painter.fillRect(QRectF(x, std::min(y, before), 1, std::abs(y - before) + 1), m_theme.faint);
        }
        before = y;
    }
}

void ScenePainter::paintBracket(QPainter& painter, const Bracket& bracket) const
{
    const double left = static_cast<double>(bracket.left), right = static_cast<double>(bracket.right),
                 y = sceneY(static_cast<double>(bracket.y));
    painter.fillRect(QRectF(left, y + px(10), right - left, 1), m_theme.lineStrong);
    painter.fillRect(QRectF(left, y + px(10), 1, px(5)), m_theme.lineStrong);
    painter.fillRect(QRectF(right - 1, y + px(10), 1, px(5)), m_theme.lineStrong);
    if (!bracket.text.empty()) {
        const double x = static_cast<double>(bracket.textX);
        painter.fillRect(
            QRectF(x - px(6), y + px(2), static_cast<double>(bracket.textWidth) + px(12), px(14)), m_theme.canvas);
        text(painter, x, y + px(13), bracket.text, TextStyle::Small, m_theme.muted);
    }
}

// One frame round all neighbours that are lit together.
void ScenePainter::paintLitGroups(QPainter& painter) const
{
    if (m_scene.lit().empty()) {
        return;
    }
    const auto& geometry = m_scene.geometry();
    const double air = px(4);
    for (const auto& row : geometry.rows) {
        QRectF group;
        const auto flush = [&] {
            if (!group.isNull()) {
                drawFrame(painter, group.adjusted(-3, -3, 3, 3), 2, px(4), m_theme.accent);
            }
            group = {};
        };
        for (auto i = row.begin; i < row.end; ++i) {
            if (!geometry.boxes[i].lit) {
                continue;
            }
            const auto rect = rectOf(geometry.boxes[i]);
            if (!group.isNull() && rect.left() - group.right() > air) {
                flush();
            }
            group = group.isNull() ? rect : group.united(rect);
        }
        flush();
    }
}

} // namespace attnscope
