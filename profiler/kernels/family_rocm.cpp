// SPDX-License-Identifier: GPL-3.0-or-later
//
// AMD kernels around the multiplications: AITER, MIOpen's helpers, rocPRIM, paged attention of vLLM's ROCm build.
//
//   aiter::<name>: fmha_* does not say whether MFMA is used
//   MIOpenBatchNorm*, SubTensorOpWith{CastTensor,Scalar}*, batched_transpose_*, transpose_<A>2<B>_*, naive_conv_*
//   rocprim::...::trampoline_kernel<..., <algorithm>_config_selector<...>, ...>: the algorithm stands in the arguments
//   rocblas_<operation>_..: vector operations and matrix-vector products; its matrix products are Tensile's
//   paged_attention_ll4mi_QKV_mfma16_kernel (MFMA), ..._reduce_kernel (joins partitions)
//
// Sources: ROCm/aiter csrc, ROCm/MIOpen src/kernels, ROCm/rocPRIM, vllm csrc/rocm/attention.cu.
#include "profiler/kernels/families.h"

#include <array>

namespace attnscope::kernels {
namespace {

struct Rule {
    std::string_view prefix;
    std::string_view role;
    MathUnit unit;
};

constexpr std::array<Rule, 14> kMiopenRules { {
    { "MIOpenBatchNorm", "norm", MathUnit::CudaCore },
    { "MIOpenConv", "conv", MathUnit::CudaCore },
    { "naive_conv_", "conv", MathUnit::CudaCore },
    { "SubTensorOpWithCastTensor", "copy", MathUnit::None },
    { "SubTensorOpWithSubTensor", "copy", MathUnit::None },
    { "SubTensorOpWithTransform", "copy", MathUnit::None },
    { "SubTensorOpWithScalar", "fill", MathUnit::None },
    { "batched_transpose_", "layout transform", MathUnit::None },
    { "transpose_", "layout transform", MathUnit::None },
    { "Im2d2Col", "layout transform", MathUnit::None },
    { "OpTensor", "elementwise", MathUnit::CudaCore },
    { "mloPooling", "pool", MathUnit::CudaCore },
    { "miopenSp3AsmConv", "conv", MathUnit::Unknown },
    { "miopenGcnAsm", "conv", MathUnit::Unknown },
} };

// "transpose_CNHW2NCHW_V2_...": two memory layouts, told from a function that happens to be called transpose.
bool isLayoutChange(std::string_view base)
{
    const std::size_t end = base.find('_', 10);
    return contains(base.substr(10, end == std::string_view::npos ? end : end - 10), "2");
}

std::string_view primRole(std::string_view arguments)
{
    if (contains(arguments, "scan_impl") || contains(arguments, "scan_config"))
        return "scan";
    if (contains(arguments, "reduce_impl") || contains(arguments, "reduce_config_selector"))
        return "reduction";
    return "sort/select"; // partition, transform of a selection, radix and merge sort
}

// rocBLAS' own kernels; its matrix products are Tensile's.
void readRocblas(std::string_view base, DecodedKernel& out)
{
    struct Word {
        std::string_view word, role;
        MathUnit unit;
    };
    static constexpr std::array<Word, 11> kWords { { { "gemv", "gemv", MathUnit::CudaCore },
        { "ger_", "elementwise", MathUnit::CudaCore }, { "dot", "reduction", MathUnit::CudaCore },
        { "asum", "reduction", MathUnit::CudaCore }, { "nrm2", "reduction", MathUnit::CudaCore },
        { "iamax", "reduction", MathUnit::CudaCore }, { "scal", "elementwise", MathUnit::CudaCore },
        { "axpy", "elementwise", MathUnit::CudaCore }, { "copy", "copy", MathUnit::None },
        { "geam", "elementwise", MathUnit::CudaCore }, { "gemm", "gemm", MathUnit::Unknown } } };
    setKind(out, "rocm-other", "?", MathUnit::Unknown);
    out.rule = "rocm/rocblas";
    out.reason = "The name says neither the unit nor anything that decides it";
    for (const Word& word : kWords) {
        if (!contains(base, word.word))
            continue;
        setKind(out, "rocm-other", word.role, word.unit);
        if (word.unit != MathUnit::Unknown)
            out.reason.clear();
        return;
    }
}

} // namespace

bool readAiter(const KernelText& kernel, DecodedKernel& out)
{
    const bool isAiter = startsWith(kernel.scope, "aiter::") || startsWith(kernel.base, "aiter");
    if (!isAiter)
        return false;
    const std::string_view base = kernel.base;
    if (contains(base, "fmha") || contains(base, "attention") || contains(base, "mla_")) {
        setKind(
            out, "rocm-aiter", contains(base, "bwd") ? "attention-backward" : "attention-forward", MathUnit::Unknown);
        out.reason = "AITER's attention kernels do not say in the name whether they use matrix cores";
        for (const std::string_view token : splitUnderscores(base)) {
            if (isUnset(out.inputDtype))
                setKnown(out.inputDtype, dtypeOfToken(token));
        }
        out.rule = "aiter/attention";
        return true;
    }
    const WordRole word = roleByWords(base);
    setKind(out, "rocm-aiter", word.role.empty() ? "?" : word.role, word.unit);
    out.rule = "aiter/words";
    if (word.unit == MathUnit::Unknown)
        out.reason = "The name says neither the unit nor anything that decides it";
    setKnown(out.inputDtype, firstDtype(kernel.arguments, true));
    const bool isNarrow = out.inputDtype == "bf16" || out.inputDtype == "fp16";
    if (word.role == "norm" && isNarrow)
        out.accumulateDtype = "fp32";
    return true;
}

bool readMiopen(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view base = kernel.base;
    for (const Rule& rule : kMiopenRules) {
        if (!startsWith(base, rule.prefix) || (rule.prefix == "transpose_" && !isLayoutChange(base)))
            continue;
        if (!kernel.scope.empty())
            return false;
        setKind(out, "rocm-miopen", rule.role, rule.unit);
        out.rule = "miopen/" + std::string(rule.prefix);
        if (rule.unit == MathUnit::Unknown)
            out.reason = "Hand-written MIOpen assembly does not name its instructions";
        if (endsWith(base, "_half"))
            out.inputDtype = "fp16/bf16"; // any 16-bit type
        return true;
    }
    return false;
}

bool readRocm(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view base = kernel.base;
    if (startsWith(base, "paged_attention_ll4mi")) {
        setKind(out, "rocm-other", "attention-forward", MathUnit::Unknown);
        setKnown(out.inputDtype, firstDtype(kernel.arguments, true));
        out.accumulateDtype = "fp32";
        out.rule = "rocm/paged-attention";
        if (contains(base, "mfma")) {
            out.mathUnit = MathUnit::TensorCore;
            out.instruction = "MFMA";
        } else if (contains(base, "reduce")) {
            out.mathUnit = MathUnit::CudaCore;
        } else {
            out.reason = "This paged-attention kernel does not say in the name whether it uses matrix cores";
        }
        return true;
    }
    if (startsWith(base, "rocblas_")) {
        readRocblas(base, out);
        if (const std::string_view dtype = firstDtype(kernel.arguments, true); dtype != "int32") // an index
            setKnown(out.inputDtype, dtype);
        return true;
    }
    if (contains(kernel.scope, "rocprim::") || contains(kernel.scope, "hipcub::")) {
        const std::string_view front = kernel.arguments.substr(0, 512);
        setKind(out, "rocm-other", primRole(front), MathUnit::CudaCore);
        out.rule = "rocm/rocprim";
        return true;
    }
    return false;
}

} // namespace attnscope::kernels
