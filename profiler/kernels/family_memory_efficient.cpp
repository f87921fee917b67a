// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory-efficient attention: xFormers' kernel, of which PyTorch carries a copy (so the name does not prove xFormers).
//
//   fmha_cutlassF_<f32|f16|bf16>_<aligned|notaligned>_<queries>x<keys>_<rf|gmem>_sm<50|70|75|80>
//   fmha_cutlassB_<type>_<aligned>_<i>x<j>_k<head size>[_dropout][_seqaligned]_sm<..>
//   ...AttentionKernel<element, cutlass::arch::Sm80, aligned, queries, keys, head size, dropout, bias>
//
// rf / gmem: the output accumulates in registers / global memory. Unit, from DefaultGemmType: 16-bit on sm75+ TensorOp
// 16x8x8, fp16 on sm70 TensorOp 8x8x4, fp32 on sm80+ TensorOp 16x8x8 with OpMultiplyAddFastF32 (three TF32 products: an
// fp32 kernel on Tensor Cores!); fp32 below sm80 and everything for sm50 SIMT.
// Source: pytorch/pytorch aten/src/ATen/native/transformers/cuda/mem_eff_attention/{gemm_kernel_utils.h,
// kernels/generate_kernels.py}.
#include "profiler/kernels/families.h"

namespace attnscope::kernels {
namespace {

struct Shape {
    std::string_view block; // "64x128"
    std::string_view headSize;
};

// From the C++ type, which also names the largest head size.
void readTemplate(std::string_view text, Shape& shape, std::string& block, DecodedKernel& out)
{
    const bool isBackward = contains(text, "AttentionBackwardKernel<");
    const Pieces parts =
        splitArguments(argumentsOf(text, isBackward ? "AttentionBackwardKernel<" : "AttentionKernel<"));
    if (parts.size() == 0)
        return;
    setKnown(out.architecture, architectureIn(isBackward ? parts[0] : parts[1]));
    if (isUnset(out.inputDtype))
        setKnown(out.inputDtype, dtypeOfCppType(isBackward ? parts[1] : parts[0]));
    // Backward: <arch, element, aligned, dropout, preload, queries, keys, head size, ...>.
    if (isBackward && parts.size() >= 8 && allDigits(parts[5]) && allDigits(parts[6]) && allDigits(parts[7])) {
        if (shape.block.empty()) {
            block = std::string(parts[5]) + 'x' + std::string(parts[6]);
            shape.block = block;
        }
        if (shape.headSize.empty())
            shape.headSize = parts[7];
    }
    if (isBackward || parts.size() < 6)
        return;
    if (shape.block.empty() && allDigits(parts[3]) && allDigits(parts[4])) {
        block = std::string(parts[3]) + 'x' + std::string(parts[4]);
        shape.block = block;
    }
    if (allDigits(parts[5]))
        shape.headSize = parts[5];
}

void decideUnit(DecodedKernel& out)
{
    const std::string_view arch = out.architecture;
    const bool isFull = out.inputDtype == "fp32";
    const bool isHalf = out.inputDtype == "fp16" || out.inputDtype == "bf16";
    out.accumulateDtype = "fp32";
    if (arch == "?" || (!isFull && !isHalf)) {
        out.rule = "memory-efficient/incomplete";
        out.reason = "The name is cut off before the architecture, which decides the unit together with the type";
    } else if (arch == "sm50" || (isFull && (arch == "sm70" || arch == "sm75"))
        || (arch == "sm70" && out.inputDtype == "bf16")) {
        out.mathUnit = MathUnit::CudaCore;
        out.instruction = "FFMA";
        out.rule = "memory-efficient/simt";
    } else {
        out.mathUnit = MathUnit::TensorCore;
        out.instruction = arch == "sm70" ? "mma.sync m8n8k4" : "mma.sync m16n8k8";
        out.rule = isFull ? "memory-efficient/3xtf32" : "memory-efficient/tensor-op";
    }
}

} // namespace

bool readMemoryEfficient(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view base = kernel.base;
    const bool isNamed = startsWith(base, "fmha_cutlass");
    const bool isTemplate = startsWith(base, "attention_kernel") && contains(kernel.text, "Attention")
        && (contains(kernel.arguments, "AttentionKernel<") || contains(kernel.arguments, "AttentionBackwardKernel<"));
    if (!isNamed && !isTemplate)
        return false;
    const bool isBackward = isNamed ? startsWith(base, "fmha_cutlassB") : contains(base, "backward");
    setKind(out, "mem-efficient", isBackward ? "attention-backward" : "attention-forward", MathUnit::Unknown);
    Shape shape;
    if (isNamed) {
        for (const std::string_view token : splitUnderscores(base)) {
            if (isUnset(out.inputDtype) && !dtypeOfToken(token).empty())
                setKnown(out.inputDtype, dtypeOfToken(token));
            else if (shape.block.empty() && dimensionsOf(token) == 2)
                shape.block = token;
            else if (token.size() > 1 && token.front() == 'k' && allDigits(token.substr(1)))
                shape.headSize = token.substr(1);
            else if (startsWith(token, "sm") && allDigits(token.substr(2)))
                setKnown(out.architecture, token);
        }
    }
    std::string block;
    readTemplate(kernel.text, shape, block, out);
    if (!shape.block.empty()) {
        out.tile = std::string(shape.block) + 'x';
        out.tile.append(shape.headSize.empty() ? std::string_view("?") : shape.headSize);
    }
    decideUnit(out);
    return true;
}

} // namespace attnscope::kernels
