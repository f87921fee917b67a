// SPDX-License-Identifier: GPL-3.0-or-later
// Variants of the user's own: operators of a library (tests/data/op_library.cpp) and AOTInductor packages.
#include "tests/recorder/recording_helpers.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <sys/wait.h>

namespace attnscope {
namespace {

using test::cpuRequest;
using test::recordOrFail;
using test::resultOf;
using test::smallWorkload;

CustomVariant ofLibrary(const std::string& op)
{
    return { op, "", ATTNSCOPE_OP_LIBRARY, "attnscope_test::" + op };
}

RecordRequest customRequest(const std::vector<std::string>& ops, const Workload& workload = smallWorkload())
{
    RecordRequest request = cpuRequest({ "naive" }, workload);
    for (const std::string& op : ops) {
        request.customVariants.push_back(ofLibrary(op));
    }
    return request;
}

bool hasNote(const Trace& trace, const std::string& note)
{
    const auto& notes = trace.session()->notes;
    return std::find(notes.begin(), notes.end(), note) != notes.end();
}

TEST(CustomVariant, RunsAfterTheBuiltInOnesLikeThem)
{
    const TracePtr trace = recordOrFail(customRequest({ "full", "masked" }));
    ASSERT_TRUE(trace);
    ASSERT_EQ(trace->session()->variants.size(), 3U);
    EXPECT_EQ(trace->session()->variants[0].name, "naive");
    EXPECT_EQ(resultOf(*trace, "full").backend, "flash")
        << "it calls LibTorch's attention, which chooses flash on the CPU";
    EXPECT_EQ(resultOf(*trace, "masked").backend, "custom");
    for (const char* name : { "full", "masked" }) {
        SCOPED_TRACE(name);
        const VariantResult& result = resultOf(*trace, name);
        ASSERT_EQ(result.status, VariantStatus::Done) << (result.reasons.empty() ? "" : result.reasons.front());
        EXPECT_EQ(result.title, name);
        EXPECT_EQ(result.steps.size(), 3U);
        ASSERT_TRUE(result.relativeError && result.cpuTiming);
        EXPECT_LT(*result.relativeError, 1e-6) << "it was told about the causal mask";
        const auto ops = test::namesIn(*trace, SpanKind::Op, result.steps[0]);
        EXPECT_EQ(test::countOf(ops, std::string("attnscope_test::") + name), 1);
    }
    EXPECT_TRUE(trace->session()->notes.empty());
}

TEST(CustomVariant, SaysWhatItCouldNotBeTold)
{
    const TracePtr causal = recordOrFail(customRequest({ "plain" }));
    ASSERT_TRUE(causal);
    EXPECT_EQ(resultOf(*causal, "plain").status, VariantStatus::Done);
    EXPECT_GT(*resultOf(*causal, "plain").relativeError, 0.1) << "it attends to the future, and the error shows it";
    EXPECT_TRUE(
        hasNote(*causal, "plain: It is not told about the causal mask: its signature has no argument for one."));

    Workload workload = smallWorkload();
    workload.mask = MaskKind::None;
    const TracePtr none = recordOrFail(customRequest({ "plain" }, workload));
    ASSERT_TRUE(none);
    EXPECT_LT(*resultOf(*none, "plain").relativeError, 1e-6);
    EXPECT_TRUE(none->session()->notes.empty());

    workload.mask = MaskKind::Padding;
    workload.batch = 2;
    const TracePtr padding = recordOrFail(customRequest({ "plain", "masked" }, workload));
    ASSERT_TRUE(padding);
    EXPECT_LT(*resultOf(*padding, "masked").relativeError, 1e-6);
    EXPECT_TRUE(
        hasNote(*padding, "plain: It is not told about the padding mask: its signature has no argument for one."));
}

TEST(CustomVariant, SeveralLayersGoThroughIt)
{
    Workload workload = smallWorkload();
    workload.layers = 3;
    const TracePtr trace = recordOrFail(customRequest({ "masked" }, workload));
    ASSERT_TRUE(trace);
    EXPECT_LT(*resultOf(*trace, "masked").relativeError, 1e-5);
}

TEST(CustomVariant, TrainsWhenTheOperatorCanBeDifferentiated)
{
    Workload workload = smallWorkload();
    workload.direction = Direction::Training;
    const TracePtr trace = recordOrFail(customRequest({ "full" }, workload));
    ASSERT_TRUE(trace);
    EXPECT_EQ(resultOf(*trace, "full").status, VariantStatus::Done);
}

TEST(CustomVariant, WhatIsWrongWithItIsOneSentenceAndStopsNothingElse)
{
    struct Case {
        CustomVariant variant;
        std::string reason;
    };
    const std::string library = ATTNSCOPE_OP_LIBRARY;
    const Case cases[] = {
        { ofLibrary("throws"), "the table of cosines is missing." },
        { ofLibrary("wrong_shape"), "It returned a tensor of shape [1, 2, 64] for queries of shape [1, 2, 64, 32]." },
        { ofLibrary("two_tensors"),
            "attnscope_test::two_tensors cannot be called as attention: its first three arguments must be the tensors "
            "q, k and v." },
        { ofLibrary("needs_more"),
            "attnscope_test::needs_more cannot be called as attention: nothing is known to pass as its argument "
            "\"window\" (int), which "
            "has no default." },
        { { "x", "", library, "nobody::knows" },
            library + " registers no operator nobody::knows, and none in that namespace." },
        { { "x", "", library, "knows" }, "--op knows is not of the form namespace::name." },
        { { "x", "", "/nowhere/lib.so", "a::b" }, "There is no library /nowhere/lib.so." },
        { { "x", "", "/nowhere/attention.pt2", "" }, "There is no package /nowhere/attention.pt2." },
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(one.variant.op + one.variant.library);
        RecordRequest request = cpuRequest({ "naive" });
        request.customVariants = { one.variant };
        const TracePtr trace = recordOrFail(request);
        ASSERT_TRUE(trace);
        EXPECT_EQ(resultOf(*trace, "naive").status, VariantStatus::Done);
        const VariantResult& result = resultOf(*trace, one.variant.name);
        EXPECT_EQ(result.status, VariantStatus::Failed);
        EXPECT_EQ(result.reasons, std::vector<std::string> { one.reason });
    }
}

TEST(CustomVariant, AFileThatIsNoLibraryOrPackageIsASentence)
{
    const auto folder = std::filesystem::temp_directory_path() / "attnscope_custom_variant_test";
    std::filesystem::create_directories(folder);
    for (const char* name : { "text.so", "text.pt2" }) {
        SCOPED_TRACE(name);
        const std::string path = folder / name;
        std::ofstream(path) << "no code\n";
        const bool package = std::string_view(name).ends_with(".pt2");
        const auto report =
            test::recorder().customVariants(smallWorkload(), "cpu", { { "x", "", path, package ? "" : "a::b" } });
        ASSERT_TRUE(report.ok());
        ASSERT_EQ(report.value().variants.size(), 1U);
        const VariantAvailability& answer = report.value().variants[0];
        EXPECT_FALSE(answer.available);
        ASSERT_EQ(answer.reasons.size(), 1U);
        EXPECT_EQ(answer.reasons[0].find(package ? "The package " + path + " cannot be loaded: "
                                                 : "The library " + path + " cannot be loaded: "),
            0U)
            << answer.reasons[0];
        EXPECT_EQ(answer.reasons[0].find('\n'), std::string::npos);
    }
    std::filesystem::remove_all(folder);
}

// Made once a build folder, with the torch for Python beside LibTorch; empty where there is none, with the reason.
std::string attentionPackage(std::string& whyNot)
{
    const std::string path = std::string(ATTNSCOPE_BINARY_DIR) + "/attention_1_2_64_32.pt2";
    if (std::filesystem::exists(path)) {
        return path;
    }
    const std::string torchFolder = std::filesystem::path(ATTNSCOPE_LIBTORCH_FOLDER).parent_path();
    const std::string command = "PYTHONPATH='" + torchFolder
        + "'\"${PYTHONPATH:+:$PYTHONPATH}\" timeout 250 python3 '" ATTNSCOPE_SOURCE_DIR
          "/tests/recorder/make_attention_package.py' '"
        + path + "' 1 2 64 32 >/dev/null 2>&1";
    switch (const int status = std::system(command.c_str()); WEXITSTATUS(status)) {
    case 0:
        return path;
    case 77:
        whyNot = "python3 has no torch here, or not what torch needs";
        break;
    case 124:
        whyNot = "compiling a package took too long";
        break;
    default:
        whyNot = "torch cannot compile a package here";
    }
    return {};
}

TEST(CustomVariant, APackageOfAotInductorRunsLikeAnyOther)
{
    std::string whyNot;
    const std::string package = attentionPackage(whyNot);
    if (package.empty()) {
        GTEST_SKIP() << "an AOTInductor package: " << whyNot;
    }
    Workload workload = smallWorkload();
    workload.mask = MaskKind::None;
    RecordRequest request = cpuRequest({ "naive" }, workload);
    request.customVariants = { { "package", "", package, "" } };
    const TracePtr trace = recordOrFail(request);
    ASSERT_TRUE(trace);
    const VariantResult& result = resultOf(*trace, "package");
    ASSERT_EQ(result.status, VariantStatus::Done) << (result.reasons.empty() ? "" : result.reasons.front());
    EXPECT_EQ(result.backend, "custom");
    EXPECT_EQ(result.steps.size(), 3U);
    EXPECT_LT(result.relativeError.value_or(1), 1e-6);

    request.workload.mask = MaskKind::Causal;
    const TracePtr causal = recordOrFail(request);
    ASSERT_TRUE(causal);
    EXPECT_TRUE(hasNote(*causal, "package: It is not told about the mask: a package gets q, k and v."));
}

TEST(CustomVariant, IsAskedForWithoutRunning)
{
    const auto report = test::recorder().customVariants(
        smallWorkload(), "cpu", { ofLibrary("full"), ofLibrary("throws"), ofLibrary("two_tensors") });
    ASSERT_TRUE(report.ok());
    ASSERT_EQ(report.value().variants.size(), 3U);
    EXPECT_TRUE(report.value().variants[0].available);
    EXPECT_EQ(report.value().variants[0].chosenBackend, "custom");
    EXPECT_TRUE(report.value().variants[1].available) << "what it does when it runs is not known before";
    EXPECT_FALSE(report.value().variants[2].available);
}

TEST(CustomVariant, NeedsANameOfItsOwn)
{
    const std::atomic<bool> cancel { false };
    for (const char* name : { "", "flash", "mine" }) {
        RecordRequest request = cpuRequest({ "naive" });
        request.customVariants = { { "mine", "", ATTNSCOPE_OP_LIBRARY, "attnscope_test::full" },
            { name, "", ATTNSCOPE_OP_LIBRARY, "attnscope_test::full" } };
        const auto result = test::recorder().record(request, {}, cancel);
        ASSERT_FALSE(result.ok()) << name;
        EXPECT_EQ(result.error().kind, ErrorKind::Usage) << name;
    }
}

TEST(CustomVariant, AloneIsEnough)
{
    RecordRequest request = customRequest({ "full" });
    request.variants.clear();
    const TracePtr trace = recordOrFail(request);
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->session()->variants.size(), 1U);
}

} // namespace
} // namespace attnscope
