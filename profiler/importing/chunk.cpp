// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/importing/chunk.h"

#include "profiler/importing/byte_scan.h"
#include "profiler/importing/decimal_time.h"
#include "profiler/importing/event_text.h"
#include "profiler/trace/args_store.h"
#include "profiler/trace/json_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace attnscope {
namespace {

/// What stands at p, up to a delimiter; text is followed by zero bytes.
std::string_view tokenAt(const char* p)
{
    std::size_t length = 1;
    while (length < 12 && p[length] != '\0' && std::string_view(",}] \n").find(p[length]) == std::string_view::npos) {
        ++length;
    }
    return { p, length };
}

} // namespace

Chunk::Chunk()
{
    (void)names.intern({});
}

ChunkWriter::ChunkWriter(Chunk& chunk)
    : m_chunk(chunk)
    , m_tracks(64)
{
}

void ChunkWriter::add(const RawEvent& event, std::uint64_t offset, std::uint64_t argsOffset)
{
    ++m_chunk.events;
    m_args = event.args.size() > 2 ? ArgsStore::refInText(argsOffset) : 0;
    if (event.notJson) {
        m_chunk.log.add("invalid-token", Severity::Warning,
            fmt::format("\"{}\" is not JSON; read as a missing value.", encodeJsonString(tokenAt(event.oddAt))),
            offset);
    }
    if (event.phase == 'M') {
        m_chunk.metadata.push_back(
            { std::string(event.name), std::string(event.pid), std::string(event.tid), std::string(event.args) });
        return;
    }
    std::uint8_t flags = 0;
    Ns time = timeOf(event, offset, flags);
    switch (event.phase) {
    case 'X':
        addComplete(event, time, offset);
        m_chunk.lanes[m_tracks[m_lastTrack].lane].spans.back().flags |= flags;
        break;
    case 'B':
    case 'E':
        addDuration(event, time, offset);
        break;
    case 's':
    case 't':
    case 'f':
        addFlow(event, time);
        break;
    case 'b':
    case 'n':
    case 'e':
    case 'S':
    case 'T':
    case 'p':
    case 'F':
        addAsync(event, time, offset);
        break;
    case 'C':
        addCounter(event, time, offset);
        break;
    case 'i':
    case 'I':
    case 'R':
    case 'N':
    case 'D':
    case 'O':
    case 'P':
    case 'V':
    case 'v':
    case 'c':
        addInstant(event, time);
        break;
    case '\0':
        m_chunk.log.add(
            "event-without-phase", Severity::Warning, "An event without \"ph\" says nothing; skipped.", offset);
        break;
    default:
        m_chunk.log.add("unknown-phase", Severity::Warning,
            fmt::format(
                "An event of phase \"{}\" is not known; skipped.", encodeJsonString(std::string_view(&event.phase, 1))),
            offset);
    }
}

Ns ChunkWriter::timeOf(const RawEvent& event, std::uint64_t offset, std::uint8_t& flags)
{
    m_chunk.fractions = m_chunk.fractions || event.time.find('.') != std::string_view::npos
        || event.duration.find('.') != std::string_view::npos;
    auto time = nanosecondsFromMicroseconds(event.time);
    if (time) {
        return *time;
    }
    flags |= SpanFlag::kBadTime;
    m_chunk.log.add("bad-timestamp", Severity::Warning,
        event.time.empty() ? R"(An event has no "ts".)"
                           : fmt::format(R"("ts": "{}" is not a time.)", excerpt(event.time)),
        offset);
    return 0;
}

EventKind ChunkWriter::kindOf(std::string_view category)
{
    if (category != m_lastCategory) {
        m_categoryText.assign(category);
        m_lastCategory = m_categoryText;
        m_lastKind = kindOfCategory(category);
        m_lastCategoryIndex = 0;
    }
    return m_lastKind;
}

/// After kindOf() of the same category.
std::uint16_t ChunkWriter::categoryOf(std::string_view category, SpanKind kind)
{
    if (category == usualCategory(kind)) {
        return 0;
    }
    if (m_lastCategoryIndex == 0) {
        m_lastCategoryIndex = internCategoryIn(m_chunk.categories, decodeJsonString(category).text);
    }
    return m_lastCategoryIndex;
}

NameId ChunkWriter::nameOf(const RawEvent& event, std::uint64_t offset)
{
    if (!event.hasName) {
        if (event.name.empty()) {
            m_chunk.log.add(
                "event-without-name", Severity::Info, "An event has no name; shown as \"(no name)\".", offset);
            return m_chunk.names.intern("(no name)");
        }
        return m_chunk.names.intern(event.name);
    }
    if (event.nameOddities == 0) {
        return m_chunk.names.intern(event.name);
    }
    DecodedText decoded = decodeJsonString(event.name);
    auto report = [&](std::string_view code, std::uint64_t count, std::string_view what) {
        if (count > 0) {
            m_chunk.log.add(
                code, Severity::Warning, fmt::format("{}: \"{}\".", what, excerpt(decoded.text)), offset, count);
        }
    };
    report("bad-escape", decoded.badEscapes, "A backslash that escapes nothing was read as itself");
    report("control-character", decoded.controls, "A raw control character in a name is shown as its picture");
    report("bad-encoding", decoded.badBytes, "Bytes that are not UTF-8 were replaced");
    return m_chunk.names.intern(decoded.text);
}

ChunkLane& ChunkWriter::laneOf(std::string_view pid, std::string_view tid, TrackClass track, std::uint32_t* index)
{
    auto is = [&](const TrackSlot& slot) {
        return slot.used && slot.track == track && slot.pid == pid && slot.tid == tid;
    };
    if (!is(m_tracks[m_lastTrack])) {
        std::uint64_t hash = hashText(pid) * 31 + hashText(tid) + static_cast<std::uint64_t>(track);
        std::size_t mask = m_tracks.size() - 1;
        std::size_t at = hash & mask;
        while (m_tracks[at].used && !is(m_tracks[at])) {
            at = (at + 1) & mask;
        }
        if (!m_tracks[at].used) {
            auto lane = static_cast<std::uint32_t>(m_chunk.lanes.size());
            ChunkLane& made = m_chunk.lanes.emplace_back();
            made.pid = m_chunk.names.intern(pid);
            made.tid = m_chunk.names.intern(tid);
            made.track = track;
            m_tracks[at] = { m_chunk.names[made.pid], m_chunk.names[made.tid], track, lane, hash, true };
            if (++m_trackCount * 2 > m_tracks.size()) {
                growTracks();
                return laneOf(pid, tid, track, index);
            }
        }
        m_lastTrack = at;
    }
    if (index != nullptr) {
        *index = m_tracks[m_lastTrack].lane;
    }
    return m_chunk.lanes[m_tracks[m_lastTrack].lane];
}

void ChunkWriter::growTracks()
{
    std::vector<TrackSlot> old = std::move(m_tracks);
    m_tracks.assign(old.size() * 2, {});
    m_lastTrack = 0;
    for (const TrackSlot& slot : old) {
        if (!slot.used) {
            continue;
        }
        std::size_t at = slot.hash & (m_tracks.size() - 1);
        while (m_tracks[at].used) {
            at = (at + 1) & (m_tracks.size() - 1);
        }
        m_tracks[at] = slot;
    }
}

std::uint64_t ChunkWriter::correlationOf(const RawEvent& event)
{
    return event.correlation.empty() ? 0 : idNumber(event.correlation);
}

void ChunkWriter::addComplete(const RawEvent& event, Ns time, std::uint64_t offset)
{
    EventKind kind = kindOf(event.category);
    if (kind.track == TrackClass::Instants) { // an instant's category on a span
        kind = {};
    }
    ChunkLane& lane = laneOf(event.pid, event.tid, kind.track);
    ++lane.completeEvents;
    SpanInput span;
    span.start = time;
    span.name = nameOf(event, offset);
    span.kind = kind.span;
    span.args = m_args;
    if (kind.track == TrackClass::Gpu || kind.track == TrackClass::Api) {
        span.correlation = correlationOf(event);
        if (isGpuWork(kind.span)) {
            if (auto stream = integerFromText(event.stream); stream && *stream >= 0) {
                lane.stream = std::min(lane.stream, *stream);
            }
            if (auto device = integerFromText(event.device); device && *device >= 0) {
                lane.device = std::min(lane.device, *device);
            }
        }
    } else if (kind.track == TrackClass::Host) {
        if (event.name.size() >= 12 && isStepName(event.name)) {
            m_chunk.stepsAmongOps += span.kind == SpanKind::Op ? 1 : 0;
            span.kind = SpanKind::Step;
        }
        lane.cpuWork = lane.cpuWork || span.kind == SpanKind::Op || span.kind == SpanKind::Annotation
            || span.kind == SpanKind::Step || span.kind == SpanKind::Python;
    }
    auto duration = nanosecondsFromMicroseconds(event.duration);
    if (!duration) {
        span.flags |= SpanFlag::kUnfinished;
        if (event.hasDuration) {
            m_chunk.log.add("bad-duration", Severity::Warning,
                fmt::format(R"("dur": "{}" is not a time.)", excerpt(event.duration)), offset);
        }
    } else if (*duration == -1000) { // Kineto's −1: the end was never seen
        span.flags |= SpanFlag::kUnfinished;
    } else if (*duration < 0) {
        span.flags |= SpanFlag::kNegativeDuration;
        m_chunk.log.add("negative-duration", Severity::Warning,
            fmt::format("\"dur\": {}; shown at its start without length.", excerpt(event.duration)), offset);
    } else {
        span.duration = *duration;
    }
    span.args = withCategory(span.args, categoryOf(event.category, span.kind));
    lane.spans.push_back(span);
    if (!event.bindId.empty() && (event.flowIn || event.flowOut)) {
        addBoundFlow(event, time);
    }
}

void ChunkWriter::addInstant(const RawEvent& event, Ns time)
{
    bool memory = event.name == "[memory]";
    bool ofThread = !memory && event.category != "cpu_instant_event" && (event.scope.empty() || event.scope == "t");
    bool named = event.scope != "g" && event.scope != "p";
    ChunkLane& lane =
        laneOf(event.pid, named ? event.tid : std::string_view(), ofThread ? TrackClass::Host : TrackClass::Instants);
    SpanInput span;
    span.start = time;
    span.name = nameOf(event, 0);
    span.kind = SpanKind::Instant;
    (void)kindOf(event.category);
    span.args = withCategory(m_args, categoryOf(event.category, span.kind));
    lane.spans.push_back(span);
    if (memory) {
        addMemory(event, time);
    }
}

void ChunkWriter::addDuration(const RawEvent& event, Ns time, std::uint64_t offset)
{
    EventKind kind = kindOf(event.category);
    DurationEvent edge;
    ChunkLane& lane = laneOf(event.pid, event.tid, kind.track, &edge.lane);
    edge.begins = event.phase == 'B';
    edge.named = event.hasName;
    edge.name = event.hasName || edge.begins ? nameOf(event, offset) : 0;
    edge.kind = kind.track == TrackClass::Host && isStepName(event.name) ? SpanKind::Step : kind.span;
    lane.cpuWork = lane.cpuWork || edge.kind == SpanKind::Op || edge.kind == SpanKind::Annotation
        || edge.kind == SpanKind::Step || edge.kind == SpanKind::Python;
    edge.time = time;
    edge.args = withCategory(m_args, categoryOf(event.category, edge.kind));
    edge.offset = offset;
    if (!event.args.empty() && event.args.size() < 65536) {
        edge.argsText = event.args;
    }
    m_chunk.durations.push_back(std::move(edge));
}

} // namespace attnscope
