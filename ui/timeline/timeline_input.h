// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineInput: mouse and wheel of the canvas, keys of the view, as Perfetto has them. Turns gestures into calls of the view. GUI
// thread only.
#pragma once

#include "ui/timeline/timeline_view.h"

#include <QObject>
#include <QPointF>

class QKeyEvent;
class QMouseEvent;
class QWheelEvent;

namespace attnscope {

struct Box;

class TimelineInput : public QObject {
    Q_OBJECT
public:
    TimelineInput(TimelineView* view, QObject* canvas);
    /// True when the key meant something.
    bool key(QKeyEvent* event);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Drag { None, Pressed, Area, Pan };
    void press(QMouseEvent* event);
    void move(QMouseEvent* event);
    void release(QMouseEvent* event);
    void doubleClick(QMouseEvent* event);
    void wheel(QWheelEvent* event);
    void hover(QPointF pos);
    void leave();
    void click(QPointF pos);
    [[nodiscard]] const Box* boxAt(QPointF pos) const;
    [[nodiscard]] int stepAt(QPointF pos) const; ///< step mark of the ruler, −1: none
    [[nodiscard]] Ns snapped(double x) const; ///< the nearest span edge within a few pixels, else the time itself

    TimelineView* m_view;
    TimelineView::Private* d;
    Drag m_drag = Drag::None;
    QPointF m_pressedAt;
    TimeRange m_pressedView;
    int m_pressedScroll = 0;
};

} // namespace attnscope
