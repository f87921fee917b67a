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

std::string nameText(const DecodedKernel& decoded)
{
    if (decoded.mathUnit == MathUnit::Unknown) {
        return decoded.reason.empty() ? "The name does not say." : decoded.reason;
    }
    return decoded.rule.empty() ? std::string("The name says so.")
                                : fmt::format("The name says so (rule {}).", decoded.rule);
}

std::string sassText(const LaunchFacts& facts, bool matrix)
{
    return matrix ? fmt::format("Its machine code holds {}.", *facts.sassMatrixInstructions)
                  : std::string("Its machine code holds no matrix instruction.");
}

std::string countersText(const LaunchFacts& facts, std::int64_t matrix)
{
    if (matrix > 0) {
        return fmt::format("The counters saw {} Tensor Core instructions.", grouped(matrix));
    }
    const std::int64_t hfma2 = facts.hfma2Instructions.value_or(0);
    return hfma2 == 0
        ? std::string("The counters saw no Tensor Core instruction.")
        : fmt::format("The counters saw no Tensor Core instruction: all {} on the tensor pipe are HFMA2.MMA, "
                      "an ordinary multiply-add.",
            grouped(hfma2));
}

std::string_view nameClaim(bool matrix)
{
    return matrix ? "The name speaks of Tensor Cores" : "The name speaks of no Tensor Cores";
}

void compareNameWithSass(Verdict& verdict, const DecodedKernel& decoded, const LaunchFacts& facts, bool sass)
{
    if (const Says name = ofName(decoded); name && *name != sass) {
        verdict.disagrees = true;
        verdict.disagreement = sass
            ? fmt::format("{}, but its machine code holds {}.", nameClaim(false), *facts.sassMatrixInstructions)
            : fmt::format("{}, but its machine code holds no matrix instruction.", nameClaim(true));
    }
}

void compareWithCounters(Verdict& verdict, const DecodedKernel& decoded, const LaunchFacts& facts, bool counted)
{
    const Says sass = ofSass(facts);
    const Says name = ofName(decoded);
    if (sass && *sass != counted) {
        verdict.disagrees = true;
        verdict.disagreement = counted
            ? std::string("Its machine code holds no matrix instruction that we know, but the counters saw some.")
            : fmt::format("Its machine code holds {}, but this launch did not run any.", *facts.sassMatrixInstructions);
    } else if (name && *name != counted) {
        verdict.disagrees = true;
        verdict.disagreement = fmt::format("{}, but the counters saw {}.", nameClaim(*name),
            counted ? "their instructions" : "none of their instructions");
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

Verdict verdictOf(const DecodedKernel& decoded, const LaunchFacts& facts)
{
    Verdict verdict;
    if (const auto counted = tensorCoreInstructions(facts)) {
        verdict.evidence = EvidenceKind::Counters;
        verdict.unit = *counted > 0 ? MathUnit::TensorCore : otherUnit(decoded);
        verdict.text = countersText(facts, *counted);
        compareWithCounters(verdict, decoded, facts, *counted > 0);
        return verdict;
    }
    if (const Says sass = ofSass(facts)) {
        verdict.evidence = EvidenceKind::Sass;
        verdict.unit = *sass ? MathUnit::TensorCore : otherUnit(decoded);
        verdict.text = sassText(facts, *sass);
        compareNameWithSass(verdict, decoded, facts, *sass);
        return verdict;
    }
    verdict.unit = decoded.mathUnit;
    verdict.text = nameText(decoded);
    return verdict;
}

} // namespace attnscope
