// SPDX-License-Identifier: GPL-3.0-or-later
// Trace: a whole recording as immutable columns. Built by TraceBuilder (recorder, importer), then shared as
// std::shared_ptr<const Trace> and read from any thread without locks. Spans of a lane are grouped by row (nesting depth,
// or sub-row of overlapping GPU work) and sorted by start inside a row; spans of one row never overlap, so every look-up
// in a row is a binary search.
#pragma once

#include "profiler/kernels/decoder.h"
#include "profiler/trace/import_log.h"
#include "profiler/trace/session.h"
#include "profiler/trace/types.h"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attnscope {

inline constexpr std::uint32_t kNoSpan = 0xffffffffU;

/// Columns of one lane; all have size() entries. Sorted by (row, start, file order).
struct Lane {
    LaneKind kind = LaneKind::Other;
    std::string pid, tid; ///< as the file gives them (text: they may be strings or beyond 32 bits)
    std::string processName, threadName; ///< from metadata; may be empty
    std::int64_t processSort = 0, threadSort = 0;
    int device = -1; ///< GPU index for GPU lanes, else -1
    std::int64_t stream = -1;
    std::string title; ///< what the lane header says: "CPU thread", "CUDA API", "GPU 0 · stream 7"
    std::string subtitle; ///< "457 · nested", "NVIDIA H200"
    std::uint32_t file = 0; ///< which of the files that were opened together: index in TraceFacts::files

    std::vector<Ns> start;
    std::vector<Ns> duration; ///< ≥ 0
    std::vector<NameId> name;
    std::vector<SpanKind> spanKind;
    std::vector<std::uint8_t> flags; ///< SpanFlag bits
    std::vector<std::uint32_t> parent; ///< enclosing span in this lane, or kNoSpan
    std::vector<std::uint64_t> correlation; ///< 0 = none; unique inside the trace (remapped when a file reuses ids)
    std::vector<std::uint64_t> args; ///< opaque reference for Trace::argsJson; 0 = no args
    std::vector<std::uint16_t> category; ///< for Trace::category; empty: all spans have their kind's usual one
    std::vector<std::uint32_t> rowBegin; ///< rows()+1 offsets into the columns
    std::vector<std::pair<std::uint32_t, Ns>>
        clipped; ///< spans with kClipped and how long the file says they are; by span

    [[nodiscard]] std::size_t size() const { return start.size(); }
    [[nodiscard]] std::uint32_t rows() const
    {
        return rowBegin.empty() ? 0 : static_cast<std::uint32_t>(rowBegin.size() - 1);
    }
    [[nodiscard]] Ns end(std::uint32_t index) const { return start[index] + duration[index]; }
    /// Row of a span. O(log rows).
    [[nodiscard]] std::uint32_t rowOf(std::uint32_t index) const;
    /// First span of `row` whose end is > t (or start ≥ t for zero-length ones), or rowBegin[row+1]. O(log n).
    [[nodiscard]] std::uint32_t firstEndingAfter(std::uint32_t row, Ns t) const;
    /// First span of `row` whose start is ≥ t, or rowBegin[row+1]. O(log n).
    [[nodiscard]] std::uint32_t firstStartingAt(std::uint32_t row, Ns t) const;
    /// The deepest span that contains t, or kNoSpan. O(rows · log n).
    [[nodiscard]] std::uint32_t innermostAt(Ns t) const;
};

/// A counter track ("ph":"C", or one the recorder made: allocated bytes). Sorted by time; values keep until the next one.
struct CounterSeries {
    std::string name, unit, pid;
    int device = -1;
    std::vector<Ns> time;
    std::vector<double> value;
};

/// An arrow of the file that is not a launch (fwdbwd, user flows). Ends are resolved spans where possible.
struct Flow {
    std::string category;
    std::string id;
    SpanRef from, to;
    Ns fromTime = 0, toTime = 0; ///< of the file's events, in the trace's time
    bool toNext = false; ///< `to` is the span that starts next at toTime, not the one around it
    bool ofSpans = false; ///< the file says it in the spans themselves (bind_id), not by s and f events
};

/// An end of an arrow that has no partner in the file, or no span to belong to. Kept for the log and for what is written again.
struct LooseFlowEnd {
    std::string category, id, pid, tid;
    Ns time = 0;
    char phase = 's'; ///< s, t or f
    bool enclosing = false;
};

/// One of several files that were opened together.
struct FileFacts {
    std::string path;
    std::string label; ///< "rank 3", or the file's name; what its processes are called by
    std::string deviceName;
    bool absoluteTime = false; ///< placed by the wall clock; else its start is the start of the whole
};

/// Facts about the file that the columns do not show.
struct TraceFacts {
    std::string
        file; ///< path as given, empty for a recording not yet saved; several: one after the other, ", " between
    std::vector<FileFacts> files; ///< one entry a file where several were opened together, else empty
    std::uint64_t bytes = 0;
    std::uint64_t events = 0; ///< elements of traceEvents
    std::uint64_t fileLanes = 0; ///< distinct (pid, tid) that hold spans
    std::uint64_t flowsPaired = 0, flowsStartOnly = 0, flowsFinishOnly = 0;
    std::string launchArrows; ///< category of the arrows from launches to their work ("ac2g"); empty: it draws none
    std::uint64_t stepsAmongOps = 0; ///< steps that the file lists as operators (PyTorch 1.8)
    Ns timeResolution = 1; ///< 1 or 1000 (integer microseconds)
    std::int64_t epochNs = 0; ///< wall-clock time of trace time 0 in ns since 1970, 0 when unknown
    std::string deviceName; ///< from deviceProperties or the session, may be empty
    std::vector<DeviceInfo> devices; ///< the file's deviceProperties, in its order
};

/// Grid, block and so on of a GPU span, parsed from its args on demand. Fields that the args lack stay empty.
struct LaunchFacts {
    std::optional<std::array<std::int64_t, 3>> grid, block, cluster;
    std::optional<std::int64_t> registers, staticShared, dynamicShared, sharedMemory; ///< per thread / bytes a block
    std::optional<std::int64_t> bytes; ///< memcpy, memset
    std::optional<std::int64_t> stream, device, maxActiveClusters;
    std::optional<std::int64_t> queuedNs, submittedNs;
    // From the counter pass of a recording.
    std::optional<std::int64_t> tensorInstructions; ///< warp instructions on the tensor pipe, HFMA2.MMA among them
    std::optional<std::int64_t> hfma2Instructions; ///< of these, HFMA2.MMA: no Tensor Core work
    std::optional<std::int64_t> dramReadBytes, dramWriteBytes;
    std::optional<double> warpsActivePercent; ///< achieved occupancy
    std::optional<std::string> sassMatrixInstructions; ///< in its machine code: "HGMMA", "HMMA+IMMA", "none"
};

class LevelOfDetail; ///< level_of_detail.h: coarser columns of every row, for drawing
class ArgsStore; ///< args_store.h: the args texts, in an arena or still in the file

class Trace {
public:
    Trace();
    ~Trace();
    Trace(const Trace&) = delete;
    Trace& operator=(const Trace&) = delete;

    [[nodiscard]] const std::vector<Lane>& lanes() const { return m_lanes; }
    [[nodiscard]] const Lane& lane(SpanRef span) const { return m_lanes[span.lane]; }
    [[nodiscard]] const std::vector<CounterSeries>& counters() const { return m_counters; }
    [[nodiscard]] const std::vector<Flow>& flows() const { return m_flows; }
    [[nodiscard]] const std::vector<LooseFlowEnd>& looseFlowEnds() const { return m_looseFlowEnds; }
    [[nodiscard]] const std::optional<Session>& session() const { return m_session; }
    [[nodiscard]] const ImportLog& log() const { return m_log; }
    [[nodiscard]] const TraceFacts& facts() const { return m_facts; }

    /// [0, latest end): what the axis must show.
    [[nodiscard]] TimeRange range() const { return m_range; }
    [[nodiscard]] std::size_t spanCount() const { return m_spanCount; }

    [[nodiscard]] std::string_view name(NameId id) const { return m_names[id]; }
    [[nodiscard]] std::size_t nameCount() const { return m_names.size(); }
    [[nodiscard]] std::string_view name(SpanRef span) const { return m_names[lane(span).name[span.index]]; }
    /// Decoded once per distinct name of GPU work; for any other name a neutral record (group Other, label = name).
    [[nodiscard]] const DecodedKernel& decoded(NameId id) const
    {
        return m_decodedIndex[id] == kNotDecoded ? neutral(id) : m_decoded[m_decodedIndex[id]];
    }
    [[nodiscard]] const DecodedKernel& decoded(SpanRef span) const { return decoded(lane(span).name[span.index]); }
    /// Colour group of any span: decoded for GPU work, by op name for CPU ops, Other for the rest. O(1).
    [[nodiscard]] RoleGroup group(SpanRef span) const;

    [[nodiscard]] Ns start(SpanRef span) const { return lane(span).start[span.index]; }
    [[nodiscard]] Ns duration(SpanRef span) const { return lane(span).duration[span.index]; }
    [[nodiscard]] Ns end(SpanRef span) const { return lane(span).end(span.index); }
    [[nodiscard]] SpanKind kind(SpanRef span) const { return lane(span).spanKind[span.index]; }
    /// The span's "cat": the file's own word where there is a file. O(1).
    [[nodiscard]] std::string_view category(SpanRef span) const;

    /// The "args" object of a span as JSON text ("{}" when it has none). Thread-safe; may read the file or a side store.
    [[nodiscard]] std::string argsJson(SpanRef span) const;
    [[nodiscard]] LaunchFacts launchFacts(SpanRef gpuSpan) const;

    /// The API call that launched this GPU span, by correlation id. O(log n).
    [[nodiscard]] std::optional<SpanRef> launchOf(SpanRef gpuSpan) const;
    /// The GPU spans that this API call launched (graph launches: many), in start order. O(log n).
    [[nodiscard]] std::vector<SpanRef> launchedBy(SpanRef apiSpan) const;
    /// Innermost op or annotation that runs on the API call's thread at its start. O(rows · log n).
    [[nodiscard]] std::optional<SpanRef> opOf(SpanRef apiSpan) const;
    /// Chain from the innermost op outwards (op, its parents). Empty when there is none.
    [[nodiscard]] std::vector<SpanRef> opChainOf(SpanRef apiSpan) const;
    /// All Step spans of CPU lanes in time order.
    [[nodiscard]] const std::vector<SpanRef>& steps() const { return m_steps; }
    /// GPU work spans (kernel, memcpy, memset) in launch-independent start order, over all GPU lanes.
    [[nodiscard]] const std::vector<SpanRef>& gpuWork() const { return m_gpuWork; }
    /// Made at the first question, O(spans); who must not wait asks on a worker thread first. Thread-safe.
    [[nodiscard]] const LevelOfDetail& levelOfDetail() const;

private:
    friend class TraceBuilder;
    class NeutralNames; ///< records of names that are no GPU work, made when somebody asks
    class LazyLevels;
    using Link = std::pair<SpanRef, SpanRef>; ///< key, value
    static constexpr std::uint32_t kNotDecoded = 0xffffffffU;

    [[nodiscard]] const DecodedKernel& neutral(NameId id) const;

    std::vector<Lane> m_lanes;
    std::vector<CounterSeries> m_counters;
    std::vector<Flow> m_flows;
    std::vector<LooseFlowEnd> m_looseFlowEnds;
    std::vector<std::string> m_categories; ///< by Lane::category; [0]: the kind's usual one
    std::optional<Session> m_session;
    ImportLog m_log;
    TraceFacts m_facts;
    TimeRange m_range;
    std::size_t m_spanCount = 0;
    std::vector<std::string_view> m_names; ///< into m_nameBytes
    std::shared_ptr<const void> m_nameBytes;
    std::vector<DecodedKernel> m_decoded;
    std::vector<std::uint32_t> m_decodedIndex; ///< NameId → m_decoded, or kNotDecoded
    std::unique_ptr<NeutralNames> m_neutral;
    std::unique_ptr<LazyLevels> m_levels;
    std::vector<RoleGroup> m_opGroup; ///< NameId → colour group as a CPU op
    std::vector<Link> m_apiToGpu, m_gpuToApi; ///< sorted by key, then value
    std::vector<SpanRef> m_steps, m_gpuWork;
    std::vector<std::uint32_t> m_threadLane; ///< CudaApi lane → CpuThread lane of the same thread, or kNoSpan
    std::vector<std::shared_ptr<const ArgsStore>> m_args; ///< by Lane::file
};

using TracePtr = std::shared_ptr<const Trace>;

} // namespace attnscope
