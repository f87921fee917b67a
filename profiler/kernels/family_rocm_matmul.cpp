// SPDX-License-Identifier: GPL-3.0-or-later
//
// AMD's matrix multiplications and convolutions. Matrix cores (MFMA) count as Tensor Cores.
//
//   Tensile (rocBLAS, hipBLASLt):
//     [Custom_]Cijk_<Ailk|Alik>_<Bljk|Bjlk>_<types>_..._MT<MxNxK>_MI<m>x<n>x<k>[x<b>]_..._ISA<arch>
//     Ailk: A not transposed, Alik: transposed; Bljk: B not, Bjlk: transposed. BBS, HHS = bf16, fp16 with fp32 compute;
//     S, D = fp32, fp64. MI present = MFMA; a thread tile "TT" instead = vector units. "PostGSU": adds up a split K.
//   MIOpen: igemm_<fwd|bwd|wrw>_gtcx<2|3>_<nhwc|nchw>_<type>_..._bt<MxNxK>_...: MFMA; gtcx2 gfx90a, gtcx3 gfx942
//   Composable Kernel: ck::..._xdl_...: "xdl(ops)" = MFMA; in its types "unsigned short" is bf16. ck_tile FMHA does not
//     say.
//
// Sources: ROCm/Tensile@a164ed70, AMD-AGI/TraceLens kernel_name_parser.py, ROCm/composable_kernel.
#include "profiler/kernels/families.h"

#include <array>
#include <utility>

namespace attnscope::kernels {
namespace {

using Entry = std::pair<std::string_view, std::string_view>;

// First match wins: "F8" before single letters.
constexpr std::array kTensileTypes =
    std::to_array<Entry>({ { "F8B8", "fp8 e4m3 x fp8 e5m2" }, { "B8F8", "fp8 e5m2 x fp8 e4m3" }, { "F8", "fp8 e4m3" },
        { "B8", "fp8 e5m2" }, { "I8", "int8" }, { "4xi8", "int8" }, { "B", "bf16" }, { "H", "fp16" }, { "S", "fp32" },
        { "D", "fp64" }, { "C", "fp32 complex" }, { "Z", "fp64 complex" } });

std::string_view tensileAccumulator(std::string_view input)
{
    if (input == "fp64" || input == "fp64 complex" || input == "fp32 complex")
        return input;
    return input == "int8" ? "int32" : "fp32";
}

void readTensileTypes(std::string_view token, DecodedKernel& out)
{
    for (const auto& [spelling, dtype] : kTensileTypes) {
        if (startsWith(token, spelling)) {
            setKnown(out.inputDtype, dtype);
            setKnown(out.accumulateDtype, tensileAccumulator(dtype));
            return;
        }
    }
}

bool hasThreadTile(std::string_view token)
{
    return startsWith(token, "TT") && token.size() > 2 && isDigit(token[2]);
}

void decideTensileUnit(std::string_view instruction, bool hasThreadTiles, bool isPost, DecodedKernel& out)
{
    if (isPost) {
        out.mathUnit = MathUnit::CudaCore;
        out.role = "split-k-reduce";
        out.rule = "tensile/post-gsu";
    } else if (!instruction.empty()) {
        out.mathUnit = MathUnit::TensorCore;
        out.instruction = "MFMA " + std::string(instruction);
        out.rule = "tensile/mi";
    } else if (hasThreadTiles) {
        out.mathUnit = MathUnit::CudaCore;
        out.instruction = "FMA";
        out.rule = "tensile/thread-tile";
    } else {
        out.rule = "tensile/no-mi";
        out.reason = "The field that names the matrix instruction (MI) is missing from the name";
    }
}

std::string_view ckDtype(std::string_view text)
{
    std::size_t best = std::string_view::npos;
    std::string_view dtype;
    static constexpr std::array kCkTypes = std::to_array<Entry>({ { "unsigned short", "bf16" }, { "__bf16", "bf16" },
        { "_Float16", "fp16" }, { "float", "fp32" }, { "double", "fp64" }, { "signed char", "int8" } });
    for (const auto& [spelling, name] : kCkTypes) {
        const std::size_t at = text.find(spelling);
        if (at < best) {
            best = at;
            dtype = name;
        }
    }
    return dtype;
}

void readCkTile(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view text = kernel.arguments;
    const std::string_view front = text.substr(0, 160);
    if (contains(front, "Fmha")) {
        const bool isBackward = contains(front, "FmhaBwd");
        setKind(out, "rocm-ck", isBackward ? "attention-backward" : "attention-forward", MathUnit::Unknown);
        if (contains(front, "Combine") || contains(front, "OGradDotO") || contains(front, "ConvertQGrad"))
            out.mathUnit = MathUnit::CudaCore;
        else
            out.reason = "Composable Kernel's attention pipelines do not spell MFMA in the name";
    } else {
        const WordRole word =
            roleByWords(splitArguments(text)[allDigits(splitArguments(text)[0]) ? 1 : 0].substr(0, 64));
        setKind(out, "rocm-ck", word.role.empty() ? "?" : word.role, word.unit);
        if (word.unit == MathUnit::Unknown)
            out.reason = "The name says neither the unit nor anything that decides it";
    }
    out.rule = "composable-kernel/tile";
    setKnown(out.inputDtype, ckDtype(text));
    if (!isUnset(out.inputDtype))
        out.accumulateDtype = "fp32";
}

} // namespace

bool readTensile(const KernelText& kernel, DecodedKernel& out)
{
    const std::size_t at = kernel.base.find("Cijk_");
    if (at > 16) // npos, too
        return false;
    setKind(out, "rocm-tensile", "gemm", MathUnit::Unknown);
    const Pieces tokens = splitUnderscores(kernel.base.substr(at));
    const bool transposesA = tokens[1] == "Alik";
    const bool transposesB = tokens[2] == "Bjlk";
    if (tokens[2] == "Bljk" || transposesB)
        out.layout = std::string(transposesA ? "t" : "n") + (transposesB ? "t" : "n");
    readTensileTypes(tokens[3], out);
    std::string_view instruction;
    bool hasThreadTiles = false;
    bool isPost = false;
    for (std::size_t i = 4; i < tokens.size(); ++i) {
        const std::string_view token = tokens[i];
        if (startsWith(token, "MT") && dimensionsOf(token.substr(2)) == 3)
            setKnown(out.tile, token.substr(2));
        else if (startsWith(token, "MI") && dimensionsOf(token.substr(2)) >= 3)
            instruction = token.substr(2);
        else if (startsWith(token, "PostGSU") || token == "GB")
            isPost = isPost || startsWith(token, "PostGSU");
        else if (hasThreadTile(token))
            hasThreadTiles = true;
    }
    // The architecture stands far back, beyond the pieces.
    if (const std::size_t isa = kernel.base.find("_ISA"); isa != std::string_view::npos) {
        std::size_t end = isa + 4;
        while (end < kernel.base.size() && kernel.base[end] != '_')
            ++end;
        out.architecture = "gfx" + std::string(kernel.base.substr(isa + 4, end - isa - 4));
    }
    decideTensileUnit(instruction, hasThreadTiles, isPost, out);
    return true;
}

bool readMiopenConvolution(const KernelText& kernel, DecodedKernel& out)
{
    if (!startsWith(kernel.base, "igemm_"))
        return false;
    const Pieces tokens = splitUnderscores(kernel.base);
    setKind(out, "rocm-miopen", "conv", MathUnit::Unknown);
    out.rule = "miopen/igemm";
    for (const std::string_view token : tokens) {
        if (startsWith(token, "gtcx")) {
            out.mathUnit = MathUnit::TensorCore;
            out.instruction = "MFMA";
            out.architecture = token == "gtcx3" ? "gfx942" : token == "gtcx2" ? "gfx90a" : "gfx908";
        } else if (startsWith(token, "nhwc") || startsWith(token, "nchw")) {
            setKnown(out.layout, token);
        } else if (isUnset(out.inputDtype) && !dtypeOfToken(token).empty()) {
            setKnown(out.inputDtype, dtypeOfToken(token));
            out.accumulateDtype = out.inputDtype == "int8" ? "int32" : "fp32";
        } else if (startsWith(token, "bt") && dimensionsOf(token.substr(2)) == 3) {
            setKnown(out.tile, token.substr(2));
        }
    }
    if (out.mathUnit == MathUnit::Unknown)
        out.reason = "Only gtcx kernels are known to use MFMA";
    return true;
}

bool readComposableKernel(const KernelText& kernel, DecodedKernel& out)
{
    if (contains(kernel.scope, "ck_tile::") || startsWith(kernel.base, "kentry")) {
        readCkTile(kernel, out);
        return true;
    }
    const bool isCk =
        startsWith(kernel.scope, "ck::") || contains(kernel.base, "_xdl") || contains(kernel.base, "xdlops");
    if (!isCk)
        return false;
    const bool isConvolution = contains(kernel.base, "conv");
    const bool isAttention = contains(kernel.base, "softmax_gemm") || contains(kernel.base, "attention");
    const bool isMatmul = contains(kernel.base, "gemm");
    if (!isConvolution && !isMatmul) {
        const WordRole word = roleByWords(kernel.base);
        setKind(out, "rocm-ck", word.role.empty() ? "?" : word.role, word.unit);
        out.rule = "composable-kernel/words";
        if (word.unit == MathUnit::Unknown)
            out.reason = "The name says neither the unit nor anything that decides it";
        return true;
    }
    setKind(out, "rocm-ck", isAttention ? "attention-forward" : isConvolution ? "conv" : "gemm", MathUnit::Unknown);
    setKnown(out.inputDtype, ckDtype(kernel.arguments));
    if (!isUnset(out.inputDtype))
        out.accumulateDtype = out.inputDtype == "int8" ? "int32" : "fp32";
    if (contains(kernel.base, "xdl") || contains(kernel.arguments.substr(0, 256), "xdl")) {
        out.mathUnit = MathUnit::TensorCore;
        out.instruction = "MFMA";
        out.rule = "composable-kernel/xdl";
    } else if (contains(kernel.base, "wmma") || contains(kernel.arguments.substr(0, 256), "_wmma_")) {
        out.mathUnit = MathUnit::TensorCore; // RDNA's matrix instruction
        out.instruction = "WMMA";
        out.rule = "composable-kernel/wmma";
    } else if (contains(kernel.base, "_dl")) {
        out.mathUnit = MathUnit::CudaCore;
        out.rule = "composable-kernel/dl";
    } else {
        out.rule = "composable-kernel/no-unit";
        out.reason = R"(Neither "xdl" (MFMA) nor "dl" (vector units) stands in the name)";
    }
    return true;
}

} // namespace attnscope::kernels
