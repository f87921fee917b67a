// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/picture_legend.h"

#include "tests/support/fake_session.h"
#include "ui/common/theme.h"
#include "ui/timeline/colour_bar.h"

#include <gtest/gtest.h>

#include <QImage>
#include <QTemporaryDir>

namespace attnscope {
namespace {

TEST(PictureLegend, NamesOnlyWhatIsInTheRange)
{
    const TracePtr trace = test::fakeGpuSession();
    const auto step = kernelsIn(trace, { 450'000, 651'000 });
    ASSERT_EQ(step.size(), 4U);
    EXPECT_EQ(step[0].name, test::kTensorCoreGemm);
    EXPECT_EQ(step[0].total, 100'000);
    EXPECT_EQ(step[0].mathUnit, MathUnit::TensorCore);
    const auto copy = kernelsIn(trace, { 560'000, 600'000 });
    ASSERT_EQ(copy.size(), 1U);
    EXPECT_EQ(copy[0].name, test::kMemcpy);
    EXPECT_EQ(copy[0].mathUnit, MathUnit::None);
    EXPECT_TRUE(kernelsIn(trace, { 900'000, 901'000 }).empty());
}

TEST(PictureLegend, GoesByTheUnitThatIsProvedForEachLaunch)
{
    test::FakeRecording recording;
    Session session;
    session.device = test::fakeGpu();
    const char* const proof = R"({"sass matrix instructions": "none"})";
    const TimeRange step = recording.step(0,
        { { SpanKind::Kernel, test::kTensorCoreGemm, 200'000, 50'000, 7, "{}" },
            { SpanKind::Kernel, test::kTensorCoreGemm, 300'000, 100'000, 7, proof } });
    session.variants.push_back(test::fakeResult("naive", { 0, 1'000'000 }, { step }));
    recording.builder().setSession(std::move(session));
    const TracePtr trace = recording.builder().finish();
    const auto kernels = kernelsIn(trace, { 0, 1'000'000 });
    ASSERT_EQ(kernels.size(), 2U);
    EXPECT_EQ(kernels[0].mathUnit, MathUnit::CudaCore);
    EXPECT_EQ(kernels[0].total, 100'000);
    EXPECT_EQ(kernels[1].mathUnit, MathUnit::TensorCore);
    EXPECT_EQ(kernels[1].total, 50'000);
    EXPECT_EQ(legendOf(ColourBy::MathUnit, kernels).size(), 2U);
    EXPECT_EQ(legendOf(ColourBy::Role, kernels).size(), 1U);
    EXPECT_EQ(legendOf(ColourBy::Name, kernels).size(), 1U);
}

TEST(PictureLegend, StandsBelowTheLanesOfAPicture)
{
    ThemeController::instance().setMode(ThemeController::Mode::Light);
    const QTemporaryDir folder;
    const TracePtr trace = test::fakeGpuSession();
    TimelineView view;
    view.resize(800, 400);
    view.setVariant(trace, variantsOf(*trace).front());
    const ExportFooter footer = legendFooter(view);
    ASSERT_GT(footer.height, 0);
    const QString with = folder.filePath(QStringLiteral("with.png"));
    const QString without = folder.filePath(QStringLiteral("without.png"));
    ASSERT_TRUE(view.exportTo(with, QSize(800, 400), footer).ok());
    ASSERT_TRUE(view.exportTo(without, QSize(800, 400)).ok());
    const QImage picture(with);
    ASSERT_EQ(picture.size(), QSize(800, 400));
    // Right of the legend's words there is only its background; without a legend there are lanes.
    EXPECT_EQ(picture.pixelColor(780, 398), Theme::current().window);
    EXPECT_NE(QImage(without).pixelColor(780, 398), Theme::current().window);
    int matmul = 0;
    for (int x = 0; x < 200; ++x) {
        matmul += picture.pixelColor(x, 400 - footer.height / 2) == Theme::current().role(RoleGroup::Matmul) ? 1 : 0;
    }
    EXPECT_GE(matmul, 8); // a swatch of 10 px
    view.setViewRange({ 900'000, 990'000 });
    EXPECT_EQ(legendFooter(view).height, 0);
}

} // namespace
} // namespace attnscope
