// SPDX-License-Identifier: GPL-3.0-or-later
// StackedRows: what "Stack all" shows: one step of every variant of a document, each in time since what is aligned: its
// own start, its first kernel or its end.
// Which GPU work belongs to the step is told by the analysis (by its launch), every figure but the ends and the
// busy share by its summary. Data flow: trace + summaries + step → StackedRows → StackedGeometry → StackedPainter.
// Pure; any thread; O(variants · GPU spans · log spans).
#pragma once

#include "profiler/analysis/variants.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attnscope {

class TimelineModel;

/// The three lines of a row, from top to bottom.
enum class StackedLine : std::uint8_t { Op, Launch, Work };

/// What of each variant's step stands at the axis' zero.
enum class StackedAlign : std::uint8_t { StepStart, FirstKernel, End };
inline constexpr std::size_t kStackedAlignCount = 3;

struct StackedSpan {
    SpanRef span;
    TimeRange time; ///< since the zero of its row
    SpanRef work; ///< of a launch: what it launched first; else the span itself
    bool own = true; ///< false: GPU work that ran during the step and was launched elsewhere
    int slot = 0; ///< of GPU work: which of the row's lines it stands on
};

struct StackedRow {
    std::size_t variant = 0; ///< index among the summaries
    VariantSummary summary;
    Ns origin = 0; ///< start of the step, in the trace's time
    Ns zero = 0; ///< what is aligned, since the start of the step
    std::vector<StackedSpan> ops; ///< outermost ones
    std::vector<StackedSpan> launches; ///< API calls whose work is the step's
    std::vector<StackedSpan> work; ///< of the GPU; slot by slot, in each by time
    int slotCount = 1; ///< lines that the work needs: streams that run at the same time have one each, up to kMostSlots
    std::optional<Ns> end; ///< since the step's start, of its GPU work, on the CPU of its ops; empty if not recorded
    Ns busy = 0; ///< union of the step's GPU work
    std::optional<Ns>
        sooner; ///< than the baseline; negative: later. Empty for the baseline itself, and where an end is missing
    std::shared_ptr<const TimelineModel> model; ///< what its tooltips ask; null for a variant that did not run

    [[nodiscard]] const std::vector<StackedSpan>& line(StackedLine which) const;
    /// Share of the time up to the end in which the GPU ran the step's work; empty without a GPU.
    [[nodiscard]] std::optional<double> busyShare() const;
    [[nodiscard]] bool ran() const { return summary.ran; }
    static constexpr int kMostSlots = 4;
};

struct StackedRows {
    TracePtr trace;
    std::vector<StackedRow> rows; ///< in the order of the summaries, refused ones without spans
    std::optional<std::size_t> baseline; ///< row
    std::string stepName; ///< of the first row that has this step
    StackedAlign align = StackedAlign::StepStart;
    /// From the earliest to the latest that any row shows.
    [[nodiscard]] TimeRange extent() const;
    /// Where a span stands: row, line, index in the line.
    struct Place {
        std::size_t row = 0;
        StackedLine line = StackedLine::Work;
        std::size_t index = 0;
        friend bool operator==(const Place&, const Place&) = default;
    };
    [[nodiscard]] std::optional<Place> placeOf(SpanRef span) const;
    /// Those of `spans` that are shown, row by row; a launch counts when it is there itself.
    [[nodiscard]] std::vector<SpanRef> shownOf(std::vector<SpanRef> spans) const;
    [[nodiscard]] const StackedSpan& at(const Place& place) const
    {
        return rows[place.row].line(place.line)[place.index];
    }
};

/// Variants of which there is something to lay beside each other.
[[nodiscard]] bool canStack(const std::vector<VariantSummary>& summaries);

/// `step`: index into the steps of each variant; the last one where a variant has fewer. `models`: one a summary, may
/// be null. Without a GPU its first op is what a first kernel is with one.
[[nodiscard]] StackedRows stackedRows(const TracePtr& trace, const std::vector<VariantSummary>& summaries, int step,
    const std::vector<std::shared_ptr<const TimelineModel>>& models, StackedAlign align = StackedAlign::StepStart);

} // namespace attnscope
