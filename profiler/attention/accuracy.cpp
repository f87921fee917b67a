// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/attention/accuracy.h"

#include "profiler/attention/attention_call.h"

#include <c10/core/GradMode.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnscope {
namespace {

constexpr std::int64_t kScoreBudget = 128LL << 20; // bytes of one block of fp64 scores

// One layer over the query heads [begin, end) of one batch entry.
at::Tensor referenceBlock(
    const AttentionInputs& inputs, const at::Tensor& q, std::int64_t entry, std::int64_t begin, std::int64_t end)
{
    const std::int64_t perKvHead = q.size(1) / inputs.k.size(1);
    const at::Tensor kvHead = at::arange(begin, end, q.device()).floor_divide(perKvHead);
    const at::Tensor queries = q[entry].narrow(0, begin, end - begin);
    const at::Tensor keys = inputs.k[entry].index_select(0, kvHead).to(at::kDouble);
    at::Tensor scores = at::matmul(queries, keys.transpose(-2, -1)).mul_(inputs.scale);
    if (inputs.fillMask) {
        const at::Tensor& mask = *inputs.fillMask; // [seq, kvSeq] or [batch, 1, 1, kvSeq]
        scores.masked_fill_(mask.dim() == 2 ? mask : mask[entry], -std::numeric_limits<double>::infinity());
    }
    return at::matmul(scores.softmax(-1), inputs.v[entry].index_select(0, kvHead).to(at::kDouble));
}

} // namespace

at::Tensor referenceAttention(const AttentionInputs& inputs, std::int64_t layers, const std::atomic<bool>& cancel)
{
    const c10::NoGradGuard noGradients;
    const std::int64_t heads = inputs.q.size(1);
    const std::int64_t bytesPerHead = inputs.q.size(2) * inputs.k.size(2) * 8;
    const std::int64_t headsPerBlock =
        std::clamp<std::int64_t>(kScoreBudget / std::max<std::int64_t>(bytesPerHead, 1), 1, heads);
    at::Tensor q = inputs.q.to(at::kDouble);
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        at::Tensor output = at::empty_like(q);
        for (std::int64_t entry = 0; entry < q.size(0); ++entry) {
            for (std::int64_t begin = 0; begin < heads; begin += headsPerBlock) {
                if (cancel.load(std::memory_order_relaxed)) {
                    throw CancelledByUser {};
                }
                const std::int64_t end = std::min(begin + headsPerBlock, heads);
                output[entry].narrow(0, begin, end - begin).copy_(referenceBlock(inputs, q, entry, begin, end));
            }
        }
        q = output;
    }
    return q;
}

Deviation compareWithReference(const at::Tensor& output, const at::Tensor& reference)
{
    const c10::NoGradGuard noGradients;
    Deviation deviation;
    double differenceSquared = 0;
    double referenceSquared = 0;
    for (std::int64_t entry = 0; entry < output.size(0);
         ++entry) { // entry by entry: three fp64 copies of one, not of all
        const at::Tensor exact = reference[entry];
        const at::Tensor nan = output[entry].isnan();
        const at::Tensor difference = (output[entry].to(at::kDouble) - exact).masked_fill(nan, 0);
        deviation.nanCount += nan.sum().item<std::int64_t>();
        deviation.maxAbs = std::max(deviation.maxAbs, difference.abs().max().item<double>());
        differenceSquared += difference.square().sum().item<double>();
        referenceSquared += exact.square().sum().item<double>();
    }
    deviation.relative = referenceSquared > 0 ? std::sqrt(differenceSquared / referenceSquared) : 0;
    return deviation;
}

} // namespace attnscope
