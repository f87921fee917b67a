// SPDX-License-Identifier: GPL-3.0-or-later
// ColumnStrip: the pixel columns of one row, drawn into memory in device pixels, line by line, and laid over a raster device as one
// image. One strip serves row after row. GUI thread only; O(pixels of the row) a row, however many columns.
#pragma once

#include "ui/timeline/geometry.h"

#include <QColor>
#include <QPainter>
#include <QRectF>

#include <vector>

namespace attnscope {

class ColumnStrip {
public:
    /// True for devices made of pixels that are not stretched: others take rectangles.
    [[nodiscard]] static bool fits(const QPainter& painter);

    /// A row between the left and right edge of `area`, empty at first.
    void begin(const QRectF& area, double height, double dpr);
    void add(const PixelColumn& column, const QColor& colour);
    /// Lays the row over the painter's device with its upper edge at `top`.
    void paint(QPainter& painter, double top);

private:
    std::vector<QRgb> m_pixels; ///< of the strip, line by line
    std::vector<int> m_tops; ///< of each pixel column: first line that is filled
    std::vector<QRgb> m_colours;
    double m_left = 0, m_dpr = 1;
    int m_width = 0, m_height = 0;
    int m_from = 0, m_to = 0; ///< pixel columns that hold something
    int m_top = 0; ///< first line that holds something
};

} // namespace attnscope
