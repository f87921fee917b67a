// SPDX-License-Identifier: GPL-3.0-or-later
//
// The last resort: kernels of no known family, by the words programmers use. A word tells the role. It tells the unit
// only
// where the work needs none (movement, indices) or has no matrix product in it (norms, activations, sums); a "gemm",
// "matmul" or "attn" in a user's kernel may use either unit, so it stays unknown.
#include "profiler/kernels/families.h"

#include <array>
#include <utility>

namespace attnscope::kernels {
namespace {

struct Rule {
    std::string_view word; // lower case
    std::string_view role;
    MathUnit unit;
};

constexpr MathUnit kCores = MathUnit::CudaCore;
constexpr MathUnit kNone = MathUnit::None;
constexpr MathUnit kUnknown = MathUnit::Unknown;

// First match wins: what a fused kernel is bound by comes first, matrix products before everything that wraps them.
constexpr std::array kRules = std::to_array<Rule>({
    // What multiplies matrices although a later word of the name sounds harmless.
    { "fmoe", "gemm", kUnknown }, // AITER: fmoe_.._silu is the whole expert
    { "fused_moe", "gemm", kUnknown },
    { "delta_rule", "", kUnknown }, // linear attention: some steps multiply, some do not
    { "lora_", "gemm", kUnknown },
    { "sgmv", "gemm", kUnknown },
    { "bgmv", "gemm", kUnknown },
    { "scaled_mm", "gemm", kUnknown },
    { "_mm_kernel", "gemm", kUnknown },
    { "layernorm", "norm", kCores },
    { "layer_norm", "norm", kCores },
    { "rmsnorm", "norm", kCores },
    { "rms_norm", "norm", kCores },
    { "groupnorm", "norm", kCores },
    { "group_norm", "norm", kCores },
    { "batchnorm", "norm", kCores },
    { "batch_norm", "norm", kCores },
    { "ln_fwd", "norm", kCores },
    { "ln_bwd", "norm", kCores },
    { "l2norm", "norm", kCores },
    { "metadata", "auxiliary", kNone }, // schedules that attention kernels read
    { "splitkreduce", "split-k-reduce", kCores },
    { "splitk_reduce", "split-k-reduce", kCores },
    { "fill_tensormaps", "layout transform", kNone },
    { "tensormap", "auxiliary", kNone },
    { "gemv", "gemv", kUnknown },
    { "matmul", "gemm", kUnknown },
    { "gemm", "gemm", kUnknown },
    { "_bmm", "gemm", kUnknown },
    { "bmm_", "gemm", kUnknown },
    { "einsum", "gemm", kUnknown },
    { "grouped_mm", "gemm", kUnknown },
    { "moe_kernel", "gemm", kUnknown },
    { "cast_to_fp8", "quantize", kCores },
    { "cast_transpose", "quantize", kCores }, // Transformer Engine
    { "cast_fp8", "quantize", kCores },
    { "cast_mxfp8", "quantize", kCores },
    { "cvt_fp16_to_fp", "quantize", kCores }, // vLLM
    { "exllama", "quantize", kCores }, // reconstruct_exllama: weights back to fp16
    { "shuffle_4bit", "layout transform", kNone },
    { "cast_back", "quantize", kCores },
    { "_cast", "quantize", kCores },
    { "quant", "quantize", kCores },
    { "fp8rowwise", "quantize", kCores },
    { "fmha_dgrad", "attention-backward", kUnknown },
    { "fmha_bwd", "attention-backward", kUnknown },
    { "attn_bwd", "attention-backward", kUnknown },
    { "bwd_kernel_dk", "attention-backward", kUnknown },
    { "bwd_kernel_dq", "attention-backward", kUnknown },
    { "attention_bwd", "attention-backward", kUnknown },
    { "attention_backward", "attention-backward", kUnknown },
    { "attn", "attention-forward", kUnknown },
    { "attention", "attention-forward", kUnknown },
    { "fmha", "attention-forward", kUnknown },
    { "mla_", "attention-forward", kUnknown },
    { "paged_decode", "attention-forward", kUnknown },
    // Depthwise: one short filter a channel, no product of matrices (Dao-AILab/causal-conv1d, TensorFlow).
    { "causal_conv1d", "conv", kCores },
    { "depthwiseconv", "conv", kCores },
    { "depthwise_conv", "conv", kCores },
    { "flash_decod", "attention-forward", kUnknown },
    { "decode_att", "attention-forward", kUnknown },
    { "_mlp", "gemm", kUnknown },
    { "_ffn", "gemm", kUnknown },
    { "_linear", "gemm", kUnknown },
    { "convolution", "conv", kUnknown },
    { "conv2d", "conv", kUnknown },
    { "conv1d", "conv", kUnknown },
    { "conv3d", "conv", kUnknown },
    { "softmax", "softmax", kCores },
    { "cross_entropy", "loss", kCores },
    { "_loss", "loss", kCores },
    { "adam", "optimizer", kCores },
    { "optimizer", "optimizer", kCores },
    { "topk", "sort/topk", kCores },
    { "top_k", "sort/topk", kCores },
    { "topp", "sort/topk", kCores },
    { "argsort", "sort/topk", kCores },
    { "sort", "sort/topk", kCores },
    { "sampling", "sort/topk", kCores },
    { "histogram", "auxiliary", kCores },
    { "align_block_size", "auxiliary", kCores },
    { "routing", "auxiliary", kCores },
    { "group_indices", "index", kNone },
    { "indices", "auxiliary", kCores },
    { "rotary", "elementwise", kCores },
    { "rope", "elementwise", kCores },
    { "mapping", "index", kNone },
    { "expand", "index", kNone },
    { "gather", "index", kNone },
    { "scatter", "index", kNone },
    { "embedding", "embedding", kCores },
    { "transpose", "layout transform", kNone },
    { "permute", "layout transform", kNone },
    { "nchw", "layout transform", kNone },
    { "silu", "elementwise", kCores },
    { "swiglu", "elementwise", kCores },
    { "geglu", "elementwise", kCores },
    { "gelu", "elementwise", kCores },
    { "relu", "elementwise", kCores },
    { "act_and_mul", "elementwise", kCores },
    { "activation", "elementwise", kCores },
    { "sigmoid", "elementwise", kCores },
    { "dropout", "rng/dropout", kCores },
    { "random", "rng/dropout", kCores },
    { "elementwise", "elementwise", kCores },
    { "pointwise", "elementwise", kCores },
    { "clamp", "elementwise", kCores },
    { "nms_kernel", "elementwise", kCores },
    { "masked_fill", "mask", kCores },
    { "memset", "fill", kNone },
    { "fill_", "fill", kNone },
    { "copy", "copy", kNone },
    { "concat", "copy", kNone },
    { "selective_scan", "scan", kCores }, // Mamba
    { "ssm_scan", "scan", kCores },
    { "cumsum", "scan", kCores },
    { "prefix_sum", "scan", kCores },
    { "pooling", "pool", kCores },
    { "upsample", "resize", kCores },
    { "reduce", "reduction", kCores },
    { "reduction", "reduction", kCores },
    { "_sum", "reduction", kCores },
    { "gammabeta", "norm", kCores }, // cuComputePartGradGammaBeta (Apex)
    { "cucomputegradinput", "norm", kCores },
    { "normalize", "norm", kCores },
    { "_normal", "rng/dropout", kCores },
    { "_norm", "norm", kCores },
    { "philox", "rng/dropout", kCores },
    { "_pad", "copy", kNone },
    { "pad_", "copy", kNone },
    { "resize", "resize", kCores },
    { "upscale", "resize", kCores },
    { "im2col", "layout transform", kNone },
    { "permutation", "layout transform", kNone },
    { "reorder", "layout transform", kNone },
    { "swapdimension", "layout transform", kNone },
    { "shuffleintensor", "layout transform", kNone },
    { "memcpy", "copy", kNone },
    { "cpy_", "copy", kNone },
    { "clone", "copy", kNone },
    { "biasadd", "elementwise", kCores },
    { "add_bias", "elementwise", kCores },
    { "addbias", "elementwise", kCores },
    { "biasnhwc", "elementwise", kCores },
    { "biasnchw", "elementwise", kCores },
    { "unary_op", "elementwise", kCores },
    { "binary_op", "elementwise", kCores },
    { "scale_", "elementwise", kCores },
    { "sgd", "optimizer", kCores },
    { "lamb_", "optimizer", kCores },
});

bool isBareName(const KernelText& kernel)
{
    return kernel.scope.empty() && kernel.arguments.empty() && kernel.parameters.empty();
}

// Triton before 3.0 ends a name with its signature: "_fwd_kernel_0d1d2de3".
bool hasTritonSignature(std::string_view base)
{
    const std::size_t at = base.rfind('_');
    if (at == std::string_view::npos || at + 3 > base.size() || !isDigit(base[at + 1]))
        return false;
    const std::string_view signature = base.substr(at + 1);
    return signature.find_first_not_of("0123456789dec") == std::string_view::npos && contains(signature, "d");
}

// "my_fp8_gemm_kernel" → fp8.
std::string_view dtypeInName(std::string_view base)
{
    for (const std::string_view token : splitUnderscores(base)) {
        if (const std::string_view dtype = dtypeOfToken(token); !dtype.empty())
            return dtype;
    }
    return {};
}

// A kernel of anybody's whose name spells the instruction: "hgemm_mma_m16n8k16_..", "mfma_moe1_..", "gemm_wgmma_..".
std::string_view instructionInName(std::string_view lower)
{
    for (const auto& [word, instruction] : { std::pair<std::string_view, std::string_view> { "wgmma", "wgmma" },
             { "tcgen05", "tcgen05.mma" }, { "mfma", "MFMA" } }) {
        if (contains(lower, word))
            return instruction;
    }
    if (contains(lower, "m16n8k16"))
        return "mma.sync m16n8k16";
    for (const std::string_view token : splitUnderscores(lower)) {
        if (token == "wmma")
            return "wmma";
        if (token == "mma" || token == "hmma" || token == "imma" || token == "dmma")
            return token == "imma" ? "IMMA" : token == "hmma" ? "HMMA" : token == "dmma" ? "DMMA" : "mma.sync";
    }
    return {};
}

bool readBySpelledInstruction(const KernelText& kernel, const WordRole& word, DecodedKernel& out)
{
    const std::string lower = lowerCase(kernel.base.substr(0, 256));
    const std::string_view instruction = instructionInName(lower);
    if (instruction.empty())
        return false;
    const bool isAttention = startsWith(word.role, "attention");
    setKind(out, "other", isAttention || word.role == "conv" ? word.role : "gemm", MathUnit::TensorCore);
    setKnown(out.instruction, instruction);
    out.rule = "words/instruction";
    setKnown(out.inputDtype, firstNarrowDtype(kernel.arguments));
    return true;
}

} // namespace

WordRole roleByWords(std::string_view base)
{
    const std::string lower = lowerCase(base.substr(0, 256));
    for (const Rule& rule : kRules) {
        if (!contains(lower, rule.word))
            continue;
        // "rmsnorm_gemm_kernel": whatever comes first, a product is in it.
        const bool multiplies = contains(lower, "gemm") || contains(lower, "matmul");
        const bool isSum = rule.role == "split-k-reduce";
        return { rule.role, multiplies && !isSum ? kUnknown : rule.unit };
    }
    return {};
}

bool readByWords(const KernelText& kernel, DecodedKernel& out)
{
    WordRole word = roleByWords(kernel.base);
    // A template around a user's functor: the words may stand in the namespace ("layer_norm::Kernel<...>").
    if (word.role.empty() && !kernel.scope.empty())
        word = roleByWords(kernel.scope);
    if (readBySpelledInstruction(kernel, word, out))
        return true;
    setKind(out, "other", word.role.empty() ? "?" : word.role, word.unit);
    out.rule = word.role.empty() ? "none" : "words";
    const bool isProduct = word.role == "gemm" || startsWith(word.role, "attention");
    const bool isProductOrVector = isProduct || word.role == "gemv";
    // Triton writes a kernel's plain Python name: no namespace, no types.
    if (isBareName(kernel)
        && (isProduct || hasTritonSignature(kernel.base)
            || (startsWith(kernel.base, "_") && endsWith(kernel.base, "_kernel") && word.role.empty())))
        out.family = "triton";
    const std::string_view narrow = firstNarrowDtype(kernel.arguments);
    setKnown(out.inputDtype, narrow.empty() ? firstDtype(kernel.arguments, true) : narrow);
    if (isUnset(out.inputDtype) && isProductOrVector)
        setKnown(out.inputDtype, dtypeInName(kernel.base));
    if (isUnset(out.inputDtype))
        setKnown(out.inputDtype, firstDtype(kernel.parameters.substr(0, 256), false));
    const bool isNarrow = out.inputDtype == "fp16" || out.inputDtype == "bf16";
    if (word.role == "norm" && isNarrow && contains(kernel.arguments, "float"))
        out.accumulateDtype = "fp32";
    if (word.unit != MathUnit::Unknown)
        return true;
    if (word.role.empty())
        out.reason = "No rule knows this name, and no word in it tells what the kernel does";
    else if (out.family == "triton")
        out.reason = "A user's kernel: Triton names do not say whether tl.dot runs on Tensor Cores";
    else
        out.reason = "A user's kernel: the name says neither the operand type nor the instruction";
    return true;
}

} // namespace attnscope::kernels
