// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/attention/attention_call.h"

#include "profiler/attention/backend_pin.h"

#include <torch/csrc/autograd/autograd.h>

#include <limits>

namespace attnscope {
namespace {

void throwIfCancelled(const std::atomic<bool>& cancel)
{
    if (cancel.load(std::memory_order_relaxed)) {
        throw CancelledByUser {};
    }
}

// Plain PyTorch has no grouped-query attention: keys and values are repeated, as models do it.
at::Tensor repeatedHeads(const at::Tensor& tensor, std::int64_t heads)
{
    const std::int64_t own = tensor.size(1);
    return own == heads ? tensor : tensor.repeat_interleave(heads / own, 1);
}

at::Tensor plainAttention(
    const at::Tensor& q, const AttentionInputs& inputs, bool inPlace, const std::atomic<bool>& cancel)
{
    constexpr double kMaskedOut = -std::numeric_limits<double>::infinity();
    at::Tensor scores = at::matmul(q, repeatedHeads(inputs.k, q.size(1)).transpose(-2, -1));
    throwIfCancelled(cancel);
    scores = scores.mul(inputs.scale);
    if (inputs.fillMask) {
        throwIfCancelled(cancel);
        // The one difference between the two variants.
        scores = inPlace ? scores.masked_fill_(*inputs.fillMask, kMaskedOut)
                         : scores.masked_fill(*inputs.fillMask, kMaskedOut);
    }
    throwIfCancelled(cancel);
    at::Tensor weights = scores.softmax(-1);
    if (inputs.dropout > 0) {
        weights = at::dropout(weights, inputs.dropout, true);
    }
    throwIfCancelled(cancel);
    return at::matmul(weights, repeatedHeads(inputs.v, q.size(1)));
}

at::Tensor sdpa(const at::Tensor& q, const AttentionInputs& inputs)
{
    return at::scaled_dot_product_attention(
        q, inputs.k, inputs.v, inputs.keepMask, inputs.dropout, inputs.isCausal, std::nullopt, inputs.sharesKvHeads);
}

} // namespace

at::Tensor attentionForward(
    std::string_view variant, const AttentionInputs& inputs, std::int64_t layers, const std::atomic<bool>& cancel)
{
    const bool plain = variant == "naive" || variant == "inplace";
    const BackendPin pin(plain ? "auto" : variant);
    at::Tensor output = inputs.q;
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        throwIfCancelled(cancel);
        output = plain ? plainAttention(output, inputs, variant == "inplace", cancel) : sdpa(output, inputs);
    }
    return output;
}

at::Tensor attentionForward(const CustomAttention& attention, const AttentionInputs& inputs, std::int64_t layers,
    const std::atomic<bool>& cancel)
{
    at::Tensor output = inputs.q;
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        throwIfCancelled(cancel);
        output = attention.forward(output, inputs);
    }
    return output;
}

void attentionBackward(const at::Tensor& output, const AttentionInputs& inputs)
{
    static_cast<void>(torch::autograd::grad({ output }, { inputs.q, inputs.k, inputs.v }, { inputs.outputGradient }));
}

} // namespace attnscope
