// SPDX-License-Identifier: GPL-3.0-or-later
// A library of operators as a user would bring one: right ones, wrong ones, one that throws.
#include <torch/library.h>

#include <ATen/ATen.h>

#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <tuple>

namespace {

// Without a mask, whatever the workload says.
at::Tensor plain(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v)
{
    const double scale = 1 / std::sqrt(static_cast<double>(q.size(-1)));
    return at::matmul(at::matmul(q, k.transpose(-2, -1)).mul_(scale).softmax(-1), v);
}

at::Tensor full(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const std::optional<at::Tensor>& mask,
    double dropout, bool causal, std::optional<double> scale, bool sharedHeads)
{
    return at::scaled_dot_product_attention(q, k, v, mask, dropout, causal, scale, sharedHeads);
}

// Only a mask: it must be told about causality through it. Returns more than the output.
std::tuple<at::Tensor, at::Tensor> masked(
    const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const std::optional<at::Tensor>& mask)
{
    at::Tensor scores = at::matmul(q, k.transpose(-2, -1)).mul_(1 / std::sqrt(static_cast<double>(q.size(-1))));
    if (mask) {
        scores.masked_fill_(mask->logical_not(), -std::numeric_limits<double>::infinity());
    }
    const at::Tensor weights = scores.softmax(-1);
    return { at::matmul(weights, v), weights };
}

at::Tensor throws(const at::Tensor& /*q*/, const at::Tensor& /*k*/, const at::Tensor& /*v*/)
{
    throw std::runtime_error("the table of cosines is missing");
}

at::Tensor wrongShape(const at::Tensor& q, const at::Tensor& /*k*/, const at::Tensor& /*v*/)
{
    return q.sum(-1);
}

at::Tensor twoTensors(const at::Tensor& q, const at::Tensor& /*k*/)
{
    return q;
}

at::Tensor needsMore(const at::Tensor& q, const at::Tensor& /*k*/, const at::Tensor& /*v*/, std::int64_t /*window*/)
{
    return q;
}

} // namespace

TORCH_LIBRARY(attnscope_test, library)
{
    library.def("plain(Tensor q, Tensor k, Tensor v) -> Tensor", plain);
    library.def("full(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0, bool "
                "is_causal=False, "
                "float? scale=None, bool enable_gqa=False) -> Tensor",
        full);
    library.def("masked(Tensor q, Tensor k, Tensor v, Tensor? mask=None) -> (Tensor, Tensor)", masked);
    library.def("throws(Tensor q, Tensor k, Tensor v) -> Tensor", throws);
    library.def("wrong_shape(Tensor q, Tensor k, Tensor v) -> Tensor", wrongShape);
    library.def("two_tensors(Tensor q, Tensor k) -> Tensor", twoTensors);
    library.def("needs_more(Tensor q, Tensor k, Tensor v, int window) -> Tensor", needsMore);
}
