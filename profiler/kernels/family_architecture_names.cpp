// SPDX-License-Identifier: GPL-3.0-or-later
//
// The older names of cuBLAS, cuDNN and TensorRT, which begin with a GPU architecture:
//
//   [trt_|cudnn_|cudnn_infer_|cudnn_train_]<maxwell|...|ampere>_[fp16_|bf16_]<operation>[_<A type>]_<MxN>[_sliced1x2]
//       [_ldg8][_relu][_f2f][_stages_<K>x<S>]_<layout>[_v1]
//   operation: <letter>[<instruction>]<gemm|cudnn>: "sgemm", "h884gemm", "s16816gemm", "scudnn", "s1688cudnn".
//
// Letter = accumulator, digits = instruction as in CUTLASS; no digits = no matrix instruction: sgemm, dgemm, cgemm and
// scudnn are FFMA/DFMA on CUDA cores, hgemm packed halves. "maxwell_sgemm_fp16" has 16-bit inputs and fp32 arithmetic.
// That these letters mean what CUTLASS' mean is inferred from name pairs and, for s16816 and ffma twins, measured.
#include "profiler/kernels/families.h"

#include <array>
#include <utility>

namespace attnscope::kernels {
namespace {

using Entry = std::pair<std::string_view, std::string_view>;

constexpr std::array kArchitectures =
    std::to_array<Entry>({ { "maxwell", "sm50" }, { "pascal", "sm60" }, { "volta", "sm70" }, { "turing", "sm75" },
        { "ampere", "sm80" }, { "ada", "sm89" }, { "hopper", "sm90" }, { "kepler", "sm35" } });

std::string_view architectureOf(std::string_view token)
{
    const std::string lower = lowerCase(token);
    for (const auto& [name, architecture] : kArchitectures) {
        if (name == lower)
            return architecture;
    }
    return {};
}

bool isLayout(std::string_view token)
{
    return token.size() == 2 && token.find_first_not_of("ntc") == std::string_view::npos;
}

std::string_view impliedInput(const OperationToken& operation, std::string_view architecture)
{
    switch (operation.letter) {
    case 'h':
        return "fp16";
    case 'd':
        return "fp64";
    case 'c':
        return "fp32 complex";
    case 'z':
        return "fp64 complex";
    case 'i':
        return "int8";
    case 's':
        if (operation.instruction.empty())
            return "fp32";
        if (operation.instruction == "884")
            return "fp16"; // Volta multiplies nothing else
        return operation.instruction == "1688" && architecture == "sm80" ? "tf32" : "";
    default:
        return {};
    }
}

// "hmma", "imma" stand for the instruction in hand-written convolutions.
std::string_view matrixWord(const Pieces& tokens)
{
    for (const std::string_view word :
        { std::string_view("hmma"), std::string_view("imma"), std::string_view("dmma") }) {
        if (tokens.has(word))
            return word;
    }
    return {};
}

void readMatrixWord(std::string_view word, const Pieces& tokens, DecodedKernel& out)
{
    out.mathUnit = MathUnit::TensorCore;
    out.instruction = word == "imma" ? "IMMA" : word == "hmma" ? "HMMA" : "DMMA";
    out.inputDtype = word == "imma" ? "int8" : word == "hmma" ? "fp16" : "fp64";
    out.accumulateDtype = word == "imma" ? "int32" : word == "dmma" ? "fp64" : tokens.has("fp32") ? "fp32" : "?";
    out.rule = "architecture-name/" + std::string(word);
}

void readTokens(const Pieces& tokens, std::size_t after, DecodedKernel& out)
{
    for (std::size_t i = after; i < tokens.size(); ++i) {
        const std::string_view token = tokens[i];
        const int dimensions = dimensionsOf(token);
        if (token == "stages" && dimensionsOf(tokens[i + 1]) == 2) {
            const std::string_view field = tokens[++i];
            const std::size_t x = field.find('x');
            if (endsWith(out.tile, "x?"))
                out.tile = out.tile.substr(0, out.tile.size() - 1) + std::string(field.substr(0, x));
            setKnown(out.stages, field.substr(x + 1));
        } else if (dimensions == 2 && isUnset(out.tile)) {
            out.tile = std::string(token) + "x?";
        } else if (dimensions >= 3 && isUnset(out.tile)) {
            const std::size_t third = token.find('x', token.find('x') + 1);
            setKnown(out.tile, token.substr(0, token.find('x', third + 1)));
        } else if (isLayout(token)) {
            setKnown(out.layout, token);
        } else if (isUnset(out.layout) && (token == "nhwc" || token == "nchw")) {
            setKnown(out.layout, token);
        }
    }
}

} // namespace

bool readArchitectureName(const KernelText& kernel, DecodedKernel& out)
{
    const std::size_t firstEnd = kernel.base.find('_');
    if (firstEnd == std::string_view::npos)
        return false;
    const Pieces tokens = splitUnderscores(kernel.base);
    std::size_t at = 0;
    while (at < tokens.size() && at < 4 && architectureOf(tokens[at]).empty())
        ++at;
    const std::string_view architecture = architectureOf(tokens[at]);
    const bool hasPrefix = at == 0 || tokens[0] == "trt" || tokens[0] == "cudnn" || tokens[0] == "5x";
    if (architecture.empty() || !hasPrefix)
        return false;

    OperationToken operation;
    std::size_t operationAt = at + 1;
    for (; operationAt < tokens.size() && operationAt < at + 4 && !operation; ++operationAt)
        operation = parseOperation(tokens[operationAt]);
    const std::string_view word = matrixWord(tokens);
    if (!operation && word.empty())
        return false;

    const bool isConvolution = operation.operation == "cudnn" || contains(kernel.base, "cudnn") || !word.empty();
    const bool isTensorRt = tokens[0] == "trt" || contains(kernel.base, "first_layer");
    setKind(out,
        isTensorRt          ? "tensorrt"
            : isConvolution ? "cudnn"
                            : "cublas",
        isConvolution ? "conv" : "gemm", MathUnit::Unknown);
    setKnown(out.architecture, architecture);
    if (!word.empty()) {
        readMatrixWord(word, tokens, out);
        readTokens(tokens, at + 1, out);
        return true;
    }
    const std::string_view explicitInput = dtypeOfToken(tokens[operationAt]);
    setKnown(out.inputDtype, explicitInput.empty() ? impliedInput(operation, architecture) : explicitInput);
    const bool isMatrix = !operation.instruction.empty();
    out.mathUnit = isMatrix ? MathUnit::TensorCore : MathUnit::CudaCore;
    if (isMatrix)
        setKnown(out.instruction, instructionOfDigits(operation.instruction));
    else
        setKnown(out.instruction, scalarInstructionOfLetter(operation.letter));
    // Packed-half arithmetic without a matrix instruction: where it accumulates the name does not say.
    if (isMatrix || operation.letter != 'h')
        setKnown(out.accumulateDtype, accumulatorOfLetter(operation.letter));
    out.rule = isMatrix ? "architecture-name/digits" : "architecture-name/no-digits";
    readTokens(tokens, operationAt, out);
    return true;
}

} // namespace attnscope::kernels
