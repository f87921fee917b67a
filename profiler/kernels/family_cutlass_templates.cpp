// SPDX-License-Identifier: GPL-3.0-or-later
//
// CUTLASS kernels known only by their C++ type: cutlass::device_kernel<...GemmUniversal<...>> (3.x, user code,
// PyTorch's
// row-wise fp8) and cutlass::Kernel<...ImplicitGemm...> (2.x, cuDNN).
//
// What tells the unit is the type of the multiply inside: the atoms "SM80_16x8x16_F32BF16BF16F32_TN" (mma.sync),
// "SM90_64x128x16_F32BF16BF16_SS" or, from 3.6 on, "SM90::GMMA::MMA_64x128x16_F32BF16BF16_SS" (wgmma), "SM100_MMA_..."
// (tcgen05, "2x1SM": a pair of blocks), "SM120_16x8x32_TN" (mma.sync), or "MmaTensorOp" / "OpClassTensorOp" against
// "MmaSimt" / "OpClassSimt" / "UniversalFMA". A name that is cut before the atom may still hold the schedule, which
// names its instruction, too: "MainloopSm90TmaGmma..", "MainloopSm100TmaUmma..", "MainloopSm120..", "Sm100Fmha..".
// Without one of them the unit is unknown, unless the operands are fp8, which only Tensor Cores take.
// Pipeline depth: "MainloopSm90TmaGmma...<4,". Tile: the first tuple of three after it.
//
// CuTe DSL (Python): kernel_cutlass_<function>_<module><Class>_object_at__[TiledMMA_.._ShapeMNK<digits>..]_.. ; a shape
// of more than one multiplication (ShapeMNK111 is an FMA), or "Wgmma" in the class, is a Tensor Core instruction.
// Source: NVIDIA/cutlass@7107b055 include/cute/arch/mma_sm*.hpp, include/cutlass/gemm/dispatch_policy.hpp.
#include "profiler/kernels/demangle.h"
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
    std::string_view arguments; // "cutlass::bfloat16_t, cutlass::bfloat16_t, float, 256, 128, ..."
    bool isSparse = false;
    bool isPair = false;
};

// Letters and digits at the start of `text`.
std::string_view leadingWord(std::string_view text)
{
    std::size_t end = 0;
    while (end < text.size() && (isDigit(text[end]) || isLetter(text[end])))
        ++end;
    return text.substr(0, end);
}

// Takes off what stands between an architecture and the shape: "SM90::GMMA::MMA_64x..", "SM90::GMMA::SPARSE::GMMA_..",
// "SM120::BLOCKSCALED::SM120_16x8x64_..".
void skipNamespaces(std::string_view& rest, bool& isSparse)
{
    while (startsWith(rest, "::")) {
        rest.remove_prefix(2);
        const std::string_view word = leadingWord(rest);
        isSparse = isSparse || word == "SPARSE";
        if (startsWith(rest.substr(word.size()), "::"))
            rest.remove_prefix(word.size());
        else if ((contains(word, "MMA") || startsWith(word, "SM")) && startsWith(rest.substr(word.size()), "_"))
            rest.remove_prefix(word.size());
        else
            return;
    }
}

// The multiplication named right after "SM<digits>", if one is.
Atom atomAt(std::string_view architecture, std::string_view rest)
{
    Atom atom { architecture, {}, {}, {} };
    skipNamespaces(rest, atom.isSparse);
    if (!startsWith(rest, "_"))
        return {};
    rest.remove_prefix(1);
    if (startsWith(rest, "SPARSE_")) {
        atom.isSparse = true;
        rest.remove_prefix(7);
    }
    atom.shape = leadingDimensions(rest);
    if (dimensionsOf(atom.shape) == 3)
        rest.remove_prefix(atom.shape.size());
    else if (startsWith(rest, "MMA"))
        atom.shape = {}, rest.remove_prefix(3);
    else
        return {}; // SM90_TMA_LOAD and the like
    if (rest.empty() || startsWith(rest, kCutMark))
        atom.shape = {}; // its last number may be cut
    if (startsWith(rest, "_"))
        rest.remove_prefix(1);
    atom.types = leadingWord(rest);
    atom.isPair = contains(rest.substr(0, 32), "2x1SM");
    std::size_t end = 0;
    while (end < rest.size() && isIdentifier(rest[end]))
        ++end;
    if (startsWith(rest.substr(end), "<"))
        atom.arguments = argumentsOf(rest.substr(end), "<");
    return atom;
}

// The first "SM<arch>_<m>x<n>x<k>_<types>" or "SM100_MMA_<types>" in the text.
Atom findAtom(std::string_view text)
{
    std::size_t at = 0;
    while ((at = text.find("SM", at)) != std::string_view::npos) {
        at += 2;
        const std::string_view architecture = leadingDigits(text.substr(at));
        if (architecture.size() < 2)
            continue;
        if (const Atom atom = atomAt(architecture, text.substr(at + architecture.size())); !atom.architecture.empty())
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
    out.instruction = (atom.architecture == "90" ? "wgmma"
                              : isBlackwell      ? "tcgen05.mma"
                              : atom.isSparse    ? "mma.sp"
                                                 : "mma.sync")
        + mnk + (atom.isPair ? " cta_group::2" : "");
    // Since Blackwell the types are template arguments (A, B, accumulator); "F16BF16" and "MXF4" name only the kind.
    const bool hasTypeArguments = isBlackwell || atom.architecture == "120" || atom.architecture == "121";
    if (hasTypeArguments) {
        const Pieces arguments = splitArguments(atom.arguments);
        setKnown(out.inputDtype, dtypeOfCppType(arguments[0]));
        setKnown(out.accumulateDtype, dtypeOfCppType(arguments[2]));
        if (isUnset(out.inputDtype) && startsWith(atom.types, "MXF4"))
            out.inputDtype = "fp4 e2m1";
        return;
    }
    std::size_t at = 0;
    const std::string_view accumulator = atomType(atom.types, at); // D, then A, B
    const std::string_view input = atomType(atom.types, at);
    if (!input.empty()) {
        setKnown(out.accumulateDtype, accumulator);
        setKnown(out.inputDtype, input);
    }
}

// The kind of arithmetic that the dispatch policy names when the atom is not there.
struct Schedule {
    std::string_view word;
    std::string_view architecture;
    std::string_view instruction;
};

constexpr std::array<Schedule, 6> kSchedules { {
    { "MainloopSm90TmaGmma", "sm90", "wgmma" },
    { "MainloopSm90CpAsyncGmma", "sm90", "wgmma" },
    { "MainloopSm100TmaUmma", "sm100", "tcgen05.mma" },
    { "MainloopSm103TmaUmma", "sm103", "tcgen05.mma" },
    { "MainloopSm120Tma", "sm120", "mma.sync" },
    { "Sm100Fmha", "sm100", "tcgen05.mma" },
} };

const Schedule* findSchedule(std::string_view text)
{
    for (const Schedule& schedule : kSchedules) {
        if (contains(text, schedule.word))
            return &schedule;
    }
    return nullptr;
}

// Steps around an attention kernel of CUTLASS' examples 77 and 88: sums, conversions and the join of partial results.
bool isAttentionStep(std::string_view text)
{
    static constexpr std::array<std::string_view, 4> kSteps { "BwdSumOdO", "BwdConvert", "ReductionKernel",
        "FmhaReduction" };
    return containsAny(text.substr(0, 160), kSteps);
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
    if (contains(text, "Fmha") || contains(text, "fmha") || contains(text.substr(0, 96), "Mla"))
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
    if (startsWith(out.role, "attention") && isAttentionStep(text)) {
        out.mathUnit = MathUnit::CudaCore;
        out.rule = "cutlass-template/attention-step";
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
    } else if (contains(text, "MmaSimt") || contains(text, "OpClassSimt") || contains(text, "UniversalFMA")) {
        out.mathUnit = MathUnit::CudaCore;
        out.rule = "cutlass-template/simt";
    } else if (const Schedule* const schedule = findSchedule(text)) {
        out.mathUnit = MathUnit::TensorCore;
        out.architecture = schedule->architecture;
        out.instruction = schedule->instruction;
        out.rule = "cutlass-template/schedule";
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

bool readCuteDsl(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view base = kernel.base;
    if (!startsWith(base, "kernel_cutlass_"))
        return false;
    const std::string_view name = base.substr(0, base.find("_object_at"));
    const WordRole word = roleByWords(name);
    std::string_view role = word.role.empty() ? std::string_view("?") : word.role;
    if (startsWith(role, "attention"))
        role = contains(name, "bwd") || contains(name, "Backward") ? "attention-backward" : "attention-forward";
    setKind(out, "cutlass", role, word.unit);
    out.rule = "cute-dsl/words";
    if (out.mathUnit != MathUnit::Unknown)
        return true;
    constexpr std::string_view kShape = "ShapeMNK";
    const std::size_t at = base.find(kShape);
    const std::string_view digits =
        at == std::string_view::npos ? std::string_view() : leadingDigits(base.substr(at + kShape.size()));
    if (contains(name, "Wgmma") || contains(name, "wgmma")) {
        out.mathUnit = MathUnit::TensorCore;
        out.instruction = "wgmma";
        out.rule = "cute-dsl/wgmma";
    } else if (digits.size() > 3) {
        out.mathUnit = MathUnit::TensorCore;
        out.rule = "cute-dsl/shape";
    } else if (digits == "111") {
        out.mathUnit = MathUnit::CudaCore;
        out.rule = "cute-dsl/fma";
    } else {
        out.reason = "This CuTe DSL name does not hold the multiplication it uses";
    }
    return true;
}

} // namespace attnscope::kernels
