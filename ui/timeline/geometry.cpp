// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/geometry.h"

#include <algorithm>

namespace attnscope {

const Box* Geometry::boxAt(float x, float y, float reach) const
{
    for (const auto& row : rows) {
        if (y < row.y || y >= row.y + row.height) {
            continue;
        }
        const auto begin = boxes.begin() + static_cast<std::ptrdiff_t>(row.begin);
        const auto end = boxes.begin() + static_cast<std::ptrdiff_t>(row.end);
        const auto after = std::upper_bound(begin, end, x, [](float value, const Box& box) { return value < box.x; });
        const Box* nearest = nullptr;
        float distance = reach;
        if (after != begin) {
            const auto& box = *std::prev(after);
            const float beyond = x - box.right();
            if (beyond < 0) {
                return &box;
            }
            if (beyond <= distance) {
                nearest = &box;
                distance = beyond;
            }
        }
        if (after != end && after->x - x < distance) {
            nearest = &*after;
        }
        if (nearest != nullptr) {
            return nearest;
        }
    }
    return nullptr;
}

const Box* Geometry::boxOf(SpanRef span) const
{
    for (const auto& row : rows) {
        if (row.lane != span.lane || row.begin == row.end) {
            continue;
        }
        const auto begin = boxes.begin() + static_cast<std::ptrdiff_t>(row.begin);
        const auto end = boxes.begin() + static_cast<std::ptrdiff_t>(row.end);
        const auto after = std::upper_bound(
            begin, end, span.index, [](std::uint32_t index, const Box& box) { return index < box.first; });
        if (after != begin && span.index < std::prev(after)->first + std::prev(after)->count) {
            return &*std::prev(after);
        }
    }
    return nullptr;
}

std::uint32_t TextRuler::keep(std::string_view text, TextStyle style, float room) const
{
    const auto bytes = fit(text, style, room);
    return bytes < text.size() ? static_cast<std::uint32_t>(std::max<std::size_t>(bytes, 1)) : 0;
}

} // namespace attnscope
