// SPDX-License-Identifier: GPL-3.0-or-later
// What the rules of findings.h share: the recorded work they look at, and how they say a cost. For the files of the rules alone. Pure;
// any thread.
#pragma once

#include "profiler/analysis/findings.h"
#include "profiler/analysis/tables.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope {

// What every rule looks at: the recorded steps' GPU work with its decoded names and launches.
struct FindingEvidence {
    const Trace& trace;
    const VariantView& variant;
    std::vector<KernelRow> rows; ///< of recorded steps only
    std::int64_t forwards = 1;
    Ns gpuTime = 0; ///< sum over all rows
    Translate translate = nullptr;

    [[nodiscard]] std::string words(const char* phrase, std::initializer_list<std::string_view> values = {}) const
    {
        return say(translate, phrase, values);
    }

    [[nodiscard]] const Workload* workload() const { return trace.session() ? &trace.session()->workload : nullptr; }
    /// Of the operators around the launch; empty without one.
    [[nodiscard]] std::vector<std::string_view> opNames(const KernelRow& row) const;
    [[nodiscard]] bool isBelow(const KernelRow& row, std::string_view op) const;
    /// "126 µs, 12 % of this forward's GPU time"
    [[nodiscard]] std::string costText(const Finding& finding) const;
};

// The rows that a test holds for, as the body of a finding: mean cost, share, and the first step's spans.
template<typename Test>
std::optional<Finding> findingWhere(const FindingEvidence& evidence, const char* code, Test test)
{
    Finding finding;
    finding.code = code;
    Ns total = 0;
    for (const KernelRow& row : evidence.rows) {
        if (!test(row)) {
            continue;
        }
        total += evidence.trace.duration(row.span);
        if (row.step == evidence.rows.front().step) {
            finding.evidence.push_back(row.span);
        }
    }
    if (finding.evidence.empty() || evidence.gpuTime <= 0) {
        return std::nullopt;
    }
    finding.gpuNsPerForward = total / evidence.forwards;
    finding.share = static_cast<double>(total) / static_cast<double>(evidence.gpuTime);
    return finding;
}

/// "126 µs", "1.20 ms", "0.7 µs"
[[nodiscard]] std::string findingTime(double ns);
/// "256 MiB"
[[nodiscard]] std::string findingBytes(std::int64_t bytes);
/// Ops that make a triangular mask.
[[nodiscard]] bool makesMask(const FindingEvidence& evidence, const KernelRow& row);

/// What to do about each, with the times of variants of the same recording that do without; in finding_advice.cpp.
void advise(const FindingEvidence& evidence, std::vector<Finding>& findings);

// Of attention that is not fused; in finding_rules_unfused.cpp.
[[nodiscard]] std::optional<Finding> guardedSoftmax(const FindingEvidence& evidence);
[[nodiscard]] std::optional<Finding> typeConversions(const FindingEvidence& evidence);
[[nodiscard]] std::optional<Finding> workBetweenMatmuls(const FindingEvidence& evidence);
[[nodiscard]] std::optional<Finding> memoryTraffic(const FindingEvidence& evidence);

} // namespace attnscope
