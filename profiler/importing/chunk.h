// SPDX-License-Identifier: GPL-3.0-or-later
// What one stretch of a trace file holds, sorted into lanes. Stretches are scanned independently, on any thread, and merged in file
// order (trace_merger.h). Names and categories are ids of the chunk's own table.
#pragma once

#include "profiler/importing/event_kinds.h"
#include "profiler/importing/raw_event.h"
#include "profiler/trace/builder_state.h"
#include "profiler/trace/import_log.h"
#include "profiler/trace/name_table.h"

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace attnscope {

/// Spans of one (pid, tid, class), in file order.
struct ChunkLane {
    NameId pid = 0, tid = 0; ///< text, interned
    TrackClass track = TrackClass::Host;
    std::vector<SpanInput> spans; ///< names are ids of the chunk's table
    std::uint64_t completeEvents = 0; ///< ph X
    bool cpuWork = false; ///< holds ops, annotations, steps or python
    std::int64_t stream = kUnset, device = kUnset; ///< smallest that args name
    static constexpr std::int64_t kUnset = std::numeric_limits<std::int64_t>::max();
};

/// A B or E.
struct DurationEvent {
    std::uint32_t lane = 0;
    NameId name = 0;
    bool begins = false, named = false;
    SpanKind kind = SpanKind::Other;
    Ns time = 0;
    std::uint64_t args = 0, offset = 0;
    std::string argsText; ///< only of an E: its args are merged into its B's
};

/// b, n, e and their old forms S, T, F, p.
struct AsyncEvent {
    char phase = 'b';
    NameId category = 0, id = 0, scope = 0, name = 0, pid = 0, tid = 0;
    Ns time = 0;
    std::uint64_t args = 0, offset = 0;
};

/// One end of an arrow that is not a launch.
struct FlowEvent {
    char phase = 's';
    bool enclosing = true;
    bool ofSpan = false; ///< from a span's bind_id; no event of its own
    NameId category = 0, id = 0, pid = 0, tid = 0;
    Ns time = 0;
};

/// The ends on one thread of the arrows between launches and their work: so many that they are kept small.
struct LaunchArrowEnds {
    NameId category = 0, pid = 0, tid = 0;
    char phase = 's';
    bool enclosing = false;
    std::vector<LaunchArrowEnd> ends;
};

/// ph M: (name, pid, tid) and the raw args, decoded at the merge.
struct MetadataEvent {
    std::string name, pid, tid, args;
};

struct CounterSample {
    Ns time;
    double value;
};

struct Chunk {
    Chunk();

    NameTable names;
    std::vector<ChunkLane> lanes;
    std::vector<DurationEvent> durations;
    std::vector<AsyncEvent> asyncs;
    std::vector<FlowEvent> flows;
    std::vector<LaunchArrowEnds> launchArrows;
    std::vector<std::string> categories {
        std::string()
    }; ///< that spans name beside the usual one of their kind, from [1]
    std::vector<MetadataEvent> metadata;
    std::map<std::array<std::string, 4>, std::vector<CounterSample>> counters; ///< (pid, name, unit, device)
    ImportLog log;
    std::uint64_t events = 0;
    std::uint64_t stepsAmongOps = 0;
    bool fractions = false; ///< a time has a decimal point: resolution is finer than 1 µs
};

/// Adds events to a chunk. Keeps small caches; one per chunk scan.
class ChunkWriter {
public:
    explicit ChunkWriter(Chunk& chunk);
    /// `offset` of the event, `argsOffset` of its args in the whole text.
    void add(const RawEvent& event, std::uint64_t offset, std::uint64_t argsOffset);

private:
    struct TrackSlot {
        std::string_view pid, tid; ///< interned text
        TrackClass track = TrackClass::Host;
        std::uint32_t lane = 0;
        std::uint64_t hash = 0;
        bool used = false;
    };

    void addComplete(const RawEvent& event, Ns time, std::uint64_t offset);
    void addInstant(const RawEvent& event, Ns time);
    void addDuration(const RawEvent& event, Ns time, std::uint64_t offset);
    void addAsync(const RawEvent& event, Ns time, std::uint64_t offset);
    void addFlow(const RawEvent& event, Ns time);
    void addLaunchArrow(const RawEvent& event, Ns time);
    void addBoundFlow(const RawEvent& event, Ns time);
    /// For withCategory().
    [[nodiscard]] std::uint16_t categoryOf(std::string_view category, SpanKind kind);
    void addCounter(const RawEvent& event, Ns time, std::uint64_t offset);
    void addMemory(const RawEvent& event, Ns time);
    [[nodiscard]] Ns timeOf(const RawEvent& event, std::uint64_t offset, std::uint8_t& flags);
    [[nodiscard]] EventKind kindOf(std::string_view category);
    [[nodiscard]] NameId nameOf(const RawEvent& event, std::uint64_t offset);
    [[nodiscard]] ChunkLane& laneOf(
        std::string_view pid, std::string_view tid, TrackClass track, std::uint32_t* index = nullptr);
    void growTracks();
    [[nodiscard]] static std::uint64_t correlationOf(const RawEvent& event);

    Chunk& m_chunk;
    std::uint64_t m_args = 0; ///< reference of the current event's args
    std::vector<TrackSlot> m_tracks; ///< open addressing
    std::size_t m_trackCount = 0;
    std::size_t m_lastTrack = 0;
    std::string_view m_lastCategory; ///< into m_categoryText
    std::string m_categoryText;
    EventKind m_lastKind;
    std::uint16_t m_lastCategoryIndex = 0; ///< 0: not yet interned
    std::array<std::size_t, 2> m_lastArrows {}; ///< where the last start and the last finish went
    std::map<std::tuple<NameId, NameId, NameId, char, int>, std::size_t> m_arrowsOf; ///< index in Chunk::launchArrows
};

} // namespace attnscope
