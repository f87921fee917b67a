// SPDX-License-Identifier: GPL-3.0-or-later
// Which unit of the GPU did a kernel's arithmetic, and how we know. Three kinds of evidence, each outranks those before it: the
// kernel's name says what it was built for; its machine code says what it can do; the hardware counters say what it did. Where
// they contradict each other the strongest one is believed and the contradiction is told.
// Pure; any thread; O(1).
#pragma once

#include "profiler/kernels/decoder.h"
#include "profiler/kernels/phrases.h"
#include "profiler/trace/trace.h"

#include <string>

namespace attnscope {

enum class EvidenceKind : std::uint8_t { Name, Sass, Counters };
/// "name", "sass", "counters"
[[nodiscard]] std::string_view toString(EvidenceKind kind);

struct Verdict {
    MathUnit unit = MathUnit::Unknown;
    EvidenceKind evidence = EvidenceKind::Name;
    std::string text; ///< the evidence as one sentence
    bool disagrees = false; ///< another kind of evidence says otherwise
    std::string disagreement; ///< one sentence, or empty
};

/// `facts` of the same launch; facts without counters and without machine code leave the name's word. The sentences are English
/// unless `translate` turns them into another language.
[[nodiscard]] Verdict verdictOf(const DecodedKernel& decoded, const LaunchFacts& facts, Translate translate = nullptr);

/// Warp instructions that really used a Tensor Core: those on the tensor pipe without HFMA2.MMA, an ordinary multiply-add that
/// sm_80 and sm_90 send down the same pipe. Empty when they were not counted.
[[nodiscard]] std::optional<std::int64_t> tensorCoreInstructions(const LaunchFacts& facts);

} // namespace attnscope
