// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/attribution.h"
#include "profiler/analysis/variants.h"
#include "profiler/kernels/verdict.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace attnscope {
namespace {

// Half-way between the two middle values of an even count.
std::optional<double> median(std::vector<double> values)
{
    if (values.empty()) {
        return std::nullopt;
    }
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double toUs(Ns ns)
{
    return static_cast<double>(ns) / 1000.0;
}

// What one recorded forward cost. A trace without steps is taken as one.
struct ForwardCost {
    std::int64_t kernels = 0, memcpys = 0, memsets = 0;
    std::vector<TimeRange> busy;
};

struct GpuTotals {
    Ns all = 0, tensorCore = 0, unknownUnit = 0;
    std::int64_t withoutLaunch = 0;
};

void countWork(const Trace& trace, SpanRef span, ForwardCost& cost)
{
    switch (trace.kind(span)) {
    case SpanKind::Kernel:
        ++cost.kernels;
        break;
    case SpanKind::Memcpy:
        ++cost.memcpys;
        break;
    default:
        ++cost.memsets;
        break;
    }
    if (isMeasured(trace, span)) {
        cost.busy.push_back({ trace.start(span), trace.end(span) });
    }
}

void addToGroups(const Trace& trace, SpanRef span, VariantSummary& summary, GpuTotals& totals)
{
    if (!isMeasured(trace, span)) {
        return;
    }
    const Ns duration = trace.duration(span);
    const auto group = static_cast<std::size_t>(trace.group(span));
    totals.all += duration;
    summary.groupNs[group] += duration;
    if (trace.kind(span) != SpanKind::Kernel) {
        return;
    }
    // Only recordings of ours hold more evidence than the name; no other file's args are worth reading here.
    const MathUnit unit =
        trace.session() ? verdictOf(trace.decoded(span), trace.launchFacts(span)).unit : trace.decoded(span).mathUnit;
    if (unit == MathUnit::TensorCore) {
        totals.tensorCore += duration;
        summary.groupTensorNs[group] += duration;
    } else if (unit == MathUnit::Unknown) {
        totals.unknownUnit += duration;
    }
}

double meanCount(const std::vector<ForwardCost>& forwards, std::int64_t ForwardCost::*count)
{
    std::int64_t sum = 0;
    for (const ForwardCost& forward : forwards) {
        sum += forward.*count;
    }
    return static_cast<double>(sum) / static_cast<double>(forwards.size());
}

void addNote(VariantSummary& summary, std::string_view sentence)
{
    summary.note += summary.note.empty() ? "" : " ";
    summary.note += sentence;
}

void summarizeGpu(const Trace& trace, VariantSummary& summary)
{
    const std::size_t forwardCount = std::max<std::size_t>(1, summary.view.steps.size());
    std::vector<ForwardCost> forwards(forwardCount);
    GpuTotals totals;
    const bool byTime = lacksLaunches(trace); // what then lies in no step is the warm-up's
    const std::vector<AttributedWork> work = attributeWork(trace, summary.view);
    if (work.empty()
        && trace.session()) { // attention on a GPU cannot do without: another tool held CUPTI, or none is there
        addNote(summary, "GPU work was not recorded.");
        return;
    }
    for (const AttributedWork& item : work) {
        if (!summary.view.steps.empty() && item.step < 0) {
            totals.withoutLaunch += item.api || byTime ? 0 : 1;
            continue;
        }
        countWork(trace, item.span, forwards[static_cast<std::size_t>(std::max(0, item.step))]);
        addToGroups(trace, item.span, summary, totals);
    }
    summary.kernelsPerForward = meanCount(forwards, &ForwardCost::kernels);
    const bool withoutCopies = lacksCopies(trace);
    if (!withoutCopies) {
        summary.memcpyPerForward = meanCount(forwards, &ForwardCost::memcpys);
        summary.memsetPerForward = meanCount(forwards, &ForwardCost::memsets);
    }
    std::vector<double> busy;
    busy.reserve(forwards.size());
    for (ForwardCost& forward : forwards) {
        busy.push_back(toUs(unionLength(std::move(forward.busy))));
    }
    summary.recordedGpuUs = median(std::move(busy));
    for (std::size_t group = 0; group < kRoleGroupCount; ++group) {
        summary.groupNs[group] /= static_cast<Ns>(forwardCount);
        summary.groupTensorNs[group] /= static_cast<Ns>(forwardCount);
    }
    if (totals.all > 0) {
        const auto all = static_cast<double>(totals.all);
        summary.tensorCorePercent = 100.0 * static_cast<double>(totals.tensorCore) / all;
        if (totals.unknownUnit > 0) {
            addNote(summary,
                fmt::format("The math unit of {:.1f} % of the GPU time is unknown.",
                    100.0 * static_cast<double>(totals.unknownUnit) / all));
        }
    }
    if (byTime) {
        addNote(summary,
            withoutCopies
                ? "Launches, copies and fills were not recorded (level kernels): kernels count for the step in which "
                  "they ran."
                : "Launches were not recorded (level kernels): work counts for the step in which it ran.");
    }
    if (totals.withoutLaunch > 0) {
        addNote(summary,
            totals.withoutLaunch == 1
                ? "1 GPU event has no recorded launch and belongs to no step."
                : fmt::format("{} GPU events have no recorded launch and belong to no step.", totals.withoutLaunch));
    }
}

void summarizeCpuGroups(const Trace& trace, VariantSummary& summary)
{
    const auto forwards = static_cast<Ns>(std::max<std::size_t>(1, summary.view.steps.size()));
    for (const OpTime& op : opTimes(trace, recordedRanges(summary.view))) {
        summary.groupNs[static_cast<std::size_t>(trace.group(op.span))] += op.self;
    }
    for (Ns& ns : summary.groupNs) {
        ns /= forwards;
    }
}

void takeResult(const Session& session, const VariantResult& result, VariantSummary& summary)
{
    summary.backend = result.backend;
    summary.note = fmt::format("{}", fmt::join(result.reasons, " "));
    if (!summary.ran && summary.note.empty()) {
        summary.note = toString(result.status);
    }
    if (result.gpuTiming) {
        summary.gpuUsMedian = result.gpuTiming->medianUs;
        summary.gpuUsP10 = result.gpuTiming->p10Us;
        summary.gpuUsP90 = result.gpuTiming->p90Us;
    }
    if (result.cpuTiming) {
        summary.cpuUsMedian = result.cpuTiming->medianUs;
    }
    summary.peakMemoryBytes = result.peakMemoryBytes;
    summary.nanCount = result.nanCount;
    summary.dramBytes = result.dramBytes;
    summary.maxAbsError = result.maxAbsError;
    summary.relativeError = result.relativeError;
    const auto time = summary.onGpu ? summary.gpuUsMedian : summary.cpuUsMedian;
    // A training step also runs the backward matmuls, whose number depends on the backend: no honest figure.
    if (time && *time > 0 && session.workload.direction == Direction::Forward) {
        summary.tflops = matmulFlop(session.workload) / (*time * 1e6);
    }
}

VariantSummary summarizeOne(const Trace& trace, VariantView view)
{
    VariantSummary summary;
    summary.view = std::move(view);
    const VariantResult* result = summary.view.result;
    summary.ran = result == nullptr || result->status == VariantStatus::Done;
    summary.onGpu = result != nullptr ? trace.session()->device.kind == "cuda" : !trace.gpuWork().empty();
    summary.steps = static_cast<int>(summary.view.steps.size());
    if (result != nullptr) {
        takeResult(*trace.session(), *result, summary);
    } else if (summary.steps == 0) {
        addNote(summary, "The recording marks no steps: all figures are for the whole of it.");
    }
    if (!summary.ran) {
        return summary;
    }
    if (summary.onGpu) {
        summarizeGpu(trace, summary);
    } else {
        summarizeCpuGroups(trace, summary);
    }
    std::vector<double> cpu;
    for (const TimeRange& step : summary.view.steps) {
        cpu.push_back(toUs(step.length()));
    }
    summary.recordedCpuUs = median(std::move(cpu));
    return summary;
}

// In order of trust. The timing pass is preferred; a CPU time stands for a variant only where there is no GPU.
std::optional<double> timeOf(const VariantSummary& summary, int source)
{
    switch (source) {
    case 0:
        return summary.gpuUsMedian;
    case 1:
        return summary.recordedGpuUs;
    case 2:
        return summary.onGpu ? std::nullopt : summary.cpuUsMedian;
    default:
        return summary.onGpu ? std::nullopt : summary.recordedCpuUs;
    }
}

} // namespace

std::optional<double> VariantSummary::rankingUs() const
{
    for (int source = 0; source < 4; ++source) {
        if (auto time = timeOf(*this, source)) {
            return time;
        }
    }
    return std::nullopt;
}

bool compareWith(std::vector<VariantSummary>& summaries, std::string_view baseline)
{
    auto ran = [](const VariantSummary& summary) { return summary.ran; };
    auto named = [](std::string_view name) {
        return [name](const VariantSummary& summary) { return summary.ran && summary.view.name == name; };
    };
    auto chosen = std::find_if(summaries.begin(), summaries.end(), named(baseline.empty() ? "naive" : baseline));
    if (chosen == summaries.end() && baseline.empty()) {
        chosen = std::find_if(summaries.begin(), summaries.end(), ran);
    }
    if (chosen == summaries.end()) {
        return false;
    }
    for (VariantSummary& summary : summaries) {
        summary.isBaseline = false;
        summary.speedup.reset(); // of the baseline before
    }
    chosen->isBaseline = true;
    for (VariantSummary& summary : summaries) {
        for (int source = 0; source < 4 && summary.ran && !summary.speedup; ++source) {
            auto base = timeOf(*chosen, source);
            auto own = timeOf(summary, source);
            // Only like with like: the first kind of time that both have.
            if (base && own && *own > 0) {
                summary.speedup = *base / *own;
            }
        }
    }
    return true;
}

std::vector<VariantSummary> summarize(const Trace& trace, std::string_view baseline)
{
    std::vector<VariantSummary> summaries;
    for (VariantView& view : variantsOf(trace)) {
        summaries.push_back(summarizeOne(trace, std::move(view)));
    }
    compareWith(summaries, baseline);
    return summaries;
}

} // namespace attnscope
