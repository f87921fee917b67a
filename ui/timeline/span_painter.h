// SPDX-License-Identifier: GPL-3.0-or-later
// How one span looks, wherever it is drawn: fill, hatch, inner frame, lower edge, corners, Tensor Core rail; and
// the ink of words on it. Without antialiasing. GUI thread only; O(pixels).
#pragma once

#include "ui/common/theme.h"
#include "ui/timeline/geometry.h"

#include <QPainter>

namespace attnscope {

/// What is in sight: marks that repeat are not drawn outside.
struct SpanClip {
    double left = 0, right = 0;
};

[[nodiscard]] QColor fillOfSpan(const Theme& theme, const Box& box);
[[nodiscard]] QColor fillOfColumn(const Theme& theme, const PixelColumn& column);
[[nodiscard]] QColor inkOfSpan(const Theme& theme, Ink ink, Hue hue);
/// `rect`: where the box is on the painter's device.
void paintSpan(QPainter& painter, const Theme& theme, const Box& box, const QRectF& rect, SpanClip clip);
/// `down` is added to the glyph's y.
void paintSpanGlyph(QPainter& painter, const Theme& theme, const TensorGlyph& glyph, double down);

} // namespace attnscope
