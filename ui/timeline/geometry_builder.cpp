// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/geometry_builder.h"

#include "ui/timeline/counter_lane_geometry.h"
#include "ui/timeline/row_geometry.h"

#include <algorithm>
#include <cmath>

namespace attnscope {

namespace {

RulerUnit rulerUnit(TimeUnit unit)
{
    switch (unit) {
    case TimeUnit::Nanoseconds:
        return RulerUnit::Nanoseconds;
    case TimeUnit::Microseconds:
        return RulerUnit::Microseconds;
    case TimeUnit::Milliseconds:
        break;
    }
    return RulerUnit::Milliseconds;
}

} // namespace

Hue hueOfSpan(const GeometryView& view, SpanRef span)
{
    const auto& trace = *view.model->trace();
    const auto unit = view.colourBy == ColourBy::MathUnit ? view.model->unitOf(span) : MathUnit::Unknown;
    return hueOf(view.colourBy, trace.group(span), unit, trace.name(span));
}

Hue hueOfLook(ColourBy by, SpanLook look)
{
    switch (by) {
    case ColourBy::Role:
        break;
    case ColourBy::MathUnit:
        return hueOf(static_cast<MathUnit>(look.unit()));
    case ColourBy::Name:
        return static_cast<Hue>(kFirstNameHue + look.name());
    }
    return hueOf(static_cast<RoleGroup>(look.role()));
}

bool isLit(const GeometryView& view, SpanRef first, std::uint32_t count)
{
    if (view.lit != nullptr && !view.lit->empty()) {
        const auto found = std::lower_bound(view.lit->begin(), view.lit->end(), first);
        return found != view.lit->end() && found->lane == first.lane && found->index < first.index + count;
    }
    if (!dimsOtherSteps(view)) {
        return true;
    }
    // The middle of a run speaks for it: a run over many steps is not the focus step's because it begins there.
    return view.model->stepOf({ first.lane, first.index + count / 2 }) == view.focusStep;
}

GeometryBuilder::GeometryBuilder(const GeometryView& view, const TextRuler& ruler)
    : m_view(view)
    , m_ruler(ruler)
    , m_model(*view.model)
    , m_labels(m_out, ruler, view.factor, static_cast<float>(view.scale.left()), static_cast<float>(view.scale.right()))
{
}

Geometry GeometryBuilder::build()
{
    addRuler();
    for (const auto& place : m_view.layout->places()) {
        if (place.height > 0 && place.bottom() > m_view.top && place.y < m_view.bottom) {
            addPlace(place);
        }
    }
    return std::move(m_out);
}

void GeometryBuilder::addRuler()
{
    auto& ruler = m_out.ruler;
    const double factor = m_view.factor;
    const auto unit = rulerUnit(m_view.unit);
    const auto wide = [&](Ns origin, RulerUnit largest, bool sign, double least) {
        // Long figures need wider steps than the design's.
        const auto& range = m_view.scale.range();
        const Ns step = niceStep(m_view.scale.lengthOf(least));
        const auto label = rulerLabel(
            std::max(std::abs(range.begin - origin), std::abs(range.end - origin)), step, unitFor(step, largest), sign);
        return std::max(least, static_cast<double>(m_ruler.width(label, TextStyle::Small)) + 16 * factor);
    };
    const double absoluteSpacing = wide(0, RulerUnit::Seconds, false, 150 * factor);
    ruler.absolute = rulerTicks(m_view.scale, { 0, absoluteSpacing, RulerUnit::Seconds, false });
    if (m_model.steps().empty()) {
        return;
    }
    const auto focus =
        static_cast<std::size_t>(std::clamp(m_view.focusStep, 0, static_cast<int>(m_model.steps().size()) - 1));
    const Ns origin = m_model.steps()[focus].cpu.begin;
    ruler.relative = rulerTicks(m_view.scale, { origin, wide(origin, unit, true, 110 * factor), unit, true });
    ruler.relativeName = "since " + stepLabel(m_model.variant().stepNames[focus]) + " start";
    ruler.zeroX = static_cast<float>(m_view.scale.clampedX(origin, 40));
    ruler.hasZero = m_view.scale.range().contains(origin);
    addStepMarks();
}

void GeometryBuilder::addStepMarks()
{
    const auto& steps = m_model.steps();
    const auto& scale = m_view.scale;
    auto index = static_cast<std::size_t>(std::partition_point(steps.begin(), steps.end(), [&](const StepFacts& step) {
        return step.cpu.end <= scale.range().begin;
    }) - steps.begin());
    while (index < steps.size() && steps[index].cpu.begin < scale.range().end) {
        const auto& step = steps[index];
        StepMark mark;
        mark.left = static_cast<float>(scale.clampedX(step.cpu.begin, kOutside));
        mark.right = static_cast<float>(scale.clampedX(step.cpu.end, kOutside));
        mark.step = static_cast<int>(index);
        mark.focus = mark.step == m_view.focusStep;
        labelStepMark(mark, step);
        m_out.ruler.steps.push_back(std::move(mark));
        // Of steps narrower than a pixel one is drawn.
        const Ns pixelEnd = scale.timeAtDevice(scale.deviceAt(step.cpu.begin) + 1);
        ++index;
        if (index < steps.size() && steps[index].cpu.begin < pixelEnd) {
            index = static_cast<std::size_t>(
                std::partition_point(steps.begin() + static_cast<std::ptrdiff_t>(index), steps.end(),
                    [&](const StepFacts& later) { return later.cpu.begin < pixelEnd; })
                - steps.begin());
        }
    }
}

void GeometryBuilder::labelStepMark(StepMark& mark, const StepFacts& step) const
{
    const float x = std::max(mark.left, static_cast<float>(m_view.scale.left())) + 6 * m_view.factor;
    const float room = mark.right - x - 2 * m_view.factor;
    if (room < 12 * m_view.factor) {
        return; // not even a figure: spares words for thousands of slivers
    }
    const auto cost = formatTime(step.cpu.length(), m_view.unit) + QLatin1Char(' ') + unitName(m_view.unit);
    const auto name = stepLabel(m_model.variant().stepNames[static_cast<std::size_t>(mark.step)]);
    const auto text = name + " · CPU " + cost.toStdString();
    const auto style = mark.focus ? TextStyle::SmallMedium : TextStyle::Small;
    const auto keep = m_ruler.fit(text, style, room);
    if (keep == text.size() || keep >= name.size()) {
        mark.label = { x, 0, text, keep < text.size() ? static_cast<std::uint32_t>(keep) : 0, style,
            mark.focus ? Ink::Accent : Ink::Faint, RoleGroup::Other };
    }
}

void GeometryBuilder::addPlace(const LanePlace& place)
{
    if (place.track >= m_model.tracks().size()) {
        return; // the place of the panel that stands for missing GPU lanes
    }
    const auto& track = m_model.tracks()[place.track];
    if (!track.hasSpans()) {
        CounterLaneBuilder builder(m_view, m_ruler, m_out);
        if (track.kind == TrackKind::Counter) {
            builder.add(m_model.counters()[track.source], place);
        } else if (track.kind == TrackKind::Queue && !place.folded) {
            builder.addLine(m_model.queue(), place);
        }
        return;
    }
    if (place.bracketTop >= 0) {
        addBracket(place);
    }
    if (place.folded) {
        // The thin strip shows the outermost work: below steps and ranges on the CPU, everything on a GPU.
        const bool cpu = track.kind == TrackKind::Cpu && !m_model.steps().empty();
        const std::uint32_t from = cpu ? std::min(track.rows - 1, 2U) : 0;
        const std::uint32_t to = track.kind == TrackKind::Gpu ? track.rows : from + 1;
        for (auto row = from; row < to; ++row) {
            addRow(track, place, row);
        }
        return;
    }
    const int above = std::max(0, (m_view.top - place.y - place.rowsTop) / std::max(1, place.rowPitch) - 1);
    for (auto row = static_cast<std::uint32_t>(above); row < track.rows && place.rowY(row) < m_view.bottom; ++row) {
        addRow(track, place, row);
    }
}

void GeometryBuilder::addRow(const Track& track, const LanePlace& place, std::uint32_t row)
{
    const auto& trace = *m_model.trace();
    const auto& scale = m_view.scale;
    m_pieces.clear();
    readPieces(
        trace.levelOfDetail(), trace, track.source, row, scale.range(), exponentFor(scale.lengthOf(1)), m_pieces);
    RowGeometryBuilder(m_view, track, place, row, m_out).add(m_pieces);
    if (place.folded) {
        return;
    }
    const RowBoxes boxes = m_out.rows.back();
    for (auto i = boxes.begin; i < boxes.end; ++i) {
        const float nextX = i + 1 < boxes.end ? m_out.boxes[i + 1].x : static_cast<float>(scale.right());
        if (!m_out.boxes[i].folded()) {
            addLabel(track, m_out.boxes[i], nextX);
        }
    }
}

void GeometryBuilder::addLabel(const Track& track, const Box& box, float nextX)
{
    const float visible = std::min(box.right(), static_cast<float>(m_view.scale.right()))
        - std::max(box.x, static_cast<float>(m_view.scale.left()));
    const auto& trace = *m_model.trace();
    const auto span = box.span();
    const auto kind = trace.kind(span);
    if (track.kind == TrackKind::Api) {
        if (visible > 60 * m_view.factor || nextX - box.right() > 20 * m_view.factor) {
            m_labels.api(box, apiLabel(trace.name(span)), apiSentence(trace.name(span)), nextX);
        }
        return;
    }
    if (isGpuWork(kind)) {
        const bool worth = box.lit || visible > 60 * m_view.factor;
        if (worth && visible >= 30 * m_view.factor) {
            const auto bytes = kind == SpanKind::Kernel || !m_view.bytesOf ? 0 : m_view.bytesOf(span);
            m_labels.kernel(box,
                kernelWords(trace.decoded(span), m_model.unitOf(span), kind, bytes, trace.duration(span), m_view.unit));
        }
        return;
    }
    if (visible < 24 * m_view.factor) {
        return;
    }
    const auto label = opLabel(trace.name(span));
    std::string longer;
    if (!m_model.hasGpu() && track.kind == TrackKind::Cpu) {
        const bool plain = kind == SpanKind::Step || kind == SpanKind::Annotation;
        longer = plain ? label
                       : label + " · "
                + (formatTime(trace.duration(span), m_view.unit) + QLatin1Char(' ') + unitName(m_view.unit))
                      .toStdString();
    }
    m_labels.op(box, label, longer);
}

void GeometryBuilder::addBracket(const LanePlace& place)
{
    if (m_view.focusStep < 0 || m_view.focusStep >= static_cast<int>(m_model.steps().size())) {
        return;
    }
    const auto& step = m_model.steps()[static_cast<std::size_t>(m_view.focusStep)];
    const auto& scale = m_view.scale;
    const bool first = place.gutterTop >= 0
        && m_model.tracks()[place.track].file == step.file; // the words are about the whole step: they stand once
    if (!first || step.count == 0 || step.gpu.end <= scale.range().begin || step.gpu.begin >= scale.range().end) {
        return;
    }
    Bracket bracket;
    bracket.left = static_cast<float>(scale.clampedX(step.gpu.begin, kOutside));
    bracket.right = static_cast<float>(scale.clampedX(step.gpu.end, kOutside));
    bracket.y = static_cast<float>(place.y + place.bracketTop);
    const auto unit = QLatin1Char(' ') + unitName(m_view.unit);
    const auto name = stepLabel(m_model.variant().stepNames[static_cast<std::size_t>(m_view.focusStep)]);
    const auto busy = formatTime(step.busy, m_view.unit) + unit;
    const auto share =
        formatPercent(static_cast<double>(step.busy) / static_cast<double>(std::max<Ns>(1, step.gpu.length())));
    const auto span = formatTime(step.gpu.length(), m_view.unit) + unit;
    const std::string forms[] = { name + " on the GPU · " + span.toStdString() + " from first to last, busy "
            + busy.toStdString() + " (" + share.toStdString() + ")",
        name + " on the GPU · busy " + busy.toStdString() + " (" + share.toStdString() + ")",
        "busy " + busy.toStdString() };
    const float left = std::max(bracket.left, static_cast<float>(scale.left()));
    const float right = std::min(bracket.right, static_cast<float>(scale.right()));
    for (const auto& form : forms) {
        const float width = m_ruler.width(form, TextStyle::Small);
        if (width + 40 * m_view.factor <= right - left) {
            bracket.text = form;
            bracket.textWidth = width;
            bracket.textX = std::round((left + right - width) / 2);
            break;
        }
    }
    m_out.brackets.push_back(std::move(bracket));
}

} // namespace attnscope
