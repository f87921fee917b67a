// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory operations of the driver, which have no kernel name of their own, and kernels that write a key/value cache.
//
//   Kineto:  "Memcpy HtoD (Pageable -> Device)", "Memset (Device)"       TensorFlow: "MemcpyH2D", "MEMCPYHtoD"
//   nsys: "[CUDA memcpy HtoD]", "[CUDA memcpy Host-to-Device]", "[CUDA memset]", "[CUDA Unified Memory memcpy DtoH]"
//   roctracer: "CopyDeviceToHost", "FillBuffer", "__amd_rocclr_copyBuffer", "__amd_rocclr_fillBufferAligned"
//
// "flash" in reshape_and_cache_flash_kernel (vLLM) names the layout of the cache: nothing is computed.
#include "profiler/kernels/families.h"

#include <array>

namespace attnscope::kernels {

bool readMemoryOperation(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view text = kernel.text;
    if (startsWith(text, "Memset") || startsWith(text, "MEMSET") || startsWith(text, "[CUDA memset")
        || startsWith(text, "FillBuffer") || startsWith(text, "[CUDA Unified Memory memset")) {
        setKind(out, "memset", "fill", MathUnit::None);
        out.rule = "memory/memset";
        return true;
    }
    if (startsWith(text, "Memcpy") || startsWith(text, "MEMCPY") || startsWith(text, "[CUDA memcpy")
        || startsWith(text, "[CUDA Unified Memory") || startsWith(text, "CopyDeviceTo")
        || startsWith(text, "CopyHostTo")) {
        setKind(out, "memcpy", "copy", MathUnit::None);
        out.rule = "memory/memcpy";
        return true;
    }
    if (startsWith(kernel.base, "__amd_rocclr_")) {
        const bool isFill = contains(kernel.base, "fill");
        setKind(out, "rocm-other", isFill ? "fill" : "copy", MathUnit::None);
        out.rule = "memory/rocclr";
        return true;
    }
    return false;
}

bool readCacheWrite(const KernelText& kernel, DecodedKernel& out)
{
    static constexpr std::array kWords = std::to_array<std::string_view>(
        { "reshape_and_cache", "store_kvcache", "AppendPagedKVCache", "concat_and_cache", "set_kv_buffer",
            "append_paged_kv", "write_kv_cache", "kv_buffer_kernel", "set_mla_kv_buffer" });
    if (!containsAny(kernel.base, kWords))
        return false;
    const bool isVllm = contains(kernel.scope, "vllm");
    setKind(out,
        isVllm                                     ? "vllm"
            : contains(kernel.scope, "flashinfer") ? "flashinfer"
                                                   : "other",
        "copy", MathUnit::None);
    setKnown(out.inputDtype, firstDtype(kernel.arguments, true));
    if (!isVllm && out.inputDtype == "int64")
        out.inputDtype = "?"; // the index type
    out.rule = "cache-write";
    return true;
}

} // namespace attnscope::kernels
