// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel's words in the user's language. The core composes them from English phrases; here the phrases are translated (context
// "KernelWords"), so that without a translation the window says letter for letter what the command line prints. Any thread;
// O(length of the text).
#pragma once

#include "profiler/kernels/decoder.h"
#include "profiler/kernels/phrases.h"

#include <QString>

#include <span>
#include <string>

namespace attnscope {

/// The translator to hand to the core: verdictOf, completeName, findingsOf, sentenceIn, …
[[nodiscard]] std::string translatedPhrase(const char* phrase);

/// A phrase of the core without places for values: the reason of an unknown unit, a note on occupancy, a limiter.
[[nodiscard]] QString phraseText(const std::string& phrase);

/// What limits occupancy: "registers, shared memory" for the core's "registers+shared memory".
[[nodiscard]] QString limiterText(const std::string& limiter);

/// "GEMM 256×128", "softmax backward", "masked_fill"
[[nodiscard]] QString kernelLabel(const std::string& label);
/// "bf16 matrix multiply on Tensor Cores (wgmma), 256×128 tile, 4 stages"
[[nodiscard]] QString kernelSentence(const DecodedKernel& kernel);

/// "matmul", "attention", …: what the colours stand for.
[[nodiscard]] QString roleName(RoleGroup group);
/// A decoded role, "attention-forward" or "rng/dropout", by the phrase for it; what is not known stays as it is.
[[nodiscard]] QString roleText(const std::string& role);
/// "Tensor Cores", "CUDA cores", "none: moves data", "unknown"
[[nodiscard]] QString mathUnitName(MathUnit unit);

/// All phrases that have a translation; for the test that none is missing.
[[nodiscard]] std::span<const char* const> kernelPhrases();

} // namespace attnscope
