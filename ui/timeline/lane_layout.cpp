// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lane_layout.h"

#include <algorithm>
#include <cmath>

namespace attnscope {

namespace {
constexpr std::uint32_t kDenseFrom = 7; ///< rows of a CPU lane from which they stand closer
}

LaneMetrics LaneMetrics::scaled(double factor) const
{
    auto all = *this;
    for (int* value : { &all.row, &all.rowDense, &all.rowTall, &all.rowGap, &all.lanePad, &all.api, &all.apiBox,
             &all.apiTop, &all.gutter, &all.bracket, &all.kernels, &all.below, &all.gpuSubRow, &all.plainTop,
             &all.queue, &all.counter, &all.counterTall, &all.folded, &all.header, &all.ruler, &all.rulerPlain,
             &all.minimap, &all.rightMargin }) {
        *value = static_cast<int>(std::lround(*value * factor));
    }
    return all;
}

LanePlace LaneLayout::placed(const Track& track, bool hasGpu, bool hasSteps, bool firstGpu, const LaneMetrics& m)
{
    LanePlace place;
    const auto rows = static_cast<int>(track.rows);
    switch (track.kind) {
    case TrackKind::Api:
        place.rowsTop = m.apiTop;
        place.rowPitch = m.apiBox + m.rowGap;
        place.rowHeight = m.apiBox;
        place.height = m.api + (rows - 1) * place.rowPitch;
        break;
    case TrackKind::Gpu: {
        int top = firstGpu ? m.gutter : m.plainTop;
        place.gutterTop = firstGpu ? 0 : -1;
        if (hasSteps) {
            place.bracketTop = top;
            top += m.bracket;
        }
        place.rowsTop = top;
        place.rowPitch = rows > 1 ? m.gpuSubRow + m.rowGap : m.kernels;
        place.rowHeight = rows > 1 ? m.gpuSubRow : m.kernels;
        place.height = top + (rows - 1) * place.rowPitch + place.rowHeight + m.below;
        break;
    }
    case TrackKind::Queue:
    case TrackKind::Counter:
        place.height = track.kind == TrackKind::Queue ? m.queue : track.tall ? m.counterTall : m.counter;
        place.rowHeight = place.height;
        break;
    default: {
        const bool dense = track.rows >= kDenseFrom;
        place.rowPitch = !hasGpu && !dense && track.kind == TrackKind::Cpu ? m.rowTall : (dense ? m.rowDense : m.row);
        place.rowHeight = place.rowPitch - m.rowGap;
        place.rowsTop = m.lanePad;
        place.height = 2 * m.lanePad + std::max(rows * place.rowPitch, m.api - m.lanePad);
        break;
    }
    }
    return place;
}

LaneLayout::LaneLayout(
    const TimelineModel& model, const std::vector<bool>& folded, const LaneMetrics& metrics, int noGpuHeight)
{
    int y = 0;
    bool gpuSeen = false;
    std::uint32_t foldedFile = kNoFile; ///< its lanes take no room
    const auto& tracks = model.tracks();
    m_places.reserve(tracks.size() + 1);
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        const bool isGpu = tracks[i].kind == TrackKind::Gpu;
        auto place = placed(tracks[i], model.hasGpu(), !model.steps().empty(), isGpu && !gpuSeen, metrics);
        gpuSeen = gpuSeen || isGpu;
        const bool isFolded = i < folded.size() && folded[i];
        if (tracks[i].kind == TrackKind::File) {
            foldedFile = isFolded ? tracks[i].file : kNoFile;
            gpuSeen = false; // each file has a gutter for the arrows of its own
            place.height = place.rowHeight = metrics.folded;
            place.folded = isFolded;
        } else if (foldedFile != kNoFile && tracks[i].file == foldedFile) {
            place = {};
            place.folded = true;
        } else if (tracks[i].missing || isFolded) {
            place = {};
            place.folded = true;
            place.height = metrics.folded;
            place.rowHeight = metrics.folded / 2;
            place.rowsTop = (metrics.folded - place.rowHeight) / 2;
        }
        place.track = i;
        place.y = y;
        y = place.bottom();
        m_places.push_back(place);
    }
    if (noGpuHeight > 0) {
        LanePlace place;
        place.track = tracks.size();
        place.y = y;
        place.height = noGpuHeight;
        m_places.push_back(place);
    }
}

const LanePlace* LaneLayout::at(int y) const
{
    const auto after = std::upper_bound(
        m_places.begin(), m_places.end(), y, [](int value, const LanePlace& place) { return value < place.y; });
    if (after == m_places.begin() || y >= std::prev(after)->bottom()) {
        return nullptr;
    }
    return &*std::prev(after);
}

const LanePlace* LaneLayout::ofTrack(std::size_t track) const
{
    return track < m_places.size() ? &m_places[track] : nullptr;
}

std::optional<std::uint32_t> LaneLayout::rowAt(const LanePlace& place, int y, std::uint32_t rows) const
{
    const int inside = y - place.y - place.rowsTop;
    if (inside < 0 || place.rowHeight <= 0) {
        return std::nullopt;
    }
    const int pitch = place.folded || place.rowPitch <= 0 ? place.rowHeight : place.rowPitch;
    const auto row = static_cast<std::uint32_t>(inside / pitch);
    if (inside % pitch >= place.rowHeight || row >= (place.folded ? 1U : rows)) {
        return std::nullopt;
    }
    return row;
}

} // namespace attnscope
