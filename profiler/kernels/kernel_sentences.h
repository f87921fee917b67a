// SPDX-License-Identifier: GPL-3.0-or-later
// What people read about a kernel, composed from its decoded fields: the timeline's two lines and the sentence. DecodedKernel holds
// them in English; with a translator the same code composes them in another language, from whole phrases with places for values, so
// that the program's window and its command line cannot drift apart.
// Threads: pure, any thread. Cost: O(length of the texts).
#pragma once

#include "profiler/kernels/decoder.h"
#include "profiler/kernels/phrases.h"

#include <string>

namespace attnscope {

/// A kernel's label: "GEMM 256×128", "softmax backward"; names of functions and operators ("masked_fill") have no translation.
[[nodiscard]] std::string labelIn(const std::string& label, Translate translate);
/// "bf16", "fp8", "4-byte": the short form of the input type; empty when the name does not say.
[[nodiscard]] std::string shortInputType(const DecodedKernel& kernel);
/// "TC wgmma", "CUDA cores", on AMD "MC MFMA", "vector units"; empty for no unit and for an unknown one.
[[nodiscard]] std::string unitLabelIn(const DecodedKernel& kernel, Translate translate);
/// "bf16 · TC wgmma": the two above.
[[nodiscard]] std::string detailIn(const DecodedKernel& kernel, Translate translate);
/// "bf16 matrix multiply on Tensor Cores (wgmma), 256×128 tile, 4 stages"
[[nodiscard]] std::string sentenceIn(const DecodedKernel& kernel, Translate translate);

} // namespace attnscope
