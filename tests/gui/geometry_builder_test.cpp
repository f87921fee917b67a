// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/timeline_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace attnscope {
namespace {

using test::Picture;
using test::SixPixels;
using testing::Contains;
using testing::ElementsAre;

const TimeRange kTwoMs { 0, 2'000'000 };

std::vector<std::string> wordsOf(const Geometry& geometry)
{
    std::vector<std::string> words;
    for (const auto& run : geometry.texts) {
        words.push_back(run.keep > 0 ? run.text.substr(0, run.keep) + "…" : run.text);
    }
    return words;
}

TEST(TimelineModel, AttributesGpuWorkByLaunch)
{
    const Picture picture(test::smallTrace(), kTwoMs);
    const auto& steps = picture.model.steps();
    ASSERT_EQ(steps.size(), 2U);
    EXPECT_EQ(steps[0].count, 2U);
    EXPECT_EQ(steps[0].gpu, (TimeRange { 400'000, 705'000 }));
    EXPECT_EQ(steps[0].busy, 304'000);
    EXPECT_EQ(steps[1].count, 1U);
    const auto early = test::find(*picture.trace, LaneKind::GpuStream, test::kGemm, 0);
    EXPECT_TRUE(picture.model.launchedBefore(early));
    EXPECT_EQ(picture.model.stepOf(early), -1);
    EXPECT_EQ(picture.model.queue().maximumIn(kTwoMs), 1);
}

TEST(TimelineModel, ChainsOpCallAndKernel)
{
    const Picture picture(test::smallTrace(), kTwoMs);
    const auto gemm = test::find(*picture.trace, LaneKind::GpuStream, test::kGemm, 1);
    const auto call = test::find(*picture.trace, LaneKind::CudaApi, "cuLaunchKernelEx");
    const auto bmm = test::find(*picture.trace, LaneKind::CpuThread, "aten::bmm");
    const auto matmul = test::find(*picture.trace, LaneKind::CpuThread, "aten::matmul");
    for (const auto span : { gemm, call, bmm, matmul }) {
        const auto chain = picture.model.chainOf(span);
        EXPECT_THAT(chain.gpu, ElementsAre(gemm));
        EXPECT_THAT(chain.api, ElementsAre(call));
        EXPECT_THAT(chain.ops, Contains(matmul));
    }
    EXPECT_EQ(picture.model.gpuEventsAhead(gemm), 0U);
}

TEST(TimelineModel, PutsLanesInTheOrderOfTheDesign)
{
    test::TraceMaker make;
    const auto gpu = make.lane(LaneKind::GpuStream, "7");
    make.add(make.lane(LaneKind::Other, "9"), SpanKind::Other, "another program", 0, 10);
    make.add(gpu, SpanKind::Kernel, "k", 5, 10, 1);
    make.add(make.lane(LaneKind::CudaApi), SpanKind::ApiRuntime, "cudaLaunchKernel", 1, 2, 1);
    make.add(make.lane(LaneKind::CpuThread), SpanKind::Op, "aten::add", 0, 4);
    CounterSeries memory;
    memory.name = "allocated";
    memory.unit = "bytes";
    memory.device = 0;
    memory.time = { 0, 8000 };
    memory.value = { 1024, 4096 };
    make.builder().addCounter(memory);
    const auto trace = make.finish();
    const TimelineModel model(trace, variantsOf(*trace).at(0));
    std::vector<TrackKind> kinds;
    for (const auto& track : model.tracks()) {
        kinds.push_back(track.kind);
    }
    EXPECT_THAT(kinds,
        ElementsAre(TrackKind::Cpu, TrackKind::Api, TrackKind::Gpu, TrackKind::Queue, TrackKind::Counter,
            TrackKind::Counter, TrackKind::Other));
    for (std::uint32_t lane = 0; lane < trace->lanes().size(); ++lane) {
        ASSERT_TRUE(model.trackOf(lane).has_value());
        EXPECT_EQ(model.tracks()[*model.trackOf(lane)].source, lane);
    }
    EXPECT_FALSE(model.counters().at(0).missing.empty()) << "nothing was counted";
    EXPECT_EQ(model.counters().at(1).series.maximumIn({ 0, 20'000 }), 4096);
}

TEST(LaneLayout, FollowsTheDesign)
{
    const Picture picture(test::smallTrace(), kTwoMs);
    const auto& places = picture.layout.places();
    ASSERT_EQ(places.size(), 6U); // thread, API, stream, queue, and two that say why they are missing
    EXPECT_EQ(places[0].height, 4 * 20 + 10);
    EXPECT_EQ(places[0].rowY(2), 5 + 40);
    EXPECT_EQ(places[1].height, 32);
    EXPECT_EQ(places[1].rowHeight, 18);
    EXPECT_EQ(places[2].height, 20 + 18 + 58 + 10);
    EXPECT_EQ(places[2].rowY(0), places[2].y + 38);
    EXPECT_EQ(places[3].height, 50);
    EXPECT_EQ(places[4].height, 28);
    EXPECT_EQ(places[5].height, 28);
    EXPECT_EQ(picture.layout.at(89), &places[0]);
    EXPECT_EQ(picture.layout.at(90), &places[1]);
    EXPECT_EQ(picture.layout.at(5000), nullptr);
    EXPECT_EQ(picture.layout.rowAt(places[0], 46, 4), 2U);
    EXPECT_EQ(picture.layout.rowAt(places[0], 5 + 18, 4), std::nullopt); // the air between two rows
}

TEST(LaneLayout, FoldsAndLeavesRoomForThePanel)
{
    test::TraceMaker make;
    make.add(make.lane(LaneKind::CpuThread), SpanKind::Op, "aten::bmm", 0, 10);
    const auto trace = make.finish();
    const TimelineModel model(trace, variantsOf(*trace).at(0));
    const LaneLayout folded(model, { true }, LaneMetrics(), 200);
    ASSERT_EQ(folded.places().size(), 2U);
    EXPECT_EQ(folded.places()[0].height, 28);
    EXPECT_EQ(folded.places()[1].y, 28);
    EXPECT_EQ(folded.places()[1].height, 200);
    EXPECT_EQ(LaneLayout(model, {}, LaneMetrics()).places()[0].rowHeight, 23); // no GPU: taller rows
}

TEST(LaneLayout, ShowsOnlyWhatTheWindowHolds)
{
    const auto trace = test::smallTrace();
    auto variant = variantsOf(*trace).at(0);
    variant.window = { 900'000, 1'100'000 }; // between the launches: no API call, no GPU work
    variant.steps.clear();
    variant.stepNames.clear();
    const TimelineModel model(trace, variant);
    ASSERT_EQ(model.tracks().size(), 1U);
    EXPECT_EQ(model.tracks()[0].kind, TrackKind::Cpu);
    EXPECT_FALSE(model.hasGpu());
}

TEST(GeometryBuilder, DrawsGpuWorkInItsRole)
{
    const auto geometry = Picture(test::smallTrace(), kTwoMs).build();
    std::vector<const Box*> gpu;
    for (const auto& box : geometry.boxes) {
        if (box.tone == Tone::Role) {
            gpu.push_back(&box);
        }
    }
    ASSERT_EQ(gpu.size(), 4U);
    EXPECT_TRUE(gpu[0]->hatched);
    EXPECT_FALSE(gpu[0]->lit);
    EXPECT_EQ(gpu[1]->group, RoleGroup::Matmul);
    EXPECT_TRUE(gpu[1]->tensor);
    EXPECT_TRUE(gpu[1]->lit);
    EXPECT_FLOAT_EQ(gpu[1]->x, 200);
    EXPECT_FLOAT_EQ(gpu[1]->width, 149); // one pixel of air
    EXPECT_EQ(gpu[2]->group, RoleGroup::Fill);
    EXPECT_FLOAT_EQ(gpu[2]->width, 3); // 2 px wide, drawn as three where there is room
    EXPECT_EQ(gpu[3]->group, RoleGroup::Copy);
    EXPECT_FALSE(gpu[3]->lit); // of the other step
}

TEST(GeometryBuilder, ApiCallsCarryWhatTheyLaunch)
{
    const auto picture = Picture(test::smallTrace(), kTwoMs);
    const auto geometry = picture.build();
    const auto* launch = geometry.boxOf(test::find(*picture.trace, LaneKind::CudaApi, "cuLaunchKernelEx"));
    ASSERT_NE(launch, nullptr);
    EXPECT_EQ(launch->tone, Tone::Range);
    EXPECT_TRUE(launch->hasEdge);
    EXPECT_EQ(launch->edge, RoleGroup::Matmul);
    EXPECT_THAT(wordsOf(geometry), Contains("launchEx"));
}

TEST(GeometryBuilder, LabelsTakeTheLongestFormThatFits)
{
    // The kernel lasts 300 µs; 6 px a letter. "GEMM 256×128" is 13 bytes: 78 px.
    struct Case {
        double pixels;
        std::vector<std::string> words;
        std::size_t glyphs;
    };
    const Case cases[] = {
        { 220, { "GEMM 256×128", "bf16 · ", "TC wgmma · 300 µs" }, 1 },
        { 140, { "GEMM 256×128", "TC wgmma · 300 µs" }, 1 },
        { 130, { "GEMM 256×128", "bf16 · 300 µs" }, 1 },
        { 80, { "GEMM", "256×128", "300 µs" }, 1 },
        { 40, { "GEMM" }, 0 },
        { 29, {}, 0 },
    };
    for (const auto& c : cases) {
        const double perPixel = 300'000 / c.pixels;
        const TimeRange view { 400'000 - static_cast<Ns>(100 * perPixel),
            400'000 - static_cast<Ns>(100 * perPixel) + static_cast<Ns>(1000 * perPixel) };
        const auto geometry = Picture(test::smallTrace(), view).build();
        std::vector<std::string> onKernel;
        for (const auto& run : geometry.texts) {
            if (run.ink == Ink::OnRole && run.group == RoleGroup::Matmul) {
                onKernel.push_back(run.keep > 0 ? run.text.substr(0, run.keep) + "…" : run.text);
            }
        }
        EXPECT_EQ(onKernel, c.words) << c.pixels << " px";
        const auto lit = std::count_if(geometry.glyphs.begin(), geometry.glyphs.end(),
            [](const TensorGlyph& glyph) { return glyph.ink == Ink::OnRole; });
        EXPECT_EQ(static_cast<std::size_t>(lit), c.glyphs) << c.pixels << " px";
    }
}

TEST(GeometryBuilder, CopiesSayTheirBytes)
{
    const auto words = wordsOf(Picture(test::smallTrace(), { 1'500'000, 2'100'000 }).build());
    EXPECT_THAT(words, Contains("Memcpy DtoD"));
    EXPECT_THAT(words, Contains("256 MiB · 400 µs"));
}

TEST(GeometryBuilder, DimsOtherStepsAndWhatIsNotLit)
{
    Picture picture(test::smallTrace(), kTwoMs);
    const auto clone = test::find(*picture.trace, LaneKind::CpuThread, "aten::clone");
    const auto bmm = test::find(*picture.trace, LaneKind::CpuThread, "aten::bmm");
    EXPECT_TRUE(picture.build().boxOf(bmm)->lit);
    EXPECT_FALSE(picture.build().boxOf(clone)->lit);
    picture.view.focusStep = 1;
    EXPECT_FALSE(picture.build().boxOf(bmm)->lit);
    EXPECT_TRUE(picture.build().boxOf(clone)->lit);
    picture.view.focusStep = -1;
    EXPECT_TRUE(picture.build().boxOf(bmm)->lit);
    const std::vector<SpanRef> lit { clone };
    picture.view.lit = &lit;
    EXPECT_FALSE(picture.build().boxOf(bmm)->lit);
    EXPECT_TRUE(picture.build().boxOf(clone)->lit);
}

TEST(GeometryBuilder, RulerNamesStepsAndCountsFromTheFocusStep)
{
    const auto geometry = Picture(test::smallTrace(), kTwoMs).build();
    ASSERT_EQ(geometry.ruler.steps.size(), 2U);
    EXPECT_EQ(geometry.ruler.steps[0].label.text, "step 2 · CPU 1,000 µs");
    EXPECT_TRUE(geometry.ruler.steps[0].focus);
    EXPECT_FLOAT_EQ(geometry.ruler.steps[1].left, 600);
    EXPECT_EQ(geometry.ruler.relativeName, "since step 2 start");
    ASSERT_EQ(geometry.brackets.size(), 1U);
    EXPECT_FLOAT_EQ(geometry.brackets[0].left, 200);
    EXPECT_FLOAT_EQ(geometry.brackets[0].right, 352);
}

TEST(GeometryBuilder, OverlappingKernelsStandOnRowsOfTheirOwn)
{
    test::TraceMaker make;
    const auto gpu = make.lane(LaneKind::GpuStream, "7");
    make.add(gpu, SpanKind::Kernel, "a", 0, 100);
    make.add(gpu, SpanKind::Kernel, "b", 50, 100);
    const auto picture = Picture(make.finish(), { 0, 200'000 });
    const auto geometry = picture.build();
    ASSERT_EQ(geometry.boxes.size(), 2U);
    EXPECT_EQ(geometry.boxes[0].height, 28);
    EXPECT_EQ(geometry.boxes[1].y - geometry.boxes[0].y, 30);
}

TEST(GeometryBuilder, CpuOpsThatWorkThemselvesCarryTheirRoleWithoutAGpu)
{
    test::TraceMaker make;
    const auto cpu = make.lane(LaneKind::CpuThread);
    make.add(cpu, SpanKind::Op, "aten::matmul", 0, 1000);
    make.add(cpu, SpanKind::Op, "aten::bmm", 10, 980);
    const auto picture = Picture(make.finish(), { 0, 1'000'000 });
    const auto geometry = picture.build();
    const auto* matmul = geometry.boxOf(test::find(*picture.trace, LaneKind::CpuThread, "aten::matmul"));
    const auto* bmm = geometry.boxOf(test::find(*picture.trace, LaneKind::CpuThread, "aten::bmm"));
    EXPECT_FALSE(matmul->hasEdge); // it hands the work on
    EXPECT_TRUE(bmm->hasEdge);
    EXPECT_EQ(bmm->edge, RoleGroup::Matmul);
    EXPECT_THAT(wordsOf(geometry), Contains("bmm · 980 µs"));
}

TEST(LabelMaker, ThreadsDropTheirNameBeforeTheyAreCut)
{
    const SixPixels ruler; // bytes: "·" counts as two
    const std::string whole = "450 attention · nested"; // 138 px
    EXPECT_EQ(threadWords(ruler, whole, "450", 138), whole);
    EXPECT_EQ(threadWords(ruler, whole, "450", 137), "450 · nested");
    EXPECT_EQ(threadWords(ruler, "thread 457 (python3) · nested", "457", 100), "457 · nested");
    EXPECT_EQ(threadWords(ruler, "450 attention", "450", 20), "450");
    EXPECT_EQ(threadWords(ruler, whole, "", 20), whole);
}

TEST(LabelMaker, ShortensNames)
{
    EXPECT_EQ(opLabel("aten::bmm"), "bmm");
    EXPECT_EQ(opLabel("ProfilerStep#2"), "ProfilerStep 2");
    EXPECT_EQ(stepLabel("ProfilerStep#2"), "step 2");
    EXPECT_EQ(apiLabel("cudaLaunchKernel"), "launch");
    EXPECT_EQ(apiLabel("cudaEventRecord"), "eventRecord");
    EXPECT_EQ(apiLabel("customCall"), "customCall"); // no capital after "cu": not CUDA's
    EXPECT_EQ(apiSentence("cudaDeviceSynchronize"), "cudaDeviceSynchronize: the CPU waits for the GPU");
}

} // namespace
} // namespace attnscope
