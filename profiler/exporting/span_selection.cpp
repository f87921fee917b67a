// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/exporting/span_selection.h"

#include <fmt/format.h>

#include <algorithm>

namespace attnscope {
namespace {

using Selection = std::vector<std::vector<bool>>;

bool touches(const Lane& lane, std::uint32_t index, TimeRange range)
{
    Ns start = lane.start[index];
    return start < range.end && (lane.end(index) > range.begin || start == range.begin);
}

/// What touches the range; GPU work by its launch where that is known, so that a launch and its work stay together.
Selection selectRange(const Trace& trace, TimeRange range)
{
    Selection selection;
    for (const Lane& lane : trace.lanes()) {
        std::vector<bool>& selected = selection.emplace_back(lane.size());
        for (std::uint32_t i = 0; i < lane.size(); ++i) {
            selected[i] = touches(lane, i, range);
        }
    }
    for (SpanRef gpu : trace.gpuWork()) {
        auto api = trace.launchOf(gpu);
        if (api && selection[api->lane][api->index]) {
            selection[gpu.lane][gpu.index] = true;
        } else if (api && selection[gpu.lane][gpu.index]) {
            selection[api->lane][api->index] = true;
        }
    }
    return selection;
}

} // namespace

Result<SpanSelection> selectSpans(const Trace& trace, const ExportOptions& options)
{
    std::optional<TimeRange> range = options.range;
    std::optional<Session> session = trace.session();
    if (!options.variant.empty()) {
        auto known = session ? std::find_if(session->variants.begin(), session->variants.end(),
                         [&](const VariantResult& variant) { return variant.name == options.variant; })
                             : std::vector<VariantResult>::iterator {};
        if (!session || known == session->variants.end()) {
            return Error { ErrorKind::Usage,
                fmt::format("--variant: there is no variant \"{}\" in this recording.", options.variant) };
        }
        TimeRange window = known->window;
        range = range ? TimeRange { std::max(range->begin, window.begin), std::min(range->end, window.end) } : window;
        session->variants = { *known };
    }
    return SpanSelection { range, range ? selectRange(trace, *range) : Selection(), std::move(session) };
}

} // namespace attnscope
