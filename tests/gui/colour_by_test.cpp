// SPDX-License-Identifier: GPL-3.0-or-later
// Colours by role, math unit or name: palettes, boxes, legend, and the choice in the window.
#include "tests/gui/gui_helpers.h"
#include "tests/gui/timeline_fixture.h"
#include "ui/common/action_registry.h"
#include "ui/common/table_view.h"
#include "ui/common/theme.h"
#include "ui/details/detail_card.h"
#include "ui/details/kernel_model.h"
#include "ui/details/name_model.h"
#include "ui/details/table_tab.h"
#include "ui/main_window.h"
#include "ui/timeline/colour_bar.h"
#include "ui/timeline/timeline_scene.h"
#include "ui/timeline/timeline_view.h"

#include "profiler/importing/import_trace.h"

#include <gtest/gtest.h>

#include <QComboBox>
#include <QImage>
#include <QLineEdit>
#include <QSettings>

#include <set>

namespace attnscope {
namespace {

using test::FakeRecorder;
using test::waitFor;

const std::string kGemm = test::kGemm;

TEST(Hues, TextReadsOnAllOfThemAndNoTwoNamesLookAlike)
{
    for (const Theme* theme : { &Theme::light(), &Theme::dark() }) {
        std::set<QRgb> names;
        for (std::size_t i = 0; i < kHueCount; ++i) {
            const Hue hue = static_cast<Hue>(i);
            EXPECT_GE(Theme::contrast(theme->textOnHue(hue), theme->hue(hue)), 4.5) << i;
            const bool stands =
                theme->hueFrame(hue).isValid() || Theme::contrast(theme->hue(hue), theme->canvas) >= 1.6;
            EXPECT_TRUE(stands) << i;
            if (i >= kFirstNameHue) {
                names.insert(theme->hue(hue).rgb());
            }
        }
        EXPECT_EQ(names.size(), kNameHueCount);
        EXPECT_EQ(theme->hue(hueOf(RoleGroup::Softmax)), theme->role(RoleGroup::Softmax));
    }
}

TEST(Hues, OfANameAreAlwaysTheSame)
{
    EXPECT_EQ(hueOfName(""), 22); // part of what a picture means: another hash would be another picture
    EXPECT_EQ(hueOfName("gemm"), hueOfName(std::string("ge") + "mm"));
    std::set<Hue> seen;
    for (int i = 0; i < 200; ++i) {
        const Hue hue = hueOfName("kernel_" + std::to_string(i));
        EXPECT_GE(hue, kFirstNameHue);
        EXPECT_LT(hue, kHueCount);
        seen.insert(hue);
    }
    EXPECT_EQ(seen.size(), kNameHueCount);
}

TEST(ColouredTimeline, BoxesEdgesAndWordsFollowAndTheMarkStays)
{
    const TracePtr trace = test::smallTrace();
    TimelineScene scene;
    scene.setModel(std::make_shared<TimelineModel>(trace, variantsOf(*trace)[0]));
    scene.setSize(1200, 600, 1);
    scene.setView({ 0, 1'000'000 });
    const SpanRef gemm = test::find(*trace, LaneKind::GpuStream, kGemm, 1);
    const SpanRef launch = test::find(*trace, LaneKind::CudaApi, "cuLaunchKernelEx");
    const std::pair<ColourBy, Hue> cases[] = {
        { ColourBy::Role, hueOf(RoleGroup::Matmul) },
        { ColourBy::MathUnit, hueOf(MathUnit::TensorCore) },
        { ColourBy::Name, hueOfName(kGemm) },
    };
    for (const auto& [by, hue] : cases) {
        scene.setColourBy(by);
        const Geometry& geometry = scene.geometry();
        ASSERT_NE(geometry.boxOf(gemm), nullptr);
        EXPECT_EQ(geometry.boxOf(gemm)->hue, hue);
        EXPECT_EQ(geometry.boxOf(gemm)->group, RoleGroup::Matmul);
        EXPECT_TRUE(geometry.boxOf(gemm)->tensor);
        EXPECT_EQ(geometry.boxOf(launch)->edgeHue, hue);
        int onIt = 0;
        for (const TextRun& run : geometry.texts) {
            if (run.ink == Ink::OnRole && run.group == RoleGroup::Matmul) {
                EXPECT_EQ(run.hue, hue);
                ++onIt;
            }
        }
        EXPECT_GT(onIt, 0);
        EXPECT_FALSE(geometry.glyphs.empty());
    }
}

TEST(ColourLegend, HoldsWhatOccursOnce)
{
    NameStatistics gemm, copy, other;
    gemm.name = "a", gemm.label = "GEMM 64", gemm.group = RoleGroup::Matmul, gemm.mathUnit = MathUnit::TensorCore;
    copy.name = "b", copy.label = "copy", copy.group = RoleGroup::Copy, copy.mathUnit = MathUnit::None;
    other = gemm, other.name = "c", other.label = "GEMM 128";
    const std::vector<NameStatistics> kernels { copy, gemm, other };
    const auto words = [&kernels](ColourBy by) {
        std::vector<std::string> result;
        for (const LegendEntry& entry : legendOf(by, kernels)) {
            result.push_back(entry.text.toStdString());
        }
        return result;
    };
    using Words = std::vector<std::string>;
    EXPECT_EQ(words(ColourBy::Role), (Words { "matmul", "copy" }));
    EXPECT_EQ(words(ColourBy::MathUnit), (Words { "Tensor Cores", "none: moves data" }));
    EXPECT_EQ(words(ColourBy::Name), (Words { "copy", "GEMM 64", "GEMM 128" }));
}

class ColouredWindow : public testing::Test {
protected:
    void SetUp() override
    {
        QSettings().clear();
        ThemeController::instance().setMode(ThemeController::Mode::Light);
        m_window = std::make_unique<MainWindow>(test::factoryOf(m_recorder));
        m_window->resize(1600, 900);
        m_window->show();
        EXPECT_FALSE(m_window->colourBar().isVisible()); // nothing is open
        m_window->openFile(test::writeSession(m_folder));
        ASSERT_TRUE(waitFor(
            [&] { return m_window->document() != nullptr && m_window->bottomPanel().kernelNames().rowCount() > 0; }));
    }

    QTemporaryDir m_folder;
    FakeRecorder m_recorder;
    std::unique_ptr<MainWindow> m_window;
};

TEST_F(ColouredWindow, KeyAndBoxChooseAndThePictureFollows)
{
    ColourBar& bar = m_window->colourBar();
    EXPECT_TRUE(bar.isVisible());
    EXPECT_EQ(bar.colourBy(), ColourBy::Role);
    ASSERT_FALSE(bar.legend().empty());
    EXPECT_EQ(bar.legend().front().text.toStdString(), "matmul");
    const QImage byRole = m_window->timeline().grab().toImage();

    m_window->actions().action(QStringLiteral("colours"))->trigger();
    EXPECT_EQ(bar.colourBy(), ColourBy::MathUnit);
    EXPECT_EQ(m_window->timeline().colourBy(), ColourBy::MathUnit);
    EXPECT_EQ(bar.legend().front().text.toStdString(), "Tensor Cores");

    auto* choice = bar.findChild<QComboBox*>();
    ASSERT_NE(choice, nullptr);
    EXPECT_EQ(choice->currentIndex(), 1);
    choice->setCurrentIndex(2);
    EXPECT_EQ(m_window->timeline().colourBy(), ColourBy::Name);
    EXPECT_NE(m_window->timeline().grab().toImage(), byRole);

    m_window->actions().action(QStringLiteral("colours"))->trigger();
    EXPECT_EQ(m_window->timeline().colourBy(), ColourBy::Role);
    EXPECT_EQ(m_window->timeline().grab().toImage(), byRole);
}

TEST_F(ColouredWindow, KernelsAreFilteredByNameRoleAndUnit)
{
    QLineEdit* filter = nullptr;
    for (QLineEdit* field : m_window->findChildren<QLineEdit*>()) {
        filter = field->accessibleName() == QLatin1String("Filter kernels") ? field : filter;
    }
    ASSERT_NE(filter, nullptr);
    TableView* launches = nullptr;
    for (TableView* table : m_window->findChildren<TableView*>()) {
        launches = table->accessibleName() == QLatin1String("Kernels") ? table : launches;
    }
    ASSERT_NE(launches, nullptr);
    m_window->bottomPanel().setCurrentTab(BottomPanel::Kernels);
    ASSERT_TRUE(waitFor([&] { return m_window->bottomPanel().hasKernelRows(); }));
    const int all = launches->model()->rowCount();
    for (const char* words : { "matmul", "Tensor Cores", "nvjet" }) {
        filter->setText(QString::fromLatin1(words));
        const int some = launches->model()->rowCount();
        EXPECT_GT(some, 0) << words;
        EXPECT_LT(some, all) << words;
    }
    filter->setText(QStringLiteral("no such kernel"));
    EXPECT_EQ(launches->model()->rowCount(), 0);
}

TEST(KernelCard, SaysWhatComesFromTheInputs)
{
    const auto cardOf = [](const char* kernel) {
        const std::string text = R"({"traceEvents":[
            {"ph":"X","cat":"cpu_op","name":"aten::bmm","pid":1,"tid":1,"ts":20,"dur":60,"args":{"Input type":["c10::BFloat16","c10::BFloat16"],"Input Dims":[[8,64,32],[8,32,16]]}},
            {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":30,"dur":5,"args":{"correlation":7}},
            {"ph":"X","cat":"kernel","name":")"
            + std::string(kernel)
            + R"(","pid":0,"tid":7,"ts":50,"dur":9,"args":{"correlation":7,"device":0,"stream":7}}]})";
        const auto trace = importTraceText(text, "inline");
        return describe(*trace.value(), variantsOf(*trace.value())[0], trace.value()->gpuWork().at(0));
    };
    const DetailCard open = cardOf("triton_tem_fused_mm_0");
    EXPECT_EQ(open.valueOf(QStringLiteral("Types")).toStdString(), "bf16, from the op's inputs");
    EXPECT_EQ(open.valueOf(QStringLiteral("Op inputs")).toStdString(), "bf16 8 × 64 × 32, bf16 8 × 32 × 16");
    const DetailCard other = cardOf("ampere_sgemm_128x64_nn");
    EXPECT_EQ(other.valueOf(QStringLiteral("Types")).toStdString(), "fp32, sums in fp32");
    EXPECT_EQ(other.valueOf(QStringLiteral("But inputs")).toStdString(), "bf16, from the op's inputs");
}

} // namespace
} // namespace attnscope
