// SPDX-License-Identifier: GPL-3.0-or-later
// What the inspector says of a kernel whose instructions were counted or whose machine code was read.
#include "tests/support/fake_session.h"
#include "ui/details/detail_card.h"

#include <gtest/gtest.h>

namespace attnscope {
namespace {

using namespace test;

DetailCard cardOf(const char* name, const char* args)
{
    FakeRecording recording;
    Session session;
    session.device = fakeGpu();
    const TimeRange step = recording.step(0, { { SpanKind::Kernel, name, 150'000, 100'000, 7, args } });
    session.variants.push_back(fakeResult("naive", { 0, 1'000'000 }, { step }));
    recording.builder().setSession(std::move(session));
    const TracePtr trace = recording.builder().finish();
    return describe(*trace, variantsOf(*trace)[0], trace->gpuWork()[0]);
}

std::string valueOf(const DetailCard& card, const char* key)
{
    return card.valueOf(QString::fromLatin1(key)).toStdString();
}

TEST(EvidenceCard, ShowsWhatTheCountersSaw)
{
    const DetailCard card = cardOf(kTensorCoreGemm,
        R"({"tensor instructions": 262144, "hfma2 instructions": 0, "dram read bytes": 30000000, "dram write bytes": 270000000,
        "warps active %": 14.7, "sass matrix instructions": "HGMMA"})");
    EXPECT_TRUE(valueOf(card, "Math unit").starts_with("Tensor Cores")) << card.asText().toStdString();
    EXPECT_EQ(valueOf(card, "Evidence"), "counters: 262,144 TC instructions");
    EXPECT_EQ(valueOf(card, "Machine code"), "HGMMA");
    EXPECT_TRUE(valueOf(card, "Name").starts_with("rule ")) << valueOf(card, "Name");
    EXPECT_EQ(valueOf(card, "But"), "");
    EXPECT_FALSE(valueOf(card, "Tensor instr.").empty());
    EXPECT_NE(valueOf(card, "DRAM").find("GB/s"), std::string::npos) << valueOf(card, "DRAM");
    EXPECT_FALSE(valueOf(card, "Warps active").empty());
}

TEST(EvidenceCard, SaysWhenTheNameIsContradicted)
{
    const DetailCard card = cardOf(kTensorCoreGemm, R"({"sass matrix instructions": "none"})");
    EXPECT_EQ(valueOf(card, "Math unit"), "CUDA cores");
    EXPECT_EQ(valueOf(card, "Evidence"), "machine code: no matrix instruction");
    EXPECT_FALSE(card.title.contains(QStringLiteral("TC"))) << card.title.toStdString();
    EXPECT_TRUE(card.sentence.endsWith(QStringLiteral("but its machine code holds no matrix instruction.")))
        << card.sentence.toStdString();
    EXPECT_EQ(
        valueOf(card, "But"), "The name speaks of Tensor Cores, but its machine code holds no matrix instruction.");
    EXPECT_EQ(valueOf(card, "DRAM"), "");
    EXPECT_EQ(valueOf(card, "Warps active"), "");
}

TEST(EvidenceCard, WithoutEitherTheNameSpeaks)
{
    const DetailCard card = cardOf(kCudaCoreGemm, "{}");
    EXPECT_TRUE(valueOf(card, "Math unit").starts_with("CUDA cores"));
    EXPECT_TRUE(valueOf(card, "Evidence").starts_with("name, rule "));
}

} // namespace
} // namespace attnscope
