// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/verdict.h"

#include <fmt/format.h>

#include <algorithm>

namespace attnscope {
namespace {

// Whether a kind of evidence says that Tensor Cores are used; empty: it does not say.
using Says = std::optional<bool>;

Says ofName(const DecodedKernel& decoded)
{
    return decoded.mathUnit == MathUnit::Unknown ? Says() : Says(decoded.mathUnit == MathUnit::TensorCore);
}

Says ofSass(const LaunchFacts& facts)
{
    return facts.sassMatrixInstructions && !facts.sassMatrixInstructions->empty()
        ? Says(*facts.sassMatrixInstructions != "none")
        : Says();
}

std::string grouped(std::int64_t number)
{
    std::string text = fmt::format("{}", number);
    for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3) {
        text.insert(static_cast<std::size_t>(at), ",");
    }
    return text;
}

// The unit when it is no Tensor Core: what the name says, unless that is just what was refuted.
MathUnit otherUnit(const DecodedKernel& decoded)
{
    return decoded.mathUnit == MathUnit::None ? MathUnit::None : MathUnit::CudaCore;
}

std::string nameText(const DecodedKernel& decoded, Translate translate)
{
    if (decoded.mathUnit == MathUnit::Unknown) {
        return say(translate, decoded.reason.empty() ? "The name does not say." : decoded.reason.c_str());
    }
    return decoded.rule.empty() ? say(translate, "The name says so.")
                                : say(translate, "The name says so (rule %1).", { decoded.rule });
}

std::string sassText(const LaunchFacts& facts, bool matrix, Translate translate)
{
    return matrix ? say(translate, "Its machine code holds %1.", { *facts.sassMatrixInstructions })
                  : say(translate, "Its machine code holds no matrix instruction.");
}

std::string countersText(const LaunchFacts& facts, std::int64_t matrix, Translate translate)
{
    if (matrix > 0) {
        return say(translate, "The counters saw %1 Tensor Core instructions.", { grouped(matrix) });
    }
    const std::int64_t hfma2 = facts.hfma2Instructions.value_or(0);
    return hfma2 == 0 ? say(translate, "The counters saw no Tensor Core instruction.")
                      : say(translate,
                          "The counters saw no Tensor Core instruction: all %1 on the tensor pipe are HFMA2.MMA, "
                          "an ordinary multiply-add.",
                          { grouped(hfma2) });
}

void compareNameWithSass(
    Verdict& verdict, const DecodedKernel& decoded, const LaunchFacts& facts, bool sass, Translate translate)
{
    if (const Says name = ofName(decoded); name && *name != sass) {
        verdict.disagrees = true;
        verdict.disagreement = sass
            ? say(translate, "The name speaks of no Tensor Cores, but its machine code holds %1.",
                { *facts.sassMatrixInstructions })
            : say(translate, "The name speaks of Tensor Cores, but its machine code holds no matrix instruction.");
    }
}

void compareWithCounters(
    Verdict& verdict, const DecodedKernel& decoded, const LaunchFacts& facts, bool counted, Translate translate)
{
    const Says sass = ofSass(facts);
    const Says name = ofName(decoded);
    if (sass && *sass != counted) {
        verdict.disagrees = true;
        verdict.disagreement = counted
            ? say(translate, "Its machine code holds no matrix instruction that we know, but the counters saw some.")
            : say(translate, "Its machine code holds %1, but this launch did not run any.",
                { *facts.sassMatrixInstructions });
    } else if (name && *name != counted) {
        verdict.disagrees = true;
        verdict.disagreement = say(translate,
            counted ? "The name speaks of no Tensor Cores, but the counters saw their instructions."
                    : "The name speaks of Tensor Cores, but the counters saw none of their instructions.");
    }
}

} // namespace

std::string_view toString(EvidenceKind kind)
{
    switch (kind) {
    case EvidenceKind::Counters:
        return "counters";
    case EvidenceKind::Sass:
        return "sass";
    case EvidenceKind::Name:
        break;
    }
    return "name";
}

std::optional<std::int64_t> tensorCoreInstructions(const LaunchFacts& facts)
{
    if (!facts.tensorInstructions) {
        return std::nullopt;
    }
    return std::max<std::int64_t>(0, *facts.tensorInstructions - facts.hfma2Instructions.value_or(0));
}

Verdict verdictOf(const DecodedKernel& decoded, const LaunchFacts& facts, Translate translate)
{
    Verdict verdict;
    if (const auto counted = tensorCoreInstructions(facts)) {
        verdict.evidence = EvidenceKind::Counters;
        verdict.unit = *counted > 0 ? MathUnit::TensorCore : otherUnit(decoded);
        verdict.text = countersText(facts, *counted, translate);
        compareWithCounters(verdict, decoded, facts, *counted > 0, translate);
        return verdict;
    }
    if (const Says sass = ofSass(facts)) {
        verdict.evidence = EvidenceKind::Sass;
        verdict.unit = *sass ? MathUnit::TensorCore : otherUnit(decoded);
        verdict.text = sassText(facts, *sass, translate);
        compareNameWithSass(verdict, decoded, facts, *sass, translate);
        return verdict;
    }
    verdict.unit = decoded.mathUnit;
    verdict.text = nameText(decoded, translate);
    return verdict;
}

} // namespace attnscope
