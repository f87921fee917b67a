// SPDX-License-Identifier: GPL-3.0-or-later
//
// cuDNN's own kernels (those it takes from xmma, CUTLASS and the architecture-named set are read there).
//
//   cudnn_generated_<fort_native|oss>_sdpa_sm<arch>_flash_<fprop|bprop>[_wgmma|_wmma]_<type>_knob_<n>_<Q>x<KV>x<D>_<warps>_...
//   cudnn_generated_..._matMul_pointwise_..._<MxNxK>: neither type nor unit in the name
//   cudnn::fusion::compute_dot_do_o*, convert_dq*: steps around the backward pass, no multiplication
//   cudnn::bn_*, cudnn::ops::nchwToNhwcKernel, cask_cudnn::compute*Offsets*, winograd*, implicit_convolve_sgemm,
//   wgrad_alg0_engine, *_grouped_direct_kernel, fft2d_*: helpers and the fp32 convolutions of CUDA cores. Older versions
//   and Nsight's base names have no "cudnn::" in front.
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
constexpr std::array kWordRules = std::to_array<WordRule>({
    { "OffsetsKernel", "auxiliary", MathUnit::None, "" },
    { "kern_precompute_indices", "auxiliary", MathUnit::None, "" },
    { "winograd", "conv", MathUnit::CudaCore, "" },
    { "Winograd", "conv", MathUnit::CudaCore, "" },
    { "convolve_sgemm", "conv", MathUnit::CudaCore, "FFMA" },
    { "wgrad_alg", "conv", MathUnit::CudaCore, "FFMA" },
    { "dgrad_engine", "conv", MathUnit::CudaCore, "FFMA" },
    { "dgrad_alg", "conv", MathUnit::CudaCore, "FFMA" },
    { "dgrad2d_alg", "conv", MathUnit::CudaCore, "FFMA" },
    { "grouped_direct", "conv", MathUnit::CudaCore, "" }, // conv2d_, dgrad2d_, wgrad2d_: one filter a channel
    { "_c1_k1_", "conv", MathUnit::Unknown, "" },
    { "wgrad2d_", "conv", MathUnit::CudaCore, "FFMA" },
    { "depthwise", "conv", MathUnit::CudaCore, "" },
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
    { "ranspose", "layout transform", MathUnit::None, "" },
    { "fft", "fft", MathUnit::CudaCore, "" }, // fft2d_r2c_32x32, fft1d_c2r_16
    { "flip_filter", "fft", MathUnit::CudaCore, "" },
    { "bn_fw_", "norm", MathUnit::CudaCore, "" },
    { "bn_bw_", "norm", MathUnit::CudaCore, "" },
    { "atchnorm", "norm", MathUnit::CudaCore, "" },
    { "batch_norm", "norm", MathUnit::CudaCore, "" },
    { "layer_norm", "norm", MathUnit::CudaCore, "" },
    { "lrn_", "norm", MathUnit::CudaCore, "" }, // local response normalisation
    { "pool", "pool", MathUnit::CudaCore, "" }, // pooling_fw_4d_kernel, maxpool_nhwc
    { "softmax_", "softmax", MathUnit::CudaCore, "" },
    { "dropout", "rng/dropout", MathUnit::CudaCore, "" },
    { "activation_", "elementwise", MathUnit::CudaCore, "" },
    { "op_generic_tensor", "elementwise", MathUnit::CudaCore, "" },
    { "op_tensor", "elementwise", MathUnit::CudaCore, "" },
    { "scalePackedTensor", "elementwise", MathUnit::CudaCore, "" },
    { "scaleTensor", "elementwise", MathUnit::CudaCore, "" },
    { "addTensor", "elementwise", MathUnit::CudaCore, "" },
    { "add_tensor", "elementwise", MathUnit::CudaCore, "" },
    { "setTensor", "fill", MathUnit::None, "" },
    { "calc_bias_diff", "reduction", MathUnit::CudaCore, "" }, // the gradient of a bias is a sum
    { "redTensor", "reduction", MathUnit::CudaCore, "" },
    { "reduceTensor", "reduction", MathUnit::CudaCore, "" },
    { "reduce_", "reduction", MathUnit::CudaCore, "" },
});

// Names that need no "cudnn" in front to be recognised.
constexpr std::array kOwnNames = std::to_array<std::string_view>({ "nhwcToFolded", "foldedNhwcTo",
    "implicit_convolve_sgemm", "explicit_convolve_sgemm", "precomputed_convolve_sgemm", "wgrad_alg", "dgrad_engine",
    "fft2d_r2c_", "fft2d_c2r_", "fft1d_r2c_", "fft1d_c2r_", "nchwToNhwc", "nhwcToNchw", "nhwcAddPadding", "winograd",
    "bn_fw_", "bn_bw_", "op_generic_tensor_kernel", "op_tensor_kernel", "add_tensor_kernel_v3", "scalePackedTensor",
    "conv2d_grouped_direct", "dgrad2d_grouped_direct", "wgrad2d_grouped_direct", "conv2d_c1_k1_", "dgrad2d_c1_k1_",
    "wgrad2d_c1_k1_", "pooling_fw_", "pooling_bw_", "activation_fw_", "activation_bw_", "softmax_fw_", "softmax_bw_",
    "lrn_fw_", "lrn_bw_" });

constexpr std::string_view kNotEstablished =
    "Which unit this kernel uses is not established: lists disagree and no counters are known";

// "nhwc" of "conv2d_c1_k1_nhwc_kernel<...>"; cuDNN writes the layout in lower case there.
std::string_view layoutAfter(std::string_view base, std::string_view word)
{
    const std::size_t at = base.find(word);
    if (at == std::string_view::npos)
        return {};
    const std::string_view layout = base.substr(at + word.size(), 4);
    return layout == "nhwc" || layout == "nchw" ? layout : std::string_view();
}

// The arguments of the direct convolutions begin with flags and index types in newer versions:
// "<false, true, false, false, 0, 0, int, __half, __half, __half, float, __half, __half>".
std::string_view dtypeOfArguments(std::string_view arguments)
{
    const std::string_view narrow = firstNarrowDtype(arguments);
    const std::string_view first = firstDtype(arguments);
    return first == "int32" && !narrow.empty() ? narrow : first;
}

bool readRecurrent(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view base = kernel.base;
    if (startsWith(base, "RNN_") || startsWith(base, "persistRNN") || startsWith(base, "rnn_persist")
        || contains(base, "persist_fp") || contains(base, "persist_bp")) {
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
    } else if (contains(base, "orm") || contains(base, "_ln_") || contains(base, "_bn_")) {
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
    bool isOwn = isScoped || startsWith(base, "cudnn") || contains(kernel.scope, "cask_");
    for (std::size_t i = 0; i < kOwnNames.size() && !isOwn; ++i)
        isOwn = startsWith(base, kOwnNames[i]);
    if (!isOwn)
        return false;
    const bool isTensorRt = contains(kernel.scope, "cask_trt");
    for (const WordRule& rule : kWordRules) {
        if (!contains(base, rule.word) && !(rule.word == "winograd" && contains(kernel.scope, rule.word))
            && !(rule.word == "_c1_k1_" && endsWith(base, "_c1_k1")))
            continue;
        setKind(out, isTensorRt ? "tensorrt" : "cudnn", rule.role, rule.unit);
        setKnown(out.instruction, rule.instruction);
        out.rule = "cudnn/word";
        if (rule.role == "auxiliary")
            return true;
        if (rule.unit == MathUnit::Unknown) {
            out.rule = "cudnn/conv2d-c1-k1";
            out.reason = kNotEstablished;
            setKnown(out.layout, layoutAfter(base, rule.word));
        }
        const std::string_view dtype = dtypeOfArguments(kernel.arguments);
        setKnown(out.inputDtype, dtype);
        const bool computes = rule.role == "conv" || rule.role == "norm" || rule.role == "fft";
        if (computes && dtype == "fp32" && rule.unit != MathUnit::Unknown)
            out.accumulateDtype = "fp32";
        return true;
    }
    setKind(out, "cudnn", "?", MathUnit::Unknown);
    out.rule = "cudnn/other";
    out.reason = "No rule knows this cuDNN kernel";
    return true;
}

} // namespace attnscope::kernels
