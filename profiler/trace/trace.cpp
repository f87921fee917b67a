// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/trace.h"

#include "profiler/trace/args_store.h"
#include "profiler/trace/launch_args.h"
#include "profiler/trace/lazy_levels.h"
#include "profiler/trace/neutral_names.h"

#include <algorithm>

namespace attnscope {
namespace {

/// First index in [begin, end) for which `isBefore` is false; the range must be partitioned by it.
template<typename Predicate>
std::uint32_t partitionPoint(std::uint32_t begin, std::uint32_t end, Predicate isBefore)
{
    while (begin < end) {
        std::uint32_t middle = begin + (end - begin) / 2;
        if (isBefore(middle)) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

} // namespace

std::uint32_t Lane::rowOf(std::uint32_t index) const
{
    auto after = std::upper_bound(rowBegin.begin(), rowBegin.end(), index);
    return static_cast<std::uint32_t>(after - rowBegin.begin()) - 1;
}

std::uint32_t Lane::firstEndingAfter(std::uint32_t row, Ns t) const
{
    // Ends grow along a row, because its spans do not overlap. A zero-length span at t itself counts as not yet over.
    return partitionPoint(rowBegin[row], rowBegin[row + 1],
        [&](std::uint32_t i) { return end(i) <= t && !(duration[i] == 0 && start[i] == t); });
}

std::uint32_t Lane::firstStartingAt(std::uint32_t row, Ns t) const
{
    return partitionPoint(rowBegin[row], rowBegin[row + 1], [&](std::uint32_t i) { return start[i] < t; });
}

std::uint32_t Lane::innermostAt(Ns t) const
{
    std::uint32_t innermost = kNoSpan;
    for (std::uint32_t row = rows(); row-- > 0;) {
        std::uint32_t candidate = firstEndingAfter(row, t);
        if (candidate == rowBegin[row + 1] || start[candidate] > t) {
            continue;
        }
        // Rows are depths unless spans cross; then the one that started last is the innermost.
        if (innermost == kNoSpan || start[candidate] > start[innermost]) {
            innermost = candidate;
        }
    }
    return innermost;
}

Trace::Trace()
    : m_levels(std::make_unique<LazyLevels>())
{
}

Trace::~Trace() = default;

const DecodedKernel& Trace::neutral(NameId id) const
{
    return m_neutral->record(id, m_names[id]);
}

const LevelOfDetail& Trace::levelOfDetail() const
{
    return m_levels->of(*this);
}

RoleGroup Trace::group(SpanRef span) const
{
    SpanKind spanKind = kind(span);
    NameId id = lane(span).name[span.index];
    if (isGpuWork(spanKind)) {
        return decoded(id).group;
    }
    return spanKind == SpanKind::Op ? m_opGroup[id] : RoleGroup::Other;
}

std::string_view Trace::category(SpanRef span) const
{
    const Lane& where = lane(span);
    std::uint16_t own = where.category.empty() ? 0 : where.category[span.index];
    return own == 0 ? usualCategory(where.spanKind[span.index]) : std::string_view(m_categories[own]);
}

std::string Trace::argsJson(SpanRef span) const
{
    const Lane& where = lane(span);
    return m_args[where.file]->json(where.args[span.index]);
}

LaunchFacts Trace::launchFacts(SpanRef gpuSpan) const
{
    LaunchFacts facts = parseLaunchFacts(argsJson(gpuSpan));
    const Lane& where = lane(gpuSpan);
    if (!facts.stream && where.stream >= 0) {
        facts.stream = where.stream;
    }
    if (!facts.device && where.device >= 0) {
        facts.device = where.device;
    }
    return facts;
}

std::optional<SpanRef> Trace::launchOf(SpanRef gpuSpan) const
{
    auto link = std::lower_bound(m_gpuToApi.begin(), m_gpuToApi.end(), gpuSpan,
        [](const Link& candidate, SpanRef wanted) { return candidate.first < wanted; });
    return link != m_gpuToApi.end() && link->first == gpuSpan ? std::optional(link->second) : std::nullopt;
}

std::vector<SpanRef> Trace::launchedBy(SpanRef apiSpan) const
{
    std::vector<SpanRef> work;
    auto link = std::lower_bound(m_apiToGpu.begin(), m_apiToGpu.end(), apiSpan,
        [](const Link& candidate, SpanRef wanted) { return candidate.first < wanted; });
    for (; link != m_apiToGpu.end() && link->first == apiSpan; ++link) {
        work.push_back(link->second);
    }
    return work;
}

std::optional<SpanRef> Trace::opOf(SpanRef apiSpan) const
{
    if (apiSpan.lane >= m_threadLane.size() || m_threadLane[apiSpan.lane] == kNoSpan) {
        return std::nullopt;
    }
    std::uint32_t threadLane = m_threadLane[apiSpan.lane];
    const Lane& thread = m_lanes[threadLane];
    auto launches = [&](std::uint32_t index) {
        SpanKind candidate = thread.spanKind[index];
        return candidate == SpanKind::Op || candidate == SpanKind::Annotation || candidate == SpanKind::Step;
    };
    std::uint32_t index = thread.innermostAt(start(apiSpan));
    while (index != kNoSpan && !launches(index)) {
        index = thread.parent[index];
    }
    return index == kNoSpan ? std::nullopt : std::optional(SpanRef { threadLane, index });
}

std::vector<SpanRef> Trace::opChainOf(SpanRef apiSpan) const
{
    std::vector<SpanRef> chain;
    auto op = opOf(apiSpan);
    if (!op) {
        return chain;
    }
    const Lane& thread = m_lanes[op->lane];
    for (std::uint32_t index = op->index; index != kNoSpan; index = thread.parent[index]) {
        chain.push_back({ op->lane, index });
    }
    return chain;
}

} // namespace attnscope
