// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/stacked_view.h"

#include "profiler/importing/import_trace.h"
#include "tests/gui/main_window_fixture.h"
#include "tests/gui/timeline_fixture.h"
#include "ui/common/action_registry.h"
#include "ui/common/search_field.h"
#include "ui/common/toggle_switch.h"
#include "ui/common/toolbar.h"
#include "ui/details/inspector.h"
#include "ui/run/stacked_picture.h"
#include "ui/run/variant_button.h"
#include "ui/run/variant_row.h"
#include "ui/timeline/colour_bar.h"
#include "ui/timeline/span_tooltip.h"
#include "ui/timeline/stacked_painter.h"
#include "ui/timeline/timeline_model.h"
#include "ui/timeline/timeline_view.h"

#include <QComboBox>
#include <QFile>
#include <QImage>
#include <QMenu>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace attnscope {
namespace {

const char* const kArticle = ATTNSCOPE_SOURCE_DIR "/resources/samples/h200_article.json.gz";

std::vector<std::shared_ptr<const TimelineModel>> modelsOf(
    const TracePtr& trace, const std::vector<VariantSummary>& summaries)
{
    std::vector<std::shared_ptr<const TimelineModel>> models;
    for (const VariantSummary& summary : summaries) {
        models.push_back(std::make_shared<TimelineModel>(trace, summary.view));
    }
    return models;
}

StackedRows rowsOf(
    const TracePtr& trace, int step, std::string_view baseline = {}, StackedAlign align = StackedAlign::StepStart)
{
    const auto summaries = summarize(*trace, baseline);
    return stackedRows(trace, summaries, step, modelsOf(trace, summaries), align);
}

std::size_t ownOf(const std::vector<StackedSpan>& spans)
{
    return static_cast<std::size_t>(
        std::count_if(spans.begin(), spans.end(), [](const StackedSpan& span) { return span.own; }));
}

TEST(StackedRows, HoldWhatTheStepLaunchedSinceItsStart)
{
    const auto stacked = rowsOf(test::fakeGpuSession(), 0);
    ASSERT_EQ(stacked.rows.size(), 3u);
    const StackedRow& naive = stacked.rows[0];
    EXPECT_EQ(naive.origin, 200'000);
    EXPECT_EQ(ownOf(naive.work), 4u);
    EXPECT_EQ(naive.launches.size(), 4u);
    EXPECT_EQ(naive.ops.size(), 4u);
    EXPECT_EQ(naive.end, 451'000);
    EXPECT_EQ(naive.busy, 201'000);
    EXPECT_DOUBLE_EQ(naive.busyShare().value(), 201.0 / 451.0);
    EXPECT_FALSE(naive.sooner.has_value());
    const StackedRow& inplace = stacked.rows[1];
    EXPECT_EQ(inplace.origin, 1'000'000);
    EXPECT_EQ(inplace.end, 60'000);
    EXPECT_EQ(inplace.sooner, 391'000);
    EXPECT_EQ(stacked.baseline, 0u);
    EXPECT_EQ(stacked.extent(), (TimeRange { 0, 451'000 }));
}

TEST(StackedRows, AlignedAtTheFirstKernel)
{
    const auto stacked = rowsOf(test::fakeGpuSession(), 0, {}, StackedAlign::FirstKernel);
    const auto atStart = rowsOf(test::fakeGpuSession(), 0);
    for (const std::size_t i : { 0u, 1u }) {
        const StackedRow &row = stacked.rows[i], &before = atStart.rows[i];
        const auto own =
            std::find_if(row.work.begin(), row.work.end(), [](const StackedSpan& span) { return span.own; });
        EXPECT_EQ(own->time.begin, 0) << i;
        EXPECT_EQ(row.ops.front().time.begin, before.ops.front().time.begin - row.zero) << i;
        EXPECT_EQ(row.end, before.end) << "since the step's start, " << i;
        EXPECT_EQ(row.busyShare(), before.busyShare()) << i;
    }
    EXPECT_EQ(stacked.rows[0].zero, 250'000);
    EXPECT_EQ(stacked.rows[0].sooner, std::nullopt);
    EXPECT_EQ(endWords(stacked.rows[0], TimeUnit::Microseconds, stacked.align).end, "ends at 201 µs");
    EXPECT_EQ(stacked.extent(), (TimeRange { -250'000, 201'000 }));
}

TEST(StackedRows, AlignedAtTheEnd)
{
    const auto stacked = rowsOf(test::fakeGpuSession(), 0, {}, StackedAlign::End);
    EXPECT_EQ(stacked.rows[0].zero, 451'000);
    EXPECT_EQ(stacked.rows[1].zero, 60'000);
    EXPECT_EQ(stacked.extent(), (TimeRange { -451'000, 1 }));
    const EndWords words = endWords(stacked.rows[1], TimeUnit::Microseconds, stacked.align);
    EXPECT_EQ(words.end, "takes 60.0 µs,");
    EXPECT_EQ(words.difference, "391 µs less");
    EXPECT_EQ(endWords(stacked.rows[1], TimeUnit::Microseconds, stacked.align, false).end, "takes 60.0 µs");
}

// Two streams at once: a line each; one after the other: one line.
TEST(StackedRows, StreamsThatRunAtOnceHaveALineEach)
{
    for (const bool atOnce : { true, false }) {
        test::TraceMaker make;
        const auto cpu = make.lane(LaneKind::CpuThread), api = make.lane(LaneKind::CudaApi);
        const auto stream = [&make](std::int64_t number) {
            LaneKey key;
            key.kind = LaneKind::GpuStream;
            key.pid = "0";
            key.tid = std::to_string(number);
            key.device = 0;
            key.stream = number;
            return make.builder().laneIndex(key);
        };
        const auto one = stream(7), other = stream(8);
        make.add(cpu, SpanKind::Step, "ProfilerStep#1", 0, 1000);
        make.add(api, SpanKind::ApiRuntime, "cudaLaunchKernel", 10, 5, 1);
        make.add(api, SpanKind::ApiRuntime, "cudaLaunchKernel", 20, 5, 2);
        make.add(api, SpanKind::ApiRuntime, "cudaLaunchKernel", 30, 5, 3);
        make.add(one, SpanKind::Kernel, test::kGemm, 100, 100, 1);
        make.add(other, SpanKind::Kernel, test::kGemm, atOnce ? 150 : 200, 100, 2);
        make.add(one, SpanKind::Kernel, test::kGemm, 300, 100, 3);
        const auto stacked = rowsOf(make.finish(), 0);
        ASSERT_EQ(stacked.rows.size(), 1u);
        const StackedRow& row = stacked.rows[0];
        ASSERT_EQ(row.work.size(), 3u);
        EXPECT_EQ(row.slotCount, atOnce ? 2 : 1);
        EXPECT_EQ(row.work[1].time.begin, atOnce ? 300'000 : 200'000); // slot by slot
        EXPECT_EQ(row.work[2].slot, atOnce ? 1 : 0);

        StackedScene scene;
        scene.setRows(std::make_shared<const StackedRows>(stacked));
        scene.setSize(1400, 200, 1);
        scene.setView({ 0, 500'000 });
        const Box *first = scene.boxOf({ 0, StackedLine::Work, 0 }), *last = scene.boxOf({ 0, StackedLine::Work, 2 });
        ASSERT_TRUE(first != nullptr && last != nullptr);
        if (atOnce) {
            EXPECT_GE(last->y, first->y + first->height);
            EXPECT_LE(last->y + last->height, static_cast<float>(scene.places()[0].bottom()));
        } else {
            EXPECT_EQ(first->y, last->y);
        }
    }
}

// At a common end there is no room after it: the words stand above or before.
TEST(StackedRows, AlignedAtTheEndEachSaysWhatItTakes)
{
    const auto imported = importTrace(kArticle, {});
    ASSERT_TRUE(imported.ok());
    StackedScene scene;
    scene.setRows(std::make_shared<const StackedRows>(rowsOf(imported.value(), 0, {}, StackedAlign::End)));
    scene.setSize(1064, 500, 1);
    const TimeRange all = scene.rows().extent();
    scene.setView({ all.begin, all.end + all.length() / 25 });
    std::size_t said = 0;
    for (const TextRun& run : scene.geometry().spans.texts) {
        said += run.text.starts_with("takes ") ? 1 : 0;
    }
    EXPECT_EQ(said, 7u);
    const StackedPainter painter(scene, Theme::light());
    EXPECT_EQ(painter.axisWords(), "before the end");
    EXPECT_EQ(painter.baselineWords(), "naive starts 1,217 µs before");
}

// What does not depend on the step is not made again for another one.
TEST(StackedPicture, TakesOverWhatItIsGiven)
{
    const auto document = makeDocument(test::fakeGpuSession());
    StackedPicture first = makeStackedPicture(document, document->summaries, 0, StackedAlign::StepStart, {});
    ASSERT_FALSE(first.parts.kernels.empty());
    ASSERT_EQ(first.parts.models.size(), 3u);
    StackedParts parts = first.parts;
    parts.kernels.resize(1); // counted anew there would be all of them
    const auto second = makeStackedPicture(document, document->summaries, 1, StackedAlign::End, parts);
    EXPECT_EQ(second.parts.kernels.size(), 1u);
    EXPECT_EQ(second.parts.models, first.parts.models);
    EXPECT_EQ(second.rows->rows[1].model, first.parts.models[1]);
    EXPECT_EQ(second.rows->align, StackedAlign::End);
}

TEST(StackedRows, KeepWorkOfOtherStepsApart)
{
    const auto first = rowsOf(test::fakeGpuSession(), 0);
    const auto& work = first.rows[0].work;
    ASSERT_EQ(work.size(), 5u);
    EXPECT_FALSE(work[0].own); // the warm-up's kernel, which still ran when the step began
    EXPECT_EQ(work[0].time, (TimeRange { -50'000, 150'000 }));

    const auto second = rowsOf(test::fakeGpuSession(), 1);
    EXPECT_EQ(second.rows[0].end, 532'000);
    EXPECT_EQ(second.rows[0].busy, 181'000); // its last kernel overlaps the copy
    EXPECT_EQ(ownOf(second.rows[0].work), 4u);
    EXPECT_EQ(second.rows[0].work.size(), 9u); // and the warm-up's one, and the step's before
    EXPECT_EQ(second.rows[1].busy, 20'000);
}

TEST(StackedRows, OfAVariantWithFewerStepsAreItsLastOne)
{
    EXPECT_EQ(rowsOf(test::fakeGpuSession(), 7).rows[1].origin, 1'100'000);
}

TEST(StackedRows, FollowTheBaseline)
{
    const auto stacked = rowsOf(test::fakeGpuSession(), 0, "inplace");
    EXPECT_EQ(stacked.baseline, 1u);
    EXPECT_EQ(stacked.rows[0].sooner, -391'000);
    EXPECT_FALSE(stacked.rows[1].sooner.has_value());
    const EndWords words = endWords(stacked.rows[0], TimeUnit::Microseconds);
    EXPECT_EQ(words.end, "ends at 451 µs,");
    EXPECT_EQ(words.difference, "391 µs later");
}

TEST(StackedRows, SayWhyAVariantDidNotRun)
{
    const auto stacked = rowsOf(test::fakeGpuSession(), 0);
    EXPECT_FALSE(stacked.rows[2].ran());
    EXPECT_FALSE(stacked.rows[2].end.has_value());
    EXPECT_EQ(refusalWords(stacked.rows[2]), "Flash attention needs bf16 or fp16, not fp32.");
}

TEST(StackedRows, NeedTwoVariantsThatRan)
{
    const TracePtr trace = test::fakeGpuSession(); // the summaries look into it
    auto summaries = summarize(*trace);
    EXPECT_TRUE(canStack(summaries));
    summaries[1].ran = false;
    EXPECT_FALSE(canStack(summaries));
    EXPECT_FALSE(canStack({}));
}

TEST(StackedRows, FindTheirSpans)
{
    const auto stacked = rowsOf(test::fakeGpuSession(), 0);
    const auto place = stacked.placeOf(stacked.rows[1].work.front().span);
    ASSERT_TRUE(place.has_value());
    EXPECT_EQ(*place, (StackedRows::Place { 1, StackedLine::Work, 0 }));
    EXPECT_FALSE(stacked.placeOf({ 0, 9999 }).has_value());
}

// A recording without a GPU: its ops are the work.
TEST(StackedRows, OfTheCpuEndWithTheirOps)
{
    test::FakeRecording recording;
    Session session;
    session.device.kind = "cpu";
    recording.cpu(SpanKind::Step, "ProfilerStep#1", 1'000, 90'000);
    recording.cpu(SpanKind::Op, "aten::matmul", 2'000, 30'000);
    recording.cpu(SpanKind::Op, "aten::bmm", 3'000, 20'000);
    recording.cpu(SpanKind::Op, "aten::softmax", 40'000, 10'000);
    recording.cpu(SpanKind::Step, "ProfilerStep#2", 200'000, 90'000);
    recording.cpu(SpanKind::Op, "aten::scaled_dot_product_attention", 201'000, 80'000);
    session.variants.push_back(test::fakeResult("naive", { 0, 100'000 }, { { 1'000, 91'000 } }));
    session.variants.push_back(test::fakeResult("flash", { 190'000, 300'000 }, { { 200'000, 290'000 } }));
    recording.builder().setSession(std::move(session));
    const auto stacked = rowsOf(recording.builder().finish(), 0);
    ASSERT_EQ(stacked.rows.size(), 2u);
    EXPECT_EQ(stacked.rows[0].ops.size(), 2u); // bmm is inside matmul
    EXPECT_EQ(stacked.rows[0].end, 49'000);
    EXPECT_FALSE(stacked.rows[0].busyShare().has_value());
    EXPECT_EQ(stacked.rows[1].end, 81'000);
    EXPECT_EQ(stacked.rows[1].sooner, -32'000);
}

class BundledRows : public testing::Test {
protected:
    void SetUp() override
    {
        const auto imported = importTrace(kArticle, {});
        ASSERT_TRUE(imported.ok());
        m_scene.setRows(std::make_shared<const StackedRows>(rowsOf(imported.value(), 0)));
        m_scene.setSize(1400, 520, 1);
        m_scene.setView({ -50'000, 3'000'000 });
    }
    const StackedRow& row(std::string_view name) const
    {
        const auto& rows = m_scene.rows().rows;
        return *std::find_if(
            rows.begin(), rows.end(), [name](const StackedRow& row) { return row.summary.view.name == name; });
    }
    bool isWritten(const std::string& words)
    {
        const auto& texts = m_scene.geometry().spans.texts;
        return std::any_of(texts.begin(), texts.end(), [&words](const TextRun& run) { return run.text == words; });
    }

    StackedScene m_scene;
};

TEST_F(BundledRows, SayWhatTheSummariesSay)
{
    const StackedPainter painter(m_scene, Theme::light());
    EXPECT_EQ(painter.workWords(row("naive")), "5 kernels + 2");
    EXPECT_EQ(painter.workWords(row("flash")), "1 kernel");
    EXPECT_EQ(painter.workWords(row("cudnn")), "1 kernel + 1");
    EXPECT_EQ(painter.workWords(row("math")), "20 kernels");
    EXPECT_EQ(ownOf(row("naive").work), 7u);
    EXPECT_EQ(ownOf(row("flash").work), 1u);
    EXPECT_EQ(painter.busyWords(row("naive")), "87 % busy");
    EXPECT_EQ(painter.ratioWords(row("naive")), "1.00×");
    EXPECT_EQ(painter.ratioCaption(row("naive")), "baseline");
    EXPECT_EQ(painter.ratioWords(row("flash")), "11.1×");
    EXPECT_EQ(painter.ratioWords(row("math")), "0.409×");
    EXPECT_EQ(painter.ratioCaption(row("flash")), "as fast as naive");
    EXPECT_EQ(painter.baselineWords(), "naive ends at 1,217 µs");
}

TEST_F(BundledRows, SayHowEachEnds)
{
    const EndWords flash = endWords(row("flash"), TimeUnit::Microseconds);
    EXPECT_EQ(flash.end, "ends at 141 µs,");
    EXPECT_EQ(flash.difference, "1,076 µs sooner");
    const EndWords math = endWords(row("math"), TimeUnit::Milliseconds);
    EXPECT_EQ(math.end, "ends at 2.86 ms,");
    EXPECT_EQ(math.difference, "1.64 ms later");
    EXPECT_EQ(endWords(row("naive"), TimeUnit::Microseconds).end, "ends at 1,217 µs");
    EXPECT_TRUE(isWritten("ends at 141 µs,"));
    EXPECT_TRUE(isWritten("ends at 2,861 µs,"));
}

TEST_F(BundledRows, WriteTheNameOfANarrowKernelBesideIt)
{
    EXPECT_TRUE(isWritten("flash attention · TC mma"));
    EXPECT_TRUE(isWritten("softmax")); // and of a wide one inside
}

TEST_F(BundledRows, KeepTheirWordsOutOfEachOther)
{
    for (const Ns length : { 200'000, 1'000'000, 3'000'000, 40'000'000 }) {
        m_scene.setView({ -20'000, length });
        const auto& texts = m_scene.geometry().spans.texts;
        const auto right = static_cast<float>(m_scene.scale().right());
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const float width = texts[i].keep > 0 ? 0 : m_scene.text().width(texts[i].text, texts[i].style);
            EXPECT_LE(texts[i].x + width, right + 1) << texts[i].text << " at " << length;
            for (std::size_t j = 0; j < i; ++j) {
                const float other = texts[j].keep > 0 ? 0 : m_scene.text().width(texts[j].text, texts[j].style);
                const bool apart = texts[i].x >= texts[j].x + other || texts[j].x >= texts[i].x + width
                    || std::abs(texts[i].baseline - texts[j].baseline) > 9;
                EXPECT_TRUE(apart) << texts[i].text << " and " << texts[j].text << " at " << length;
            }
        }
    }
}

TEST_F(BundledRows, FoldWhatIsTooShortToDraw)
{
    m_scene.setView({ -20'000, 40'000'000 });
    const auto& spans = m_scene.geometry().spans;
    const bool folded =
        std::any_of(spans.boxes.begin(), spans.boxes.end(), [](const Box& box) { return box.folded(); });
    EXPECT_TRUE(folded);
    EXPECT_FALSE(spans.columns.empty());
    const auto found = m_scene.rows().placeOf(row("math").work[3].span);
    ASSERT_TRUE(found.has_value());
    const Box* box = m_scene.boxOf(*found);
    ASSERT_NE(box, nullptr);
    EXPECT_TRUE(box->folded());
    EXPECT_EQ(m_scene.tooltipOf(*box).foot, "Zoom in to see them");
}

TEST_F(BundledRows, ARunIsLitByAnyOfItsSpans)
{
    m_scene.setView({ -20'000, 40'000'000 });
    const auto& work = row("math").work;
    const auto runOf = [this, &work](std::size_t index) {
        const auto place = m_scene.rows().placeOf(work[index].span);
        const Box* box = place ? m_scene.boxOf(*place) : nullptr;
        return box != nullptr && box->folded() ? std::optional(*box) : std::nullopt;
    };
    const auto run = runOf(3);
    ASSERT_TRUE(run.has_value());
    std::vector<std::size_t> inside;
    for (std::size_t i = 0; i < work.size(); ++i) {
        if (const auto other = runOf(i); other && other->x == run->x) {
            inside.push_back(i);
        }
    }
    ASSERT_GE(inside.size(), 2U);
    for (const std::size_t index : { inside.front(), inside.back() }) {
        m_scene.setLit({ work[index].span });
        ASSERT_TRUE(runOf(3).has_value());
        EXPECT_TRUE(runOf(3)->lit) << index;
    }
    m_scene.setLit({ row("naive").work.front().span });
    ASSERT_TRUE(runOf(3).has_value());
    EXPECT_FALSE(runOf(3)->lit);
}

TEST_F(BundledRows, FitSevenIntoTheDesignsHeightAndGrowWhereThereIsRoom)
{
    m_scene.setSize(1400, 464, 1);
    EXPECT_EQ(m_scene.mostScroll(), 0);
    EXPECT_GE(m_scene.metrics().row, 56);
    m_scene.setSize(1400, 900, 1);
    EXPECT_EQ(m_scene.metrics().row, 122); // (900 − 40) / 7
    m_scene.setSize(1400, 300, 1);
    EXPECT_GT(m_scene.mostScroll(), 0);
}

class StackedWindow : public test::MainWindowFixture {
protected:
    std::unique_ptr<MainWindow> openedArticle()
    {
        auto window = std::make_unique<MainWindow>(test::factoryOf(m_recorder));
        window->resize(1600, 900);
        window->show();
        window->openFile(QString::fromLatin1(kArticle));
        EXPECT_TRUE(test::waitFor(
            [&] { return window->document() != nullptr && window->bottomPanel().kernelNames().rowCount() > 0; }));
        return window;
    }
    static void stack(MainWindow& window)
    {
        window.setStacked(true);
        EXPECT_TRUE(test::waitFor([&] { return !window.stackedView().rows().rows.empty(); }));
    }
    static QPoint middleOf(const StackedView& view, std::size_t row, StackedLine line, std::size_t index)
    {
        const Box* box = view.scene().boxOf({ row, line, index });
        EXPECT_NE(box, nullptr);
        return box == nullptr ? QPoint()
                              : QPointF(static_cast<double>(box->x + box->width / 2),
                                  view.scene().sceneY(static_cast<double>(box->y + box->height / 2)))
                                    .toPoint();
    }
    static QPoint headerOf(const StackedView& view, std::size_t row)
    {
        return { 60, static_cast<int>(view.scene().sceneY(view.scene().places()[row].y + 20)) };
    }
    static std::size_t longestOf(const StackedRow& row)
    {
        return static_cast<std::size_t>(
            std::max_element(row.work.begin(), row.work.end(),
                [](const StackedSpan& a, const StackedSpan& b) { return a.time.length() < b.time.length(); })
            - row.work.begin());
    }
};

TEST_F(StackedWindow, SwitchIsThereWhereTwoVariantsRan)
{
    const auto window = opened();
    EXPECT_TRUE(window->variantRow().stackSwitch().isVisible());
    EXPECT_TRUE(window->actions().action(QStringLiteral("stack"))->isEnabled());
    EXPECT_FALSE(window->showsStacked());

    const QString path = m_folder.filePath(QStringLiteral("one.json"));
    ASSERT_TRUE(exportTrace(*test::smallTrace(), path.toStdString()).ok());
    stack(*window);
    window->openFile(path);
    ASSERT_TRUE(test::waitFor([&] { return window->pageCount() == 2; }));
    EXPECT_TRUE(window->variantRow().stackSwitch().isHidden());
    EXPECT_FALSE(window->actions().action(QStringLiteral("stack"))->isEnabled());
    EXPECT_FALSE(window->showsStacked());
    window->setStacked(true);
    EXPECT_FALSE(window->showsStacked());

    window->showPage(0); // which is as it was left
    EXPECT_TRUE(window->showsStacked());
    EXPECT_TRUE(window->variantRow().stackSwitch().isChecked());
    EXPECT_TRUE(test::waitFor([&] { return window->stackedView().rows().rows.size() == 3; }));
}

TEST_F(StackedWindow, SwitchAndKeyTurnItOnAndOff)
{
    const auto window = openedArticle();
    const int height = window->timeline().height();
    QTest::mouseClick(&window->variantRow().stackSwitch(), Qt::LeftButton);
    EXPECT_TRUE(window->showsStacked());
    ASSERT_TRUE(test::waitFor([&] { return window->stackedView().rows().rows.size() == 7; }));
    EXPECT_EQ(window->stackedView().height(), height);
    EXPECT_GE(window->stackedView().height(), 900 * 54 / 100);
    EXPECT_EQ(window->stackedView().scene().mostScroll(), 0); // all seven are in sight
    window->actions().action(QStringLiteral("stack"))->trigger();
    EXPECT_FALSE(window->showsStacked());
    EXPECT_FALSE(window->variantRow().stackSwitch().isChecked());
    EXPECT_EQ(window->actions().action(QStringLiteral("stack"))->shortcut(), QKeySequence(Qt::SHIFT | Qt::Key_S));
}

TEST_F(StackedWindow, ChooserAndKeyAlignThem)
{
    const auto window = openedArticle();
    QComboBox& chooser = window->variantRow().alignChooser();
    QAction* action = window->actions().action(QStringLiteral("align"));
    EXPECT_TRUE(chooser.isHidden());
    EXPECT_FALSE(action->isEnabled());
    stack(*window);
    EXPECT_TRUE(chooser.isVisible());
    chooser.setFocus();
    QTest::keyClick(&chooser, Qt::Key_Down);
    EXPECT_EQ(chooser.currentText(), "Align at first kernel");
    const StackedView& view = window->stackedView();
    ASSERT_TRUE(test::waitFor([&] { return view.rows().align == StackedAlign::FirstKernel; }));
    EXPECT_LT(view.viewRange().begin, view.rows().extent().begin) << "all of it is in sight";
    action->trigger();
    EXPECT_EQ(chooser.currentText(), "Align at end");
    ASSERT_TRUE(test::waitFor([&] { return view.rows().align == StackedAlign::End; }));
    action->trigger();
    EXPECT_EQ(chooser.currentText(), "Align at step start");
    window->setStacked(false);
    EXPECT_TRUE(chooser.isHidden());
    EXPECT_FALSE(action->isEnabled());
}

TEST_F(StackedWindow, ClickSelectsTheSpanInItsVariant)
{
    const auto window = openedArticle();
    stack(*window);
    StackedView& view = window->stackedView();
    const StackedRow flash = view.rows().rows[4]; // the rows go when the timeline comes back
    ASSERT_EQ(flash.summary.view.name, "flash");
    const SpanRef kernel = flash.work[longestOf(flash)].span;
    QTest::mouseClick(&view, Qt::LeftButton, {}, middleOf(view, 4, StackedLine::Work, longestOf(flash)));
    EXPECT_EQ(view.selection(), kernel);
    EXPECT_EQ(window->variant(), 4);
    EXPECT_EQ(view.currentVariant(), 4);
    EXPECT_EQ(window->timeline().selection(), kernel);
    EXPECT_TRUE(window->inspector().card().has_value());
    EXPECT_TRUE(window->showsStacked());

    window->setStacked(false);
    EXPECT_EQ(window->timeline().selection(), kernel);
    EXPECT_EQ(window->timeline().variant().name, "flash");
    const TimeRange shown = window->timeline().viewRange();
    EXPECT_GE(flash.origin + flash.work[longestOf(flash)].time.begin, shown.begin);
    EXPECT_LE(flash.origin + flash.work[longestOf(flash)].time.end, shown.end);
}

TEST_F(StackedWindow, ClickBesideSpansClearsTheSelection)
{
    const auto window = openedArticle();
    stack(*window);
    StackedView& view = window->stackedView();
    QTest::mouseClick(&view, Qt::LeftButton, {}, middleOf(view, 0, StackedLine::Work, longestOf(view.rows().rows[0])));
    ASSERT_TRUE(view.selection().has_value());
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(1100, view.height() - 12));
    EXPECT_FALSE(view.selection().has_value());
    EXPECT_FALSE(window->timeline().selection().has_value());
}

TEST_F(StackedWindow, ArrowKeysGoFromSpanToSpanAndFromRowToRow)
{
    const auto window = openedArticle();
    stack(*window);
    StackedView& view = window->stackedView();
    QTest::keyClick(&view, Qt::Key_Right);
    const StackedRow& naive = view.rows().rows[0];
    EXPECT_EQ(view.selection(), naive.work[0].span);
    QTest::keyClick(&view, Qt::Key_Right);
    EXPECT_EQ(view.selection(), naive.work[1].span);
    QTest::keyClick(&view, Qt::Key_Left);
    QTest::keyClick(&view, Qt::Key_Left); // there is nothing before the first
    EXPECT_EQ(view.selection(), naive.work[0].span);
    QTest::keyClick(&view, Qt::Key_Down);
    ASSERT_TRUE(view.scene().selected().has_value());
    EXPECT_EQ(view.scene().selected()->row, 1u);
    EXPECT_EQ(window->variant(), 1);
    EXPECT_EQ(window->timeline().selection(), view.selection());
    QTest::keyClick(&view, Qt::Key_Up);
    EXPECT_EQ(view.selection(), naive.work[0].span);
    QTest::keyClick(&view, Qt::Key_BracketLeft); // its launch
    EXPECT_EQ(view.selection(), window->document()->trace->launchOf(naive.work[0].span));
    QTest::keyClick(&view, Qt::Key_Escape);
    EXPECT_FALSE(view.selection().has_value());
}

TEST_F(StackedWindow, KeysZoomAndPanAndHomeFits)
{
    const auto window = openedArticle();
    stack(*window);
    StackedView& view = window->stackedView();
    const TimeRange all = view.viewRange();
    QTest::keyClick(&view, Qt::Key_W);
    EXPECT_NEAR(static_cast<double>(view.viewRange().length()), static_cast<double>(all.length()) / 1.5, 2);
    const TimeRange zoomedIn = view.viewRange();
    QTest::keyClick(&view, Qt::Key_D);
    EXPECT_GT(view.viewRange().begin, zoomedIn.begin);
    EXPECT_EQ(view.viewRange().length(), zoomedIn.length());
    QTest::keyClick(&view, Qt::Key_A);
    EXPECT_NEAR(static_cast<double>(view.viewRange().begin), static_cast<double>(zoomedIn.begin), 2);
    QTest::keyClick(&view, Qt::Key_Home);
    EXPECT_EQ(view.viewRange(), all);
}

TEST_F(StackedWindow, DragPans)
{
    const auto window = openedArticle();
    stack(*window);
    StackedView& view = window->stackedView();
    view.zoomIn();
    const Ns before = view.viewRange().begin;
    QTest::mousePress(&view, Qt::LeftButton, {}, QPoint(900, 200));
    QTest::mouseMove(&view, QPoint(850, 200));
    QTest::mouseMove(&view, QPoint(800, 200));
    QTest::mouseRelease(&view, Qt::LeftButton, {}, QPoint(800, 200));
    EXPECT_NEAR(static_cast<double>(view.viewRange().begin - before),
        static_cast<double>(view.scene().scale().lengthOf(100)), static_cast<double>(view.scene().scale().lengthOf(2)));
    EXPECT_FALSE(view.selection().has_value());
}

TEST_F(StackedWindow, HeaderChoosesAndDoubleClickOpensAVariant)
{
    const auto window = openedArticle();
    stack(*window);
    StackedView& view = window->stackedView();
    QTest::mouseClick(&view, Qt::LeftButton, {}, headerOf(view, 2));
    EXPECT_EQ(window->variant(), 2);
    EXPECT_EQ(window->variantRow().current(), 2);
    EXPECT_EQ(view.currentVariant(), 2);
    EXPECT_TRUE(window->showsStacked());
    QTest::mouseDClick(&view, Qt::LeftButton, {}, headerOf(view, 5));
    EXPECT_FALSE(window->showsStacked());
    EXPECT_EQ(window->variant(), 5);
}

TEST_F(StackedWindow, VariantButtonsChooseARow)
{
    const auto window = openedArticle();
    stack(*window);
    window->variantRow().button(3)->click();
    EXPECT_EQ(window->stackedView().currentVariant(), 3);
    EXPECT_TRUE(window->showsStacked());
    EXPECT_TRUE(window->stackedView().hasFocus() || !window->isActiveWindow());
}

TEST_F(StackedWindow, HoverShowsTheTimelinesTooltip)
{
    const auto window = openedArticle();
    stack(*window);
    StackedView& view = window->stackedView();
    QTest::mouseMove(&view, middleOf(view, 4, StackedLine::Work, longestOf(view.rows().rows[4])));
    const auto tooltips = window->findChildren<SpanTooltip*>();
    const auto shown =
        std::find_if(tooltips.begin(), tooltips.end(), [](const SpanTooltip* tooltip) { return tooltip->isVisible(); });
    ASSERT_NE(shown, tooltips.end());
    EXPECT_TRUE((*shown)->content().plainText().contains("Launched by"))
        << (*shown)->content().plainText().toStdString();
    EXPECT_EQ((*shown)->content().role, RoleGroup::Attention);
    QTest::mouseMove(&view, headerOf(view, 0));
    EXPECT_EQ((*shown)->content().title, "naive");
}

TEST_F(StackedWindow, FollowsUnitStepAndBaseline)
{
    const auto window = openedArticle();
    stack(*window);
    StackedView& view = window->stackedView();
    const StackedPainter painter(view.scene(), Theme::current());
    EXPECT_EQ(painter.baselineWords(), "naive ends at 1,217 µs");
    emit window->toolbar().timeUnitChosen(TimeUnit::Milliseconds);
    EXPECT_EQ(painter.baselineWords(), "naive ends at 1.22 ms");

    const Ns origin = view.rows().rows[0].origin;
    emit window->variantRow().stepChosen(1);
    ASSERT_TRUE(test::waitFor([&] { return view.rows().rows[0].origin != origin; }));
    EXPECT_EQ(view.rows().rows[6].origin, window->document()->views[6].steps[1].begin);

    for (QAction* action : window->toolbar().compareMenu().actions()) {
        if (action->text() == QStringLiteral("flash")) {
            action->trigger();
            break; // the menu is made anew
        }
    }
    ASSERT_TRUE(test::waitFor([&] { return view.rows().baseline == 4u; }));
    EXPECT_EQ(painter.ratioWords(view.rows().rows[4]), "1.00×");
}

TEST_F(StackedWindow, AnotherStepKeepsAViewOfAllRowsWhole)
{
    const auto window = opened();
    stack(*window);
    StackedView& view = window->stackedView();
    EXPECT_LT(view.viewRange().end, 532'000);
    emit window->variantRow().stepChosen(1);
    ASSERT_TRUE(test::waitFor([&] { return view.rows().rows[0].origin == 300'000; }));
    EXPECT_GT(view.viewRange().end, 532'000);
    view.zoomIn();
    const TimeRange zoomedIn = view.viewRange();
    emit window->variantRow().stepChosen(0);
    ASSERT_TRUE(test::waitFor([&] { return view.rows().rows[0].origin == 200'000; }));
    EXPECT_EQ(view.viewRange().length(), zoomedIn.length());
}

TEST_F(StackedWindow, LetsGoOfARecordingThatIsClosed)
{
    const auto window = opened();
    stack(*window);
    const std::weak_ptr<TraceDocument> document = window->document();
    window->closePage(0);
    EXPECT_TRUE(window->stackedView().rows().rows.empty());
    EXPECT_TRUE(window->variantRow().stackSwitch().isHidden());
    EXPECT_TRUE(test::waitFor([&] { return document.expired(); }));
}

TEST_F(StackedWindow, SearchLightsMatchesInEveryRow)
{
    const auto window = openedArticle();
    stack(*window);
    StackedView& view = window->stackedView();
    emit window->toolbar().search().searched(QStringLiteral("softmax_warp_forward"));
    ASSERT_EQ(view.scene().lit().size(), 3u); // naive, in-place and math, one step each
    emit window->toolbar().search().nextRequested();
    emit window->toolbar().search().nextRequested();
    EXPECT_EQ(window->variant(), 1);
    EXPECT_EQ(view.scene().selected()->row, 1u);
    QTest::keyClick(&view, Qt::Key_Escape);
    EXPECT_TRUE(view.scene().lit().empty());
    EXPECT_FALSE(view.selection().has_value());
}

TEST_F(StackedWindow, LegendIsOfAllVariants)
{
    const auto window = openedArticle();
    const auto has = [&](const QString& words) {
        const auto& legend = window->colourBar().legend();
        return std::any_of(legend.begin(), legend.end(), [&](const LegendEntry& entry) { return entry.text == words; });
    };
    EXPECT_FALSE(has(QStringLiteral("attention"))); // naive has none
    stack(*window);
    EXPECT_TRUE(has(QStringLiteral("attention")));
    EXPECT_TRUE(has(QStringLiteral("softmax")));
    window->setStacked(false);
    EXPECT_FALSE(has(QStringLiteral("attention")));
}

TEST_F(StackedWindow, ScrollsWhereRowsDoNotFit)
{
    const auto window = openedArticle();
    stack(*window);
    StackedView view;
    view.resize(1000, 260);
    view.setRows(std::make_shared<const StackedRows>(window->stackedView().rows()));
    view.show();
    ASSERT_GT(view.scene().mostScroll(), 0);
    QTest::keyClick(&view, Qt::Key_PageDown);
    EXPECT_GT(view.scene().scroll(), 0);
    view.setSelection(std::nullopt);
    QTest::keyClick(&view, Qt::Key_Right); // the first kernel of the first row: back to the top
    EXPECT_EQ(view.scene().scroll(), 0);
}

TEST_F(StackedWindow, ExportsAPicture)
{
    const auto window = openedArticle();
    stack(*window);
    const QString path = m_folder.filePath(QStringLiteral("stacked.png"));
    ASSERT_TRUE(window->stackedView().exportTo(path, QSize(1200, 500)).ok());
    EXPECT_EQ(QImage(path).size(), QSize(1200, 500));
    EXPECT_FALSE(window->stackedView().exportTo(m_folder.filePath(QStringLiteral("a.bmp")), QSize(10, 10)).ok());
}

// Nothing clips an SVG file: what stands beside the axis there would be seen.
TEST_F(StackedWindow, AnSvgHoldsNoMarkOfTheRulerBesideItsAxis)
{
    const auto window = openedArticle();
    stack(*window);
    const StackedScene& scene = window->stackedView().scene();
    const QString path = m_folder.filePath(QStringLiteral("stacked.svg"));
    ASSERT_TRUE(window->stackedView().exportTo(path, QSize(1200, 500)).ok());
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QString svg = QString::fromUtf8(file.readAll());
    const int top = Theme::px(22); // where the ruler's marks begin
    int marks = 0;
    for (auto found = QRegularExpression(QStringLiteral("<rect x=\"([-0-9.]+)\" y=\"%1\" width=\"1\"").arg(top))
                          .globalMatch(svg);
         found.hasNext(); ++marks) {
        EXPECT_GE(found.next().captured(1).toDouble(), scene.scale().left());
    }
    EXPECT_GE(marks, 3);
}

TEST_F(StackedWindow, ThemeChangesItsColours)
{
    const auto window = openedArticle();
    stack(*window);
    const QPoint empty(1100, window->stackedView().height() - 8);
    EXPECT_EQ(window->stackedView().grab().toImage().pixelColor(empty), Theme::light().canvas);
    ThemeController::instance().setMode(ThemeController::Mode::Dark);
    EXPECT_EQ(window->stackedView().grab().toImage().pixelColor(empty), Theme::dark().canvas);
    ThemeController::instance().setMode(ThemeController::Mode::Light);
}

} // namespace
} // namespace attnscope
