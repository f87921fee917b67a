// SPDX-License-Identifier: GPL-3.0-or-later
// Recording levels, the memory lane and the cost of recording, on a GPU.
#include "tests/gpu/gpu_helpers.h"
#include "tests/recorder/recording_helpers.h"

#include "profiler/analysis/name_completion.h"
#include "profiler/analysis/variants.h"

#include <algorithm>
#include <map>

namespace attnscope {
namespace {

using test::recordOrFail;
using test::resultOf;

RecordRequest requestAt(RecordLevel level)
{
    RecordRequest request;
    request.device = "cuda";
    request.variants = { "naive", "inplace", "math", "flash", "cudnn" };
    request.timingIterations = 5;
    request.level = level;
    return request;
}

std::size_t spansOf(const Trace& trace, SpanKind kind)
{
    std::size_t count = 0;
    for (const Lane& lane : trace.lanes()) {
        count += static_cast<std::size_t>(std::count(lane.spanKind.begin(), lane.spanKind.end(), kind));
    }
    return count;
}

TEST(GpuLevels, EveryLevelSeesTheSameKernels)
{
    ATTNSCOPE_NEEDS_GPU("recording levels");
    std::map<std::string, VariantSummary> expected;
    for (RecordLevel level : { RecordLevel::Full, RecordLevel::Ops, RecordLevel::Api, RecordLevel::Kernels }) {
        SCOPED_TRACE(toString(level));
        const TracePtr trace = recordOrFail(requestAt(level));
        ASSERT_TRUE(trace);
        EXPECT_EQ(trace->session()->level, level);
        EXPECT_EQ(spansOf(*trace, SpanKind::ApiRuntime) != 0, level >= RecordLevel::Api);
        EXPECT_EQ(spansOf(*trace, SpanKind::Op) != 0, level >= RecordLevel::Ops);
        EXPECT_EQ(!trace->counters().empty(), level >= RecordLevel::Full);
        for (const VariantResult& result : trace->session()->variants) {
            SCOPED_TRACE(result.name);
            if (result.status != VariantStatus::Done) {
                continue;
            }
            EXPECT_GT(result.counts.gpuEvents, 0);
            EXPECT_EQ(result.counts.unlinked, 0);
            EXPECT_EQ(result.counts.matched, result.counts.launches);
            EXPECT_EQ(result.counts.launches != 0, level >= RecordLevel::Api);
            ASSERT_TRUE(result.recordingOverhead.has_value());
        }
        const bool withCopies = level >= RecordLevel::Api;
        EXPECT_EQ(spansOf(*trace, SpanKind::Memcpy) + spansOf(*trace, SpanKind::Memset) != 0, withCopies);
        for (const VariantSummary& row : summarize(*trace)) {
            SCOPED_TRACE(row.view.name);
            const VariantSummary& full = expected.try_emplace(row.view.name, row).first->second;
            ASSERT_TRUE(row.kernelsPerForward.has_value());
            EXPECT_EQ(row.kernelsPerForward, full.kernelsPerForward);
            EXPECT_EQ(row.memcpyPerForward, withCopies ? full.memcpyPerForward : std::nullopt);
            EXPECT_EQ(row.memsetPerForward, withCopies ? full.memsetPerForward : std::nullopt);
        }
    }
}

TEST(GpuInputs, AreKnownForTheOperatorOfEveryKernel)
{
    ATTNSCOPE_NEEDS_GPU("operators' inputs");
    for (Direction direction : { Direction::Forward, Direction::Training }) {
        SCOPED_TRACE(toString(direction));
        RecordRequest request = requestAt(RecordLevel::Full);
        request.workload.direction = direction;
        const TracePtr trace = recordOrFail(request);
        ASSERT_TRUE(trace);
        for (const std::string& note : trace->session()->notes) {
            EXPECT_EQ(note.find("inputs of operators"), std::string::npos) << note;
        }
        for (const VariantResult& result : trace->session()->variants) {
            SCOPED_TRACE(result.name);
            std::size_t known = 0;
            std::size_t kernels = 0;
            for (const SpanRef& span : trace->gpuWork()) {
                const auto launch = trace->launchOf(span);
                if (trace->kind(span) != SpanKind::Kernel || !launch || result.steps.empty()
                    || !result.steps.front().contains(trace->start(*launch))) {
                    continue;
                }
                ++kernels;
                known += completeName(*trace, span).op.has_value() ? 1 : 0;
            }
            EXPECT_EQ(known, kernels);
        }
    }
}

TEST(GpuMemory, TheLanesPeakIsTheAllocatorsPeak)
{
    ATTNSCOPE_NEEDS_GPU("the memory lane");
    for (Direction direction : { Direction::Forward, Direction::Training }) {
        SCOPED_TRACE(toString(direction));
        RecordRequest request = requestAt(RecordLevel::Full);
        request.workload.direction = direction;
        request.workload.seq = request.workload.kvSeq = 1000; // sizes that the allocator rounds
        const TracePtr trace = recordOrFail(request);
        ASSERT_TRUE(trace);
        ASSERT_EQ(trace->counters().size(), 1U);
        const CounterSeries& series = trace->counters().front();
        EXPECT_EQ(series.name, "GPU memory allocated");
        EXPECT_EQ(series.unit, "bytes");
        EXPECT_EQ(series.device, 0);
        EXPECT_TRUE(std::is_sorted(series.time.begin(), series.time.end()));
        EXPECT_GT(*std::min_element(series.value.begin(), series.value.end()), 0) << "q, k and v are held all the time";
        EXPECT_EQ(trace->log().find("memory-mismatch"), nullptr) << "events must add up to the allocator's own figure";
        for (const VariantResult& result : trace->session()->variants) {
            SCOPED_TRACE(result.name);
            if (result.status == VariantStatus::Done) {
                ASSERT_TRUE(result.recordedPeakBytes && result.peakMemoryBytes);
                EXPECT_EQ(*result.recordedPeakBytes, *result.peakMemoryBytes);
            }
        }
        EXPECT_GT(trace->session()->profilerMemoryBytes.value_or(1), 0)
            << "said only where it can be told from the context's";
    }
}

} // namespace
} // namespace attnscope
