// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/verdict.h"

#include <gtest/gtest.h>

namespace attnscope {
namespace {

const char* const kTensorName = "nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_TNT";
const char* const kCudaCoreName = "sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize128x128x8_stage3_"
                                  "warpsize2x2x1_ffma_aligna4_alignc4_execute_kernel__5x_cublas";
const char* const kUnknownName = "my_kernel";

LaunchFacts counted(std::int64_t tensor, std::optional<std::int64_t> hfma2)
{
    LaunchFacts facts;
    facts.tensorInstructions = tensor;
    facts.hfma2Instructions = hfma2;
    return facts;
}

LaunchFacts scanned(const char* instructions)
{
    LaunchFacts facts;
    facts.sassMatrixInstructions = instructions;
    return facts;
}

LaunchFacts both(const char* instructions, std::int64_t tensor, std::int64_t hfma2)
{
    LaunchFacts facts = counted(tensor, hfma2);
    facts.sassMatrixInstructions = instructions;
    return facts;
}

struct Case {
    const char* what;
    const char* name;
    LaunchFacts facts;
    MathUnit unit;
    EvidenceKind evidence;
    bool disagrees;
};

TEST(Verdict, StrongerEvidenceOutranksWeaker)
{
    const Case cases[] = {
        { "name only", kTensorName, {}, MathUnit::TensorCore, EvidenceKind::Name, false },
        { "name only", kCudaCoreName, {}, MathUnit::CudaCore, EvidenceKind::Name, false },
        { "nothing", kUnknownName, {}, MathUnit::Unknown, EvidenceKind::Name, false },
        { "an architecture the scan does not know", kTensorName, scanned(""), MathUnit::TensorCore, EvidenceKind::Name,
            false },
        { "code agrees", kTensorName, scanned("HGMMA"), MathUnit::TensorCore, EvidenceKind::Sass, false },
        { "code agrees", kCudaCoreName, scanned("none"), MathUnit::CudaCore, EvidenceKind::Sass, false },
        { "code decides", kUnknownName, scanned("HMMA"), MathUnit::TensorCore, EvidenceKind::Sass, false },
        { "code decides", kUnknownName, scanned("none"), MathUnit::CudaCore, EvidenceKind::Sass, false },
        { "code refutes the name", kTensorName, scanned("none"), MathUnit::CudaCore, EvidenceKind::Sass, true },
        { "code refutes the name", kCudaCoreName, scanned("HMMA"), MathUnit::TensorCore, EvidenceKind::Sass, true },
        { "H200: nvjet", kTensorName, both("HGMMA", 262'144, 0), MathUnit::TensorCore, EvidenceKind::Counters, false },
        { "H200: ffma", kCudaCoreName, both("none", 32'768, 32'768), MathUnit::CudaCore, EvidenceKind::Counters,
            false },
        { "a chip without HFMA2.MMA on that pipe", kTensorName, counted(7, std::nullopt), MathUnit::TensorCore,
            EvidenceKind::Counters, false },
        { "counters refute the name", kTensorName, counted(0, 0), MathUnit::CudaCore, EvidenceKind::Counters, true },
        { "counters refute the code", kUnknownName, both("HMMA", 4096, 4096), MathUnit::CudaCore,
            EvidenceKind::Counters, true },
        { "counters refute the code", kUnknownName, both("none", 5, 0), MathUnit::TensorCore, EvidenceKind::Counters,
            true },
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(std::string(one.what) + ": " + one.name);
        const Verdict verdict = verdictOf(decodeKernel(one.name), one.facts);
        EXPECT_EQ(toString(verdict.unit), toString(one.unit));
        EXPECT_EQ(toString(verdict.evidence), toString(one.evidence));
        EXPECT_EQ(verdict.disagrees, one.disagrees) << verdict.disagreement;
        EXPECT_EQ(verdict.disagrees, !verdict.disagreement.empty());
        EXPECT_FALSE(verdict.text.empty());
    }
}

// masked_fill, softmax, where and add_ on an H200: instructions on the tensor pipe, all of them HFMA2.MMA.
TEST(Verdict, Hfma2IsNoTensorCoreWork)
{
    for (const std::int64_t count : { 4'194'304, 2'289'664, 6'291'456, 32'768 }) {
        const LaunchFacts facts = counted(count, count);
        EXPECT_EQ(tensorCoreInstructions(facts), 0);
        EXPECT_EQ(verdictOf(decodeKernel(kUnknownName), facts).unit, MathUnit::CudaCore);
    }
    EXPECT_EQ(tensorCoreInstructions(counted(442'368, 0)), 442'368);
    EXPECT_EQ(tensorCoreInstructions({}), std::nullopt);
    EXPECT_EQ(verdictOf(decodeKernel(kUnknownName), counted(4'194'304, 4'194'304)).text,
        "The counters saw no Tensor Core instruction: all 4,194,304 on the tensor pipe are HFMA2.MMA, an ordinary "
        "multiply-add.");
}

TEST(Verdict, WhatMovesDataHasNoUnit)
{
    const DecodedKernel copy = decodeKernel("Memcpy DtoD (Device -> Device)");
    EXPECT_EQ(verdictOf(copy, {}).unit, MathUnit::None);
    EXPECT_EQ(verdictOf(copy, scanned("none")).unit, MathUnit::None);
    EXPECT_FALSE(verdictOf(copy, scanned("none")).disagrees);
}

TEST(Verdict, SaysItsEvidenceInWords)
{
    EXPECT_EQ(verdictOf(decodeKernel(kTensorName), both("HGMMA", 262'144, 0)).text,
        "The counters saw 262,144 Tensor Core instructions.");
    EXPECT_EQ(verdictOf(decodeKernel(kTensorName), scanned("HGMMA")).text, "Its machine code holds HGMMA.");
    EXPECT_EQ(verdictOf(decodeKernel(kTensorName), scanned("none")).disagreement,
        "The name speaks of Tensor Cores, but its machine code holds no matrix instruction.");
    EXPECT_EQ(verdictOf(decodeKernel(kTensorName), both("HGMMA", 0, 0)).disagreement,
        "Its machine code holds HGMMA, but this launch did not run any.");
}

} // namespace
} // namespace attnscope
