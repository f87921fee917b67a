// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/findings.h"

#include "profiler/analysis/finding_evidence.h"
#include "profiler/kernels/kernel_sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace attnscope {
namespace {

// masked_fill clones its input; the copy is a Memcpy below that op.
std::optional<Finding> maskedFillCopies(const FindingEvidence& evidence)
{
    std::int64_t bytes = 0;
    auto finding = findingWhere(evidence, "masked-fill-copies", [&](const KernelRow& row) {
        const bool isClone = evidence.trace.kind(row.span) == SpanKind::Memcpy
            && row.decoded->label.find("DtoD") != std::string::npos; // a mask or a number may come from the host
        if (!isClone) {
            return false;
        }
        const bool below = evidence.isBelow(row, "aten::masked_fill");
        bytes = below ? std::max(bytes, row.facts.bytes.value_or(0)) : bytes;
        return below;
    });
    if (finding) {
        // In a recording of ours the input is the score matrix; elsewhere it may be anything.
        const std::string cost = evidence.costText(*finding);
        const std::string size = findingBytes(bytes);
        finding->sentence = bytes <= 0
            ? evidence.words("masked_fill copies its input first: %1; masked_fill_ does not.", { cost })
            : evidence.words(evidence.trace.session()
                    ? "masked_fill copies %1 of scores first: %2; masked_fill_ does not."
                    : "masked_fill copies its input (up to %1) first: %2; masked_fill_ does not.",
                { size, cost });
    }
    return finding;
}

// The inputs are 16 bits wide, the matmul kernels say fp32 on CUDA cores: something upcast them.
std::optional<Finding> upcastMatmuls(const FindingEvidence& evidence)
{
    if (evidence.workload() == nullptr || evidence.workload()->dtype == DType::Float32) {
        return std::nullopt;
    }
    auto finding = findingWhere(evidence, "matmul-upcast-to-fp32", [](const KernelRow& row) {
        // The sum of a split product is fp32 by right, whatever was multiplied.
        const bool isProduct = row.decoded->role == "gemm" || row.decoded->role == "gemv";
        return isProduct && row.verdict.unit == MathUnit::CudaCore && row.decoded->inputDtype == "fp32";
    });
    if (finding) {
        finding->sentence = evidence.words(finding->evidence.size() == 1
                ? "The inputs are %1, but %2 matmul kernel computes in fp32 on CUDA cores: %3."
                : "The inputs are %1, but %2 matmul kernels compute in fp32 on CUDA cores: %3.",
            { toString(evidence.workload()->dtype), std::to_string(finding->evidence.size()),
                evidence.costText(*finding) });
    }
    return finding;
}

std::optional<Finding> maskIsRebuilt(const FindingEvidence& evidence)
{
    std::set<int> steps;
    auto finding = findingWhere(evidence, "mask-rebuilt", [&](const KernelRow& row) {
        const bool makes = makesMask(evidence, row);
        if (makes) {
            steps.insert(row.step);
        }
        return makes;
    });
    // One step cannot show that something happens again.
    if (!finding || steps.size() < 2 || static_cast<std::int64_t>(steps.size()) != evidence.forwards) {
        return std::nullopt;
    }
    finding->sentence = evidence.words(evidence.trace.session()
            ? "The causal mask is built again in every forward; its triangle alone takes %1."
            : "tril or triu runs again in every step: %1.",
        { evidence.costText(*finding) });
    return finding;
}

// A vector width of one element in the kernel's name: the shape is not a multiple of what the fast kernels load.
bool loadsOneElement(std::string_view name)
{
    constexpr std::string_view kToken = "_align1";
    const std::size_t at = name.find(kToken);
    const std::size_t next = at + kToken.size();
    return at != std::string_view::npos
        && (next >= name.size() || name[next] < '0' || name[next] > '9'); // not _align16
}

std::optional<Finding> misalignedMatmuls(const FindingEvidence& evidence)
{
    auto finding = findingWhere(evidence, "misaligned-matmul", [&](const KernelRow& row) {
        // Kernels of CUDA cores ("simt") are align1 whatever the shape; only for Tensor Cores is it the slow way out.
        return row.decoded->group == RoleGroup::Matmul && row.verdict.unit == MathUnit::TensorCore
            && loadsOneElement(evidence.trace.name(row.span)) && evidence.workload() != nullptr
            && evidence.workload()->dtype != DType::Float32;
    });
    if (!finding) {
        return finding;
    }
    const bool isOne = finding->evidence.size() == 1;
    const std::string count = std::to_string(finding->evidence.size());
    const std::string cost = evidence.costText(*finding);
    const Workload& w = *evidence.workload();
    struct Size {
        std::int64_t size;
        const char *one, *many;
    };
    const Size sizes[] = {
        { w.seq,
            "%1 matmul kernel loads one element at a time, align1 in the name (sequence %2 is not a multiple of 8): "
            "%3.",
            "%1 matmul kernels load one element at a time, align1 in the name (sequence %2 is not a multiple of 8): "
            "%3." },
        { w.kvSeq,
            "%1 matmul kernel loads one element at a time, align1 in the name (key sequence %2 is not a multiple of "
            "8): "
            "%3.",
            "%1 matmul kernels load one element at a time, align1 in the name (key sequence %2 is not a multiple of "
            "8): "
            "%3." },
        { w.headDim,
            "%1 matmul kernel loads one element at a time, align1 in the name (head size %2 is not a multiple of 8): "
            "%3.",
            "%1 matmul kernels load one element at a time, align1 in the name (head size %2 is not a multiple of 8): "
            "%3." },
    };
    finding->sentence = evidence.words(isOne ? "%1 matmul kernel loads one element at a time, align1 in the name: %3."
                                             : "%1 matmul kernels load one element at a time, align1 in the name: %3.",
        { count, {}, cost });
    for (const Size& size : sizes) {
        if (size.size % 8 != 0) {
            finding->sentence =
                evidence.words(isOne ? size.one : size.many, { count, std::to_string(size.size), cost });
            break;
        }
    }
    return finding;
}

std::optional<Finding> cpuIsTheLimit(const FindingEvidence& evidence)
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
    finding.sentence = evidence.words("A forward takes %1 of CPU to launch %2 of GPU work: the GPU waits for the CPU.",
        { findingTime(cpu * 1000), findingTime(busy * 1000) });
    for (const KernelRow& row : evidence.rows) {
        if (row.step == evidence.rows.front().step && row.api) {
            finding.evidence.push_back(*row.api);
        }
    }
    return finding;
}

// Attention kernels trade occupancy for registers and shared memory; the number explains what a profiler shows.
std::optional<Finding> lowOccupancy(const FindingEvidence& evidence)
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
    // Clusters and slots are no choice of the kernel's resources.
    const std::string limiter = longest != nullptr ? longest->occupancy.limiter : std::string();
    const bool isByResources =
        limiter == "registers" || limiter == "shared memory" || limiter == "registers+shared memory";
    if (longest == nullptr || !isByResources) {
        return std::nullopt;
    }
    Finding finding;
    finding.code = "low-occupancy-by-design";
    const bool isOne = longest->occupancy.blocksPerSm == 1;
    const std::string label = labelIn(longest->decoded->label, evidence.translate);
    const std::string percent = fmt::format("{:.3g}", *longest->occupancy.percent);
    const std::string blocks = std::to_string(longest->occupancy.blocksPerSm);
    if (longest->facts.registers && limiter == "registers") {
        finding.sentence = evidence.words(isOne
                ? "%1 can hold %2 % of the warp slots: %3 registers a thread leave 1 block on a multiprocessor."
                : "%1 can hold %2 % of the warp slots: %3 registers a thread leave %4 blocks on a multiprocessor.",
            { label, percent, std::to_string(*longest->facts.registers), blocks });
    } else {
        finding.sentence = evidence.words(isOne
                ? "%1 can hold %2 % of the warp slots: what it needs of %3 leaves 1 block on a multiprocessor."
                : "%1 can hold %2 % of the warp slots: what it needs of %3 leaves %4 blocks on a multiprocessor.",
            { label, percent,
                evidence.words(limiter == "registers+shared memory" ? "registers and shared memory" : limiter.c_str()),
                blocks });
    }
    finding.evidence.push_back(longest->span);
    return finding;
}

std::optional<Finding> notANumber(const FindingEvidence& evidence)
{
    const VariantResult* result = evidence.variant.result;
    if (result == nullptr || result->nanCount.value_or(0) <= 0) {
        return std::nullopt;
    }
    Finding finding;
    finding.code = "nan-in-output";
    finding.sentence = evidence.words("%1 elements of the output are NaN.", { std::to_string(*result->nanCount) });
    return finding;
}

} // namespace

std::vector<Finding> findingsOf(
    const Trace& trace, const VariantView& variant, Translate translate, const std::atomic<bool>* cancel)
{
    if (variant.result != nullptr && variant.result->status != VariantStatus::Done) {
        return {};
    }
    FindingEvidence evidence { trace, variant, kernelRows(trace, variant, false, cancel), 1, 0, translate };
    if (cancel != nullptr && cancel->load()) {
        return {}; // half of the rows would prove something else
    }
    // Work outside the steps of a foreign trace says nothing about a forward.
    if (!variant.steps.empty()) {
        std::erase_if(evidence.rows, [](const KernelRow& row) { return row.step < 0; });
        evidence.forwards = static_cast<std::int64_t>(variant.steps.size());
    }
    for (const KernelRow& row : evidence.rows) {
        evidence.gpuTime += trace.duration(row.span);
    }
    std::vector<Finding> findings;
    for (auto* rule : { maskedFillCopies, upcastMatmuls, maskIsRebuilt, misalignedMatmuls, guardedSoftmax,
             typeConversions, workBetweenMatmuls, memoryTraffic, cpuIsTheLimit, lowOccupancy, notANumber }) {
        if (auto finding = rule(evidence)) {
            findings.push_back(std::move(*finding));
        }
    }
    advise(evidence, findings);
    std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
        return a.gpuNsPerForward.value_or(-1) > b.gpuNsPerForward.value_or(-1);
    });
    return findings;
}

} // namespace attnscope
