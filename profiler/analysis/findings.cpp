// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/findings.h"

#include "profiler/analysis/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace attnscope {
namespace {

// What every rule looks at: the recorded steps' GPU work with its decoded names and launches.
struct Evidence {
    const Trace& trace;
    const VariantView& variant;
    std::vector<KernelRow> rows; ///< of recorded steps only
    std::int64_t forwards = 1;
    Ns gpuTime = 0; ///< sum over all rows

    [[nodiscard]] const Workload* workload() const { return trace.session() ? &trace.session()->workload : nullptr; }
    [[nodiscard]] std::vector<std::string_view> opNames(const KernelRow& row) const
    {
        std::vector<std::string_view> names;
        if (row.api) {
            for (SpanRef op : trace.opChainOf(*row.api)) {
                names.push_back(trace.name(op));
            }
        }
        return names;
    }
};

// A time as the sentence says it: "126 µs", "1.20 ms", "0.7 µs".
std::string timeText(double ns)
{
    const double us = ns / 1000;
    if (us >= 1000) {
        return fmt::format("{:.2f} ms", us / 1000);
    }
    return us >= 100 ? fmt::format("{:.0f} µs", us) : fmt::format("{:.1f} µs", us);
}

std::string bytesText(std::int64_t bytes)
{
    constexpr std::int64_t kMib = std::int64_t { 1024 } * 1024;
    return bytes >= kMib ? fmt::format("{} MiB", bytes / kMib) : fmt::format("{} KiB", bytes / 1024);
}

// The rows that a test holds for, as the body of a finding: mean cost, share, and the first step's spans.
template<typename Test>
std::optional<Finding> findingWhere(const Evidence& evidence, const char* code, Test test)
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

std::string costText(const Finding& finding)
{
    const double percent = 100 * finding.share.value_or(0);
    return fmt::format("{}, {} % of this forward's GPU time",
        timeText(static_cast<double>(finding.gpuNsPerForward.value_or(0))),
        percent < 1 ? std::string("under 1") : fmt::format("{:.0f}", percent));
}

// masked_fill clones its input; the copy is a Memcpy below that op.
std::optional<Finding> maskedFillCopies(const Evidence& evidence)
{
    std::int64_t bytes = 0;
    auto finding = findingWhere(evidence, "masked-fill-copies", [&](const KernelRow& row) {
        if (evidence.trace.kind(row.span) != SpanKind::Memcpy) {
            return false;
        }
        const auto ops = evidence.opNames(row);
        const bool below = std::find(ops.begin(), ops.end(), "aten::masked_fill") != ops.end();
        bytes = below ? std::max(bytes, row.facts.bytes.value_or(0)) : bytes;
        return below;
    });
    if (finding) {
        const std::string what = bytes > 0 ? fmt::format("{} of scores", bytesText(bytes)) : std::string("its input");
        finding->sentence =
            fmt::format("masked_fill copies {} first: {}; masked_fill_ does not.", what, costText(*finding));
    }
    return finding;
}

// The inputs are 16 bits wide, the matmul kernels say fp32 on CUDA cores: something upcast them.
std::optional<Finding> upcastMatmuls(const Evidence& evidence)
{
    if (evidence.workload() == nullptr || evidence.workload()->dtype == DType::Float32) {
        return std::nullopt;
    }
    auto finding = findingWhere(evidence, "matmul-upcast-to-fp32", [](const KernelRow& row) {
        return row.decoded->group == RoleGroup::Matmul && row.verdict.unit == MathUnit::CudaCore
            && row.decoded->inputDtype == "fp32";
    });
    if (finding) {
        finding->sentence = fmt::format("The inputs are {}, but {} matmul {} in fp32 on CUDA cores: {}.",
            toString(evidence.workload()->dtype), finding->evidence.size(),
            finding->evidence.size() == 1 ? "kernel computes" : "kernels compute", costText(*finding));
    }
    return finding;
}

std::optional<Finding> maskIsRebuilt(const Evidence& evidence)
{
    // Ops that make a triangular mask; the recording of every step holds them again.
    static const std::set<std::string_view> kMakers { "aten::tril", "aten::triu", "aten::tril_", "aten::triu_" };
    std::set<int> steps;
    auto finding = findingWhere(evidence, "mask-rebuilt", [&](const KernelRow& row) {
        const auto ops = evidence.opNames(row);
        const bool makes =
            std::any_of(ops.begin(), ops.end(), [](std::string_view op) { return kMakers.contains(op); });
        if (makes) {
            steps.insert(row.step);
        }
        return makes;
    });
    if (!finding || static_cast<std::int64_t>(steps.size()) != evidence.forwards) {
        return std::nullopt;
    }
    finding->sentence = fmt::format(
        "The causal mask is built again in every forward; its triangle alone takes {}.", costText(*finding));
    return finding;
}

// A vector width of one element in the kernel's name: the shape is not a multiple of what the fast kernels load.
std::optional<Finding> misalignedMatmuls(const Evidence& evidence)
{
    auto finding = findingWhere(evidence, "misaligned-matmul", [&](const KernelRow& row) {
        return row.decoded->group == RoleGroup::Matmul
            && evidence.trace.name(row.span).find("_align1") != std::string_view::npos && evidence.workload() != nullptr
            && evidence.workload()->dtype != DType::Float32;
    });
    if (!finding) {
        return finding;
    }
    const Workload& w = *evidence.workload();
    std::string odd;
    for (auto [what, size] :
        { std::pair { "sequence", w.seq }, { "key sequence", w.kvSeq }, { "head size", w.headDim } }) {
        if (size % 8 != 0 && odd.empty()) {
            odd = fmt::format(" ({} {} is not a multiple of 8)", what, size);
        }
    }
    finding->sentence =
        fmt::format("{} matmul {} one element at a time, align1 in the name{}: {}.", finding->evidence.size(),
            finding->evidence.size() == 1 ? "kernel loads" : "kernels load", odd, costText(*finding));
    return finding;
}

std::optional<Finding> cpuIsTheLimit(const Evidence& evidence)
{
    const VariantResult* result = evidence.variant.result;
    if (result == nullptr || !result->gpuTiming || !result->cpuTiming || evidence.forwards == 0) {
        return std::nullopt;
    }
    const double cpu = result->cpuTiming->medianUs;
    const double busy = static_cast<double>(evidence.gpuTime) / static_cast<double>(evidence.forwards) / 1000;
    // A full launch queue makes the CPU wait, too; then the GPU has no gaps and its forward takes as long as its work.
    constexpr double kGaps = 1.1;
    if (busy <= 0 || cpu <= busy || result->gpuTiming->medianUs < kGaps * busy) {
        return std::nullopt;
    }
    Finding finding;
    finding.code = "cpu-bound";
    finding.sentence = fmt::format("A forward takes {} of CPU to launch {} of GPU work: the GPU waits for the CPU.",
        timeText(cpu * 1000), timeText(busy * 1000));
    for (const KernelRow& row : evidence.rows) {
        if (row.step == evidence.rows.front().step && row.api) {
            finding.evidence.push_back(*row.api);
        }
    }
    return finding;
}

// Attention kernels trade occupancy for registers and shared memory; the number explains what a profiler shows.
std::optional<Finding> lowOccupancy(const Evidence& evidence)
{
    constexpr double kLow = 25;
    const KernelRow* longest = nullptr;
    for (const KernelRow& row : evidence.rows) {
        const bool isLow = row.decoded->group == RoleGroup::Attention && row.occupancy.percent.value_or(100) < kLow;
        if (isLow
            && (longest == nullptr || evidence.trace.duration(row.span) > evidence.trace.duration(longest->span))) {
            longest = &row;
        }
    }
    if (longest == nullptr || longest->occupancy.limiter.empty()) {
        return std::nullopt;
    }
    Finding finding;
    finding.code = "low-occupancy-by-design";
    finding.sentence = fmt::format("{} can hold {:.3g} % of the warp slots: {} {} {} on a multiprocessor.",
        longest->decoded->label, *longest->occupancy.percent,
        longest->facts.registers && longest->occupancy.limiter == "registers"
            ? fmt::format("{} registers a thread leave", *longest->facts.registers)
            : fmt::format("what it needs of {} leaves", longest->occupancy.limiter),
        longest->occupancy.blocksPerSm, longest->occupancy.blocksPerSm == 1 ? "block" : "blocks");
    finding.evidence.push_back(longest->span);
    return finding;
}

std::optional<Finding> notANumber(const Evidence& evidence)
{
    const VariantResult* result = evidence.variant.result;
    if (result == nullptr || result->nanCount.value_or(0) <= 0) {
        return std::nullopt;
    }
    Finding finding;
    finding.code = "nan-in-output";
    finding.sentence = fmt::format("{} elements of the output are NaN.", *result->nanCount);
    return finding;
}

} // namespace

std::vector<Finding> findingsOf(const Trace& trace, const VariantView& variant)
{
    if (variant.result != nullptr && variant.result->status != VariantStatus::Done) {
        return {};
    }
    Evidence evidence { trace, variant, kernelRows(trace, variant), 1, 0 };
    // Work outside the steps of a foreign trace says nothing about a forward.
    if (!variant.steps.empty()) {
        std::erase_if(evidence.rows, [](const KernelRow& row) { return row.step < 0; });
        evidence.forwards = static_cast<std::int64_t>(variant.steps.size());
    }
    for (const KernelRow& row : evidence.rows) {
        evidence.gpuTime += trace.duration(row.span);
    }
    std::vector<Finding> findings;
    for (auto* rule : { maskedFillCopies, upcastMatmuls, maskIsRebuilt, misalignedMatmuls, cpuIsTheLimit, lowOccupancy,
             notANumber }) {
        if (auto finding = rule(evidence)) {
            findings.push_back(std::move(*finding));
        }
    }
    std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
        return a.gpuNsPerForward.value_or(-1) > b.gpuNsPerForward.value_or(-1);
    });
    return findings;
}

} // namespace attnscope
