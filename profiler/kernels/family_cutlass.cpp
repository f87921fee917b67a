// SPDX-License-Identifier: GPL-3.0-or-later
//
// Named CUTLASS kernels: instances from NVIDIA's libraries (cuBLAS, cuDNN) and from the CUTLASS profiler.
//
//   2.x: cutlass_[<arch>_]<class>_[<D type>_]<operation>[_relu|_optimized|...][_<A
//     type>]_<MxN>[_<KxStages>]_<layout>_align<n>
//   3.x: cutlass3x_sm<arch>_<class>_<operation>_<A>_<B>_<acc>_<C>_<D>_<tile MxNxK>_<cluster>_<stages, 0 =
//     auto>_<layouts>
//        _align<n>[_warpspecialized_...][_1sm|_2sm]
//   class: simt = CUDA cores; tensorop, wmma[_tensorop], sptensorop (sparse), bstensorop (block scaled) = Tensor Cores.
//   operation: <accumulator letter><instruction shape>[<type>]<gemm|fprop|dgrad|wgrad>: "s16816gemm", "s1688tf32gemm",
//              "s64x128x16gemm". No digits = no matrix instruction. s1688gemm without a type is fp32 data multiplied as
//              TF32; whether once or three times (examples/27) the name does not say.
//   3.x instruction by architecture: sm90 wgmma, sm100 tcgen05.mma, sm120 mma.sync. "ue4m3xe2m1" = scale x data.
//
// The name stands alone, inside cutlass::Kernel<...>, Kernel2<...>, or mangled with its length in front.
// Source: NVIDIA/cutlass@7107b055 python/cutlass_library/gemm_operation.py, media/docs/profiler.md.
#include "profiler/kernels/families.h"

namespace attnscope::kernels {
namespace {

// The kernel's own name, wherever it stands; "" when there is none.
std::string_view cutlassName(const KernelText& kernel, std::string_view prefix)
{
    const auto wordAt = [](std::string_view text, std::size_t at) {
        std::size_t end = at;
        while (end < text.size() && (isIdentifier(text[end]) || text[end] == '.'))
            ++end;
        return text.substr(at, end - at);
    };
    if (startsWith(kernel.base, prefix))
        return kernel.base;
    if (startsWith(kernel.arguments, prefix))
        return wordAt(kernel.arguments, 0);
    return {};
}

bool isTensorClass(std::string_view token)
{
    return token == "tensorop" || token == "wmma" || token == "sptensorop" || token == "bstensorop";
}

bool isLayout2(std::string_view token)
{
    return (token.size() == 2 && token.find_first_not_of("nthc") == std::string_view::npos) || token == "nhwc"
        || token == "nchw" || token == "ndhwc";
}

std::string_view roleOf(std::string_view operation)
{
    if (operation == "trsm")
        return "?"; // solves, with products inside
    const bool isConvolution =
        contains(operation, "prop") || contains(operation, "grad") || contains(operation, "conv");
    return isConvolution ? "conv" : "gemm"; // symm, syrk, trmm, … are products of matrices with structure
}

// The operand type when the name carries no type of A.
std::string_view impliedInput(const OperationToken& operation, bool isSimt)
{
    if (!operation.type.empty())
        return dtypeOfToken(operation.type);
    switch (operation.letter) {
    case 'h':
        return "fp16";
    case 'd':
        return "fp64";
    case 'z':
        return "fp64 complex";
    case 'c':
        return "fp32 complex";
    case 'i':
        return isSimt ? std::string_view() : "int8";
    case 's':
        if (isSimt)
            return "fp32";
        return operation.instruction == "1688" || operation.instruction == "1684" ? "tf32"
            : operation.instruction == "884"                                      ? "fp16"
                                                                                  : "";
    default:
        return {};
    }
}

void readInstruction2(const OperationToken& operation, std::string_view opClass, DecodedKernel& out)
{
    if (opClass == "simt") {
        out.mathUnit = MathUnit::CudaCore;
        setKnown(out.instruction, scalarInstructionOfLetter(operation.letter));
        out.rule = "cutlass2/simt";
        return;
    }
    out.mathUnit = MathUnit::TensorCore;
    std::string instruction = instructionOfDigits(operation.instruction);
    if (opClass == "sptensorop" && startsWith(instruction, "mma.sync"))
        instruction.replace(0, 8, "mma.sp");
    setKnown(out.instruction, instruction);
    out.rule = "cutlass2/" + std::string(opClass);
}

// ---- 3.x ------------------------------------------------------------------------------------------------------------

// "ue8m0xe4m3" → "e4m3": scale x data. Else the token itself.
std::string_view dataTypeOf(std::string_view token)
{
    if (startsWith(token, "ue")) {
        if (const std::size_t x = token.find('x'); x != std::string_view::npos)
            return token.substr(x + 1);
    }
    return token;
}

std::string_view dtype3(std::string_view token)
{
    token = dataTypeOf(token);
    return token == "f8" ? std::string_view("fp8") : token == "f4" ? std::string_view("fp4") : dtypeOfToken(token);
}

std::string mnk(std::string_view shape)
{
    const std::size_t x = shape.find('x');
    const std::size_t y = shape.find('x', x + 1);
    if (x == std::string_view::npos || y == std::string_view::npos)
        return std::string(shape);
    return "m" + std::string(shape.substr(0, x)) + "n" + std::string(shape.substr(x + 1, y - x - 1)) + "k"
        + std::string(shape.substr(y + 1));
}

void readInstruction3(const OperationToken& operation, bool isPair, DecodedKernel& out)
{
    const std::string_view arch = out.architecture;
    const std::string shape = operation.instruction.empty() ? std::string() : " " + mnk(operation.instruction);
    if (arch == "sm90")
        out.instruction = "wgmma" + shape;
    else if (arch == "sm100" || arch == "sm103")
        out.instruction = "tcgen05.mma" + shape + (isPair ? " cta_group::2" : "");
    else if (arch == "sm120" || arch == "sm121")
        setKnown(out.instruction, instructionOfDigits(operation.instruction));
}

bool isLayout3(std::string_view token)
{
    return token.size() == 3 && token.find_first_not_of("nthc") == std::string_view::npos;
}

// "s128x128x16" in front of "9xbf16gemm": fp32 products put together from nine bf16 ones.
OperationToken parseSplitOperation(std::string_view token)
{
    if (accumulatorOfLetter(token.front()).empty() || dimensionsOf(token.substr(1)) != 3)
        return {};
    return { token.front(), token.substr(1), {}, "gemm" };
}

// Types follow the operation: A, B, accumulator, C, D.
void readTypes3(const Pieces& types, const OperationToken& operation, DecodedKernel& out)
{
    std::string_view input = operation.type.empty() ? types[0] : operation.type;
    setKnown(out.inputDtype, dtype3(input));
    const bool hasTwoInputs = operation.type.empty() && types.size() > 1 && dtype3(types[1]) != dtype3(types[0]);
    if (hasTwoInputs)
        out.inputDtype += " x " + std::string(dtype3(types[1]));
    if (types.size() > 2)
        setKnown(out.accumulateDtype, dtype3(types[2]));
    else
        setKnown(out.accumulateDtype, accumulatorOfLetter(operation.letter));
}

} // namespace

bool readCutlass2(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view name = cutlassName(kernel, "cutlass_");
    if (name.empty())
        return false;
    const Pieces tokens = splitUnderscores(name);
    std::string_view opClass;
    OperationToken operation;
    std::string_view inputType;
    for (std::size_t i = 1; i < tokens.size(); ++i) {
        const std::string_view token = tokens[i];
        if (i == 1 && allDigits(token)) {
            out.architecture = "sm" + std::string(token);
        } else if (!operation && (token == "simt" || isTensorClass(token))) {
            // "wmma_tensorop": the WMMA interface says more than the class.
            if (opClass.empty())
                opClass = token;
        } else if (!operation) {
            operation = parseOperation(token);
        } else if (inputType.empty() && isUnset(out.tile) && !dtypeOfToken(token).empty()) {
            inputType = token;
        } else if (dimensionsOf(token) == 2 && isUnset(out.tile)) {
            out.tile = std::string(token) + "x?";
        } else if (dimensionsOf(token) == 2 && isUnset(out.stages)) {
            const std::size_t x = token.find('x');
            out.tile.back() = token[0];
            out.tile.append(token.substr(1, x - 1));
            out.stages = std::string(token.substr(x + 1));
        } else if (isUnset(out.layout) && isLayout2(token)) {
            setKnown(out.layout, token);
        }
    }
    if (opClass.empty())
        return false; // "kernel_cutlass_..." and other names that only begin alike
    const bool isCudnn = contains(kernel.scope, "cudnn");
    setKind(out, isCudnn ? "cudnn" : "cutlass", operation ? roleOf(operation.operation) : "?", MathUnit::Unknown);
    if (!operation) { // cut off: the name itself says more than the wrapper around it
        const std::string_view shown = name.substr(0, 32);
        out.label = std::string(shown.substr(0, shown.find_last_not_of("._") + 1)) + "\xE2\x80\xA6";
    }
    readInstruction2(operation, opClass, out);
    setKnown(out.inputDtype, inputType.empty() ? impliedInput(operation, opClass == "simt") : dtypeOfToken(inputType));
    setKnown(out.accumulateDtype, accumulatorOfLetter(operation.letter));
    return true;
}

bool readCutlass3(const KernelText& kernel, DecodedKernel& out)
{
    const std::string_view name = cutlassName(kernel, "cutlass3x_");
    if (name.empty())
        return false;
    const Pieces tokens = splitUnderscores(name);
    std::string_view opClass;
    OperationToken operation;
    Pieces types;
    std::size_t afterTile = 0; // position of the tile, 0 = not seen
    for (std::size_t i = 1; i < tokens.size(); ++i) {
        const std::string_view token = tokens[i];
        if (i == 1 && startsWith(token, "sm")) {
            setKnown(out.architecture, token.substr(0, 2 + leadingDigits(token.substr(2)).size()));
        } else if (token == "simt" || isTensorClass(token)) {
            opClass = token;
        } else if (!operation) {
            operation = parseOperation(token);
            if (!operation)
                operation = parseSplitOperation(token);
        } else if (afterTile == 0 && !dtype3(token).empty()) {
            types.add(token);
        } else if (afterTile == 0 && dimensionsOf(token) >= 2) {
            afterTile = i;
            // A third number that ends a cut name may be cut itself: "..._64x128x1".
            const bool mayBeCut = dimensionsOf(token) == 3 && i + 1 == tokens.size();
            out.tile = mayBeCut ? std::string(token.substr(0, token.rfind('x'))) + "x?" : std::string(token);
        } else if (afterTile != 0 && isUnset(out.stages) && allDigits(token)) {
            out.stages = token == "0" ? "0 (auto)" : std::string(token);
        } else if (afterTile != 0 && isUnset(out.layout) && isLayout3(token)) {
            setKnown(out.layout, token.substr(0, 2));
        }
    }
    const bool isConvolution = contains(name, "fprop") || contains(name, "dgrad") || contains(name, "wgrad");
    setKind(out, "cutlass", isConvolution ? "conv" : "gemm", MathUnit::Unknown);
    readTypes3(types, operation, out);
    out.rule = "cutlass3/" + std::string(opClass.empty() ? "no-class" : opClass);
    if (opClass == "simt") {
        out.mathUnit = MathUnit::CudaCore;
        setKnown(out.instruction, scalarInstructionOfLetter(operation.letter));
    } else if (!opClass.empty()) {
        out.mathUnit = MathUnit::TensorCore;
        readInstruction3(operation, tokens.has("2sm"), out);
    } else {
        out.reason = "The name is cut off before the operator class (simt or tensorop)";
    }
    return true;
}

} // namespace attnscope::kernels
