// SPDX-License-Identifier: GPL-3.0-or-later
// The spans themselves: opaque rectangles by colour, then cached words.
#include "ui/timeline/scene_painter.h"

#include "ui/timeline/column_strip.h"

#include <QPen>

#include <algorithm>
#include <cmath>
#include <span>

namespace attnscope {

namespace {

constexpr std::size_t kWorthAStrip = 160; ///< columns of a row
constexpr double kRoundedFrom = 9; ///< px of width

// Squares of `cell` px, `cell` px apart; the last one is cut at the span's end.
void paintRail(QPainter& painter, double left, double right, double y, double cell, const QColor& colour)
{
    for (double x = left; x < right; x += 2 * cell) {
        painter.fillRect(QRectF(x, y, std::min(cell, right - x), cell), colour);
    }
}

// 2 px corners: the outermost pixel goes back to the canvas.
void blankCorners(QPainter& painter, const QRectF& rect, const QColor& canvas)
{
    painter.fillRect(QRectF(rect.left(), rect.top(), 1, 1), canvas);
    painter.fillRect(QRectF(rect.right() - 1, rect.top(), 1, 1), canvas);
    painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, 1, 1), canvas);
    painter.fillRect(QRectF(rect.right() - 1, rect.bottom() - 1, 1, 1), canvas);
}

void paintInnerFrame(QPainter& painter, const QRectF& rect, const QColor& colour)
{
    painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), colour);
    painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), colour);
    painter.fillRect(QRectF(rect.left(), rect.top(), 1, rect.height()), colour);
    painter.fillRect(QRectF(rect.right() - 1, rect.top(), 1, rect.height()), colour);
}

// 45° lines, `pitch` px apart. Drawn line by line: not every reader of vector files knows pattern brushes.
void paintHatch(QPainter& painter, const QRectF& rect, double pitch, const QColor& colour)
{
    painter.setPen(QPen(colour, 1));
    for (double sum = std::ceil((rect.left() + rect.top()) / pitch) * pitch; sum < rect.right() + rect.bottom();
         sum += pitch) {
        const double from = std::max(rect.left(), sum - rect.bottom()), to = std::min(rect.right(), sum - rect.top());
        painter.drawLine(QPointF(from, sum - from), QPointF(to, sum - to));
    }
}

} // namespace

QRectF ScenePainter::rectOf(const Box& box) const
{
    return { static_cast<double>(box.x), sceneY(static_cast<double>(box.y)), static_cast<double>(box.width),
        static_cast<double>(box.height) };
}

QColor ScenePainter::fillOf(const Box& box) const
{
    if (box.tone == Tone::Role) {
        return box.lit ? m_theme.hue(box.hue) : m_theme.dimmedHue(box.hue);
    }
    return !box.lit ? m_theme.opDim : box.tone == Tone::Range ? m_theme.range : m_theme.op;
}

QColor ScenePainter::inkOf(Ink ink, Hue hue) const
{
    switch (ink) {
    case Ink::OnRole:
        return m_theme.textOnHue(hue);
    case Ink::OnOp:
        return m_theme.opText;
    case Ink::OnDimOp:
        return m_theme.opDimText;
    case Ink::Muted:
        return m_theme.muted;
    case Ink::Faint:
        return m_theme.faint;
    case Ink::Accent:
        return m_theme.accent;
    case Ink::Text:
        break;
    }
    return m_theme.text;
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
        const auto colour = inkOf(glyph.ink, glyph.hue);
        const double cell = px(3), x = std::round(static_cast<double>(glyph.x)),
                     y = std::round(static_cast<double>(glyph.y + down));
        for (const double dx : { 0.0, cell + 1 }) {
            painter.fillRect(QRectF(x + dx, y, cell, cell), colour);
            painter.fillRect(QRectF(x + dx, y + cell + 1, cell, cell), colour);
        }
    }
    for (auto run : geometry.texts) {
        run.baseline += down;
        m_scene.text().draw(painter, run, inkOf(run.ink, run.hue));
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
    const auto colourOf = [this](const PixelColumn& column) {
        return column.tone == Tone::Role ? (column.lit ? m_theme.hue(column.hue) : m_theme.dimmedHue(column.hue))
            // Without words on them they may be a step darker than boxes, and slender as they are they must.
            : !column.lit                ? m_theme.op
            : column.tone == Tone::Range ? m_theme.lineStrong
                                         : m_theme.range;
    };
    const double top = sceneY(static_cast<double>(row.y));
    if (own.size() >= kWorthAStrip && strip.fits(painter)) {
        strip.begin(lanesRect(), static_cast<double>(row.height), m_scene.dpr());
        for (const auto& column : own) {
            strip.add(column, colourOf(column));
        }
        strip.paint(painter, top);
        return;
    }
    for (const auto& column : own) {
        const auto height = static_cast<double>(column.height);
        painter.fillRect(QRectF(static_cast<double>(column.x), top + static_cast<double>(row.height) - height,
                             static_cast<double>(column.width), height),
            colourOf(column));
    }
}

void ScenePainter::paintBox(QPainter& painter, const Box& box) const
{
    const auto rect = rectOf(box);
    const auto fill = fillOf(box);
    painter.fillRect(rect, fill);
    const bool rounded = rect.width() >= kRoundedFrom;
    if (box.hatched) {
        const double left = std::max(rect.left(), m_scene.scale().left()),
                     right = std::min(rect.right(), m_scene.width());
        paintHatch(painter, QRectF(left, rect.top(), right - left, rect.height()), px(6), m_theme.lineStrong);
    }
    if (box.tone == Tone::Role && box.lit && rect.width() >= 5 && m_theme.hueFrame(box.hue).isValid()) {
        paintInnerFrame(painter, rect, m_theme.hueFrame(box.hue));
    }
    if (box.hasEdge) {
        const auto& role = m_theme.hue(box.edgeHue);
        const double height = px(3);
        painter.fillRect(QRectF(rect.left(), rect.bottom() - height, rect.width(), height),
            box.lit ? role : Theme::mix(role, m_theme.canvas, 0.5));
    } else if (rounded) {
        blankCorners(painter, rect, m_theme.canvas);
    }
    if (box.tensor) {
        const auto ink = box.lit ? m_theme.textOnHue(box.hue) : Theme::mix(m_theme.muted, fill, 0.6);
        const bool low = rect.height() < px(20);
        const double cell = px(low ? 2 : 3);
        const double left = std::max(rect.left(),
            m_scene.scale().left() - 12 * cell - std::fmod(m_scene.scale().left() - rect.left(), 2 * cell));
        paintRail(painter, left, std::min(rect.right(), m_scene.width()), rect.bottom() - px(low ? 4 : 7), cell, ink);
    }
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
