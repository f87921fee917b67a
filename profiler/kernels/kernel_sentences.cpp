// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/kernel_sentences.h"

#include "profiler/kernels/kernel_text.h"
#include "profiler/kernels/role_words.h"

namespace attnscope {
namespace {

using namespace kernels;

constexpr std::string_view kSeparator = " \xC2\xB7 "; // ·

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
    return isKnown(instruction) ? instruction.substr(0, instruction.find_first_of(" .")) : std::string_view();
}

bool isAmd(const DecodedKernel& kernel)
{
    return startsWith(kernel.family, "rocm");
}

// A sentence is one template: what the kernel is (%1), where it computes (%4: instruction), how it is cut up (%2: tile, %3: stages).
// The whole template is one phrase for translators; ui/common/kernel_phrases.cpp lists them all.
std::string_view unitPart(const DecodedKernel& kernel, bool hasInstruction)
{
    switch (kernel.mathUnit) {
    case MathUnit::TensorCore:
        if (isAmd(kernel))
            return hasInstruction ? "%1 on matrix cores (%4)" : "%1 on matrix cores";
        return hasInstruction ? "%1 on Tensor Cores (%4)" : "%1 on Tensor Cores";
    case MathUnit::CudaCore:
        return isAmd(kernel) ? "%1 on vector units" : "%1 on CUDA cores";
    case MathUnit::Unknown:
        return "%1, unit not in the name";
    case MathUnit::None:
        break;
    }
    return "%1";
}

std::string_view tilePart(bool hasTile, std::string_view stages)
{
    if (stages.empty())
        return hasTile ? ", %2 tile" : "";
    if (stages == "1")
        return hasTile ? ", %2 tile, 1 stage" : ", 1 stage";
    return hasTile ? ", %2 tile, %3 stages" : ", %3 stages";
}

// What readers say of the operation ("masked_fill", "log softmax") says more than the role's phrase.
std::string operationIn(const DecodedKernel& kernel, const RoleWords& words, Translate translate)
{
    if (isAttentionStep(kernel))
        return say(translate, "step around attention (%1)", { attentionStep(kernel.rule) });
    const bool isSpecific = words.group == RoleGroup::Elementwise || words.group == RoleGroup::Mask
        || words.group == RoleGroup::Reduction || words.group == RoleGroup::Softmax;
    const bool hasOwnLabel = isSpecific && !kernel.label.empty() && kernel.label != words.label;
    if (!hasOwnLabel)
        return say(translate, words.phrase);
    std::string label = labelIn(kernel.label, translate);
    if (words.group == RoleGroup::Softmax)
        return label;
    return say(translate, "%1 (%2)", { say(translate, words.phrase), label });
}

const char* memorySentence(const DecodedKernel& kernel)
{
    const auto goes = [&](std::string_view direction) { return contains(kernel.label, direction); };
    if (kernel.family == "memset")
        return "Memory set by the driver";
    if (goes("HtoD"))
        return "Copy from host to GPU memory";
    if (goes("DtoH"))
        return "Copy from GPU to host memory";
    if (goes("DtoD"))
        return "Copy within GPU memory";
    if (goes("PtoP"))
        return "Copy between two GPUs";
    return "Copy by the driver";
}

// "Matrix multiply" at the start of a sentence, but "bf16 matrix multiply".
std::string capitalised(std::string sentence)
{
    if (!sentence.empty() && sentence.front() >= 'a' && sentence.front() <= 'z')
        sentence.front() = static_cast<char>(sentence.front() - 'a' + 'A');
    return sentence;
}

} // namespace

std::string labelIn(const std::string& label, Translate translate)
{
    if (translate == nullptr)
        return label;
    // "GEMM 256×128": the words may stand elsewhere in another language.
    const std::size_t space = label.rfind(' ');
    const bool hasTile = space != std::string::npos && contains(std::string_view(label).substr(space), kTimes);
    if (hasTile)
        return say(translate, (label.substr(0, space) + " %1").c_str(), { std::string_view(label).substr(space + 1) });
    return translate(label.c_str());
}

std::string shortInputType(const DecodedKernel& kernel)
{
    return shortDtype(kernel.inputDtype);
}

std::string unitLabelIn(const DecodedKernel& kernel, Translate translate)
{
    switch (kernel.mathUnit) {
    case MathUnit::TensorCore: {
        const std::string_view word = instructionWord(kernel.instruction);
        if (word.empty())
            return say(translate, isAmd(kernel) ? "MC" : "TC");
        return say(translate, isAmd(kernel) ? "MC %1" : "TC %1", { word });
    }
    case MathUnit::CudaCore:
        return say(translate, isAmd(kernel) ? "vector units" : "CUDA cores");
    case MathUnit::Unknown:
    case MathUnit::None:
        break;
    }
    return {};
}

std::string detailIn(const DecodedKernel& kernel, Translate translate)
{
    const std::string dtype = shortInputType(kernel);
    const std::string unit = unitLabelIn(kernel, translate);
    if (dtype.empty() || unit.empty())
        return dtype + unit;
    return dtype + std::string(kSeparator) + unit;
}

std::string sentenceIn(const DecodedKernel& kernel, Translate translate)
{
    if (kernel.family == "memcpy" || kernel.family == "memset")
        return say(translate, memorySentence(kernel));
    const RoleWords* const words = wordsOf(kernel.role);
    if (words == nullptr && kernel.group != RoleGroup::Attention)
        return say(translate, "Kernel of unknown purpose");

    std::string_view dtype = words != nullptr ? std::string_view(kernel.inputDtype) : std::string_view("?");
    if (startsWith(dtype, "opaque "))
        dtype.remove_prefix(7);
    std::string subject = words != nullptr ? operationIn(kernel, *words, translate) : say(translate, "attention");
    if (isKnown(dtype))
        subject = say(translate, "%1 %2", { dtype, subject });

    const std::string_view instruction = instructionWord(kernel.instruction);
    std::string phrase(unitPart(kernel, !instruction.empty()));
    std::string tile;
    std::string_view stages;
    if (words != nullptr && (words->group == RoleGroup::Matmul || words->group == RoleGroup::Attention)) {
        tile = tileForPeople(kernel.tile);
        stages = isKnown(kernel.stages) ? leadingDigits(kernel.stages) : std::string_view();
        if (stages == "0") // chosen when the kernel was built
            stages = {};
        phrase += tilePart(!tile.empty(), stages);
    }
    std::string sentence =
        phrase == "%1" ? subject : say(translate, phrase.c_str(), { subject, tile, stages, instruction });
    return isKnown(dtype) ? sentence : capitalised(std::move(sentence));
}

} // namespace attnscope
