// SPDX-License-Identifier: GPL-3.0-or-later
// StackedView: every variant of a recording on one axis from its step's start, in place of the timeline. Keys and
// mouse are the timeline's, but a plain drag pans and the arrow keys go from span to span. It chooses and selects;
// what the window shows beside it follows. GUI thread only; a frame costs O(spans of the rows).
#pragma once

#include "profiler/trace/result.h"
#include "ui/common/format.h"
#include "ui/common/span_hue.h"
#include "ui/timeline/stacked_rows.h"
#include "ui/timeline/timeline_view.h"

#include <QPointer>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>

class QScrollBar;

namespace attnscope {

class SpanTooltip;
class StackedScene;
struct Box;
struct TooltipContent;

class StackedView : public QWidget {
    Q_OBJECT
public:
    explicit StackedView(QWidget* parent = nullptr);
    ~StackedView() override;

    /// Other rows. `keepView`: the same document at another step, against another baseline or aligned elsewhere, which
    /// shows all of it.
    void setRows(std::shared_ptr<const StackedRows> rows, bool keepView = false);
    void clear();
    [[nodiscard]] const StackedRows& rows() const;
    /// The variant that the rest of the window speaks of (index among the summaries); tells nobody.
    void setCurrentVariant(int variant);
    [[nodiscard]] int currentVariant() const;
    void setSelection(std::optional<SpanRef> span); ///< tells nobody
    [[nodiscard]] std::optional<SpanRef> selection() const;
    void reveal(SpanRef span); ///< moves there, without zooming
    void setLit(std::vector<SpanRef> spans); ///< everything else is dimmed; empty: nothing is
    void setTimeUnit(TimeUnit unit);
    void setColourBy(ColourBy by);

    [[nodiscard]] TimeRange viewRange() const; ///< time since the steps' starts
    void setViewRange(TimeRange range);
    void zoomIn();
    void zoomOut();
    void panLeft();
    void panRight();
    void fitAll();
    void fitSelection();
    void selectNeighbour(int direction); ///< of the selected span, in its line of its row

    /// Paints the rows at any size into a .png, .svg or .pdf file, from the first row on.
    [[nodiscard]] Status exportTo(const QString& path, QSize size, const ExportFooter& footer = {}) const;
    /// Paints what exportTo() does, as it is now, whenever it is called. Precondition: there are rows, the size is positive.
    [[nodiscard]] std::function<void(QPainter&)> picture(QSize size, const ExportFooter& footer = {}) const;
    /// In which nothing has to be scrolled to: as wide as it is now.
    [[nodiscard]] QSize wholeSize() const;

    [[nodiscard]] const StackedScene& scene() const { return *m_scene; } ///< for tests: what is drawn, and where

signals:
    void cleared(); ///< by the user: nothing is to be selected or lit any more
    void viewRangeChanged(attnscope::TimeRange range);
    void variantChosen(int variant);
    void variantOpened(int variant); ///< to be seen alone
    /// By the user; of a variant that may be another than the current one. Nothing: nothing is selected any more.
    void spanSelected(int variant, std::optional<attnscope::SpanRef> span);

protected:
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    // stacked_view.cpp
    void restyle();
    void syncSize();
    void syncScrollBar();
    void scrollTo(int y);
    void zoomAround(double factor, std::optional<double> x);
    void panBy(double share);
    void bringIntoView(const StackedRows::Place& place);
    [[nodiscard]] TimeRange fitted() const;
    // stacked_view_input.cpp
    [[nodiscard]] bool moveKey(int key);
    [[nodiscard]] bool selectKey(int key);
    void click(QPointF pos);
    void hover(QPointF pos);
    void showTooltip(QPointF pos, const TooltipContent& content);
    void hideTooltip();
    void choose(std::optional<StackedRows::Place> place);
    void selectInRow(int direction); ///< of the row above or below: what runs at the same time
    void selectAlongLaunch(bool forward);
    [[nodiscard]] std::optional<StackedRows::Place> firstPlace() const;

    std::unique_ptr<StackedScene> m_scene;
    QScrollBar* m_scrollBar;
    QPointer<SpanTooltip> m_tooltip; ///< a child of the window
    struct Press {
        QPointF at;
        TimeRange view;
        int scroll = 0;
        bool moved = false;
    };
    std::optional<Press> m_press;
    bool m_focusRing = false; ///< the keyboard came here
};

} // namespace attnscope
