// SPDX-License-Identifier: GPL-3.0-or-later
// Variants of the user's own in the window: added, remembered, taken away, run beside the others, refused and failed like them.
#include "profiler/recording/recorder_loader.h"
#include "tests/gui/main_window_fixture.h"
#include "ui/common/banner.h"
#include "ui/run/custom_variant_dialog.h"
#include "ui/run/left_column.h"
#include "ui/run/recording_facts.h"
#include "ui/run/recording_form.h"
#include "ui/run/variant_button.h"
#include "ui/run/variant_checks.h"
#include "ui/run/variant_row.h"
#include "ui/run/workload_form.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

namespace attnscope {
namespace {

using test::waitFor;
using CustomVariantsTest = test::MainWindowFixture;

QString makeFile(const QTemporaryDir& folder, const QString& name)
{
    const QString path = folder.filePath(name);
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    return path;
}

TEST_F(CustomVariantsTest, AreNamedAsOnTheCommandLine)
{
    const CustomVariant op = makeCustomVariant(QStringLiteral("/x/libours.so"), QStringLiteral("ours::attention"));
    EXPECT_EQ(op.name, "ours::attention");
    EXPECT_EQ(op.title, "attention");
    EXPECT_EQ(op.op, "ours::attention");
    const CustomVariant package = makeCustomVariant(QStringLiteral("/x/fast.pt2"), QStringLiteral("not::used"));
    EXPECT_EQ(package.name, "fast");
    EXPECT_EQ(package.op, "");
    EXPECT_EQ(package.library, "/x/fast.pt2");
}

TEST_F(CustomVariantsTest, DialogSaysWhatIsWrongAsOneTypes)
{
    const QString library = makeFile(m_folder, QStringLiteral("libours.so")),
                  package = makeFile(m_folder, QStringLiteral("flash.pt2")),
                  other = makeFile(m_folder, QStringLiteral("other.pt2"));
    struct Case {
        QString file, op, problem;
    };
    const Case cases[] = {
        { {}, {}, QStringLiteral("Choose a library of PyTorch operators (.so) or an AOTInductor package (.pt2).") },
        { QStringLiteral("/no/such.so"), QStringLiteral("a::b"), QStringLiteral("There is no file /no/such.so.") },
        { library, {}, QStringLiteral("Name the operator that the library registers, for example my_ops::attention.") },
        { library, QStringLiteral("attention"),
            QStringLiteral("An operator's name is namespace::name, not “attention”.") },
        { library, QStringLiteral("ours::taken"), QStringLiteral("There is a variant ours::taken already.") },
        { package, {}, QStringLiteral("There is a variant flash already.") },
        { library, QStringLiteral("ours::attention.out"), {} },
        { other, {}, {} },
    };
    auto* dialog =
        new CustomVariantDialog({ { makeCustomVariant(library, QStringLiteral("ours::taken")), true } }, nullptr);
    dialog->show();
    for (const Case& c : cases) {
        SCOPED_TRACE(c.file.toStdString() + " " + c.op.toStdString());
        dialog->fileField().setText(c.file);
        dialog->operatorField().setText(c.op);
        EXPECT_EQ(dialog->problem().toStdString(), c.problem.toStdString());
        EXPECT_EQ(dialog->addButton().isEnabled(), c.problem.isEmpty());
        EXPECT_EQ(dialog->operatorField().isEnabled(), !c.file.endsWith(QStringLiteral(".pt2")));
    }
    dialog->close();
}

TEST_F(CustomVariantsTest, AreRememberedByPathAndCheck)
{
    const CustomVariant op = makeCustomVariant(QStringLiteral("/x/libours.so"), QStringLiteral("ours::attention"));
    saveCustomVariants({ { op, false }, { makeCustomVariant(QStringLiteral("/x/fast.pt2"), {}), true } });
    const auto entries = loadCustomVariants();
    ASSERT_EQ(entries.size(), 2U);
    EXPECT_EQ(entries[0].variant.name, "ours::attention");
    EXPECT_EQ(entries[0].variant.library, "/x/libours.so");
    EXPECT_FALSE(entries[0].checked);
    EXPECT_EQ(entries[1].variant.name, "fast");
    saveCustomVariants({});
    EXPECT_TRUE(loadCustomVariants().empty());
}

TEST_F(CustomVariantsTest, DamagedSettingsCostTheEntryAndNothingElse)
{
    QSettings store;
    store.beginGroup(QStringLiteral("variants-1"));
    store.beginWriteArray(QStringLiteral("own"));
    const QString rows[][2] = { { QStringLiteral("relative.so"), QStringLiteral("a::b") },
        { QStringLiteral("/x/libours.so"), QStringLiteral("no name") }, { QString(), QString() },
        { QStringLiteral("/x/auto.pt2"), QString() }, { QStringLiteral("/x/libours.so"), QStringLiteral("a::b") } };
    for (int i = 0; i < 5; ++i) {
        store.setArrayIndex(i);
        store.setValue("library", rows[i][0]);
        store.setValue("operator", rows[i][1]);
    }
    store.endArray();
    store.endGroup();
    const auto entries = loadCustomVariants();
    ASSERT_EQ(entries.size(), 1U);
    EXPECT_EQ(entries[0].variant.name, "a::b");
}

TEST_F(CustomVariantsTest, TheRequestCarriesWhatIsChecked)
{
    LeftColumn column;
    VariantChecks& checks = column.variants();
    checks.addCustom(makeCustomVariant(QStringLiteral("/x/libours.so"), QStringLiteral("ours::one")));
    checks.addCustom(makeCustomVariant(QStringLiteral("/x/libours.so"), QStringLiteral("ours::two")));
    checks.box(QStringLiteral("ours::one"))->setChecked(false);
    auto request = column.request();
    ASSERT_TRUE(request && request->customVariants.size() == 1U);
    EXPECT_EQ(request->customVariants[0].name, "ours::two");
    EXPECT_EQ(request->level, RecordLevel::Full);
    EXPECT_FALSE(request->counters);

    // Alone they are enough; refused ones are greyed with every reason.
    for (const VariantName& variant : kVariants) {
        checks.box(QString::fromLatin1(variant.name.data()))->setChecked(false);
    }
    EXPECT_TRUE(column.request().has_value());
    checks.setAvailability({ { "ours::two", "two", false, { "It has no q.", "It has no k." }, {} } });
    EXPECT_FALSE(column.request().has_value());
    EXPECT_EQ(checks.box(QStringLiteral("ours::two"))->toolTip().toStdString(), "It has no q.\nIt has no k.");
    EXPECT_EQ(
        checks.box(QStringLiteral("ours::two"))->accessibleDescription().toStdString(), "It has no q.\nIt has no k.");
    checks.removeCustom(QStringLiteral("ours::two"));
    EXPECT_EQ(checks.custom().size(), 1U);
    EXPECT_EQ(loadCustomVariants().size(), 1U);

    LeftColumn later;
    later.restoreSettings();
    ASSERT_NE(later.variants().box(QStringLiteral("ours::one")), nullptr);
    EXPECT_FALSE(later.variants().box(QStringLiteral("ours::one"))->isChecked());
}

TEST_F(CustomVariantsTest, LevelAndCountersReachTheRecorder)
{
    LeftColumn column;
    column.recording().setLevel(RecordLevel::Api);
    column.recording().setCounters(true);
    ASSERT_TRUE(column.request().has_value());
    EXPECT_EQ(column.request()->level, RecordLevel::Api);
    EXPECT_TRUE(column.request()->counters);
    AvailabilityReport report;
    report.device.kind = "cpu";
    column.showAvailability(report);
    EXPECT_FALSE(column.recording().counterBox().isEnabled());
    EXPECT_EQ(column.recording().counterBox().toolTip().toStdString(),
        "Hardware counters are those of a GPU: on the CPU there are none.");
    EXPECT_FALSE(column.request()->counters) << "a box that is greyed asks for nothing";
}

TEST_F(CustomVariantsTest, MeasuredCostStandsAtItsLevelAndInTheFacts)
{
    LeftColumn column;
    EXPECT_EQ(column.recording().levelHint().toStdString(), "");
    const DocumentPtr document = makeDocument(test::fakeGpuSession());
    auto session = *document->trace->session();
    session.variants[0].recordingOverhead = 0.08;
    EXPECT_EQ(costText(*recordingCostOf(session)).toStdString(), "1.08 ×");
    session.variants[1].recordingOverhead = 0.25;
    EXPECT_EQ(costText(*recordingCostOf(session)).toStdString(), "1.25 ×");
    column.recording().setMeasuredCost(RecordLevel::Full, *recordingCostOf(session));
    EXPECT_EQ(column.recording().levelHint().toStdString(), "took 1.25 × an unrecorded forward");
    column.recording().setLevel(RecordLevel::Kernels);
    EXPECT_EQ(column.recording().levelHint().toStdString(), "") << "another level was not measured";

    test::FakeRecording recording;
    recording.step(0, { {} });
    recording.builder().setSession(std::move(session));
    const DocumentPtr measured = makeDocument(recording.builder().finish());
    const auto facts = recordingFacts(*measured);
    const auto cost = std::find_if(
        facts.begin(), facts.end(), [](const RecordingFact& fact) { return fact.key == QStringLiteral("Cost"); });
    ASSERT_NE(cost, facts.end());
    EXPECT_EQ(cost->value.toStdString(), "1.25 × unrecorded");
    EXPECT_TRUE(cost->explanation.contains(QStringLiteral("inplace: 1.25 ×"))) << cost->explanation.toStdString();
}

TEST_F(CustomVariantsTest, StandsInTheRowBeforeItHasRun)
{
    const auto window = opened();
    const int before = 3; // naive, inplace, flash
    EXPECT_EQ(window->variantRow().button(before), nullptr);
    window->leftColumn().variants().addCustom(
        makeCustomVariant(QStringLiteral("/x/libours.so"), QStringLiteral("ours::attention")));
    ASSERT_NE(window->variantRow().button(before), nullptr);
    EXPECT_FALSE(window->variantRow().button(before)->isEnabled());
    EXPECT_EQ(window->variantRow().button(before)->secondLine().toStdString(), "not run yet");
    EXPECT_EQ(window->variantRow().current(), 0) << "what is shown stays shown";
    window->leftColumn().variants().removeCustom(QStringLiteral("ours::attention"));
    EXPECT_EQ(window->variantRow().button(before), nullptr);
}

#ifdef ATTNSCOPE_OP_LIBRARY
// With LibTorch and the operators of tests/data/op_library.cpp: one runs, one throws, one has the wrong signature.
TEST_F(CustomVariantsTest, RunLikeAnyOtherAndFailLikeOne)
{
    if (const auto torch = findLibTorch(); !torch.ok()) {
        GTEST_SKIP() << "recording with LibTorch: " << torch.error().message;
    }
    MainWindow window([] { return loadRecorder(); });
    window.resize(1280, 720);
    window.show();
    Workload workload;
    workload.batch = 1;
    workload.heads = workload.kvHeads = 2;
    workload.seq = workload.kvSeq = 64;
    workload.headDim = 32;
    workload.dtype = DType::Float32;
    window.leftColumn().workload().setWorkload(workload);
    VariantChecks& checks = window.leftColumn().variants();
    for (const VariantName& variant : kVariants) {
        checks.box(QString::fromLatin1(variant.name.data()))->setChecked(variant.name == "naive");
    }
    const QString library = QStringLiteral(ATTNSCOPE_OP_LIBRARY);
    for (const char* op : { "full", "throws", "two_tensors" }) {
        checks.addCustom(makeCustomVariant(library, QStringLiteral("attnscope_test::") + QLatin1String(op)));
    }
    window.startRun();
    ASSERT_TRUE(waitFor([&] { return !window.runController().isBusy(); }, 100'000));
    if (!window.document()) {
        GTEST_SKIP() << "recording with LibTorch: " << window.banner().text().toStdString();
    }
    ASSERT_EQ(window.document()->summaries.size(), 4U);
    EXPECT_TRUE(window.document()->summaries[0].ran);
    EXPECT_TRUE(window.document()->summaries[1].ran);
    EXPECT_TRUE(window.variantRow().button(1)->isEnabled());
    EXPECT_EQ(window.variantRow().button(1)->text().toStdString(), "full");
    EXPECT_EQ(window.variantRow().button(2)->secondLine().toStdString(), "failed");
    EXPECT_EQ(window.variantRow().button(2)->toolTip().toStdString(), "the table of cosines is missing.");
    EXPECT_FALSE(window.document()->summaries[3].ran);
    EXPECT_TRUE(window.variantRow().button(3)->toolTip().contains(QStringLiteral("cannot be called as attention")))
        << window.variantRow().button(3)->toolTip().toStdString();
}
#endif

} // namespace
} // namespace attnscope
