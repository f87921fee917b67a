// SPDX-License-Identifier: GPL-3.0-or-later
// The words for kernels: in English those of the core, letter for letter; with a translator installed no word stays English.
#include "ui/common/kernel_words.h"

#include "profiler/analysis/findings.h"
#include "profiler/analysis/tables.h"
#include "profiler/kernels/kernel_sentences.h"
#include "tests/gui/timeline_fixture.h"
#include "tests/shared_data.h"
#include "tests/support/fake_session.h"
#include "tests/unit/kernels/decoder_cases.h"
#include "ui/common/role_legend.h"
#include "ui/details/detail_card.h"
#include "ui/details/kernel_model.h"
#include "ui/details/name_model.h"
#include "ui/timeline/label_maker.h"
#include "ui/timeline/span_words.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QTranslator>

#include <set>

namespace attnscope {
namespace {

const QString kOpen = QStringLiteral("⟦"), kClose = QStringLiteral("⟧");

// Puts every phrase of every context into brackets.
class Brackets : public QTranslator {
public:
    Brackets() { QCoreApplication::installTranslator(this); }
    ~Brackets() override { QCoreApplication::removeTranslator(this); }
    Brackets(const Brackets&) = delete;
    Brackets& operator=(const Brackets&) = delete;

    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString translate(
        const char* /*context*/, const char* source, const char* /*disambiguation*/, int /*n*/) const override
    {
        return kOpen + QString::fromUtf8(source) + kClose;
    }
};

// All that stands outside of brackets.
QString outside(const QString& text)
{
    QString rest;
    int depth = 0;
    for (const QChar c : text) {
        depth += kOpen == c ? 1 : kClose == c ? -1 : 0;
        if (depth == 0 && kClose != c) {
            rest += c;
        }
    }
    return rest;
}

std::vector<std::string> allNames()
{
    std::vector<std::string> names;
    std::vector<std::filesystem::path> tables { std::filesystem::path(ATTNSCOPE_SOURCE_DIR) / "tests" / "data"
        / "kernel_names_own.tsv" };
    if (const auto shared = test::sharedFile("data/kernel_names.tsv")) {
        tables.push_back(*shared);
    }
    for (const auto& table : tables) {
        for (const auto& row : test::readTable(table)) {
            names.push_back(row[0]);
        }
    }
    return names;
}

TEST(KernelWords, WithoutATranslatorTheyAreTheCores)
{
    const auto names = allNames();
    ASSERT_GE(names.size(), 400U);
    for (const std::string& name : names) {
        SCOPED_TRACE(name);
        const DecodedKernel kernel = decodeKernel(name);
        EXPECT_EQ(kernelLabel(kernel.label).toStdString(), kernel.label);
        EXPECT_EQ(kernelSentence(kernel).toStdString(), kernel.sentence);
        EXPECT_EQ(detailIn(kernel, translatedPhrase), kernel.detail);
        EXPECT_EQ(phraseText(kernel.reason).toStdString(), kernel.reason);
        EXPECT_EQ(roleName(kernel.group).toStdString(), toString(kernel.group));
        EXPECT_EQ(verdictOf(kernel, {}, translatedPhrase).text, verdictOf(kernel, {}).text);
    }
}

std::set<std::string> askedFor;

std::string remember(const char* phrase)
{
    askedFor.insert(phrase);
    return phrase;
}

TEST(KernelWords, EveryPhraseOfTheCoreIsListedForTranslators)
{
    const std::set<std::string> listed(kernelPhrases().begin(), kernelPhrases().end());
    std::set<std::string> labels;
    askedFor.clear();
    for (const std::string& name : allNames()) {
        const DecodedKernel kernel = decodeKernel(name);
        (void)sentenceIn(kernel, remember);
        (void)detailIn(kernel, remember);
        labels.insert(kernel.label);
        if (!kernel.reason.empty()) {
            askedFor.insert(kernel.reason);
        }
        LaunchFacts facts;
        for (const char* sass : { "HGMMA", "none" }) {
            facts.sassMatrixInstructions = sass;
            (void)verdictOf(kernel, facts, remember);
        }
        facts.tensorInstructions = 8;
        facts.hfma2Instructions = 8;
        (void)verdictOf(kernel, facts, remember);
    }
    for (const std::string& phrase : askedFor) {
        // A label may be the name of a function or an operator, which has no translation.
        EXPECT_TRUE(listed.contains(phrase) || labels.contains(phrase)) << phrase;
    }
    for (const RoleGroup group : { RoleGroup::Matmul, RoleGroup::Attention, RoleGroup::Softmax, RoleGroup::Elementwise,
             RoleGroup::Mask, RoleGroup::Copy, RoleGroup::Fill, RoleGroup::Reduction, RoleGroup::Other }) {
        EXPECT_TRUE(listed.contains(std::string(toString(group)))) << toString(group);
    }
}

TEST(KernelWords, TranslatedSentencesKeepTheirValues)
{
    const Brackets brackets;
    const DecodedKernel gemm = decodeKernel(test::kGemm);
    EXPECT_EQ(kernelLabel(gemm.label).toStdString(), "⟦GEMM 256×128⟧");
    EXPECT_EQ(kernelSentence(gemm).toStdString(),
        "⟦⟦bf16 ⟦matrix multiply⟧⟧ on Tensor Cores (wgmma), 256×128 tile, 4 stages⟧");
    const DecodedKernel fill = decodeKernel("Memset (Device)");
    EXPECT_EQ(kernelSentence(fill).toStdString(), "⟦Memory set by the driver⟧");
    EXPECT_EQ(roleText("attention-backward").toStdString(), "⟦attention backward pass⟧");
    EXPECT_EQ(limiterText("registers+shared memory").toStdString(), "⟦registers⟧, ⟦shared memory⟧");
    const DecodedKernel unknown = decodeKernel("triton_tem_fused_bmm_7");
    EXPECT_EQ(verdictOf(unknown, {}, translatedPhrase).text, "⟦" + unknown.reason + "⟧");
}

TEST(KernelWords, TheTimelineTheCardAndTheTooltipSpeakTheUsersLanguage)
{
    const Brackets brackets;
    const TracePtr trace = test::smallTrace();
    const SpanRef gemm = test::find(*trace, LaneKind::GpuStream, test::kGemm, 1);
    const KernelWords words =
        kernelWords(trace->decoded(gemm), MathUnit::TensorCore, SpanKind::Kernel, 0, 300'000, TimeUnit::Microseconds);
    EXPECT_EQ(words.title, "⟦GEMM 256×128⟧");
    EXPECT_EQ(words.unit, "⟦TC wgmma⟧");
    EXPECT_EQ(words.dtype, "bf16");

    const DetailCard card = describe(*trace, variantsOf(*trace)[0], gemm);
    EXPECT_TRUE(card.title.startsWith(QStringLiteral("⟦GEMM 256×128⟧"))) << card.title.toStdString();
    EXPECT_EQ(outside(card.sentence).remove(QLatin1Char('.')).toStdString(), "");
    for (const auto* facts : { &card.left, &card.right }) {
        for (const Fact& fact : *facts) {
            EXPECT_EQ(outside(fact.key).toStdString(), "");
            if (fact.key.contains(QStringLiteral("Math unit")) || fact.key.contains(QStringLiteral("Evidence"))) {
                EXPECT_TRUE(fact.explanation.startsWith(kOpen)) << fact.explanation.toStdString();
            }
        }
    }

    TimelineScene scene;
    scene.setModel(std::make_shared<TimelineModel>(trace, variantsOf(*trace)[0]));
    Box box;
    box.lane = gemm.lane;
    box.first = gemm.index;
    box.count = 1;
    const TooltipContent tooltip = tooltipOf(scene, box);
    EXPECT_TRUE(tooltip.title.startsWith(QStringLiteral("⟦GEMM 256×128⟧"))) << tooltip.title.toStdString();
    for (const auto& [name, value] : tooltip.rows) {
        EXPECT_EQ(outside(name).toStdString(), "");
    }
}

QString cellOf(const QAbstractItemModel& model, const char* header)
{
    for (int column = 0; column < model.columnCount(); ++column) {
        if (model.headerData(column, Qt::Horizontal).toString() == kOpen + QString::fromUtf8(header) + kClose) {
            return model.index(0, column).data().toString();
        }
    }
    ADD_FAILURE() << "no column " << header;
    return {};
}

TEST(KernelWords, TablesSpeakTheUsersLanguage)
{
    const Brackets brackets;
    const TracePtr trace = test::smallTrace();
    const VariantView view = variantsOf(*trace)[0];
    KernelModel launches;
    launches.setRows(trace, view, kernelRows(*trace, view));
    EXPECT_EQ(cellOf(launches, "kernel").toStdString(), "⟦GEMM 256×128⟧");
    EXPECT_EQ(outside(cellOf(launches, "math unit")).toStdString(), "");
    NameModel names(NameModel::Kind::Kernels);
    names.setRecords(kernelStatistics(*trace, view));
    EXPECT_TRUE(cellOf(names, "kernel").startsWith(kOpen));
    EXPECT_EQ(outside(cellOf(names, "math unit")).remove(QStringLiteral("–")).toStdString(), "");

    RoleLegend legend;
    legend.setContent({}, { RoleGroup::Matmul, RoleGroup::Copy }, true);
    EXPECT_EQ(legend.accessibleDescription().toStdString(), "⟦matmul⟧, ⟦copy⟧");
}

TEST(KernelWords, FindingsSpeakTheUsersLanguage)
{
    const Brackets brackets;
    test::FakeRecording recording;
    recording.cpu(SpanKind::Op, "aten::masked_fill", 1'000, 90'000);
    const TimeRange step =
        recording.step(0, { { SpanKind::Memcpy, test::kMemcpy, 200'000, 25'000, 7, R"({"bytes": 268435456})" } });
    Session session;
    session.device = test::fakeGpu();
    session.variants.push_back(test::fakeResult("naive", { 0, 10'000'000 }, { step }));
    recording.builder().setSession(std::move(session));
    const TracePtr trace = recording.builder().finish();
    const auto findings = findingsOf(*trace, variantsOf(*trace)[0], translatedPhrase);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].sentence,
        "⟦masked_fill copies 256 MiB of scores first: ⟦25.0 µs, 100 % of this forward's GPU time⟧; masked_fill_ does "
        "not.⟧");
}

} // namespace
} // namespace attnscope
