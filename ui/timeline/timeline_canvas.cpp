// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_canvas.h"

#include "ui/common/small_widgets.h"
#include "ui/timeline/scene_painter.h"

#include <algorithm>

namespace attnscope {

namespace {

// One painting step of the scene as something a QCustomPlot layer can hold.
class ScenePart : public QCPLayerable {
public:
    using Paint = void (ScenePainter::*)(QPainter&) const;
    ScenePart(QCustomPlot* plot, const QString& layer, const TimelineScene& scene, Paint paint)
        : QCPLayerable(plot, layer)
        , m_scene(scene)
        , m_paint(paint)
    {
    }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(false); }
    void draw(QCPPainter* painter) override { (ScenePainter(m_scene, Theme::current()).*m_paint)(*painter); }
    // QCPLayer moves every clip up by one pixel: without the added row the last one would stay unpainted.
    QRect clipRect() const override { return mParentPlot->rect().adjusted(0, 0, 0, 1); }

private:
    const TimelineScene& m_scene;
    Paint m_paint;
};

} // namespace

LanePlottable::LanePlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, const TimelineScene& scene)
    : QCPAbstractPlottable(keyAxis, valueAxis)
    , m_scene(scene)
{
}

void LanePlottable::draw(QCPPainter* painter)
{
    painter->setAntialiasing(false);
    ScenePainter(m_scene, Theme::current()).paintLanes(*painter);
}

void LanePlottable::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const
{
    painter->fillRect(rect, Theme::current().role(RoleGroup::Matmul));
}

double LanePlottable::selectTest(const QPointF& pos, bool, QVariant* details) const
{
    const auto& geometry = m_scene.geometry();
    const auto* box = geometry.boxAt(static_cast<float>(pos.x()), static_cast<float>(m_scene.contentY(pos.y())));
    if (box == nullptr) {
        return -1;
    }
    if (details != nullptr) {
        details->setValue(static_cast<int>(box - geometry.boxes.data()));
    }
    return 0;
}

QCPRange LanePlottable::getKeyRange(bool& foundRange, QCP::SignDomain) const
{
    foundRange = !m_scene.model().empty();
    const auto window = foundRange ? m_scene.model().variant().window : TimeRange { 0, 1 };
    return { static_cast<double>(window.begin), static_cast<double>(window.end) };
}

QCPRange LanePlottable::getValueRange(bool& foundRange, QCP::SignDomain, const QCPRange&) const
{
    foundRange = !m_scene.model().empty();
    return { 0, static_cast<double>(std::max(1, m_scene.layout().height())) };
}

TimelineCanvas::TimelineCanvas(TimelineScene& scene, QWidget* parent)
    : QCustomPlot(parent)
    , m_scene(scene)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::NoFocus); // the view takes the keys
    setMinimumSize(0, 0);
    setBackground(Qt::NoBrush); // the frame paints every pixel
    setInteractions({});
    setNoAntialiasingOnDrag(false);

    // The axes only give the plottable its place; the ruler is ours.
    plotLayout()->clear();
    plotLayout()->setMargins({});
    auto* area = new QCPAxisRect(this, false);
    area->setAutoMargins(QCP::msNone);
    area->setMargins({});
    plotLayout()->addElement(0, 0, area);
    auto* keyAxis = area->addAxis(QCPAxis::atBottom);
    auto* valueAxis = area->addAxis(QCPAxis::atLeft);
    for (auto* axis : { keyAxis, valueAxis }) {
        axis->setVisible(false);
        axis->grid()->setVisible(false);
    }

    for (const auto* name : { "frame", "lanes", "marks" }) {
        addLayer(QLatin1String(name), layer(layerCount() - 1), QCustomPlot::limAbove);
    }
    m_overlay = layer(QStringLiteral("marks"));
    m_overlay->setMode(QCPLayer::lmBuffered);
    new ScenePart(this, QStringLiteral("frame"), scene, &ScenePainter::paintFrame);
    auto* lanes = new LanePlottable(keyAxis, valueAxis, scene);
    lanes->setLayer(QStringLiteral("lanes"));
    new ScenePart(this, QStringLiteral("marks"), scene, &ScenePainter::paintOverlay);
}

void TimelineCanvas::matchPixelRatio()
{
    if (!qFuzzyCompare(bufferDevicePixelRatio(), devicePixelRatioF())) {
        setBufferDevicePixelRatio(devicePixelRatioF());
    }
}

void TimelineCanvas::replotScene()
{
    replot(QCustomPlot::rpQueuedReplot);
}

void TimelineCanvas::replotOverlay()
{
    m_overlay->replot();
}

void TimelineCanvas::showFocus(const QFocusEvent& event)
{
    m_focusRing = showsFocus(event, m_focusRing);
    update();
}

void TimelineCanvas::resizeEvent(QResizeEvent* event)
{
    matchPixelRatio();
    emit resized(); // first the scene, then the layers that show it
    QCustomPlot::resizeEvent(event);
}

void TimelineCanvas::paintEvent(QPaintEvent* event)
{
    if (!qFuzzyCompare(bufferDevicePixelRatio(), devicePixelRatioF())) { // moved to another screen
        matchPixelRatio();
        emit resized();
        replot(QCustomPlot::rpQueuedReplot);
    }
    QCustomPlot::paintEvent(event);
    if (m_focusRing) {
        QPainter painter(this);
        drawFocusRing(painter, rect());
    }
    emit painted();
}

} // namespace attnscope
