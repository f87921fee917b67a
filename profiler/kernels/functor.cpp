// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/functor.h"

#include "profiler/kernels/kernel_text.h"

#include <array>
#include <utility>

namespace attnscope::kernels {
namespace {

// Identifiers in front of the operation that are not it. Types and namespaces of one word.
constexpr std::array<std::string_view, 42> kWrappers { "at", "native", "void", "anonymous", "namespace", "unnamed",
    "c10", "std", "detail", "cuda", "internal", "binary_internal", "gpu_kernel_impl", "gpu_kernel_impl_nocast",
    "gpu_kernel_with_index", "gpu_kernel_with_scalars", "gpu_kernel", "opmath_gpu_kernel_with_scalars",
    "opmath_symmetric_gpu_kernel_with_scalars", "AUnaryFunctor", "BUnaryFunctor", "BinaryFunctor", "func_wrapper_t",
    "ReduceOp", "TensorIteratorBase", "TensorIterator", "TensorBase", "Tensor", "Scalar", "const", "unsigned", "signed",
    "char", "true", "false", "complex", "OpaqueType", "__nv_hdl_wrapper_t", "__nv_dl_wrapper_t", "__nv_dl_tag",
    "__nv_dl_trailing_return_tag", "type" };

bool isWrapper(std::string_view word)
{
    for (const std::string_view wrapper : kWrappers) {
        if (word == wrapper)
            return true;
    }
    return false;
}

using Entry = std::pair<std::string_view, std::string_view>;

constexpr std::array kLabels = std::to_array<Entry>({
    { "sum_functor", "sum" },
    { "mean_functor", "mean" },
    { "MeanOps", "mean" },
    { "MaxOps", "max" },
    { "MinOps", "min" },
    { "MaxNanFunctor", "max" },
    { "MinNanFunctor", "min" },
    { "ArgMaxOps", "argmax" },
    { "ArgMinOps", "argmin" },
    { "NormTwoOps", "norm" },
    { "NormOneOps", "norm" },
    { "NormOps", "norm" },
    { "AbsMaxOps", "norm" },
    { "WelfordOps", "variance" },
    { "prod_functor", "prod" },
    { "and_kernel_cuda", "all" },
    { "or_kernel_cuda", "any" },
    { "direct_copy_kernel_cuda", "copy" },
    { "bfloat16_copy_kernel_cuda", "copy" },
    { "bfloat16tofloat32_copy_kernel_cuda", "copy" },
    { "float16_copy_kernel_cuda", "copy" },
    { "float8_copy_kernel_cuda", "copy" },
    { "FillFunctor", "fill" },
    { "CUDAFunctor_add", "add" },
    { "CUDAFunctorOnSelf_add", "add" },
    { "CUDAFunctorOnOther_add", "add" },
    { "MulScalarFunctor", "mul" },
    { "CompareEqFunctor", "compare" },
    { "CompareFunctor", "compare" },
    { "compare_scalar_kernel", "compare" },
    { "pow_tensor_scalar_kernel_impl", "pow" },
    { "GeluCUDAKernelImpl", "gelu" },
    { "GeluBackwardCUDAKernelImpl", "gelu backward" },
    { "arange_cuda_out", "arange" },
    { "batch_norm_update_stats_and_invert", "batch norm" },
    { "batch_norm_calc_invstd", "batch norm" },
    { "LayerNormKernelImplInternal", "layer norm" },
    { "GroupNormKernelImplInternal", "group norm" },
});

} // namespace

std::string_view findFunctor(std::string_view arguments)
{
    std::size_t at = 0;
    while (at < arguments.size()) {
        if (!isIdentifier(arguments[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < arguments.size() && isIdentifier(arguments[end]))
            ++end;
        const std::string_view word = arguments.substr(at, end - at);
        at = end;
        if (isDigit(word.front()) || isWrapper(word) || word == "lambda" || word == "operator")
            continue;
        if (dtypeOfCppType(word).empty())
            return word;
    }
    return {};
}

std::string labelOfFunctor(std::string_view functor)
{
    for (const auto& [name, label] : kLabels) {
        if (name == functor)
            return std::string(label);
    }
    constexpr std::array<std::string_view, 13> kSuffixes { "_kernel_cuda_impl", "_kernel_impl", "_kernel_cuda",
        "_cuda_kernel", "_stub_impl", "_cuda_out", "_kernel", "KernelImpl", "CUDAKernelImpl", "_functor", "Functor",
        "_impl", "_cuda" };
    for (const std::string_view suffix : kSuffixes) {
        if (functor.size() > suffix.size() && endsWith(functor, suffix)) {
            functor.remove_suffix(suffix.size());
            break;
        }
    }
    return lowerCase(functor);
}

} // namespace attnscope::kernels
