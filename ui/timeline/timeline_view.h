// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: the whole timeline of one variant: minimap, ruler (since recording start, steps, since step start), lanes with
// their headers, selection arrow, hover tooltip, keys and mouse of Perfetto. GUI thread only. A frame costs pixels, not spans.
#pragma once

#include "profiler/analysis/variants.h"
#include "profiler/trace/trace.h"
#include "ui/common/format.h"
#include "ui/common/span_hue.h"
#include "ui/timeline/finding_marks.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <optional>

class QPainter;

namespace attnscope {

class TimelineModel;

/// A strip along the lower edge of an exported picture that somebody else paints: a legend.
struct ExportFooter {
    int height = 0; ///< px, of the picture's
    std::function<void(QPainter&, const QRect&)> paint;

    /// What it takes of a picture: at most half of it.
    [[nodiscard]] int heightIn(QSize picture) const;
    /// Paints it where heightIn() has left room.
    void paintInto(QPainter& painter, QSize picture) const;
};

class TimelineView : public QWidget {
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);
    ~TimelineView() override;

    /// Shows one variant of a trace (its window is what "fit" shows); keeps relative zoom when `keepRelativeView`.
    void setModel(std::shared_ptr<const TimelineModel> model, bool keepRelativeView = false);
    /// The same of a model that nobody made before: O(spans).
    void setVariant(TracePtr trace, const VariantView& variant, bool keepRelativeView = false);
    void clear();
    [[nodiscard]] TracePtr trace() const;
    [[nodiscard]] const VariantView& variant() const;

    /// The step in focus (index into variant().steps): its ops are bright, the relative ruler starts there.
    void setFocusStep(int step);
    [[nodiscard]] int focusStep() const;
    /// Selects a span of any lane, and with it its launch chain (GPU span ↔ API call ↔ op). nullopt clears.
    void setSelection(std::optional<SpanRef> span);
    [[nodiscard]] std::optional<SpanRef> selection() const;
    /// Scrolls and zooms so that the span is comfortably visible.
    void reveal(SpanRef span);
    /// Spans to light while everything else is dimmed (search, findings); empty: nothing dimmed.
    void setLit(std::vector<SpanRef> spans);
    [[nodiscard]] const std::vector<SpanRef>& lit() const; ///< in order
    void setTimeUnit(TimeUnit unit);
    /// What the colours of GPU work stand for.
    void setColourBy(ColourBy by);
    [[nodiscard]] ColourBy colourBy() const;

    /// A panel that is shown in place of GPU lanes when the variant has none; the view takes ownership. Null: none.
    void setNoGpuPanel(QWidget* panel);
    [[nodiscard]] bool hasGpuLanes() const;

    /// The time range that the user measured by dragging; its figures stand on the ruler.
    [[nodiscard]] std::optional<TimeRange> selectedRange() const;
    void setSelectedRange(std::optional<TimeRange> range);

    /// Numbers over the GPU work of findings; none: an empty vector. Gone with the next variant.
    void setFindingMarks(const std::vector<FindingMarks::Owner>& findings);
    void chooseFindingMark(int number); ///< 0: none
    /// The circles as they are drawn, in pixels of the canvas.
    [[nodiscard]] std::vector<FindingMarks::Placed> placedMarks() const;
    [[nodiscard]] TimeRange viewRange() const;
    void setViewRange(TimeRange range);
    /// All that can be shown of the variant; the view may reach a little beyond it.
    [[nodiscard]] TimeRange extent() const;

public slots:
    void zoomIn();
    void zoomOut();
    void panLeft();
    void panRight();
    void fitAll(); ///< the variant's window
    void fitStep(); ///< the focus step with its GPU work
    void fitSelection();
    void selectNext(); ///< neighbour span in the same row
    void selectPrevious();
    void selectLaunched(); ///< along the launch chain: op → API call → GPU span
    void selectLauncher(); ///< and back
    void clearSelection(); ///< selection, measured range and what is lit

public:
    /// Paints the timeline (without minimap handles) at any size into a QPainter-based file: .png, .svg or .pdf.
    [[nodiscard]] Status exportTo(const QString& path, QSize size, const ExportFooter& footer = {}) const;
    /// Paints what exportTo() does, as it is now, whenever it is called. Precondition: there is a recording, the size is positive.
    [[nodiscard]] std::function<void(QPainter&)> picture(QSize size, const ExportFooter& footer = {}) const;
    /// Of a picture without a footer in which no lane is scrolled out of sight.
    [[nodiscard]] int wholeHeight() const;

signals:
    void selectionChanged(std::optional<attnscope::SpanRef> span); ///< by the user
    void hoverChanged(std::optional<attnscope::SpanRef> span);
    void viewRangeChanged(attnscope::TimeRange range);
    void focusStepChanged(int step); ///< by the user (click on a step mark)
    void rangeSelected(std::optional<attnscope::TimeRange> range); ///< by the user
    void findingMarkClicked(int number);
    void cleared(); ///< by the user: nothing is selected, measured or lit any more
    void litChanged(); ///< by whoever called setLit(), or by the user who cleared it
    void firstPainted(); ///< once after each setVariant, when the complete view was painted

protected:
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    friend class TimelineInput;
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace attnscope
