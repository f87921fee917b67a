// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/importing/trace_joiner.h"

#include "profiler/trace/builder_state.h"
#include "profiler/trace/file_label.h"
#include "profiler/trace/lane_freezer.h"
#include "profiler/trace/text_id.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>

namespace attnscope {
namespace {

/// Where the axis of files without a wall clock begins; not 0, which stands for a missing time.
constexpr Ns kSomeStart = 1'000'000;

bool areDistinct(const std::vector<std::string>& texts)
{
    return std::set<std::string>(texts.begin(), texts.end()).size() == texts.size();
}

/// "trace.pt" of "/a/trace.pt.json.gz"
std::string stemOf(const std::string& path)
{
    std::string name = path == "-" ? "standard input" : std::filesystem::path(path).filename().string();
    for (std::string_view ending : { ".gz", ".zst", ".json" }) {
        if (name.ends_with(ending) && name.size() > ending.size()) {
            name = name.substr(0, name.size() - ending.size());
        }
    }
    return name;
}

std::vector<std::string> labelsOf(std::vector<FilePart>& parts)
{
    std::vector<std::string> ranks;
    std::vector<std::string> names;
    for (FilePart& part : parts) {
        const auto& rank = part.builder.state().rank;
        ranks.push_back(rank ? fmt::format("rank {}", *rank) : std::string());
        names.push_back(stemOf(part.path));
    }
    const bool allRanked = std::find(ranks.begin(), ranks.end(), std::string()) == ranks.end();
    if (allRanked && areDistinct(ranks)) {
        return ranks;
    }
    if (!areDistinct(names)) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            names[i] = fmt::format("{} {}", i + 1, names[i]);
        }
    }
    return names;
}

/// Where a file's times are and where they go.
struct Placement {
    TimeFrame frame;
    bool absolute = false;
    Ns epoch = 0; ///< wall clock of the file's time 0
    Ns shift = 0; ///< added to every time
};

Placement placementOf(TraceBuilder& builder)
{
    Placement place;
    place.frame = findTimeFrame(builder.state().lanes, builder.state().counters);
    const Ns base = builder.facts().epochNs;
    const bool usable = std::abs(base) < kTimeLimit && std::abs(place.frame.begin) < kTimeLimit;
    place.absolute = usable && (base != 0 || place.frame.begin > kEpochLike);
    place.epoch = place.absolute ? base : 0;
    return place;
}

std::vector<Placement> placeFiles(std::vector<FilePart>& parts)
{
    std::vector<Placement> places;
    Ns start = std::numeric_limits<Ns>::max();
    for (FilePart& part : parts) {
        const Placement& place = places.emplace_back(placementOf(part.builder));
        if (place.absolute) {
            start = std::min(start, place.epoch + place.frame.begin);
        }
    }
    const bool anyAbsolute = start != std::numeric_limits<Ns>::max();
    for (Placement& place : places) {
        const Ns begin = std::clamp(place.frame.begin, -kTimeLimit, kTimeLimit);
        place.shift = place.absolute ? place.epoch : (anyAbsolute ? start : kSomeStart) - begin;
    }
    return places;
}

class Joiner {
public:
    explicit Joiner(std::vector<FilePart> parts)
        : m_parts(std::move(parts))
    {
    }

    TraceBuilder join()
    {
        const std::vector<std::string> labels = labelsOf(m_parts);
        const std::vector<Placement> places = placeFiles(m_parts);
        m_facts.timeResolution = 1;
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            m_label = labels[i];
            m_place = places[i];
            m_file = static_cast<std::uint32_t>(i);
            take(m_parts[i]);
        }
        reportDistance(places);
        if (m_sessions > 0) {
            m_result.log().add("session-left-out", Severity::Info,
                "The variants of a recording are shown when it is opened alone.", std::nullopt, m_sessions);
        }
        return std::move(m_result);
    }

private:
    std::string pidOf(std::string_view pid) const { return fmt::format("{}:{}", m_label, pid); }

    void take(FilePart& part)
    {
        TraceBuilder builder = std::move(part.builder);
        takeFacts(builder.facts(), part.path);
        takeLog(builder.log(), part.path);
        TraceBuilder::State& from = builder.state();
        takeNames(from);
        const std::uint64_t base = m_nextCorrelation;
        takeLanes(from, base);
        takeTracks(from);
        takeFlows(from, base);
        for (CounterSeries& series : from.counters) {
            series.pid = pidOf(series.pid);
            for (Ns& time : series.time) {
                time = moved(time);
            }
            m_to.counters.push_back(std::move(series));
        }
        m_to.fileArgs.push_back(std::move(from.args));
        m_sessions += from.session ? 1 : 0;
    }

    Ns moved(Ns time) const { return std::clamp(time, -kTimeLimit, kTimeLimit) + m_place.shift; }

    void takeFacts(const TraceFacts& facts, const std::string& path)
    {
        m_facts.file += (m_facts.file.empty() ? "" : ", ") + facts.file;
        m_facts.files.push_back({ path, m_label, facts.deviceName, m_place.absolute });
        m_facts.bytes += facts.bytes;
        m_facts.events += facts.events;
        m_facts.fileLanes += facts.fileLanes;
        m_facts.flowsPaired += facts.flowsPaired;
        m_facts.flowsStartOnly += facts.flowsStartOnly;
        m_facts.flowsFinishOnly += facts.flowsFinishOnly;
        m_facts.stepsAmongOps += facts.stepsAmongOps;
        m_facts.timeResolution = std::max(m_facts.timeResolution, facts.timeResolution);
        m_facts.deviceName = m_facts.deviceName.empty() ? facts.deviceName : m_facts.deviceName;
        m_facts.devices.insert(m_facts.devices.end(), facts.devices.begin(), facts.devices.end());
    }

    void takeLog(const ImportLog& log, const std::string& path)
    {
        for (LogEntry entry : log.entries()) {
            entry.example = fmt::format("{}: {}", path, entry.example);
            m_result.log().append(std::move(entry));
        }
        if (!m_place.absolute) {
            m_result.log().append({ "no-absolute-time", Severity::Warning, 1, std::nullopt,
                fmt::format("{}: its times have no date; its start was put at the start of the other files.", path) });
        }
    }

    void takeNames(const TraceBuilder::State& from)
    {
        m_nameOf.resize(from.names.size());
        for (NameId id = 0; id < from.names.size(); ++id) {
            m_nameOf[id] = m_to.names.intern(from.names[id], from.names.hashOf(id));
        }
        m_categoryOf.assign(1, 0);
        for (std::size_t i = 1; i < from.categories.size(); ++i) {
            m_categoryOf.push_back(m_result.internCategory(from.categories[i]));
        }
    }

    void takeLanes(TraceBuilder::State& from, std::uint64_t base)
    {
        for (LaneDraft& lane : from.lanes) {
            lane.key.pid = pidOf(lane.key.pid);
            lane.file = m_file;
            lane.openEnd = moved(m_place.frame.end);
            for (SpanInput& span : lane.spans) {
                const bool missing = m_place.frame.zeroIsBad && span.start == 0;
                if (missing || std::abs(span.start) > kTimeLimit) {
                    span.flags |= SpanFlag::kBadTime;
                }
                span.start = moved(span.start);
                span.name = m_nameOf[span.name];
                const auto category = static_cast<std::uint16_t>(span.args >> kCategoryShift);
                if (category != 0) {
                    span.args = withCategory(span.args, m_categoryOf[category]);
                }
                span.correlation = correlationOf(span.correlation, base);
            }
            m_to.lanes.push_back(std::move(lane));
        }
    }

    /// Ids of this file do not meet those of the files before it.
    std::uint64_t correlationOf(std::uint64_t id, std::uint64_t base)
    {
        if (id == 0 || m_file == 0) {
            m_nextCorrelation = id < kTextId ? std::max(m_nextCorrelation, id) : m_nextCorrelation;
            return id;
        }
        if (id >= kTextId || id >= kTextId - base) {
            return (id ^ (m_file * 0x9e3779b97f4a7c15U)) | kTextId;
        }
        m_nextCorrelation = std::max(m_nextCorrelation, base + id);
        return base + id;
    }

    void takeTracks(TraceBuilder::State& from)
    {
        for (auto& [pid, info] : from.processes) {
            m_to.processes[pidOf(pid)] = info;
        }
        for (auto& [thread, info] : from.threads) {
            m_to.threads[{ pidOf(thread.first), thread.second }] = info;
        }
        const std::string prefix = m_label + ":";
        for (const LaneDraft& lane : m_to.lanes) {
            if (lane.file == m_file) {
                m_to.processes.try_emplace(lane.key.pid);
            }
        }
        for (auto process = m_to.processes.lower_bound(prefix);
             process != m_to.processes.end() && process->first.starts_with(prefix); ++process) {
            std::string& name = process->second.name;
            name = withFileLabel(m_label, name);
        }
    }

    void takeFlows(TraceBuilder::State& from, std::uint64_t base)
    {
        for (FlowDraft& flow : from.flows) {
            flow.id = pidOf(flow.id);
            for (FlowEnd* end : { &flow.from, &flow.to }) {
                end->pid = pidOf(end->pid);
                end->time = moved(end->time);
            }
            m_to.flows.push_back(std::move(flow));
        }
        for (LooseFlowEnd& end : from.looseFlowEnds) {
            end.id = pidOf(end.id);
            end.pid = pidOf(end.pid);
            end.time = moved(end.time);
            m_to.looseFlowEnds.push_back(std::move(end));
        }
        for (LaunchArrowDraft& arrows : from.launchArrows) {
            arrows.pid = pidOf(arrows.pid);
            for (LaunchArrowEnd& end : arrows.ends) {
                end = { correlationOf(end.id, base), moved(end.time) };
            }
            m_to.launchArrows.push_back(std::move(arrows));
        }
    }

    /// Recordings of different days leave little of the axis to each.
    void reportDistance(const std::vector<Placement>& places)
    {
        Ns begin = std::numeric_limits<Ns>::max();
        Ns end = std::numeric_limits<Ns>::min();
        Ns covered = 0;
        for (const Placement& place : places) {
            const Ns from = std::clamp(place.frame.begin, -kTimeLimit, kTimeLimit) + place.shift;
            const Ns length = std::clamp<Ns>(place.frame.end - place.frame.begin, 0, kTimeLimit);
            begin = std::min(begin, from);
            end = std::max(end, from + length);
            covered += length / static_cast<Ns>(places.size());
        }
        if (begin < end && (end - begin) / 100 > covered) {
            m_result.log().add("files-far-apart", Severity::Info,
                fmt::format("The files were recorded far apart: {:.0f} s from the first start to the last end.",
                    static_cast<double>(end - begin) / 1e9));
        }
    }

    std::vector<FilePart> m_parts;
    TraceBuilder m_result;
    TraceBuilder::State& m_to = m_result.state();
    TraceFacts& m_facts = m_result.facts();
    std::uint64_t m_sessions = 0;
    std::uint64_t m_nextCorrelation = 0; ///< largest that is taken
    // The file that is being taken
    std::string m_label;
    Placement m_place;
    std::uint32_t m_file = 0;
    std::vector<NameId> m_nameOf;
    std::vector<std::uint16_t> m_categoryOf;
};

} // namespace

TraceBuilder joinFiles(std::vector<FilePart> parts)
{
    return Joiner(std::move(parts)).join();
}

} // namespace attnscope
