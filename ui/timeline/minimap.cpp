// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/minimap.h"

#include "ui/common/format.h"
#include "ui/common/theme.h"
#include "ui/timeline/scene_painter.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace attnscope {

namespace {

constexpr int kReach = 6; ///< px beside an edge that still take it
constexpr int kMostTracks = 64; ///< more would only paint over one another
constexpr double kSmallestWindow = 6; ///< px: the frame stays visible however far one zooms in

struct Band {
    int top, height;
};

} // namespace

Minimap::Minimap(const TimelineScene& scene, QWidget* parent)
    : QWidget(parent)
    , m_scene(scene)
{
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Overview of the whole recording"));
}

QSize Minimap::sizeHint() const
{
    return { Theme::px(400), m_scene.metrics().minimap + 1 };
}

void Minimap::invalidate()
{
    m_spans = {};
    updateGeometry();
    update();
}

TimeScale Minimap::scale(double width) const
{
    const auto& metrics = m_scene.metrics();
    return { m_scene.model().variant().window, static_cast<double>(metrics.header),
        std::max(1.0, width - metrics.header - metrics.rightMargin), m_scene.dpr() };
}

void Minimap::paintTrack(QPainter& painter, const TimeScale& whole, const Track& track) const
{
    const auto& theme = Theme::current();
    const auto& model = m_scene.model();
    const auto& trace = *model.trace();
    const bool isGpu = track.kind == TrackKind::Gpu, isApi = track.kind == TrackKind::Api;
    const auto band = isGpu ? Band { 22, 10 }
        : isApi             ? Band { 15, 4 }
        : model.hasGpu()    ? Band { 6, 7 }
                            : Band { 10, 18 };
    // On the CPU the ops below steps and ranges tell most.
    const std::uint32_t from =
        track.kind == TrackKind::Cpu && !model.steps().empty() ? std::min(track.rows - 1, 2U) : 0;
    const std::uint32_t to = isGpu ? track.rows : from + 1;
    std::vector<RowPiece> pieces;
    for (auto row = from; row < to; ++row) {
        pieces.clear();
        readPieces(
            trace.levelOfDetail(), trace, track.source, row, whole.range(), exponentFor(whole.lengthOf(1)), pieces);
        for (const auto& piece : pieces) {
            const SpanRef span { track.source, piece.first };
            const bool alone = piece.wide || piece.count == 1;
            if (isApi && alone && trace.launchedBy(span).empty()) {
                continue;
            }
            const double left = whole.clampedX(piece.begin), right = whole.clampedX(piece.end);
            const double width = isApi ? 1 : std::max(1.0, right - left - (right - left > 3 ? 1 : 0));
            const auto colour = piece.look.isGpuWork() ? theme.hue(hueOfLook(m_scene.colourBy(), piece.look))
                : isApi                                ? theme.faint
                                                       : theme.lineStrong;
            painter.fillRect(QRectF(left, Theme::px(band.top), width, Theme::px(band.height)), colour);
        }
    }
}

void Minimap::paintSpans(QPainter& painter, double width) const
{
    const auto whole = scale(width);
    int painted = 0;
    for (const auto& track : m_scene.model().tracks()) {
        if (track.hasSpans() && track.kind != TrackKind::Other && track.kind != TrackKind::GpuRanges
            && ++painted <= kMostTracks) {
            paintTrack(painter, whole, track);
        }
    }
}

void Minimap::paintHeader(QPainter& painter) const
{
    const auto& theme = Theme::current();
    const auto& model = m_scene.model();
    const bool whole = model.variant().window == model.trace()->range();
    const auto title = (whole ? tr("Whole recording") : tr("This variant")).toStdString();
    auto facts = formatTimeAuto(model.variant().window.length());
    if (const auto steps = model.steps().size(); steps > 0) {
        const auto count =
            steps == 1 ? tr("1 step") : tr("%1 steps").arg(formatCount(static_cast<std::int64_t>(steps)));
        facts = count + QStringLiteral(" · ") + facts;
    }
    m_scene.text().draw(painter, Theme::px(26), Theme::px(16), title, TextStyle::BodyMedium, theme.text);
    m_scene.text().draw(painter, Theme::px(26), Theme::px(31), facts.toStdString(), TextStyle::Small, theme.faint);
}

void Minimap::paintFrame(QPainter& painter, double width, bool withHandles) const
{
    const auto& theme = Theme::current();
    const auto whole = scale(width);
    const int height = m_scene.metrics().minimap;
    double left = std::round(whole.clampedX(m_scene.view().begin, 0)),
           right = std::round(whole.clampedX(m_scene.view().end, 0));
    if (right - left < kSmallestWindow) {
        left = std::clamp((left + right - kSmallestWindow) / 2, whole.left(), whole.right() - kSmallestWindow);
        right = left + kSmallestWindow;
    }
    auto veil = theme.canvas;
    veil.setAlphaF(0.62F);
    painter.fillRect(QRectF(whole.left(), 0, left - whole.left(), height), veil);
    painter.fillRect(QRectF(right, 0, width - right, height), veil);
    drawFrame(painter, QRectF(left, 1, right - left, height - 2), 1.5, 3, theme.accent);
    if (!withHandles) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent);
    for (const double edge : { left, right }) {
        painter.drawRoundedRect(QRectF(edge - 2, Theme::px(12), 4, Theme::px(14)), 2, 2);
    }
    painter.restore();
}

void Minimap::paint(QPainter& painter, double width, bool withHandles) const
{
    const auto& theme = Theme::current();
    const int height = m_scene.metrics().minimap;
    painter.fillRect(QRectF(0, 0, width, height + 1), theme.canvas);
    if (m_scene.model().empty()) {
        return;
    }
    painter.fillRect(QRectF(0, 0, m_scene.metrics().header, height), theme.laneHeader);
    if (withHandles) {
        const QSize pixels = (QSizeF(width, height) * m_scene.dpr()).toSize();
        if (m_spans.size() != pixels) {
            m_spans = QPixmap(pixels);
            m_spans.setDevicePixelRatio(m_scene.dpr());
            m_spans.fill(Qt::transparent);
            QPainter spans(&m_spans);
            paintSpans(spans, width);
        }
        painter.drawPixmap(0, 0, m_spans);
    } else {
        paintSpans(painter, width);
    }
    paintHeader(painter);
    paintFrame(painter, width, withHandles);
    painter.fillRect(QRectF(0, height, width, 1), theme.line);
    painter.fillRect(QRectF(m_scene.metrics().header - 1, 0, 1, height), theme.line);
}

void Minimap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paint(painter, width(), true);
}

Minimap::Drag Minimap::partAt(QPointF pos) const
{
    const auto whole = scale(width());
    const double left = whole.clampedX(m_scene.view().begin, 0), right = whole.clampedX(m_scene.view().end, 0);
    const double reach = std::min<double>(kReach, std::max(2.0, (right - left) / 3));
    if (std::abs(pos.x() - left) <= reach) {
        return Drag::LeftEdge;
    }
    if (std::abs(pos.x() - right) <= reach) {
        return Drag::RightEdge;
    }
    return pos.x() > left && pos.x() < right ? Drag::Window : Drag::None;
}

void Minimap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_scene.model().empty()
        || event->position().x() < m_scene.metrics().header) {
        return;
    }
    m_drag = partAt(event->position());
    m_dragFrom = event->position().x();
    if (m_drag == Drag::None) { // beside the frame: it comes here, and can be dragged on
        const Ns middle = scale(width()).timeAt(m_dragFrom), half = m_scene.view().length() / 2;
        emit viewWanted({ middle - half, middle - half + m_scene.view().length() });
        m_drag = Drag::Window;
    }
    m_dragView = m_scene.view();
}

void Minimap::mouseMoveEvent(QMouseEvent* event)
{
    const double x = event->position().x();
    if (m_drag == Drag::None) {
        const auto part =
            m_scene.model().empty() || x < m_scene.metrics().header ? Drag::None : partAt(event->position());
        setCursor(part == Drag::LeftEdge || part == Drag::RightEdge ? Qt::SizeHorCursor
                : part == Drag::Window                              ? Qt::OpenHandCursor
                                                                    : Qt::ArrowCursor);
        return;
    }
    const auto whole = scale(width());
    const Ns moved = whole.timeAt(x) - whole.timeAt(m_dragFrom);
    auto view = m_dragView;
    if (m_drag != Drag::RightEdge) {
        view.begin += moved;
    }
    if (m_drag != Drag::LeftEdge) {
        view.end += moved;
    }
    const Ns least = whole.lengthOf(1);
    if (m_drag == Drag::LeftEdge) {
        view.begin = std::min(view.begin, view.end - least);
    } else if (m_drag == Drag::RightEdge) {
        view.end = std::max(view.end, view.begin + least);
    }
    emit viewWanted(view);
}

void Minimap::mouseReleaseEvent(QMouseEvent*)
{
    m_drag = Drag::None;
}

void Minimap::wheelEvent(QWheelEvent* event)
{
    if (m_scene.model().empty()) {
        return;
    }
    emit zoomWanted(std::pow(1.2, -event->angleDelta().y() / 120.0), scale(width()).timeAt(event->position().x()));
    event->accept();
}

} // namespace attnscope
