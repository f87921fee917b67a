// SPDX-License-Identifier: GPL-3.0-or-later
// The counter lanes: what the counter pass makes of the DRAM lane, the memory's peak, the reasons for what is missing, and that the
// marks for math units follow the strongest evidence.
#include "profiler/importing/import_trace.h"
#include "tests/support/fake_session.h"
#include "ui/timeline/counter_lane_geometry.h"
#include "ui/timeline/counter_lane_words.h"
#include "ui/timeline/timeline_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace attnscope {
namespace {

using namespace test;
using testing::ElementsAre;
using testing::HasSubstr;

// 100 µs: 100 MB read, 200 MB written (1 and 2 TB/s); a copy of 50 MB in 50 µs.
constexpr const char* kCounted =
    R"({"tensor instructions": 4096, "hfma2 instructions": 0, "dram read bytes": 100000000, "dram write bytes": 200000000})";
constexpr const char* kCopied = R"({"bytes": 50000000})";

struct Made {
    Session session;
    FakeRecording recording;
    VariantResult naive;

    Made()
    {
        session.device = fakeGpu();
        const TimeRange step = recording.step(0,
            { { SpanKind::Kernel, kTensorCoreGemm, 200'000, 100'000, 7, kCounted },
                { SpanKind::Memcpy, kMemcpy, 400'000, 50'000, 7, kCopied } });
        naive = fakeResult("naive", { 0, 1'000'000 }, { step });
    }
    void counter(std::string name, std::string unit, std::vector<Ns> time, std::vector<double> value)
    {
        CounterSeries series;
        series.name = std::move(name);
        series.unit = std::move(unit);
        series.device = 0;
        series.time = std::move(time);
        series.value = std::move(value);
        recording.builder().addCounter(std::move(series));
    }
    TracePtr finish()
    {
        session.variants = { naive };
        recording.builder().setSession(session);
        return recording.builder().finish();
    }
};

TracePtr countedTrace()
{
    Made made;
    made.naive.dramBytes = 300'000'000;
    made.counter("DRAM rate", "GB/s", { 200'000, 300'000 }, { 3000, 0 });
    return made.finish();
}

TimelineModel modelOf(const TracePtr& trace)
{
    return { trace, variantsOf(*trace).at(0) };
}

const CounterTrack& laneOf(const TimelineModel& model, std::string_view title)
{
    for (const CounterTrack& lane : model.counters()) {
        if (lane.title == title) {
            return lane;
        }
    }
    throw std::runtime_error("no lane " + std::string(title));
}

TEST(DramLane, IsMadeOfWhatEveryLaunchMoved)
{
    const auto model = modelOf(countedTrace());
    const CounterTrack& lane = laneOf(model, "DRAM rate");
    ASSERT_EQ(lane.kind, CounterKind::DramRate);
    EXPECT_EQ(lane.subtitle, "TB/s, counter pass");
    ASSERT_EQ(lane.dram.stretches().size(), 2U);
    const DramStretch* kernel = lane.dram.at(250'000);
    ASSERT_NE(kernel, nullptr);
    EXPECT_DOUBLE_EQ(kernel->read, 1000);
    EXPECT_DOUBLE_EQ(kernel->written, 2000);
    EXPECT_TRUE(kernel->counted);
    const DramStretch* copy = lane.dram.at(420'000);
    ASSERT_NE(copy, nullptr);
    EXPECT_DOUBLE_EQ(copy->read, 1000) << "50 MB in 50 µs, each way";
    EXPECT_DOUBLE_EQ(copy->written, 1000);
    EXPECT_FALSE(copy->counted);
    EXPECT_EQ(lane.dram.at(350'000), nullptr);
    EXPECT_DOUBLE_EQ(lane.dram.maximum(), 3000);
}

TEST(DramLane, IsShownOnce)
{
    const auto model = modelOf(countedTrace());
    std::vector<std::string> titles;
    for (const Track& track : model.tracks()) {
        if (track.kind == TrackKind::Counter) {
            titles.push_back(track.title);
        }
    }
    EXPECT_THAT(titles, ElementsAre("DRAM rate", "GPU memory"));
}

TEST(DramLane, MeanIsOverTheTimeInWhichSomethingRan)
{
    const auto model = modelOf(countedTrace());
    const DramRates& dram = laneOf(model, "DRAM rate").dram;
    EXPECT_DOUBLE_EQ(dram.meanIn({ 0, 1'000'000 }), (300e6 + 100e6) / 150e3);
    EXPECT_DOUBLE_EQ(dram.meanIn({ 250'000, 275'000 }), 3000);
    EXPECT_DOUBLE_EQ(dram.meanIn({ 250'000, 425'000 }), (150e6 + 50e6) / 75e3);
    EXPECT_DOUBLE_EQ(dram.meanIn({ 310'000, 390'000 }), 0);
}

TEST(DramRates, OverlappingWorkAddsUp)
{
    const DramRates rates({ { { 0, 1 }, { 0, 100 }, 1000, 0, true }, { { 0, 2 }, { 50, 150 }, 0, 3000, true } });
    ASSERT_EQ(rates.stretches().size(), 3U);
    EXPECT_DOUBLE_EQ(rates.stretches()[0].rate(), 10);
    EXPECT_DOUBLE_EQ(rates.stretches()[1].rate(), 40);
    EXPECT_EQ(rates.stretches()[1].span, (SpanRef { 0, 2 })) << "the one that moves most";
    EXPECT_DOUBLE_EQ(rates.stretches()[2].rate(), 30);
    EXPECT_DOUBLE_EQ(rates.total().at(149), 30);
    EXPECT_DOUBLE_EQ(rates.total().at(150), 0);
}

TEST(DramLane, ScaleHasRoundMarks)
{
    struct Case {
        double maximum, step;
    };
    for (const Case& c : { Case { 4260, 2000 }, { 3500, 1000 }, { 20.2, 10 }, { 10, 5 }, { 0.9, 0.2 }, { 0, 0 } }) {
        EXPECT_DOUBLE_EQ(scaleStep(c.maximum), c.step) << c.maximum;
    }
    EXPECT_EQ(rateUnitFor(999).name, "GB/s");
    EXPECT_EQ(rateUnitFor(1000).name, "TB/s");
    EXPECT_EQ(rateText(4812).toStdString(), "4.81 TB/s");
}

TEST(DramLane, DrawsReadAndWrittenOneOnTheOther)
{
    TimelineScene scene;
    scene.setModel(std::make_shared<TimelineModel>(modelOf(countedTrace())));
    scene.setSize(1200, 600, 1);
    scene.setView({ 150'000, 500'000 });
    const Geometry& geometry = scene.geometry();
    ASSERT_EQ(geometry.rates.size(), 2U);
    const RateBar& kernel = geometry.rates[0];
    EXPECT_NEAR(kernel.written, 2 * kernel.read, 1.5);
    EXPECT_GT(kernel.read, 10);
    EXPECT_EQ(kernel.hue, hueOf(RoleGroup::Matmul));
    ASSERT_EQ(geometry.scaleMarks.size(), 3U); // 1, 2, 3 TB/s
    EXPECT_EQ(geometry.scaleMarks[1].label, "2");
    EXPECT_TRUE(std::any_of(
        geometry.texts.begin(), geometry.texts.end(), [](const TextRun& run) { return run.text == "3.00"; }));
}

TEST(DramLane, TooltipTellsBothDirectionsAndWhereTheyAreFrom)
{
    TimelineScene scene;
    scene.setModel(std::make_shared<TimelineModel>(modelOf(countedTrace())));
    const CounterTrack& lane = laneOf(scene.model(), "DRAM rate");
    const std::string kernel = tooltipOfCounter(scene, lane, 250'000).plainText().toStdString();
    EXPECT_THAT(kernel, HasSubstr("DRAM reads: 1.00 TB/s"));
    EXPECT_THAT(kernel, HasSubstr("Writes: 2.00 TB/s"));
    EXPECT_THAT(kernel, HasSubstr("Together: 3.00 TB/s"));
    EXPECT_THAT(kernel, HasSubstr("counted in a second pass"));
    EXPECT_THAT(tooltipOfCounter(scene, lane, 420'000).plainText().toStdString(), HasSubstr("from its size"));
}

struct MissingCase {
    const char* what;
    std::vector<std::string> notes;
    RecordLevel level;
    const char *dram, *memory;
};

TEST(MissingLanes, SayWhy)
{
    const MissingCase cases[] = {
        { "no counter pass", {}, RecordLevel::Full,
            "no counter pass: tick Hardware counters, or record with --counters",
            "nothing was allocated while this variant was recorded" },
        { "no permission",
            { "flash: Hardware counters are left out: not this one.",
                "Hardware counters are left out: reading them is for administrators here." },
            RecordLevel::Ops, "Hardware counters are left out: reading them is for administrators here.",
            "not recorded: choose the level with memory, or record with --level full" },
        { "this variant alone", { "naive: Hardware counters are left out: CUPTI lost those of 3 kernels." },
            RecordLevel::Full, "Hardware counters are left out: CUPTI lost those of 3 kernels.",
            "nothing was allocated while this variant was recorded" },
    };
    for (const MissingCase& c : cases) {
        SCOPED_TRACE(c.what);
        Made made;
        made.session.notes = c.notes;
        made.session.level = c.level;
        const auto model = modelOf(made.finish());
        EXPECT_EQ(laneOf(model, "DRAM rate").missing, c.dram);
        EXPECT_EQ(laneOf(model, "GPU memory").missing, c.memory);
        const LaneLayout layout(model, {}, LaneMetrics());
        for (const LanePlace& place : layout.places()) {
            if (model.tracks()[place.track].missing) {
                EXPECT_TRUE(place.folded);
                EXPECT_EQ(place.height, 28);
            }
        }
    }
}

TEST(MissingLanes, AreNoneWhereThereIsNoGpu)
{
    FakeRecording recording;
    recording.cpu(SpanKind::Op, "aten::bmm", 0, 1000);
    const TracePtr trace = recording.builder().finish();
    const TimelineModel model(trace, variantsOf(*trace).at(0));
    EXPECT_TRUE(model.counters().empty());
}

TEST(MemoryLane, MarksThePeakOfEveryStep)
{
    Made made;
    made.naive.steps = { { 0, 250'000 }, { 250'000, 450'000 } };
    made.naive.recordedPeakBytes = 3 << 20;
    // Higher peaks after the steps and in another variant are not the forward's.
    made.counter("GPU memory allocated", "bytes", { 1000, 100'000, 300'000, 400'000, 500'000, 1'500'000 },
        { 1048576, 2097152, 4194304, 1048576, 8388608, 99999999 });
    made.recording.cpu(SpanKind::Op, "aten::later", 2'000'000, 1000);
    TimelineScene scene;
    scene.setModel(std::make_shared<TimelineModel>(modelOf(made.finish())));
    const CounterTrack& lane = laneOf(scene.model(), "GPU memory");
    ASSERT_EQ(lane.peaks.size(), 2U);
    EXPECT_EQ(lane.peaks[0].time, 100'000);
    EXPECT_EQ(lane.peaks[1].time, 300'000);
    EXPECT_EQ(lane.peaks[1].bytes, 4194304);
    EXPECT_EQ(lane.subtitle, "a forward takes 3 MiB");
    scene.setSize(1200, 600, 1);
    scene.setView({ 0, 1'000'000 });
    EXPECT_EQ(scene.geometry().peaks.size(), 2U);
    for (const char* words : { "peak 2 MiB", "peak 4 MiB" }) {
        EXPECT_TRUE(std::any_of(scene.geometry().texts.begin(), scene.geometry().texts.end(),
            [words](const TextRun& run) { return run.text == words; }))
            << words;
    }
    scene.setView({ 310'000, 400'000 });
    EXPECT_TRUE(scene.geometry().peaks.empty()) << "none is in the view";
    EXPECT_THAT(tooltipOfCounter(scene, lane, 350'000).plainText().toStdString(), HasSubstr("Allocated: 4 MiB"));
}

// A recording of an H200 that comes with the program: the lanes must add up to what the recorder itself says of every variant.
TEST(CounterLanes, AddUpToTheRecordersOwnFigures)
{
    const auto imported = importTrace(ATTNSCOPE_SOURCE_DIR "/resources/samples/h200_article.json.gz", {});
    ASSERT_TRUE(imported.ok()) << imported.error().message;
    const TracePtr trace = imported.value();
    for (const VariantView& view : variantsOf(*trace)) {
        SCOPED_TRACE(view.name);
        ASSERT_TRUE(view.result != nullptr && view.result->dramBytes && view.result->recordedPeakBytes);
        const TimelineModel model(trace, view);
        const CounterTrack& dram = laneOf(model, "DRAM rate");
        // The whole forward was counted apart, its copies among it; kernels that are counted one by one find the cache flushed.
        const TimeRange all { 0, view.window.end + 10'000'000 };
        double time = 0;
        for (const DramStretch& stretch : dram.dram.stretches()) {
            time += static_cast<double>(stretch.time.length());
        }
        const double forward = dram.dram.meanIn(all) * time / static_cast<double>(view.steps.size());
        const auto whole = static_cast<double>(*view.result->dramBytes);
        EXPECT_NEAR(forward, whole, 0.01 * whole + 25e6);
        for (const CounterSeries& series : trace->counters()) {
            for (std::size_t i = 0; series.name == "DRAM rate" && i < series.time.size(); ++i) {
                if (view.window.contains(series.time[i]) && series.value[i] > 0) {
                    const DramStretch* stretch = dram.dram.at(series.time[i]);
                    ASSERT_NE(stretch, nullptr) << series.time[i];
                    EXPECT_NEAR(stretch->rate(), series.value[i], 1e-6 * series.value[i]);
                }
            }
        }
        EXPECT_LT(dram.dram.maximum(), 4900) << "GB/s: more than this GPU can move";

        const CounterTrack& memory = laneOf(model, "GPU memory");
        ASSERT_EQ(memory.peaks.size(), view.steps.size());
        double most = 0;
        for (std::size_t i = 0; i < memory.peaks.size(); ++i) {
            most = std::max(most, memory.peaks[i].bytes - memory.series.at(view.steps[i].begin));
        }
        EXPECT_DOUBLE_EQ(most, static_cast<double>(*view.result->recordedPeakBytes));
    }
}

struct EvidenceCase {
    const char *name, *args;
    MathUnit unit;
    bool rail;
};

TEST(MathUnitMark, FollowsTheStrongestEvidence)
{
    const EvidenceCase cases[] = {
        { kTensorCoreGemm, "{}", MathUnit::TensorCore, true },
        { kTensorCoreGemm, R"({"sass matrix instructions": "none"})", MathUnit::CudaCore, false },
        { kTensorCoreGemm,
            R"({"sass matrix instructions": "none", "tensor instructions": 10, "hfma2 instructions": 0})",
            MathUnit::TensorCore, true },
        { kCudaCoreGemm, R"({"sass matrix instructions": "HMMA"})", MathUnit::TensorCore, true },
        { "somebody_elses_kernel", R"({"tensor instructions": 64, "hfma2 instructions": 64})", MathUnit::CudaCore,
            false },
        { "somebody_elses_kernel", "{}", MathUnit::Unknown, false },
    };
    for (const EvidenceCase& c : cases) {
        SCOPED_TRACE(std::string(c.name) + " " + c.args);
        FakeRecording recording;
        Session session;
        session.device = fakeGpu();
        const TimeRange step = recording.step(0, { { SpanKind::Kernel, c.name, 200'000, 100'000, 7, c.args } });
        session.variants.push_back(fakeResult("naive", { 0, 1'000'000 }, { step }));
        recording.builder().setSession(std::move(session));
        TimelineScene scene;
        scene.setModel(std::make_shared<TimelineModel>(modelOf(recording.builder().finish())));
        scene.setSize(1200, 600, 1);
        scene.setView({ 100'000, 400'000 });
        const SpanRef kernel = scene.model().trace()->gpuWork()[0];
        EXPECT_EQ(scene.model().unitOf(kernel), c.unit);
        const Box* box = scene.geometry().boxOf(kernel);
        ASSERT_NE(box, nullptr);
        EXPECT_EQ(box->tensor, c.rail);
        const bool unknown = std::any_of(scene.geometry().texts.begin(), scene.geometry().texts.end(),
            [](const TextRun& run) { return run.text.starts_with("? "); });
        EXPECT_EQ(unknown, c.unit == MathUnit::Unknown);
    }
}

TEST(MathUnitMark, TooltipShowsTheEvidence)
{
    Made made;
    const TracePtr trace = made.finish();
    const auto rows = evidenceRows(*trace, trace->gpuWork()[0]);
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_TRUE(rows[0].second.startsWith(QStringLiteral("Tensor Cores")));
    EXPECT_EQ(rows[1].second.toStdString(), "counters: 4,096 TC instructions");
    EXPECT_EQ(rows[2].second.toStdString(), "286 MiB read and written, 3.00 TB/s");
}

} // namespace
} // namespace attnscope
