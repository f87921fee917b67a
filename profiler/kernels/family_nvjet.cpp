// SPDX-License-Identifier: GPL-3.0-or-later
//
// nvjet: the matrix multiplications of cuBLASLt for Hopper and later.
//
//   nvjet_[sm<arch>_]<tag>[_tf32]_<M>x<N>_<K>x<stages>_<cluster>[_2cta]_<h|v>_<bz|badd|bx>[_coopA|_coopB][_splitK]
//         [_bias|...][_ovscale][_Avec16UE4M3_Bvec16UE4M3]_<transposes of A, B, order of the output>
//   nvjet_sm12x_<tag>_mma_<M>x<N>x<K>_<stages>_<warp tile>_tmaAB[_alignCD4]_bz_<transposes>
//
// Tag letters: s fp32, h fp16, t bf16, b int8, i int32, u uint8, d fp64, q fp8 e4m3, r fp8 e5m2, o fp4 e2m1.
// Three letters are A (= B), compute, output; five are A, B, C, compute, output. K is 128 bytes of A.
// Instruction: sm90 wgmma, sm100/103 tcgen05.mma (with "2cta": a pair of blocks works on one tile), "mma" mma.sync.
// cuBLAS
// 12 writes no sm: then "2cta" can only be tcgen05 and "coopA/coopB" (two consumer warpgroups share a tile) occurs with
// sm90 only; otherwise the name leaves the instruction open.
//
// Sources: the format strings "nvjet_sm90_%s_%dx%d_%dx%d_%dx%d_%c_%s..." and "nvjet_sm%d_%s_%dx%d_..." in libcublasLt
// 13;
// tag pool and checks of grid against tile as cited in the research notes on kernel names, §2.5. No kernel of this
// family without Tensor Cores is known: plain fp32 and fp64 tags do not occur.
#include "profiler/kernels/families.h"

namespace attnscope::kernels {
namespace {

std::string_view dtypeOfLetter(char letter)
{
    switch (letter) {
    case 's':
        return "fp32";
    case 'h':
        return "fp16";
    case 't':
        return "bf16";
    case 'b':
        return "int8";
    case 'i':
        return "int32";
    case 'u':
        return "uint8";
    case 'd':
        return "fp64";
    case 'q':
        return "fp8 e4m3";
    case 'r':
        return "fp8 e5m2";
    case 'o':
        return "fp4 e2m1";
    default:
        return {};
    }
}

bool isTag(std::string_view token)
{
    if (token.size() != 3 && token.size() != 5)
        return false;
    for (const char c : token) {
        if (dtypeOfLetter(c).empty())
            return false;
    }
    return true;
}

void readTag(std::string_view tag, bool isTf32, DecodedKernel& out)
{
    const std::string_view a = isTf32 ? std::string_view("tf32") : dtypeOfLetter(tag[0]);
    out.inputDtype = a;
    if (tag.size() == 5 && tag[1] != tag[0])
        out.inputDtype += " x " + std::string(dtypeOfLetter(tag[1]));
    out.accumulateDtype = dtypeOfLetter(tag[tag.size() == 5 ? 3 : 1]);
    const bool isFullPrecision = !isTf32 && (tag[0] == 's' || tag[0] == 'd');
    if (isFullPrecision) {
        out.mathUnit = MathUnit::Unknown;
        out.reason = tag[0] == 's'
            ? "No Tensor Core kernel of this family takes plain fp32 operands, and no other kind of "
              "it is known"
            : "No Tensor Core kernel of this family takes fp64 operands, and no other kind of it is "
              "known";
    }
}

// "TNN": transposes of A and B, then the order of the output.
bool isTransposes(std::string_view token)
{
    return (token.size() == 3 || token.size() == 4) && token.find_first_not_of("NT") == std::string_view::npos;
}

void readTileForMma(const Pieces& tokens, std::size_t tileIndex, DecodedKernel& out)
{
    out.tile = tokens[tileIndex];
    if (allDigits(tokens[tileIndex + 1]))
        out.stages = tokens[tileIndex + 1];
}

void readTile(const Pieces& tokens, std::size_t tileIndex, DecodedKernel& out)
{
    const std::string_view kAndStages = tokens[tileIndex + 1];
    if (dimensionsOf(kAndStages) != 2)
        return; // abridged: "nvjet_sss_tf32_128x256_TNT"
    const std::size_t x = kAndStages.find('x');
    out.tile = std::string(tokens[tileIndex]) + 'x' + std::string(kAndStages.substr(0, x));
    out.stages = kAndStages.substr(x + 1);
}

void readInstruction(const Pieces& tokens, DecodedKernel& out)
{
    const std::string_view arch = out.architecture;
    const bool isPair = tokens.has("2cta");
    if (tokens.has("mma")) {
        out.instruction = "mma.sync";
        out.rule = "nvjet/mma";
    } else if (arch == "sm90") {
        out.instruction = "wgmma";
        out.rule = "nvjet/sm90";
    } else if (arch == "sm100" || arch == "sm103") {
        out.instruction = isPair ? "tcgen05.mma cta_group::2" : "tcgen05.mma";
        out.rule = "nvjet/sm100";
    } else if (arch != "?") {
        out.rule = "nvjet/other-sm";
    } else if (isPair) {
        out.instruction = "tcgen05.mma cta_group::2";
        out.rule = "nvjet/2cta";
    } else if (tokens.has("coopA") || tokens.has("coopB")) {
        out.instruction = "wgmma";
        out.rule = "nvjet/coop";
    } else {
        out.rule = "nvjet/no-sm";
    }
    if (isUnset(out.instruction) && out.reason.empty())
        out.reason = arch == "?" ? "The name carries no sm number: wgmma on Hopper, tcgen05.mma on Blackwell"
                                 : "Which instruction this architecture's kernels use is not established";
}

} // namespace

bool readNvjet(const KernelText& kernel, DecodedKernel& out)
{
    if (!startsWith(kernel.base, "nvjet"))
        return false;
    setKind(out, "cublaslt-nvjet", "gemm", MathUnit::TensorCore);
    const Pieces tokens = splitUnderscores(kernel.base);
    const bool isTf32 = tokens.has("tf32");
    bool hasTag = false;
    bool hasTile = false;
    for (std::size_t i = 1; i < tokens.size(); ++i) {
        const std::string_view token = tokens[i];
        if (startsWith(token, "sm") && allDigits(token.substr(2))) {
            out.architecture = token;
        } else if (!hasTag && isTag(token)) {
            readTag(token, isTf32, out);
            hasTag = true;
        } else if (!hasTile && dimensionsOf(token) == 3) {
            readTileForMma(tokens, i, out);
            hasTile = true;
        } else if (!hasTile && dimensionsOf(token) == 2) {
            readTile(tokens, i, out);
            hasTile = true;
        } else if (hasTile && isTransposes(token)) {
            out.layout = lowerCase(token.substr(0, 2));
        }
    }
    readInstruction(tokens, out);
    return true;
}

} // namespace attnscope::kernels
