// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/span_painter.h"

#include <QPen>

#include <algorithm>
#include <cmath>

namespace attnscope {

namespace {

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

QColor fillOfSpan(const Theme& theme, const Box& box)
{
    if (box.tone == Tone::Role) {
        return box.lit ? theme.hue(box.hue) : theme.dimmedHue(box.hue);
    }
    return !box.lit ? theme.opDim : box.tone == Tone::Range ? theme.range : theme.op;
}

QColor inkOfSpan(const Theme& theme, Ink ink, Hue hue)
{
    switch (ink) {
    case Ink::OnRole:
        return theme.textOnHue(hue);
    case Ink::OnOp:
        return theme.opText;
    case Ink::OnDimOp:
        return theme.opDimText;
    case Ink::Muted:
        return theme.muted;
    case Ink::Faint:
        return theme.faint;
    case Ink::Accent:
        return theme.accent;
    case Ink::Text:
        break;
    }
    return theme.text;
}

QColor fillOfColumn(const Theme& theme, const PixelColumn& column)
{
    return column.tone == Tone::Role ? (column.lit ? theme.hue(column.hue) : theme.dimmedHue(column.hue))
        // Without words on them they may be a step darker than boxes, and slender as they are they must.
        : !column.lit                ? theme.op
        : column.tone == Tone::Range ? theme.lineStrong
                                     : theme.range;
}

void paintSpan(QPainter& painter, const Theme& theme, const Box& box, const QRectF& rect, SpanClip clip)
{
    const auto fill = fillOfSpan(theme, box);
    painter.fillRect(rect, fill);
    const bool rounded = rect.width() >= kRoundedFrom;
    if (box.hatched) {
        const double left = std::max(rect.left(), clip.left), right = std::min(rect.right(), clip.right);
        paintHatch(painter, QRectF(left, rect.top(), right - left, rect.height()), Theme::px(6), theme.lineStrong);
    }
    if (box.tone == Tone::Role && box.lit && rect.width() >= 5 && theme.hueFrame(box.hue).isValid()) {
        paintInnerFrame(painter, rect, theme.hueFrame(box.hue));
    }
    if (box.hasEdge) {
        const auto& role = theme.hue(box.edgeHue);
        const double height = Theme::px(3);
        painter.fillRect(QRectF(rect.left(), rect.bottom() - height, rect.width(), height),
            box.lit ? role : Theme::mix(role, theme.canvas, 0.5));
    } else if (rounded) {
        blankCorners(painter, rect, theme.canvas);
    }
    if (box.tensor) {
        const auto ink = box.lit ? theme.textOnHue(box.hue) : Theme::mix(theme.muted, fill, 0.6);
        const bool low = rect.height() < Theme::px(20);
        const double cell = Theme::px(low ? 2 : 3);
        const double left = std::max(rect.left(), clip.left - 12 * cell - std::fmod(clip.left - rect.left(), 2 * cell));
        paintRail(painter, left, std::min(rect.right(), clip.right), rect.bottom() - Theme::px(low ? 4 : 7), cell, ink);
    }
}

void paintSpanGlyph(QPainter& painter, const Theme& theme, const TensorGlyph& glyph, double down)
{
    const auto colour = inkOfSpan(theme, glyph.ink, glyph.hue);
    const double cell = Theme::px(3), x = std::round(static_cast<double>(glyph.x)),
                 y = std::round(static_cast<double>(glyph.y) + down);
    for (const double dx : { 0.0, cell + 1 }) {
        painter.fillRect(QRectF(x + dx, y, cell, cell), colour);
        painter.fillRect(QRectF(x + dx, y + cell + 1, cell, cell), colour);
    }
}

} // namespace attnscope
