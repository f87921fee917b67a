// SPDX-License-Identifier: GPL-3.0-or-later
//
// CUTLASS kernels known only by their C++ type: cutlass::device_kernel<...GemmUniversal<...>> (3.x, user code,
// PyTorch's
// row-wise fp8) and cutlass::Kernel<...ImplicitGemm...> (2.x, cuDNN).
//
// What tells the unit is the type of the multiply inside: the atoms "SM80_16x8x16_F32BF16BF16F32_TN" (mma.sync),
// "SM90_64x128x16_F32BF16BF16_SS" (wgmma), "SM100_MMA_..." (tcgen05), or "MmaTensorOp" / "OpClassTensorOp" against
// "MmaSimt" / "OpClassSimt". Without one of them the unit is unknown, unless the operands are fp8, which only Tensor
// Cores take. Pipeline depth: "MainloopSm90TmaGmma...<4,". Tile: the first tuple of three after it.
// Source: NVIDIA/cutlass@7107b055 include/cute/arch/mma_sm*.hpp, include/cutlass/gemm/dispatch_policy.hpp.
#include "profiler/kernels/families.h"

#include <algorithm>
#include <array>
#include <utility>

namespace attnscope::kernels {
namespace {

struct Atom {
    std::string_view architecture; // "80"
    std::string_view shape; // "16x8x16", empty for SM100_MMA
    std::string_view types; // "F32BF16BF16F32"
};

// The first "SM<arch>_<m>x<n>x<k>_<types>" or "SM100_MMA_<types>" in the text.
Atom findAtom(std::string_view text)
{
    std::size_t at = 0;
    while ((at = text.find("SM", at)) != std::string_view::npos) {
        at += 2;
        const std::string_view architecture = leadingDigits(text.substr(at));
        std::string_view rest = text.substr(at + architecture.size());
        if (architecture.size() < 2 || !startsWith(rest, "_"))
            continue;
        rest.remove_prefix(1);
        Atom atom { architecture, leadingDimensions(rest), {} };
        if (dimensionsOf(atom.shape) == 3)
            rest.remove_prefix(atom.shape.size());
        else if (startsWith(rest, "MMA"))
            atom.shape = {}, rest.remove_prefix(3);
        else
            continue; // SM90_TMA_LOAD and the like
        if (startsWith(rest, "_"))
            rest.remove_prefix(1);
        std::size_t end = 0;
        while (end < rest.size() && (isDigit(rest[end]) || isLetter(rest[end])))
            ++end;
        atom.types = rest.substr(0, end);
        return atom;
    }
    return {};
}

std::string_view atomType(std::string_view types, std::size_t& at)
{
    using Entry = std::pair<std::string_view, std::string_view>;
    static constexpr std::array kTypes = std::to_array<Entry>(
        { { "BF16", "bf16" }, { "F16", "fp16" }, { "TF32", "tf32" }, { "F32", "fp32" }, { "F64", "fp64" },
            { "E4M3", "fp8 e4m3" }, { "E5M2", "fp8 e5m2" }, { "S32", "int32" }, { "S8", "int8" }, { "U8", "uint8" } });
    for (const auto& [spelling, dtype] : kTypes) {
        if (startsWith(types.substr(at), spelling)) {
            at += spelling.size();
            return dtype;
        }
    }
    return {};
}

void readAtom(const Atom& atom, DecodedKernel& out)
{
    out.mathUnit = MathUnit::TensorCore;
    out.architecture = "sm" + std::string(atom.architecture);
    const std::size_t x = atom.shape.find('x');
    std::string mnk;
    if (x != std::string_view::npos) {
        const std::size_t y = atom.shape.find('x', x + 1);
        mnk = " m" + std::string(atom.shape.substr(0, x)) + "n" + std::string(atom.shape.substr(x + 1, y - x - 1)) + "k"
            + std::string(atom.shape.substr(y + 1));
    }
    const bool isBlackwell = atom.architecture == "100" || atom.architecture == "103";
    out.instruction = (atom.architecture == "90" ? "wgmma" : isBlackwell ? "tcgen05.mma" : "mma.sync") + mnk;
    std::size_t at = 0;
    const std::string_view accumulator = atomType(atom.types, at); // D, then A, B
    const std::string_view input = atomType(atom.types, at);
    if (!input.empty()) {
        setKnown(out.accumulateDtype, accumulator);
        setKnown(out.inputDtype, input);
    }
}

// "cute::tuple<cute::C<128>, cute::C<256>, cute::C<64> >" → "128x256x64"; "GemmShape<128, 128, 32>" likewise.
std::string shapeOf(std::string_view arguments)
{
    std::string tile;
    const Pieces parts = splitArguments(arguments);
    if (parts.size() != 3)
        return {};
    for (const std::string_view part : parts) {
        const std::size_t digit = part.find_first_of("0123456789");
        if (digit == std::string_view::npos)
            return {};
        tile += (tile.empty() ? "" : "x") + std::string(leadingDigits(part.substr(digit)));
    }
    return tile;
}

void readMainloop(std::string_view text, DecodedKernel& out)
{
    if (const std::string_view shape = argumentsOf(text, "GemmShape<"); !shape.empty()) {
        setKnown(out.tile, shapeOf(shape));
        return;
    }
    const std::size_t mainloop = text.find("MainloopSm");
    if (mainloop == std::string_view::npos)
        return;
    const std::size_t open = text.find('<', mainloop);
    if (open == std::string_view::npos)
        return;
    setKnown(out.stages, leadingDigits(splitArguments(text.substr(open + 1, 64))[0]));
    // The tile follows the dispatch policy, whose own tuple (the cluster) comes first.
    const std::string_view policy = argumentsOf(text.substr(mainloop), "<");
    const std::string_view after = text.substr(std::min(text.size(), open + 1 + policy.size()));
    setKnown(out.tile, shapeOf(argumentsOf(after, "tuple<")));
}

std::string_view roleOf(std::string_view text)
{
    if (contains(text, "ImplicitGemm") || contains(text, "Conv2d") || contains(text, "Conv3d"))
        return "conv";
    if (contains(text, "Fmha") || contains(text, "fmha") || contains(text, "Mla"))
        return contains(text, "Bwd") || contains(text, "bwd") ? "attention-backward" : "attention-forward";
    return "gemm";
}

} // namespace

bool readCutlassTemplate(const KernelText& kernel, DecodedKernel& out)
{
    const bool isWrapper = kernel.base == "device_kernel" || kernel.base == "Kernel" || kernel.base == "Kernel2"
        || kernel.base == "GemmUniversal";
    const bool isCutlass = contains(kernel.scope, "cutlass") || contains(kernel.arguments.substr(0, 64), "cutlass")
        || kernel.base == "device_kernel";
    if (!isWrapper || !isCutlass)
        return false;
    const std::string_view text = kernel.arguments;
    const bool isCudnn = contains(kernel.scope, "cudnn");
    const bool isDeepSeek = startsWith(text, "dpsk::");
    setKind(out, isCudnn ? "cudnn" : isDeepSeek ? "other" : "cutlass", roleOf(text), MathUnit::Unknown);
    if (contains(text.substr(0, 200), "ReduceSplitK")) { // adds up what a split-K multiplication left
        setKind(out, out.family, "split-k-reduce", MathUnit::CudaCore);
        out.rule = "cutlass-template/reduce-split-k";
        return true;
    }
    readMainloop(text, out);
    if (const Atom atom = findAtom(text); !atom.architecture.empty()) {
        readAtom(atom, out);
        out.rule = "cutlass-template/atom";
    } else if (contains(text, "MmaTensorOp") || contains(text, "OpClassTensorOp")
        || contains(text, "TensorOpMultiplicand")) {
        out.mathUnit = MathUnit::TensorCore;
        out.rule = "cutlass-template/tensor-op";
    } else if (contains(text, "MmaSimt") || contains(text, "OpClassSimt")) {
        out.mathUnit = MathUnit::CudaCore;
        out.rule = "cutlass-template/simt";
    } else if (contains(text, "fp8") || contains(text, "float_e4m3_t") || contains(text, "float_e5m2_t")) {
        out.mathUnit = MathUnit::TensorCore;
        out.inputDtype = "fp8";
        out.rule = "cutlass-template/fp8";
    } else {
        out.rule = "cutlass-template/no-atom";
        out.reason = "The type's name holds no multiply-accumulate atom, so it does not say which unit it uses";
    }
    if (contains(text, "TensorNHWC"))
        out.layout = "nhwc";
    if (isUnset(out.inputDtype) || out.inputDtype == "fp8") {
        if (contains(text, "tfloat32_t"))
            out.inputDtype = "tf32";
        else if (const std::string_view narrow = firstNarrowDtype(text); !narrow.empty())
            setKnown(out.inputDtype, narrow);
    }
    if (out.inputDtype == "tf32" && isUnset(out.accumulateDtype))
        out.accumulateDtype = "fp32";
    return true;
}

} // namespace attnscope::kernels
