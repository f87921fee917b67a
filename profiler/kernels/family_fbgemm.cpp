// SPDX-License-Identifier: GPL-3.0-or-later
//
// FBGEMM GPU: embedding tables of recommendation models and their indices. The library is named after a matrix product
// that
// none of these kernels computes.
//
//   split_embedding_{codegen_forward,backward_codegen}_<optimizer>_..._kernel_...<embedding type, cache type, output
//     type, ...>
//   fbgemm_gpu::{permute_*,_block_bucketize_*,_offsets_range_*}: indices       fbgemm_gpu::_FP8rowwise_*: conversions
//
// Source: pytorch/FBGEMM fbgemm_gpu/{codegen,src}.
#include "profiler/kernels/families.h"

namespace attnscope::kernels {

bool readFbgemm(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view base = kernel.base;
    const bool isEmbedding = startsWith(base, "split_embedding") || startsWith(base, "dense_embedding")
        || startsWith(base, "ssd_embedding") || startsWith(base, "bounds_check_indices")
        || startsWith(base, "linearize_index");
    const bool isIndex = startsWith(base, "permute_") || contains(base, "bucketize") || contains(base, "offsets")
        || contains(base, "lengths") || contains(base, "invert_permute");
    const bool isCopy = startsWith(base, "recat_copy");
    const bool isScoped = contains(kernel.scope, "fbgemm");
    if (!isScoped && !isEmbedding && !isCopy && !startsWith(base, "permute_pooled_embs"))
        return false;
    setKnown(out.inputDtype, firstDtype(kernel.arguments, true));
    out.rule = "fbgemm";
    const bool isQuantize = contains(base, "rowwise_to") || contains(base, "to_fused") || contains(base, "FP8")
        || contains(base, "quantize");
    if (isCopy)
        setKind(out, "fbgemm", "copy", MathUnit::None);
    else if (isQuantize)
        setKind(out, "fbgemm", "quantize", MathUnit::CudaCore);
    else if (isEmbedding || contains(base, "embedding"))
        setKind(out, "fbgemm", "embedding", MathUnit::CudaCore);
    else if (isIndex)
        setKind(out, "fbgemm", "index", MathUnit::None);
    else {
        const WordRole word = roleByWords(base);
        setKind(out, "fbgemm", word.role.empty() ? "?" : word.role, word.unit);
        if (word.unit == MathUnit::Unknown)
            out.reason = "No rule knows this FBGEMM kernel";
    }
    return true;
}

} // namespace attnscope::kernels
