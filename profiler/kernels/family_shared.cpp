// SPDX-License-Identifier: GPL-3.0-or-later
//
// What several families share: the letters and digits of matrix operations. Source of the letters and digits:
// NVIDIA/cutlass@7107b055 python/cutlass_library/gemm_operation.py (core_name, procedural_name).
#include "profiler/kernels/families.h"

#include <array>
#include <utility>

namespace attnscope::kernels {
namespace {

using Entry = std::pair<std::string_view, std::string_view>;

constexpr std::array kInstructions = std::to_array<Entry>({
    { "16816", "mma.sync m16n8k16" },
    { "1688", "mma.sync m16n8k8" },
    { "884", "mma.sync m8n8k4" },
    { "1684", "mma.sync m16n8k4" },
    { "8816", "mma.sync m8n8k16" },
    { "8832", "mma.sync m8n8k32" },
    { "88128", "mma.sync m8n8k128" },
    { "16832", "mma.sync m16n8k32" },
    { "16864", "mma.sync m16n8k64" },
    { "168128", "mma.sync m16n8k128" },
    { "168256", "mma.sync m16n8k256" },
    { "161616", "wmma 16x16x16" },
    { "32816", "wmma 32x8x16" },
    { "83216", "wmma 8x32x16" },
});

constexpr std::array<std::string_view, 24> kOperations { "gemm", "spgemm", "fprop", "dgrad", "wgrad", "fprop3d",
    "dgrad3d", "wgrad3d", "cudnn", "cscgemm",
    "gemv", // never with digits; kept so that the letter is read
    "hpgemm", "deconv", "gemmex", "implicit", "symm", "hemm", "syrk", "herk", "syr2k", "her2k", "trmm", "trsm",
    "rank" };

} // namespace

void setKind(DecodedKernel& out, std::string_view family, std::string_view role, MathUnit unit)
{
    out.family = family;
    out.role = role;
    out.mathUnit = unit;
}

void setKnown(std::string& field, std::string_view value)
{
    if (!value.empty())
        field.assign(value.data(), value.size());
}

std::string instructionOfDigits(std::string_view digits)
{
    for (const auto& [key, instruction] : kInstructions) {
        if (key == digits)
            return std::string(instruction);
    }
    return {};
}

std::string_view accumulatorOfLetter(char letter)
{
    switch (letter) {
    case 's':
        return "fp32";
    case 'h':
        return "fp16";
    case 'd':
        return "fp64";
    case 'i':
        return "int32";
    case 'c':
        return "fp32 complex";
    case 'z':
        return "fp64 complex";
    default:
        return {};
    }
}

std::string_view scalarInstructionOfLetter(char letter)
{
    switch (letter) {
    case 's':
    case 'c':
        return "FFMA";
    case 'd':
    case 'z':
        return "DFMA";
    case 'h':
        return "HFMA2";
    case 'i':
        return "DP4A";
    default:
        return {};
    }
}

OperationToken parseOperation(std::string_view token)
{
    OperationToken result;
    if (token.empty())
        return result;
    std::string_view rest = token;
    // "gcgemm", "gzgemm": complex products by Gauss' three multiplications.
    if (startsWith(rest, "gc") || startsWith(rest, "gz"))
        rest.remove_prefix(1);
    const bool hasLetter =
        !accumulatorOfLetter(rest.front()).empty() && !startsWith(rest, "implicit") && !startsWith(rest, "dgrad");
    if (hasLetter) {
        result.letter = rest.front();
        rest.remove_prefix(1);
    }
    result.instruction = leadingDimensions(rest);
    rest.remove_prefix(result.instruction.size());
    for (const std::string_view operation : kOperations) {
        const std::size_t at = rest.find(operation);
        if (at == std::string_view::npos)
            continue;
        const std::string_view type = rest.substr(0, at);
        if (!type.empty() && dtypeOfToken(type).empty() && type != "xor" && type != "and")
            continue;
        const std::string_view tail = rest.substr(at + operation.size());
        if (!tail.empty() && operation != "implicit")
            continue;
        result.type = type;
        result.operation = operation;
        return result;
    }
    return {};
}

} // namespace attnscope::kernels
