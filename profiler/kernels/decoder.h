// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a GPU kernel's name: what the kernel does, in which data types, with which tile, and which unit of the GPU
// does its arithmetic. A name is evidence, not proof: a field the name does not state is "?" and `reason` says why.
// Threads: all functions are pure and may be called from any thread. Cost: linear in the length of the name, whatever
// the name holds; names beyond 64 KiB are read up to that length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace attnscope {

// The unit a kernel is built to use, not how busy it keeps it. `None` = moves or sets data, or talks to other GPUs.
enum class MathUnit : std::uint8_t { Unknown, TensorCore, CudaCore, None };

// The colour groups of the timeline.
enum class RoleGroup : std::uint8_t { Matmul, Attention, Softmax, Elementwise, Mask, Copy, Fill, Reduction, Other };
inline constexpr std::size_t kRoleGroupCount = 9;

// What a name tells. Text fields hold "?" where the name does not say.
struct DecodedKernel {
    std::string family; // who wrote it: "cublas", "cutlass", "flash-attention-2", "aten-softmax", ...
    std::string role; // what it does: "gemm", "attention", "softmax", "elementwise", "copy", ...
    std::string instruction; // "wgmma", "mma.sync.m16n8k16", "ffma", ...
    std::string inputDtype; // "bf16", "fp16", "fp32", "tf32", "e4m3", ...
    std::string accumulateDtype; // as inputDtype
    std::string tile; // "128x256x64": for attention queries x keys x head size
    std::string stages; // "4"
    std::string layout; // transposes of the operands: "tn"
    std::string architecture; // the one in the name ("sm80"), not the GPU's
    std::string rule; // name of the rule that spoke
    MathUnit mathUnit = MathUnit::Unknown;
    RoleGroup group = RoleGroup::Other;
    std::string label; // timeline, first line: "GEMM 256×128", "masked_fill", "flash attention", "Memcpy DtoD"
    std::string detail; // timeline, second line: "bf16 · TC wgmma", "fp32 · CUDA cores"; may be empty
    std::string sentence; // "bf16 matrix multiply on Tensor Cores (wgmma), 256×128 tile, 4 stages"
    std::string reason; // why the unit is unknown, else empty
};

[[nodiscard]] DecodedKernel decodeKernel(std::string_view name);

// "unknown", "tensor-core", "cuda-core", "none".
[[nodiscard]] std::string_view toString(MathUnit unit);

// "matmul", "attention", "softmax", "elementwise", "mask", "copy", "fill", "reduction", "other".
[[nodiscard]] std::string_view toString(RoleGroup group);

} // namespace attnscope
