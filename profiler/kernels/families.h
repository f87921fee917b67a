// SPDX-License-Identifier: GPL-3.0-or-later
//
// The readers of all kernel families. Each looks at a name, answers false when the name is not of its family, and else
// fills in what the name tells; everything else stays "?". A reader that answers true must have set family and role.
// Grammar and sources stand at the head of each family's file.
//
// Threads: pure, any thread. Cost: linear in the length of the name.
#pragma once

#include "profiler/kernels/decoder.h"
#include "profiler/kernels/kernel_text.h"

namespace attnscope::kernels {

// family_memory.cpp
bool readMemoryOperation(const KernelText& kernel, DecodedKernel& out);
bool readCacheWrite(const KernelText& kernel, DecodedKernel& out);
// family_collective.cpp
bool readNccl(const KernelText& kernel, DecodedKernel& out);
bool readCollective(const KernelText& kernel, DecodedKernel& out);
// family_triton.cpp
bool readInductor(const KernelText& kernel, DecodedKernel& out);
bool readTritonMatmul(const KernelText& kernel, DecodedKernel& out);
// family_xla.cpp
bool readXla(const KernelText& kernel, DecodedKernel& out);
// family_nvjet.cpp
bool readNvjet(const KernelText& kernel, DecodedKernel& out);
// family_xmma.cpp
bool readXmma(const KernelText& kernel, DecodedKernel& out);
bool readXmmaTemplate(const KernelText& kernel, DecodedKernel& out);
// family_cutlass.cpp
bool readCutlass2(const KernelText& kernel, DecodedKernel& out);
bool readCutlass3(const KernelText& kernel, DecodedKernel& out);
// family_cutlass_templates.cpp
bool readCutlassTemplate(const KernelText& kernel, DecodedKernel& out);
bool readCuteDsl(const KernelText& kernel, DecodedKernel& out);
// family_architecture_names.cpp
bool readArchitectureName(const KernelText& kernel, DecodedKernel& out);
// family_cublas.cpp
bool readCublasHelper(const KernelText& kernel, DecodedKernel& out);
bool readCublasVector(const KernelText& kernel, DecodedKernel& out);
// family_cudnn.cpp
bool readCudnnAttention(const KernelText& kernel, DecodedKernel& out);
bool readCudnnGenerated(const KernelText& kernel, DecodedKernel& out);
bool readCudnn(const KernelText& kernel, DecodedKernel& out);
// family_flash_attention.cpp
bool readFlashAttention2(const KernelText& kernel, DecodedKernel& out);
bool readFlashAttention3(const KernelText& kernel, DecodedKernel& out);
bool readFlashAttention4(const KernelText& kernel, DecodedKernel& out);
// family_memory_efficient.cpp
bool readMemoryEfficient(const KernelText& kernel, DecodedKernel& out);
// family_tensorrt_llm.cpp
bool readTrtllmAttention(const KernelText& kernel, DecodedKernel& out);
bool readTrtllmBatchedMatmul(const KernelText& kernel, DecodedKernel& out);
bool readTrtllm(const KernelText& kernel, DecodedKernel& out);
// family_serving.cpp
bool readFlashInfer(const KernelText& kernel, DecodedKernel& out);
bool readVllm(const KernelText& kernel, DecodedKernel& out);
// family_quantized.cpp
bool readDeepGemm(const KernelText& kernel, DecodedKernel& out);
bool readMarlin(const KernelText& kernel, DecodedKernel& out);
bool readLlamaCpp(const KernelText& kernel, DecodedKernel& out);
// family_rocm_matmul.cpp
bool readTensile(const KernelText& kernel, DecodedKernel& out);
bool readMiopenConvolution(const KernelText& kernel, DecodedKernel& out);
bool readComposableKernel(const KernelText& kernel, DecodedKernel& out);
// family_rocm.cpp
bool readAiter(const KernelText& kernel, DecodedKernel& out);
bool readMiopen(const KernelText& kernel, DecodedKernel& out);
bool readRocm(const KernelText& kernel, DecodedKernel& out);
// family_aten.cpp
bool readAtenElementwise(const KernelText& kernel, DecodedKernel& out);
bool readAtenReduction(const KernelText& kernel, DecodedKernel& out);
bool readAtenSoftmax(const KernelText& kernel, DecodedKernel& out);
// family_aten_other.cpp
bool readAten(const KernelText& kernel, DecodedKernel& out);
// family_cub.cpp
bool readCub(const KernelText& kernel, DecodedKernel& out);
// family_tensorflow.cpp
bool readExpressionLibrary(const KernelText& kernel, DecodedKernel& out);
// family_fbgemm.cpp
bool readFbgemm(const KernelText& kernel, DecodedKernel& out);
// family_words.cpp
bool readByWords(const KernelText& kernel, DecodedKernel& out);

// ---- shared by the readers -----------------------------------------------------------------------------------------

// family, role and unit in one go.
void setKind(DecodedKernel& out, std::string_view family, std::string_view role, MathUnit unit);

// Sets `field` when `value` is not empty.
void setKnown(std::string& field, std::string_view value);

inline bool isUnset(const std::string& field)
{
    return field == "?";
}

// "16816" → "mma.sync m16n8k16", "161616" → "wmma 16x16x16"; "" for digits that are no known instruction.
[[nodiscard]] std::string instructionOfDigits(std::string_view digits);

// What the letter in front of "gemm" says of the accumulator: s fp32, h fp16, d fp64, i int32, c, z complex; "" else.
[[nodiscard]] std::string_view accumulatorOfLetter(char letter);

// The instruction of a GEMM letter without digits: FFMA, DFMA, HFMA2, DP4A.
[[nodiscard]] std::string_view scalarInstructionOfLetter(char letter);

// The operation token of CUTLASS and cuBLAS names: letter, instruction, type in the middle, operation.
// "s1688tf32gemm" → s, 1688, tf32, gemm.  "s64x128x16gemm" → s, 64x128x16, "", gemm.
struct OperationToken {
    char letter = '\0';
    std::string_view instruction;
    std::string_view type;
    std::string_view operation; // gemm, fprop, dgrad, wgrad, cudnn, spgemm, syrk, …
    explicit operator bool() const { return !operation.empty(); }
};
[[nodiscard]] OperationToken parseOperation(std::string_view token);

// What a helper or user kernel does, by the words of its name ("rms_norm", "silu", "topk", "permute"); role "" when no
// word tells. `unit` is what such a kernel needs: movement and indices need none.
struct WordRole {
    std::string_view role;
    MathUnit unit = MathUnit::Unknown;
};
[[nodiscard]] WordRole roleByWords(std::string_view base);

} // namespace attnscope::kernels
