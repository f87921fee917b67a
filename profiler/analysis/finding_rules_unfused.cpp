// SPDX-License-Identifier: GPL-3.0-or-later
// Rules about attention that is not one fused kernel: what stands around and between its matmuls, and what that moves through memory.
#include "profiler/analysis/finding_evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace attnscope {
namespace {

constexpr double kWorthSaying = 0.05; ///< of the GPU time: less is no reason to change anything

bool guardsSoftmax(const FindingEvidence& evidence, const KernelRow& row)
{
    return evidence.isBelow(row, "aten::_safe_softmax") && !evidence.isBelow(row, "aten::_softmax");
}

// A copy by a kernel of this op: to another type, since neither the device nor the layout changes in attention of ours.
bool convertsTypes(const FindingEvidence& evidence, const KernelRow& row)
{
    return evidence.trace.kind(row.span) == SpanKind::Kernel && row.decoded->group == RoleGroup::Copy
        && evidence.isBelow(row, "aten::_to_copy");
}

// From the first matmul of each step to its last one.
std::map<int, TimeRange> matmulRanges(const FindingEvidence& evidence)
{
    std::map<int, TimeRange> ranges;
    for (const KernelRow& row : evidence.rows) {
        if (row.decoded->group == RoleGroup::Matmul) {
            const Ns start = evidence.trace.start(row.span);
            TimeRange& range = ranges.try_emplace(row.step, TimeRange { start, start }).first->second;
            range = { std::min(range.begin, start), std::max(range.end, start) };
        }
    }
    return ranges;
}

// Queries, keys, values and the output, read or written once.
std::int64_t tensorBytes(const Workload& w)
{
    const std::int64_t queries = w.batch * w.heads * w.seq * w.headDim;
    const std::int64_t keys = w.batch * w.kvHeads * w.kvSeq * w.headDim;
    return 2 * (queries + keys) * bytesOf(w.dtype);
}

// In powers of ten, as DRAM rates are.
std::string trafficText(double bytes)
{
    return bytes >= 1e9 ? fmt::format("{:.2f} GB", bytes / 1e9)
        : bytes >= 1e6  ? fmt::format("{:.1f} MB", bytes / 1e6)
                        : fmt::format("{:.0f} kB", bytes / 1e3);
}

} // namespace

std::optional<Finding> guardedSoftmax(const FindingEvidence& evidence)
{
    auto finding =
        findingWhere(evidence, "softmax-guarded", [&](const KernelRow& row) { return guardsSoftmax(evidence, row); });
    if (!finding) {
        return finding;
    }
    const std::string count = std::to_string(finding->evidence.size());
    const std::string cost = evidence.costText(*finding);
    const Workload* workload = evidence.workload();
    // Under a causal mask of equal lengths every query sees its own key.
    const bool isNeverNeeded = workload != nullptr
        && (workload->mask == MaskKind::None
            || (workload->mask == MaskKind::Causal && workload->seq == workload->kvSeq));
    const bool isOne = finding->evidence.size() == 1;
    const char* needless = isOne
        ? "_safe_softmax guards against queries that see no key, of which this mask leaves none: %1 kernel beside the "
          "softmax itself: %2."
        : "_safe_softmax guards against queries that see no key, of which this mask leaves none: %1 kernels beside the "
          "softmax itself: %2.";
    const char* maybeNeeded = isOne
        ? "_safe_softmax guards against queries that see no key: %1 kernel beside the softmax itself: %2."
        : "_safe_softmax guards against queries that see no key: %1 kernels beside the softmax itself: %2.";
    finding->sentence = evidence.words(isNeverNeeded ? needless : maybeNeeded, { count, cost });
    return finding;
}

std::optional<Finding> typeConversions(const FindingEvidence& evidence)
{
    if (evidence.workload() == nullptr || evidence.workload()->dtype == DType::Float32) {
        return std::nullopt;
    }
    auto finding =
        findingWhere(evidence, "type-conversions", [&](const KernelRow& row) { return convertsTypes(evidence, row); });
    if (!finding || finding->share.value_or(0) < kWorthSaying) {
        return std::nullopt;
    }
    const bool isOne = finding->evidence.size() == 1;
    finding->sentence = evidence.words(isOne ? "%1 kernel only converts between %2 and another type: %3."
                                             : "%1 kernels only convert between %2 and another type: %3.",
        { std::to_string(finding->evidence.size()), toString(evidence.workload()->dtype),
            evidence.costText(*finding) });
    return finding;
}

std::optional<Finding> workBetweenMatmuls(const FindingEvidence& evidence)
{
    if (evidence.workload() == nullptr) {
        return std::nullopt; // elsewhere a softmax between matmuls need not be attention's
    }
    const std::map<int, TimeRange> between = matmulRanges(evidence);
    bool hasSoftmax = false;
    auto finding = findingWhere(evidence, "scores-in-memory", [&](const KernelRow& row) {
        const RoleGroup group = row.decoded->group;
        const auto range = between.find(row.step);
        if (range == between.end() || !range->second.contains(evidence.trace.start(row.span))) {
            return false;
        }
        hasSoftmax = hasSoftmax || group == RoleGroup::Softmax;
        const bool works = group == RoleGroup::Softmax || group == RoleGroup::Mask || group == RoleGroup::Elementwise;
        return works && !guardsSoftmax(evidence, row) && !makesMask(evidence, row);
    });
    if (!hasSoftmax || !finding || finding->share.value_or(0) < kWorthSaying) {
        return std::nullopt;
    }
    const bool isOne = finding->evidence.size() == 1;
    finding->sentence = evidence.words(isOne
            ? "Between the matmuls, the scores (%1 as %2) go through memory for %3 kernel of its own: %4; a fused "
              "kernel keeps them on the chip."
            : "Between the matmuls, the scores (%1 as %2) go through memory for %3 kernels of their own: %4; a fused "
              "kernel keeps them on the chip.",
        { findingBytes(scoreBytes(*evidence.workload())), toString(evidence.workload()->dtype),
            std::to_string(finding->evidence.size()), evidence.costText(*finding) });
    return finding;
}

std::optional<Finding> memoryTraffic(const FindingEvidence& evidence)
{
    constexpr double kMuch = 2; ///< times the bytes that have to be moved
    const Workload* workload = evidence.workload();
    if (workload == nullptr || workload->direction != Direction::Forward || workload->layers != 1) {
        return std::nullopt;
    }
    std::int64_t moved = 0;
    for (const KernelRow& row : evidence.rows) {
        if (row.step != evidence.rows.front().step || evidence.trace.kind(row.span) != SpanKind::Kernel) {
            continue;
        }
        if (!row.facts.dramReadBytes || !row.facts.dramWriteBytes) {
            return std::nullopt; // a part of the traffic is no figure for a forward
        }
        moved += *row.facts.dramReadBytes + *row.facts.dramWriteBytes;
    }
    const auto least = static_cast<double>(tensorBytes(*workload));
    const double times = static_cast<double>(moved) / least;
    if (times < kMuch) {
        return std::nullopt;
    }
    Finding finding;
    finding.code = "memory-traffic";
    finding.sentence = evidence.words("The kernels of one forward move %1 through DRAM (counter pass), %2 times the "
                                      "queries, keys, values and output (%3).",
        { trafficText(static_cast<double>(moved)), fmt::format("{:.3g}", times), trafficText(least) });
    return finding;
}

} // namespace attnscope
