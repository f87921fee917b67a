// SPDX-License-Identifier: GPL-3.0-or-later
// What stands around the spans: background, ruler, grid, lane headers.
#include "ui/timeline/scene_painter.h"

#include "ui/common/format.h"
#include "ui/timeline/span_painter.h"

#include <QHash>
#include <QImage>
#include <QPen>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace attnscope {

namespace {

constexpr int kChevron = 12; ///< design px

// Room is scarce in a header: whole percents, one decimal only where it tells something.
QString headerPercent(double share)
{
    const double percent = 100 * share;
    return QString::number(percent, 'f', percent >= 19.95 || percent < 0.05 ? 0 : 1) + QStringLiteral(" %");
}

} // namespace

void drawFrame(QPainter& painter, const QRectF& rect, double width, double radius, const QColor& colour)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, radius > 0);
    QPen pen(colour, width);
    pen.setJoinStyle(radius > 0 ? Qt::RoundJoin : Qt::MiterJoin);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    const double inset = width / 2;
    const double inner = std::max(0.0, radius - inset);
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), inner, inner);
    painter.restore();
}

namespace {

void strokeChevron(QPainter& painter, bool down, const QColor& colour)
{
    painter.setRenderHint(QPainter::Antialiasing);
    const double scale = Theme::px(kChevron) / 16.0;
    painter.scale(scale, scale);
    painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPolygonF points = down ? QPolygonF { { 4.5, 6.5 }, { 8, 10 }, { 11.5, 6.5 } }
                                  : QPolygonF { { 6.5, 4.5 }, { 10, 8 }, { 6.5, 11.5 } };
    painter.drawPolyline(points);
}

} // namespace

// Smoothed strokes are dear and every lane has a chevron: on a raster device each look is stroked once.
void drawChevron(QPainter& painter, double x, double y, bool down, const QColor& colour)
{
    if (!isRaster(painter)) {
        painter.save();
        painter.translate(x, y);
        strokeChevron(painter, down, colour);
        painter.restore();
        return;
    }
    const double dpr = painter.device()->devicePixelRatioF();
    const int size = static_cast<int>(std::ceil(Theme::px(kChevron) * dpr));
    const auto look = (static_cast<quint64>(colour.rgba()) << 32U)
        | (static_cast<quint64>(std::lround(dpr * 64)) << 16U) | (static_cast<quint64>(size) << 1U) | (down ? 1U : 0U);
    static QHash<quint64, QImage> kept; // a few looks in the life of the program
    auto& image = kept[look];
    if (image.isNull()) {
        image = QImage(size, size, QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(dpr);
        image.fill(Qt::transparent);
        QPainter stroke(&image);
        strokeChevron(stroke, down, colour);
    }
    painter.drawImage(QPointF(x, y), image);
}

QRectF ScenePainter::lanesRect() const
{
    const double left = m_scene.scale().left();
    return { left, static_cast<double>(m_scene.rulerHeight()), m_scene.width() - left,
        static_cast<double>(m_scene.lanesHeight()) };
}

void ScenePainter::text(QPainter& painter, double x, double baseline, std::string_view words, TextStyle style,
    const QColor& colour, Qt::Alignment align) const
{
    const double width = static_cast<double>(m_scene.text().width(words, style));
    const double shift = align.testFlag(Qt::AlignRight) ? width : align.testFlag(Qt::AlignHCenter) ? width / 2 : 0;
    m_scene.text().draw(painter, x - shift, baseline, words, style, colour);
}

void ScenePainter::paintFrame(QPainter& painter) const
{
    const QRectF all(0, 0, m_scene.width(), m_scene.height());
    painter.fillRect(all, m_theme.canvas);
    if (m_scene.model().empty()) {
        return;
    }
    paintGrid(painter);
    paintEdges(painter);
}

void ScenePainter::paintEdges(QPainter& painter) const
{
    painter.fillRect(QRectF(m_scene.scale().left(), 0, m_scene.width(), m_scene.rulerHeight()), m_theme.canvas);
    paintRuler(painter); // words may begin left of the view: the headers cover them where nothing clips
    painter.fillRect(QRectF(0, 0, m_scene.metrics().header, m_scene.height()), m_theme.laneHeader);
    paintRulerNames(painter);
    paintHeaders(painter);
    paintScaleLabels(painter);
    painter.fillRect(QRectF(m_scene.metrics().header - 1, 0, 1, m_scene.height()), m_theme.line);
}

void ScenePainter::paintGrid(QPainter& painter) const
{
    const auto& ruler = m_scene.geometry().ruler;
    auto area = lanesRect();
    const auto& places = m_scene.layout().places();
    if (!places.empty() && places.back().track >= m_scene.model().tracks().size()) {
        area.setBottom(
            std::max(area.top(), sceneY(places.back().y))); // no grid behind the panel that stands for GPU lanes
    }
    for (const auto& tick : ruler.relative.empty() ? ruler.absolute : ruler.relative) {
        if (tick.x >= area.left()) {
            painter.fillRect(QRectF(tick.x, area.top(), 1, area.height()), m_theme.grid);
        }
    }
    if (ruler.hasZero) {
        const auto colour = Theme::mix(m_theme.accent, m_theme.canvas, 0.45);
        painter.fillRect(QRectF(static_cast<double>(ruler.zeroX), area.top(), 1, area.height()), colour);
    }
}

void ScenePainter::paintTicks(
    QPainter& painter, const std::vector<RulerTick>& ticks, int top, int bottom, int baseline, const QColor& ink) const
{
    const double left = m_scene.scale().left(), right = m_scene.width();
    for (const auto& tick : ticks) {
        painter.fillRect(QRectF(tick.x, top, 1, bottom - top), m_theme.lineStrong);
        const double x = tick.x + px(5);
        if (x < left) {
            continue; // half a number is none
        }
        if (x + static_cast<double>(m_scene.text().width(tick.label, TextStyle::Small)) < right) {
            text(painter, x, baseline, tick.label, TextStyle::Small, ink);
        }
    }
}

void ScenePainter::paintStepMarks(QPainter& painter) const
{
    const double top = px(17), height = px(14);
    for (const auto& mark : m_scene.geometry().ruler.steps) {
        const double left = static_cast<double>(mark.left),
                     width = std::max(1.0, static_cast<double>(mark.right) - left - 1);
        painter.fillRect(QRectF(left, top, width, height), mark.focus ? m_theme.accentSoft : m_theme.hover);
        painter.fillRect(QRectF(left, top, 1, height), mark.focus ? m_theme.accent : m_theme.lineStrong);
        if (!mark.label.text.empty()) {
            auto label = mark.label;
            label.baseline = static_cast<float>(px(28));
            m_scene.text().draw(painter, label, inkOfSpan(m_theme, label.ink, label.hue));
        }
    }
}

void ScenePainter::paintRuler(QPainter& painter) const
{
    const auto& ruler = m_scene.geometry().ruler;
    const int height = m_scene.rulerHeight();
    const double left = m_scene.scale().left();
    const bool plain = m_scene.model().steps().empty();
    painter.save();
    painter.setClipRect(QRectF(left, 0, m_scene.width() - left, height));
    if (plain) {
        paintTicks(painter, ruler.absolute, height - px(12), height - 1, height - px(5), m_theme.muted);
    } else {
        paintTicks(painter, ruler.absolute, px(2), px(8), px(12), m_theme.faint);
        paintStepMarks(painter);
        if (ruler.hasZero) {
            const QRectF zero(static_cast<double>(ruler.zeroX), px(17), 1, height - px(17));
            painter.fillRect(zero, Theme::mix(m_theme.accent, m_theme.canvas, 0.45));
        }
        paintTicks(painter, ruler.relative, px(36), px(47), px(44), m_theme.muted);
    }
    painter.restore();
}

void ScenePainter::paintRulerNames(QPainter& painter) const
{
    const auto& ruler = m_scene.geometry().ruler;
    const int height = m_scene.rulerHeight();
    const double nameRight = m_scene.scale().left() - px(12);
    painter.fillRect(QRectF(0, height - 1, m_scene.width(), 1), m_theme.line);
    if (m_scene.model().steps().empty()) {
        text(painter, nameRight, height - px(5), "since recording start", TextStyle::SmallMedium, m_theme.muted,
            Qt::AlignRight);
        return;
    }
    text(painter, nameRight, px(12), "since recording start", TextStyle::Small, m_theme.faint, Qt::AlignRight);
    const auto room = static_cast<float>(nameRight - px(12));
    const auto keep = m_scene.text().fit(ruler.relativeName, TextStyle::SmallMedium, room);
    const bool all = keep == ruler.relativeName.size();
    text(painter, nameRight, px(43), all ? ruler.relativeName : "since step start", TextStyle::SmallMedium,
        m_theme.muted, Qt::AlignRight);
}

void ScenePainter::paintHeaders(QPainter& painter) const
{
    painter.save();
    const int top = m_scene.rulerHeight();
    painter.setClipRect(QRectF(0, top, m_scene.width(), m_scene.lanesHeight()));
    for (const auto& place : m_scene.layout().places()) {
        if (place.height == 0 || place.bottom() <= m_scene.scroll()
            || place.y >= m_scene.scroll() + m_scene.lanesHeight()) {
            continue;
        }
        paintFileHeading(painter, place);
        paintHeader(painter, place);
        const bool beforePanel =
            place.track + 1 == m_scene.model().tracks().size() && place.track + 1 < m_scene.layout().places().size();
        painter.fillRect(
            QRectF(0, sceneY(place.bottom()) - 1, m_scene.width(), 1), beforePanel ? m_theme.line : m_theme.grid);
    }
    painter.restore();
}

// A bar across the canvas with the GPU that the file was recorded on.
void ScenePainter::paintFileHeading(QPainter& painter, const LanePlace& place) const
{
    const auto& tracks = m_scene.model().tracks();
    if (place.track >= tracks.size() || tracks[place.track].kind != TrackKind::File) {
        return;
    }
    const double y = sceneY(place.y);
    painter.fillRect(QRectF(0, y, m_scene.width(), place.height), m_theme.window);
    painter.fillRect(QRectF(0, y - 1, m_scene.width(), 1), m_theme.line);
    text(painter, m_scene.scale().left() + px(8), y + px(18), tracks[place.track].subtitle, TextStyle::Small,
        m_theme.faint);
}

// Utilisation of the visible range, or the largest value of a curve. Nothing for lanes that only hold instants.
QString ScenePainter::headerValue(const LanePlace& place) const
{
    const auto& track = m_scene.model().tracks()[place.track];
    if (track.hasSpans()) {
        const bool onlyInstants = m_scene.model().busy(place.track).merged().empty();
        return onlyInstants ? QString() : headerPercent(m_scene.model().utilisation(place.track, m_scene.view()));
    }
    if (track.kind == TrackKind::Queue) {
        return QStringLiteral("max ")
            + formatCount(static_cast<std::int64_t>(m_scene.model().queue().maximumIn(m_scene.view())));
    }
    return track.kind == TrackKind::Counter ? counterHeaderValue(m_scene.model().counters()[track.source]) : QString();
}

// Writes name and value on one line, each in a shorter form where both do not fit.
void ScenePainter::paintHeaderTitle(QPainter& painter, const std::string& title, QString value, double baseline) const
{
    const double left = px(26), right = m_scene.metrics().header - px(12), gap = px(6);
    const auto& words = m_scene.text();
    auto name = title;
    const auto room = [&] {
        const auto valueWidth = static_cast<double>(words.width(value.toStdString(), TextStyle::SmallMedium));
        return static_cast<float>(right - left - (value.isEmpty() ? 0 : valueWidth + gap));
    };
    if (words.width(name, TextStyle::BodyMedium) > room() && value.startsWith(QStringLiteral("max "))) {
        value.remove(0, 4);
    }
    if (const auto dot = name.find(" · ");
        dot != std::string::npos && words.width(name, TextStyle::BodyMedium) > room()) {
        name.replace(dot, std::string(" · ").size(), " ");
    }
    const auto keep = words.keep(name, TextStyle::BodyMedium, room());
    words.draw(painter,
        TextRun { static_cast<float>(left), static_cast<float>(baseline), name, keep, TextStyle::BodyMedium, Ink::Text,
            RoleGroup::Other },
        m_theme.text);
    text(painter, right, baseline, value.toStdString(), TextStyle::SmallMedium, m_theme.muted, Qt::AlignRight);
}

void ScenePainter::paintHeader(QPainter& painter, const LanePlace& place) const
{
    const bool isPanel = place.track >= m_scene.model().tracks().size();
    int top = px(6);
    const Track missing { TrackKind::NoGpu, kNoSpan, 1, "GPU", "no lanes here" };
    const auto& track = isPanel ? missing : m_scene.model().tracks()[place.track];
    if (place.folded || track.kind == TrackKind::Queue || track.kind == TrackKind::Counter
        || track.kind == TrackKind::File) {
        top = px(8);
    } else if (track.kind == TrackKind::Api) {
        top = px(7);
    } else if (track.kind == TrackKind::Gpu || isPanel) {
        top = px(10);
    }
    const int y = static_cast<int>(sceneY(place.y)) + top;
    if (!track.missing) {
        drawChevron(painter, px(8), y, !place.folded, m_theme.faint);
    }
    const auto value = isPanel ? QString() : headerValue(place);
    paintHeaderTitle(painter, track.title, value, y + px(10));
    const bool withBar = track.hasSpans() && !value.isEmpty() && !place.folded;
    if (withBar) {
        const double share = std::min(1.0, m_scene.model().utilisation(place.track, m_scene.view()));
        const QRectF bar(m_scene.metrics().header - px(44), y + px(15), px(32), px(3));
        painter.fillRect(bar, m_theme.line);
        painter.fillRect(QRectF(bar.topLeft(), QSizeF(std::round(bar.width() * share), bar.height())), m_theme.faint);
    }
    if (!place.folded && !track.subtitle.empty() && place.height >= px(38)) {
        const double room = m_scene.metrics().header - px(26) - (withBar ? px(50) : px(12));
        const auto& lanes = m_scene.model().trace()->lanes();
        const auto words = track.kind == TrackKind::Cpu
            ? threadWords(m_scene.text(), track.subtitle, lanes[track.source].tid, static_cast<float>(room))
            : track.subtitle;
        const auto keep = m_scene.text().keep(words, TextStyle::Small, static_cast<float>(room));
        m_scene.text().draw(painter,
            TextRun { static_cast<float>(px(26)), static_cast<float>(y + px(25)), words, keep, TextStyle::Small,
                Ink::Faint, RoleGroup::Other },
            m_theme.faint);
    }
}

} // namespace attnscope
