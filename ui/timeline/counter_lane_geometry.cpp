// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/counter_lane_geometry.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace attnscope {
namespace {

constexpr float kBelow = 8, kAbove = 10, kAboveWithWords = 22; ///< air in a lane, design px
constexpr std::size_t kMostBars = 1024; ///< in the view; more of them are narrower than they can be told apart

// Free functions translate in a context of their own.
class CounterWords {
    Q_DECLARE_TR_FUNCTIONS(CounterLane)
};

} // namespace

void CounterLaneBuilder::add(const CounterTrack& counter, const LanePlace& place)
{
    if (!counter.missing.empty()) {
        addReason(counter, place);
    } else if (place.folded) {
        return;
    } else if (counter.kind == CounterKind::DramRate) {
        addRates(counter, place);
    } else {
        Curve curve = lineOf(counter.series, place, counter.peaks.empty() ? kAbove : kAboveWithWords - 4);
        addPeaks(counter, place, curve);
        m_out.curves.push_back(std::move(curve));
    }
}

void CounterLaneBuilder::addLine(const StepSeries& series, const LanePlace& place)
{
    m_out.curves.push_back(lineOf(series, place, kAbove));
}

Curve CounterLaneBuilder::lineOf(const StepSeries& series, const LanePlace& place, float top) const
{
    Curve curve = frameOf(place, series.maximumIn(m_view.scale.range()), top);
    curve.points = series.visible(m_view.scale);
    return curve;
}

Curve CounterLaneBuilder::frameOf(const LanePlace& place, double maximum, float top) const
{
    Curve curve;
    curve.track = place.track;
    curve.maximum = maximum;
    curve.floor = static_cast<float>(place.bottom()) - px(kBelow);
    curve.unit =
        maximum > 0 ? (static_cast<float>(place.height) - px(kBelow) - px(top)) / static_cast<float>(maximum) : 0;
    curve.right = static_cast<float>(m_view.scale.right());
    return curve;
}

void CounterLaneBuilder::addReason(const CounterTrack& counter, const LanePlace& place)
{
    TextRun run;
    run.x = static_cast<float>(m_view.scale.left()) + px(8);
    run.baseline = static_cast<float>(place.y) + static_cast<float>(place.height) / 2 + px(4);
    run.text = counter.missing;
    run.ink = Ink::Faint;
    run.keep = m_ruler.keep(run.text, run.style, static_cast<float>(m_view.scale.right()) - run.x - px(8));
    m_out.texts.push_back(std::move(run));
}

// The scale is that of the whole variant: bars keep their height while one moves about.
void CounterLaneBuilder::addRates(const CounterTrack& counter, const LanePlace& place)
{
    const double maximum = counter.dram.maximum();
    Curve frame = frameOf(place, maximum, kAboveWithWords);
    const double divisor = rateUnitFor(maximum).divisor;
    addScale(frame, maximum, divisor);
    const auto& stretches = counter.dram.stretches();
    const auto& range = m_view.scale.range();
    const auto first = counter.dram.firstEndingAfter(range.begin);
    const auto last = static_cast<std::size_t>(
        std::partition_point(stretches.begin() + static_cast<std::ptrdiff_t>(first), stretches.end(),
            [&range](const DramStretch& stretch) { return stretch.time.begin < range.end; })
        - stretches.begin());
    if (last - first > kMostBars) {
        frame.points = counter.series.visible(m_view.scale);
        m_out.curves.push_back(std::move(frame));
        return;
    }
    for (auto i = first; i < last; ++i) {
        addRate(stretches[i], frame, divisor);
    }
}

void CounterLaneBuilder::addRate(const DramStretch& stretch, const Curve& frame, double divisor)
{
    const auto& scale = m_view.scale;
    RateBar bar;
    bar.x = static_cast<float>(scale.clampedX(stretch.time.begin, kOutside));
    bar.width = std::max(1.0F, static_cast<float>(scale.clampedX(stretch.time.end, kOutside)) - bar.x - 1);
    bar.floor = frame.floor;
    bar.read = std::round(static_cast<float>(stretch.read) * frame.unit);
    bar.written = std::round(static_cast<float>(stretch.rate()) * frame.unit) - bar.read;
    bar.hue = hueOfSpan(m_view, stretch.span);
    bar.lit = isLit(m_view, stretch.span, 1);
    m_out.rates.push_back(bar);
    const float left = std::max(bar.x, static_cast<float>(scale.left()));
    const float right = std::min(bar.x + bar.width, static_cast<float>(scale.right()));
    if (!bar.lit || right - left <= px(6)) {
        return; // not even a figure: spares words for hundreds of slivers
    }
    const auto words = formatNumber(stretch.rate() / divisor).toStdString();
    const float width = m_ruler.width(words, TextStyle::Small);
    if (width + px(6) <= right - left) {
        TextRun run;
        run.x = std::round((left + right - width) / 2);
        run.baseline = bar.floor - bar.read - bar.written - px(5);
        run.text = words;
        run.ink = Ink::Muted;
        m_out.texts.push_back(std::move(run));
    }
}

void CounterLaneBuilder::addScale(const Curve& frame, double maximum, double divisor)
{
    const double step = scaleStep(maximum);
    for (double value = step; step > 0 && value <= maximum * (1 + 1e-9); value += step) {
        m_out.scaleMarks.push_back({ std::round(frame.floor - static_cast<float>(value) * frame.unit),
            QString::number(value / divisor, 'g', 4).toStdString() });
    }
}

// One mark a step, and its value where there is room beside the one before.
void CounterLaneBuilder::addPeaks(const CounterTrack& counter, const LanePlace& place, const Curve& curve)
{
    const auto& scale = m_view.scale;
    float used = static_cast<float>(scale.left());
    const auto first = std::lower_bound(counter.peaks.begin(), counter.peaks.end(), scale.range().begin,
        [](const MemoryPeak& peak, Ns time) { return peak.time < time; });
    for (auto peak = first; peak != counter.peaks.end() && peak->time < scale.range().end; ++peak) {
        PeakMark mark;
        mark.x = static_cast<float>(scale.x(peak->time));
        if (mark.x < used) {
            continue;
        }
        mark.y = std::round(curve.floor - static_cast<float>(peak->bytes) * curve.unit);
        m_out.peaks.push_back(mark);
        const auto words =
            CounterWords::tr("peak %1").arg(formatBytes(static_cast<std::int64_t>(peak->bytes))).toStdString();
        const float width = m_ruler.width(words, TextStyle::Small);
        TextRun run;
        run.x = mark.x + px(6);
        if (run.x + width > static_cast<float>(scale.right())) {
            run.x = mark.x - px(6) - width;
        }
        run.baseline = static_cast<float>(place.y) + px(13);
        run.text = words;
        run.ink = Ink::Muted;
        if (run.x >= used) {
            used = run.x + width + px(8);
            m_out.texts.push_back(std::move(run));
        }
    }
}

} // namespace attnscope
