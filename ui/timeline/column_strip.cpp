// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/column_strip.h"

#include "ui/timeline/text_cache.h"

#include <QImage>

#include <algorithm>
#include <cmath>

namespace attnscope {

bool ColumnStrip::fits(const QPainter& painter)
{
    return isRaster(painter) && painter.transform().type() <= QTransform::TxTranslate;
}

void ColumnStrip::begin(const QRectF& area, double height, double dpr)
{
    m_left = area.left();
    m_dpr = dpr;
    m_width = static_cast<int>(std::ceil(area.width() * dpr));
    m_height = std::max(1, static_cast<int>(std::lround(height * dpr)));
    m_tops.assign(static_cast<std::size_t>(m_width), m_height);
    m_colours.resize(static_cast<std::size_t>(m_width));
    m_from = m_width;
    m_to = 0;
    m_top = m_height;
}

void ColumnStrip::add(const PixelColumn& column, const QColor& colour)
{
    const auto pixel = [this](float x) {
        const double at = (static_cast<double>(x) - m_left) * m_dpr + 0.5;
        return static_cast<int>(std::clamp(at, 0.0, static_cast<double>(m_width)));
    };
    const int from = pixel(column.x), to = pixel(column.right());
    if (from >= to) {
        return;
    }
    const int filled = static_cast<int>(static_cast<double>(column.height) * m_dpr + 0.5);
    const int top = std::max(0, m_height - filled);
    std::fill(m_tops.begin() + from, m_tops.begin() + to, top);
    m_top = std::min(m_top, top);
    std::fill(m_colours.begin() + from, m_colours.begin() + to, colour.rgb());
    m_from = std::min(m_from, from);
    m_to = std::max(m_to, to);
}

void ColumnStrip::paint(QPainter& painter, double top)
{
    const int width = m_to - m_from, height = m_height - m_top;
    if (width <= 0 || height <= 0) {
        return;
    }
    m_pixels.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    const QRgb* colours = m_colours.data() + m_from;
    const int* tops = m_tops.data() + m_from;
    QRgb* line = m_pixels.data();
    for (int y = m_top; y < m_height; ++y, line += width) {
        for (int x = 0; x < width; ++x) { // without a branch: the compiler makes it several pixels at a time
            line[x] = tops[x] <= y ? colours[x] : QRgb { 0 };
        }
    }
    const QImage image(reinterpret_cast<const uchar*>(m_pixels.data()), width, height,
        static_cast<qsizetype>(width) * static_cast<qsizetype>(sizeof(QRgb)), QImage::Format_ARGB32_Premultiplied);
    painter.save();
    painter.scale(1 / m_dpr, 1 / m_dpr); // in device pixels: an image of its own ratio would take the slow way
    painter.drawImage(QPoint(static_cast<int>(std::lround(m_left * m_dpr)) + m_from,
                          static_cast<int>(std::lround(top * m_dpr)) + m_top),
        image);
    painter.restore();
}

} // namespace attnscope
