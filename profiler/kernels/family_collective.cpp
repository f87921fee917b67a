// SPDX-License-Identifier: GPL-3.0-or-later
//
// Communication between GPUs: NCCL's kernels and those that libraries bring along.
//
//   nccl[Dev]Kernel_<Coll>[_<Op>_<type>]_<RING|TREE|NVLS|COLLNET>_<LL|LL128|SIMPLE>      (2.19 and later)
//   ncclKernel_<Coll>_<algorithm>_<protocol>_<Op>_<type>                                  (before)
//   ncclSym[k]DevKernel_<Coll>_<how>[_<op>_<type>]
//
// Algorithm and protocol in the name are not reliable: one kernel serves several (NVIDIA/nccl#2196, #1595, #714).
// Additions of a reduction run on CUDA cores or in the switch; the work is communication, so the unit is none.
#include "profiler/kernels/families.h"

#include <array>

namespace attnscope::kernels {
namespace {

constexpr std::array kWords = std::to_array<std::string_view>(
    { "cross_device_reduce", "all_reduce", "allreduce", "all_gather", "allgather", "reduce_scatter", "reducescatter",
        "all_to_all", "alltoall", "AllReduce", "AllGather", "ReduceScatter", "userbuffers_", "nvshmem",
        "one_shot_reduce", "two_shot_reduce", "quickreduce", "Allreduce", "AllToAll", "Alltoall" });

} // namespace

bool readNccl(const KernelText& kernel, DecodedKernel& out)
{
    const bool isNccl = startsWith(kernel.base, "nccl") || startsWith(kernel.base, "rccl")
        || startsWith(kernel.base, "mscclKernel") || startsWith(kernel.base, "mscclpp");
    if (!isNccl)
        return false;
    setKind(out, "nccl", "collective", MathUnit::None);
    out.rule = "nccl";
    std::string_view name = kernel.base;
    if (endsWith(name, "int8_t")) {
        out.inputDtype = "int8";
        return true;
    }
    for (const std::string_view token : splitUnderscores(name)) {
        if (const std::string_view dtype = dtypeOfToken(token); !dtype.empty())
            setKnown(out.inputDtype, dtype);
    }
    return true;
}

bool readCollective(const KernelText& kernel, DecodedKernel& out)
{
    // Expert-parallel dispatch and combine (DeepEP and DeepSeek's own build of it).
    const bool isExpertParallel = contains(kernel.scope, "deep_ep::") || contains(kernel.scope, "::ep::");
    if (!isExpertParallel && !containsAny(kernel.base, kWords))
        return false;
    if (contains(kernel.base, "gemm") || contains(kernel.base, "matmul"))
        return false; // a multiplication that sends its result on
    if (startsWith(kernel.base, "triton_"))
        return false; // an operator's name in Inductor's list is an origin, not the work
    const std::string_view family = contains(kernel.scope, "vllm") ? "vllm"
        : contains(kernel.scope, "flashinfer")                     ? "flashinfer"
        : contains(kernel.scope, "tensorrt_llm")                   ? "tensorrt-llm"
                                                                   : "other";
    setKind(out, family, "collective", MathUnit::None);
    setKnown(out.inputDtype, firstNarrowDtype(kernel.arguments));
    out.rule = isExpertParallel ? "collective/expert-parallel" : "collective/word";
    return true;
}

} // namespace attnscope::kernels
