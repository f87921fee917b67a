// SPDX-License-Identifier: GPL-3.0-or-later
// TraceMerger: takes the chunks of a file in its order and makes a Trace of them: lanes over all chunks, metadata, B/E and async
// pairs, arrows, counters, the file's own header. One thread. O(spans).
#pragma once

#include "profiler/importing/chunk.h"
#include "profiler/importing/text_source.h"
#include "profiler/trace/cancellation.h"
#include "profiler/trace/trace_builder.h"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace attnscope {

class TraceMerger {
public:
    void add(Chunk&& chunk);
    [[nodiscard]] std::uint64_t events() const { return m_events; }
    [[nodiscard]] ImportLog& log() { return m_builder.log(); }
    /// All that came, ready to be frozen. `values`: the file's top-level members (document_scanner.h). The merger is empty afterwards.
    /// Of no use when cancelled.
    [[nodiscard]] TraceBuilder take(const std::map<std::string, std::string, std::less<>>& values,
        std::shared_ptr<const TextAccess> text, const std::string& file, std::uint64_t fileBytes,
        const Cancellation& cancel);

private:
    struct MergedLane {
        std::string pid, tid;
        TrackClass track = TrackClass::Host;
        std::vector<SpanInput> spans;
        std::uint64_t completeEvents = 0;
        bool cpuWork = false;
        std::int64_t stream = ChunkLane::kUnset, device = ChunkLane::kUnset;
    };

    [[nodiscard]] std::uint32_t laneIndex(std::string_view pid, std::string_view tid, TrackClass track);
    void mergeLog(const ImportLog& log);
    void pairDurations(const Cancellation& cancel);
    void pairAsyncs(const Cancellation& cancel);
    void pairFlows(const Cancellation& cancel);
    void mergeLaunchArrows(Chunk& chunk);
    void countFlowIds(const Cancellation& cancel);
    void handOverLaunchArrows();
    void applyMetadata();
    void applyHeader(const std::map<std::string, std::string, std::less<>>& values);
    void handOverLanes();
    void handOverCounters();
    void reportEmptiness();

    TraceBuilder m_builder;
    std::uint64_t m_events = 0;
    bool m_fractions = false;
    std::vector<MergedLane> m_lanes;
    std::map<std::tuple<std::string, std::string, TrackClass>, std::uint32_t, std::less<>> m_laneOf;
    std::vector<DurationEvent> m_durations; ///< lanes and names are the merged ones
    std::vector<AsyncEvent> m_asyncs;
    std::vector<FlowEvent> m_flows;
    std::map<std::tuple<std::string, std::string, std::string, char, bool>, std::vector<LaunchArrowEnd>> m_launchArrows;
    std::vector<MetadataEvent> m_metadata;
    std::map<std::string, std::string> m_processLabels;
    std::map<std::array<std::string, 4>, std::vector<CounterSample>> m_counters;
};

} // namespace attnscope
