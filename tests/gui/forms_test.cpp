// SPDX-License-Identifier: GPL-3.0-or-later
// The left column: problems stand at their field while one types, followers follow, refused variants are greyed with the reason.
#include "tests/gui/gui_helpers.h"
#include "ui/run/gpu_count.h"
#include "ui/run/left_column.h"
#include "ui/run/number_field.h"
#include "ui/run/recording_facts.h"
#include "ui/run/recording_form.h"
#include "ui/run/variant_checks.h"
#include "ui/run/workload_form.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace attnscope {
namespace {

void type(NumberField* field, const QString& text)
{
    field->selectAll();
    QTest::keyClick(field, Qt::Key_Delete);
    QTest::keyClicks(field, text);
}

TEST(WorkloadForm, StartsWithTheArticlesShape)
{
    const WorkloadForm form;
    EXPECT_TRUE(form.isValid());
    EXPECT_EQ(form.workload(), Workload());
    EXPECT_EQ(form.device().toStdString(), "auto");
}

QComboBox* deviceCombo(const WorkloadForm& form)
{
    for (QComboBox* combo : form.findChildren<QComboBox*>()) {
        if (combo->findData(QStringLiteral("cpu")) >= 0) {
            return combo;
        }
    }
    return nullptr;
}

TEST(WorkloadForm, ListsEveryGpuWhereThereAreSeveral)
{
    struct Case {
        int gpus;
        const char *items, *devices;
    };
    for (const Case& c :
        { Case { 0, "automatic,GPU,CPU", "auto,cuda,cpu" }, Case { 1, "automatic,GPU,CPU", "auto,cuda,cpu" },
            Case { 3, "automatic,GPU 0,GPU 1,GPU 2,CPU", "auto,cuda:0,cuda:1,cuda:2,cpu" } }) {
        WorkloadForm form;
        form.setGpuCount(c.gpus);
        QComboBox* combo = deviceCombo(form);
        ASSERT_NE(combo, nullptr);
        QStringList items, devices;
        for (int i = 0; i < combo->count(); ++i) {
            items << combo->itemText(i);
            combo->setCurrentIndex(i);
            devices << form.device();
        }
        EXPECT_EQ(items.join(QLatin1Char(',')).toStdString(), c.items) << c.gpus;
        EXPECT_EQ(devices.join(QLatin1Char(',')).toStdString(), c.devices) << c.gpus;
    }
}

TEST(WorkloadForm, KeepsTheChosenDeviceWhenTheGpusAreCounted)
{
    WorkloadForm form;
    form.setGpuCount(4);
    deviceCombo(form)->setCurrentText(QStringLiteral("GPU 1"));
    form.setGpuCount(2);
    EXPECT_EQ(form.device().toStdString(), "cuda:1");
    form.setGpuCount(1);
    EXPECT_EQ(form.device().toStdString(), "auto");
}

TEST(GpuCount, IsThatOfTheNodesThatTheEnvironmentLeaves)
{
    const QTemporaryDir folder;
    for (const char* name : { "nvidia0", "nvidia1", "nvidia2", "nvidiactl", "nvidia-uvm", "null" }) {
        QFile node(folder.filePath(QLatin1String(name)));
        ASSERT_TRUE(node.open(QIODevice::WriteOnly)) << name;
    }
    EXPECT_EQ(visibleGpuCount(folder.path(), std::nullopt), 3);
    EXPECT_EQ(visibleGpuCount(folder.filePath(QStringLiteral("none")), std::nullopt), 0);
    struct Case {
        const char* visible;
        int count;
    };
    for (const Case& c : { Case { "", 0 }, Case { "1", 1 }, Case { "2,0", 2 }, Case { "0, 1", 2 }, Case { "0,7,1", 1 },
             Case { "-1", 0 }, Case { "1,-1,2", 1 }, Case { "GPU-4f1c,GPU-9a0b", 2 }, Case { "MIG-77", 1 } }) {
        EXPECT_EQ(visibleGpuCount(folder.path(), QByteArray(c.visible)), c.count) << c.visible;
    }
}

TEST(WorkloadForm, SaysWhatIsWrongAtTheField)
{
    struct Case {
        const char* option;
        const char* typed;
    };
    for (const Case& c : std::initializer_list<Case> { { "--batch", "0" }, { "--batch", "" }, { "--seq", "abc" },
             { "--seq", "-4" }, { "--kv-heads", "5" }, { "--head-dim", "1.5" }, { "--layers", "0" } }) {
        WorkloadForm form;
        QSignalSpy changes(&form, &WorkloadForm::changed);
        type(form.field(QLatin1String(c.option)), QString::fromUtf8(c.typed));
        EXPECT_FALSE(form.isValid()) << c.option << " " << c.typed;
        EXPECT_FALSE(form.problemAt(QLatin1String(c.option)).isEmpty()) << c.option << " " << c.typed;
        EXPECT_GE(changes.count(), 1);
        type(form.field(QLatin1String(c.option)), QStringLiteral("16"));
        EXPECT_TRUE(form.isValid()) << c.option;
        EXPECT_TRUE(form.problemAt(QLatin1String(c.option)).isEmpty()) << c.option;
    }
}

TEST(WorkloadForm, KvFieldsFollowUntilTheyAreEdited)
{
    WorkloadForm form;
    type(form.field(QStringLiteral("--seq")), QStringLiteral("2048"));
    EXPECT_EQ(form.workload().kvSeq, 2048);
    type(form.field(QStringLiteral("--kv-seq")), QStringLiteral("512"));
    type(form.field(QStringLiteral("--seq")), QStringLiteral("4096"));
    EXPECT_EQ(form.workload().kvSeq, 512);
    EXPECT_EQ(form.workload().seq, 4096);
}

TEST(WorkloadForm, ReadsGroupedNumbers)
{
    WorkloadForm form;
    type(form.field(QStringLiteral("--seq")), QStringLiteral("16,384"));
    EXPECT_EQ(form.workload().seq, 16384);
}

TEST(WorkloadForm, ShowsAWorkload)
{
    WorkloadForm form;
    Workload workload;
    workload.batch = 1;
    workload.heads = 32;
    workload.kvHeads = 8;
    workload.dtype = DType::Float16;
    workload.mask = MaskKind::Padding;
    workload.direction = Direction::Training;
    form.setWorkload(workload);
    EXPECT_EQ(form.workload(), workload);
}

TEST(LeftColumn, RequestCarriesEverythingOrTheReasonWhyNot)
{
    LeftColumn column;
    auto request = column.request();
    ASSERT_TRUE(request.has_value());
    EXPECT_EQ(request->variants,
        (std::vector<std::string> { "naive", "inplace", "math", "efficient", "flash", "cudnn", "auto" }));
    EXPECT_EQ(request->warmup, 3);
    EXPECT_EQ(request->steps, 3);
    column.variants().box(QStringLiteral("math"))->setChecked(false);
    EXPECT_EQ(column.request()->variants.size(), 6U);
    for (const VariantName& variant : kVariants) {
        column.variants().box(QString::fromLatin1(variant.name.data()))->setChecked(false);
    }
    EXPECT_FALSE(column.request().has_value());
    EXPECT_EQ(column.whyNot().toStdString(), "Choose at least one variant to run.");
}

TEST(VariantChecks, RefusedOnesAreGreyedWithTheReason)
{
    VariantChecks checks;
    checks.setAvailability(
        { { "flash", "flash", false, { "Flash attention needs a GPU." }, {} }, { "naive", "naive", true, {}, {} } });
    EXPECT_FALSE(checks.box(QStringLiteral("flash"))->isEnabled());
    EXPECT_EQ(checks.box(QStringLiteral("flash"))->toolTip().toStdString(), "Flash attention needs a GPU.");
    EXPECT_EQ(checks.chosen().size(), 6U);
    checks.setAvailability({ { "flash", "flash", true, {}, {} } });
    EXPECT_EQ(checks.chosen().size(), 7U);
}

TEST(RecordingFacts, SaysWhereItWasMade)
{
    const DocumentPtr document = makeDocument(test::fakeGpuSession());
    const auto facts = recordingFacts(*document);
    ASSERT_FALSE(facts.empty());
    EXPECT_EQ(facts[0].key.toStdString(), "GPU");
    EXPECT_EQ(facts[0].value.toStdString(), "NVIDIA H200, 132 SMs");
}

} // namespace
} // namespace attnscope
