// SPDX-License-Identifier: GPL-3.0-or-later
//
// Libraries for low-precision inference: DeepGEMM, Marlin, llama.cpp.
//
//   deep_gemm::sm<90|100>_<fp8|bf16|tf32>_..._impl<...>; deep_gemm::fp8_gemm_kernel<N, K, tile M, N, K, ...> (first
//     versions)
//     sm90 wgmma, sm100 tcgen05. sm90_tf32_hc_prenorm_gemm_impl<N, K, tile M, N, K, splits, swizzle, stages, ...>
//   marlin::Marlin<...>: weights are dequantised in registers and multiplied by mma.sync m16n8k16; the first argument
//     is
//     the activation's type as a number (vLLM ScalarType).
//   llama.cpp (ggml-cuda): mul_mat_q<ggml_type, ...> = int8 mma where the GPU has it, DP4A otherwise, decided when
//     built:
//     unknown. mul_mat_vec*: matrix-vector. flash_attn_ext_f16: mma; flash_attn_tile*, flash_attn_vec*: none.
//
//   bitsandbytes: kgemm_4bit_inference_naive<element, ..>, a matrix-vector product in spite of its name.
//
// Sources: bitsandbytes-foundation/bitsandbytes csrc/kernels.cu, deepseek-ai/DeepGEMM@54e22612, vllm-project/vllm csrc/quantization, ggml-org/llama.cpp ggml/src/ggml-cuda.
#include "profiler/kernels/families.h"

#include <array>

namespace attnscope::kernels {
namespace {

void readTile(const Pieces& arguments, std::size_t first, DecodedKernel& out)
{
    for (std::size_t i = first; i < first + 3; ++i) {
        if (!allDigits(arguments[i]))
            return;
    }
    out.tile = std::string(arguments[first]) + 'x' + std::string(arguments[first + 1]) + 'x'
        + std::string(arguments[first + 2]);
}

struct LlamaRule {
    std::string_view prefix;
    std::string_view role;
    MathUnit unit;
    bool isDistinctive; // the name occurs nowhere else
};

// First match wins.
constexpr std::array kLlamaRules = std::to_array<LlamaRule>({
    { "mul_mat_q_stream_k_fixup", "split-k-reduce", MathUnit::CudaCore, true },
    { "mul_mat_vec", "gemv", MathUnit::CudaCore, true },
    { "mul_mat_q", "gemm", MathUnit::Unknown, true },
    { "mul_mat_f", "gemm", MathUnit::Unknown, true },
    { "mul_mat_p021", "gemv", MathUnit::CudaCore, true },
    { "dequantize_mul_mat_vec", "gemv", MathUnit::CudaCore, true },
    { "flash_attn_ext_f16", "attention-forward", MathUnit::TensorCore, true },
    { "flash_attn_ext_vec", "attention-forward", MathUnit::CudaCore, true },
    { "flash_attn_vec", "attention-forward", MathUnit::CudaCore, true },
    { "flash_attn_tile", "attention-forward", MathUnit::CudaCore, true },
    { "flash_attn_combine", "attention-forward", MathUnit::CudaCore, true },
    { "flash_attn_stream_k_fixup", "attention-forward", MathUnit::CudaCore, true },
    { "flash_attn_mask_to_KV_max", "auxiliary", MathUnit::CudaCore, true },
    { "dequantize_block", "quantize", MathUnit::CudaCore, true },
    { "quantize_q8_1", "quantize", MathUnit::CudaCore, true },
    { "quantize_mmq", "quantize", MathUnit::CudaCore, true },
    { "convert_unary", "copy", MathUnit::None, true },
    { "k_bin_bcast", "elementwise", MathUnit::CudaCore, true },
    { "k_get_rows", "index", MathUnit::None, true },
    { "k_set_rows", "index", MathUnit::None, true },
    { "k_sum_rows", "reduction", MathUnit::CudaCore, true },
    { "rms_norm_f32", "norm", MathUnit::CudaCore, true },
    { "norm_f32", "norm", MathUnit::CudaCore, true },
    { "rope_neox", "elementwise", MathUnit::CudaCore, true },
    { "rope_norm", "elementwise", MathUnit::CudaCore, true },
    { "soft_max_f32", "softmax", MathUnit::CudaCore, true },
    { "unary_gated_op_kernel", "elementwise", MathUnit::CudaCore, true },
    { "rms_norm_back_f32", "norm", MathUnit::CudaCore, true },
    { "group_norm_f32", "norm", MathUnit::CudaCore, true },
    { "l2_norm_f32", "norm", MathUnit::CudaCore, true },
    { "soft_max_back_f32", "softmax", MathUnit::CudaCore, true },
    { "rope_multi", "elementwise", MathUnit::CudaCore, true },
    { "rope_vision", "elementwise", MathUnit::CudaCore, true },
    { "cpy_", "copy", MathUnit::None, false },
    { "cpy_scalar", "copy", MathUnit::None, true },
    { "unary_op_kernel", "elementwise", MathUnit::CudaCore, false },
    { "scale_f32", "elementwise", MathUnit::CudaCore, true },
    { "silu_f32", "elementwise", MathUnit::CudaCore, true },
    { "gelu_f32", "elementwise", MathUnit::CudaCore, true },
    { "concat_f32", "copy", MathUnit::None, true },
    { "pad_f32", "copy", MathUnit::None, true },
    { "upscale_f32", "resize", MathUnit::CudaCore, true },
    { "reduce_rows_f32", "reduction", MathUnit::CudaCore, true },
    { "k_argsort_f32", "sort/topk", MathUnit::CudaCore, true },
    { "topk_moe_cuda", "sort/topk", MathUnit::CudaCore, true },
    { "mmq_ids_helper", "auxiliary", MathUnit::CudaCore, true },
    { "ssm_scan_f32", "scan", MathUnit::CudaCore, true },
    { "ssm_conv_f32", "conv", MathUnit::CudaCore, true },
    { "cross_entropy_loss_f32", "loss", MathUnit::CudaCore, true },
    { "timestep_embedding_f32", "elementwise", MathUnit::CudaCore, true },
});

void readLlamaDetails(const KernelText& kernel, const LlamaRule& rule, DecodedKernel& out)
{
    if (startsWith(rule.prefix, "mul_mat_q") && rule.role == "gemm") {
        out.inputDtype = "quantised x q8_1";
        out.reason = "int8 mma on GPUs that have it, DP4A on others: chosen when the program is built";
    } else if (rule.unit == MathUnit::Unknown) {
        out.reason = "mma on GPUs that have it: chosen when the program is built";
    } else if (rule.unit == MathUnit::TensorCore) {
        out.instruction = "mma.sync";
        out.inputDtype = "fp16";
    } else if (rule.role == "split-k-reduce") {
        out.accumulateDtype = "fp32";
    } else if (endsWith(kernel.base, "_f32")) {
        out.inputDtype = "fp32";
    }
}

} // namespace

bool readDeepGemm(const KernelText& kernel, DecodedKernel& out)
{
    const bool isScoped = contains(kernel.scope, "deep_gemm::");
    const bool isFirstVersion = startsWith(kernel.base, "fp8_gemm");
    if (!isScoped && !(isFirstVersion && contains(kernel.scope, "::")))
        return false;
    const std::string_view base = kernel.base;
    const bool isMatmul = contains(base, "gemm") || contains(base, "einsum") || contains(base, "mqa_logits")
        || contains(base, "bmk") || contains(base, "hc_prenorm");
    if (!isMatmul || contains(base, "metadata")) {
        const WordRole word = roleByWords(base);
        setKind(out, "deepgemm", word.role.empty() ? "?" : word.role, word.unit);
        out.rule = "deepgemm/words";
        if (word.unit == MathUnit::Unknown)
            out.reason = "The name says neither the unit nor anything that decides it";
        return true;
    }
    setKind(out, isScoped ? "deepgemm" : "other", "gemm", MathUnit::TensorCore);
    out.accumulateDtype = "fp32";
    out.rule = "deepgemm";
    setKnown(out.architecture, architectureIn(base.substr(0, 6)));
    // The first versions existed for Hopper only.
    out.instruction = out.architecture == "sm100" ? "tcgen05.mma" : "wgmma";
    for (const std::string_view token : splitUnderscores(base)) {
        if (token == "fp8")
            out.inputDtype = "fp8 e4m3";
        else if (token == "fp4") // "fp8_fp4_gemm": A, B
            out.inputDtype = out.inputDtype == "fp8 e4m3" ? "fp8 e4m3 x fp4 e2m1" : "fp4 e2m1";
        else if (token == "bf16" || token == "tf32")
            setKnown(out.inputDtype, token);
    }
    const Pieces arguments = splitArguments(kernel.arguments);
    if (contains(base, "hc_prenorm")) {
        readTile(arguments, 2, out);
        if (allDigits(arguments[7]))
            setKnown(out.stages, arguments[7]);
    } else if (isFirstVersion) {
        readTile(arguments, 2, out);
    }
    return true;
}

bool readMarlin(const KernelText& kernel, DecodedKernel& out)
{
    const bool isMarlin =
        kernel.base == "Marlin" || startsWith(kernel.base, "Marlin_") || contains(kernel.scope, "marlin");
    if (!isMarlin)
        return false;
    if (contains(kernel.base, "repack") || contains(kernel.base, "permute")) {
        setKind(out, "marlin", "layout transform", MathUnit::None);
        out.rule = "marlin/repack";
        return true;
    }
    setKind(out, "marlin", "gemm", MathUnit::TensorCore);
    out.instruction = "mma.sync m16n8k16";
    setKnown(out.inputDtype, firstNarrowDtype(kernel.arguments));
    out.rule = "marlin";
    return true;
}

bool readLlamaCpp(const KernelText& kernel, DecodedKernel& out)
{
    if (startsWith(kernel.base, "kgemm_4bit_inference_naive")) { // bitsandbytes: one warp a row, multiply-adds
        setKind(out, "other", "gemv", MathUnit::CudaCore);
        setKnown(out.inputDtype, firstNarrowDtype(kernel.arguments));
        out.rule = "bitsandbytes/gemv";
        return true;
    }
    for (const LlamaRule& rule : kLlamaRules) {
        if (!startsWith(kernel.base, rule.prefix))
            continue;
        const bool isOurs = rule.isDistinctive || contains(kernel.arguments, "ggml_type")
            || contains(kernel.arguments, "cpy_") || contains(kernel.arguments, "op_");
        if (!isOurs)
            continue;
        if (contains(kernel.scope, "at::"))
            return false;
        setKind(out, "llama.cpp", rule.role, rule.unit);
        out.rule = "llama.cpp/" + std::string(rule.prefix);
        readLlamaDetails(kernel, rule, out);
        return true;
    }
    if (!contains(kernel.arguments.substr(0, 64), "ggml_type"))
        return false;
    const WordRole word = roleByWords(kernel.base);
    setKind(out, "llama.cpp", word.role.empty() ? "?" : word.role, word.unit);
    out.rule = "llama.cpp/words";
    if (word.unit == MathUnit::Unknown)
        out.reason = "The name says neither the unit nor anything that decides it";
    return true;
}

} // namespace attnscope::kernels
