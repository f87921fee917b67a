// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kernels that TorchInductor generates, and Triton's own matrix multiplication.
//
//   triton_<poi|red|per|tem|for|spl|...>_fused_<operators>_<n>      triton__0d1d2d (2.0: no kind in the name)
//   _matmul_ogs_<layouts>_<out>x<A>x<B>_<M>x<N>x<K>x<split>[_swiglu]  (triton_kernels)
//
// poi = pointwise, red = looped reduction, per = persistent reduction, for = foreach: CUDA cores, whatever the operator
// list says: "addmm" or "fmha" in it is where an input came from. tem = a template around tl.dot, which becomes Tensor
// Core code for 16-bit, fp8 and TF32 operands and FMA for fp32; the name tells neither type nor choice.
// Source: pytorch/pytorch torch/_inductor/codegen/triton.py (kernel categories); inferred from traces for old names.
#include "profiler/kernels/families.h"

#include <array>

namespace attnscope::kernels {
namespace {

constexpr std::string_view kDotReason = "Triton names do not say whether tl.dot runs on Tensor Cores: 16-bit, fp8 and "
                                        "TF32 operands do, fp32 ones do not, and the type is not in the name";

constexpr std::string_view kNoKindReason = "This Triton name holds neither the kind of kernel nor its operators";

std::string_view templateRole(std::string_view name)
{
    if (contains(name, "flex_attention") || contains(name, "scaled_dot_product") || contains(name, "flex_decoding"))
        return contains(name, "backward") ? "attention-backward" : "attention-forward";
    if (contains(name, "convolution") || contains(name, "conv2d"))
        return "conv";
    for (const std::string_view word : { "addmm", "bmm", "_mm", "matmul", "linear" }) {
        if (contains(name, word))
            return "gemm";
    }
    return "?";
}

// "triton_poi_fused_add_cos_sin_0" → "add_cos_sin": the operators, for want of a name.
std::string_view fusedOperators(std::string_view name)
{
    constexpr std::string_view kFused = "_fused_";
    const std::size_t at = name.find(kFused);
    if (at == std::string_view::npos)
        return {};
    std::string_view operators = name.substr(at + kFused.size());
    const std::size_t number = operators.rfind('_');
    if (number == std::string_view::npos)
        return {}; // only the number
    operators = operators.substr(0, number);
    while (!operators.empty() && operators.front() == '_')
        operators.remove_prefix(1);
    constexpr std::size_t kLongest = 24;
    if (operators.size() > kLongest)
        operators = operators.substr(0, operators.rfind('_', kLongest));
    return operators.substr(0, kLongest);
}

// Names that begin like Inductor's but hold none of its kinds, as "triton_rms_norm_kernel".
bool isPersonsName(std::string_view rest)
{
    static constexpr std::array<std::string_view, 14> kKinds { "poi", "red", "per", "mix", "coo", "for", "spl", "tem",
        "mm", "bmm", "flex_attention", "gemm", "softmax", "_" };
    for (const std::string_view kind : kKinds) {
        if (startsWith(rest, kind))
            return false;
    }
    return true;
}

bool readPersonsTriton(const KernelText& kernel, DecodedKernel& out)
{
    const WordRole word = roleByWords(kernel.base);
    setKind(out, "triton", word.role.empty() ? "?" : word.role, word.unit);
    out.rule = "triton/words";
    if (word.unit != MathUnit::Unknown)
        return true;
    const bool isProduct = word.role == "gemm" || startsWith(word.role, "attention");
    out.reason = isProduct ? std::string(kDotReason) : std::string(kNoKindReason);
    return true;
}

} // namespace

bool readInductor(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view name = kernel.base;
    if (!startsWith(name, "triton_"))
        return false;
    const std::string_view rest = name.substr(7);
    // A person's "triton_per_token_quant" is no persistent reduction: what Inductor writes goes on with "fused" or a number.
    const std::string_view next = rest.size() > 4 ? rest.substr(4) : std::string_view();
    const bool isGenerated = next.substr(0, 5) == std::string_view("fused").substr(0, next.size())
        || (!next.empty() && isDigit(next.front()));
    const bool isUsers = !isGenerated && rest.size() > 4 && rest[3] == '_' && !kernel.truncated;
    if (isUsers || isPersonsName(rest))
        return readPersonsTriton(kernel, out);
    if (startsWith(rest, "poi_") || startsWith(rest, "for_")) {
        setKind(out, "triton", "elementwise", MathUnit::CudaCore);
        setKnown(out.label, fusedOperators(name));
        out.rule = "inductor/pointwise";
    } else if (startsWith(rest, "red_") || startsWith(rest, "per_") || startsWith(rest, "mix_")
        || startsWith(rest, "coo_")) {
        setKind(out, "triton", "reduction", MathUnit::CudaCore);
        setKnown(out.label, fusedOperators(name));
        out.rule = "inductor/reduction";
    } else if (startsWith(rest, "spl_")) {
        setKind(out, "triton", "scan", MathUnit::CudaCore);
        out.rule = "inductor/split-scan";
    } else if (startsWith(rest, "tem_") || startsWith(rest, "mm") || startsWith(rest, "bmm")
        || startsWith(rest, "flex_attention")) {
        setKind(out, "triton", templateRole(name), MathUnit::Unknown);
        out.rule = "inductor/template";
        out.reason = kDotReason;
    } else if (startsWith(rest, "gemm") || startsWith(rest, "softmax")) {
        return false; // XLA's
    } else {
        setKind(out, "triton", "?", MathUnit::Unknown);
        out.rule = "inductor/no-kind";
        out.reason = kNoKindReason;
    }
    return true;
}

bool readTritonMatmul(const KernelText& kernel, DecodedKernel& out)
{
    if (!contains(kernel.base, "matmul_ogs"))
        return false;
    setKind(out, "triton", "gemm", MathUnit::Unknown);
    out.rule = "triton/matmul-ogs";
    out.reason = kDotReason;
    for (const std::string_view token : splitUnderscores(kernel.base)) {
        if (token.size() == 3 && token.find_first_not_of("NT") == std::string_view::npos) {
            out.layout = lowerCase(token.substr(0, 2));
        } else if (dimensionsOf(token) >= 3 && isUnset(out.tile)) {
            const std::size_t third = token.find('x', token.find('x') + 1);
            const std::size_t end = token.find('x', third + 1); // a fourth number is the split of K
            setKnown(out.tile, token.substr(0, end));
        } else if (isUnset(out.inputDtype) && contains(token, "x") && isLetter(token.front())) {
            // "bf16xbf16xmxfp4": output, A, B; the "x" of mxfp4 belongs to the type.
            const std::size_t first = token.find('x');
            const std::size_t second = token.find('x', first + 1);
            if (first == std::string_view::npos || second == std::string_view::npos)
                continue;
            const std::string_view a = dtypeOfToken(token.substr(first + 1, second - first - 1));
            const std::string_view b = dtypeOfToken(token.substr(second + 1));
            if (!a.empty() && !b.empty())
                out.inputDtype = a == b ? std::string(a) : std::string(a) + " x " + std::string(b);
        }
    }
    return true;
}

} // namespace attnscope::kernels
