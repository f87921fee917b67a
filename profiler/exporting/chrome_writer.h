// SPDX-License-Identifier: GPL-3.0-or-later
// ChromeWriter: a Trace as the text of a Chrome trace, event by event. One thread; O(spans); holds one event at a time.
#pragma once

#include "profiler/exporting/output_file.h"
#include "profiler/exporting/span_selection.h"
#include "profiler/exporting/valid_json.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope {

class ChromeWriter {
public:
    ChromeWriter(const Trace& trace, OutputFile& out, SpanSelection chosen);
    void write();

private:
    /// What a span's bind_id says.
    struct BoundFlow {
        std::string id;
        bool comesIn = false, goesOut = false;
    };

    void writeHeader();
    void writeDevices();
    void writeMetadata();
    void metadata(std::string_view name, std::string_view pid, std::string_view tid, std::string_view key,
        const std::string& json);
    void writeLane(std::uint32_t laneIndex);
    void writePairs(const Lane& lane, std::uint32_t laneIndex, const std::vector<std::uint32_t>& pairs);
    void writePlainEvent(const Lane& lane, std::uint32_t laneIndex, std::uint32_t index, char phase);
    void writeAsync(const Lane& lane, std::uint32_t index, const std::string& args);
    void writeLaunchFlows();
    void writeFlows();
    void writeLooseFlowEnds();
    void flowEvent(const LooseFlowEnd& end);
    [[nodiscard]] std::string launchArrowId(SpanRef span) const;
    void writeCounters();
    [[nodiscard]] std::string argsOf(const Lane& lane, std::uint32_t laneIndex, std::uint32_t index);
    [[nodiscard]] std::string_view encodedName(NameId id);
    [[nodiscard]] std::string_view categoryOf(const Lane& lane, std::uint32_t laneIndex, std::uint32_t index) const;
    void flowEnd(char phase, std::string_view category, const std::string& id, SpanRef span, Ns time, bool enclosing);
    void begin();

    const Trace& m_trace;
    OutputFile& m_out;
    SpanSelection m_chosen;
    JsonMender m_mender;
    Ns m_shift = 0; ///< added to every time
    bool m_first = true;
    bool m_hasMemoryEvents = false;
    std::uint64_t m_nextAsync = 1;
    std::vector<std::string> m_names;
    std::string m_event;
    bool m_severalFiles; ///< their ids are not the trace's
    bool m_idsReused = false;
    std::map<SpanRef, BoundFlow> m_boundFlows;
};

} // namespace attnscope
