// SPDX-License-Identifier: GPL-3.0-or-later
// Minimap: the variant's whole window in one strip with the visible range as a frame that can be dragged and resized. The picture of
// the spans is made once for each width and theme. GUI thread only.
#pragma once

#include "profiler/trace/trace.h"

#include <QPixmap>
#include <QWidget>

namespace attnscope {

// By name only: moc cannot read all of what their headers include.
class TimelineScene;
class TimeScale;
struct Track;

class Minimap : public QWidget {
    Q_OBJECT
public:
    explicit Minimap(const TimelineScene& scene, QWidget* parent = nullptr);
    /// Model, theme or font changed.
    void invalidate();
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return QSize(0, sizeHint().height()); }
    /// Paints all of it; `withHandles` false for exported files.
    void paint(QPainter& painter, double width, bool withHandles) const;

signals:
    void viewWanted(attnscope::TimeRange range);
    void zoomWanted(double factor, attnscope::Ns anchor);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    enum class Drag { None, Window, LeftEdge, RightEdge };
    [[nodiscard]] TimeScale scale(double width) const;
    [[nodiscard]] Drag partAt(QPointF pos) const;
    void paintSpans(QPainter& painter, double width) const;
    void paintTrack(QPainter& painter, const TimeScale& whole, const Track& track) const;
    void paintFrame(QPainter& painter, double width, bool withHandles) const;
    void paintHeader(QPainter& painter) const;

    const TimelineScene& m_scene;
    mutable QPixmap m_spans;
    Drag m_drag = Drag::None;
    double m_dragFrom = 0;
    TimeRange m_dragView;
};

} // namespace attnscope
