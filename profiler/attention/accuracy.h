// SPDX-License-Identifier: GPL-3.0-or-later
// How far an output is from attention in fp64 on the same (rounded) inputs. Worker thread. The reference is computed a few heads at
// a time, so that its score matrices stay within a fixed amount of memory; cost: that of one fp64 attention.
#pragma once

#include "profiler/attention/inputs.h"

#include <atomic>
#include <cstdint>

namespace attnscope {

struct Deviation {
    double maxAbs = 0; ///< over the elements that are numbers
    double relative = 0; ///< Frobenius norm of the difference over that of the reference
    std::int64_t nanCount = 0;
};

/// fp64 [batch, heads, seq, headDim] on the inputs' device. Dropout is not applied. Throws CancelledByUser.
[[nodiscard]] at::Tensor referenceAttention(
    const AttentionInputs& inputs, std::int64_t layers, const std::atomic<bool>& cancel);

[[nodiscard]] Deviation compareWithReference(const at::Tensor& output, const at::Tensor& reference);

} // namespace attnscope
