// SPDX-License-Identifier: GPL-3.0-or-later
// The seven variants: one attention call over given inputs. The same mathematics every time; what differs is who does it.
// Worker thread. Cost: that of the attention.
#pragma once

#include "profiler/attention/cancelled.h"
#include "profiler/attention/custom_attention.h"
#include "profiler/attention/inputs.h"

#include <atomic>
#include <string_view>

namespace attnscope {

/// One forward of a variant of kVariants over `layers` layers: each layer attends with the one before's output as queries. Shape of q.
/// Throws CancelledByUser, and what LibTorch throws.
[[nodiscard]] at::Tensor attentionForward(
    std::string_view variant, const AttentionInputs& inputs, std::int64_t layers, const std::atomic<bool>& cancel);

/// The same with an attention of the user's own.
[[nodiscard]] at::Tensor attentionForward(const CustomAttention& attention, const AttentionInputs& inputs,
    std::int64_t layers, const std::atomic<bool>& cancel);

/// Gradients of q, k and v from inputs.outputGradient. Runs on autograd's threads; thrown away.
void attentionBackward(const at::Tensor& output, const AttentionInputs& inputs);

} // namespace attnscope
