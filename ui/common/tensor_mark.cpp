// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/tensor_mark.h"

#include <QPainter>

#include <algorithm>

namespace attnscope {

void drawTensorGlyph(QPainter& painter, int x, int y, const QColor& colour, int cell)
{
    for (const int dx : { 0, cell + 1 }) {
        for (const int dy : { 0, cell + 1 }) {
            painter.fillRect(x + dx, y + dy, cell, cell, colour);
        }
    }
}

void drawTensorRail(QPainter& painter, int x, int y, int width, const QColor& colour, int cell)
{
    for (int at = x; at < x + width; at += 2 * cell) {
        painter.fillRect(at, y, std::min(cell, x + width - at), cell, colour);
    }
}

} // namespace attnscope
