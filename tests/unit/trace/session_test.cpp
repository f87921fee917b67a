// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/session.h"

#include <gtest/gtest.h>

namespace attnscope {
namespace {

Session fullSession()
{
    Session s;
    s.workload = { 2, 32, 8, 1'021, 2'048, 128, DType::Float16, MaskKind::Padding, Direction::Training, 3, 0.1 };
    s.device = { "cuda", 1, "NVIDIA H200", 0, "580.159.03", 150'109'880'320, DeviceLimits {} };
    s.device.limits->ccMajor = 9;
    s.device.limits->smCount = 132;
    s.versions = { "0.1.0", "2.11.0", "13.0", "9.15.1", "130001" };
    s.seed = 18'446'744'073'709'551'615U;
    s.recordedAt = "2026-11-30T16:00:00Z";
    s.notes = { "a \"note\" with \\ and ü" };
    VariantResult v;
    v.name = "cudnn";
    v.title = "cuDNN";
    v.status = VariantStatus::Refused;
    v.reasons = { "one", "two" };
    v.backend = "cudnn";
    v.window = { 10, 9'007'199'254'740'993 };
    v.steps = { { 20, 30 }, { 40, 50 } };
    v.gpuTiming = TimingStats { 57.5, 56.25, 60.125, 50 };
    v.peakMemoryBytes = 1 << 30;
    v.maxAbsError = 0.0078125;
    v.nanCount = 0;
    v.counts = { 7, 6, 5, 4, 3, 2, 1 };
    s.variants = { v };
    return s;
}

TEST(Session, JsonIsItsOwnInverse)
{
    std::string json = sessionToJson(fullSession());
    auto read = sessionFromJson(json);
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(sessionToJson(read.value()), json);
    EXPECT_EQ(read.value().workload, fullSession().workload);
    EXPECT_EQ(read.value().seed, 18'446'744'073'709'551'615U);
    EXPECT_EQ(read.value().variants[0].window.end, 9'007'199'254'740'993);
    EXPECT_EQ(read.value().variants[0].cpuTiming.has_value(), false);
    EXPECT_EQ(read.value().variants[0].counts.beforeLaunch, 1);
    EXPECT_EQ(read.value().device.limits->smCount, 132);
}

TEST(Session, MissingFieldsKeepTheirDefaults)
{
    auto read = sessionFromJson(R"({"workload": {"heads": 4, "seq": 256}})");
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read.value().workload.kvHeads, 4);
    EXPECT_EQ(read.value().workload.kvSeq, 256);
    EXPECT_EQ(read.value().workload.headDim, 64);
}

TEST(Session, WhatCannotBeReadIsASentence)
{
    EXPECT_FALSE(sessionFromJson("[]").ok());
    EXPECT_FALSE(sessionFromJson("{").ok());
    EXPECT_FALSE(sessionFromJson(R"({"workload": {"batch": "many"}})").ok());
    EXPECT_EQ(sessionFromJson(R"({"workload": {"dtype": "int4"}})").error().message,
        "The \"attnscope\" part cannot be read: \"int4\" is not a known dtype.");
    EXPECT_EQ(sessionFromJson(R"({"workload": {"batch": 1e109}})").error().message,
        "The \"attnscope\" part cannot be read: 1e+109 is no number, or too large a number, for \"batch\".");
    EXPECT_FALSE(sessionFromJson(R"({"variants": [{"window": [0, 1e19]}]})").ok());
    EXPECT_FALSE(sessionFromJson(R"({"device": {"index": 4294967296}})").ok());
    EXPECT_EQ(sessionFromJson(R"({"format_version": 2})").error().message,
        "The \"attnscope\" part has format 2, this version reads up to 1.");
}

TEST(Workload, SizesOfTheArticlesShape)
{
    EXPECT_EQ(scoreBytes(Workload {}), 268'435'456); // 256 MiB
    EXPECT_DOUBLE_EQ(matmulFlop(Workload {}), 34'359'738'368.0);
}

TEST(Workload, ProblemsNameTheirOption)
{
    EXPECT_TRUE(validate(Workload {}).empty());
    struct Case {
        std::int64_t Workload::*field;
        std::int64_t value;
        std::string option;
    };
    for (const Case& c :
        { Case { &Workload::batch, 0, "--batch" }, Case { &Workload::seq, -1, "--seq" },
            Case { &Workload::kvHeads, 3, "--kv-heads" }, Case { &Workload::headDim, 0, "--head-dim" },
            Case { &Workload::layers, 0, "--layers" }, Case { &Workload::batch, std::int64_t { 1 } << 60, "--seq" } }) {
        Workload workload;
        workload.*c.field = c.value;
        auto problems = validate(workload);
        ASSERT_FALSE(problems.empty()) << c.option;
        EXPECT_EQ(problems[0].option, c.option);
    }
}

TEST(Enums, TextAndBack)
{
    EXPECT_EQ(toString(DType::BFloat16), "bf16");
    EXPECT_EQ(parseDType("fp32"), std::optional(DType::Float32));
    EXPECT_EQ(parseDType("int8"), std::nullopt);
    EXPECT_EQ(parseMask("padding"), std::optional(MaskKind::Padding));
    EXPECT_EQ(parseDirection("training"), std::optional(Direction::Training));
}

} // namespace
} // namespace attnscope
