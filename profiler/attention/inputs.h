// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors of a workload on one device: the same numbers on every device and for every variant, given by the seed. Worker
// thread. Memory: q, k, v, at most two masks and, for training, a gradient of q's shape.
#pragma once

#include "profiler/trace/session.h"

#include <ATen/ATen.h>

#include <cstdint>
#include <optional>

namespace attnscope {

struct AttentionInputs {
    at::Tensor q; ///< [batch, heads, seq, headDim]
    at::Tensor k, v; ///< [batch, kvHeads, kvSeq, headDim]
    at::Tensor outputGradient; ///< as q; only for training
    /// Boolean, true where a score is masked out, broadcastable to [batch, heads, seq, kvSeq]; for plain PyTorch. Built once.
    std::optional<at::Tensor> fillMask;
    /// Boolean, true where a score is kept; SDPA's attn_mask. Empty for none and for causal, which SDPA does by itself.
    std::optional<at::Tensor> keepMask;
    bool isCausal = false;
    bool sharesKvHeads = false; ///< grouped-query attention
    double dropout = 0;
    double scale = 1; ///< 1/√headDim
};

[[nodiscard]] at::ScalarType scalarType(DType dtype);

[[nodiscard]] AttentionInputs makeInputs(const Workload& workload, const at::Device& device, std::uint64_t seed);
/// The same shapes with undefined contents: enough to ask which backends would take them.
[[nodiscard]] AttentionInputs makeShapes(const Workload& workload, const at::Device& device);

/// Keys that batch entry `index` keeps under MaskKind::Padding: all for the first, down to half for the last.
[[nodiscard]] std::int64_t keptKeys(const Workload& workload, std::int64_t index);

} // namespace attnscope
