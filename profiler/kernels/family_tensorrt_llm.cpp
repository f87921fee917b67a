// SPDX-License-Identifier: GPL-3.0-or-later
//
// TensorRT-LLM's generated kernels, which vLLM, SGLang and FlashInfer launch as well.
//
//   fmhaSm<100a|100f|103a>Kernel_Q[kv]<type>[Kv<type>]O<type>H[Qk]<head
//     size>[HV..]<PagedKv|SeparateQkv..><mask>[P<page>]
//        [MultiCtasKv]VarSeqQ<queries>Kv<keys>...                                          tcgen05 (UMMA pipeline)
//   fmha_v2_flash_attention_<type>[_fp32]_<queries>_<keys>_S_..._<head size>[x<..>][_tma_ws]_sm<arch>...   "tma_ws":
//     wgmma
//   bmm_<out>_<A><B>_Fp32_..._t<tile>[u2]_s<stages>_..._m<instruction>_..._<transposes>_..._sm<arch>       MoE products
//
// That bmm kernels with fp4/fp8 operands use Tensor Cores is inferred: no other unit takes them.
#include "profiler/kernels/families.h"

#include <array>

namespace attnscope::kernels {
namespace {

constexpr std::array<std::string_view, 8> kTypeWords { "Bfloat16", "Fp16", "MxInt4", "MxE4m3", "MxE2m1", "E4m3", "E5m2",
    "E2m1" };

std::string_view leadingType(std::string_view text)
{
    for (const std::string_view word : kTypeWords) {
        if (startsWith(text, word))
            return word;
    }
    return {};
}

// The digits right behind the first `word` that is followed by digits.
std::string_view numberAfter(std::string_view text, std::string_view word)
{
    std::size_t at = 0;
    while ((at = text.find(word, at)) != std::string_view::npos) {
        at += word.size();
        if (const std::string_view digits = leadingDigits(text.substr(at)); !digits.empty())
            return digits;
    }
    return {};
}

void readFmhaSm(std::string_view base, DecodedKernel& out)
{
    out.architecture = "sm" + std::string(leadingDigits(base.substr(6)));
    const bool isHopper = out.architecture == "sm90";
    out.instruction = isHopper ? "wgmma" : startsWith(out.architecture, "sm12") ? "mma.sync" : "tcgen05.mma";
    out.rule = "tensorrt-llm/fmha";
    const std::size_t queryAt = base.find("Kernel_Q");
    if (queryAt == std::string_view::npos)
        return;
    std::string_view rest = base.substr(queryAt + 8);
    if (startsWith(rest, "kv"))
        rest.remove_prefix(2);
    const std::string_view type = leadingType(rest);
    setKnown(out.inputDtype, dtypeOfToken(type));
    rest.remove_prefix(type.size());
    std::string_view head = numberAfter(rest, "HQk");
    if (head.empty())
        head = numberAfter(rest, "H");
    const std::size_t tileAt = rest.find("VarSeqQ");
    if (head.empty() || tileAt == std::string_view::npos)
        return;
    const std::string_view queries = leadingDigits(rest.substr(tileAt + 7));
    const std::string_view keys = numberAfter(rest.substr(tileAt), "Kv");
    if (!queries.empty() && !keys.empty())
        out.tile = std::string(queries) + 'x' + std::string(keys) + 'x' + std::string(head);
}

void readFmhaV2(std::string_view base, DecodedKernel& out)
{
    const Pieces tokens = splitUnderscores(base);
    Pieces numbers; // queries, keys, head size
    for (std::size_t i = 2; i < tokens.size(); ++i) {
        const std::string_view token = tokens[i];
        if (const std::string_view dtype = dtypeOfToken(token); !dtype.empty()) {
            if (isUnset(out.inputDtype))
                setKnown(out.inputDtype, dtype);
            else if (numbers.size() == 0)
                setKnown(out.accumulateDtype, dtype);
        } else if (startsWith(token, "sm") && allDigits(token.substr(2))) {
            setKnown(out.architecture, token);
        } else if (dimensionsOf(token) >= 1) {
            numbers.add(leadingDigits(token));
        }
    }
    if (numbers.size() >= 3)
        out.tile = std::string(numbers[0]) + 'x' + std::string(numbers[1]) + 'x' + std::string(numbers[2]);
    out.instruction = out.architecture == "sm90" && contains(base, "tma_ws") ? "wgmma" : "mma.sync";
    out.rule = "tensorrt-llm/fmha-v2";
}

// "E2m1E2m1", "MxE2m1MxE4m3": A, then B.
void readOperands(std::string_view token, DecodedKernel& out)
{
    const std::string_view a = leadingType(token);
    if (a.empty())
        return;
    const std::string_view b = leadingType(token.substr(a.size()));
    out.inputDtype = dtypeOfToken(a);
    if (!b.empty() && dtypeOfToken(b) != dtypeOfToken(a))
        out.inputDtype += " x " + std::string(dtypeOfToken(b));
}

} // namespace

bool readTrtllmAttention(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view base = kernel.base;
    if (startsWith(base, "fmhaReductionKernel")) { // joins the partial results of several blocks
        setKind(out, "tensorrt-llm", "attention-forward", MathUnit::CudaCore);
        out.accumulateDtype = "fp32";
        out.rule = "tensorrt-llm/combine";
        return true;
    }
    if (startsWith(base, "fmhaSm") && base.size() > 6 && isDigit(base[6])) {
        setKind(out, "tensorrt-llm", "attention-forward", MathUnit::TensorCore);
        readFmhaSm(base, out);
        return true;
    }
    if (startsWith(base, "fmha_v2_")) {
        setKind(out, "tensorrt-llm", "attention-forward", MathUnit::TensorCore);
        readFmhaV2(base, out);
        return true;
    }
    return false;
}

bool readTrtllmBatchedMatmul(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view base = kernel.base;
    const bool isProduct = startsWith(base, "bmm_") || startsWith(base, "gemm_") || startsWith(base, "gemmGatedAct_");
    const Pieces tokens = splitUnderscores(base);
    if (!isProduct || leadingType(tokens[1]).empty() || leadingType(tokens[2]).empty())
        return false;
    setKind(out, "tensorrt-llm", "gemm", MathUnit::TensorCore);
    out.rule = "tensorrt-llm/bmm";
    readOperands(tokens[2], out);
    // "castBfloat16": the weights are widened on the way.
    setKnown(out.accumulateDtype, dtypeOfToken(tokens[startsWith(tokens[3], "cast") ? 4 : 3]));
    std::string_view shape;
    for (std::size_t i = 4; i < tokens.size(); ++i) {
        const std::string_view token = tokens[i];
        if (token.front() == 't' && dimensionsOf(leadingDimensions(token.substr(1))) == 3)
            setKnown(out.tile, leadingDimensions(token.substr(1)));
        else if (token.front() == 's' && isUnset(out.stages) && allDigits(token.substr(1)))
            setKnown(out.stages, token.substr(1));
        else if (token.front() == 'm' && dimensionsOf(token.substr(1)) == 3)
            shape = token.substr(1);
        else if (token.size() == 2 && token.find_first_not_of("NT") == std::string_view::npos)
            out.layout = lowerCase(token);
        else if (startsWith(token, "sm") && token.size() > 2 && isDigit(token[2]))
            out.architecture = "sm" + std::string(leadingDigits(token.substr(2)));
    }
    if (out.architecture == "sm100" || out.architecture == "sm103")
        out.instruction = "tcgen05.mma";
    if (out.instruction != "?" && !shape.empty()) {
        const std::size_t x = shape.find('x');
        const std::size_t y = shape.find('x', x + 1);
        out.instruction += " m" + std::string(shape.substr(0, x)) + "n" + std::string(shape.substr(x + 1, y - x - 1))
            + "k" + std::string(shape.substr(y + 1));
    }
    return true;
}

bool readTrtllm(const KernelText& kernel, DecodedKernel& out)
{
    const bool isRouting = contains(kernel.scope, "moe::dev::routing");
    const bool isFinalize = contains(kernel.scope, "moe::dev::finalize") || startsWith(kernel.base, "finalizeKernel");
    if (!isRouting && !isFinalize && !contains(kernel.scope, "tensorrt_llm") && !contains(kernel.scope, "moe::dev::"))
        return false;
    const std::string_view dtype = firstNarrowDtype(kernel.arguments);
    if (isRouting || isFinalize) {
        setKind(out, "tensorrt-llm", isRouting ? "auxiliary" : "reduction", MathUnit::CudaCore);
        out.rule = isRouting ? "tensorrt-llm/routing" : "tensorrt-llm/finalize";
        setKnown(out.inputDtype, dtype);
        return true;
    }
    const WordRole word = roleByWords(kernel.base);
    setKind(out, "tensorrt-llm", word.role.empty() ? "?" : word.role, word.unit);
    out.rule = "tensorrt-llm/words";
    setKnown(out.inputDtype, dtype.empty() ? firstDtype(kernel.arguments, true) : dtype);
    if (word.unit == MathUnit::Unknown)
        out.reason = "The name says neither the unit nor anything that decides it";
    return true;
}

} // namespace attnscope::kernels
