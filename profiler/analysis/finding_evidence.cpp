// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/finding_evidence.h"

#include <fmt/format.h>

#include <algorithm>

namespace attnscope {

std::vector<std::string_view> FindingEvidence::opNames(const KernelRow& row) const
{
    std::vector<std::string_view> names;
    if (row.api) {
        for (SpanRef op : trace.opChainOf(*row.api)) {
            names.push_back(trace.name(op));
        }
    }
    return names;
}

bool FindingEvidence::isBelow(const KernelRow& row, std::string_view op) const
{
    const auto names = opNames(row);
    return std::find(names.begin(), names.end(), op) != names.end();
}

// Steps of other people's recordings may be anything; only ours are known to be forwards (or a forward and its backward).
std::string FindingEvidence::costText(const Finding& finding) const
{
    const double percent = 100 * finding.share.value_or(0);
    const std::string time = findingTime(static_cast<double>(finding.gpuNsPerForward.value_or(0)));
    const bool isSmall = percent < 1;
    const std::string number = fmt::format("{:.0f}", percent);
    if (trace.session()) {
        return words(isSmall ? "%1, under 1 % of this forward's GPU time" : "%1, %2 % of this forward's GPU time",
            { time, number });
    }
    if (!variant.steps.empty()) {
        return words(
            isSmall ? "%1, under 1 % of this step's GPU time" : "%1, %2 % of this step's GPU time", { time, number });
    }
    return words(
        isSmall ? "%1, under 1 % of the recorded GPU time" : "%1, %2 % of the recorded GPU time", { time, number });
}

std::string findingTime(double ns)
{
    const double us = ns / 1000;
    if (us >= 1000) {
        return fmt::format("{:.2f} ms", us / 1000);
    }
    return us >= 100 ? fmt::format("{:.0f} µs", us) : fmt::format("{:.1f} µs", us);
}

std::string findingBytes(std::int64_t bytes)
{
    constexpr std::int64_t kMib = std::int64_t { 1024 } * 1024;
    if (bytes < 1024) {
        return fmt::format("{} B", bytes);
    }
    return bytes >= kMib ? fmt::format("{} MiB", bytes / kMib) : fmt::format("{} KiB", bytes / 1024);
}

bool makesMask(const FindingEvidence& evidence, const KernelRow& row)
{
    constexpr std::string_view kMakers[] { "aten::tril", "aten::triu", "aten::tril_", "aten::triu_" };
    const auto ops = evidence.opNames(row);
    return std::find_first_of(ops.begin(), ops.end(), std::begin(kMakers), std::end(kMakers)) != ops.end();
}

} // namespace attnscope
