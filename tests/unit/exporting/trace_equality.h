// SPDX-License-Identifier: GPL-3.0-or-later
// Compares two traces fact by fact and says where they first differ. For tests of files that are written and read again.
#pragma once

#include "profiler/trace/info.h"
#include "profiler/trace/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace attnscope::test {

inline std::string laneDifference(const Trace& a, const Trace& b, std::uint32_t laneIndex)
{
    const Lane& x = a.lanes()[laneIndex];
    const Lane& y = b.lanes()[laneIndex];
    std::string where = fmt::format("lane {} ({} {})", laneIndex, x.pid, x.tid);
    if (x.kind != y.kind || x.pid != y.pid || x.tid != y.tid || x.title != y.title || x.subtitle != y.subtitle
        || x.device != y.device || x.stream != y.stream || x.processName != y.processName
        || x.threadName != y.threadName || x.processSort != y.processSort || x.threadSort != y.threadSort) {
        return fmt::format("{}: header \"{} {} {} {}\" / \"{} {} {} {}\"", where, x.title, x.subtitle, x.pid, x.tid,
            y.title, y.subtitle, y.pid, y.tid);
    }
    if (x.rowBegin != y.rowBegin) {
        return where + ": rows";
    }
    for (std::uint32_t i = 0; i < x.size(); ++i) {
        SpanRef span { laneIndex, i };
        if (a.name(span) != b.name(span) || x.start[i] != y.start[i] || x.duration[i] != y.duration[i]
            || x.spanKind[i] != y.spanKind[i] || x.flags[i] != y.flags[i] || x.parent[i] != y.parent[i]) {
            return fmt::format("{}: span {} \"{}\" {}+{} kind {} flags {} / \"{}\" {}+{} kind {} flags {}", where, i,
                a.name(span), x.start[i], x.duration[i], static_cast<int>(x.spanKind[i]), x.flags[i], b.name(span),
                y.start[i], y.duration[i], static_cast<int>(y.spanKind[i]), y.flags[i]);
        }
        if (a.category(span) != b.category(span)) {
            return fmt::format("{}: category of span {} \"{}\" / \"{}\"", where, i, a.category(span), b.category(span));
        }
        if (a.launchOf(span) != b.launchOf(span)) {
            return fmt::format("{}: launch of span {}", where, i);
        }
    }
    return {};
}

/// One line an arrow or an end of one, in an order of their own.
inline std::vector<std::string> flowTexts(const Trace& trace)
{
    std::vector<std::string> texts;
    for (const Flow& flow : trace.flows()) {
        texts.push_back(fmt::format("{} {} {}.{} {}.{} {}", flow.category, flow.id, flow.from.lane, flow.from.index,
            flow.to.lane, flow.to.index, flow.ofSpans));
    }
    for (const LooseFlowEnd& end : trace.looseFlowEnds()) {
        texts.push_back(fmt::format(
            "{} {} {} {} {} {} {}", end.category, end.id, end.phase, end.pid, end.tid, end.time, end.enclosing));
    }
    std::sort(texts.begin(), texts.end());
    return texts;
}

inline std::string flowDifference(const Trace& a, const Trace& b)
{
    const auto x = flowTexts(a);
    const auto y = flowTexts(b);
    for (std::size_t i = 0; i < std::max(x.size(), y.size()); ++i) {
        const std::string p = i < x.size() ? x[i] : "(none)";
        const std::string q = i < y.size() ? y[i] : "(none)";
        if (p != q) {
            return fmt::format("{} / {} arrows, first difference: {} / {}", x.size(), y.size(), p, q);
        }
    }
    return {};
}

/// Empty when the traces say the same.
inline std::string difference(const Trace& a, const Trace& b)
{
    if (a.spanCount() != b.spanCount() || a.lanes().size() != b.lanes().size()) {
        return fmt::format(
            "{} spans in {} lanes / {} in {}", a.spanCount(), a.lanes().size(), b.spanCount(), b.lanes().size());
    }
    for (std::uint32_t lane = 0; lane < a.lanes().size(); ++lane) {
        if (std::string found = laneDifference(a, b, lane); !found.empty()) {
            return found;
        }
    }
    if (a.range() != b.range() || a.steps() != b.steps() || a.facts().epochNs != b.facts().epochNs) {
        return fmt::format(
            "range {} / {}, epoch {} / {}", a.range().end, b.range().end, a.facts().epochNs, b.facts().epochNs);
    }
    if (a.counters().size() != b.counters().size()) {
        return fmt::format("{} / {} counters", a.counters().size(), b.counters().size());
    }
    for (std::size_t i = 0; i < a.counters().size(); ++i) {
        const CounterSeries& x = a.counters()[i];
        const CounterSeries& y = b.counters()[i];
        if (x.name != y.name || x.unit != y.unit || x.pid != y.pid || x.device != y.device || x.time != y.time
            || x.value != y.value) {
            return fmt::format("counter {} / {}", x.name, y.name);
        }
    }
    if (std::string found = flowDifference(a, b); !found.empty()) {
        return found;
    }
    if (a.session().has_value() != b.session().has_value()
        || (a.session() && sessionToJson(*a.session()) != sessionToJson(*b.session()))) {
        return "session";
    }
    return {};
}

} // namespace attnscope::test
