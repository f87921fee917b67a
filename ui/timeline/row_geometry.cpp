// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/row_geometry.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace attnscope {
namespace {

constexpr double kAir = 1; ///< canvas between neighbours
constexpr double kAirFrom = 4; ///< px of width; narrower neighbours touch, or half of what they are would be air
constexpr Ns kRunBuckets = 32; ///< a run is cut at multiples of as many: small enough to point at
constexpr float kLeastColumn = 3; ///< px: an instant stays visible

} // namespace

bool dimsOtherSteps(const GeometryView& view)
{
    constexpr Ns most = 20; // steps of the length of the one in focus that fill the view
    const auto& steps = view.model->steps();
    return view.focusStep >= 0 && !steps.empty()
        && steps[static_cast<std::size_t>(view.focusStep)].whole().length() >= view.scale.range().length() / most;
}

RowGeometryBuilder::RowGeometryBuilder(
    const GeometryView& view, const Track& track, const LanePlace& place, std::uint32_t row, Geometry& out)
    : m_view(view)
    , m_model(*view.model)
    , m_lane(m_model.trace()->lanes()[track.source])
    , m_track(track)
    , m_y(static_cast<float>(place.rowY(row)))
    , m_height(static_cast<float>(place.rowHeight))
    , m_perNs(static_cast<double>(view.scale.deviceWidth()) / static_cast<double>(view.scale.range().length()))
    , m_pixel(1 / view.scale.dpr())
    , m_leastDevice(-std::round(kOutside * view.scale.dpr()))
    , m_mostDevice(static_cast<double>(view.scale.deviceWidth()) - m_leastDevice)
    , m_byLight(view.lit != nullptr && !view.lit->empty())
    , m_byStep(dimsOtherSteps(view))
    , m_out(out)
    , m_row { track.source, row, m_y, m_height, out.boxes.size(), 0, out.columns.size(), 0 }
{
}

void RowGeometryBuilder::add(const Pieces& pieces)
{
    for (std::size_t from = 0; from < pieces.size();) {
        if (pieces[from].wide) {
            const double nextX = from + 1 < pieces.size() ? xOf(pieces[from + 1].begin) : m_view.scale.right();
            addSpan(pieces[from].first, nextX);
            ++from;
            continue;
        }
        const std::size_t to = endOfRun(pieces, from);
        std::uint32_t first = pieces[from].first, count = 0;
        if (pieces[from].count == 0) { // only the end of the span before: it is shown here, so it counts
            --first;
            ++count;
        }
        for (auto i = from; i < to; ++i) {
            count += pieces[i].count;
        }
        if (count == 1) {
            addSpan(first, to < pieces.size() ? xOf(pieces[to].begin) : m_view.scale.right() + kOutside);
        } else {
            addRun(pieces, from, to, first, count);
        }
        from = to;
    }
    m_row.end = m_out.boxes.size();
    m_row.columnEnd = m_out.columns.size();
    m_out.rows.push_back(m_row);
}

// Buckets with at most one empty one between them belong together. Runs are cut where a span begins, at fixed times.
std::size_t RowGeometryBuilder::endOfRun(const Pieces& pieces, std::size_t from) const
{
    const Ns bucket = pieces[from].end - pieces[from].begin;
    const int shift = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(bucket * kRunBuckets))) - 1;
    std::size_t to = from + 1;
    for (; to < pieces.size() && !pieces[to].wide && pieces[to].begin - pieces[to - 1].end <= bucket; ++to) {
        if (pieces[to].count > 0 && pieces[to].begin >> shift != pieces[from].begin >> shift) {
            break;
        }
    }
    return to;
}

void RowGeometryBuilder::addSpan(std::uint32_t index, double nextX)
{
    const auto& scale = m_view.scale;
    const double left = scale.clampedX(m_lane.start[index], kOutside);
    double right = scale.clampedX(m_lane.end(index), kOutside);
    if (right - left < kNarrow) {
        right = std::max(right, std::min(left + kNarrow + kAir, nextX));
    }
    Box box;
    box.lane = m_track.source;
    box.first = index;
    box.x = static_cast<float>(left);
    box.y = m_y;
    box.width = static_cast<float>(std::max(1.0, right - left >= kAirFrom ? right - left - kAir : right - left));
    box.height = m_height;
    describe(box);
    m_out.boxes.push_back(box);
}

void RowGeometryBuilder::addRun(
    const Pieces& pieces, std::size_t from, std::size_t to, std::uint32_t first, std::uint32_t count)
{
    for (auto i = from; i < to; ++i) {
        const Ns before = i > 0 ? pieces[i - 1].end : pieces[i].begin;
        addColumn(pieces[i], before, i + 1 < pieces.size() ? pieces[i + 1].begin : pieces[i].end);
    }
    Box box;
    box.lane = m_track.source;
    box.first = first;
    box.count = count;
    box.y = m_y;
    box.height = m_height;
    const double next = to < pieces.size() ? xOf(pieces[to].begin) : m_view.scale.right() + kOutside;
    const double left = std::max(xOf(pieces[from].begin), from > 0 ? xOf(pieces[from - 1].end) : -kOutside);
    box.x = static_cast<float>(left);
    box.width = static_cast<float>(std::max(1.0, std::min(xOf(pieces[to - 1].end), next) - left));
    box.lit = isLit(m_view, box.span(), count);
    const auto& look = pieces[from + (to - from) / 2].look;
    box.tone = look.isGpuWork() ? Tone::Role : look.role() == SpanLook::kRange ? Tone::Range : Tone::Op;
    m_out.boxes.push_back(box);
}

// `before` and `after` are where the neighbours end and begin: a bucket that it shares with a long span holds less time.
void RowGeometryBuilder::addColumn(const RowPiece& piece, Ns before, Ns after)
{
    const Ns begin = std::clamp(before, piece.begin, piece.end - 1), end = std::clamp(after, begin + 1, piece.end);
    const double left = begin == m_rightTime ? m_rightX : xOf(begin);
    m_rightTime = end;
    m_rightX = xOf(end);
    const double share = std::min(1.0, static_cast<double>(piece.busy) / static_cast<double>(end - begin));
    const float least = std::max(kLeastColumn, m_height / 8);
    PixelColumn column;
    column.x = static_cast<float>(left);
    column.width = static_cast<float>(std::max(m_pixel, m_rightX - left));
    column.height = std::max(least, static_cast<float>(static_cast<int>(m_height * static_cast<float>(share) + 0.5F)));
    column.lit = isPieceLit(piece);
    if (piece.look.isGpuWork()) {
        column.tone = Tone::Role;
        column.hue = hueOfPiece(piece);
    } else {
        column.tone = piece.look.role() == SpanLook::kRange ? Tone::Range : Tone::Op;
    }
    if (m_out.columns.size() > m_row.columnBegin) {
        auto& last = m_out.columns.back();
        const bool same = last.height == column.height && last.lit == column.lit && last.tone == column.tone
            && last.hue == column.hue;
        if (same && last.right() >= column.x) {
            last.width = column.right() - last.x;
            return;
        }
    }
    m_out.columns.push_back(column);
}

Hue RowGeometryBuilder::hueOfPiece(const RowPiece& piece) const
{
    // A recording of ours may know more of the unit than the name says.
    const bool asks = m_view.colourBy == ColourBy::MathUnit && piece.count > 0 && m_model.trace()->session();
    return asks ? hueOf(m_model.unitOf({ m_track.source, piece.first })) : hueOfLook(m_view.colourBy, piece.look);
}

bool RowGeometryBuilder::isPieceLit(const RowPiece& piece) const
{
    if (!m_byLight && !m_byStep) {
        return true;
    }
    const SpanRef span { m_track.source, piece.count > 0 ? piece.first : piece.first - 1 };
    if (m_byLight) {
        return isLit(m_view, span, std::max(1U, piece.count));
    }
    // On the CPU steps are times; asking every span for its own would read all over its columns.
    const auto& step = m_model.steps()[static_cast<std::size_t>(m_view.focusStep)];
    if (m_track.kind != TrackKind::Gpu) {
        return step.cpu.contains(piece.begin + (piece.end - piece.begin) / 2);
    }
    return piece.begin < step.gpu.end && piece.end > step.gpu.begin && isLit(m_view, span, std::max(1U, piece.count));
}

double RowGeometryBuilder::xOf(Ns time) const
{
    // The scale's own way is exact and costs a division of 64 bits; here hold 53 bits, and there are thousands.
    const double device = static_cast<double>(time - m_view.scale.range().begin) * m_perNs + 1e-9;
    const double inside = std::clamp(device, m_leastDevice, m_mostDevice);
    return m_view.scale.left()
        + (static_cast<double>(static_cast<int>(inside - m_leastDevice)) + m_leastDevice) * m_pixel;
}

void RowGeometryBuilder::describe(Box& box) const
{
    const auto& trace = *m_model.trace();
    const SpanRef span = box.span();
    const auto kind = trace.kind(span);
    box.lit = isLit(m_view, span, 1);
    if (isGpuWork(kind)) {
        box.tone = Tone::Role;
        box.group = trace.decoded(span).group;
        box.hue = hueOfSpan(m_view, span);
        box.tensor = m_model.unitOf(span) == MathUnit::TensorCore;
        if (m_model.launchedBefore(span)) {
            box.hatched = true;
            box.lit = false;
        }
        return;
    }
    const bool isRange =
        isApi(kind) || kind == SpanKind::Annotation || kind == SpanKind::Step || kind == SpanKind::GpuAnnotation;
    box.tone = isRange ? Tone::Range : Tone::Op;
    if (m_track.kind == TrackKind::Api) {
        if (const auto work = trace.launchedBy(span); !work.empty()) {
            box.hasEdge = true;
            box.edge = trace.group(work.front());
            box.edgeHue = hueOfSpan(m_view, work.front());
        }
    } else if (kind == SpanKind::Op && !m_model.hasGpu() && box.width > 8 && trace.group(span) != RoleGroup::Other) {
        box.hasEdge = doesTheWorkItself(span);
        box.edge = trace.group(span);
        box.edgeHue = hueOf(box.edge);
    }
}

// An op that hands more than half of its time on to one other op does not do the work itself.
bool RowGeometryBuilder::doesTheWorkItself(SpanRef op) const
{
    constexpr int mostChildren = 32;
    const auto row = m_row.row + 1;
    if (row >= m_lane.rows()) {
        return true;
    }
    auto child = m_lane.firstStartingAt(row, m_lane.start[op.index]);
    const Ns end = m_lane.end(op.index);
    for (int seen = 0; seen < mostChildren && child < m_lane.rowBegin[row + 1] && m_lane.start[child] < end;
         ++seen, ++child) {
        if (m_lane.duration[child] * 2 > m_lane.duration[op.index]) {
            return false;
        }
    }
    return true;
}

} // namespace attnscope
