// SPDX-License-Identifier: GPL-3.0-or-later
// TraceDocument: what the window shows: a trace, where it is from, and what analysis made of it. Made on a worker thread (O(spans)),
// then handed to the GUI thread, which alone keeps it.
#pragma once

#include "profiler/analysis/tables.h"
#include "profiler/analysis/variants.h"
#include "profiler/trace/trace.h"
#include "ui/common/format.h"
#include "ui/run/guess.h"

#include <QString>
#include <QStringList>

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace attnscope {

class TimelineModel;

struct TraceDocument {
    TracePtr trace;
    QStringList files; ///< absolute; several share one axis; empty: recorded here and not saved, or bundled
    QString name; ///< for the title and the status bar: "naive.json.gz", "unsaved recording"
    bool bundled = false; ///< comes with the program
    bool unsaved = false; ///< recorded here, would be lost
    std::vector<VariantView> views;
    std::vector<VariantSummary> summaries; ///< same order and size as views
    Guess guess; ///< of whoever looks at it

    std::shared_ptr<const TimelineModel> firstTimeline; ///< of firstShown()

    [[nodiscard]] bool onGpu() const; ///< some variant has GPU work
    /// Index of the view that a window begins with: the first that ran.
    [[nodiscard]] std::size_t firstShown() const;
    /// Whether timelineOf() answers within a frame: the first view's model is made already, those of a small recording soon.
    [[nodiscard]] bool isAtHand(std::size_t view) const;
    /// What the timeline shows of a view. At hand for the first one, else O(spans). Any thread.
    [[nodiscard]] std::shared_ptr<const TimelineModel> timelineOf(std::size_t view) const;
};
using DocumentPtr = std::shared_ptr<TraceDocument>;

/// What files that are opened together are called: "rank0.json", "rank0.json and 3 more".
[[nodiscard]] QString documentName(const QStringList& files);

/// The unit in which the document's times are shown unless somebody chose one.
[[nodiscard]] TimeUnit timeUnitOf(const TraceDocument& document);

/// The document of a trace. O(spans).
[[nodiscard]] DocumentPtr makeDocument(TracePtr trace);

/// From the first start to the last end of one of several files that were opened together; nothing where it has no spans. O(spans).
[[nodiscard]] std::optional<TimeRange> rangeOfFile(const Trace& trace, std::uint32_t file);

/// What the tabs of one variant show beside the single launches: those are many, large, and made when somebody looks at them.
struct VariantTables {
    std::int64_t kernelCount = 0; ///< as many rows as kernelRows() gives
    std::vector<NameStatistics> kernelNames, ops;
};
/// O(spans). `cancel` may be null; once it is set, what comes back is not complete. With a range: of what starts in it alone, warm-up or
/// not.
[[nodiscard]] VariantTables makeTables(const Trace& trace, const VariantView& view,
    const std::atomic<bool>* cancel = nullptr, std::optional<TimeRange> range = std::nullopt);

} // namespace attnscope
