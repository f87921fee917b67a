// SPDX-License-Identifier: GPL-3.0-or-later
// What operators' inputs add to kernel names: the args themselves, made-up traces, and the recordings of an H200.
#include "profiler/analysis/name_completion.h"

#include "profiler/importing/import_trace.h"
#include "tests/shared_data.h"

#include <gtest/gtest.h>

#include <set>

namespace attnscope {
namespace {

struct Completed {
    TracePtr trace;
    NameCompletion completion;
};

// One operator with these args, one launch, one kernel of this name.
Completed complete(const std::string& kernel, const std::string& args, const std::string& category = "kernel")
{
    const std::string text = R"({"traceEvents":[
        {"ph":"X","cat":"cpu_op","name":"aten::matmul","pid":1,"tid":1,"ts":10,"dur":80,"args":{"Input type":["double"],"Input Dims":[[2]]}},
        {"ph":"X","cat":"cpu_op","name":"aten::bmm","pid":1,"tid":1,"ts":20,"dur":60,"args":)"
        + args + R"(},
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":30,"dur":5,"args":{"correlation":7}},
        {"ph":"X","cat":")"
        + category + R"(","name":")" + kernel
        + R"(","pid":0,"tid":7,"ts":50,"dur":9,"args":{"correlation":7,"device":0,"stream":7}}]})";
    auto trace = importTraceText(text, "inline");
    EXPECT_TRUE(trace.ok());
    return { trace.value(), completeName(*trace.value(), trace.value()->gpuWork().at(0)) };
}

const std::string kTwoBf16 = R"({"Input type":["c10::BFloat16","c10::BFloat16"],"Input Dims":[[8,64,64],[8,64,128]]})";
const std::string kTriton = "triton_tem_fused_mm_0"; ///< says nothing about types
const std::string kFp32Gemm = "ampere_sgemm_128x64_nn";

TEST(OpInputs, AreTheTensorsOfTheArgs)
{
    const auto inputs = opInputs(
        R"({"Other":[1],"Input Dims":[[8,64,64],[],[[2,2],[2]],[5]],"Input type":["c10::Half","Scalar","TensorList","long int"]})");
    ASSERT_EQ(inputs.size(), 2U);
    EXPECT_EQ(inputs[0].dtype, "fp16");
    EXPECT_EQ(inputs[0].dims, (std::vector<std::int64_t> { 8, 64, 64 }));
    EXPECT_EQ(inputs[1].dtype, "int64");
    EXPECT_EQ(inputs[1].dims, (std::vector<std::int64_t> { 5 }));
}

TEST(OpInputs, DamagedArgsHaveNone)
{
    for (const char* args : { "", "{}", "{\"Input type\":", R"({"Input type":"float"})",
             R"({"Input type":[1,null,{}]})", R"({"Input type":[[}})" }) {
        EXPECT_TRUE(opInputs(args).empty()) << args;
    }
    EXPECT_TRUE(opInputs(R"({"Input type":["float"],"Input Dims":7})").at(0).dims.empty());
    EXPECT_TRUE(opInputs(R"({"Input type":["float"],"Input Dims":[[2,18446744073709551615]]})").at(0).dims.empty());
}

TEST(NameCompletion, FillsWhatTheNameLeavesOpen)
{
    const auto [trace, completion] = complete(kTriton, kTwoBf16);
    ASSERT_EQ(trace->decoded(trace->gpuWork().at(0)).inputDtype, "?");
    ASSERT_TRUE(completion.op);
    EXPECT_EQ(trace->name(*completion.op), "aten::bmm"); // the innermost one, not matmul with its doubles
    EXPECT_EQ(completion.dtype, "bf16");
    EXPECT_TRUE(completion.completes);
    EXPECT_FALSE(completion.disagrees);
    EXPECT_EQ(completion.text, "The name does not say the type; the inputs of aten::bmm are bf16.");
}

TEST(NameCompletion, TellsWhereNameAndInputsDiffer)
{
    const auto [trace, completion] = complete(kFp32Gemm, kTwoBf16);
    EXPECT_FALSE(completion.completes);
    EXPECT_TRUE(completion.disagrees);
    EXPECT_EQ(completion.text, "The name says fp32, but the inputs of aten::bmm are bf16.");
}

TEST(NameCompletion, IsSilentWhereTheyAgree)
{
    const std::string twoFloats = R"({"Input type":["float","float"],"Input Dims":[[8,8],[8,8]]})";
    for (const std::string& name : { kFp32Gemm, std::string("ampere_tf32_s1688gemm_128x64_nn") }) {
        const auto [trace, completion] = complete(name, twoFloats);
        EXPECT_EQ(completion.dtype, "fp32") << name;
        EXPECT_FALSE(completion.completes) << name;
        EXPECT_FALSE(completion.disagrees) << name;
        EXPECT_EQ(completion.text, "") << name;
    }
}

TEST(NameCompletion, DoesNotGuess)
{
    struct Case {
        const char* args;
        const char* dtype;
    };
    const Case cases[] = {
        { R"({"Input type":["float","c10::BFloat16"],"Input Dims":[[4],[4]]})", "" }, // two types
        { R"({"Input type":["c10::BFloat16","float"],"Input Dims":[[4],[]]})", "bf16" }, // the second is a scalar
        { R"({"Input type":["long int","bool"],"Input Dims":[[4],[4]]})", "" }, // nothing floating
        { R"({"Input type":["float"],"Input Dims":[[]]})", "" }, // perhaps a number
        { R"({"Input type":["Scalar",""],"Input Dims":[[],[]]})", "fp64" }, // no tensors: the operator around it
        { "{}", "fp64" },
    };
    for (const Case& c : cases) {
        const auto [trace, completion] = complete(kTriton, c.args);
        EXPECT_EQ(completion.dtype, c.dtype) << c.args;
        EXPECT_EQ(completion.completes, *c.dtype != '\0') << c.args;
    }
}

TEST(NameCompletion, LeavesCopiesAlone)
{
    const auto [trace, completion] = complete("Memcpy DtoD (Device -> Device)", kTwoBf16, "gpu_memcpy");
    EXPECT_TRUE(completion.op);
    EXPECT_FALSE(completion.completes);
    EXPECT_FALSE(completion.disagrees);
}

TEST(NameCompletion, OfTheSharedTraces)
{
    if (!test::sharedFile("data/traces/T001.json.gz")) {
        GTEST_SKIP() << "the shared traces are not here (data/traces)";
    }
    struct Case {
        const char* file;
        std::size_t completed, disagree;
        const char* text; ///< of one that completes or disagrees
    };
    const Case cases[] = {
        // Mixture of experts: the operator quantises its inputs before it multiplies.
        { "T001.json.gz", 0, 72, "The name says fp4 e2m1 x fp8 e4m3, but the inputs of vllm::moe_forward are bf16." },
        { "T003.json.gz", 4, 0,
            "The name does not say the type; the inputs of aten::_flash_attention_forward are bf16." },
        { "T012.json.gz", 5, 0,
            "The name does not say the type; the inputs of triton_poi_fused__unsafe_view_add_3 are bf16." },
        { "T042.json.gz", 0, 0, "" }, // scans of int32 indices in operators on fp32: no disagreement
    };
    for (const Case& c : cases) {
        const auto trace = importTrace(test::sharedFile("data/traces/" + std::string(c.file)).value().string());
        ASSERT_TRUE(trace.ok()) << trace.error().message;
        std::size_t completed = 0, disagree = 0;
        std::set<std::string> words;
        for (const SpanRef span : trace.value()->gpuWork()) {
            const NameCompletion completion = completeName(*trace.value(), span);
            completed += completion.completes ? 1 : 0;
            disagree += completion.disagrees ? 1 : 0;
            words.insert(completion.text);
        }
        EXPECT_EQ(completed, c.completed) << c.file;
        EXPECT_EQ(disagree, c.disagree) << c.file;
        EXPECT_EQ(words.count(c.text), 1U) << c.file;
    }
}

} // namespace
} // namespace attnscope
