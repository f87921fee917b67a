// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/decoder.h"

#include "profiler/kernels/describe.h"
#include "profiler/kernels/families.h"
#include "profiler/kernels/kernel_text.h"

#include <array>

namespace attnscope {
namespace {

using kernels::KernelText;

struct Rule {
    std::string_view name;
    bool (*read)(const KernelText& kernel, DecodedKernel& out);
};

// First match wins, and the order carries knowledge:
// what moves data or talks to other GPUs comes before anything whose words it may contain; generated pointwise kernels
// come
// before the operators they list; named families come before libraries' helpers; words come last.
constexpr std::array kRules = std::to_array<Rule>({
    { "memory operation", kernels::readMemoryOperation },
    { "nccl", kernels::readNccl },
    { "nvjet", kernels::readNvjet },
    { "xmma", kernels::readXmma },
    { "xmma template", kernels::readXmmaTemplate },
    { "inductor", kernels::readInductor },
    { "xla", kernels::readXla },
    { "collective", kernels::readCollective },
    { "cache write", kernels::readCacheWrite },
    { "aten elementwise", kernels::readAtenElementwise },
    { "aten reduction", kernels::readAtenReduction },
    { "aten softmax", kernels::readAtenSoftmax },
    { "cutlass 2", kernels::readCutlass2 },
    { "cutlass 3", kernels::readCutlass3 },
    { "flash attention 2", kernels::readFlashAttention2 },
    { "flash attention 3", kernels::readFlashAttention3 },
    { "flash attention 4", kernels::readFlashAttention4 },
    { "memory-efficient attention", kernels::readMemoryEfficient },
    { "tensorrt-llm attention", kernels::readTrtllmAttention },
    { "tensorrt-llm matmul", kernels::readTrtllmBatchedMatmul },
    { "cudnn attention", kernels::readCudnnAttention },
    { "cudnn generated", kernels::readCudnnGenerated },
    { "architecture name", kernels::readArchitectureName },
    { "cublas helper", kernels::readCublasHelper },
    { "cublas vector", kernels::readCublasVector },
    { "composable kernel", kernels::readComposableKernel },
    { "cutlass template", kernels::readCutlassTemplate },
    { "cute dsl", kernels::readCuteDsl },
    { "deepgemm", kernels::readDeepGemm },
    { "marlin", kernels::readMarlin },
    { "flashinfer", kernels::readFlashInfer },
    { "vllm", kernels::readVllm },
    { "llama.cpp", kernels::readLlamaCpp },
    { "tensile", kernels::readTensile },
    { "miopen convolution", kernels::readMiopenConvolution },
    { "aiter", kernels::readAiter },
    { "miopen", kernels::readMiopen },
    { "rocm", kernels::readRocm },
    { "aten", kernels::readAten },
    { "cudnn", kernels::readCudnn },
    { "cub", kernels::readCub },
    { "fbgemm", kernels::readFbgemm },
    { "expression library", kernels::readExpressionLibrary },
    { "tensorrt-llm", kernels::readTrtllm },
    { "triton matmul", kernels::readTritonMatmul },
    { "words", kernels::readByWords },
});

// Sets every empty field to "?": at first all of them, in the end those for which a damaged name gave a family no letters.
void setEmptyUnknown(DecodedKernel& out)
{
    for (std::string* field : { &out.family, &out.role, &out.instruction, &out.inputDtype, &out.accumulateDtype,
             &out.tile, &out.stages, &out.layout, &out.architecture, &out.rule }) {
        if (field->empty())
            *field = "?";
    }
}

} // namespace

DecodedKernel decodeKernel(std::string_view name)
{
    DecodedKernel out;
    setEmptyUnknown(out);
    std::string demangled;
    const KernelText kernel = kernels::parseKernelText(name, demangled);
    for (const Rule& rule : kRules) {
        if (!rule.read(kernel, out))
            continue;
        if (out.rule == "?")
            out.rule = rule.name;
        break;
    }
    setEmptyUnknown(out);
    kernels::describe(kernel, out);
    return out;
}

std::string_view toString(MathUnit unit)
{
    switch (unit) {
    case MathUnit::Unknown:
        break;
    case MathUnit::TensorCore:
        return "tensor-core";
    case MathUnit::CudaCore:
        return "cuda-core";
    case MathUnit::None:
        return "none";
    }
    return "unknown";
}

std::string_view toString(RoleGroup group)
{
    switch (group) {
    case RoleGroup::Matmul:
        return "matmul";
    case RoleGroup::Attention:
        return "attention";
    case RoleGroup::Softmax:
        return "softmax";
    case RoleGroup::Elementwise:
        return "elementwise";
    case RoleGroup::Mask:
        return "mask";
    case RoleGroup::Copy:
        return "copy";
    case RoleGroup::Fill:
        return "fill";
    case RoleGroup::Reduction:
        return "reduction";
    case RoleGroup::Other:
        break;
    }
    return "other";
}

} // namespace attnscope
