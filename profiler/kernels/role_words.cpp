// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/role_words.h"

#include "profiler/kernels/kernel_text.h"

#include <array>

namespace attnscope::kernels {
namespace {

constexpr std::array<RoleWords, 30> kRoles { {
    { "gemm", RoleGroup::Matmul, "GEMM", "matrix multiply" },
    { "gemv", RoleGroup::Matmul, "GEMV", "matrix-vector multiply" },
    { "conv", RoleGroup::Matmul, "conv", "convolution" },
    { "rnn", RoleGroup::Matmul, "RNN", "recurrent layer" },
    // It finishes a split multiplication and costs what that one chose to pay.
    { "split-k-reduce", RoleGroup::Matmul, "split-K reduce", "sum of a split matrix multiply" },
    { "attention-forward", RoleGroup::Attention, "attention", "attention" },
    { "attention-backward", RoleGroup::Attention, "attention backward", "attention backward pass" },
    { "softmax", RoleGroup::Softmax, "softmax", "softmax" },
    { "elementwise", RoleGroup::Elementwise, "elementwise", "element-wise operation" },
    { "rng/dropout", RoleGroup::Elementwise, "random", "random numbers or dropout" },
    { "quantize", RoleGroup::Elementwise, "quantize", "conversion to or from a low-precision format" },
    { "optimizer", RoleGroup::Elementwise, "optimizer", "optimizer step" },
    { "resize", RoleGroup::Elementwise, "resize", "resampling" },
    { "mask", RoleGroup::Mask, "mask", "masking" },
    { "copy", RoleGroup::Copy, "copy", "copy" },
    { "layout transform", RoleGroup::Copy, "transpose", "change of memory layout" },
    { "index", RoleGroup::Copy, "index", "gather, scatter or index" },
    { "embedding", RoleGroup::Copy, "embedding", "embedding look-up or update" },
    { "fill", RoleGroup::Fill, "fill", "fill" },
    { "reduction", RoleGroup::Reduction, "reduce", "reduction" },
    { "norm", RoleGroup::Reduction, "norm", "normalisation" },
    { "scan", RoleGroup::Reduction, "scan", "prefix scan" },
    { "loss", RoleGroup::Reduction, "loss", "loss" },
    { "pool", RoleGroup::Reduction, "pool", "pooling" },
    { "sort", RoleGroup::Other, "sort", "sort" },
    { "sort/topk", RoleGroup::Other, "sort / top-k", "sort or selection" },
    { "sort/select", RoleGroup::Other, "sort / select", "sort or selection" },
    { "fft", RoleGroup::Other, "FFT", "Fourier transform" },
    { "collective", RoleGroup::Other, "collective", "communication between GPUs" },
    { "auxiliary", RoleGroup::Other, "helper", "helper computation" },
} };

} // namespace

const RoleWords* wordsOf(std::string_view role)
{
    for (const RoleWords& words : kRoles) {
        if (role == words.role)
            return &words;
    }
    return nullptr;
}

const char* attentionStep(std::string_view rule)
{
    for (const char* step : { "combine", "merge", "dot-do-o", "preprocess", "postprocess", "convert-dq" }) {
        if (contains(rule, step))
            return step;
    }
    return "helper";
}

bool isAttentionStep(const DecodedKernel& kernel)
{
    return startsWith(kernel.role, "attention") && kernel.mathUnit == MathUnit::CudaCore && kernel.instruction == "?"
        && !contains(kernel.rule, "decode") && !contains(kernel.rule, "paged") && !contains(kernel.rule, "llama");
}

std::string tileForPeople(std::string_view tile)
{
    const std::size_t first = tile.find('x');
    if (!isKnown(tile) || first == std::string_view::npos)
        return {};
    const std::size_t second = tile.find('x', first + 1);
    const std::string_view n = tile.substr(first + 1, second == std::string_view::npos ? second : second - first - 1);
    if (n == "?")
        return {};
    return std::string(tile.substr(0, first)).append(kTimes).append(n);
}

} // namespace attnscope::kernels
