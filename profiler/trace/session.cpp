// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/session.h"

#include <algorithm>
#include <fmt/format.h>

#include <array>
#include <limits>
#include <utility>

namespace attnscope {
namespace {

constexpr std::array<std::pair<DType, std::string_view>, 3> kDTypes { {
    { DType::BFloat16, "bf16" },
    { DType::Float16, "fp16" },
    { DType::Float32, "fp32" },
} };
constexpr std::array<std::pair<MaskKind, std::string_view>, 3> kMasks { {
    { MaskKind::None, "none" },
    { MaskKind::Causal, "causal" },
    { MaskKind::Padding, "padding" },
} };
constexpr std::array<std::pair<Direction, std::string_view>, 2> kDirections { {
    { Direction::Forward, "forward" },
    { Direction::Training, "training" },
} };

constexpr std::array<std::pair<RecordLevel, std::string_view>, 4> kLevels { {
    { RecordLevel::Kernels, "kernels" },
    { RecordLevel::Api, "api" },
    { RecordLevel::Ops, "ops" },
    { RecordLevel::Full, "full" },
} };

template<typename Table, typename Value>
std::string_view textOf(const Table& table, Value value)
{
    for (const auto& [candidate, text] : table) {
        if (candidate == value) {
            return text;
        }
    }
    return {};
}

template<typename Value, typename Table>
std::optional<Value> valueOf(const Table& table, std::string_view wanted)
{
    for (const auto& [candidate, text] : table) {
        if (text == wanted) {
            return candidate;
        }
    }
    return std::nullopt;
}

/// Product of sizes; the largest int64 where it would not fit.
std::int64_t saturatingProduct(std::initializer_list<std::int64_t> factors)
{
    std::int64_t product = 1;
    for (std::int64_t factor : factors) {
        if (__builtin_mul_overflow(product, factor, &product)) {
            return std::numeric_limits<std::int64_t>::max();
        }
    }
    return product;
}

} // namespace

std::string_view toString(DType value)
{
    return textOf(kDTypes, value);
}
std::string_view toString(MaskKind value)
{
    return textOf(kMasks, value);
}
std::string_view toString(Direction value)
{
    return textOf(kDirections, value);
}
std::string_view toString(RecordLevel value)
{
    return textOf(kLevels, value);
}
std::optional<DType> parseDType(std::string_view text)
{
    return valueOf<DType>(kDTypes, text);
}
std::optional<MaskKind> parseMask(std::string_view text)
{
    return valueOf<MaskKind>(kMasks, text);
}
std::optional<Direction> parseDirection(std::string_view text)
{
    return valueOf<Direction>(kDirections, text);
}
std::optional<RecordLevel> parseRecordLevel(std::string_view text)
{
    return valueOf<RecordLevel>(kLevels, text);
}

std::int64_t bytesOf(DType value)
{
    return value == DType::Float32 ? 4 : 2;
}

std::string_view toString(VariantStatus value)
{
    switch (value) {
    case VariantStatus::Done:
        return "done";
    case VariantStatus::Refused:
        return "refused";
    case VariantStatus::Failed:
        return "failed";
    case VariantStatus::Cancelled:
        return "cancelled";
    }
    return "failed";
}

std::int64_t scoreBytes(const Workload& workload)
{
    return saturatingProduct({ workload.batch, workload.heads, workload.seq, workload.kvSeq, bytesOf(workload.dtype) });
}

double matmulFlop(const Workload& workload)
{
    // Two matmuls (Q·Kᵀ and P·V), two operations (multiply, add) for each element of the sum.
    return 4.0 * static_cast<double>(workload.batch) * static_cast<double>(workload.heads)
        * static_cast<double>(workload.seq) * static_cast<double>(workload.kvSeq)
        * static_cast<double>(workload.headDim) * static_cast<double>(workload.layers);
}

std::vector<WorkloadProblem> validate(const Workload& workload)
{
    std::vector<WorkloadProblem> problems;
    auto positive = [&](std::string_view option, std::string_view what, std::int64_t value) {
        if (value <= 0) {
            problems.push_back({ std::string(option), fmt::format("{} must be at least 1, not {}.", what, value) });
        }
        return value > 0;
    };
    bool sizes = positive("--batch", "The batch size", workload.batch);
    sizes = positive("--seq", "The query length", workload.seq) && sizes;
    sizes = positive("--kv-seq", "The key length", workload.kvSeq) && sizes;
    sizes = positive("--head-dim", "The head size", workload.headDim) && sizes;
    positive("--layers", "The number of layers", workload.layers);
    bool heads = positive("--heads", "The number of heads", workload.heads);
    heads = positive("--kv-heads", "The number of key and value heads", workload.kvHeads) && heads;
    if (heads && workload.heads % workload.kvHeads != 0) {
        problems.push_back({ "--kv-heads",
            fmt::format("{} query heads cannot be shared evenly by {} key and value heads.", workload.heads,
                workload.kvHeads) });
    }
    if (!(workload.dropout >= 0.0 && workload.dropout < 1.0)) {
        problems.push_back({ "--dropout", fmt::format("Dropout must be in [0, 1), not {}.", workload.dropout) });
    }
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    if (sizes && heads && scoreBytes(workload) == kMost) {
        problems.push_back({ "--seq", "The score matrix of this shape has more bytes than a 64-bit number counts." });
    }
    if (sizes && heads
        && saturatingProduct(
               { workload.batch, workload.heads, std::max(workload.seq, workload.kvSeq), workload.headDim, 4 })
            == kMost) {
        problems.push_back({ "--head-dim", "The tensors of this shape have more bytes than a 64-bit number counts." });
    }
    return problems;
}

const VariantName* builtInVariant(std::string_view name)
{
    const auto* const found = std::find_if(
        kVariants.begin(), kVariants.end(), [name](const VariantName& variant) { return variant.name == name; });
    return found == kVariants.end() ? nullptr : found;
}

} // namespace attnscope
