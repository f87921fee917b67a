// SPDX-License-Identifier: GPL-3.0-or-later
// What the inspector says about a kernel, a call, an operator and a copy.
#include "tests/gui/gui_helpers.h"
#include "ui/details/detail_card.h"
#include "ui/details/inspector.h"

#include <gtest/gtest.h>

namespace attnscope {
namespace {

struct Recording {
    TracePtr trace = test::fakeGpuSession();
    std::vector<VariantView> views = variantsOf(*trace);

    SpanRef gpu(std::string_view name, Ns after) const
    {
        for (const SpanRef span : trace->gpuWork()) {
            if (trace->name(span) == name && trace->start(span) >= after) {
                return span;
            }
        }
        ADD_FAILURE() << name;
        return {};
    }
};

TEST(DetailCard, Kernel)
{
    const Recording recording;
    const SpanRef kernel = recording.gpu(test::kTensorCoreGemm, 400'000);
    const DetailCard card = describe(*recording.trace, recording.views[0], kernel);
    EXPECT_EQ(card.role, RoleGroup::Matmul);
    EXPECT_EQ(card.valueOf(QStringLiteral("Duration")).toStdString(), "100 µs");
    EXPECT_EQ(card.valueOf(QStringLiteral("Of forward")).toStdString(), "49.8 %"); // 100 of 201
    EXPECT_EQ(card.valueOf(QStringLiteral("Launched by")).toStdString(), "bmm");
    EXPECT_EQ(card.valueOf(QStringLiteral("API call")).toStdString(), "cudaLaunchKernel");
    EXPECT_EQ(card.valueOf(QStringLiteral("Grid")).toStdString(), "2 × 66 × 1 blocks");
    EXPECT_EQ(card.valueOf(QStringLiteral("Block")).toStdString(), "384 threads");
    EXPECT_EQ(card.valueOf(QStringLiteral("Registers")).toStdString(), "168 a thread");
    EXPECT_EQ(card.valueOf(QStringLiteral("Shared")).toStdString(), "213,188 B a block");
    EXPECT_TRUE(card.valueOf(QStringLiteral("Math unit")).startsWith(QStringLiteral("Tensor Cores")))
        << card.asText().toStdString();
    EXPECT_TRUE(card.valueOf(QStringLiteral("Evidence")).startsWith(QStringLiteral("name, rule ")))
        << card.asText().toStdString();
    EXPECT_EQ(card.fullName.toStdString(), test::kTensorCoreGemm);
}

TEST(DetailCard, CopyHasARate)
{
    const Recording recording;
    const DetailCard card = describe(*recording.trace, recording.views[0], recording.gpu(test::kMemcpy, 0));
    EXPECT_EQ(card.role, RoleGroup::Copy);
    EXPECT_EQ(card.valueOf(QStringLiteral("Math unit")).toStdString(), "none: it moves data");
    EXPECT_EQ(card.valueOf(QStringLiteral("Grid")).toStdString(), "");
}

TEST(DetailCard, CallAndOperator)
{
    const Recording recording;
    const SpanRef api = *recording.trace->launchOf(recording.gpu(test::kTensorCoreGemm, 400'000));
    const DetailCard call = describe(*recording.trace, recording.views[0], api);
    EXPECT_EQ(call.title.toStdString(), "cudaLaunchKernel · 2.00 µs");
    EXPECT_EQ(call.valueOf(QStringLiteral("Called by")).toStdString(), "bmm");
    EXPECT_EQ(call.valueOf(QStringLiteral("Step")).toStdString(), "step 1");
    const DetailCard op = describe(*recording.trace, recording.views[0], *recording.trace->opOf(api));
    EXPECT_EQ(op.title.toStdString(), "aten::bmm · 5.00 µs");
    EXPECT_EQ(op.valueOf(QStringLiteral("Launches")).toStdString(), "1");
    EXPECT_EQ(op.valueOf(QStringLiteral("GPU time")).toStdString(), "100 µs");
    EXPECT_EQ(op.valueOf(QStringLiteral("Called by")).toStdString(), "ProfilerStep#1");
}

TEST(Inspector, ShowsACardOrWhatToDo)
{
    const Recording recording;
    Inspector inspector;
    EXPECT_FALSE(inspector.card().has_value());
    inspector.showCard(describe(*recording.trace, recording.views[0], recording.trace->gpuWork().front()));
    ASSERT_TRUE(inspector.card().has_value());
    inspector.showNothing();
    EXPECT_FALSE(inspector.card().has_value());
}

} // namespace
} // namespace attnscope
