// SPDX-License-Identifier: GPL-3.0-or-later
//
// cuBLAS kernels that are C++ templates: matrix-vector products, small and odd matrix products, vector operations, and
// the steps around the real multiplication.
//
//   gemv2T_kernel_val<int, int, A, x, y, compute, ...>, gemv2N_kernel<...>, internal::gemvx::kernel<int, int, A, x, y,
//     compute>
//   gemvNSP_kernel<A, x, y, compute, ...>, gemmSN_<NN|TN>_kernel<compute, ..., cublasGemvTensorStridedBatched<A const>,
//     ...>
//   sgemm_<M>x<N>x<K>_<NT>[_vec]: the hand-written sgemm of the oldest architectures
//   transpose_readWrite_alignment_kernel<..cublasTransposeParams..>: prepares a complex product
//   gemmk1_kernel (K = 1: an outer product), splitKreduce_kernel<..., types>, dot_kernel<compute, ...>,
//     reduce_1Block_kernel
//
// None of these has a matrix instruction: a 16-bit product with one row is a matrix-vector product, bound by memory,
// and
// rightly runs on CUDA cores. That gemv is CUDA core rests on its structure, not on counters.
// splitKreduce adds up what a split-K multiplication left and belongs to it.
#include "profiler/kernels/families.h"

#include <array>

namespace attnscope::kernels {
namespace {

// The element type in the first "cublasGemvTensor...<A const>".
std::string_view tensorDtype(std::string_view arguments)
{
    const std::size_t at = arguments.find("cublasGemvTensor");
    if (at == std::string_view::npos)
        return {};
    const std::size_t open = arguments.find('<', at);
    const std::size_t close = arguments.find('>', at);
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
        return {};
    return firstDtype(arguments.substr(open, close - open));
}

// Types of a list of template arguments that are types, in order. cuBLAS has no vectors: its float2 is a complex number.
Pieces typeArguments(std::string_view arguments)
{
    Pieces types;
    for (const std::string_view argument : splitArguments(arguments)) {
        if (argument == "float2" || argument == "cuComplex")
            types.add("fp32 complex");
        else if (argument == "double2" || argument == "cuDoubleComplex")
            types.add("fp64 complex");
        else if (const std::string_view dtype = dtypeOfCppType(argument); !dtype.empty())
            types.add(dtype);
    }
    return types;
}

void readGemvTypes(const KernelText& kernel, DecodedKernel& out)
{
    const Pieces types = typeArguments(kernel.arguments);
    std::size_t first = 0; // the two index types in front, if any
    while (first < types.size() && (types[first] == "int32" || types[first] == "int64"))
        ++first;
    setKnown(out.inputDtype, types[first]);
    if (types.size() > first + 3)
        setKnown(out.accumulateDtype, types[first + 3]);
}

bool readMatrixVector(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view base = kernel.base;
    const bool isGemvx = contains(kernel.scope, "gemvx");
    const bool isNamed = startsWith(base, "gemv2") || startsWith(base, "gemvN") || startsWith(base, "gemvT")
        || (startsWith(base, "gemv") && contains(kernel.arguments, "cublas"));
    if (!isGemvx && !isNamed)
        return false;
    setKind(out, "cublas", "gemv", MathUnit::CudaCore);
    out.instruction = "FMA";
    out.rule = "cublas/gemv";
    readGemvTypes(kernel, out);
    return true;
}

bool readOddMatrix(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view base = kernel.base;
    if (startsWith(base, "gemmSN_") || startsWith(base, "gemmk1_")) {
        setKind(out, "cublas", "gemm", MathUnit::CudaCore);
        out.instruction = "FMA";
        out.rule = "cublas/small-gemm";
        if (startsWith(base, "gemmSN_"))
            out.layout = lowerCase(base.substr(7, 2));
        setKnown(out.inputDtype, tensorDtype(kernel.arguments));
        setKnown(out.accumulateDtype, typeArguments(kernel.arguments)[0]);
        return true;
    }
    const bool isSgemm = startsWith(base, "magma_sgemm") || startsWith(base, "sgemm_")
        || startsWith(base, "gemm_kernel2x2") || startsWith(base, "magma_lds128_sgemm");
    if (!isSgemm)
        return false;
    setKind(out, "cublas", "gemm", MathUnit::CudaCore);
    out.rule = "cublas/sgemm";
    if (contains(base, "sgemm")) {
        out.instruction = "FFMA";
        out.inputDtype = "fp32";
        out.accumulateDtype = "fp32";
    }
    const Pieces tokens = splitUnderscores(base); // "sgemm_128x128x8_TN_vec"
    if (tokens[0] == "sgemm" && dimensionsOf(tokens[1]) == 3) {
        setKnown(out.tile, tokens[1]);
        if (tokens[2].size() == 2 && tokens[2].find_first_not_of("NTC") == std::string_view::npos)
            out.layout = lowerCase(tokens[2]);
    }
    return true;
}

struct VectorKernel {
    std::string_view prefix;
    std::string_view role;
};

constexpr std::array<VectorKernel, 13> kVectorKernels { { { "dot_kernel", "reduction" },
    { "reduce_1Block", "reduction" }, { "asum_kernel", "reduction" }, { "nrm2_kernel", "reduction" },
    { "iamax_kernel", "reduction" }, { "iamin_kernel", "reduction" }, { "scal_kernel", "elementwise" },
    { "axpy_kernel", "elementwise" }, { "rot_kernel", "elementwise" }, { "swap_kernel", "elementwise" },
    { "ger_kernel", "elementwise" }, { "inverse_scaling", "elementwise" }, { "copy_kernel", "copy" } } };

} // namespace

bool readCublasHelper(const KernelText& kernel, DecodedKernel& out)
{
    if (startsWith(kernel.base, "splitKreduce") || startsWith(kernel.base, "ReduceSplitK")
        || startsWith(kernel.base, "splitKReduce")) {
        setKind(out, "cublas", "split-k-reduce", MathUnit::CudaCore);
        out.rule = "cublas/split-k-reduce";
        const Pieces types = typeArguments(kernel.arguments);
        // The first types are indices; a narrow type among the rest is that of the result.
        const std::string_view narrow = firstNarrowDtype(kernel.arguments);
        for (const std::string_view type : types) {
            if (type == "fp32" || type == "fp64")
                setKnown(out.accumulateDtype, type);
        }
        setKnown(out.inputDtype, narrow.empty() ? std::string_view(out.accumulateDtype) : narrow);
        return true;
    }
    if (kernel.base == "globalKernel" && contains(kernel.scope, "epilogue")) {
        setKind(out, "cublas", "elementwise", MathUnit::CudaCore);
        out.rule = "cublas/epilogue";
        const Pieces types = typeArguments(kernel.arguments);
        setKnown(out.inputDtype, types[0]);
        setKnown(out.accumulateDtype, types[2]);
        return true;
    }
    if (startsWith(kernel.base, "transpose_") && contains(kernel.parameters.substr(0, 64), "cublasTransposeParams")) {
        setKind(out, "cublas", "layout transform", MathUnit::None);
        setKnown(out.inputDtype, typeArguments(kernel.arguments)[0]);
        out.rule = "cublas/transpose";
        return true;
    }
    // Helpers of the fp64 multiplication that is emulated with int8 (the multiplication itself is nvjet_..._biu_...).
    if (contains(kernel.arguments.substr(0, 64), "oz2_") || contains(kernel.base, "oz2_")) {
        setKind(out, "cublas", "elementwise", MathUnit::CudaCore);
        out.inputDtype = "fp64";
        out.rule = "cublas/fp64-emulation";
        return true;
    }
    return readMatrixVector(kernel, out) || readOddMatrix(kernel, out);
}

bool readCublasVector(const KernelText& kernel, DecodedKernel& out)
{
    if (!contains(kernel.arguments, "cublas") && !contains(kernel.parameters.substr(0, 64), "cublas"))
        return false;
    for (const VectorKernel& candidate : kVectorKernels) {
        if (!startsWith(kernel.base, candidate.prefix))
            continue;
        setKind(out, "cublas", candidate.role, candidate.role == "copy" ? MathUnit::None : MathUnit::CudaCore);
        out.rule = "cublas/vector";
        const std::string_view narrow = firstNarrowDtype(kernel.arguments);
        const std::string_view compute = typeArguments(kernel.arguments)[0];
        const std::string_view stored = narrow.empty() ? tensorDtype(kernel.arguments) : narrow;
        const bool mayBeCut = kernel.truncated && stored.empty();
        setKnown(out.inputDtype, stored.empty() && !mayBeCut ? compute : stored);
        setKnown(out.accumulateDtype, compute);
        return true;
    }
    return false;
}

} // namespace attnscope::kernels
