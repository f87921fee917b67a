// SPDX-License-Identifier: GPL-3.0-or-later
// What users of other tools reported about kernels, by the number of the report: Tensor Core use and occupancy.
#include "profiler/analysis/findings.h"
#include "profiler/analysis/tables.h"
#include "profiler/kernels/verdict.h"
#include "tests/support/fake_session.h"

#include <gtest/gtest.h>

namespace attnscope {
namespace {

using namespace test;

constexpr const char* kFlash3 =
    "void "
    "cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<flash::CollectiveMainloopFwdSm90<2, "
    "cute::tuple<cute::C<1>, cute::C<1>, cute::C<1>>, cute::tuple<cute::C<128>, cute::C<128>, cute::C<128>>, 128, "
    "cutlass::bfloat16_t, float, cutlass::arch::Sm90, true, false, false, false, false, false, false, false, true, "
    "false, true, false, false, false>>>>(flash::FlashAttnFwdSm90::Params)";
/// What torch.profiler writes for it, its own occupancy included.
constexpr const char* kFlash3Args = R"({"stream": 7, "device": 0, "registers per thread": 168, "shared memory": 213188,
    "grid": [132, 1, 1], "block": [384, 1, 1], "est. achieved occupancy %": 13})";

TracePtr flash3On(const DeviceInfo& device)
{
    FakeRecording recording;
    const TimeRange step = recording.step(0, { { SpanKind::Kernel, kFlash3, 150'000, 200'000, 7, kFlash3Args } });
    Session session;
    session.device = device;
    session.variants.push_back(fakeResult("flash", { 0, 10'000'000 }, { step }));
    recording.builder().setSession(std::move(session));
    return recording.builder().finish();
}

TEST(UserReport, R103_TensorCoresAreProvedByTheNameOrUnknownAndTheRuleIsShown)
{
    struct Case {
        const char *name, *rule;
        MathUnit unit;
    };
    for (const Case& expected : {
             Case { "sm90_xmma_fprop_implicit_gemm_bf16bf16_bf16f32_f32_nhwckrsc_nhwc_tilesize128x128x64_"
                    "warpgroupsize1x1x1_g1_execute_segment_k_off_kernel__5x_cudnn",
                 "xmma/warpgroup", MathUnit::TensorCore },
             { "sm90_xmma_fprop_bf16", "xmma/no-unit", MathUnit::Unknown },
             { kCudaCoreGemm, "xmma/ffma", MathUnit::CudaCore },
             { "my_new_gemm_kernel", "words", MathUnit::Unknown },
         }) {
        SCOPED_TRACE(expected.name);
        const DecodedKernel decoded = decodeKernel(expected.name);
        EXPECT_EQ(decoded.mathUnit, expected.unit);
        EXPECT_EQ(decoded.rule, expected.rule);
        EXPECT_EQ(decoded.reason.empty(), expected.unit != MathUnit::Unknown) << decoded.reason;
    }
    // What the name leaves open the machine code may settle; no list of names is asked.
    LaunchFacts facts;
    facts.sassMatrixInstructions = "HGMMA";
    const Verdict verdict = verdictOf(decodeKernel("sm90_xmma_fprop_bf16"), facts);
    EXPECT_EQ(verdict.unit, MathUnit::TensorCore);
    EXPECT_EQ(verdict.evidence, EvidenceKind::Sass);
}

TEST(UserReport, R105_LowOccupancyOfAttentionIsToldWithItsLimiter)
{
    const auto trace = flash3On(fakeGpu());
    const KernelRow row = kernelRow(*trace, trace->gpuWork().at(0));
    EXPECT_EQ(row.decoded->group, RoleGroup::Attention);
    EXPECT_EQ(row.occupancy.percent, 18.75); // 12 of 64 warps, not the file's 13
    EXPECT_EQ(row.occupancy.limiter, "registers+shared memory");
    EXPECT_EQ(row.occupancy.blocksPerSm, 1);
    const auto findings = findingsOf(*trace, variantsOf(*trace).front());
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].code, "low-occupancy-by-design");
    EXPECT_FALSE(findings[0].gpuNsPerForward) << "it is no cost";
    EXPECT_EQ(findings[0].sentence,
        row.decoded->label
            + " can hold 18.8 % of the warp slots: what it needs of registers and shared memory leaves 1 block on a "
              "multiprocessor.");
}

TEST(UserReport, R106_OccupancyComesWithItsLimiterOrNotAtAll)
{
    const auto known = flash3On(fakeGpu());
    EXPECT_EQ(kernelRow(*known, known->gpuWork().at(0)).occupancy.limiter, "registers+shared memory");
    DeviceInfo nameless;
    nameless.kind = "cuda";
    nameless.name = "a GPU of which the file says nothing else";
    const auto unknown = flash3On(nameless);
    const Occupancy occupancy = kernelRow(*unknown, unknown->gpuWork().at(0)).occupancy;
    EXPECT_FALSE(occupancy.percent);
    EXPECT_EQ(occupancy.limiter, "");
    EXPECT_TRUE(findingsOf(*unknown, variantsOf(*unknown).front()).empty());
    // Each resource on its own, on an H200: registers, shared memory, warps.
    struct Case {
        int registers;
        std::int64_t shared;
        const char* limiter;
        double percent;
    };
    for (const Case& expected :
        { Case { 255, 0, "registers", 12.5 }, { 32, 96 * 1024, "shared memory", 12.5 }, { 32, 0, "warps", 100.0 } }) {
        SCOPED_TRACE(expected.limiter);
        LaunchShape launch;
        launch.grid = { 1024, 1, 1 };
        launch.block = { 128, 1, 1 };
        launch.regs = expected.registers;
        launch.staticShared = 0;
        launch.dynamicShared = expected.shared;
        const Occupancy each = theoreticalOccupancy(*deviceLimitsFor(9, 0), launch);
        EXPECT_EQ(each.limiter, expected.limiter);
        EXPECT_EQ(each.percent, expected.percent);
    }
}

} // namespace
} // namespace attnscope
