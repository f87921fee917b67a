// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/describe.h"

#include <array>
#include <utility>

namespace attnscope::kernels {
namespace {

constexpr std::string_view kTimes = "\xC3\x97"; // ×
constexpr std::string_view kSeparator = " \xC2\xB7 "; // ·
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

struct RoleWords {
    std::string_view role;
    RoleGroup group;
    std::string_view label; // timeline
    std::string_view phrase; // in a sentence
};

constexpr std::array<RoleWords, 30> kRoles { {
    { "gemm", RoleGroup::Matmul, "GEMM", "matrix multiply" },
    { "gemv", RoleGroup::Matmul, "GEMV", "matrix-vector multiply" },
    { "conv", RoleGroup::Matmul, "conv", "convolution" },
    { "rnn", RoleGroup::Matmul, "RNN", "recurrent layer" },
    // It finishes a split multiplication and costs what that one chose to pay.
    { "split-k-reduce", RoleGroup::Matmul, "split-K reduce", "sum of a split matrix multiply" },
    { "attention-forward", RoleGroup::Attention, "attention", "attention" },
    { "attention-backward", RoleGroup::Attention, "attention backward", "attention backward pass" },
    { "softmax", RoleGroup::Softmax, "softmax", "softmax" },
    { "elementwise", RoleGroup::Elementwise, "elementwise", "element-wise operation" },
    { "rng/dropout", RoleGroup::Elementwise, "random", "random numbers or dropout" },
    { "quantize", RoleGroup::Elementwise, "quantize", "conversion to or from a low-precision format" },
    { "optimizer", RoleGroup::Elementwise, "optimizer", "optimizer step" },
    { "resize", RoleGroup::Elementwise, "resize", "resampling" },
    { "mask", RoleGroup::Mask, "mask", "masking" },
    { "copy", RoleGroup::Copy, "copy", "copy" },
    { "layout transform", RoleGroup::Copy, "transpose", "change of memory layout" },
    { "index", RoleGroup::Copy, "index", "gather, scatter or index" },
    { "embedding", RoleGroup::Copy, "embedding", "embedding look-up or update" },
    { "fill", RoleGroup::Fill, "fill", "fill" },
    { "reduction", RoleGroup::Reduction, "reduce", "reduction" },
    { "norm", RoleGroup::Reduction, "norm", "normalisation" },
    { "scan", RoleGroup::Reduction, "scan", "prefix scan" },
    { "loss", RoleGroup::Reduction, "loss", "loss" },
    { "pool", RoleGroup::Reduction, "pool", "pooling" },
    { "sort", RoleGroup::Other, "sort", "sort" },
    { "sort/topk", RoleGroup::Other, "sort / top-k", "sort or selection" },
    { "sort/select", RoleGroup::Other, "sort / select", "sort or selection" },
    { "fft", RoleGroup::Other, "FFT", "Fourier transform" },
    { "collective", RoleGroup::Other, "collective", "communication between GPUs" },
    { "auxiliary", RoleGroup::Other, "helper", "helper computation" },
} };

const RoleWords* wordsOf(std::string_view role)
{
    for (const RoleWords& words : kRoles) {
        if (words.role == role)
            return &words;
    }
    return nullptr;
}

bool isKnown(std::string_view field)
{
    return !field.empty() && field != "?";
}

// "256x128x64" → "256×128": what fits a label; a "?" ends it.
std::string tileForPeople(std::string_view tile)
{
    const std::size_t first = tile.find('x');
    if (!isKnown(tile) || first == std::string_view::npos)
        return {};
    const std::size_t second = tile.find('x', first + 1);
    const std::string_view n = tile.substr(first + 1, second == std::string_view::npos ? second : second - first - 1);
    if (n == "?")
        return {};
    return std::string(tile.substr(0, first)).append(kTimes).append(n);
}

// "fp8 e4m3" → "fp8", "opaque 4-byte" → "4-byte".
std::string shortDtype(std::string_view dtype)
{
    if (!isKnown(dtype))
        return {};
    if (startsWith(dtype, "opaque "))
        return std::string(dtype.substr(7));
    if (contains(dtype, " x "))
        return std::string(dtype.substr(0, dtype.find(' ')));
    if (startsWith(dtype, "fp8 ") || startsWith(dtype, "fp4 "))
        return std::string(dtype.substr(0, 3));
    return std::string(dtype);
}

// "mma.sync m16n8k16" → "mma", "tcgen05.mma cta_group::2" → "tcgen05", "MFMA 16x16x16x1" → "MFMA".
std::string_view instructionWord(std::string_view instruction)
{
    if (!isKnown(instruction))
        return {};
    const std::size_t end = instruction.find_first_of(" .");
    return instruction.substr(0, end);
}

bool isAmd(const DecodedKernel& kernel)
{
    return startsWith(kernel.family, "rocm");
}

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

std::string attentionHelper(std::string_view rule)
{
    for (const std::string_view word :
        { std::string_view("combine"), std::string_view("merge"), std::string_view("dot-do-o"),
            std::string_view("preprocess"), std::string_view("postprocess"), std::string_view("convert-dq") }) {
        if (contains(rule, word))
            return std::string(word);
    }
    return "helper";
}

bool isAttentionHelper(const DecodedKernel& kernel)
{
    return startsWith(kernel.role, "attention") && kernel.mathUnit == MathUnit::CudaCore && kernel.instruction == "?"
        && !contains(kernel.rule, "decode") && !contains(kernel.rule, "paged") && !contains(kernel.rule, "llama");
}

std::string labelOfAttention(const DecodedKernel& kernel)
{
    if (isAttentionHelper(kernel))
        return "attention " + attentionHelper(kernel.rule);
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

std::string unitForLabel(const DecodedKernel& kernel)
{
    switch (kernel.mathUnit) {
    case MathUnit::TensorCore: {
        const std::string_view word = instructionWord(kernel.instruction);
        return (isAmd(kernel) ? "MC" : "TC") + (word.empty() ? std::string() : " " + std::string(word));
    }
    case MathUnit::CudaCore:
        return isAmd(kernel) ? "vector units" : "CUDA cores";
    case MathUnit::Unknown:
    case MathUnit::None:
        break;
    }
    return {};
}

std::string detailOf(const DecodedKernel& kernel)
{
    const std::string dtype = shortDtype(kernel.inputDtype);
    const std::string unit = unitForLabel(kernel);
    if (dtype.empty() || unit.empty())
        return dtype + unit;
    return dtype + std::string(kSeparator) + unit;
}

std::string unitForSentence(const DecodedKernel& kernel)
{
    switch (kernel.mathUnit) {
    case MathUnit::TensorCore: {
        const std::string_view word = instructionWord(kernel.instruction);
        const std::string unit = isAmd(kernel) ? " on matrix cores" : " on Tensor Cores";
        return word.empty() ? unit : unit + " (" + std::string(word) + ")";
    }
    case MathUnit::CudaCore:
        return isAmd(kernel) ? " on vector units" : " on CUDA cores";
    case MathUnit::Unknown:
        return ", unit not in the name";
    case MathUnit::None:
        break;
    }
    return {};
}

// "GEMV"/"masked_fill" style labels that readers set say more than the role's phrase.
std::string phraseOf(const DecodedKernel& kernel, const RoleWords& words)
{
    if (isAttentionHelper(kernel))
        return "step around attention (" + attentionHelper(kernel.rule) + ")";
    const bool isSpecific = words.group == RoleGroup::Elementwise || words.group == RoleGroup::Mask
        || words.group == RoleGroup::Reduction || words.group == RoleGroup::Softmax;
    const bool hasOwnLabel = isSpecific && !kernel.label.empty() && kernel.label != words.label;
    if (!hasOwnLabel)
        return std::string(words.phrase);
    if (words.group == RoleGroup::Softmax)
        return kernel.label;
    return std::string(words.phrase) + " (" + kernel.label + ")";
}

std::string memorySentence(const DecodedKernel& kernel)
{
    const auto ends = [&](std::string_view direction) { return contains(kernel.label, direction); };
    if (kernel.family == "memset")
        return "Memory set by the driver";
    if (ends("HtoD"))
        return "Copy from host to GPU memory";
    if (ends("DtoH"))
        return "Copy from GPU to host memory";
    if (ends("DtoD"))
        return "Copy within GPU memory";
    if (ends("PtoP"))
        return "Copy between two GPUs";
    return "Copy by the driver";
}

std::string sentenceOf(const DecodedKernel& kernel, const RoleWords* words)
{
    if (kernel.family == "memcpy" || kernel.family == "memset")
        return memorySentence(kernel);
    if (words == nullptr)
        return kernel.group == RoleGroup::Attention ? "Attention" + unitForSentence(kernel)
                                                    : "Kernel of unknown purpose";
    std::string_view dtype = kernel.inputDtype;
    if (startsWith(dtype, "opaque "))
        dtype.remove_prefix(7);
    std::string sentence = isKnown(dtype) ? std::string(dtype) + ' ' : std::string();
    sentence += phraseOf(kernel, *words) + unitForSentence(kernel);
    if (words->group == RoleGroup::Matmul || words->group == RoleGroup::Attention) {
        std::string tile = tileForPeople(kernel.tile);
        if (!tile.empty())
            sentence += ", " + tile + " tile";
        const std::string_view stages = leadingDigits(kernel.stages);
        if (isKnown(kernel.stages) && stages != "0" && !stages.empty())
            sentence += ", " + std::string(stages) + (stages == "1" ? " stage" : " stages");
    }
    if (!sentence.empty() && sentence.front() >= 'a' && sentence.front() <= 'z' && !isKnown(kernel.inputDtype))
        sentence.front() = static_cast<char>(sentence.front() - 'a' + 'A');
    return sentence;
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
    out.detail = detailOf(out);
    out.sentence = sentenceOf(out, words);
}

} // namespace attnscope::kernels
