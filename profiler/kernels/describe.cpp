// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/describe.h"

#include "profiler/kernels/kernel_sentences.h"
#include "profiler/kernels/role_words.h"

#include <array>
#include <utility>

namespace attnscope::kernels {
namespace {

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

std::string_view attentionLabel(std::string_view family)
{
    if (startsWith(family, "flash-attention") || family == "flashinfer")
        return "flash attention";
    if (family == "mem-efficient")
        return "efficient attention";
    if (family == "cudnn")
        return "cuDNN attention";
    return "attention";
}

std::string labelOfAttention(const DecodedKernel& kernel)
{
    if (isAttentionStep(kernel))
        return "attention " + std::string(attentionStep(kernel.rule));
    std::string label(attentionLabel(kernel.family));
    if (kernel.role == "attention-backward")
        label += " backward";
    return label;
}

// The direction of a copy by the words a recorder may use: "HtoD", "Host-to-Device", "CopyHostToDevice", "H2D".
std::string_view directionOf(std::string_view text)
{
    struct Direction {
        std::string_view name, longName, plainName, digitName;
    };
    static constexpr std::array<Direction, 5> kDirections { { { "HtoD", "Host-to-Device", "HostToDevice", "H2D" },
        { "DtoH", "Device-to-Host", "DeviceToHost", "D2H" }, { "DtoD", "Device-to-Device", "DeviceToDevice", "D2D" },
        { "PtoP", "Peer-to-Peer", "PeerToPeer", "P2P" }, { "HtoH", "Host-to-Host", "HostToHost", "H2H" } } };
    for (const Direction& direction : kDirections) {
        if (contains(text, direction.name) || contains(text, direction.longName) || contains(text, direction.plainName)
            || contains(text, direction.digitName))
            return direction.name;
    }
    return {};
}

// "Memcpy HtoD (Pageable -> Device)" → "Memcpy HtoD"; "[CUDA memcpy Host-to-Device]" and "CopyHostToDevice" likewise.
std::string labelOfMemoryOperation(std::string_view text)
{
    if (const std::string_view direction = directionOf(text.substr(0, 128)); !direction.empty())
        return "Memcpy " + std::string(direction);
    const std::size_t bracket = text.find(" (");
    return std::string(text.substr(0, bracket));
}

// The operation of "ncclDevKernel_AllReduce_Sum_bf16_RING_LL".
std::string labelOfCollective(std::string_view base)
{
    const Pieces pieces = splitUnderscores(base);
    if (!startsWith(base, "nccl") || pieces.size() < 2)
        return "collective";
    // "ncclAllReduceRingLLKernel_sum_f32": before 2.10 the operation stood in front.
    std::string_view first = pieces[0].substr(4);
    for (const std::string_view operation :
        { "AllReduce", "AllGather", "ReduceScatter", "Broadcast", "SendRecv", "Reduce" }) {
        if (startsWith(first, operation))
            return std::string(operation);
    }
    return std::string(pieces[1]);
}

// Names of no known kind stand for themselves, cut where they would not fit anyway.
std::string labelOfName(std::string_view base)
{
    constexpr std::size_t kLongest = 32;
    if (base.size() <= kLongest)
        return std::string(base);
    std::size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(base[end]) & 0xC0U) == 0x80U) // not inside a UTF-8 character
        --end;
    return std::string(base.substr(0, end)).append(kEllipsis);
}

std::string_view withoutSuffix(std::string_view base)
{
    for (const std::string_view suffix :
        { std::string_view("_kernel"), std::string_view("_kernel_impl"), std::string_view("Kernel") }) {
        if (base.size() > suffix.size() && endsWith(base, suffix))
            return base.substr(0, base.size() - suffix.size());
    }
    return base;
}

// Norms by the word in the name, for families whose readers know only the role.
std::string_view labelOfNorm(std::string_view base)
{
    const std::string lower = lowerCase(base.substr(0, 128));
    for (const auto& [word, label] :
        { std::pair<std::string_view, std::string_view> { "rms", "RMS norm" }, { "layer", "layer norm" },
            { "ln_", "layer norm" }, { "group", "group norm" }, { "batch", "batch norm" }, { "bn_", "batch norm" } }) {
        if (contains(lower, word))
            return label;
    }
    return "norm";
}

// Families of helpers, whose functions' names say more than the role.
bool isNamedHelper(const DecodedKernel& kernel, const RoleWords& words)
{
    if (kernel.role == "auxiliary")
        return true;
    const bool isHelperFamily = kernel.family == "other" || kernel.family == "vllm" || kernel.family == "flashinfer"
        || kernel.family == "tensorrt-llm" || kernel.family == "rocm-aiter";
    return isHelperFamily && words.group != RoleGroup::Matmul;
}

std::string labelOf(const KernelText& kernel, const DecodedKernel& out, const RoleWords* words)
{
    if (out.family == "memcpy")
        return labelOfMemoryOperation(kernel.text);
    if (out.family == "memset")
        return "Memset";
    if (out.group == RoleGroup::Attention)
        return labelOfAttention(out);
    if (words == nullptr)
        return labelOfName(kernel.base);
    if (out.role == "collective")
        return labelOfCollective(kernel.base);
    if (out.role == "norm")
        return std::string(labelOfNorm(kernel.base));
    if (isNamedHelper(out, *words))
        return labelOfName(withoutSuffix(kernel.base));
    std::string label(words->label);
    const bool showsTile = out.role == "gemm" || out.role == "conv";
    if (const std::string tile = showsTile ? tileForPeople(out.tile) : std::string(); !tile.empty())
        label += ' ' + tile;
    return label;
}

} // namespace

void describe(const KernelText& kernel, DecodedKernel& out)
{
    const RoleWords* words = wordsOf(out.role);
    out.group = words != nullptr ? words->group : RoleGroup::Other;
    // "attention" is known even where a cut hides whether it is the forward pass.
    if (words == nullptr && startsWith(out.family, "flash-attention"))
        out.group = RoleGroup::Attention;
    if (out.label.empty())
        out.label = labelOf(kernel, out, words);
    out.detail = detailIn(out, nullptr);
    out.sentence = sentenceIn(out, nullptr);
}

} // namespace attnscope::kernels
