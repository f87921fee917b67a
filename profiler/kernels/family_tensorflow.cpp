// SPDX-License-Identifier: GPL-3.0-or-later
//
// Libraries whose kernels are templates around an expression or a plan: Eigen and TensorFlow, cuFFT, TensorRT's Myelin.
//
//   Eigen::internal::EigenMetaKernel<TensorEvaluator<TensorAssignOp<.., TensorCwiseBinaryOp<scalar_product_op<float,
//     float>, ..>>>>: element by element; the first operation inside tells what. Full/Inner/OuterReductionKernel: sums.
//   tensorflow::functor::<name>, tensorflow::<name>: by the words of the name
//   regular_fft<..>, vector_fft<..>, composite_2way_fft<..>: cuFFT, in fp32 or fp64 on CUDA cores
//   __myl_<operations>_<hash>: what TensorRT's compiler fused around the multiplications; none of it is one
//
// Source: eigen unsupported/Eigen/CXX11/src/Tensor, tensorflow/core/kernels; cuFFT and Myelin names from profiles.
#include "profiler/kernels/families.h"

#include <array>

namespace attnscope::kernels {
namespace {

struct Word {
    std::string_view word;
    std::string_view role;
    MathUnit unit;
};

// First match wins.
constexpr std::array<Word, 11> kEigenOperations { {
    { "TensorReductionOp", "reduction", MathUnit::CudaCore },
    { "TensorScanOp", "scan", MathUnit::CudaCore },
    { "TensorCwise", "elementwise", MathUnit::CudaCore },
    { "TensorSelectOp", "mask", MathUnit::CudaCore },
    { "scalar_constant_op", "fill", MathUnit::None },
    { "TensorConversionOp", "copy", MathUnit::None },
    { "TensorBroadcastingOp", "copy", MathUnit::None },
    { "TensorShufflingOp", "layout transform", MathUnit::None },
    { "TensorPaddingOp", "copy", MathUnit::None },
    { "TensorSlicingOp", "copy", MathUnit::None },
    { "TensorReverseOp", "copy", MathUnit::None },
} };

constexpr std::array<Word, 7> kMyelinOperations { {
    { "Softmax", "softmax", MathUnit::CudaCore },
    { "SoftMax", "softmax", MathUnit::CudaCore },
    { "Norm", "norm", MathUnit::CudaCore },
    { "Mean", "reduction", MathUnit::CudaCore },
    { "Sum", "reduction", MathUnit::CudaCore },
    { "Move", "copy", MathUnit::None },
    { "Tran", "layout transform", MathUnit::None },
} };

bool readEigen(const KernelText& kernel, DecodedKernel& out)
{
    const bool isMeta = kernel.base == "EigenMetaKernel";
    const bool isReduction = endsWith(kernel.base, "ReductionKernel") && contains(kernel.scope, "Eigen::");
    if (!isMeta && !isReduction)
        return false;
    setKind(out, "other", isReduction ? "reduction" : "elementwise", MathUnit::CudaCore);
    out.rule = isReduction ? "eigen/reduction" : "eigen/elementwise";
    setKnown(out.inputDtype, firstDtype(kernel.arguments, true));
    out.label = isReduction ? "reduce" : "elementwise";
    if (isReduction)
        return true;
    // The expression reads from the outside in; the assignment's left side holds no operation.
    for (const Word& word : kEigenOperations) {
        if (!contains(kernel.arguments, word.word))
            continue;
        setKind(out, "other", word.role, word.unit);
        out.rule = "eigen/" + std::string(word.word);
        out.label = word.role;
        break;
    }
    return true;
}

bool readCufft(const KernelText& kernel, DecodedKernel& out)
{
    static constexpr std::array<std::string_view, 5> kNames { "regular_fft", "vector_fft", "composite_",
        "multi_bluestein", "bluestein_" };
    bool isFft =
        contains(kernel.scope, "cufft") || startsWith(kernel.base, "spRadix") || startsWith(kernel.base, "dpRadix");
    for (const std::string_view name : kNames)
        isFft = isFft || (startsWith(kernel.base, name) && contains(kernel.base, name == "composite_" ? "fft" : ""));
    if (!isFft)
        return false;
    setKind(out, "other", "fft", MathUnit::CudaCore);
    out.rule = "cufft";
    return true;
}

bool readMyelin(const KernelText& kernel, DecodedKernel& out)
{
    if (!startsWith(kernel.base, "__myl_"))
        return false;
    setKind(out, "tensorrt", "elementwise", MathUnit::CudaCore);
    out.rule = "myelin";
    for (const Word& word : kMyelinOperations) {
        if (contains(kernel.base, word.word)) {
            setKind(out, "tensorrt", word.role, word.unit);
            break;
        }
    }
    // What it wraps may be a multiplication after all: then the name says so.
    if (contains(kernel.base, "Gemm") || contains(kernel.base, "Conv") || contains(kernel.base, "MatMul")
        || contains(kernel.base, "fc_") || contains(kernel.base, "mha")) {
        setKind(out, "tensorrt", "?", MathUnit::Unknown);
        out.reason = "This fused TensorRT kernel names a multiplication, but neither its type nor its instruction";
    }
    return true;
}

} // namespace

bool readExpressionLibrary(const KernelText& kernel, DecodedKernel& out)
{
    return readEigen(kernel, out) || readCufft(kernel, out) || readMyelin(kernel, out);
}

} // namespace attnscope::kernels
