// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/tables.h"

#include "profiler/analysis/attribution.h"

#include <algorithm>
#include <unordered_map>

namespace attnscope {
namespace {

// Kineto leaves out what the compute capability implies.
DeviceLimits completed(DeviceLimits limits)
{
    const auto known = deviceLimitsFor(limits.ccMajor, limits.ccMinor);
    if (!known) {
        return limits;
    }
    auto fill = [](auto& value, auto from) { value = value == 0 ? from : value; };
    fill(limits.maxThreadsPerSm, known->maxThreadsPerSm);
    fill(limits.maxThreadsPerBlock, known->maxThreadsPerBlock);
    fill(limits.regsPerSm, known->regsPerSm);
    fill(limits.regsPerBlock, known->regsPerBlock);
    fill(limits.warpSize, known->warpSize);
    fill(limits.sharedPerSm, known->sharedPerSm);
    fill(limits.sharedPerBlock, known->sharedPerBlock);
    fill(limits.sharedPerBlockOptin, known->sharedPerBlockOptin);
    fill(limits.reservedSharedPerBlock, known->reservedSharedPerBlock);
    fill(limits.maxBlocksPerSm, known->maxBlocksPerSm);
    return limits;
}

std::optional<DeviceLimits> limitsOf(const Trace& trace, SpanRef gpuSpan)
{
    if (trace.session()) {
        return trace.session()->device.limits;
    }
    for (const DeviceInfo& device : trace.facts().devices) {
        if (device.limits && device.index == trace.lane(gpuSpan).device) {
            return completed(*device.limits);
        }
    }
    return std::nullopt;
}

LaunchDims dims(const std::array<std::int64_t, 3>& values)
{
    return { values[0], values[1], values[2] };
}

Occupancy occupancyOf(const std::optional<DeviceLimits>& limits, const LaunchFacts& facts)
{
    if (!limits || !facts.grid || !facts.block) {
        return {};
    }
    LaunchShape shape;
    shape.grid = dims(*facts.grid);
    shape.block = dims(*facts.block);
    if (facts.cluster) {
        shape.cluster = dims(*facts.cluster);
    }
    if (facts.registers) {
        shape.regs = static_cast<int>(*facts.registers);
    }
    shape.staticShared = facts.staticShared;
    shape.dynamicShared = facts.dynamicShared;
    if (!shape.staticShared && !shape.dynamicShared && facts.sharedMemory) {
        // Kineto gives only the sum; how it splits does not matter to occupancy.
        shape.staticShared = 0;
        shape.dynamicShared = facts.sharedMemory;
    }
    shape.maxActiveClusters = static_cast<int>(facts.maxActiveClusters.value_or(0));
    return theoreticalOccupancy(*limits, shape);
}

// What one launch of a kernel has in common with the next: most names are launched in one shape again and again.
class ShapeMemory {
public:
    [[nodiscard]] const Occupancy& occupancy(const Trace& trace, SpanRef span, const LaunchFacts& facts)
    {
        const Lane& lane = trace.lane(span);
        Entry& entry = m_byName[lane.name[span.index]];
        if (!entry.isFilled || entry.device != lane.device || !isSameShape(entry.facts, facts)) {
            entry = { true, lane.device, facts, occupancyOf(limitsOf(trace, span), facts) };
        }
        return entry.occupancy;
    }

private:
    struct Entry {
        bool isFilled = false;
        std::int32_t device = -1;
        LaunchFacts facts;
        Occupancy occupancy;
    };

    static bool isSameShape(const LaunchFacts& a, const LaunchFacts& b)
    {
        return a.grid == b.grid && a.block == b.block && a.cluster == b.cluster && a.registers == b.registers
            && a.staticShared == b.staticShared && a.dynamicShared == b.dynamicShared
            && a.sharedMemory == b.sharedMemory && a.maxActiveClusters == b.maxActiveClusters;
    }

    std::unordered_map<NameId, Entry> m_byName;
};

// Copies and fills use no unit.
Verdict verdictOfWork(const Trace& trace, SpanRef span, const LaunchFacts& facts)
{
    if (trace.kind(span) == SpanKind::Kernel) {
        return verdictOf(trace.decoded(span), facts);
    }
    Verdict none;
    none.unit = MathUnit::None;
    return none;
}

KernelRow rowOf(const Trace& trace, SpanRef span, std::optional<SpanRef> api, ShapeMemory& shapes)
{
    KernelRow row;
    row.span = span;
    row.decoded = &trace.decoded(span);
    row.facts = trace.launchFacts(span);
    if (trace.kind(span) == SpanKind::Kernel) {
        row.occupancy = shapes.occupancy(trace, span, row.facts);
    }
    row.verdict = verdictOfWork(trace, span, row.facts);
    row.api = api;
    if (api) {
        row.op = trace.opOf(*api);
        row.launchLatency = trace.start(span) - trace.start(*api);
    }
    return row;
}

// How many GPU spans of the same step start before this one. Looks only at what starts after the step did: nothing that
// a step launched runs before it.
std::int64_t indexInStep(const Trace& trace, const VariantView& variant, const AttributedWork& item)
{
    const auto& work = trace.gpuWork();
    Ns from = item.step >= 0 ? variant.steps[static_cast<std::size_t>(item.step)].begin : variant.window.begin;
    from = std::min(from, trace.start(item.span)); // clocks that disagree
    auto position = std::lower_bound(
        work.begin(), work.end(), from, [&trace](SpanRef span, Ns t) { return trace.start(span) < t; });
    std::int64_t index = 0;
    for (; position != work.end() && *position != item.span; ++position) {
        const auto other = attribute(trace, variant, *position);
        index += other && other->step == item.step ? 1 : 0;
    }
    return index;
}

// What one pass over spans gathers for one name.
using ByName = std::unordered_map<NameId, NameStatistics>;

void addSpan(ByName& names, const Trace& trace, SpanRef span, Ns self)
{
    const NameId id = trace.lane(span).name[span.index];
    const Ns duration = trace.duration(span);
    auto [entry, isNew] = names.try_emplace(id);
    NameStatistics& stats = entry->second;
    if (isNew) {
        stats.name = trace.name(id);
        stats.group = trace.group(span);
        stats.min = stats.max = duration;
        stats.first = stats.longest = span;
    }
    ++stats.count;
    stats.total += duration;
    stats.self += self;
    stats.min = std::min(stats.min, duration);
    if (duration > stats.max) {
        stats.max = duration;
        stats.longest = span;
    }
    if (trace.start(span) < trace.start(stats.first)) {
        stats.first = span;
    }
}

// By the best evidence there is: a counter pass may hold only some of a name's launches.
Verdict verdictOfName(const Trace& trace, const NameStatistics& stats)
{
    const Verdict first = verdictOfWork(trace, stats.first, trace.launchFacts(stats.first));
    const Verdict longest = verdictOfWork(trace, stats.longest, trace.launchFacts(stats.longest));
    return longest.evidence > first.evidence ? longest : first;
}

// Largest self time first; names break ties, so that the order never depends on hashing.
std::vector<NameStatistics> finish(ByName&& names)
{
    std::vector<NameStatistics> rows;
    Ns allSelf = 0;
    for (auto& [id, stats] : names) {
        allSelf += stats.self;
        rows.push_back(std::move(stats));
    }
    for (NameStatistics& stats : rows) {
        stats.mean = static_cast<double>(stats.total) / static_cast<double>(stats.count);
        stats.share = allSelf > 0 ? static_cast<double>(stats.self) / static_cast<double>(allSelf) : 0;
    }
    std::sort(rows.begin(), rows.end(), [](const NameStatistics& a, const NameStatistics& b) {
        return a.self != b.self ? a.self > b.self : a.name < b.name;
    });
    return rows;
}

// `count`: how many are wanted, or more.
template<typename Wanted>
std::vector<KernelRow> rowsWhere(const Trace& trace, const VariantView& variant,
    const std::vector<AttributedWork>& work, std::size_t count, const std::atomic<bool>* cancel, Wanted wanted)
{
    std::vector<KernelRow> rows;
    rows.reserve(count); // a row is large: growing would copy more than there is
    std::vector<std::int64_t> next(variant.steps.size() + 1, 0);
    ShapeMemory shapes;
    for (const AttributedWork& item : work) {
        if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) {
            break;
        }
        const std::int64_t index = next[static_cast<std::size_t>(item.step) + 1]++; // those of the warm-up first
        if (wanted(item)) {
            KernelRow& row = rows.emplace_back(rowOf(trace, item.span, item.api, shapes));
            row.variant = variant.name;
            row.step = item.step;
            row.index = index;
        }
    }
    return rows;
}

template<typename Wanted>
std::vector<NameStatistics> statisticsWhere(const Trace& trace, const VariantView& variant, Wanted wanted)
{
    ByName names;
    for (const AttributedWork& item : attributeWork(trace, variant)) {
        if (wanted(item) && isMeasured(trace, item.span)) {
            addSpan(names, trace, item.span, trace.duration(item.span));
        }
    }
    auto rows = finish(std::move(names));
    for (NameStatistics& stats : rows) {
        const DecodedKernel& decoded = trace.decoded(stats.first);
        stats.label = decoded.label;
        stats.role = decoded.role;
        const Verdict verdict = verdictOfName(trace, stats);
        stats.mathUnit = verdict.unit;
        stats.evidence = verdict.evidence;
    }
    return rows;
}

std::vector<NameStatistics> opStatisticsIn(const Trace& trace, const std::vector<TimeRange>& ranges)
{
    ByName names;
    for (const OpTime& op : opTimes(trace, ranges)) {
        addSpan(names, trace, op.span, op.self);
    }
    auto rows = finish(std::move(names));
    for (NameStatistics& stats : rows) {
        stats.label = stats.name;
    }
    return rows;
}

} // namespace

std::vector<KernelRow> kernelRows(
    const Trace& trace, const VariantView& variant, bool includeWarmup, const std::atomic<bool>* cancel)
{
    const std::vector<AttributedWork> work = attributeWork(trace, variant);
    return rowsWhere(trace, variant, work, work.size(), cancel,
        [&](const AttributedWork& item) { return includeWarmup || !isWarmup(variant, item); });
}

std::vector<KernelRow> kernelRows(
    const Trace& trace, const VariantView& variant, TimeRange range, const std::atomic<bool>* cancel)
{
    const std::vector<AttributedWork> work = attributeWork(trace, variant);
    const auto starts = [&](const AttributedWork& item) { return range.contains(trace.start(item.span)); };
    const auto count = static_cast<std::size_t>(std::count_if(work.begin(), work.end(), starts));
    return rowsWhere(trace, variant, work, count, cancel, starts);
}

std::int64_t kernelRowCount(const Trace& trace, const VariantView& variant)
{
    const std::vector<AttributedWork> work = attributeWork(trace, variant);
    return std::count_if(
        work.begin(), work.end(), [&variant](const AttributedWork& item) { return !isWarmup(variant, item); });
}

std::int64_t kernelRowCount(const Trace& trace, const VariantView& variant, TimeRange range)
{
    const std::vector<AttributedWork> work = attributeWork(trace, variant);
    return std::count_if(
        work.begin(), work.end(), [&](const AttributedWork& item) { return range.contains(trace.start(item.span)); });
}

KernelRow kernelRow(const Trace& trace, SpanRef gpuSpan)
{
    ShapeMemory shapes;
    KernelRow row = rowOf(trace, gpuSpan, trace.launchOf(gpuSpan), shapes);
    for (const VariantView& variant : variantsOf(trace)) {
        if (auto item = attribute(trace, variant, gpuSpan)) {
            row.variant = variant.name;
            row.step = item->step;
            row.index = indexInStep(trace, variant, *item);
            break;
        }
    }
    return row;
}

std::vector<NameStatistics> kernelStatistics(const Trace& trace, const VariantView& variant)
{
    return statisticsWhere(trace, variant, [&variant](const AttributedWork& item) { return !isWarmup(variant, item); });
}

std::vector<NameStatistics> kernelStatistics(const Trace& trace, const VariantView& variant, TimeRange range)
{
    return statisticsWhere(
        trace, variant, [&](const AttributedWork& item) { return range.contains(trace.start(item.span)); });
}

std::vector<NameStatistics> opStatistics(const Trace& trace, const VariantView& variant)
{
    const bool isSession = variant.result != nullptr;
    return opStatisticsIn(trace, isSession ? recordedRanges(variant) : std::vector { variant.window });
}

std::vector<NameStatistics> opStatistics(const Trace& trace, const VariantView& variant, TimeRange range)
{
    const TimeRange& window = variant.window;
    return opStatisticsIn(trace, { { std::max(range.begin, window.begin), std::min(range.end, window.end) } });
}

} // namespace attnscope
