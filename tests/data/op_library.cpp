// SPDX-License-Identifier: GPL-3.0-or-later
// A library of operators as a user would bring one: right ones, wrong ones, one that throws.
#include <torch/library.h>

#include <ATen/ATen.h>

#ifdef ATTNSCOPE_WITH_CUDA
#include <ATen/cuda/CUDAEvent.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDAGuard.h>
#endif

#include <cmath>
#include <limits>
#include <memory>
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

#ifdef ATTNSCOPE_WITH_CUDA

// On a stream of its own, between two events.
at::Tensor sideStream(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v)
{
    static const c10::cuda::CUDAStream side = c10::cuda::getStreamFromPool(false, q.device().index());
    const c10::cuda::CUDAStream caller = c10::cuda::getCurrentCUDAStream(q.device().index());
    at::cuda::CUDAEvent ready;
    ready.record(caller);
    ready.block(side);
    at::Tensor output;
    {
        const c10::cuda::CUDAStreamGuard guard(side);
        output = plain(q, k, v);
    }
    at::cuda::CUDAEvent done;
    done.record(side);
    done.block(caller);
    output.record_stream(caller);
    return output;
}

struct CapturedAttention {
    at::Tensor q, k, v, output;
    at::cuda::CUDAGraph graph;

    CapturedAttention(const at::Tensor& givenQ, const at::Tensor& givenK, const at::Tensor& givenV)
        : q(givenQ.clone())
        , k(givenK.clone())
        , v(givenV.clone())
    {
        c10::cuda::device_synchronize();
        const c10::cuda::CUDAStreamGuard guard(c10::cuda::getStreamFromPool(false, q.device().index()));
        static_cast<void>(plain(q, k, v)); // workspaces are allocated outside the capture
        c10::cuda::device_synchronize();
        graph.capture_begin();
        output = plain(q, k, v);
        graph.capture_end();
    }
};

// Captured at the first call with these shapes, replayed at every one.
at::Tensor graphReplay(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v)
{
    static auto* captured = new std::unique_ptr<CapturedAttention>; // outlives CUDA at the end of the process
    if (*captured == nullptr || (*captured)->q.sizes() != q.sizes() || (*captured)->q.dtype() != q.dtype()) {
        *captured = std::make_unique<CapturedAttention>(q, k, v);
        c10::cuda::device_synchronize();
    }
    CapturedAttention& attention = **captured;
    attention.q.copy_(q);
    attention.k.copy_(k);
    attention.v.copy_(v);
    attention.graph.replay();
    return attention.output.clone();
}

#endif

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
#ifdef ATTNSCOPE_WITH_CUDA
    library.def("side_stream(Tensor q, Tensor k, Tensor v) -> Tensor", sideStream);
    library.def("graph_replay(Tensor q, Tensor k, Tensor v) -> Tensor", graphReplay);
#endif
    library.def("needs_more(Tensor q, Tensor k, Tensor v, int window) -> Tensor", needsMore);
}
