// SPDX-License-Identifier: GPL-3.0-or-later
// A role picked across the variants: its card, its page, its column, and what is lit for it.
#include "tests/gui/main_window_fixture.h"
#include "tests/shared_data.h"
#include "ui/common/action_registry.h"
#include "ui/common/role_legend.h"
#include "ui/common/search_field.h"
#include "ui/common/status_line.h"
#include "ui/common/table_view.h"
#include "ui/common/toolbar.h"
#include "ui/compare/comparison_model.h"
#include "ui/compare/comparison_panel.h"
#include "ui/details/inspector.h"
#include "ui/details/role_card.h"
#include "ui/timeline/colour_bar.h"
#include "ui/timeline/timeline_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QHeaderView>
#include <QTest>
#include <QToolButton>

namespace attnscope {
namespace {

using test::FakeRecording;
using test::waitFor;
using testing::ElementsAre;

std::vector<std::string> wordsOf(const RoleCard& card)
{
    std::vector<std::string> words;
    for (const RoleCard::Row& row : card.rows) {
        const QString time = row.place == RoleCard::Place::Own ? formatTimeAuto(row.time) : QStringLiteral("–");
        words.push_back((row.name + QStringLiteral(": ") + time + QStringLiteral(", ") + row.note).toStdString());
    }
    return words;
}

// naive: a GEMM of 10 µs on Tensor Cores and a softmax of 20; fused: an attention kernel of 15; copies: a copy alone.
TracePtr threeVariants(MaskKind mask)
{
    FakeRecording recording;
    Session session;
    session.device = test::fakeGpu();
    session.workload.mask = mask;
    const auto naive = recording.step(0,
        { { SpanKind::Kernel, test::kTensorCoreGemm, 10'000, 10'000 },
            { SpanKind::Kernel, "softmax_warp_forward", 20'000, 20'000 } });
    session.variants.push_back(test::fakeResult("naive", { 0, 1'000'000 }, { naive }));
    const auto fused = recording.step(1'000'000,
        { { SpanKind::Kernel,
            "void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128, 128, 4, false, false, "
            "cutlass::bfloat16_t>, false, true>(pytorch_flash::Flash_fwd_params)",
            1'010'000, 15'000 } });
    session.variants.push_back(test::fakeResult("flash", { 1'000'000, 2'000'000 }, { fused }));
    const auto copies = recording.step(2'000'000,
        { { SpanKind::Kernel, test::kTensorCoreGemm, 2'010'000, 12'000 },
            { SpanKind::Memcpy, test::kMemcpy, 2'030'000, 5'000 } });
    session.variants.push_back(test::fakeResult("mine", { 2'000'000, 3'000'000 }, { copies }));
    session.variants.push_back(test::fakeResult("cudnn", { 3'000'000, 3'000'000 }, {}));
    session.variants.back().status = VariantStatus::Refused;
    session.variants.back().reasons = { "No." };
    recording.builder().setSession(std::move(session));
    return recording.builder().finish();
}

RoleCard cardOf(const TracePtr& trace, RoleGroup role, const Guess& guess = {})
{
    return describeRole(*trace, summarize(*trace), guess, role);
}

TEST(RoleCard, SaysWhereTheWorkIsInEveryVariant)
{
    const TracePtr trace = threeVariants(MaskKind::Causal);
    const RoleCard softmax = cardOf(trace, RoleGroup::Softmax);
    EXPECT_EQ(softmax.title.toStdString(), "softmax, in all variants");
    EXPECT_THAT(wordsOf(softmax),
        ElementsAre(
            "naive: 20.0 µs, baseline", "flash: –, inside flash attention", "mine: –, none", "cudnn: –, did not run"));
    EXPECT_EQ(softmax.sentence.toStdString(), "By itself in 1 of 3 variants, inside attention in 1.");
    EXPECT_EQ(softmax.longest, 20'000);

    const RoleCard matmul = cardOf(trace, RoleGroup::Matmul);
    EXPECT_THAT(wordsOf(matmul),
        ElementsAre("naive: 10.0 µs, baseline", "flash: –, inside flash attention", "mine: 12.0 µs, +20.0 %",
            "cudnn: –, did not run"));
    EXPECT_EQ(matmul.sentence.toStdString(), "By itself in 2 of 3 variants, inside attention in the others.");
    EXPECT_TRUE(matmul.rows[0].usesTensorCores);
    EXPECT_FALSE(softmax.rows[0].usesTensorCores);

    const RoleCard copy = cardOf(trace, RoleGroup::Copy); // no attention kernel holds one
    EXPECT_THAT(
        wordsOf(copy), ElementsAre("naive: –, none", "flash: –, none", "mine: 5.00 µs, ", "cudnn: –, did not run"));
    EXPECT_EQ(copy.sentence.toStdString(), "In 1 of 3 variants.");
}

TEST(RoleCard, AMaskIsInsideAttentionOnlyWhereThereIsOne)
{
    EXPECT_EQ(cardOf(threeVariants(MaskKind::Causal), RoleGroup::Mask).rows[1].place, RoleCard::Place::InsideAttention);
    EXPECT_EQ(cardOf(threeVariants(MaskKind::None), RoleGroup::Mask).rows[1].place, RoleCard::Place::Nowhere);
}

TEST(RoleCard, WhatTheGuessCoversStaysCovered)
{
    Guess guess;
    guess.covers = true;
    const RoleCard card = cardOf(threeVariants(MaskKind::Causal), RoleGroup::Matmul, guess);
    EXPECT_THAT(wordsOf(card),
        ElementsAre("naive: 10.0 µs, baseline", "flash: –, covered until you guess", "mine: –, covered until you guess",
            "cudnn: –, did not run"));
    EXPECT_EQ(card.longest, 10'000);
    EXPECT_EQ(card.sentence.toStdString(), "What the others spend in it waits for your guess.");
}

TEST(RoleCard, SpansAreThoseOfTheRecordedSteps)
{
    const TracePtr trace = test::fakeGpuSession();
    const VariantView naive = variantsOf(*trace)[0];
    const auto spans = spansOfRole(*trace, naive, RoleGroup::Matmul);
    std::vector<Ns> starts;
    for (const SpanRef span : spans) {
        starts.push_back(trace->start(span));
    }
    EXPECT_THAT(starts, ElementsAre(451'000, 601'000, 652'000, 782'000)); // not the warm-up's at 150
    EXPECT_TRUE(spansOfRole(*trace, naive, RoleGroup::Softmax).empty());
}

class RolesInTheWindow : public test::MainWindowFixture {
protected:
    static bool shows(const MainWindow& window, RoleGroup role, std::size_t lit)
    {
        return waitFor([&] {
            const auto& card = window.inspector().roleCard();
            return card && card->role == role && window.timeline().lit().size() == lit;
        });
    }
    static ComparisonPanel& comparison(const MainWindow& window) { return window.bottomPanel().comparison(); }
};

TEST_F(RolesInTheWindow, AHeaderOfByRolePicksItAndEscapeLeavesIt)
{
    const auto window = opened();
    ComparisonPanel& panel = comparison(*window);
    panel.setView(ComparisonPanel::View::ByRole);
    int column = 0;
    while (panel.model().roleOfColumn(column) != RoleGroup::Matmul) {
        ASSERT_LT(++column, panel.model().columnCount());
    }
    QHeaderView* header = panel.table().horizontalHeader();
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
        QPoint(header->sectionViewportPosition(column) + header->sectionSize(column) / 2, 8));
    EXPECT_TRUE(shows(*window, RoleGroup::Matmul, 4));
    EXPECT_EQ(panel.model().picked(), RoleGroup::Matmul);
    EXPECT_TRUE(window->statusLine().right().contains(QStringLiteral("matmul: 4 spans")))
        << window->statusLine().right().toStdString();
    QTest::keyClick(&window->timeline(), Qt::Key_Escape);
    EXPECT_FALSE(window->inspector().roleCard());
    EXPECT_FALSE(panel.model().picked());
    EXPECT_TRUE(window->timeline().lit().empty());
}

TEST_F(RolesInTheWindow, TheLegendPicksItToo)
{
    const auto window = opened();
    RoleLegend& legend = comparison(*window).legend();
    const QRect place = legend.placeOf(RoleGroup::Copy);
    ASSERT_FALSE(place.isEmpty());
    QTest::mouseClick(&legend, Qt::LeftButton, {}, place.center());
    EXPECT_TRUE(shows(*window, RoleGroup::Copy, 2));
    QTest::mouseClick(&legend, Qt::LeftButton, {}, QPoint(legend.width() - 2, 4)); // on nothing
    EXPECT_EQ(window->inspector().roleCard()->role, RoleGroup::Copy);
}

TEST_F(RolesInTheWindow, SoDoTheColoursBelowTheTimelineWhereTheyAreRoles)
{
    const auto window = opened();
    ColourBar& bar = window->colourBar();
    ASSERT_EQ(bar.legend().at(1).text.toStdString(), "copy");
    QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.placeOf(1).center());
    EXPECT_TRUE(shows(*window, RoleGroup::Copy, 2));
    QTest::keyClick(&window->timeline(), Qt::Key_Escape);
    ASSERT_FALSE(window->inspector().roleCard());
    bar.setColourBy(ColourBy::MathUnit);
    QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.placeOf(0).center());
    QTest::qWait(50);
    EXPECT_FALSE(window->inspector().roleCard());
}

TEST_F(RolesInTheWindow, KeysGoThroughThemAndAnotherVariantKeepsIt)
{
    const auto window = opened();
    window->actions().action(QStringLiteral("role"))->trigger();
    EXPECT_TRUE(shows(*window, RoleGroup::Matmul, 4));
    window->actions().action(QStringLiteral("role"))->trigger();
    EXPECT_TRUE(shows(*window, RoleGroup::Copy, 2));
    window->actions().action(QStringLiteral("previousRole"))->trigger();
    EXPECT_TRUE(shows(*window, RoleGroup::Matmul, 4));
    window->showVariant(1, true);
    EXPECT_TRUE(shows(*window, RoleGroup::Matmul, 3)); // what inplace launches
    window->setStacked(true);
    EXPECT_TRUE(shows(*window, RoleGroup::Matmul, 7)); // both
}

TEST_F(RolesInTheWindow, ASearchAndASelectionTakeItsPlace)
{
    const auto window = opened();
    window->showRole(RoleGroup::Matmul);
    ASSERT_TRUE(shows(*window, RoleGroup::Matmul, 4));
    window->selectSpan(kernelsOf(*window)[2].span, true);
    EXPECT_FALSE(window->inspector().roleCard());
    EXPECT_TRUE(window->inspector().card());
    EXPECT_EQ(comparison(*window).model().picked(), RoleGroup::Matmul); // still lit
    QTest::keyClicks(&window->toolbar().search(), QStringLiteral("Memset"));
    EXPECT_TRUE(waitFor([&] { return !comparison(*window).model().picked(); }));
}

} // namespace
} // namespace attnscope
