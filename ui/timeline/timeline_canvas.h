// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineCanvas: the QCustomPlot that shows a TimelineScene in three layers: frame (ruler, grid, headers), lanes (one plottable),
// overlay (a buffered layer of its own: hover and selection never repaint the lanes). GUI thread only.
#pragma once

#include <qcustomplot.h>

namespace attnscope {

class TimelineScene; // by name only: moc cannot read all of what its header includes

/// All spans of all lanes as one plottable over the geometry of the scene.
class LanePlottable : public QCPAbstractPlottable {
    Q_OBJECT
public:
    LanePlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, const TimelineScene& scene);
    /// 0 on a span, −1 elsewhere; `details` becomes the box's index.
    double selectTest(const QPointF& pos, bool onlySelectable, QVariant* details = nullptr) const override;
    QCPRange getKeyRange(bool& foundRange, QCP::SignDomain inSignDomain = QCP::sdBoth) const override;
    QCPRange getValueRange(bool& foundRange, QCP::SignDomain inSignDomain = QCP::sdBoth,
        const QCPRange& inKeyRange = QCPRange()) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    const TimelineScene& m_scene;
};

class TimelineCanvas : public QCustomPlot {
    Q_OBJECT
public:
    TimelineCanvas(TimelineScene& scene, QWidget* parent);

    /// Everything changed: repaints at the next turn of the event loop, once for many calls.
    void replotScene();
    /// Only hover, selection or crosshair changed.
    void replotOverlay();

    /// The ring of a view that the keyboard came to.
    void showFocus(const QFocusEvent& event);

signals:
    void resized();
    void painted(); ///< after a paint event

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override { event->ignore(); }
    void mouseMoveEvent(QMouseEvent* event) override { event->ignore(); }
    void mouseReleaseEvent(QMouseEvent* event) override { event->ignore(); }
    void mouseDoubleClickEvent(QMouseEvent* event) override { event->ignore(); }
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }

private:
    void matchPixelRatio();

    TimelineScene& m_scene;
    QCPLayer* m_overlay = nullptr;
    bool m_focusRing = false;
};

} // namespace attnscope
