// SPDX-License-Identifier: GPL-3.0-or-later
//
// cuDNN's own kernels (those it takes from xmma, CUTLASS and the architecture-named set are read there).
//
//   cudnn_generated_<fort_native|oss>_sdpa_sm<arch>_flash_<fprop|bprop>[_wgmma|_wmma]_<type>_knob_<n>_<Q>x<KV>x<D>_<warps>_...
//   cudnn_generated_..._matMul_pointwise_..._<MxNxK>: neither type nor unit in the name
//   cudnn::fusion::compute_dot_do_o*, convert_dq*: steps around the backward pass, no multiplication
//   cudnn::bn_*, cudnn::ops::nchwToNhwcKernel, cask_cudnn::compute*Offsets*, winograd*, implicit_convolve_sgemm,
//   wgrad_alg0_engine, fft2d_*: helpers and the fp32 convolutions of CUDA cores
//
// "f16" in an attention name covers bf16. From sm100 on the instruction is no longer written; it follows from the
// architecture (sm100 tcgen05, sm120 mma.sync). That the third number of the tile is the head size is inferred.
#include "profiler/kernels/families.h"

#include <array>

namespace attnscope::kernels {
namespace {

struct WordRule {
    std::string_view word; // in the function's name
    std::string_view role;
    MathUnit unit;
    std::string_view instruction;
};

// First match wins.
constexpr std::array<WordRule, 34> kWordRules { {
    { "OffsetsKernel", "auxiliary", MathUnit::None, "" },
    { "kern_precompute_indices", "auxiliary", MathUnit::None, "" },
    { "generateWinogradTiles", "conv", MathUnit::CudaCore, "" },
    { "winograd", "conv", MathUnit::CudaCore, "" },
    { "Winograd", "conv", MathUnit::CudaCore, "" },
    { "convolve_sgemm", "conv", MathUnit::CudaCore, "FFMA" },
    { "wgrad_alg", "conv", MathUnit::CudaCore, "FFMA" },
    { "dgrad_engine", "conv", MathUnit::CudaCore, "FFMA" },
    { "dgrad_alg", "conv", MathUnit::CudaCore, "FFMA" },
    { "dgrad2d_alg", "conv", MathUnit::CudaCore, "FFMA" },
    { "wgrad2d_", "conv", MathUnit::CudaCore, "FFMA" },
    { "conv2d_grouped_direct", "conv", MathUnit::CudaCore, "" },
    { "nchwToNhwc", "layout transform", MathUnit::None, "" },
    { "nhwcToNchw", "layout transform", MathUnit::None, "" },
    { "NchwToNhwc", "layout transform", MathUnit::None, "" },
    { "NhwcToNchw", "layout transform", MathUnit::None, "" },
    { "ToFoldedNhwc", "layout transform", MathUnit::None, "" },
    { "foldedNhwcTo", "layout transform", MathUnit::None, "" },
    { "im2col", "layout transform", MathUnit::None, "" },
    { "convertTensor", "copy", MathUnit::None, "" },
    { "AddPadding", "layout transform", MathUnit::None, "" },
    { "tensorTransform", "layout transform", MathUnit::None, "" },
    { "fft2d_", "fft", MathUnit::CudaCore, "" },
    { "fft1d_", "fft", MathUnit::CudaCore, "" },
    { "flip_filter", "fft", MathUnit::CudaCore, "" },
    { "bn_fw_", "norm", MathUnit::CudaCore, "" },
    { "bn_bw_", "norm", MathUnit::CudaCore, "" },
    { "pooling_", "pool", MathUnit::CudaCore, "" },
    { "softmax_", "softmax", MathUnit::CudaCore, "" },
    { "activation_", "elementwise", MathUnit::CudaCore, "" },
    { "op_generic_tensor", "elementwise", MathUnit::CudaCore, "" },
    { "scalePackedTensor", "elementwise", MathUnit::CudaCore, "" },
    { "add_tensor", "elementwise", MathUnit::CudaCore, "" },
    { "reduce_", "reduction", MathUnit::CudaCore, "" },
} };

// Names that need no "cudnn::" in front to be recognised.
constexpr std::array<std::string_view, 14> kOwnNames { "nhwcToFolded", "foldedNhwcTo", "implicit_convolve_sgemm",
    "explicit_convolve_sgemm", "precomputed_convolve_sgemm", "wgrad_alg", "dgrad_engine", "fft2d_", "fft1d_",
    "nchwToNhwc", "nhwcToNchw", "winograd", "bn_fw_", "bn_bw_" };

bool readRecurrent(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view base = kernel.base;
    if (startsWith(base, "RNN_") || startsWith(base, "persistRNN") || contains(base, "persist_fp")) {
        setKind(out, "cudnn", "rnn", MathUnit::Unknown);
        out.rule = "cudnn/rnn";
        if (contains(base, "HMMA")) {
            out.mathUnit = MathUnit::TensorCore;
            out.instruction = "HMMA";
        } else {
            out.reason = "Recurrent kernels write \"HMMA\" when they use Tensor Cores; the name says nothing else";
        }
    } else if (startsWith(base, "elemWiseRNN") || startsWith(base, "LSTM_elementWise")
        || startsWith(base, "GRU_elementWise")) {
        setKind(out, "cudnn", "elementwise", MathUnit::CudaCore);
        out.rule = "cudnn/rnn-pointwise";
    } else {
        return false;
    }
    const Pieces arguments = splitArguments(kernel.arguments);
    setKnown(out.inputDtype, dtypeOfCppType(arguments[0]));
    setKnown(out.accumulateDtype, dtypeOfCppType(arguments[2]));
    return true;
}

void readAttentionInstruction(const Pieces& tokens, bool truncated, DecodedKernel& out)
{
    const std::string_view arch = out.architecture;
    const std::string_view last = tokens[tokens.size() - 1];
    if (tokens.has("wgmma") || (truncated && startsWith(last, "wg")))
        out.instruction = "wgmma";
    else if (tokens.has("wmma"))
        out.instruction = "wmma";
    else if (arch == "sm100" || arch == "sm103")
        out.instruction = "tcgen05.mma";
    else if (arch == "sm120" || arch == "sm121")
        out.instruction = "mma.sync";
}

} // namespace

bool readCudnnAttention(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view base = kernel.base;
    const bool isHelper = contains(base, "compute_dot_do_o") || contains(base, "convert_dq");
    if (isHelper && contains(kernel.scope, "cudnn")) {
        setKind(out, "cudnn", "attention-backward", MathUnit::CudaCore);
        out.rule = "cudnn/attention-helper";
        return true;
    }
    const bool isAttention =
        startsWith(base, "cudnn_generated") && contains(base, "_sdpa_") && contains(base, "_flash_");
    if (!isAttention)
        return false;
    setKind(out, "cudnn", contains(base, "_bprop") ? "attention-backward" : "attention-forward", MathUnit::TensorCore);
    out.rule = "cudnn/attention";
    const Pieces tokens = splitUnderscores(base);
    for (const std::string_view token : tokens) {
        if (startsWith(token, "sm") && allDigits(token.substr(2)))
            setKnown(out.architecture, token);
        else if (token == "f16")
            out.inputDtype = "fp16/bf16";
        else if (isUnset(out.inputDtype) && (token == "e4m3" || token == "e5m2" || token == "f8"))
            out.inputDtype = token == "f8" ? "fp8" : std::string(dtypeOfToken(token));
        else if (isUnset(out.tile) && dimensionsOf(token) == 3)
            setKnown(out.tile, token);
    }
    readAttentionInstruction(tokens, kernel.truncated, out);
    return true;
}

bool readCudnnGenerated(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view base = kernel.base;
    if (!startsWith(base, "cudnn_generated"))
        return false;
    const bool isMatmul = contains(base, "matMul");
    const bool isConvolution = contains(base, "onv") || contains(base, "fprop") || contains(base, "grad");
    if (isMatmul || isConvolution) {
        setKind(out, "cudnn", isMatmul ? "gemm" : "conv", MathUnit::Unknown);
        out.reason = "Generated cuDNN kernels carry neither the operand type nor the instruction in the name";
    } else if (contains(base, "orm")) {
        setKind(out, "cudnn", "norm", MathUnit::CudaCore);
    } else if (contains(base, "softmax")) {
        setKind(out, "cudnn", "softmax", MathUnit::CudaCore);
    } else if (contains(base, "reduction")) {
        setKind(out, "cudnn", "reduction", MathUnit::CudaCore);
    } else if (contains(base, "pointwise")) {
        setKind(out, "cudnn", "elementwise", MathUnit::CudaCore);
    } else {
        setKind(out, "cudnn", "?", MathUnit::Unknown);
        out.reason = "No word of this generated cuDNN name tells what it computes";
    }
    out.rule = "cudnn/generated";
    for (const std::string_view token : splitUnderscores(base)) {
        if (startsWith(token, "sm") && allDigits(token.substr(2)))
            setKnown(out.architecture, token);
        else if (isUnset(out.tile) && dimensionsOf(token) == 3)
            setKnown(out.tile, token);
    }
    return true;
}

bool readCudnn(const KernelText& kernel, DecodedKernel& out)
{
    if (readRecurrent(kernel, out))
        return true;
    const std::string_view base = kernel.base;
    const bool isScoped = contains(kernel.scope, "cudnn");
    bool isOwn = isScoped || startsWith(base, "cudnn");
    for (std::size_t i = 0; i < kOwnNames.size() && !isOwn; ++i)
        isOwn = startsWith(base, kOwnNames[i]);
    if (base == "conv2d_c1_k1_nhwc" || startsWith(base, "conv2d_c1_k1_")) {
        setKind(out, "cudnn", "conv", MathUnit::Unknown);
        setKnown(out.layout, base.substr(13));
        out.rule = "cudnn/conv2d-c1-k1";
        out.reason = "Which unit this kernel uses is not established: lists disagree and no counters are known";
        return true;
    }
    if (!isOwn)
        return false;
    for (const WordRule& rule : kWordRules) {
        if (!contains(base, rule.word) && !(rule.word == "winograd" && contains(kernel.scope, rule.word)))
            continue;
        setKind(out, "cudnn", rule.role, rule.unit);
        setKnown(out.instruction, rule.instruction);
        out.rule = "cudnn/word";
        if (rule.role == "auxiliary")
            return true;
        const std::string_view dtype = firstDtype(kernel.arguments);
        setKnown(out.inputDtype, dtype);
        const bool computes = rule.role == "conv" || rule.role == "norm" || rule.role == "fft";
        if (computes && dtype == "fp32")
            out.accumulateDtype = "fp32";
        return true;
    }
    setKind(out, "cudnn", "?", MathUnit::Unknown);
    out.rule = "cudnn/other";
    out.reason = "No rule knows this cuDNN kernel";
    return true;
}

} // namespace attnscope::kernels
