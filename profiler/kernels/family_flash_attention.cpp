// SPDX-License-Identifier: GPL-3.0-or-later
//
// FlashAttention 2, 3 and 4, and FlashMLA. Source: Dao-AILab/flash-attention@0251105a.
//
//   2: [pytorch_]flash::flash_fwd_kernel<Flash_fwd_kernel_traits<head size, queries, keys, warps, .., .., element,
//     ...>,
//        Is_dropout, Is_causal, ...>; flash_fwd_splitkv_kernel<traits, Is_causal, ...>;
//        flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<Flash_bwd_kernel_traits<...>, Is_dropout, Is_causal, ...>
//      mma.sync m16n8k16 (kernel_traits.h), on Hopper too; accumulates in fp32.
//   3:
//     cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<flash::CollectiveMainloopFwdSm90<stages,
//        cluster tuple, tuple<queries, keys, head size>, head size of V, element, accumulator, Sm90, Is_causal, ...>
//      wgmma (the Sm80 classes of the same source: mma.sync).
//   1: fmha_{fwd,bwd}_*_kernel<FMHA_kernel_traits<...>> and Apex' fmha_{fprop,dgrad}_fp16_*_sm80_*: HMMA
//   4 (CuTe DSL): kernel_cutlass_kernel_..._flash_attncuteflash_fwd_sm100FlashAttentionForwardSm100_object_at__...
//      Sm90 wgmma, Sm100 tcgen05, Sm80/Sm120 mma.sync.
//
// No multiplication, hence CUDA cores: combine, dot_do_o, Preprocess, convert_dq, Postprocess; the last names an MMA
// atom
// all the same (a layout argument). prepare_varlen_* computes indices.
// "pytorch_flash" is the copy inside PyTorch; "flash" the flash-attn package, vLLM or SGLang.
#include "profiler/kernels/families.h"

#include <array>

namespace attnscope::kernels {
namespace {

bool isBackward(std::string_view name)
{
    return contains(name, "bwd") || contains(name, "Bwd") || contains(name, "Backward");
}

std::string_view attentionRole(std::string_view name)
{
    return isBackward(name) ? "attention-backward" : "attention-forward";
}

// ---- 2 --------------------------------------------------------------------------------------------------------------

void readTraits(const KernelText& kernel, DecodedKernel& out)
{
    std::string_view traits = argumentsOf(kernel.arguments, "kernel_traits<");
    if (traits.empty())
        traits = argumentsOf(kernel.arguments, "kernel_traits_mla<");
    const Pieces parts = splitArguments(traits);
    // Head size, queries and keys are whole only when the warps behind them are there.
    if (parts.size() >= 4 && allDigits(parts[0]) && allDigits(parts[1]) && allDigits(parts[2])) {
        out.tile = std::string(parts[1]) + 'x' + std::string(parts[2]) + 'x' + std::string(parts[0]);
    }
    setKnown(out.inputDtype, firstNarrowDtype(traits));
}

bool readHelper2(std::string_view base, const KernelText& kernel, DecodedKernel& out)
{
    const bool isCombine = contains(base, "combine");
    const bool isDot = contains(base, "dot_do_o");
    const bool isConvert = contains(base, "convert_dq") || contains(base, "convert_dkv");
    if (!isCombine && !isDot && !isConvert)
        return false;
    out.mathUnit = MathUnit::CudaCore;
    out.accumulateDtype = "fp32";
    if (isDot)
        setKnown(out.inputDtype, firstNarrowDtype(kernel.arguments));
    else
        out.inputDtype = "fp32"; // partial results
    out.rule = isCombine ? "flash2/combine" : isDot ? "flash2/dot-do-o" : "flash2/convert-dq";
    return true;
}

// ---- 3 --------------------------------------------------------------------------------------------------------------

std::string tupleOf(std::string_view arguments)
{
    std::string tile;
    for (const std::string_view part : splitArguments(arguments)) {
        const std::size_t digit = part.find_first_of("0123456789");
        if (digit == std::string_view::npos)
            return {};
        tile += (tile.empty() ? "" : "x") + std::string(leadingDigits(part.substr(digit)));
    }
    return dimensionsOf(tile) == 3 ? tile : std::string();
}

// The arguments of the collective main loop: numbers, then the cluster's tuple, then the tile's.
void readMainloop(std::string_view text, DecodedKernel& out)
{
    const std::size_t mainloop = text.find("CollectiveMainloop");
    if (mainloop == std::string_view::npos)
        return;
    const Pieces parts = splitArguments(argumentsOf(text.substr(mainloop), "<"));
    // Sm80 classes: warps, then stages, and no cluster; all others: stages, then the cluster's tuple.
    const bool isSm80 = contains(text.substr(mainloop, 40), "Sm80");
    if (const std::string_view stages = parts[isSm80 ? 1 : 0]; allDigits(stages))
        setKnown(out.stages, stages);
    int tuples = isSm80 ? 1 : 0;
    std::string_view accumulator;
    for (const std::string_view part : parts) {
        if (contains(part, "tuple<")) {
            if (++tuples == 2)
                setKnown(out.tile, tupleOf(argumentsOf(part, "tuple<")));
            continue;
        }
        const std::string_view dtype = dtypeOfCppType(part);
        if (dtype.empty())
            continue;
        if (isUnset(out.inputDtype))
            setKnown(out.inputDtype, dtype);
        else if (accumulator.empty())
            accumulator = dtype;
    }
    setKnown(out.accumulateDtype, accumulator);
}

bool readHelper3(std::string_view text, DecodedKernel& out)
{
    const bool isCombine = contains(text, "FlashAttnFwdCombine");
    const bool isPreprocess = contains(text, "Preprocess");
    const bool isPostprocess = contains(text, "Postprocess");
    if (!isCombine && !isPreprocess && !isPostprocess)
        return false;
    out.mathUnit = MathUnit::CudaCore;
    out.role = isCombine ? "attention-forward" : "attention-backward";
    out.accumulateDtype = "fp32";
    if (isPreprocess)
        setKnown(out.inputDtype, firstNarrowDtype(text));
    else
        out.inputDtype = "fp32"; // partial results
    out.rule = isCombine ? "flash3/combine" : isPreprocess ? "flash3/preprocess" : "flash3/postprocess";
    return true;
}

std::string_view classArchitecture(std::string_view text)
{
    for (const std::string_view sm :
        { std::string_view("Sm90"), std::string_view("Sm80"), std::string_view("Sm100"), std::string_view("Sm120") }) {
        if (contains(text, sm))
            return sm;
    }
    return {};
}

std::string_view instructionOf(std::string_view architecture)
{
    if (architecture == "sm90")
        return "wgmma";
    if (architecture == "sm100" || architecture == "sm103")
        return "tcgen05.mma";
    return architecture == "?" ? std::string_view() : std::string_view("mma.sync");
}

// FlashAttention 1 and the BERT attention of Apex it grew from: HMMA (fmha::gemm_cl), from sm75 on.
bool readFlashAttention1(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view base = kernel.base;
    const bool isLoop = (startsWith(base, "fmha_fwd_") || startsWith(base, "fmha_bwd_"))
        && contains(kernel.arguments, "FMHA_kernel_traits");
    const bool isApex = startsWith(base, "fmha_fprop_fp16_") || startsWith(base, "fmha_dgrad_fp16_");
    if (!isLoop && !isApex)
        return false;
    const bool backward = isBackward(base) || contains(base, "dgrad");
    setKind(out, "other", backward ? "attention-backward" : "attention-forward", MathUnit::TensorCore);
    out.instruction = "mma.sync";
    out.rule = isLoop ? "flash1" : "flash1/apex";
    setKnown(out.architecture, architectureIn(base));
    setKnown(out.inputDtype, isApex ? std::string_view("fp16") : firstNarrowDtype(kernel.arguments));
    out.accumulateDtype = "fp32";
    return true;
}

} // namespace

bool readFlashAttention2(const KernelText& kernel, DecodedKernel& out)
{
    if (readFlashAttention1(kernel, out))
        return true;
    const std::string_view base = kernel.base;
    const bool isFlash = startsWith(base, "flash_fwd_") || startsWith(base, "flash_bwd_");
    if (!isFlash)
        return false;
    const bool isMla = contains(base, "_mla");
    setKind(out, isMla ? "other" : "flash-attention-2", attentionRole(base), MathUnit::TensorCore);
    if (readHelper2(base, kernel, out))
        return true;
    out.accumulateDtype = "fp32";
    readTraits(kernel, out);
    if (isMla) {
        // FlashMLA: for Hopper at first, for Blackwell in namespaces of its own; a bare name of the sparse kernels, which
        // exist for both, leaves it open.
        const bool isBlackwell = contains(kernel.scope, "sm100") || contains(kernel.scope, "sm10");
        const bool isOpen = contains(base, "sparse") && !contains(kernel.scope, "sm90");
        out.instruction = isBlackwell ? "tcgen05.mma" : isOpen ? "?" : "wgmma";
        setKnown(out.architecture, architectureIn(kernel.scope));
        out.rule = "flash-mla";
        return true;
    }
    out.instruction = "mma.sync m16n8k16";
    out.rule = "flash2";
    return true;
}

bool readFlashAttention3(const KernelText& kernel, DecodedKernel& out)
{
    if (startsWith(kernel.base, "prepare_varlen")) {
        setKind(out, "flash-attention-3", "auxiliary", MathUnit::None);
        out.rule = "flash3/prepare";
        return true;
    }
    if (startsWith(kernel.base, "compute_attn_ws")) { // the beta
        setKind(out, "flash-attention-3", "attention-forward", MathUnit::TensorCore);
        out.instruction = "wgmma";
        out.rule = "flash3/beta";
        readTraits(kernel, out);
        return true;
    }
    const std::string_view text = kernel.arguments;
    const std::string_view front = text.substr(0, 96);
    const bool isFlash = kernel.base == "device_kernel"
        && (startsWith(text, "flash::") || contains(front, "FlashAttnFwd") || contains(front, "FlashAttnBwd"));
    if (!isFlash)
        return false;
    setKind(out, "flash-attention-3", "?", MathUnit::Unknown);
    const std::string_view sm = classArchitecture(text);
    if (!sm.empty())
        out.architecture = lowerCase(sm);
    if (readHelper3(text, out))
        return true;
    const bool isMainKernel =
        contains(text, "enable_sm") || contains(text, "FlashAttnFwdSm") || contains(text, "FlashAttnBwdSm");
    if (contains(text, "FlashAttnFwd") || contains(text, "FlashAttnBwd"))
        out.role = attentionRole(text.substr(0, text.find("CollectiveMainloop")));
    out.rule = "flash3";
    if (!isMainKernel) {
        out.reason = "The name is cut off before the class that tells the main kernel from its helpers";
        return true;
    }
    if (isUnset(out.architecture) && contains(text, "sm90"))
        out.architecture = "sm90"; // "enable_sm90_or_later" wraps main kernels only
    out.mathUnit = MathUnit::TensorCore;
    setKnown(out.instruction, instructionOf(out.architecture));
    readMainloop(text, out);
    return true;
}

bool readFlashAttention4(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view base = kernel.base;
    const std::size_t at = base.find("FlashAttention");
    if (at == std::string_view::npos || !contains(base, "kernel_cutlass"))
        return false;
    std::string_view name = base.substr(at);
    name = name.substr(0, name.find("_object"));
    setKind(out, "flash-attention-4", attentionRole(name), MathUnit::Unknown);
    if (const std::size_t sm = name.find("Sm"); sm != std::string_view::npos) {
        const std::string_view digits = leadingDigits(name.substr(sm + 2));
        if (!digits.empty())
            out.architecture = "sm" + std::string(digits);
    }
    out.rule = "flash4";
    const bool isPreprocess = contains(name, "Preprocess");
    const bool isPostprocess = contains(name, "Postprocess");
    if (isPreprocess || isPostprocess || contains(name, "Combine")) {
        out.mathUnit = MathUnit::CudaCore;
        out.rule = isPreprocess ? "flash4/preprocess" : isPostprocess ? "flash4/postprocess" : "flash4/combine";
        return true;
    }
    out.mathUnit = MathUnit::TensorCore;
    setKnown(out.instruction, instructionOf(out.architecture));
    return true;
}

} // namespace attnscope::kernels
