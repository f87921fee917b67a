// SPDX-License-Identifier: GPL-3.0-or-later
// What a TraceBuilder holds until finish(). Shared between the builder's own files and the importer's bulk interface; nobody else
// includes it. One thread.
#pragma once

#include "profiler/trace/args_store.h"
#include "profiler/trace/name_table.h"
#include "profiler/trace/trace_builder.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attnscope {

/// Times beyond this (73 years from the origin) would overflow when they are added or moved; clamped and flagged.
inline constexpr Ns kTimeLimit = Ns { 1 } << 61;
/// Origins later than this (1998) are times since 1970: the file's clock is the wall clock.
inline constexpr Ns kEpochLike = 900'000'000'000'000'000;

/// A lane before finish(): spans in the order they came.
struct LaneDraft {
    LaneKey key;
    std::vector<SpanInput> spans;
    std::uint32_t file = 0; ///< of several opened together
    std::optional<Ns> openEnd; ///< where this file's unfinished spans end; empty: where the trace ends
};

/// What metadata says about a process or a thread.
struct TrackInfo {
    std::string name, label; ///< label: of a process, "GPU 0"
    std::optional<std::int64_t> sort;
};

/// One end of an arrow: where and when, until the spans are there to bind it to.
struct FlowEnd {
    std::string pid, tid;
    Ns time = 0;
    bool enclosing = true; ///< bind to the enclosing span, not to the next one
    char phase = 's';
};

struct FlowDraft {
    std::string category, id;
    FlowEnd from, to;
    bool ofSpans = false;
};

/// Ids are plain numbers where they are numbers, else hashes with the top bit set; as correlation ids are.
struct LaunchArrowEnd {
    std::uint64_t id;
    Ns time;
};

/// The ends on one thread of the arrows between launches and their work.
struct LaunchArrowDraft {
    std::string category, pid, tid;
    char phase = 's';
    bool enclosing = false;
    std::vector<LaunchArrowEnd> ends;
};

struct TraceBuilder::State {
    NameTable names;
    std::vector<std::string> categories { std::string() }; ///< [0]: the kind's usual one
    std::shared_ptr<ArgsStore> args = std::make_shared<ArgsStore>();
    std::vector<std::shared_ptr<ArgsStore>> fileArgs; ///< of several files opened together, in their order; else empty
    std::vector<LaneDraft> lanes;
    std::map<std::tuple<LaneKind, std::string, std::string, int, std::int64_t>, std::uint32_t> laneOf;
    std::map<std::string, TrackInfo, std::less<>> processes;
    std::map<std::pair<std::string, std::string>, TrackInfo> threads;
    std::vector<CounterSeries> counters;
    std::vector<FlowDraft> flows;
    std::vector<LooseFlowEnd> looseFlowEnds; ///< times in the spans' origin
    std::vector<LaunchArrowDraft> launchArrows;
    std::optional<Session> session;
    std::optional<std::int64_t> rank; ///< of a distributed job, where the file tells
};

/// Index of the category in `known`, where it is added if it is new and there are not absurdly many; 0: there are.
[[nodiscard]] std::uint16_t internCategoryIn(std::vector<std::string>& known, std::string_view category);

} // namespace attnscope
