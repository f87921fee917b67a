// SPDX-License-Identifier: GPL-3.0-or-later
// The mark of Tensor Core work, never a colour: a 2 × 2 matrix of squares (glyph) and a row of squares (rail). Drawn in the text
// colour of what it stands on. Any thread that owns the painter.
#pragma once

#include <QColor>

class QPainter;

namespace attnscope {

/// Side of the glyph for squares of `cell` px, 1 px apart.
[[nodiscard]] constexpr int tensorGlyphSize(int cell = 3)
{
    return 2 * cell + 1;
}
void drawTensorGlyph(QPainter& painter, int x, int y, const QColor& colour, int cell = 3);
/// Squares of `cell` px, `cell` px apart, over `width` px from (x, y).
void drawTensorRail(QPainter& painter, int x, int y, int width, const QColor& colour, int cell = 3);

} // namespace attnscope
