// SPDX-License-Identifier: GPL-3.0-or-later
// What changes with every move of the mouse: selection, hover, crosshair, measured range. A few strokes only.
#include "ui/timeline/scene_painter.h"

#include "ui/common/format.h"

#include <QLocale>
#include <QPainterPath>
#include <QPen>

#include <algorithm>
#include <cmath>

namespace attnscope {

namespace {

constexpr std::size_t kMostFrames = 400; ///< of one selection

// Where the arrow comes down on a kernel.
double arrowX(const QRectF& kernel)
{
    return kernel.left() + Theme::px(4) + 0.5;
}

RulerUnit rulerUnit(TimeUnit unit)
{
    return unit == TimeUnit::Nanoseconds ? RulerUnit::Nanoseconds
        : unit == TimeUnit::Microseconds ? RulerUnit::Microseconds
                                         : RulerUnit::Milliseconds;
}

} // namespace

QString ScenePainter::crosshairText(double x) const
{
    const auto& steps = m_scene.model().steps();
    const auto step = static_cast<std::size_t>(std::max(0, m_scene.focusStep()));
    const Ns origin = steps.empty() ? 0 : steps[step].cpu.begin;
    const Ns value = m_scene.scale().timeAt(x) - origin;
    // As many decimals as a pixel can tell, and always the same number, so that the tag does not jump.
    const auto unit = rulerUnit(m_scene.unit());
    const Ns perPixel = m_scene.scale().lengthOf(1);
    int decimals = 0;
    for (Ns step10 = lengthOf(unit); step10 * 2 > perPixel && step10 > 1 && decimals < 6; step10 /= 10) {
        ++decimals;
    }
    const double shown = static_cast<double>(std::abs(value)) / static_cast<double>(lengthOf(unit));
    const auto sign = value < 0 ? QStringLiteral("−") : steps.empty() ? QString() : QStringLiteral("+");
    return sign + QLocale(QLocale::English).toString(shown, 'f', decimals) + QLatin1Char(' ')
        + unitName(m_scene.unit());
}

QString ScenePainter::areaText(TimeRange area) const
{
    auto words = formatTimeAuto(area.length());
    const auto& tracks = m_scene.model().tracks();
    const auto gpu =
        std::find_if(tracks.begin(), tracks.end(), [](const Track& track) { return track.kind == TrackKind::Gpu; });
    if (gpu != tracks.end()) {
        const auto share = m_scene.model().utilisation(static_cast<std::size_t>(gpu - tracks.begin()), area);
        words += QStringLiteral(" · GPU ") + formatPercent(share) + QStringLiteral(" busy");
    }
    return words;
}

QString ScenePainter::arrowText() const
{
    if (m_scene.chain.gpu.empty() || m_scene.chain.api.empty()) {
        return {};
    }
    const auto& trace = *m_scene.model().trace();
    const auto gpu = m_scene.chain.gpu.front();
    const auto api = trace.launchOf(gpu);
    if (!api) {
        return {};
    }
    const auto waited = formatTimeAuto(trace.start(gpu) - trace.start(*api));
    const auto ahead = m_scene.model().gpuEventsAhead(gpu);
    if (ahead == 0) {
        return QStringLiteral("starts %1 after its launch").arg(waited);
    }
    return QStringLiteral("queued %1 behind %2 GPU event%3")
        .arg(waited, formatCount(static_cast<std::int64_t>(ahead)), ahead == 1 ? QString() : QStringLiteral("s"));
}

void ScenePainter::paintOverlay(QPainter& painter) const
{
    if (m_scene.model().empty()) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setClipRect(lanesRect());
    paintMarks(painter);
    if (m_scene.selected) {
        paintChain(painter);
    }
    if (m_scene.hovered) {
        drawFrame(painter, rectOf(*m_scene.hovered).adjusted(-1, -1, 1, 1), 1, px(3), m_theme.text);
    }
    painter.restore();
    paintMeasures(painter);
}

void ScenePainter::paintMeasures(QPainter& painter) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setClipRect(QRectF(m_scene.scale().left(), 0, m_scene.width() - m_scene.scale().left(), m_scene.height()));
    if (m_scene.area) {
        paintArea(painter);
    }
    if (m_scene.crosshairX) {
        paintCrosshair(painter);
    }
    painter.restore();
}

void ScenePainter::paintChain(QPainter& painter) const
{
    const auto& chain = m_scene.chain;
    const auto& trace = *m_scene.model().trace();
    // The numbers of findings stand where the arrow and its words would be.
    const bool hasArrow = chain.gpu.size() == 1 && !chain.api.empty() && m_scene.marks.empty();
    if (const auto box = hasArrow ? m_scene.placeOf(chain.gpu.front()) : std::nullopt) {
        moveBracketWords(painter, arrowX(rectOf(*box)), rectOf(*box).top());
    }
    // What is chosen itself needs no parents: they would only hide it.
    const bool fromOp = std::find(chain.ops.begin(), chain.ops.end(), *m_scene.selected) != chain.ops.end();
    for (const auto op : chain.ops) {
        const auto kind = trace.kind(op);
        if (!fromOp && kind != SpanKind::Step && kind != SpanKind::Annotation) {
            paintChosenOp(painter, op);
        }
    }
    for (std::size_t i = 0; i < std::min(chain.api.size(), kMostFrames); ++i) {
        paintChosenCall(painter, chain.api[i]);
    }
    for (std::size_t i = 0; i < std::min(chain.gpu.size(), kMostFrames); ++i) {
        if (const auto box = m_scene.placeOf(chain.gpu[i])) {
            paintSelectionFrame(painter, rectOf(*box), false);
        }
    }
    const bool inChain = std::find(chain.gpu.begin(), chain.gpu.end(), *m_scene.selected) != chain.gpu.end()
        || std::find(chain.api.begin(), chain.api.end(), *m_scene.selected) != chain.api.end();
    if (!inChain) {
        if (const auto box = m_scene.placeOf(*m_scene.selected)) {
            paintSelectionFrame(painter, rectOf(*box), true);
        }
    }
    if (hasArrow) {
        paintArrow(painter);
    }
}

void ScenePainter::paintChosenOp(QPainter& painter, SpanRef op) const
{
    const auto box = m_scene.placeOf(op);
    if (!box) {
        return;
    }
    const auto rect = rectOf(*box);
    if (!box->folded()) {
        painter.fillRect(rect, Theme::mix(m_theme.accent, m_theme.canvas, 0.22));
        Geometry words;
        LabelMaker labels(words, m_scene.text(), m_scene.factor(), static_cast<float>(m_scene.scale().left()),
            static_cast<float>(m_scene.scale().right()));
        labels.op(*box, opLabel(m_scene.model().trace()->name(op)), {});
        for (auto& run : words.texts) {
            run.style = TextStyle::SmallMedium;
            run.baseline += static_cast<float>(sceneY(0));
            if (m_scene.text().width(run.text, run.style) > box->width - static_cast<float>(px(4))) {
                run.style = TextStyle::Small;
            }
            m_scene.text().draw(painter, run, m_theme.opText);
        }
    }
    drawFrame(painter, rect, 1, px(2), m_theme.accent);
}

void ScenePainter::paintChosenCall(QPainter& painter, SpanRef call) const
{
    const auto box = m_scene.placeOf(call);
    if (!box) {
        return;
    }
    const auto rect = rectOf(*box);
    paintSelectionFrame(painter, rect, false);
    // Its words, where they stand beside it, take the accent.
    const auto& geometry = m_scene.geometry();
    for (const auto& run : geometry.texts) {
        const bool beside = run.x > box->right() && run.x <= box->right() + static_cast<float>(px(6));
        if (!beside || run.baseline < box->y || run.baseline > box->y + box->height) {
            continue;
        }
        auto words = run;
        words.baseline += static_cast<float>(sceneY(0));
        words.style = TextStyle::SmallMedium;
        const auto width = static_cast<double>(m_scene.text().width(words.text, TextStyle::SmallMedium));
        painter.fillRect(QRectF(static_cast<double>(run.x), rect.top(), width, rect.height()), m_theme.canvas);
        m_scene.text().draw(painter, words, m_theme.accent);
        return;
    }
}

void ScenePainter::paintSelectionFrame(QPainter& painter, const QRectF& rect, bool tight) const
{
    if (tight) {
        drawFrame(painter, rect.adjusted(-2, -2, 2, 2), 2, px(3), m_theme.accent);
        return;
    }
    drawFrame(painter, rect.adjusted(-1, -1, 1, 1), 1, px(2), m_theme.canvas);
    drawFrame(painter, rect.adjusted(-3, -3, 3, 3), 2, px(4), m_theme.accent);
}

void ScenePainter::paintArrow(QPainter& painter) const
{
    const auto api = m_scene.placeOf(m_scene.chain.api.front());
    const auto gpu = m_scene.placeOf(m_scene.chain.gpu.front());
    const auto track = m_scene.model().trackOf(m_scene.chain.gpu.front().lane);
    if (!api || !gpu || !track) {
        return;
    }
    // The words run in the gutter: that of the file's first GPU lane, or just above the span where there is none.
    const auto& places = m_scene.layout().places();
    const auto& tracks = m_scene.model().tracks();
    const auto gutter = std::find_if(places.begin(), places.end(), [&](const LanePlace& place) {
        return place.gutterTop >= 0 && tracks[place.track].file == tracks[*track].file;
    });
    const auto from = rectOf(*api), to = rectOf(*gpu);
    const double gutterY = gutter != places.end() && !gutter->folded ? sceneY(gutter->y + px(10)) : to.top() - px(12);
    const double startX = from.center().x(), endX = arrowX(to);
    const double startY = from.bottom() + px(3), endY = to.top() - px(8);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.accent, 1.5, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    QPainterPath path({ startX, startY });
    const double radius = std::min<double>(px(6), std::abs(endX - startX) / 2);
    const double side = endX >= startX ? radius : -radius;
    path.lineTo(startX, gutterY - radius);
    path.quadTo(startX, gutterY, startX + side, gutterY);
    path.lineTo(endX - side, gutterY);
    path.quadTo(endX, gutterY, endX, gutterY + radius);
    path.lineTo(endX, endY);
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.accent);
    const double tip = to.top() - px(4), half = 3.6 * px(10) / 10;
    painter.drawPolygon(QPolygonF { { endX, tip }, { endX + half, tip - px(6) }, { endX - half, tip - px(6) } });
    painter.restore();
    paintArrowWords(painter, startX, endX, gutterY);
}

// Where the arrow comes down through the words of the step's bracket, they step aside.
void ScenePainter::moveBracketWords(QPainter& painter, double arrowX, double kernelTop) const
{
    for (auto bracket : m_scene.geometry().brackets) {
        const double x = static_cast<double>(bracket.textX), width = static_cast<double>(bracket.textWidth);
        const double y = sceneY(static_cast<double>(bracket.y)), air = px(12);
        if (bracket.text.empty() || y > kernelTop || arrowX < x - air || arrowX > x + width + air) {
            continue;
        }
        painter.fillRect(QRectF(x - px(6), y + px(2), width + px(12), px(14)), m_theme.canvas);
        const double left = std::max(static_cast<double>(bracket.left), m_scene.scale().left()) + air,
                     right = std::min(static_cast<double>(bracket.right), m_scene.scale().right()) - air;
        if (arrowX + air + width <= right) {
            bracket.textX = static_cast<float>(std::round(arrowX + air));
        } else if (arrowX - air - width >= left) {
            bracket.textX = static_cast<float>(std::round(arrowX - air - width));
        } else {
            bracket.text.clear();
        }
        paintBracket(painter, bracket);
    }
}

void ScenePainter::paintArrowWords(QPainter& painter, double from, double to, double y) const
{
    const auto words = arrowText().toStdString();
    const double width = static_cast<double>(m_scene.text().width(words, TextStyle::SmallMedium));
    const double viewLeft = m_scene.scale().left(), viewRight = m_scene.scale().right();
    const double left = std::max(std::min(from, to), viewLeft), right = std::min(std::max(from, to), viewRight);
    double x = (left + right - width) / 2;
    if (right - left < width + px(36)) { // beside the arrow, where there is room
        x = right + px(12) + width < viewRight ? right + px(12) : left - px(12) - width;
        if (x < viewLeft) {
            return;
        }
    }
    painter.fillRect(QRectF(std::round(x) - px(8), y - px(8), width + px(16), px(16)), m_theme.canvas);
    text(painter, std::round(x), y + px(4), words, TextStyle::SmallMedium, m_theme.accent);
}

void ScenePainter::paintMarks(QPainter& painter) const
{
    const std::vector<FindingMarks::Placed> marks = m_scene.marks.place(m_scene);
    for (const bool chosen : { false, true }) {
        const QColor& line = chosen ? m_theme.accent : m_theme.lineStrong;
        for (const FindingMarks::Placed& mark : marks) {
            if (mark.chosen == chosen) {
                const double thick = chosen ? 2 : 1, y = std::round(mark.y);
                painter.fillRect(QRectF(mark.left, y, mark.right - mark.left, thick), line);
                painter.fillRect(QRectF(mark.left, y, thick, px(5)), line);
                painter.fillRect(QRectF(mark.right - thick, y, thick, px(5)), line);
            }
        }
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double radius = FindingMarks::radius();
    for (const FindingMarks::Placed& mark : marks) {
        if (!mark.circle) {
            continue;
        }
        const QPointF centre(*mark.circle, std::round(mark.y));
        painter.setPen(Qt::NoPen); // air around it: the bracket ends there
        painter.setBrush(m_theme.canvas);
        painter.drawEllipse(centre, radius + px(3), radius + 1);
        painter.setPen(mark.chosen ? QPen(Qt::NoPen) : QPen(m_theme.lineStrong, 1));
        painter.setBrush(mark.chosen ? m_theme.accentFill : m_theme.canvas);
        painter.drawEllipse(centre, radius - 0.5, radius - 0.5);
        text(painter, centre.x(), centre.y() + px(4), std::to_string(mark.number), TextStyle::SmallMedium,
            mark.chosen ? m_theme.onAccent : m_theme.text, Qt::AlignHCenter);
    }
    painter.restore();
}

void ScenePainter::paintCrosshair(QPainter& painter) const
{
    const double x = std::floor(*m_scene.crosshairX);
    const double top = m_scene.rulerHeight(), bottom = m_scene.height();
    QRectF gap;
    if (m_scene.hovered) {
        gap = rectOf(*m_scene.hovered).adjusted(0, -2, 0, 2);
    }
    for (double y = top; y < bottom; y += 5) {
        const bool covered =
            !gap.isNull() && y + 2 > gap.top() && y < gap.bottom() && x >= gap.left() && x <= gap.right();
        if (!covered) {
            painter.fillRect(QRectF(x, y, 1, 2), m_theme.faint);
        }
    }
    const auto words = crosshairText(x).toStdString();
    const double width = std::ceil(static_cast<double>(m_scene.text().width(words, TextStyle::SmallMedium))) + px(12);
    const double left = std::clamp(
        x - std::floor(width / 2), m_scene.scale().left(), std::max(m_scene.scale().left(), m_scene.width() - width));
    const QRectF tag(left, top - px(16), width, px(15));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.text);
    painter.drawRoundedRect(tag, px(3), px(3));
    painter.restore();
    text(painter, tag.center().x(), tag.bottom() - px(4), words, TextStyle::SmallMedium, m_theme.canvas,
        Qt::AlignHCenter);
}

void ScenePainter::paintArea(QPainter& painter) const
{
    const double left = m_scene.scale().clampedX(m_scene.area->begin),
                 right = m_scene.scale().clampedX(m_scene.area->end);
    const double top = m_scene.rulerHeight() - px(16), height = px(15);
    painter.fillRect(QRectF(left, top, right - left, height), m_theme.accentSoft);
    painter.fillRect(QRectF(left, top, 1, m_scene.height() - top), m_theme.accent);
    painter.fillRect(QRectF(right, top, 1, m_scene.height() - top), m_theme.accent);
    const auto words = areaText(*m_scene.area).toStdString();
    const double width = static_cast<double>(m_scene.text().width(words, TextStyle::SmallMedium)) + px(12);
    const double middle = (std::max(left, m_scene.scale().left()) + std::min(right, m_scene.scale().right())) / 2;
    const double x = std::clamp(
        middle - width / 2, m_scene.scale().left(), std::max(m_scene.scale().left(), m_scene.scale().right() - width));
    painter.fillRect(QRectF(x, top, width, height), m_theme.accentSoft);
    text(painter, x + px(6), top + px(11), words, TextStyle::SmallMedium, m_theme.accent);
}

} // namespace attnscope
