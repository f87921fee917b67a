// SPDX-License-Identifier: GPL-3.0-or-later
// What users of PyTorch's attention reported, by the number of the report: which backend runs, and why another does not.
#include "tests/recorder/recording_helpers.h"

#include "profiler/attention/backend_pin.h"

#include <ATen/Context.h>
#include <ATen/SDPBackend.h>

#include <algorithm>

namespace attnscope {
namespace {

using test::cpuRequest;
using test::recorder;
using test::recordOrFail;
using test::resultOf;
using test::smallWorkload;

VariantAvailability availabilityOf(const Workload& workload, std::string_view name)
{
    const auto report = recorder().variants(workload, "cpu");
    if (report.ok()) {
        for (const VariantAvailability& variant : report.value().variants) {
            if (variant.name == name) {
                return variant;
            }
        }
    }
    ADD_FAILURE() << "no variant " << name;
    return {};
}

/// LibTorch's flash attention takes no dropout on the CPU.
constexpr const char* kNoDropout = "Both fused kernels do not support non-zero dropout.";

Workload withDropout()
{
    Workload workload = smallWorkload();
    workload.dropout = 0.1;
    return workload;
}

TEST(UserReport, R111_AMaskIsKeptWithTheBackendThatTookItOrTheReasonWhyNot)
{
    Workload workload = withDropout();
    workload.mask = MaskKind::Padding;
    const TracePtr trace = recordOrFail(cpuRequest({ "math", "flash", "auto" }, workload));
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->session()->workload.mask, MaskKind::Padding);
    EXPECT_EQ(resultOf(*trace, "math").backend, "math");
    EXPECT_EQ(resultOf(*trace, "auto").backend, "math");
    const VariantResult& flash = resultOf(*trace, "flash");
    EXPECT_EQ(flash.status, VariantStatus::Refused);
    EXPECT_EQ(flash.backend, "");
    EXPECT_EQ(flash.reasons, std::vector<std::string> { kNoDropout });
    // A mask that flash attention does take is not ignored: the result is that of the reference, which masks.
    workload.dropout = 0;
    const TracePtr masked = recordOrFail(cpuRequest({ "flash" }, workload));
    ASSERT_TRUE(masked);
    EXPECT_EQ(resultOf(*masked, "flash").backend, "flash");
    ASSERT_TRUE(resultOf(*masked, "flash").maxAbsError);
    EXPECT_LT(*resultOf(*masked, "flash").maxAbsError, 1e-5);
}

TEST(UserReport, R112_AFallBackToMathIsNamedWithTheHeadSizeAndItsScoreBytes)
{
    Workload workload = withDropout();
    workload.heads = 4;
    workload.kvHeads = 2;
    workload.headDim = 512;
    EXPECT_EQ(availabilityOf(workload, "auto").chosenBackend, "math");
    EXPECT_EQ(scoreBytes(workload), 4 * 64 * 64 * 4); // heads, S × S, fp32
    const TracePtr trace = recordOrFail(cpuRequest({ "auto" }, workload));
    ASSERT_TRUE(trace);
    EXPECT_EQ(resultOf(*trace, "auto").backend, "math");
    EXPECT_EQ(trace->session()->workload.headDim, 512);
    // What does not fit is refused before it is run, not killed for its memory.
    workload = withDropout();
    workload.heads = workload.kvHeads = 1;
    workload.seq = workload.kvSeq = 4'000'000;
    const VariantAvailability tooLarge = availabilityOf(workload, "auto");
    EXPECT_FALSE(tooLarge.available);
    ASSERT_EQ(tooLarge.reasons.size(), 1U);
    EXPECT_NE(tooLarge.reasons[0].find("Its score matrices need about "), std::string::npos) << tooLarge.reasons[0];
}

TEST(UserReport, R114_WhatAutoChoseAndTheVersionThatChoseItAreRecorded)
{
    for (const double dropout : { 0.0, 0.1 }) {
        Workload workload = smallWorkload();
        workload.dropout = dropout;
        const TracePtr trace = recordOrFail(cpuRequest({ "auto" }, workload));
        ASSERT_TRUE(trace);
        EXPECT_EQ(resultOf(*trace, "auto").backend, dropout == 0 ? "flash" : "math");
        EXPECT_EQ(trace->session()->versions.torch, "2.11.0");
        EXPECT_EQ(trace->session()->versions.attnscope, recorder().versions().attnscope);
        // The file says it, too.
        const auto stored = sessionFromJson(sessionToJson(*trace->session()));
        ASSERT_TRUE(stored.ok());
        EXPECT_EQ(stored.value().variants.at(0).backend, dropout == 0 ? "flash" : "math");
        EXPECT_EQ(stored.value().versions.torch, "2.11.0");
    }
}

TEST(UserReport, R116_APinIsASetOfOneWhateverThePriorityWhichItLeavesAlone)
{
    at::Context& context = at::globalContext();
    const auto before = context.sDPPriorityOrder();
    const std::vector<std::int64_t> mathFirst { static_cast<std::int64_t>(at::SDPBackend::math),
        static_cast<std::int64_t>(at::SDPBackend::cudnn_attention),
        static_cast<std::int64_t>(at::SDPBackend::flash_attention),
        static_cast<std::int64_t>(at::SDPBackend::efficient_attention) };
    context.setSDPPriorityOrder(mathFirst);
    const auto given = context.sDPPriorityOrder();
    {
        const BackendPin pin("flash");
        EXPECT_TRUE(context.userEnabledFlashSDP());
        EXPECT_FALSE(context.userEnabledMathSDP());
        EXPECT_FALSE(context.userEnabledCuDNNSDP());
        EXPECT_FALSE(context.userEnabledMemEfficientSDP());
        EXPECT_EQ(context.sDPPriorityOrder(), given);
    }
    EXPECT_TRUE(context.userEnabledMathSDP());
    EXPECT_TRUE(context.userEnabledCuDNNSDP());
    const TracePtr trace = recordOrFail(cpuRequest({ "flash", "math" }));
    EXPECT_EQ(context.sDPPriorityOrder(), given);
    std::vector<std::int64_t> old;
    for (const at::SDPBackend backend : before) {
        old.push_back(static_cast<std::int64_t>(backend));
    }
    context.setSDPPriorityOrder(old);
    ASSERT_TRUE(trace);
    EXPECT_EQ(resultOf(*trace, "flash").backend, "flash");
    EXPECT_EQ(resultOf(*trace, "math").backend, "math");
}

TEST(UserReport, R117_EveryBackendThatCannotRunSaysWhy)
{
    const std::pair<const char*, std::vector<std::string>> expected[] = {
        { "naive", {} },
        { "math", {} },
        { "efficient", { "Memory-efficient attention needs a CUDA GPU: LibTorch has no CPU kernel for it." } },
        { "flash", { kNoDropout } },
        { "cudnn", { "cuDNN attention needs a CUDA GPU: cuDNN has no CPU kernels." } },
    };
    for (const auto& [name, reasons] : expected) {
        SCOPED_TRACE(name);
        const VariantAvailability variant = availabilityOf(withDropout(), name);
        EXPECT_EQ(variant.reasons, reasons);
        EXPECT_EQ(variant.available, reasons.empty());
    }
}

TEST(UserReport, R118_ReasonsComeWithTheVariantAndWithoutTheEmptyHeadline)
{
    // LibTorch warns in two messages: "Flash attention kernel not used because:", then the reason.
    const TracePtr trace = recordOrFail(cpuRequest({ "flash", "math" }, withDropout()));
    ASSERT_TRUE(trace);
    const VariantResult& flash = resultOf(*trace, "flash");
    EXPECT_EQ(flash.reasons, std::vector<std::string> { kNoDropout });
    for (const std::string& reason : flash.reasons) {
        EXPECT_EQ(reason.find("not used because"), std::string::npos) << reason;
        EXPECT_TRUE(reason.ends_with(".")) << reason;
    }
    EXPECT_TRUE(resultOf(*trace, "math").reasons.empty()) << "the reasons of flash are flash's alone";
}

TEST(UserReport, R119_WhereFlashCannotRunWhatWouldIsNamed)
{
    const auto report = recorder().variants(withDropout(), "cpu");
    ASSERT_TRUE(report.ok());
    std::vector<std::string> would;
    for (const VariantAvailability& variant : report.value().variants) {
        if (variant.available) {
            would.push_back(variant.name);
        }
    }
    EXPECT_EQ(would, (std::vector<std::string> { "naive", "inplace", "math", "auto" }));
    EXPECT_EQ(availabilityOf(withDropout(), "auto").chosenBackend, "math");
    EXPECT_EQ(availabilityOf(smallWorkload(), "auto").chosenBackend, "flash");
}

} // namespace
} // namespace attnscope
