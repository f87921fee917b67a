// SPDX-License-Identifier: GPL-3.0-or-later
// The part of ChunkWriter for events that are no spans by themselves: async ends, arrows, counters, memory.
#include "profiler/importing/chunk.h"
#include "profiler/importing/event_text.h"
#include "profiler/trace/json_members.h"
#include "profiler/trace/json_text.h"
#include "profiler/trace/text_id.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

namespace attnscope {
namespace {

std::optional<double> number(std::string_view text)
{
    double value = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc {} || end != text.data() + text.size()
        || !(value - value == 0)) { // inf and nan are no values
        return std::nullopt;
    }
    return value;
}

} // namespace

std::string excerpt(std::string_view text)
{
    return std::string(text.substr(0, 160));
}

std::uint64_t idNumber(std::string_view text)
{
    std::uint64_t value = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc {} && end == text.data() + text.size() && value < kTextId
        && (text.size() == 1 || text[0] != '0')) {
        return value;
    }
    return hashText(text) | kTextId;
}

void ChunkWriter::addAsync(const RawEvent& event, Ns time, std::uint64_t offset)
{
    AsyncEvent edge;
    edge.phase = event.phase == 'S'                ? 'b'
        : event.phase == 'F'                       ? 'e'
        : event.phase == 'T' || event.phase == 'p' ? 'n'
                                                   : event.phase;
    edge.category = m_chunk.names.intern(event.category);
    edge.id = m_chunk.names.intern(event.id);
    edge.name = nameOf(event, offset);
    // The old forms pair by name, too; the new ones by category, id and scope.
    edge.scope = event.phase >= 'a' && event.phase != 'p' ? m_chunk.names.intern(event.scope) : edge.name;
    edge.pid = m_chunk.names.intern(event.pid);
    edge.tid = m_chunk.names.intern(event.tid);
    edge.time = time;
    edge.args = m_args;
    edge.offset = offset;
    m_chunk.asyncs.push_back(edge);
}

void ChunkWriter::addFlow(const RawEvent& event, Ns time)
{
    if (isLaunchFlow(event.category) && event.phase != 't') {
        addLaunchArrow(event, time);
        return;
    }
    FlowEvent flow;
    flow.phase = event.phase;
    flow.enclosing = event.phase != 'f' || event.bindPoint == "e";
    flow.category = m_chunk.names.intern(event.category);
    flow.id = m_chunk.names.intern(event.id);
    flow.pid = m_chunk.names.intern(event.pid);
    flow.tid = m_chunk.names.intern(event.tid);
    flow.time = time;
    m_chunk.flows.push_back(flow);
}

void ChunkWriter::addLaunchArrow(const RawEvent& event, Ns time)
{
    const bool enclosing = event.bindPoint == "e";
    auto is = [&](const LaunchArrowEnds& arrows) {
        return arrows.phase == event.phase && arrows.enclosing == enclosing && m_chunk.names[arrows.tid] == event.tid
            && m_chunk.names[arrows.pid] == event.pid && m_chunk.names[arrows.category] == event.category;
    };
    auto& all = m_chunk.launchArrows;
    std::size_t& last = m_lastArrows[event.phase == 's' ? 0 : 1];
    if (last >= all.size() || !is(all[last])) {
        const NameId category = m_chunk.names.intern(event.category);
        const NameId pid = m_chunk.names.intern(event.pid);
        const NameId tid = m_chunk.names.intern(event.tid);
        auto [known, isNew] =
            m_arrowsOf.try_emplace({ category, pid, tid, event.phase, enclosing ? 1 : 0 }, all.size());
        if (isNew) {
            all.push_back({ category, pid, tid, event.phase, enclosing, {} });
        }
        last = known->second;
    }
    all[last].ends.push_back({ idNumber(event.id), time });
}

void ChunkWriter::addBoundFlow(const RawEvent& event, Ns time)
{
    FlowEvent flow;
    flow.ofSpan = true;
    flow.category = m_chunk.names.intern(event.category);
    flow.id = m_chunk.names.intern(event.bindId);
    flow.pid = m_chunk.names.intern(event.pid);
    flow.tid = m_chunk.names.intern(event.tid);
    flow.time = time;
    flow.phase = event.flowIn && event.flowOut ? 't' : event.flowOut ? 's' : 'f';
    m_chunk.flows.push_back(flow);
}

void ChunkWriter::addCounter(const RawEvent& event, Ns time, std::uint64_t offset)
{
    std::string base(m_chunk.names[nameOf(event, offset)]);
    if (!event.id.empty()) {
        base += " " + std::string(event.id);
    }
    std::string deviceText(event.category.starts_with("GPU ") ? event.category.substr(4) : std::string_view());
    JsonMembers members(event.args);
    std::string_view key;
    std::string_view value;
    std::size_t count = 0;
    while (members.next(key, value)) {
        auto sample = number(value);
        if (!sample) {
            continue;
        }
        ++count;
        const bool isUnit = key == "bytes" || key == "GB/s";
        bool single = key == "value" || key == event.name || key == "Value" || isUnit;
        std::string name = single ? base : base + " · " + decodeJsonString(key).text;
        m_chunk.counters[{ std::string(event.pid), name, isUnit ? std::string(key) : "", deviceText }].push_back(
            { time, *sample });
    }
    if (count == 0) {
        m_chunk.log.add("counter-without-value", Severity::Info,
            fmt::format("The counter \"{}\" has no number.", excerpt(base)), offset);
    }
}

void ChunkWriter::addMemory(const RawEvent& event, Ns time)
{
    JsonMembers members(event.args);
    std::string_view key;
    std::string_view value;
    std::string_view device = "0";
    std::string_view type = "0";
    std::optional<double> allocated;
    std::optional<double> reserved;
    while (members.next(key, value)) {
        if (key == "Device Id") {
            device = value;
        } else if (key == "Device Type") {
            type = value;
        } else if (key == "Total Allocated") {
            allocated = number(value);
        } else if (key == "Total Reserved") {
            reserved = number(value);
        }
    }
    std::string where = type == "0" ? "CPU" : fmt::format("GPU {}", device);
    std::string deviceText(type == "0" ? std::string_view() : device);
    if (allocated) {
        m_chunk.counters[{ std::string(event.pid), where + " allocated", "bytes", deviceText }].push_back(
            { time, *allocated });
    }
    if (reserved && *reserved > 0) {
        m_chunk.counters[{ std::string(event.pid), where + " reserved", "bytes", deviceText }].push_back(
            { time, *reserved });
    }
}

} // namespace attnscope
