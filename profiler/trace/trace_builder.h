// SPDX-License-Identifier: GPL-3.0-or-later
// TraceBuilder: the only way to make a Trace. Used by one thread. Spans may be added in any order; finish() sorts, nests
// ((start, −duration, category, file order) per thread; first free sub-row for GPU work), links launches by correlation, decodes
// names, and freezes. finish() is O(n log n).
#pragma once

#include "profiler/trace/trace.h"

#include <atomic>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace attnscope {

/// What identifies a lane while building. Two keys that compare equal are one lane.
struct LaneKey {
    LaneKind kind = LaneKind::Other;
    std::string pid, tid;
    int device = -1;
    std::int64_t stream = -1;
};

struct SpanInput {
    Ns start = 0; ///< any origin; finish() makes it relative to the earliest valid one
    Ns duration = 0;
    NameId name = 0;
    SpanKind kind = SpanKind::Other;
    std::uint8_t flags = 0;
    std::uint64_t correlation = 0; ///< 0 = none
    std::uint64_t args = 0; ///< from addArgs(), 0 = none; withCategory() says what is unusual about the span's category
};

/// References to args use 48 bits; the rest holds the span's category (internCategory(); 0: its kind's usual one).
inline constexpr unsigned kCategoryShift = 48;
inline constexpr std::uint64_t kArgsMask = (std::uint64_t { 1 } << kCategoryShift) - 1;
[[nodiscard]] constexpr std::uint64_t withCategory(std::uint64_t args, std::uint16_t category)
{
    return (args & kArgsMask) | (std::uint64_t { category } << kCategoryShift);
}

class TraceBuilder {
public:
    TraceBuilder();
    ~TraceBuilder();
    TraceBuilder(TraceBuilder&&) noexcept;
    TraceBuilder& operator=(TraceBuilder&&) noexcept;
    TraceBuilder(const TraceBuilder&) = delete;
    TraceBuilder& operator=(const TraceBuilder&) = delete;

    /// Interns; the same text gives the same id. O(length).
    [[nodiscard]] NameId intern(std::string_view name);
    /// For withCategory(); 0 once there are absurdly many. O(categories).
    [[nodiscard]] std::uint16_t internCategory(std::string_view category);
    /// Keeps a JSON object's text; returns the reference for SpanInput::args.
    [[nodiscard]] std::uint64_t addArgs(std::string_view json);
    /// Index of the lane, made at the first use.
    [[nodiscard]] std::uint32_t laneIndex(const LaneKey& key);
    /// Names and sort indices for what the lane header says; may come before or after the spans.
    void setProcessName(std::string_view pid, std::string_view name);
    void setThreadName(std::string_view pid, std::string_view tid, std::string_view name);
    void setProcessSort(std::string_view pid, std::int64_t index);
    void setThreadSort(std::string_view pid, std::string_view tid, std::int64_t index);

    void addSpan(std::uint32_t lane, const SpanInput& span);
    void addCounter(CounterSeries series); ///< same time origin as the spans
    void setSession(Session session); ///< its ranges in the spans' origin; finish() rebases them
    [[nodiscard]] ImportLog& log() { return m_log; }
    [[nodiscard]] TraceFacts& facts() { return m_facts; }

    /// Freezes everything. The builder is empty afterwards. Null when `cancel` became true, which is honoured within 100 ms.
    [[nodiscard]] TracePtr finish(const std::atomic<bool>* cancel = nullptr);

    struct State; ///< builder_state.h
    /// The importer's bulk interface: whole lanes, flows, args that stay in the file.
    [[nodiscard]] State& state() { return *m_state; }

private:
    class Freezing; ///< finish_trace.cpp

    std::unique_ptr<State> m_state;
    ImportLog m_log;
    TraceFacts m_facts;
};

} // namespace attnscope
