// SPDX-License-Identifier: GPL-3.0-or-later
// The part of ChromeWriter that writes arrows.
#include "profiler/exporting/chrome_text.h"
#include "profiler/exporting/chrome_writer.h"
#include "profiler/trace/text_id.h"

#include <fmt/format.h>

#include <iterator>

namespace attnscope {
namespace {

/// Where an id cannot be told from the number it became: it was text, or another call of the file has it, too.
bool keepsText(const Trace& trace)
{
    return trace.log().find("correlation-reused") != nullptr;
}

} // namespace

void ChromeWriter::flowEnd(
    char phase, std::string_view category, const std::string& id, SpanRef span, Ns time, bool enclosing)
{
    const Lane& lane = m_trace.lane(span);
    flowEvent({ std::string(category), id, lane.pid, lane.tid, time, phase, enclosing });
}

/// The id as JSON.
void ChromeWriter::flowEvent(const LooseFlowEnd& end)
{
    begin();
    fmt::format_to(std::back_inserter(m_event),
        R"({{"ph": "{}", "cat": {}, "name": {}, "id": {}, "pid": {}, "tid": {}, "ts": )", end.phase,
        quoted(end.category), quoted(end.category), end.id, idText(end.pid), idText(end.tid));
    appendMicroseconds(m_event, end.time + m_shift);
    m_event += end.enclosing ? R"(, "bp": "e"})" : "}";
    m_out.write(m_event);
}

std::string ChromeWriter::launchArrowId(SpanRef span) const
{
    const std::uint64_t correlation = m_trace.lane(span).correlation[span.index];
    if (!m_severalFiles && (correlation >= kTextId || m_idsReused)) {
        const std::string args = m_trace.argsJson(span);
        if (const std::string_view own = correlationText(args); !own.empty()) {
            return std::string(own);
        }
    }
    return fmt::format("{}", correlation);
}

void ChromeWriter::writeLaunchFlows()
{
    m_idsReused = keepsText(m_trace);
    const std::string& own = m_trace.facts().launchArrows;
    const std::string category = own.empty() ? "ac2g" : own;
    for (std::uint32_t laneIndex = 0; laneIndex < m_trace.lanes().size(); ++laneIndex) {
        const Lane& lane = m_trace.lanes()[laneIndex];
        for (std::uint32_t i = 0; i < lane.size(); ++i) {
            const SpanRef span { laneIndex, i };
            if ((lane.flags[i] & SpanFlag::kLaunchArrow) == 0 || !m_chosen.holds(span)) {
                continue;
            }
            const bool gpu = isGpuWork(lane.spanKind[i]);
            flowEnd(gpu ? 'f' : 's', category, launchArrowId(span), span, lane.start[i], gpu);
        }
    }
}

void ChromeWriter::writeFlows()
{
    const auto& flows = m_trace.flows();
    auto continues = [](const Flow& a, const Flow& b) {
        return a.category == b.category && a.id == b.id && a.to == b.from;
    };
    for (std::size_t i = 0; i < flows.size(); ++i) {
        const Flow& flow = flows[i];
        if (flow.ofSpans) {
            continue; // the spans say it
        }
        // An end without a span is among the loose ends; one that is left out takes its arrow with it.
        auto leftOut = [&](SpanRef span) { return span.index != kNoSpan && !m_chosen.holds(span); };
        if (leftOut(flow.from) || leftOut(flow.to)) {
            continue;
        }
        const std::string id = quoted(flow.id);
        const bool begins = i == 0 || !continues(flows[i - 1], flow) || leftOut(flows[i - 1].from);
        if (begins && flow.from.index != kNoSpan) {
            flowEnd('s', flow.category, id, flow.from, flow.fromTime, false);
        }
        const bool more = i + 1 < flows.size() && continues(flow, flows[i + 1]) && !leftOut(flows[i + 1].to);
        if (flow.to.index != kNoSpan) {
            flowEnd(more ? 't' : 'f', flow.category, id, flow.to, flow.toTime, !flow.toNext);
        }
    }
}

void ChromeWriter::writeLooseFlowEnds()
{
    for (LooseFlowEnd end : m_trace.looseFlowEnds()) {
        if (!m_chosen.range || m_chosen.range->contains(end.time)) {
            end.id = idText(end.id);
            flowEvent(end);
        }
    }
}

} // namespace attnscope
