// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineModel: what the timeline shows of one variant: its tracks, which step each GPU span belongs to (by launch), what every
// step cost on the GPU, the launch queue and the counters. Built once a variant, O(GPU spans in the window · log n); after that
// read by the GUI thread only (the busy index of a track is made at the first question). No Qt.
#pragma once

#include "profiler/analysis/variants.h"
#include "profiler/trace/trace.h"
#include "ui/timeline/busy_index.h"
#include "ui/timeline/counter_lane.h"
#include "ui/timeline/kernel_evidence.h"
#include "ui/timeline/launch_queue.h"

#include <optional>
#include <string>
#include <vector>

namespace attnscope {

enum class TrackKind : std::uint8_t { Cpu, Api, GpuRanges, Gpu, Queue, Counter, Other, NoGpu, File };

inline constexpr std::uint32_t kNoFile = 0xffffffffU;

/// One lane of the picture. `source` is a lane index of the trace, for counters an index into TimelineModel::counters(), for the
/// heading of a file (only where several were opened together) an index into TraceFacts::files.
struct Track {
    TrackKind kind = TrackKind::Other;
    std::uint32_t source = kNoSpan;
    std::uint32_t rows = 1; ///< rows that hold something in the variant's window
    std::string title, subtitle;
    bool tall = false; ///< a counter with a scale of its own
    bool missing = false; ///< nothing to show: always folded, with the reason
    std::uint32_t file = kNoFile; ///< under whose heading it stands
    [[nodiscard]] bool hasSpans() const
    {
        return kind != TrackKind::Queue && kind != TrackKind::Counter && kind != TrackKind::NoGpu
            && kind != TrackKind::File;
    }
};

/// What one step was on the GPU. Empty (`count` 0) where it launched nothing.
struct StepFacts {
    TimeRange cpu;
    TimeRange gpu; ///< first start to last end of what it launched
    Ns busy = 0; ///< union
    Ns sum = 0;
    std::uint32_t count = 0;
    std::uint32_t file = kNoFile; ///< which of several files it is a step of
    /// CPU range and GPU work together.
    [[nodiscard]] TimeRange whole() const;
};

/// The chain of a selection. `gpu` in start order; `ops` from the innermost outwards.
struct LaunchChain {
    std::vector<SpanRef> gpu, api, ops;
    [[nodiscard]] bool holds(SpanRef span) const;
};

class TimelineModel {
public:
    TimelineModel() = default;
    TimelineModel(TracePtr trace, VariantView variant);

    [[nodiscard]] const TracePtr& trace() const { return m_trace; }
    [[nodiscard]] const VariantView& variant() const { return m_variant; }
    [[nodiscard]] const std::vector<Track>& tracks() const { return m_tracks; }
    [[nodiscard]] const std::vector<StepFacts>& steps() const { return m_steps; }
    [[nodiscard]] const StepSeries& queue() const { return m_queue; }
    [[nodiscard]] const std::vector<CounterTrack>& counters() const { return m_counters; }
    /// Math unit of GPU work by the strongest evidence in the recording.
    [[nodiscard]] MathUnit unitOf(SpanRef gpuSpan) const { return m_evidence.unitOf(gpuSpan); }
    [[nodiscard]] bool hasGpu() const { return m_hasGpu; }
    [[nodiscard]] bool empty() const { return m_tracks.empty(); }

    /// Index of the track that shows this lane of the trace.
    [[nodiscard]] std::optional<std::size_t> trackOf(std::uint32_t lane) const;
    /// Index of the heading that a track stands under.
    [[nodiscard]] std::optional<std::size_t> headingOf(std::size_t track) const;
    /// Step of a GPU span by its launch, of any other span by its start; −1: none.
    [[nodiscard]] int stepOf(SpanRef span) const;
    [[nodiscard]] int stepAt(Ns time) const;
    /// GPU work whose launch the recording does not hold because it began later.
    [[nodiscard]] bool launchedBefore(SpanRef gpuSpan) const;
    /// Covered share of `range` (union; steps themselves do not count), 0…1.
    [[nodiscard]] double utilisation(std::size_t track, TimeRange range) const;
    [[nodiscard]] const BusyIndex& busy(std::size_t track) const;
    [[nodiscard]] LaunchChain chainOf(SpanRef span) const;
    /// GPU events that kept this one waiting: they ran between its launch and its start.
    [[nodiscard]] std::size_t gpuEventsAhead(SpanRef gpuSpan) const;

private:
    void collectTracks();
    void addFileHeadings();
    void findFilesOfSteps();
    void collectCounters();
    void sortTracks();
    void collectGpuWork();
    void addWork(SpanRef span, std::vector<LaunchTimes>& launches, std::vector<std::vector<TimeRange>>& ranges);
    [[nodiscard]] std::uint32_t rowsInWindow(const Lane& lane) const;
    [[nodiscard]] std::uint32_t laneOfThread(const Lane& thread, LaneKind kind) const;
    void addLaunchesOf(SpanRef op, LaunchChain& chain) const;

    TracePtr m_trace;
    VariantView m_variant;
    std::vector<Track> m_tracks;
    std::vector<StepFacts> m_steps;
    StepSeries m_queue;
    std::vector<CounterTrack> m_counters;
    KernelEvidence m_evidence;
    std::vector<std::int32_t> m_trackOfLane;
    std::vector<std::vector<std::int32_t>>
        m_gpuStep; ///< for each lane, empty unless it is a GPU lane and there are steps
    std::vector<Ns> m_firstLinked; ///< for each lane: start of its first GPU span with a known launch
    mutable std::vector<std::optional<BusyIndex>> m_busy;
    bool m_hasGpu = false;
};

} // namespace attnscope
