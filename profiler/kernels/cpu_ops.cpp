// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/cpu_ops.h"

#include <algorithm>
#include <array>
#include <utility>

namespace attnscope {
namespace {

using Entry = std::pair<std::string_view, RoleGroup>;

// Operators by name, without "aten::", a leading "_" and a trailing "_" (the in-place variant): sorted for the search.
constexpr std::array kOperators = std::to_array<Entry>({
    { "abs", RoleGroup::Elementwise },
    { "add", RoleGroup::Elementwise },
    { "addbmm", RoleGroup::Matmul },
    { "addcdiv", RoleGroup::Elementwise },
    { "addcmul", RoleGroup::Elementwise },
    { "addmm", RoleGroup::Matmul },
    { "addmv", RoleGroup::Matmul },
    { "addr", RoleGroup::Matmul },
    { "all", RoleGroup::Reduction },
    { "amax", RoleGroup::Reduction },
    { "amin", RoleGroup::Reduction },
    { "any", RoleGroup::Reduction },
    { "arange", RoleGroup::Fill },
    { "argmax", RoleGroup::Reduction },
    { "argmin", RoleGroup::Reduction },
    { "baddbmm", RoleGroup::Matmul },
    { "batch_norm", RoleGroup::Reduction },
    { "bernoulli", RoleGroup::Elementwise },
    { "bitwise_and", RoleGroup::Elementwise },
    { "bitwise_not", RoleGroup::Elementwise },
    { "bitwise_or", RoleGroup::Elementwise },
    { "bmm", RoleGroup::Matmul },
    { "cat", RoleGroup::Copy },
    { "clamp", RoleGroup::Elementwise },
    { "clone", RoleGroup::Copy },
    { "constant_pad_nd", RoleGroup::Copy },
    { "contiguous", RoleGroup::Copy },
    { "conv2d", RoleGroup::Matmul },
    { "convolution", RoleGroup::Matmul },
    { "convolution_backward", RoleGroup::Matmul },
    { "copy", RoleGroup::Copy },
    { "cos", RoleGroup::Elementwise },
    { "cumsum", RoleGroup::Reduction },
    { "div", RoleGroup::Elementwise },
    { "dot", RoleGroup::Matmul },
    { "dropout", RoleGroup::Elementwise },
    { "einsum", RoleGroup::Matmul },
    { "embedding", RoleGroup::Copy },
    { "eq", RoleGroup::Elementwise },
    { "erf", RoleGroup::Elementwise },
    { "exp", RoleGroup::Elementwise },
    { "fill", RoleGroup::Fill },
    { "full", RoleGroup::Fill },
    { "full_like", RoleGroup::Fill },
    { "gather", RoleGroup::Copy },
    { "ge", RoleGroup::Elementwise },
    { "gelu", RoleGroup::Elementwise },
    { "group_norm", RoleGroup::Reduction },
    { "gt", RoleGroup::Elementwise },
    { "index", RoleGroup::Copy },
    { "index_select", RoleGroup::Copy },
    { "isinf", RoleGroup::Elementwise },
    { "isnan", RoleGroup::Elementwise },
    { "isneginf", RoleGroup::Elementwise },
    { "layer_norm", RoleGroup::Reduction },
    { "le", RoleGroup::Elementwise },
    { "lerp", RoleGroup::Elementwise },
    { "linalg_vector_norm", RoleGroup::Reduction },
    { "linear", RoleGroup::Matmul },
    { "log", RoleGroup::Elementwise },
    { "log_softmax", RoleGroup::Softmax },
    { "logical_and", RoleGroup::Elementwise },
    { "logical_not", RoleGroup::Elementwise },
    { "logical_or", RoleGroup::Elementwise },
    { "logsumexp", RoleGroup::Reduction },
    { "lt", RoleGroup::Elementwise },
    { "masked_fill", RoleGroup::Mask },
    { "masked_scatter", RoleGroup::Mask },
    { "masked_softmax", RoleGroup::Softmax },
    { "matmul", RoleGroup::Matmul },
    { "max", RoleGroup::Reduction },
    { "maximum", RoleGroup::Elementwise },
    { "mean", RoleGroup::Reduction },
    { "min", RoleGroup::Reduction },
    { "minimum", RoleGroup::Elementwise },
    { "mkldnn_bf16_gemm", RoleGroup::Matmul },
    { "mm", RoleGroup::Matmul },
    { "mse_loss", RoleGroup::Reduction },
    { "mul", RoleGroup::Elementwise },
    { "mv", RoleGroup::Matmul },
    { "native_batch_norm", RoleGroup::Reduction },
    { "native_dropout", RoleGroup::Elementwise },
    { "native_layer_norm", RoleGroup::Reduction },
    { "native_layer_norm_backward", RoleGroup::Reduction },
    { "ne", RoleGroup::Elementwise },
    { "neg", RoleGroup::Elementwise },
    { "norm", RoleGroup::Reduction },
    { "normal", RoleGroup::Elementwise },
    { "ones", RoleGroup::Fill },
    { "ones_like", RoleGroup::Fill },
    { "pow", RoleGroup::Elementwise },
    { "prod", RoleGroup::Reduction },
    { "rand", RoleGroup::Elementwise },
    { "randn", RoleGroup::Elementwise },
    { "reciprocal", RoleGroup::Elementwise },
    { "relu", RoleGroup::Elementwise },
    { "rms_norm", RoleGroup::Reduction },
    { "rsqrt", RoleGroup::Elementwise },
    { "rsub", RoleGroup::Elementwise },
    { "safe_softmax", RoleGroup::Softmax },
    { "scaled_mm", RoleGroup::Matmul },
    { "scatter", RoleGroup::Copy },
    { "scatter_add", RoleGroup::Copy },
    { "sigmoid", RoleGroup::Elementwise },
    { "silu", RoleGroup::Elementwise },
    { "sin", RoleGroup::Elementwise },
    { "softmax", RoleGroup::Softmax },
    { "softmax_backward_data", RoleGroup::Softmax },
    { "sqrt", RoleGroup::Elementwise },
    { "stack", RoleGroup::Copy },
    { "std", RoleGroup::Reduction },
    { "sub", RoleGroup::Elementwise },
    { "sum", RoleGroup::Reduction },
    { "tanh", RoleGroup::Elementwise },
    { "to_copy", RoleGroup::Copy },
    { "tril", RoleGroup::Mask },
    { "triu", RoleGroup::Mask },
    { "uniform", RoleGroup::Elementwise },
    { "var", RoleGroup::Reduction },
    { "var_mean", RoleGroup::Reduction },
    { "where", RoleGroup::Mask },
    { "zero", RoleGroup::Fill },
    { "zeros", RoleGroup::Fill },
    { "zeros_like", RoleGroup::Fill },
});

static_assert(std::is_sorted(
    kOperators.begin(), kOperators.end(), [](const Entry& a, const Entry& b) { return a.first < b.first; }));

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

} // namespace

RoleGroup groupOfCpuOp(std::string_view opName)
{
    std::string_view name = opName.substr(0, 256);
    if (const std::size_t scope = name.rfind("::"); scope != std::string_view::npos)
        name.remove_prefix(scope + 2);
    name = name.substr(0, name.find('.')); // an overload: "add.Tensor"
    for (const std::string_view word : { "scaled_dot_product", "flash_attention", "efficient_attention",
             "cudnn_attention", "multi_head_attention", "flash_attn" }) {
        if (contains(name, word))
            return RoleGroup::Attention;
    }
    if (!name.empty() && name.front() == '_')
        name.remove_prefix(1);
    if (!name.empty() && name.back() == '_')
        name.remove_suffix(1);
    const auto* found = std::lower_bound(kOperators.begin(), kOperators.end(), name,
        [](const Entry& entry, std::string_view key) { return entry.first < key; });
    return found != kOperators.end() && found->first == name ? found->second : RoleGroup::Other;
}

} // namespace attnscope
