// SPDX-License-Identifier: GPL-3.0-or-later
// Whole recordings on the CPU with the real LibTorch.
#include "tests/recorder/recording_helpers.h"

#include "profiler/attention/backend_pin.h"
#include "profiler/recording/op_observer.h"

#include <ATen/Context.h>

#include <thread>

namespace attnscope {
namespace {

using test::countOf;
using test::cpuRequest;
using test::namesIn;
using test::recordOrFail;
using test::resultOf;
using test::smallWorkload;

std::vector<std::string> allVariants()
{
    std::vector<std::string> names;
    for (const VariantName& variant : kVariants) {
        names.emplace_back(variant.name);
    }
    return names;
}

TEST(CpuRecording, RunsWhatTheCpuCanAndSaysWhyNotTheRest)
{
    const TracePtr trace = recordOrFail(cpuRequest(allVariants()));
    ASSERT_TRUE(trace);
    struct Case {
        const char* name;
        VariantStatus status;
        const char* backend;
        const char* reason;
    };
    const Case cases[] = {
        { "naive", VariantStatus::Done, "none", "" },
        { "inplace", VariantStatus::Done, "none", "" },
        { "math", VariantStatus::Done, "math", "" },
        { "efficient", VariantStatus::Refused, "",
            "Memory-efficient attention needs a CUDA GPU: LibTorch has no CPU kernel for it." },
        { "flash", VariantStatus::Done, "flash", "" },
        { "cudnn", VariantStatus::Refused, "", "cuDNN attention needs a CUDA GPU: cuDNN has no CPU kernels." },
        { "auto", VariantStatus::Done, "flash", "" },
    };
    ASSERT_EQ(trace->session()->variants.size(), 7U);
    for (const Case& expected : cases) {
        SCOPED_TRACE(expected.name);
        const VariantResult& result = resultOf(*trace, expected.name);
        EXPECT_EQ(result.status, expected.status);
        EXPECT_EQ(result.backend, expected.backend);
        if (*expected.reason != '\0') {
            EXPECT_EQ(result.reasons, std::vector<std::string> { expected.reason });
            EXPECT_TRUE(result.steps.empty());
        } else {
            EXPECT_TRUE(result.reasons.empty());
        }
    }
    EXPECT_EQ(trace->session()->device.kind, "cpu");
    EXPECT_FALSE(trace->session()->device.name.empty());
    EXPECT_GT(trace->session()->device.cpuThreads, 0);
    EXPECT_EQ(trace->session()->versions.torch, "2.11.0");
    EXPECT_TRUE(trace->session()->notes.empty()) << trace->session()->notes.front();
    EXPECT_TRUE(trace->log().empty()) << trace->log().entries().front().code;
}

TEST(CpuRecording, AnnotatesStepsInsideTheVariantsWindow)
{
    RecordRequest request = cpuRequest({ "naive", "flash" });
    request.warmup = 2;
    const TracePtr trace = recordOrFail(request);
    ASSERT_TRUE(trace);
    Ns previousEnd = 0;
    for (const char* name : { "naive", "flash" }) {
        const VariantResult& result = resultOf(*trace, name);
        ASSERT_EQ(result.steps.size(), 3U);
        EXPECT_GE(result.window.begin, previousEnd);
        for (const TimeRange& step : result.steps) {
            EXPECT_GE(step.begin, result.window.begin);
            EXPECT_LE(step.end, result.window.end);
            EXPECT_EQ(namesIn(*trace, SpanKind::Annotation, step), std::vector<std::string> { "attn_fwd" });
        }
        EXPECT_EQ(namesIn(*trace, SpanKind::Step, result.window),
            (std::vector<std::string> { "ProfilerStep#1", "ProfilerStep#2", "ProfilerStep#3" }));
        const auto annotations = namesIn(*trace, SpanKind::Annotation, result.window);
        EXPECT_EQ(countOf(annotations, std::string("attnscope: ") + name), 1);
        EXPECT_EQ(countOf(annotations, "warm-up"), 2);
        EXPECT_EQ(countOf(annotations, "attn_fwd"), 5);
        previousEnd = result.window.end;
    }
    EXPECT_EQ(trace->steps().size(), 6U);
}

TEST(CpuRecording, InPlaceDiffersFromNaiveByTheCopyOnly)
{
    const TracePtr trace = recordOrFail(cpuRequest({ "naive", "inplace" }));
    ASSERT_TRUE(trace);
    const auto naive = namesIn(*trace, SpanKind::Op, resultOf(*trace, "naive").steps[0]);
    const auto inplace = namesIn(*trace, SpanKind::Op, resultOf(*trace, "inplace").steps[0]);
    EXPECT_EQ(countOf(naive, "aten::masked_fill"), 1);
    EXPECT_EQ(countOf(naive, "aten::clone"), 1);
    EXPECT_EQ(countOf(inplace, "aten::masked_fill"), 0);
    EXPECT_EQ(countOf(inplace, "aten::masked_fill_"), 1);
    EXPECT_EQ(countOf(inplace, "aten::clone"), 0);
    for (const char* op : { "aten::matmul", "aten::bmm", "aten::mul", "aten::softmax", "aten::_softmax" }) {
        EXPECT_EQ(countOf(naive, op), countOf(inplace, op)) << op;
        EXPECT_GE(countOf(naive, op), 1) << op;
    }
    EXPECT_EQ(countOf(naive, "aten::triu"), 0) << "the mask must be built outside the forward";
}

TEST(CpuRecording, OpsNestInsideTheForwardAndEndBeforeIt)
{
    const TracePtr trace = recordOrFail(cpuRequest({ "math" }));
    ASSERT_TRUE(trace);
    const TimeRange window = resultOf(*trace, "math").window;
    const Lane* worker = nullptr;
    for (const Lane& lane : trace->lanes()) {
        if (lane.kind == LaneKind::CpuThread) {
            EXPECT_EQ(worker, nullptr) << "a forward runs its ops on one thread";
            worker = &lane;
        }
    }
    ASSERT_NE(worker, nullptr);
    std::size_t ops = 0;
    for (std::uint32_t i = 0; i < worker->size(); ++i) {
        EXPECT_EQ(worker->flags[i], 0);
        if (worker->spanKind[i] == SpanKind::Op) {
            ++ops;
            const std::uint32_t parent = worker->parent[i];
            ASSERT_NE(parent, kNoSpan);
            EXPECT_LE(worker->start[parent], worker->start[i]);
            EXPECT_GE(worker->end(parent), worker->end(i));
            EXPECT_LE(worker->end(i), window.end);
        }
    }
    EXPECT_GT(ops, 20U);
}

TEST(CpuRecording, TimesAndOverheadComeFromBothPasses)
{
    const TracePtr trace = recordOrFail(cpuRequest({ "naive" }));
    ASSERT_TRUE(trace);
    const VariantResult& result = resultOf(*trace, "naive");
    ASSERT_TRUE(result.cpuTiming.has_value());
    EXPECT_EQ(result.cpuTiming->iterations, 5);
    EXPECT_GT(result.cpuTiming->medianUs, 0);
    EXPECT_LE(result.cpuTiming->p10Us, result.cpuTiming->medianUs);
    EXPECT_LE(result.cpuTiming->medianUs, result.cpuTiming->p90Us);
    EXPECT_TRUE(result.recordingOverhead.has_value());
    EXPECT_FALSE(result.gpuTiming.has_value());
    EXPECT_FALSE(result.peakMemoryBytes.has_value());
    EXPECT_EQ(result.counts.launches, 0);
}

TEST(CpuRecording, AccuracyIsSmallAndTheSameForTheSameSeed)
{
    RecordRequest request = cpuRequest({ "naive", "math", "flash" });
    request.seed = 7;
    const TracePtr first = recordOrFail(request);
    const TracePtr second = recordOrFail(request);
    request.seed = 8;
    const TracePtr other = recordOrFail(request);
    ASSERT_TRUE(first && second && other);
    for (const char* name : { "naive", "math", "flash" }) {
        SCOPED_TRACE(name);
        const VariantResult& result = resultOf(*first, name);
        ASSERT_TRUE(result.maxAbsError.has_value());
        EXPECT_GT(*result.maxAbsError, 0);
        EXPECT_LT(*result.maxAbsError, 1e-5);
        EXPECT_LT(*result.relativeError, 1e-6);
        EXPECT_EQ(result.nanCount, 0);
        EXPECT_EQ(result.maxAbsError, resultOf(*second, name).maxAbsError);
        EXPECT_EQ(result.relativeError, resultOf(*second, name).relativeError);
        EXPECT_NE(result.relativeError, resultOf(*other, name).relativeError);
    }
}

TEST(CpuRecording, ServesTheWorkloadsPeopleHave)
{
    struct Case {
        const char* what;
        void (*change)(Workload&);
    };
    const Case cases[] = {
        { "grouped-query attention",
            [](Workload& w) {
                w.heads = 4;
                w.kvHeads = 2;
            } },
        { "more keys than queries",
            [](Workload& w) {
                w.kvSeq = 96;
                w.mask = MaskKind::None;
            } },
        { "padding",
            [](Workload& w) {
                w.batch = 3;
                w.mask = MaskKind::Padding;
            } },
        { "no mask", [](Workload& w) { w.mask = MaskKind::None; } },
        { "three layers", [](Workload& w) { w.layers = 3; } },
        { "decode",
            [](Workload& w) {
                w.seq = 1;
                w.mask = MaskKind::None;
            } },
        { "bf16", [](Workload& w) { w.dtype = DType::BFloat16; } },
        { "fp16", [](Workload& w) { w.dtype = DType::Float16; } },
        { "training", [](Workload& w) { w.direction = Direction::Training; } },
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(one.what);
        Workload workload = smallWorkload();
        one.change(workload);
        const TracePtr trace = recordOrFail(cpuRequest({ "naive", "inplace", "math", "flash", "auto" }, workload));
        ASSERT_TRUE(trace);
        for (const VariantResult& result : trace->session()->variants) {
            SCOPED_TRACE(result.name);
            EXPECT_EQ(result.status, VariantStatus::Done) << (result.reasons.empty() ? "" : result.reasons.front());
            ASSERT_TRUE(result.relativeError.has_value());
            EXPECT_LT(*result.relativeError, workload.dtype == DType::Float32 ? 1e-5 : 2e-2);
        }
    }
}

TEST(CpuRecording, TrainingRecordsTheBackward)
{
    Workload workload = smallWorkload();
    workload.direction = Direction::Training;
    const TracePtr trace = recordOrFail(cpuRequest({ "naive" }, workload));
    ASSERT_TRUE(trace);
    const TimeRange step = resultOf(*trace, "naive").steps[0];
    EXPECT_EQ(namesIn(*trace, SpanKind::Annotation, step), (std::vector<std::string> { "attn_fwd", "attn_bwd" }));
    EXPECT_EQ(countOf(namesIn(*trace, SpanKind::Op, step), "aten::_softmax_backward_data"), 1);
}

TEST(CpuRecording, DropoutIsRefusedByFlashOnTheCpuAndHasNoError)
{
    Workload workload = smallWorkload();
    workload.dropout = 0.25;
    const TracePtr trace = recordOrFail(cpuRequest({ "naive", "flash" }, workload));
    ASSERT_TRUE(trace);
    EXPECT_EQ(resultOf(*trace, "naive").status, VariantStatus::Done);
    EXPECT_FALSE(resultOf(*trace, "naive").maxAbsError.has_value());
    EXPECT_EQ(resultOf(*trace, "flash").status, VariantStatus::Refused);
    ASSERT_FALSE(resultOf(*trace, "flash").reasons.empty());
    EXPECT_NE(resultOf(*trace, "flash").reasons[0].find("dropout"), std::string::npos)
        << resultOf(*trace, "flash").reasons[0];
}

TEST(CpuRecording, ObserverIsAddedOnceAndLibTorchsSwitchesAreRestored)
{
    at::Context& context = at::globalContext();
    context.setSDPUseMath(false); // a state nobody would guess
    static_cast<void>(recordOrFail(cpuRequest({ "naive" })));
    const int registered = opObserverRegistrations();
    static_cast<void>(recordOrFail(cpuRequest({ "math", "flash", "auto", "naive" })));
    EXPECT_FALSE(context.userEnabledMathSDP());
    EXPECT_TRUE(context.userEnabledFlashSDP());
    EXPECT_TRUE(context.userEnabledMemEfficientSDP());
    EXPECT_TRUE(context.userEnabledCuDNNSDP());
    EXPECT_GE(registered, 1);
    EXPECT_EQ(opObserverRegistrations(), registered);
    context.setSDPUseMath(true);
    try {
        const BackendPin pin("cudnn");
        EXPECT_FALSE(context.userEnabledFlashSDP());
        throw std::runtime_error("as an operator would");
    } catch (const std::runtime_error&) {
    }
    EXPECT_TRUE(context.userEnabledFlashSDP());
}

TEST(CpuRecording, AnOrderSetBeforeTheFirstCallDoesNotChangeWhatAPinRuns)
{
    at::globalContext().setSDPPriorityOrder(
        { static_cast<std::int64_t>(at::SDPBackend::math), static_cast<std::int64_t>(at::SDPBackend::flash_attention),
            static_cast<std::int64_t>(at::SDPBackend::efficient_attention),
            static_cast<std::int64_t>(at::SDPBackend::cudnn_attention) });
    const TracePtr trace = recordOrFail(cpuRequest({ "flash", "math" }));
    ASSERT_TRUE(trace);
    EXPECT_EQ(resultOf(*trace, "flash").backend, "flash");
    EXPECT_EQ(resultOf(*trace, "math").backend, "math");
}

TEST(CpuRecording, CancelKeepsWhatIsComplete)
{
    RecordRequest request = cpuRequest({ "naive", "math", "flash" });
    std::atomic<bool> cancel { false };
    const auto result = test::recorder().record(
        request,
        [&cancel](const RecordProgress& progress) {
            if (progress.variant == "math" && progress.stage == RecordStage::Recording) {
                cancel = true;
            }
        },
        cancel);
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(resultOf(*result.value(), "naive").status, VariantStatus::Done);
    EXPECT_EQ(resultOf(*result.value(), "math").status, VariantStatus::Cancelled);
    EXPECT_EQ(resultOf(*result.value(), "flash").status, VariantStatus::Cancelled);
    EXPECT_EQ(resultOf(*result.value(), "naive").steps.size(), 3U);
}

TEST(CpuRecording, CancelBeforeAnythingIsCompleteIsAnError)
{
    const std::atomic<bool> cancel { true };
    const auto result = test::recorder().record(cpuRequest({ "naive" }), {}, cancel);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().kind, ErrorKind::Cancelled);
}

TEST(CpuRecording, CancelWorksWithinAStep)
{
    Workload workload = smallWorkload();
    workload.layers = 200'000; // minutes, if nobody stopped it
    std::atomic<bool> cancel { false };
    std::jthread user([&cancel] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        cancel = true;
    });
    const auto result = test::recorder().record(cpuRequest({ "naive" }, workload), {}, cancel);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().kind, ErrorKind::Cancelled);
}

TEST(CpuRecording, ProgressRisesFromZeroToOne)
{
    const std::atomic<bool> cancel { false };
    std::vector<RecordProgress> told;
    const auto result = test::recorder().record(
        cpuRequest({ "cudnn", "naive" }), [&told](const RecordProgress& progress) { told.push_back(progress); },
        cancel);
    ASSERT_TRUE(result.ok());
    std::vector<RecordStage> naive;
    double last = 0;
    for (const RecordProgress& progress : told) {
        EXPECT_EQ(progress.variantCount, 2U);
        EXPECT_GE(progress.fraction, last);
        EXPECT_LE(progress.fraction, 1);
        last = progress.fraction;
        if (progress.variant == "naive" && (naive.empty() || naive.back() != progress.stage)) {
            naive.push_back(progress.stage);
        }
        if (progress.stage == RecordStage::Refused) {
            EXPECT_EQ(progress.variant, "cudnn");
            EXPECT_FALSE(progress.message.empty());
        }
    }
    EXPECT_DOUBLE_EQ(last, 1);
    EXPECT_EQ(naive,
        (std::vector { RecordStage::WarmUp, RecordStage::Timing, RecordStage::Accuracy, RecordStage::Recording,
            RecordStage::Finished }));
}

TEST(CpuRecording, WrongRequestsAreUsageErrors)
{
    struct Case {
        const char* named;
        void (*change)(RecordRequest&);
    };
    const Case cases[] = {
        { "--variants", [](RecordRequest& r) { r.variants = {}; } },
        { "\"turbo\"", [](RecordRequest& r) { r.variants = { "turbo" }; } },
        { "--steps", [](RecordRequest& r) { r.steps = 0; } },
        { "--seq", [](RecordRequest& r) { r.workload.seq = 0; } },
        { "--device tpu", [](RecordRequest& r) { r.device = "tpu"; } },
        { "--device cuda:x", [](RecordRequest& r) { r.device = "cuda:x"; } },
    };
    const std::atomic<bool> cancel { false };
    for (const Case& one : cases) {
        RecordRequest request = cpuRequest({ "naive" });
        one.change(request);
        const auto result = test::recorder().record(request, {}, cancel);
        ASSERT_FALSE(result.ok()) << one.named;
        EXPECT_EQ(result.error().kind, ErrorKind::Usage) << one.named;
        EXPECT_NE(result.error().message.find(one.named), std::string::npos) << result.error().message;
    }
}

TEST(CpuRecording, AGpuThatIsNotThereIsUnavailable)
{
    const std::atomic<bool> cancel { false };
    RecordRequest request = cpuRequest({ "naive" });
    request.device = "cuda:63";
    const auto result = test::recorder().record(request, {}, cancel);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().kind, ErrorKind::Unavailable);
    EXPECT_TRUE(result.error().message.ends_with(".")) << result.error().message;
}

TEST(Availability, SaysWhatTheCpuCanDo)
{
    const auto report = test::recorder().variants(smallWorkload(), "cpu");
    ASSERT_TRUE(report.ok());
    ASSERT_EQ(report.value().variants.size(), 7U);
    const char* expected[] = { "", "", "math", "", "flash", "", "flash" };
    const bool available[] = { true, true, true, false, true, false, true };
    for (std::size_t i = 0; i < 7; ++i) {
        const VariantAvailability& variant = report.value().variants[i];
        EXPECT_EQ(variant.name, kVariants[i].name);
        EXPECT_EQ(variant.available, available[i]) << variant.name;
        EXPECT_EQ(variant.chosenBackend, expected[i]) << variant.name;
        EXPECT_EQ(variant.reasons.empty(), available[i]) << variant.name;
    }
}

TEST(Availability, RefusesScoreMatricesBeyondTheMemory)
{
    Workload workload = smallWorkload();
    workload.seq = workload.kvSeq = 4'000'000;
    workload.heads = workload.kvHeads = 1;
    const auto report = test::recorder().variants(workload, "cpu");
    ASSERT_TRUE(report.ok());
    EXPECT_FALSE(report.value().variants[0].available);
    ASSERT_EQ(report.value().variants[0].reasons.size(), 1U);
    EXPECT_NE(report.value().variants[0].reasons[0].find("score matrices"), std::string::npos);
    EXPECT_TRUE(report.value().variants[4].available) << "flash keeps no score matrix";
}

TEST(Doctor, NamesEverySubjectOnce)
{
    std::vector<std::string> subjects;
    for (const DoctorLine& line : test::recorder().doctor()) {
        subjects.push_back(line.subject);
        EXPECT_TRUE(line.ok ? !line.found.empty() : !line.advice.empty()) << line.subject;
    }
    EXPECT_EQ(subjects, (std::vector<std::string> { "LibTorch", "CUDA", "Driver", "GPU", "CUPTI", "Counters" }));
}

} // namespace
} // namespace attnscope
