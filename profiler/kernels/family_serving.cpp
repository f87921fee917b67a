// SPDX-License-Identifier: GPL-3.0-or-later
//
// FlashInfer and vLLM.
//
//   flashinfer::{Single,Batch}Prefill*Kernel<KernelTraits<mask, ..., Q type, KV type, O type, ...>>: mma (mma.cuh),
//     also
//     when decode was asked for with use_tensor_cores: the prefill kernel is then launched. "Prefill" is not the phase.
//   flashinfer::PrefillWithKVCacheKernel, ..Hopper..: wgmma (hopper/); ..MLAPage..Kernel, ..PODWith..: mma (mla.cuh, pod.cuh)
//   flashinfer::BatchDecodeWithPagedKVCacheKernel: decode.cuh holds no mma.      ...MergeStates*: joins partial
//     results.
//   vllm::<helper>: norms, rotary embedding, activation, quantisation, cache writes; paged_attention_v1/v2: fp32 FMA.
//
// Source: flashinfer-ai/flashinfer@fb28d724 include/flashinfer/{mma,prefill,decode}.cuh; vllm-project/vllm csrc/.
#include "profiler/kernels/families.h"

namespace attnscope::kernels {
namespace {

void readByWordsFor(std::string_view family, const KernelText& kernel, DecodedKernel& out)
{
    const WordRole word = roleByWords(kernel.base);
    setKind(out, family, word.role.empty() ? "?" : word.role, word.unit);
    out.rule = std::string(family) + "/words";
    const std::string_view narrow = firstNarrowDtype(kernel.arguments);
    setKnown(out.inputDtype, narrow.empty() ? firstDtype(kernel.arguments, true) : narrow);
    if (word.unit == MathUnit::Unknown)
        out.reason = "The name says neither the unit nor anything that decides it";
}

} // namespace

bool readFlashInfer(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view base = kernel.base;
    const bool isScoped = contains(kernel.scope, "flashinfer");
    const bool isPrefill = contains(base, "Prefill") && contains(base, "KVCacheKernel");
    const bool isDecode = contains(base, "Decode") && contains(base, "KVCacheKernel");
    if (!isScoped && !isPrefill && !isDecode)
        return false;
    // hopper/: a class and traits of its own; mla.cuh, pod.cuh and the persistent kernel share prefill's mma.
    const bool isHopper = contains(base, "Hopper") || contains(kernel.scope, "hopper")
        || contains(kernel.arguments, "Hopper") || base == "PrefillWithKVCacheKernel"
        || contains(kernel.arguments, "AttentionKernelTraits<");
    const bool isMatrix = isPrefill || contains(base, "PODWith") || contains(base, "BatchPOD")
        || contains(base, "MLAPage") || contains(base, "CuteSM80")
        || contains(kernel.arguments.substr(0, 96), "AttentionPersistent");
    if (isMatrix) {
        setKind(out, "flashinfer", "attention-forward", MathUnit::TensorCore);
        out.instruction = isHopper ? "wgmma" : "mma.sync";
        setKnown(out.inputDtype, firstNarrowDtype(kernel.arguments));
        if (!isUnset(out.inputDtype))
            out.accumulateDtype = "fp32";
        out.rule = "flashinfer/prefill";
        return true;
    }
    if (isDecode || contains(base, "MergeState")) {
        setKind(out, "flashinfer", "attention-forward", MathUnit::CudaCore);
        setKnown(out.inputDtype, firstNarrowDtype(kernel.arguments));
        out.accumulateDtype = "fp32";
        out.rule = isDecode ? "flashinfer/decode" : "flashinfer/merge";
        return true;
    }
    readByWordsFor("flashinfer", kernel, out);
    return true;
}

bool readVllm(const KernelText& kernel, DecodedKernel& out)
{
    if (startsWith(kernel.base, "paged_attention_v") || contains(kernel.base, "single_query_cached_kv_attention")) {
        setKind(out, "vllm", "attention-forward", MathUnit::CudaCore);
        setKnown(out.inputDtype, firstDtype(kernel.arguments, true));
        out.accumulateDtype = "fp32";
        out.rule = "vllm/paged-attention";
        return true;
    }
    const std::string_view base = kernel.base;
    // awq/gemm_kernels.cu: mma.sync in inline assembly (m16n8k16, on Turing m16n8k8); gptq/q_gemm.cu: half2 arithmetic.
    if (startsWith(base, "gemm_forward_4bit_cuda_")) {
        setKind(out, "vllm", "gemm", MathUnit::TensorCore);
        out.instruction = "mma.sync";
        out.inputDtype = "fp16";
        out.accumulateDtype = "fp32";
        out.rule = "vllm/awq";
        return true;
    }
    if (startsWith(base, "gemm_half_q_half_")) {
        setKind(out, "vllm", "gemm", MathUnit::CudaCore);
        out.instruction = "HFMA2";
        out.inputDtype = "fp16";
        out.rule = "vllm/gptq";
        return true;
    }
    if (!contains(kernel.scope, "vllm::"))
        return false;
    if (startsWith(base, "mul_mat_vec")) { // its copy of ggml's kernels
        setKind(out, "vllm", "gemv", MathUnit::CudaCore);
        out.rule = "vllm/ggml";
        return true;
    }
    if (startsWith(base, "merge_attn_states")) { // joins partial results
        setKind(out, "vllm", "attention-forward", MathUnit::CudaCore);
        setKnown(out.inputDtype, firstDtype(kernel.arguments, true));
        out.rule = "vllm/merge";
        return true;
    }
    readByWordsFor("vllm", kernel, out);
    return true;
}

} // namespace attnscope::kernels
