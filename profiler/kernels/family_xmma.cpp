// SPDX-License-Identifier: GPL-3.0-or-later
//
// xmma: NVIDIA's kernel generator behind cuBLAS, cuDNN, cuSPARSELt and TensorRT. No grammar is published
// (NVIDIA/TensorRT-LLM#1541 declines); this one is read from names in traces and from the ~14 000 in libcublasLt 13.
//
//   sm<arch>_xmma_<operation>_<T1>_<T2>_<T3>_<layouts>_tilesize<MxNxK>[_cgasize..][_stage<S>]_warp(group)size<..>
//        _<unit>_..._execute_<how>_kernel[_5x_cublas|_cudnn..|_trt]
//   operation: gemm, sparse_gemm, gemm_gaussian, hemm, syrk..., {fprop,dgrad,wgrad}_implicit_gemm[_indexed...]
//   T1: storage of A (, B), C.  T2: operand(s) of the multiplication, accumulator.  T3: epilogue.
//       "e4m3e5m2bf16_e4m3e5m2f32_f32": A e4m3, B e5m2, C bf16.  "f16f16_f32f32_f32 ... ffma": halves in memory, FFMA.
//   unit: ffma, dfma, ... = CUDA cores; tensor16x8x16, sptensor16x8x32 = a Tensor Core shape; sm90 writes
//         "warpgroupsize" (wgmma needs warpgroups) and mostly no shape.
//   layouts: "tn_n" = A transposed, B and C not (c: conjugate transpose); "nhwckrsc_nhwc" = activations, filter,
//     output.
//
// The same generator's C++ spelling, without a name of its own (cuDNN 7/8, TensorRT 6/7):
//   xmma_<package>::gemm::[split_k_]kernel<xmma_..::implicit_gemm::<fprop|dgrad|wgrad>..::Kernel_traits<
//       xmma_..::<Volta|Turing|Ampere>_<hmma|imma|tf32|ffma..>_<accumulator>_traits, ..Cta_tile<.., M, N, K, warps..>>>
//   xmma_<package>::..::compute_tables and the like fill index tables.
// Not multiplications: sm50_xmma_pooling_.., and sm50_xmma_cublas_gemvx_.. (a matrix-vector product).
//
// "sm80" is what the kernel was built for, not the GPU it runs on, and "xmma" says nothing about the unit: ffma kernels
// of sm80 run on Hopper's CUDA cores. Names cut before the unit field stay unknown unless the operand type (tf32, fp8)
// exists on Tensor Cores only.
#include "profiler/kernels/families.h"

#include <array>
#include <utility>

namespace attnscope::kernels {
namespace {

constexpr std::array<std::string_view, 18> kTypes { "cbf16", "bf16", "tf32", "cf32", "cf64", "cf16", "e4m3", "e5m2",
    "e2m1", "f16", "f32", "f64", "i32", "ci8", "i8", "u8", "i4", "u4" };

// "bf16f32" → bf16, f32; empty when the token is anything else.
Pieces splitTypes(std::string_view token)
{
    Pieces types;
    while (!token.empty()) {
        bool found = false;
        for (const std::string_view type : kTypes) {
            if (startsWith(token, type)) {
                types.add(type);
                token.remove_prefix(type.size());
                found = true;
                break;
            }
        }
        if (!found || types.full())
            return {};
    }
    return types;
}

bool isLayoutToken(std::string_view token)
{
    return token.size() == 2 && token.find_first_not_of("ntc") == std::string_view::npos;
}

bool isTileDepth(std::string_view k)
{
    for (const std::string_view depth : { "4", "8", "16", "32", "64", "128", "256" }) {
        if (k == depth)
            return true;
    }
    return false;
}

bool isScalarUnit(std::string_view token)
{
    return token == "ffma" || token == "dfma" || token == "hfma" || token == "hfma2" || token == "imad"
        || token == "idp4a";
}

void readTypes(const Pieces& first, const Pieces& second, DecodedKernel& out)
{
    if (first.size() == 0)
        return;
    const std::string_view operand = second[0];
    // TF32 is how fp32 storage is multiplied; every other narrowing is by what lies in memory.
    out.inputDtype = dtypeOfToken(operand == "tf32" ? operand : first[0]);
    const bool hasTwoInputs = second.size() == 3 && second[1] != second[0];
    if (hasTwoInputs)
        out.inputDtype += " x " + std::string(dtypeOfToken(second[1]));
    if (second.size() >= 2)
        out.accumulateDtype = dtypeOfToken(second[second.size() - 1]);
}

// "nhwckrsc" + "nhwc", or "nchw_vect_c_32kcrs_vect_c_32" + "nchw_vect_c_32".
void readConvolutionLayout(std::string_view base, DecodedKernel& out)
{
    std::size_t at = base.find("_nhwc");
    if (const std::size_t other = base.find("_nchw"); at == std::string_view::npos || other < at)
        at = other;
    if (at == std::string_view::npos)
        return;
    const std::string_view layouts = base.substr(at + 1, base.find("_tilesize") - at - 1);
    for (const std::string_view filter :
        { std::string_view("krsc"), std::string_view("kcrs"), std::string_view("ckrs") }) {
        const std::size_t filterAt = layouts.find(filter);
        if (filterAt == std::string_view::npos)
            continue;
        const std::string_view input = layouts.substr(0, filterAt);
        const std::string_view filterTail = input.size() > 4 ? input.substr(4) : std::string_view(); // "_vect_c_32"
        std::string_view output = layouts.substr(filterAt + filter.size());
        if (startsWith(output, filterTail))
            output.remove_prefix(filterTail.size());
        if (startsWith(output, "_"))
            output.remove_prefix(1);
        while (endsWith(output, "_")) // what a cut leaves
            output.remove_suffix(1);
        const bool isSame = output.empty() || output == input || !isLetter(output.front());
        out.layout = isSame ? std::string(input) : std::string(input) + " in, " + std::string(output) + " out";
        return;
    }
}

std::string_view packageOf(std::string_view base, bool isConvolution)
{
    if (contains(base, "cublas") || contains(base, "cusparselt"))
        return "cublas";
    if (contains(base, "cudnn"))
        return "cudnn";
    // TensorRT either says so or writes its tactics without the launcher's suffix.
    if (endsWith(base, "_trt") || contains(base, "_simple_t1r1s1") || endsWith(base, "_t1r1s1")
        || contains(base, "by_fusion_tactic"))
        return "tensorrt";
    const bool isBareTactic = !isConvolution && !contains(base, "kernel") && !contains(base, "warpgroup")
        && (contains(base, "tensor") || contains(base, "ffma"));
    if (isBareTactic)
        return "tensorrt";
    return isConvolution ? "cudnn" : "cublas";
}

std::string instructionOfShape(std::string_view shape, bool isSparse)
{
    const std::size_t x = shape.find('x');
    const std::size_t y = shape.find('x', x + 1);
    if (x == std::string_view::npos || y == std::string_view::npos)
        return {};
    const std::string_view m = shape.substr(0, x);
    const std::string mnk = "m" + std::string(m) + "n" + std::string(shape.substr(x + 1, y - x - 1)) + "k"
        + std::string(shape.substr(y + 1));
    if (m == "64")
        return "wgmma " + mnk;
    return (isSparse ? "mma.sp " : "mma.sync ") + mnk;
}

// Generated kernels that multiply no matrices.
bool readOtherXmma(std::string_view body, std::string_view base, DecodedKernel& out)
{
    if (startsWith(body, "pooling")) {
        setKind(out, endsWith(base, "_trt") ? "tensorrt" : "cudnn", "pool", MathUnit::CudaCore);
        out.rule = "xmma/pooling";
        return true;
    }
    if (startsWith(body, "cublas_gemvx") || startsWith(body, "gemvx")) {
        setKind(out, "cublas", "gemv", MathUnit::CudaCore);
        out.instruction = "FMA";
        out.rule = "xmma/gemv";
        for (const std::string_view token : splitUnderscores(body)) {
            const Pieces types = splitTypes(token);
            if (types.size() < 2)
                continue;
            if (isUnset(out.inputDtype))
                out.inputDtype = dtypeOfToken(types[0]);
            else if (isUnset(out.accumulateDtype))
                out.accumulateDtype = dtypeOfToken(types[types.size() - 1]);
        }
        return true;
    }
    return false;
}

// ---- the C++ spelling -----------------------------------------------------------------------------------------------

struct TraitsWord {
    std::string_view word; // in "Ampere_hmma_fp32_traits"
    std::string_view instruction;
    std::string_view input;
    MathUnit unit;
};

constexpr std::array<TraitsWord, 8> kTraits { {
    { "_hmma_bf16_", "HMMA", "bf16", MathUnit::TensorCore },
    { "_hmma_tf32_", "HMMA", "tf32", MathUnit::TensorCore },
    { "_tf32_", "HMMA", "tf32", MathUnit::TensorCore },
    { "_hmma_", "HMMA", "fp16", MathUnit::TensorCore },
    { "_imma_", "IMMA", "int8", MathUnit::TensorCore },
    { "_dmma_", "DMMA", "fp64", MathUnit::TensorCore },
    { "_ffma_", "FFMA", "fp32", MathUnit::CudaCore },
    { "_sgemm_", "FFMA", "fp32", MathUnit::CudaCore },
} };

std::string_view wordBefore(std::string_view text, std::size_t end)
{
    std::size_t start = end;
    while (start > 0 && isIdentifier(text[start - 1]))
        --start;
    return text.substr(start, end - start);
}

void readTraitsName(std::string_view traits, DecodedKernel& out)
{
    using Entry = std::pair<std::string_view, std::string_view>;
    static constexpr std::array kArchitectures =
        std::to_array<Entry>({ { "Volta", "sm70" }, { "Turing", "sm75" }, { "Ampere", "sm80" }, { "Hopper", "sm90" } });
    for (const auto& [word, architecture] : kArchitectures) {
        if (startsWith(traits, word))
            setKnown(out.architecture, architecture);
    }
    const std::string marked = std::string(traits) + '_';
    for (const TraitsWord& candidate : kTraits) {
        if (!contains(marked, candidate.word))
            continue;
        out.mathUnit = candidate.unit;
        setKnown(out.instruction, candidate.instruction);
        setKnown(out.inputDtype, candidate.input);
        out.rule = "xmma-template/traits";
        if (candidate.instruction == "IMMA")
            out.accumulateDtype = "int32";
        else if (contains(marked, "_fp32_") || candidate.input == "tf32")
            out.accumulateDtype = "fp32";
        else if (contains(marked, "_fp16_"))
            out.accumulateDtype = "fp16";
        return;
    }
}

struct UnitField {
    std::string_view scalar; // "ffma"
    std::string_view shape; // "16x8x16"
    bool isSparse = false;
    bool hasWarpgroups = false;
};

void decideUnit(
    const UnitField& unit, const Pieces& storage, const Pieces& operands, bool truncated, DecodedKernel& out)
{
    const std::string_view operand = operands[0];
    if (!unit.scalar.empty()) {
        out.mathUnit = MathUnit::CudaCore;
        out.instruction = unit.scalar == "dfma" ? "DFMA" : unit.scalar == "ffma" ? "FFMA" : "HFMA2";
        out.rule = "xmma/" + std::string(unit.scalar);
    } else if (!unit.shape.empty()) {
        out.mathUnit = MathUnit::TensorCore;
        setKnown(out.instruction, instructionOfShape(unit.shape, unit.isSparse));
        out.rule = unit.isSparse ? "xmma/sptensor" : "xmma/tensor";
    } else if (unit.hasWarpgroups && operands.size() > 0) {
        out.mathUnit = MathUnit::TensorCore;
        out.instruction = "wgmma";
        out.rule = "xmma/warpgroup";
    } else if ((operand.empty() && storage[0] == "tf32") || operand == "tf32" || operand == "e4m3" || operand == "e5m2"
        || operand == "e2m1") {
        out.mathUnit = MathUnit::TensorCore;
        out.rule = "xmma/operand-type";
    } else {
        out.rule = "xmma/no-unit";
        out.reason = unit.hasWarpgroups ? "The operand types are missing from the name"
            : truncated                 ? "The name is cut off before the field that names the unit"
                                        : "The field that names the unit is missing from the name";
    }
}

} // namespace

bool readXmmaTemplate(const KernelText& kernel, DecodedKernel& out)
{
    if (!contains(kernel.scope, "xmma"))
        return false;
    const std::string_view family = contains(kernel.scope, "trt") ? "tensorrt"
        : contains(kernel.scope, "cublas")                        ? "cublas"
                                                                  : "cudnn";
    if (contains(kernel.base, "table") || contains(kernel.base, "ffsets")) {
        setKind(out, family, "auxiliary", MathUnit::None);
        out.rule = "xmma-template/tables";
        return true;
    }
    const bool isMultiplication = contains(kernel.scope, "gemm") || contains(kernel.scope, "conv");
    if (!isMultiplication)
        return false;
    const std::string_view text = kernel.arguments;
    const bool isConvolution = contains(text, "implicit_gemm") || contains(text, "conv");
    setKind(out, family, isConvolution ? "conv" : "gemm", MathUnit::Unknown);
    out.rule = "xmma-template/no-traits";
    out.reason = "The name is cut off before the traits that name the instruction";
    constexpr std::string_view kOuter = "Kernel_traits";
    const std::size_t outer = text.find(kOuter);
    const std::size_t from = outer == std::string_view::npos ? 0 : outer + kOuter.size();
    if (const std::size_t end = text.find("_traits", from); end != std::string_view::npos) {
        out.reason.clear();
        readTraitsName(wordBefore(text, end), out);
        if (out.mathUnit == MathUnit::Unknown)
            out.reason = "The traits in this name say nothing of an instruction";
    }
    const Pieces tile = splitArguments(argumentsOf(text, "Cta_tile<"));
    if (tile.size() >= 5 && allDigits(tile[1]) && allDigits(tile[2]) && allDigits(tile[3]))
        out.tile = std::string(tile[1]) + 'x' + std::string(tile[2]) + 'x' + std::string(tile[3]);
    return true;
}

bool readXmma(const KernelText& kernel, DecodedKernel& out)
{
    const std::size_t at = kernel.base.find("_xmma_");
    if (at == std::string_view::npos || !contains(kernel.base.substr(0, at), "sm"))
        return false;
    const std::string_view body = kernel.base.substr(at + 6);
    if (readOtherXmma(body, kernel.base, out)) {
        setKnown(out.architecture, architectureIn(kernel.base.substr(0, at)));
        return true;
    }
    const bool isConvolution = startsWith(body, "fprop") || startsWith(body, "dgrad") || startsWith(body, "wgrad")
        || startsWith(body, "deconv");
    setKind(out, packageOf(kernel.base, isConvolution), isConvolution ? "conv" : "gemm", MathUnit::Unknown);
    setKnown(out.architecture, architectureIn(kernel.base.substr(0, at)));

    Pieces storage;
    Pieces operands;
    UnitField unit;
    const Pieces tokens = splitUnderscores(body);
    for (const std::string_view token : tokens) {
        if (startsWith(token, "tilesize")) {
            // With fewer than three numbers the name is cut inside the field: "tilesize128x1...".
            const std::string_view tile = leadingDimensions(token.substr(8));
            if (dimensionsOf(tile) == 3)
                setKnown(out.tile, tile);
            // Nothing behind it: the cut may go through the last number, and no K of 1, 3 or 12 exists.
            const std::string_view k = tile.substr(tile.rfind('x') + 1);
            const bool mayBeCut = body.substr(body.find(token)).size() == token.size() && !isTileDepth(k);
            if (mayBeCut && !isUnset(out.tile))
                out.tile = out.tile.substr(0, out.tile.rfind('x')) + "x?";
        } else if (startsWith(token, "stage") && allDigits(token.substr(5))) {
            setKnown(out.stages, token.substr(5));
        } else if (startsWith(token, "tensor") || startsWith(token, "sptensor")) {
            unit.isSparse = token.front() == 's';
            unit.shape = leadingDimensions(token.substr(unit.isSparse ? 8 : 6));
        } else if (startsWith(token, "warpgroupsize")) {
            unit.hasWarpgroups = true;
        } else if (isScalarUnit(token)) {
            unit.scalar = token;
        } else if (!isConvolution && isLayoutToken(token) && isUnset(out.tile)) {
            setKnown(out.layout, token);
        } else if (isUnset(out.tile)) {
            const Pieces types = splitTypes(token);
            if (types.size() >= 2 && storage.size() == 0)
                storage = types;
            else if (types.size() >= 2 && operands.size() == 0)
                operands = types;
        }
    }
    readTypes(storage, operands, out);
    if (isConvolution)
        readConvolutionLayout(body, out);
    decideUnit(unit, storage, operands, kernel.truncated, out);
    return true;
}

} // namespace attnscope::kernels
