// SPDX-License-Identifier: GPL-3.0-or-later
// What findings advise, and which variant of the same recording they point to.
#include "profiler/analysis/findings.h"

#include "profiler/importing/import_trace.h"
#include "tests/support/fake_session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace attnscope {
namespace {

using namespace test;

constexpr const char* kFlash =
    "void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128, 128, 4, false, false, cutlass::bfloat16_t>, "
    "false, true>(pytorch_flash::Flash_fwd_params)";

// naive copies for masked_fill; inplace and flash do not, and take the given time.
TracePtr recording(double inplaceUs, double flashUs, bool flashRan = true)
{
    FakeRecording recording;
    Session session;
    session.device = fakeGpu();
    const auto add = [&](const char* name, double us, TimeRange window, TimeRange step) {
        session.variants.push_back(fakeResult(name, window, { step }));
        session.variants.back().gpuTiming = TimingStats { us, us, us, 50 };
    };
    recording.cpu(SpanKind::Op, "aten::masked_fill", 6'000, 9'800);
    add("naive", 1000, { 0, 1'000'000 },
        recording.step(0,
            { { SpanKind::Memcpy, kMemcpy, 100'000, 60'000, 7, R"({"bytes": 268435456})" },
                { SpanKind::Kernel, kTensorCoreGemm, 200'000, 40'000 } }));
    add("inplace", inplaceUs, { 1'000'000, 2'000'000 },
        recording.step(1'000'000, { { SpanKind::Kernel, kTensorCoreGemm, 1'100'000, 40'000 } }));
    add("flash", flashUs, { 2'000'000, 3'000'000 },
        recording.step(2'000'000, { { SpanKind::Kernel, kFlash, 2'100'000, 40'000 } }));
    if (!flashRan) {
        session.variants.back() = fakeResult("flash", { 2'000'000, 2'000'000 }, {});
        session.variants.back().status = VariantStatus::Refused;
    }
    recording.builder().setSession(std::move(session));
    return recording.builder().finish();
}

Finding findingOf(const Trace& trace, std::size_t variant, std::string_view code)
{
    for (const Finding& finding : findingsOf(trace, variantsOf(trace)[variant])) {
        if (finding.code == code) {
            return finding;
        }
    }
    ADD_FAILURE() << "no finding " << code;
    return {};
}

TEST(FindingAdvice, PointsToTheVariantThatDoesWithout)
{
    const Finding copies = findingOf(*recording(900, 100), 0, "masked-fill-copies");
    EXPECT_EQ(copies.advice, "Write the mask into the scores with masked_fill_, which copies nothing.");
    EXPECT_EQ(copies.comparison, "inplace takes 900 µs a forward in this recording, naive takes 1.00 ms.");
    EXPECT_EQ(findingOf(*recording(1100, 100), 0, "masked-fill-copies").comparison, "") << "it is no faster";
}

TEST(FindingAdvice, OfTheArticlesMathIsTheFastestFusedVariant)
{
    const auto trace = importTrace(ATTNSCOPE_SOURCE_DIR "/resources/samples/h200_article.json.gz", {});
    ASSERT_TRUE(trace.ok());
    const auto findings = findingsOf(*trace.value(), variantsOf(*trace.value())[2]);
    ASSERT_EQ(findings.size(), 6U);
    const auto summaries = summarize(*trace.value());
    const auto of = [&](std::string_view name) {
        return std::find_if(summaries.begin(), summaries.end(),
            [&](const VariantSummary& summary) { return summary.view.name == name; })
            ->rankingUs()
            .value();
    };
    ASSERT_LT(of("cudnn"), of("flash")); // the fastest of those that launch one attention kernel
    for (const Finding& finding : findings) {
        EXPECT_NE(finding.advice, "") << finding.code;
        const bool isOfTheMask = finding.code == "mask-rebuilt";
        EXPECT_EQ(finding.comparison.rfind("cuDNN takes 59.", 0) == 0, !isOfTheMask) << finding.comparison;
    }
    // What is fused already is not told to fuse.
    for (const Finding& finding : findingsOf(*trace.value(), variantsOf(*trace.value())[4])) {
        EXPECT_EQ(finding.comparison, "") << finding.code;
    }
}

TEST(FindingAdvice, AForeignTraceHasNoVariantsToPointTo)
{
    const auto trace = importTraceText(R"json({"traceEvents":[
        {"ph":"X","cat":"cpu_op","name":"aten::masked_fill","pid":1,"tid":1,"ts":20,"dur":60},
        {"ph":"X","cat":"cuda_runtime","name":"cudaMemcpyAsync","pid":1,"tid":1,"ts":30,"dur":5,"args":{"correlation":7}},
        {"ph":"X","cat":"gpu_memcpy","name":"Memcpy DtoD (Device -> Device)","pid":0,"tid":7,"ts":50,"dur":9,
            "args":{"correlation":7,"device":0,"stream":7,"bytes":1024}}]})json",
        "inline");
    ASSERT_TRUE(trace.ok());
    const Finding copies = findingOf(*trace.value(), 0, "masked-fill-copies");
    EXPECT_EQ(copies.advice, "Use masked_fill_ where the input is not needed afterwards: it writes in place.");
    EXPECT_EQ(copies.comparison, "");
}

} // namespace
} // namespace attnscope
