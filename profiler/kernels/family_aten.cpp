// SPDX-License-Identifier: GPL-3.0-or-later
//
// PyTorch's element-wise kernels, reductions and softmax. No path of theirs has a matrix instruction.
//
//   at::native::{vectorized_,unrolled_,}elementwise_kernel[_manual_unroll|...]<numbers, functor, ...>: the operation is
//     the
//     functor, often inside wrappers: gpu_kernel_impl[_nocast]<...>, {A,B}UnaryFunctor<types, op>, BinaryFunctor<types,
//       op>,
//     a lambda in "masked_fill_kernel(...)::{lambda()#1}::...::{lambda(c10::BFloat16, bool)#1}", or nvcc's
//     __nv_hdl_wrapper_t<..., &at::native::cos_kernel_cuda, ...>.
//   at::native::reduce_kernel<threads, vector, at::native::ReduceOp<type, func_wrapper_t<type, sum_functor<...>...>>>
//   softmax_warp_{forward,backward}<input, output, accumulator, log2(elements), is_log_softmax, is_masked>
//   cunn_SoftMax{Forward,Backward}[Reg|Smem]<vector, input, accumulator, output, epilogue>: one block a row
//
// Source: pytorch/pytorch aten/src/ATen/native/cuda/{Loops.cuh,Reduce.cuh,PersistentSoftmax.cuh,SoftMax.cu}.
#include "profiler/kernels/families.h"
#include "profiler/kernels/functor.h"

#include <algorithm>
#include <array>

namespace attnscope::kernels {
namespace {

struct FunctorRule {
    std::string_view word; // in the functor's name
    std::string_view role;
    MathUnit unit;
};

// First match wins; everything else that element-wise kernels run is arithmetic.
constexpr std::array<FunctorRule, 20> kFunctorRules { {
    { "masked_fill", "mask", MathUnit::CudaCore },
    { "where_kernel", "mask", MathUnit::CudaCore },
    { "masked_scatter", "mask", MathUnit::CudaCore },
    { "FillFunctor", "fill", MathUnit::None },
    { "fill_kernel", "fill", MathUnit::None },
    { "direct_copy", "copy", MathUnit::None },
    { "copy_kernel_cuda", "copy", MathUnit::None }, // bfloat16_copy_kernel_cuda, float8_copy_kernel_cuda
    { "copy_device_to_device", "copy", MathUnit::None },
    { "arange_cuda", "fill", MathUnit::None },
    { "range_cuda", "fill", MathUnit::None },
    { "linspace_cuda", "fill", MathUnit::None },
    { "logspace_cuda", "fill", MathUnit::None },
    { "eye_", "fill", MathUnit::None },
    { "GroupNorm", "norm", MathUnit::CudaCore },
    { "batch_norm", "norm", MathUnit::CudaCore },
    { "LayerNorm", "norm", MathUnit::CudaCore },
    { "layer_norm", "norm", MathUnit::CudaCore },
    { "dropout", "rng/dropout", MathUnit::CudaCore },
    { "bernoulli", "rng/dropout", MathUnit::CudaCore },
    { "Adam", "optimizer", MathUnit::CudaCore },
} };

// A condition comes first in "where": "{lambda(bool, float, float)#1}". The data is what follows.
std::string_view dtypeOfWhere(std::string_view arguments)
{
    const std::size_t at = arguments.find("lambda(bool, ");
    return at == std::string_view::npos ? std::string_view() : firstDtype(arguments.substr(at + 13));
}

// A lambda inside a function takes the elements; the function's own parameters are scalars:
// "logit_kernel_cuda(at::TensorIteratorBase&, double)::{lambda()#1}::...::{lambda(float)#2}".
std::string_view dtypeOfLambda(std::string_view arguments, std::string_view functor)
{
    const std::size_t after =
        functor.empty() ? 0 : static_cast<std::size_t>(functor.data() - arguments.data()) + functor.size();
    if (after == 0 || after >= arguments.size() || arguments[after] != '(')
        return {};
    constexpr std::string_view kLambda = "lambda(";
    std::size_t at = after;
    while ((at = arguments.find(kLambda, at)) != std::string_view::npos) {
        at += kLambda.size();
        const std::size_t close = std::min(arguments.find(')', at), arguments.size());
        if (const std::string_view dtype = firstDtype(arguments.substr(at, close - at)); !dtype.empty())
            return dtype;
    }
    return {};
}

bool isElementwiseName(std::string_view base)
{
    const std::size_t at = base.find("elementwise_kernel");
    return at != std::string_view::npos && !startsWith(base, "index_") && !startsWith(base, "_scatter_gather")
        && !startsWith(base, "distribution");
}

bool isAtenScope(const KernelText& kernel)
{
    return contains(kernel.scope, "at::") || kernel.scope.empty() || contains(kernel.scope, "anonymous")
        || contains(kernel.scope, "unnamed");
}

} // namespace

bool readAtenElementwise(const KernelText& kernel, DecodedKernel& out)
{
    if (!isElementwiseName(kernel.base) || !isAtenScope(kernel))
        return false;
    std::string_view arguments = kernel.arguments;
    // "elementwise_kernel_with_index<int, ...>": the first type is the index.
    if (contains(kernel.base, "with_index")) {
        const std::size_t comma = arguments.find(',');
        arguments.remove_prefix(comma == std::string_view::npos ? 0 : comma);
    }
    const std::string_view functor = findFunctor(arguments);
    setKind(out, "aten-elementwise", "elementwise", MathUnit::CudaCore);
    for (const FunctorRule& rule : kFunctorRules) {
        if (contains(functor, rule.word)) {
            setKind(out,
                rule.role == "copy"       ? "aten-copy"
                    : rule.role == "norm" ? "aten-norm"
                                          : "aten-elementwise",
                rule.role, rule.unit);
            break;
        }
    }
    out.rule = "aten/elementwise-" + out.role;
    if (out.role == "elementwise")
        out.rule = functor.empty() ? "aten/elementwise-no-functor" : "aten/elementwise";
    setKnown(out.label, labelOfFunctor(functor));
    const std::string_view dtype =
        contains(functor, "where_kernel") ? dtypeOfWhere(arguments) : dtypeOfLambda(arguments, functor);
    setKnown(out.inputDtype, dtype.empty() ? firstDtype(arguments) : dtype);
    return true;
}

bool readAtenReduction(const KernelText& kernel, DecodedKernel& out)
{
    if (kernel.base != "reduce_kernel" || !isAtenScope(kernel))
        return false;
    setKind(out, "aten-reduce", "reduction", MathUnit::CudaCore);
    out.rule = "aten/reduce";
    const std::string_view operation = argumentsOf(kernel.arguments, "ReduceOp<");
    const std::string_view text = operation.empty() ? kernel.arguments : operation;
    setKnown(out.inputDtype, firstDtype(text));
    setKnown(out.label, labelOfFunctor(findFunctor(text)));
    const bool isNarrow = out.inputDtype == "fp16" || out.inputDtype == "bf16";
    if (isNarrow && contains(text, "float"))
        out.accumulateDtype = "fp32";
    return true;
}

bool readAtenSoftmax(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view base = kernel.base;
    const bool isWarp = startsWith(base, "softmax_warp_");
    const bool isBlock = startsWith(base, "cunn_SoftMax") || startsWith(base, "cunn_SpatialSoftMax");
    const bool isOther = startsWith(base, "spatial_softmax") || startsWith(base, "softmax_forward")
        || startsWith(base, "scaled_masked_softmax_warp") || startsWith(base, "scaled_upper_triang_masked_softmax");
    if (!isWarp && !isBlock && !isOther)
        return false;
    setKind(out, "aten-softmax", "softmax", MathUnit::CudaCore);
    out.rule = isWarp ? "aten/softmax-warp" : "aten/softmax-block";
    const Pieces arguments = splitArguments(kernel.arguments);
    Pieces types;
    for (const std::string_view argument : arguments) {
        if (const std::string_view dtype = dtypeOfCppType(argument); !dtype.empty())
            types.add(dtype);
    }
    setKnown(out.inputDtype, types[0]);
    setKnown(out.accumulateDtype, types[isWarp || contains(base, "_warp_") ? 2 : 1]);
    const bool isLog =
        contains(kernel.arguments, "LogSoftMax") || (isWarp && (arguments[4] == "true" || arguments[4] == "1"));
    out.label = isLog ? "log softmax" : "softmax";
    if (contains(base, "ackward"))
        out.label += " backward";
    return true;
}

} // namespace attnscope::kernels
