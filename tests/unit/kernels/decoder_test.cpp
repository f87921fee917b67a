// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/decoder.h"

#include "tests/shared_data.h"
#include "tests/unit/kernels/decoder_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace attnscope {
namespace {

using test::plainDtype;
using test::plainInstruction;
using test::plainTile;
using test::readTable;

std::filesystem::path ownTable()
{
    return std::filesystem::path(ATTNSCOPE_SOURCE_DIR) / "tests" / "data" / "kernel_names_own.tsv";
}

TEST(Decoder, ReadsEveryColumnOfTheOwnTable)
{
    const auto rows = readTable(ownTable());
    ASSERT_GE(rows.size(), 150U);
    for (const auto& row : rows) {
        ASSERT_EQ(row.size(), 14U) << row[0];
        SCOPED_TRACE(row[0]);
        const DecodedKernel kernel = decodeKernel(row[0]);
        EXPECT_EQ(kernel.family, row[1]);
        EXPECT_EQ(kernel.role, row[2]);
        EXPECT_EQ(toString(kernel.mathUnit), row[3]);
        EXPECT_EQ(kernel.instruction, row[4]);
        EXPECT_EQ(kernel.inputDtype, row[5]);
        EXPECT_EQ(kernel.accumulateDtype, row[6]);
        EXPECT_EQ(kernel.tile, row[7]);
        EXPECT_EQ(kernel.stages, row[8]);
        EXPECT_EQ(kernel.layout, row[9]);
        EXPECT_EQ(kernel.architecture, row[10]);
        EXPECT_EQ(toString(kernel.group), row[11]);
        EXPECT_EQ(kernel.label, row[12]);
    }
}

// One column of the shared table: how many labels say something, and how many of these the decoder says too.
struct Score {
    int known = 0;
    int right = 0;
    std::ostringstream misses;

    void add(const std::string& label, bool isRight, const std::string& got, const std::string& name)
    {
        if (label == "?")
            return;
        ++known;
        right += isRight ? 1 : 0;
        if (!isRight)
            misses << "\n  " << label << ", not " << got << ": " << name.substr(0, 160);
    }
    [[nodiscard]] double share() const { return known == 0 ? 0.0 : static_cast<double>(right) / known; }
};

bool isContradiction(const std::string& label, const std::string& got)
{
    const auto isNoTensorCore = [](const std::string& unit) { return unit == "cuda-core" || unit == "none"; };
    return (got == "tensor-core" && isNoTensorCore(label)) || (label == "tensor-core" && isNoTensorCore(got));
}

TEST(Decoder, AgreesWithTheSharedTable)
{
    const auto path = test::sharedFile("data/kernel_names.tsv");
    if (!path)
        GTEST_SKIP() << "the 832 labelled names of shared/data/kernel_names.tsv";
    const auto rows = readTable(*path);
    ASSERT_EQ(rows.size(), 832U);

    std::map<std::string, Score> scores;
    for (const auto& row : rows) {
        ASSERT_EQ(row.size(), 13U) << row[0];
        const DecodedKernel kernel = decodeKernel(row[0]);
        const std::string unit(toString(kernel.mathUnit));
        EXPECT_FALSE(isContradiction(row[4], unit)) << row[4] << ", not " << unit << ": " << row[0];
        const auto compare = [&](const char* column, const std::string& label, const std::string& got) {
            scores[column].add(label, label == got, got, row[0]);
        };
        compare("family", row[2], kernel.family);
        compare("role", row[3], kernel.role);
        compare("math_unit", row[4], unit);
        const std::string instruction = plainInstruction(row[5]);
        scores["instruction"].add(
            instruction, kernel.instruction.rfind(instruction, 0) == 0, kernel.instruction, row[0]);
        compare("input_dtype", plainDtype(row[6]), kernel.inputDtype);
        compare("accumulate_dtype", plainDtype(row[7]), kernel.accumulateDtype);
        compare("tile", plainTile(row[8]), kernel.tile);
        compare("stages", row[9], kernel.stages);
        compare("layout", row[10], kernel.layout);
        compare("architecture", row[11], kernel.architecture);
    }
    for (const auto& [column, score] : scores) {
        const double least = column == "math_unit" ? 0.98 : 0.95;
        EXPECT_GE(score.share(), least) << column << ": " << score.right << " of " << score.known << score.misses.str();
        std::cout << column << ": " << score.right << " of " << score.known << "\n";
    }
}

struct Texts {
    const char* name;
    const char* label;
    const char* detail;
    const char* sentence;
};

TEST(Decoder, SaysItForPeople)
{
    const Texts cases[] = {
        { "nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_TNT", "GEMM 256×128", "bf16 · TC wgmma",
            "bf16 matrix multiply on Tensor Cores (wgmma), 256×128 tile, 4 stages" },
        { "sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize128x128x8_stage3_warpsize2x2x1_ffma_aligna4_alignc4_execute_"
          "kernel__5x_"
          "cublas",
            "GEMM 128×128", "fp32 · CUDA cores", "fp32 matrix multiply on CUDA cores, 128×128 tile, 3 stages" },
        { "void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128, 128, 4, false, false, "
          "cutlass::bfloat16_t, "
          "Flash_kernel_traits<64, 128, 128, 4, cutlass::bfloat16_t> >, false, true, false, false, true, true, false, "
          "false>(pytorch_flash::Flash_fwd_params)",
            "flash attention", "bf16 · TC mma", "bf16 attention on Tensor Cores (mma), 128×128 tile" },
        { "cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_7_64x128x64_4x1x1_cga1x1x1_kernel0_0",
            "cuDNN attention", "fp16/bf16 · TC wgmma", "fp16/bf16 attention on Tensor Cores (wgmma), 64×128 tile" },
        { "fmha_cutlassF_f32_aligned_64x64_rf_sm80", "efficient attention", "fp32 · TC mma",
            "fp32 attention on Tensor Cores (mma), 64×64 tile" },
        { "Memcpy DtoD (Device -> Device)", "Memcpy DtoD", "", "Copy within GPU memory" },
        { "Memset (Device)", "Memset", "", "Memory set by the driver" },
        { "triton_tem_fused_bmm_7", "GEMM", "", "Matrix multiply, unit not in the name" },
        { "frobnicate", "frobnicate", "", "Kernel of unknown purpose" },
        { "void (anonymous namespace)::softmax_warp_forward<float, float, float, 10, false, false>(float*, float "
          "const*, int, "
          "int, int, bool const*, int, bool)",
            "softmax", "fp32 · CUDA cores", "fp32 softmax on CUDA cores" },
    };
    for (const Texts& expected : cases) {
        SCOPED_TRACE(expected.name);
        const DecodedKernel kernel = decodeKernel(expected.name);
        EXPECT_EQ(kernel.label, expected.label);
        EXPECT_EQ(kernel.detail, expected.detail);
        EXPECT_EQ(kernel.sentence, expected.sentence);
    }
}

TEST(Decoder, GivesTheReasonWhenTheUnitIsUnknown)
{
    const char* const names[] = {
        "triton_tem_fused_0",
        "gemm_fusion_dot.7",
        "_matmul_ogs_NNT_bf16xbf16xmxfp4_16x128x256x1",
        "mul_mat_q<(ggml_type)14, 128, false>",
        "sm75_xmma_gemm_f16f16_f16f32_f32_nn_n_tilesize128x128x32",
        "cudnn_generated_fort_native_sm120_matMul_pointwise_pointwise_knob_20_32x32x128_0_0",
        "fmha_cutlassF_f32_aligned_64x64_rf",
        "kernel",
        "",
    };
    for (const char* name : names) {
        SCOPED_TRACE(name);
        const DecodedKernel kernel = decodeKernel(name);
        EXPECT_EQ(kernel.mathUnit, MathUnit::Unknown);
        EXPECT_NE(kernel.reason, "");
        EXPECT_NE(kernel.rule, "?");
    }
}

// One kernel in its five spellings reads the same.
TEST(Decoder, ReadsOneKernelInFiveSpellings)
{
    const char* const spellings[] = {
        "_ZN7cutlass7Kernel2I66cutlass_80_tensorop_f16_s16816gemm_relu_f16_256x128_32x3_tn_align8EEvNT_6ParamsE",
        "void "
        "cutlass::Kernel2<cutlass_80_tensorop_f16_s16816gemm_relu_f16_256x128_32x3_tn_align8>(cutlass_80_tensorop_f16_"
        "s16816gemm_relu_f16_256x128_32x3_tn_align8::Params)",
        "void cutlass::Kernel2<cutlass_80_tensorop_f16_s16816gemm_relu_f16_256x128_32x3_tn_align8>(T1::Params)",
        "void cutlass::Kernel2<cutlass_80_tensorop_f16_s16816gemm_relu_f16_256x128_32x3_tn_align8>...",
        "cutlass_80_tensorop_f16_s16816gemm_relu_f16_256x128_32x3_tn_align8",
    };
    for (const char* spelling : spellings) {
        SCOPED_TRACE(spelling);
        const DecodedKernel kernel = decodeKernel(spelling);
        EXPECT_EQ(kernel.mathUnit, MathUnit::TensorCore);
        EXPECT_EQ(kernel.instruction, "mma.sync m16n8k16");
        EXPECT_EQ(kernel.inputDtype, "fp16");
        EXPECT_EQ(kernel.tile, "256x128x32");
        EXPECT_EQ(kernel.stages, "3");
        EXPECT_EQ(kernel.layout, "tn");
    }
}

// nvprof writes "int=128" and "bool=1" for template values, Nsight "(int)128", CUPTI 128.
TEST(Decoder, ReadsValuesInTheSpellingOfThreeProfilers)
{
    const char* const spellings[] = {
        "void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128, 96, 4, false, false, cutlass::half_t>, "
        "false>(int)",
        "void flash_fwd_kernel<Flash_fwd_kernel_traits<(int)64, (int)128, (int)96, (int)4, (bool)0, (bool)0, "
        "cutlass::half_t>, (bool)0>(int)",
        "void flash_fwd_kernel<Flash_fwd_kernel_traits<int=64, int=128, int=96, int=4, bool=0, bool=0, "
        "cutlass::half_t>, "
        "bool=0>(int)",
    };
    for (const char* spelling : spellings) {
        SCOPED_TRACE(spelling);
        EXPECT_EQ(decodeKernel(spelling).tile, "128x96x64");
        EXPECT_EQ(decodeKernel(spelling).inputDtype, "fp16");
    }
}

// The mark of a cut is no part of the token before it, and what the cut went through says nothing.
TEST(Decoder, ReadsNamesUpToTheirCut)
{
    const char* const marks[] = { "...", "…", "" };
    for (const char* mark : marks) {
        SCOPED_TRACE(mark);
        const DecodedKernel typed = decodeKernel(std::string("sm90_xmma_gemm_f32f32_tf32f32") + mark);
        EXPECT_EQ(typed.mathUnit, MathUnit::TensorCore); // TF32 exists nowhere else
        EXPECT_EQ(typed.inputDtype, "tf32");
        const DecodedKernel tile =
            decodeKernel(std::string("sm80_xmma_gemm_f16f16_f16f32_f32_nn_n_tilesize128x128x3") + mark);
        EXPECT_EQ(tile.tile, "128x128x?");
        EXPECT_EQ(tile.mathUnit, MathUnit::Unknown);
        EXPECT_NE(tile.reason, "");
    }
    const std::string cutlass =
        "_ZN7cutlass13device_kernelINS_4gemm6kernel13GemmUniversalIN4cute5tupleIJiiiiEEENS1_10collective13Coll"
        "ectiveMmaINS1_34MainloopSm90TmaGmmaWarpSpecializedILi4ENS5_IJNS4_1CILi2EEENSA_ILi1EEESC_EEENS1_32Kern"
        "elTmaWarpSpecializedPingpongEEENS5_IJNSA_ILi64EEENSA_ILi128EEESH_EEENS_10bfloat16_tE";
    EXPECT_EQ(decodeKernel(cutlass).tile, "64x128x128");
    EXPECT_EQ(decodeKernel(cutlass).stages, "4");
    EXPECT_EQ(decodeKernel(cutlass).instruction, "wgmma");
    const std::string shorter = cutlass.substr(0, cutlass.find("28EEESH")); // "Li1" of "Li128E"
    EXPECT_EQ(decodeKernel(shorter).tile, "?");
    EXPECT_EQ(decodeKernel(shorter).mathUnit, MathUnit::TensorCore); // the schedule names it: TmaGmma
}

// A word that needs no matrix unit does not make a kernel one that has none, when another word says that it multiplies.
TEST(Decoder, DoesNotGuessWhereAProductMayHide)
{
    const char* const names[] = { "aiter::fmoe_bf16_pertokenMXfp4_g1u1_vs_silu", "fused_moe_silu_kernel",
        "_lora_expand_kernel", "gemm_allreduce_kernel", "fused_sigmoid_gating_delta_rule_update_kernel",
        "_scaled_mm_kernel", "fusion_12", "add_multiply_fusion.3", "triton_flash_decode", "kgemm_4bit_inference",
        "fused_linear_cross_entropy_matmul", "__myl_ReluGemmAdd_0x12" };
    for (const char* name : names) {
        SCOPED_TRACE(name);
        const DecodedKernel kernel = decodeKernel(name);
        EXPECT_EQ(kernel.mathUnit, MathUnit::Unknown);
        EXPECT_NE(kernel.reason, "");
    }
}

// Names that mislead, each once: the words in them point the wrong way.
TEST(Decoder, IsNotMisledByWords)
{
    struct Case {
        const char* name;
        const char* role;
        MathUnit unit;
    };
    const Case cases[] = {
        { "sm80_xmma_gemm_f32f32_f32f32_f32_nn_n_tilesize32x32x8_stage3_warpsize1x2x1_ffma_aligna4_alignc4_execute_"
          "kernel__5x_"
          "cublas",
            "gemm", MathUnit::CudaCore },
        { "cutlass_80_tensorop_s1688gemm_128x128_32x3_nn_align4", "gemm", MathUnit::TensorCore },
        { "ampere_sgemm_128x128_tn", "gemm", MathUnit::CudaCore },
        { "maxwell_hgemm_128x64_tn", "gemm", MathUnit::CudaCore },
        { "volta_h884gemm_64x64_nt", "gemm", MathUnit::TensorCore },
        { "fmha_cutlassF_f32_aligned_64x64_rf_sm75", "attention-forward", MathUnit::CudaCore },
        { "fmha_cutlassF_f32_aligned_64x64_rf_sm80", "attention-forward", MathUnit::TensorCore },
        { "fmha_cutlassF_f16_notaligned_64x64_rf_sm50", "attention-forward", MathUnit::CudaCore },
        { "void cutlass::device_kernel<flash::FlashAttnBwdPostprocessConvertdQ<cute::tuple<cute::C<64> >, "
          "cute::TiledMMA<cute::MMA_Atom<cute::SM90_64x96x16_F32BF16BF16_SS<> > > > >",
            "attention-backward", MathUnit::CudaCore },
        { "void vllm::reshape_and_cache_flash_kernel<__nv_bfloat16, unsigned char, (vllm::Fp8KVCacheDataType)1>(int)",
            "copy", MathUnit::None },
        { "cutlass3x_sm100_simt_sgemm_f32_f32_f32_f32_f32_64x64x16_1x1x1_3_tnn_align1_bias_f32_relu", "gemm",
            MathUnit::CudaCore },
        { "triton_poi_fused_addmm_silu_2", "elementwise", MathUnit::CudaCore },
        { "triton_red_fused_add_fmha_v3_fwd_mean_24", "reduction", MathUnit::CudaCore },
        { "ampere_scudnn_128x128_relu_small_nn_v1", "conv", MathUnit::CudaCore },
        { "void dot_kernel<float, 128, 0, cublasDotParams<cublasGemvTensorStridedBatched<float const> > >(int)",
            "reduction", MathUnit::CudaCore },
    };
    for (const Case& expected : cases) {
        SCOPED_TRACE(expected.name);
        const DecodedKernel kernel = decodeKernel(expected.name);
        EXPECT_EQ(kernel.role, expected.role);
        EXPECT_EQ(toString(kernel.mathUnit), toString(expected.unit));
    }
}

TEST(Decoder, LeavesNoFieldEmptyWhereANameIsDamaged)
{
    const DecodedKernel kernel = decodeKernel("gemmSN_<fl)at");
    EXPECT_EQ(kernel.rule, "cublas/small-gemm");
    EXPECT_EQ(kernel.layout, "?");
    EXPECT_EQ(kernel.inputDtype, "?");
}

TEST(Decoder, SurvivesHostileNames)
{
    constexpr std::size_t kLong = 64 * 1024;
    const std::string cases[] = {
        std::string(kLong, '<'),
        std::string(kLong, '('),
        std::string(kLong, '_'),
        std::string(kLong, 'x'),
        "nvjet_" + std::string(kLong, '1'),
        "_ZN" + std::string(kLong, '9'),
        "_Z" + std::string(kLong, 'P'),
        "_Z1f" + std::string(kLong, 'N'),
        "void at::native::elementwise_kernel<" + std::string(kLong, ','),
        "sm80_xmma_" + std::string(kLong, '_'),
        std::string("a\0b", 3),
        "\xFF\xFE\xC2",
        std::string(2 * kLong, 'a'),
    };
    for (const std::string& name : cases) {
        const DecodedKernel kernel = decodeKernel(name);
        EXPECT_NE(kernel.rule, "?");
        EXPECT_LT(kernel.label.size(), 512U);
        EXPECT_LT(kernel.sentence.size(), kLong + 512U);
    }
}

} // namespace
} // namespace attnscope
