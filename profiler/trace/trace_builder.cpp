// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/trace_builder.h"

#include "profiler/trace/builder_state.h"

#include <algorithm>

namespace attnscope {
namespace {

/// Real files have about ten. Whoever puts an id into the category gets the kind's usual one beyond this.
constexpr std::size_t kMostCategories = 1000;

} // namespace

TraceBuilder::TraceBuilder()
    : m_state(std::make_unique<State>())
{
}

TraceBuilder::~TraceBuilder() = default;
TraceBuilder::TraceBuilder(TraceBuilder&&) noexcept = default;
TraceBuilder& TraceBuilder::operator=(TraceBuilder&&) noexcept = default;

NameId TraceBuilder::intern(std::string_view name)
{
    return m_state->names.intern(name);
}

std::uint16_t internCategoryIn(std::vector<std::string>& known, std::string_view category)
{
    auto found = std::find(known.begin() + 1, known.end(), category);
    if (found == known.end()) {
        if (known.size() > kMostCategories) {
            return 0;
        }
        found = known.emplace(known.end(), category);
    }
    return static_cast<std::uint16_t>(found - known.begin());
}

std::uint16_t TraceBuilder::internCategory(std::string_view category)
{
    return internCategoryIn(m_state->categories, category);
}

std::uint64_t TraceBuilder::addArgs(std::string_view json)
{
    return m_state->args->add(json);
}

std::uint32_t TraceBuilder::laneIndex(const LaneKey& key)
{
    auto next = static_cast<std::uint32_t>(m_state->lanes.size());
    auto [found, isNew] = m_state->laneOf.try_emplace({ key.kind, key.pid, key.tid, key.device, key.stream }, next);
    if (isNew) {
        m_state->lanes.emplace_back().key = key;
    }
    return found->second;
}

void TraceBuilder::setProcessName(std::string_view pid, std::string_view name)
{
    m_state->processes[std::string(pid)].name = name;
}

void TraceBuilder::setThreadName(std::string_view pid, std::string_view tid, std::string_view name)
{
    m_state->threads[{ std::string(pid), std::string(tid) }].name = name;
}

void TraceBuilder::setProcessSort(std::string_view pid, std::int64_t index)
{
    m_state->processes[std::string(pid)].sort = index;
}

void TraceBuilder::setThreadSort(std::string_view pid, std::string_view tid, std::int64_t index)
{
    m_state->threads[{ std::string(pid), std::string(tid) }].sort = index;
}

void TraceBuilder::addSpan(std::uint32_t lane, const SpanInput& span)
{
    SpanInput& kept = m_state->lanes[lane].spans.emplace_back(span);
    if (kept.duration < 0) {
        kept.duration = 0;
        kept.flags |= SpanFlag::kNegativeDuration;
    }
    if (kept.start < -kTimeLimit || kept.start > kTimeLimit || kept.duration > kTimeLimit) {
        kept.start = std::clamp(kept.start, -kTimeLimit, kTimeLimit);
        kept.duration = std::min(kept.duration, kTimeLimit);
        kept.flags |= SpanFlag::kBadTime;
    }
}

void TraceBuilder::addCounter(CounterSeries series)
{
    m_state->counters.push_back(std::move(series));
}

void TraceBuilder::setSession(Session session)
{
    m_state->session = std::move(session);
}

} // namespace attnscope
