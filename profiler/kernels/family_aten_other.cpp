// SPDX-License-Identifier: GPL-3.0-or-later
//
// PyTorch's other kernels, by the beginning of the function's name, which PyTorch keeps stable over years.
//
// The element type is the first one among the template arguments, except where index types come first. A 16-bit type
// next to
// float means that sums are formed in fp32 (PyTorch's opmath).
// Source: pytorch/pytorch aten/src/ATen/native/cuda/*.cu.
#include "profiler/kernels/families.h"

#include <array>

namespace attnscope::kernels {
namespace {

struct Rule {
    std::string_view word;
    std::string_view family;
    std::string_view role;
    MathUnit unit;
    std::string_view label;
};

constexpr MathUnit kCores = MathUnit::CudaCore;
constexpr MathUnit kNone = MathUnit::None;

// "^" at the start of a word: the name begins with it. First match wins.
constexpr std::array<Rule, 95> kRules { {
    { "^CatArrayBatchedCopy", "aten-copy", "copy", kNone, "cat" },
    { "^triu_tril_kernel", "aten-elementwise", "mask", kCores, "tril/triu" },
    { "^tinygemm_", "other", "gemm", MathUnit::TensorCore, "" },
    { "layer_norm", "aten-norm", "norm", kCores, "layer norm" },
    { "LayerNorm", "aten-norm", "norm", kCores, "layer norm" },
    { "GammaBeta", "aten-norm", "norm", kCores, "layer norm backward" },
    { "RowwiseMoments", "aten-norm", "norm", kCores, "norm moments" },
    { "cuComputePartGrad", "aten-norm", "norm", kCores, "layer norm backward" },
    { "cuComputeGrad", "aten-norm", "norm", kCores, "layer norm backward" },
    { "batch_norm", "aten-norm", "norm", kCores, "batch norm" },
    { "ComputeFusedParams", "aten-norm", "norm", kCores, "group norm" },
    { "ComputeBackwardFusedParams", "aten-norm", "norm", kCores, "group norm backward" },
    { "ComputeInternalGradients", "aten-norm", "norm", kCores, "group norm backward" },
    { "GroupNorm", "aten-norm", "norm", kCores, "group norm" },
    { "rms_norm", "aten-norm", "norm", kCores, "RMS norm" },
    { "weight_norm", "aten-norm", "norm", kCores, "weight norm" },
    { "renorm", "aten-norm", "norm", kCores, "renorm" },
    { "embedding", "aten-index", "embedding", kCores, "embedding" },
    { "EmbeddingBag", "aten-index", "embedding", kCores, "embedding bag" },
    { "compute_grad_weight", "aten-index", "embedding", kCores, "embedding backward" },
    { "sum_and_scatter", "aten-index", "embedding", kCores, "embedding backward" },
    { "krn_partial", "aten-index", "embedding", kCores, "embedding backward" },
    { "^indexSelect", "aten-index", "index", kNone, "index_select" },
    { "^index_elementwise", "aten-index", "index", kNone, "index" },
    { "^indexing_backward", "aten-index", "index", kNone, "index backward" },
    { "^indexFunc", "aten-index", "index", kNone, "index_add" },
    { "^index_", "aten-index", "index", kNone, "index" },
    { "scatter_gather", "aten-index", "index", kNone, "gather/scatter" },
    { "gather_kernel", "aten-index", "index", kNone, "gather" },
    { "searchsorted", "aten-index", "index", kNone, "searchsorted" },
    { "take_put", "aten-index", "index", kNone, "take" },
    { "to_dense_representation", "aten-index", "index", kNone, "to_dense" },
    { "write_indices", "aten-index", "index", kNone, "nonzero" },
    { "flip_kernel", "aten-copy", "copy", kNone, "flip" },
    { "roll_cuda", "aten-copy", "copy", kNone, "roll" },
    { "_pad", "aten-copy", "copy", kNone, "pad" },
    { "split_with_sizes", "aten-copy", "copy", kNone, "split" },
    { "unfold_backward", "aten-copy", "copy", kNone, "unfold backward" },
    { "im2col", "aten-copy", "layout transform", kNone, "im2col" },
    { "col2im", "aten-copy", "layout transform", kNone, "col2im" },
    { "vol2col", "aten-copy", "layout transform", kNone, "vol2col" },
    { "vol2im", "aten-copy", "layout transform", kNone, "vol2im" },
    { "chunk_cat", "aten-copy", "copy", kNone, "chunk_cat" },
    { "coalesceValues", "aten-index", "index", kNone, "coalesce" },
    { "masked_scale", "aten-elementwise", "rng/dropout", kCores, "dropout backward" },
    { "rand_uniform", "aten-elementwise", "rng/dropout", kCores, "rand" },
    { "glu_backward", "aten-elementwise", "elementwise", kCores, "glu backward" },
    { "MarginLoss", "aten-reduce", "loss", kCores, "loss" },
    { "pdist_", "aten-reduce", "reduction", kCores, "pdist" },
    { "FusedParamsCUDA", "aten-norm", "norm", kCores, "group norm" },
    { "scan_", "aten-reduce", "scan", kCores, "scan" },
    { "cumsum", "aten-reduce", "scan", kCores, "cumsum" },
    { "bitonicSort", "aten-reduce", "sort/topk", kCores, "sort" },
    { "radixSort", "aten-reduce", "sort/topk", kCores, "sort" },
    { "warpMergeSort", "aten-reduce", "sort/topk", kCores, "sort" },
    { "gatherTopK", "aten-reduce", "sort/topk", kCores, "topk" },
    { "radixFindKth", "aten-reduce", "sort/topk", kCores, "topk" },
    { "computeBlockwise", "aten-reduce", "sort/topk", kCores, "topk" },
    { "computeDigitCumSum", "aten-reduce", "sort/topk", kCores, "topk" },
    { "KthValue", "aten-reduce", "sort/topk", kCores, "kthvalue" },
    { "gatherMedian", "aten-reduce", "sort/topk", kCores, "median" },
    { "fill_reverse_indices", "aten-reduce", "sort/topk", kCores, "sort" },
    { "fill_index_and_segment", "aten-reduce", "sort/topk", kCores, "sort" },
    { "sort_postprocess", "aten-reduce", "sort/topk", kCores, "sort" },
    { "max_pool", "aten-reduce", "pool", kCores, "max pool" },
    { "avg_pool", "aten-reduce", "pool", kCores, "average pool" },
    { "average_pool", "aten-reduce", "pool", kCores, "average pool" },
    { "averagepool", "aten-reduce", "pool", kCores, "average pool" },
    { "adaptivemaxpool", "aten-reduce", "pool", kCores, "max pool" },
    { "upsample", "aten-elementwise", "resize", kCores, "upsample" },
    { "interpolate", "aten-elementwise", "resize", kCores, "upsample" },
    { "grid_sampler", "aten-elementwise", "resize", kCores, "grid_sample" },
    { "distribution_", "aten-elementwise", "rng/dropout", kCores, "random" },
    { "dropout", "aten-elementwise", "rng/dropout", kCores, "dropout" },
    { "random", "aten-elementwise", "rng/dropout", kCores, "random" },
    { "bernoulli", "aten-elementwise", "rng/dropout", kCores, "bernoulli" },
    { "philox", "aten-elementwise", "rng/dropout", kCores, "random" },
    { "sampleMultinomial", "aten-elementwise", "rng/dropout", kCores, "multinomial" },
    { "randperm", "aten-elementwise", "rng/dropout", kCores, "randperm" },
    { "ClassNLLCriterion", "aten-reduce", "loss", kCores, "nll_loss" },
    { "nll_loss", "aten-reduce", "loss", kCores, "nll_loss" },
    { "_loss_", "aten-reduce", "loss", kCores, "loss" },
    { "conv_depthwise", "other", "conv", kCores, "depthwise conv" },
    { "slow_conv", "other", "conv", kCores, "conv" },
    { "transform_bias_rescale_qkv", "aten-elementwise", "elementwise", kCores, "bias + rescale qkv" },
    { "lstm_cell", "aten-elementwise", "elementwise", kCores, "LSTM cell" },
    { "gru_cell", "aten-elementwise", "elementwise", kCores, "GRU cell" },
    { "kernelPointwiseApply", "aten-elementwise", "elementwise", kCores, "pointwise" },
    { "cross_kernel", "aten-elementwise", "elementwise", kCores, "cross" },
    { "cdist_", "aten-reduce", "reduction", kCores, "cdist" },
    { "fused_adam", "aten-elementwise", "optimizer", kCores, "Adam" },
    { "fused_sgd", "aten-elementwise", "optimizer", kCores, "SGD" },
    { "spin_kernel", "other", "auxiliary", kCores, "" },
    { "linspace", "aten-elementwise", "fill", kNone, "linspace" },
    { "copy_", "aten-copy", "copy", kNone, "copy" },
} };

bool matches(std::string_view base, std::string_view word)
{
    return word.front() == '^' ? startsWith(base, word.substr(1)) : contains(base, word);
}

bool isAten(const KernelText& kernel)
{
    return startsWith(kernel.scope, "at::") || startsWith(kernel.scope, "at_cuda_detail::at::");
}

// Names that keep no "at::" in some spellings and occur nowhere else.
bool isAtenName(std::string_view base)
{
    static constexpr std::array<std::string_view, 9> kNames { "CatArrayBatchedCopy", "cunn_",
        "indexing_backward_kernel", "triu_tril_kernel", "indexSelectLarge", "indexSelectSmall",
        "vectorized_layer_norm_kernel", "index_elementwise", "_scatter_gather_elementwise" };
    for (const std::string_view name : kNames) {
        if (startsWith(base, name))
            return true;
    }
    return false;
}

// Lists of tensors in one launch: optimizers and torch._foreach_*.
bool readMultiTensor(const KernelText& kernel, DecodedKernel& out)
{
    if (kernel.base != "multi_tensor_apply_kernel")
        return false;
    static constexpr std::array<std::string_view, 8> kOptimizers { "Adam", "SGD", "LAMB", "Lamb", "Sgd", "Adagrad",
        "NovoG", "FusedOptimizer" };
    const std::string_view text = kernel.arguments.substr(0, 400);
    const bool isOptimizer = containsAny(text, kOptimizers);
    const bool isNorm = contains(text, "NormFunctor");
    const bool isCopy = contains(text, "CopyFunctor") || contains(text, "ScaleFunctor<void");
    setKind(out, "aten-elementwise",
        isOptimizer  ? "optimizer"
            : isNorm ? "reduction"
            : isCopy ? "copy"
                     : "elementwise",
        isCopy ? kNone : kCores);
    out.label = isOptimizer ? "optimizer" : isNorm ? "norm" : isCopy ? "copy" : "foreach";
    out.rule = "aten/multi-tensor";
    setKnown(out.inputDtype, firstDtype(kernel.arguments));
    return true;
}

std::string_view dtypeOf(const KernelText& kernel)
{
    // "vectorized_gather_kernel<16, long>": bytes are moved, long is the index.
    if (startsWith(kernel.base, "vectorized_gather"))
        return {};
    return firstDtype(kernel.arguments);
}

} // namespace

bool readAten(const KernelText& kernel, DecodedKernel& out)
{
    if (readMultiTensor(kernel, out))
        return true;
    const bool isScoped = isAten(kernel);
    if (!isScoped && !isAtenName(kernel.base))
        return false;
    setKnown(out.inputDtype, dtypeOf(kernel));
    for (const Rule& rule : kRules) {
        if (!matches(kernel.base, rule.word))
            continue;
        setKind(out, rule.family, rule.role, rule.unit);
        out.rule = "aten/";
        out.rule += rule.word.front() == '^' ? rule.word.substr(1) : rule.word;
        setKnown(out.label, rule.label);
        if (rule.unit == MathUnit::TensorCore)
            out.instruction = "mma.sync m16n8k16";
        const bool isNarrow = out.inputDtype == "fp16" || out.inputDtype == "bf16";
        if (rule.role == "norm" && isNarrow && contains(kernel.arguments, "float"))
            out.accumulateDtype = "fp32";
        return true;
    }
    const WordRole word = roleByWords(kernel.base);
    setKind(out, "other", word.role.empty() ? "?" : word.role, word.unit);
    out.rule = "aten/words";
    if (word.unit == MathUnit::Unknown)
        out.reason = "No rule knows this PyTorch kernel";
    return true;
}

} // namespace attnscope::kernels
