// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/attribution.h"

#include <algorithm>

namespace attnscope {

int stepAt(const std::vector<TimeRange>& steps, Ns t)
{
    auto after = std::upper_bound(
        steps.begin(), steps.end(), t, [](Ns time, const TimeRange& range) { return time < range.begin; });
    if (after == steps.begin() || !std::prev(after)->contains(t)) {
        return -1;
    }
    return static_cast<int>(std::prev(after) - steps.begin());
}

bool lacksLaunches(const Trace& trace)
{
    return trace.session() && trace.session()->level == RecordLevel::Kernels;
}

bool lacksCopies(const Trace& trace)
{
    return lacksLaunches(trace) && std::ranges::all_of(trace.gpuWork(), [&trace](SpanRef span) {
        return trace.kind(span) == SpanKind::Kernel;
    });
}

bool isWarmup(const VariantView& variant, const AttributedWork& item)
{
    return item.step < 0 && variant.result != nullptr;
}

bool isMeasured(const Trace& trace, SpanRef span)
{
    constexpr int kNoLength = SpanFlag::kUnfinished | SpanFlag::kBadTime | SpanFlag::kNegativeDuration;
    return (trace.lane(span).flags[span.index] & kNoLength) == 0;
}

std::optional<AttributedWork> attribute(const Trace& trace, const VariantView& variant, SpanRef gpuSpan)
{
    AttributedWork item { gpuSpan, trace.launchOf(gpuSpan), -1 };
    const Ns decisive = item.api ? trace.start(*item.api) : trace.start(gpuSpan);
    if (variant.result != nullptr && !variant.window.contains(decisive)) {
        return std::nullopt;
    }
    if (item.api || lacksLaunches(trace)) {
        item.step = stepAt(variant.steps, decisive);
    }
    return item;
}

std::vector<AttributedWork> attributeWork(const Trace& trace, const VariantView& variant)
{
    std::vector<AttributedWork> work;
    for (SpanRef span : trace.gpuWork()) {
        if (auto item = attribute(trace, variant, span)) {
            work.push_back(*item);
        }
    }
    return work;
}

std::vector<OpTime> opTimes(const Trace& trace, const std::vector<TimeRange>& ranges)
{
    std::vector<OpTime> ops;
    for (std::uint32_t laneIndex = 0; laneIndex < trace.lanes().size(); ++laneIndex) {
        const Lane& lane = trace.lanes()[laneIndex];
        if (lane.kind != LaneKind::CpuThread) {
            continue;
        }
        std::vector<Ns> nested(lane.size(), 0);
        for (std::uint32_t i = 0; i < lane.size(); ++i) {
            if (lane.spanKind[i] != SpanKind::Op || !isMeasured(trace, { laneIndex, i })) {
                continue;
            }
            std::uint32_t above = lane.parent[i];
            while (above != kNoSpan && lane.spanKind[above] != SpanKind::Op) {
                above = lane.parent[above];
            }
            if (above != kNoSpan) {
                nested[above] += lane.duration[i];
            }
        }
        for (std::uint32_t i = 0; i < lane.size(); ++i) {
            const SpanRef span { laneIndex, i };
            if (lane.spanKind[i] == SpanKind::Op && isMeasured(trace, span) && stepAt(ranges, lane.start[i]) >= 0) {
                // Rounding to µs in old files lets children add up to more than their parent.
                ops.push_back({ span, std::max<Ns>(0, lane.duration[i] - nested[i]) });
            }
        }
    }
    return ops;
}

std::vector<TimeRange> recordedRanges(const VariantView& variant)
{
    return variant.steps.empty() ? std::vector { variant.window } : variant.steps;
}

} // namespace attnscope
