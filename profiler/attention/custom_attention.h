// SPDX-License-Identifier: GPL-3.0-or-later
// CustomAttention: an attention of the user's own, loaded from a library that registers PyTorch operators (TORCH_LIBRARY) or from an
// AOTInductor package. Worker thread. Loading runs the library's initialisers; whatever is loaded stays loaded. What the user's code
// throws passes through.
#pragma once

#include "profiler/attention/inputs.h"
#include "profiler/trace/result.h"

#include <memory>
#include <string>
#include <vector>

namespace attnscope {

class CustomAttention {
public:
    virtual ~CustomAttention() = default;

    /// One attention call with `q` in the place of inputs.q. Throws when the result is not a tensor of q's shape and type.
    [[nodiscard]] at::Tensor forward(const at::Tensor& q, const AttentionInputs& inputs) const;
    /// What the workload asks for and the signature has no argument for, one sentence each ("It is not told about the causal mask.").
    [[nodiscard]] virtual std::vector<std::string> untold(const AttentionInputs& inputs) const = 0;

protected:
    [[nodiscard]] virtual at::Tensor call(const at::Tensor& q, const AttentionInputs& inputs) const = 0;
};

/// `op` is "namespace::name" or "namespace::name.overload"; its first three arguments must be the tensors q, k and v, the others those
/// of scaled_dot_product_attention by name (attn_mask, dropout_p, is_causal, scale, enable_gqa) or have defaults. An error says in one
/// sentence what is wrong with the library or the signature.
[[nodiscard]] Result<std::shared_ptr<const CustomAttention>> loadOperator(
    const std::string& library, const std::string& op);

/// A package (.pt2) of a module that takes q, k and v and gives the output.
[[nodiscard]] Result<std::shared_ptr<const CustomAttention>> loadPackage(
    const std::string& path, const at::Device& device);

} // namespace attnscope
