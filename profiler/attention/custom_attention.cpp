// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/attention/custom_attention.h"

#include <c10/util/Exception.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace attnscope {

at::Tensor CustomAttention::forward(const at::Tensor& q, const AttentionInputs& inputs) const
{
    at::Tensor output = call(q, inputs);
    TORCH_CHECK(output.defined(), "It returned no tensor.");
    const auto expected = q.sizes().slice(0, q.dim() - 1);
    const bool fits = output.dim() == q.dim() && output.sizes().slice(0, q.dim() - 1) == expected
        && output.size(-1) == inputs.v.size(-1);
    TORCH_CHECK(fits,
        fmt::format("It returned a tensor of shape [{}] for queries of shape [{}].", fmt::join(output.sizes(), ", "),
            fmt::join(q.sizes(), ", ")));
    TORCH_CHECK(output.scalar_type() == q.scalar_type(), "It returned a tensor of ",
        c10::toString(output.scalar_type()), " for queries of ", c10::toString(q.scalar_type()), ".");
    TORCH_CHECK(output.device() == q.device(), "It returned a tensor on ", output.device().str(), " for queries on ",
        q.device().str(), ".");
    return output;
}

} // namespace attnscope
