// SPDX-License-Identifier: GPL-3.0-or-later
//
// XLA (JAX, TensorFlow): fusions are named for how they loop and for the operations in them.
//
//   <loop|input>_<operation>[_<operation>...]_fusion[_<n>|.<n>]     wrapped_<operation>[.<n>]     gemm_fusion_dot[.<n>]
//
// loop, input and wrapped fusions hold no dot. gemm_fusion_dot is a Triton matrix multiplication without a type.
// A fusion of nothing but transposes, slices, broadcasts and concatenations only moves data.
// Source: openxla/xla xla/service/gpu/fusion_merger and naming passes, read from traces.
#include "profiler/kernels/families.h"

#include <array>

namespace attnscope::kernels {
namespace {

constexpr std::array<std::string_view, 9> kMovement { "transpose", "slice", "broadcast", "concatenate", "copy", "pad",
    "dynamic", "update", "bitcast" };
constexpr std::array<std::string_view, 5> kNoise { "fusion", "loop", "input", "wrapped", "full" };

bool isIn(std::string_view word, const std::array<std::string_view, 9>& words)
{
    for (const std::string_view candidate : words) {
        if (candidate == word)
            return true;
    }
    return false;
}

bool isNoise(std::string_view word)
{
    if (allDigits(word))
        return true;
    for (const std::string_view candidate : kNoise) {
        if (candidate == word)
            return true;
    }
    return false;
}

void readFusion(std::string_view name, DecodedKernel& out)
{
    bool movesOnly = true;
    std::string_view role = "elementwise";
    for (std::string_view word : splitUnderscores(name)) {
        word = word.substr(0, word.find('.'));
        if (word.empty() || isNoise(word))
            continue;
        movesOnly = movesOnly && isIn(word, kMovement);
        if (word == "reduce" || word == "argmax" || word == "reduction")
            role = "reduction";
        else if (word == "scatter" || word == "gather")
            role = "index";
        else if (word == "iota")
            role = "fill";
    }
    if (movesOnly)
        role = "copy";
    const bool computes = role == "elementwise" || role == "reduction";
    setKind(out, "xla", role, computes ? MathUnit::CudaCore : MathUnit::None);
    out.rule = "xla/fusion";
}

// "fusion_12", "add_multiply_fusion.3": without loop, input or wrapped in front nothing says how it was made, and the
// operations that are listed need not be all there are.
bool readUnnamedFusion(const KernelText& kernel, DecodedKernel& out)
{
    std::string_view name = kernel.base;
    while (!name.empty() && (isDigit(name.back()) || name.back() == '.' || name.back() == '_'))
        name.remove_suffix(1);
    const bool isFusion = name == "fusion" || endsWith(name, "_fusion") || endsWith(name, "_fusion.clone");
    if (!isFusion || !kernel.scope.empty() || !kernel.arguments.empty())
        return false;
    readFusion(name, out);
    if (contains(name, "dot") || contains(name, "gemm"))
        out.role = "gemm";
    else if (contains(name, "convolution"))
        out.role = "conv";
    else if (name == "fusion")
        out.role = "?";
    out.mathUnit = MathUnit::Unknown;
    out.rule = "xla/unnamed-fusion";
    out.reason = "This fusion's name does not say whether it multiplies matrices, nor in which type";
    return true;
}

} // namespace

bool readXla(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view name = kernel.base;
    if (startsWith(name, "gemm_fusion") || startsWith(name, "triton_gemm")) {
        setKind(out, "xla", "gemm", MathUnit::Unknown);
        out.rule = "xla/gemm-fusion";
        out.reason = "XLA's Triton multiplications carry no type in the name, and the type decides the unit";
        return true;
    }
    if (startsWith(name, "triton_softmax")) {
        setKind(out, "xla", "softmax", MathUnit::CudaCore);
        out.rule = "xla/softmax";
        return true;
    }
    const bool isFusion = startsWith(name, "wrapped_")
        || ((startsWith(name, "loop_") || startsWith(name, "input_")) && contains(name, "fusion"));
    if (isFusion) {
        readFusion(name, out);
        return true;
    }
    return readUnnamedFusion(kernel, out);
}

} // namespace attnscope::kernels
