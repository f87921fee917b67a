// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/variants.h"

#include "profiler/analysis/attribution.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace attnscope {
namespace {

// "runs/naive.json.gz" → "naive".
std::string nameFromFile(const std::string& path)
{
    std::string name = std::filesystem::path(path).filename().string();
    for (std::string_view ending : { ".gz", ".zst", ".json", ".pt", ".trace" }) {
        if (name.size() > ending.size() && name.ends_with(ending)) {
            name.resize(name.size() - ending.size());
        }
    }
    return name.empty() || name == "-" ? "trace" : name;
}

// Files that were opened together are one trace, which none of their names would fit.
std::string nameOf(const TraceFacts& facts)
{
    return facts.files.size() > 1 ? fmt::format("{} files", facts.files.size()) : nameFromFile(facts.file);
}

VariantView viewOfResult(const VariantResult& result)
{
    VariantView view { result.name, result.title.empty() ? result.name : result.title, result.window, result.steps, {},
        &result };
    for (std::size_t i = 0; i < view.steps.size(); ++i) {
        view.stepNames.push_back(fmt::format("step {}", i + 1));
    }
    return view;
}

VariantView viewOfWholeTrace(const Trace& trace)
{
    VariantView view;
    view.name = view.title = nameOf(trace.facts());
    view.window = trace.range();
    for (SpanRef step : trace.steps()) {
        const TimeRange range { trace.start(step), trace.end(step) };
        // Several threads may carry the same step; look-ups need disjoint ranges.
        if (!view.steps.empty() && range.begin < view.steps.back().end) {
            continue;
        }
        view.steps.push_back(range);
        view.stepNames.emplace_back(trace.name(step));
    }
    return view;
}

} // namespace

std::vector<VariantView> variantsOf(const Trace& trace)
{
    std::vector<VariantView> views;
    if (trace.session()) {
        for (const VariantResult& result : trace.session()->variants) {
            views.push_back(viewOfResult(result));
        }
    }
    if (views.empty()) {
        views.push_back(viewOfWholeTrace(trace));
    }
    return views;
}

std::vector<SpanRef> gpuWorkLaunchedIn(const Trace& trace, TimeRange range)
{
    std::vector<SpanRef> spans;
    for (SpanRef span : trace.gpuWork()) {
        auto api = trace.launchOf(span);
        if (api ? range.contains(trace.start(*api)) : lacksLaunches(trace) && range.contains(trace.start(span))) {
            spans.push_back(span);
        }
    }
    return spans;
}

Ns unionLength(std::vector<TimeRange> ranges)
{
    std::erase_if(ranges, [](const TimeRange& range) { return range.length() <= 0; });
    std::sort(ranges.begin(), ranges.end(), [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    Ns length = 0;
    std::optional<Ns> covered;
    for (const TimeRange& range : ranges) {
        const Ns begin = covered ? std::max(*covered, range.begin) : range.begin;
        if (range.end > begin) {
            length += range.end - begin;
            covered = range.end;
        }
    }
    return length;
}

} // namespace attnscope
