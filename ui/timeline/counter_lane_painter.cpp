// SPDX-License-Identifier: GPL-3.0-or-later
// ScenePainter's counter lanes: bars of the DRAM rate, its scale, the peak of the memory.
#include "ui/common/format.h"
#include "ui/timeline/scene_painter.h"

#include <QCoreApplication>

namespace attnscope {
namespace {

constexpr double kRead = 0.34, kWritten = 0.6; ///< of the role's colour over the canvas

// Free functions translate in a context of their own.
class CounterWords {
    Q_DECLARE_TR_FUNCTIONS(CounterLane)
};

} // namespace

void ScenePainter::paintRate(QPainter& painter, const RateBar& bar) const
{
    const double x = static_cast<double>(bar.x), width = static_cast<double>(bar.width),
                 floor = sceneY(static_cast<double>(bar.floor)), read = static_cast<double>(bar.read),
                 written = static_cast<double>(bar.written);
    const QColor role = bar.lit ? m_theme.hue(bar.hue) : m_theme.dimmedHue(bar.hue);
    painter.fillRect(QRectF(x, floor - read, width, read), Theme::mix(role, m_theme.canvas, kRead));
    painter.fillRect(QRectF(x, floor - read - written, width, written), Theme::mix(role, m_theme.canvas, kWritten));
    painter.fillRect(QRectF(x, floor - read - written, width, px(2)), role);
}

void ScenePainter::paintPeak(QPainter& painter, const PeakMark& peak) const
{
    const double side = px(5), x = static_cast<double>(peak.x), y = sceneY(static_cast<double>(peak.y));
    painter.fillRect(QRectF(x - std::floor(side / 2), y - std::floor(side / 2), side, side), m_theme.text);
}

void ScenePainter::paintScale(QPainter& painter) const
{
    const double left = m_scene.scale().left();
    for (const auto& mark : m_scene.geometry().scaleMarks) {
        painter.fillRect(QRectF(left, sceneY(static_cast<double>(mark.y)), m_scene.width() - left, 1), m_theme.grid);
    }
}

void ScenePainter::paintScaleLabels(QPainter& painter) const
{
    painter.save();
    painter.setClipRect(QRectF(0, m_scene.rulerHeight(), m_scene.metrics().header, m_scene.lanesHeight()));
    for (const auto& mark : m_scene.geometry().scaleMarks) {
        text(painter, m_scene.metrics().header - px(12), sceneY(static_cast<double>(mark.y)) + px(4), mark.label,
            TextStyle::Small, m_theme.faint, Qt::AlignRight);
    }
    painter.restore();
}

QString ScenePainter::counterHeaderValue(const CounterTrack& counter) const
{
    if (!counter.missing.empty()) {
        return {};
    }
    if (counter.kind == CounterKind::DramRate) {
        return CounterWords::tr("mean %1").arg(
            formatNumber(counter.dram.meanIn(m_scene.view()) / rateUnitFor(counter.dram.maximum()).divisor));
    }
    const double most = counter.series.maximumIn(m_scene.view());
    return CounterWords::tr("max %1").arg(
        counter.isMemory() ? formatBytes(static_cast<std::int64_t>(most)) : formatNumber(most));
}

} // namespace attnscope
