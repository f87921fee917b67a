// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of TraceMerger that make one thing of two events: B and E, async begin and end, the ends of an arrow.
#include "profiler/importing/trace_merger.h"
#include "profiler/trace/builder_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace attnscope {
namespace {

/// {"a":1} and {"b":2} → {"a":1,"b":2}
std::string mergedArgs(std::string_view first, std::string_view second)
{
    std::string merged(first.substr(0, first.rfind('}')));
    merged += ",";
    merged += second.substr(second.find('{') + 1);
    return merged;
}

bool hasMembers(std::string_view args)
{
    return args.find('"') != std::string_view::npos;
}

} // namespace

void TraceMerger::pairDurations(const Cancellation& cancel)
{
    // Each lane by time; at one time in file order.
    const auto byLaneAndTime = [](const DurationEvent& a, const DurationEvent& b) {
        return std::tie(a.lane, a.time) < std::tie(b.lane, b.time);
    };
    if (!sortUnlessCancelled(m_durations, byLaneAndTime, cancel)) {
        return;
    }
    const NameTable& names = m_builder.state().names;
    std::vector<std::optional<SpanInput>> spans(
        m_durations.size()); // at the index of their B: outer ones of equal times stay outer
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < m_durations.size() && !cancel.requestedAt(i); ++i) {
        const DurationEvent& edge = m_durations[i];
        if (i > 0 && m_durations[i - 1].lane != edge.lane) {
            open.clear();
        }
        if (edge.begins) {
            spans[i] = { edge.time, 0, edge.name, edge.kind, SpanFlag::kUnfinished | SpanFlag::kPaired, 0, edge.args };
            open.push_back(i);
            continue;
        }
        // An E ends the innermost B; where it names another one, that one.
        auto begin = std::find_if(open.rbegin(), open.rend(),
            [&](std::size_t candidate) { return !edge.named || m_durations[candidate].name == edge.name; });
        if (begin == open.rend()) {
            log().add("end-without-begin", Severity::Warning,
                edge.named ? fmt::format(R"("{}" ends without having begun; ignored.)", names[edge.name].substr(0, 160))
                           : std::string(R"(An "E" without a "B"; ignored.)"),
                edge.offset);
            continue;
        }
        SpanInput& span = *spans[*begin];
        span.duration = edge.time - span.start;
        span.flags = SpanFlag::kPaired;
        if (hasMembers(edge.argsText)) {
            const std::string& first = m_durations[*begin].argsText;
            span.args = hasMembers(first) ? m_builder.addArgs(mergedArgs(first, edge.argsText)) : edge.args;
        }
        open.erase(std::next(begin).base());
    }
    for (std::size_t i = 0; i < spans.size(); ++i) {
        if (spans[i]) {
            m_lanes[m_durations[i].lane].spans.push_back(*spans[i]);
        }
    }
    m_durations.clear();
}

void TraceMerger::pairAsyncs(const Cancellation& cancel)
{
    const auto byTime = [](const AsyncEvent& a, const AsyncEvent& b) { return a.time < b.time; };
    if (!sortUnlessCancelled(m_asyncs, byTime, cancel)) {
        return;
    }
    const NameTable& names = m_builder.state().names;
    std::map<std::array<NameId, 4>, std::vector<AsyncEvent>> open;
    auto laneOf = [&](const AsyncEvent& edge) -> MergedLane& {
        std::string_view category = names[edge.category];
        return m_lanes[laneIndex(
            names[edge.pid], category.empty() ? "async" : fmt::format("async {}", category), TrackClass::Async)];
    };
    std::size_t count = 0;
    for (const AsyncEvent& edge : m_asyncs) {
        if (cancel.requestedAt(count++)) {
            return;
        }
        auto& begun = open[{ edge.category, edge.id, edge.scope, edge.id == 0 ? edge.pid : 0 }];
        if (edge.phase == 'b') {
            begun.push_back(edge);
        } else if (edge.phase == 'n') {
            laneOf(edge).spans.push_back({ edge.time, 0, edge.name, SpanKind::Instant, 0, 0, edge.args });
        } else if (begun.empty()) {
            log().add("end-without-begin", Severity::Warning,
                fmt::format(R"("{}" ends without having begun; ignored.)", names[edge.name].substr(0, 160)),
                edge.offset);
        } else {
            const AsyncEvent begin = begun.back();
            begun.pop_back();
            laneOf(begin).spans.push_back(
                { begin.time, edge.time - begin.time, begin.name, SpanKind::Async, 0, 0, begin.args });
        }
    }
    for (const auto& [key, begun] : open) {
        for (const AsyncEvent& begin : begun) {
            laneOf(begin).spans.push_back(
                { begin.time, 0, begin.name, SpanKind::Async, SpanFlag::kUnfinished, 0, begin.args });
        }
    }
    m_asyncs.clear();
}

void TraceMerger::pairFlows(const Cancellation& cancel)
{
    const auto byArrowAndTime = [](const FlowEvent& a, const FlowEvent& b) {
        return std::tie(a.category, a.id, a.time) < std::tie(b.category, b.id, b.time);
    };
    if (!sortUnlessCancelled(m_flows, byArrowAndTime, cancel)) {
        return;
    }
    const NameTable& names = m_builder.state().names;
    auto endOf = [&](const FlowEvent& flow) {
        return FlowEnd { std::string(names[flow.pid]), std::string(names[flow.tid]), flow.time, flow.enclosing,
            flow.phase };
    };
    TraceBuilder::State& state = m_builder.state();
    bool used = false; // the event at i − 1 ends an arrow
    for (std::size_t i = 1; i <= m_flows.size() && !cancel.requestedAt(i); ++i) {
        const FlowEvent& from = m_flows[i - 1];
        const FlowEvent* to = i < m_flows.size() ? &m_flows[i] : nullptr;
        if (to != nullptr && from.category == to->category && from.id == to->id && from.phase != 'f'
            && to->phase != 's') {
            state.flows.push_back({ std::string(names[from.category]), std::string(names[from.id]), endOf(from),
                endOf(*to), from.ofSpan && to->ofSpan });
            used = true;
            continue;
        }
        if (!used && !from.ofSpan) {
            state.looseFlowEnds.push_back({ std::string(names[from.category]), std::string(names[from.id]),
                std::string(names[from.pid]), std::string(names[from.tid]), from.time, from.phase, from.enclosing });
        }
        used = false;
    }
    m_flows.clear();
}

} // namespace attnscope
