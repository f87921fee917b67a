// SPDX-License-Identifier: GPL-3.0-or-later
// What a recording must get right and no other test names; docs/recorder_checks.md lists all of it with its test.
#include "tests/recorder/fake_cupti.h"
#include "tests/recorder/record_parts.h"
#include "tests/support/resident_memory.h"

#include "profiler/recording/cupti_session.h"

#include <gtest/gtest.h>

#include <set>

#include <link.h>

namespace attnscope {
namespace {

using test::FakeCupti;
using test::residentBytes;

// The budget is hard, and a recording that outgrows it stops cleanly and says so.
TEST(Requirement, AMillionLaunchesStayWithinTheBudget)
{
    FakeCupti fake;
    CuptiSession session(fake);
    ASSERT_TRUE(session.start(RecordLevel::Full).ok());
    fake.recordsPerBuffer = 9000; // of 216 bytes, in buffers of 2 MiB
    const auto kernel = test::kernelRecord(1, 10, 20);
    for (int batch = 0; batch < 100; ++batch) {
        fake.pending.assign(10'000, kernel);
        fake.deliver(); // nobody drains
    }
    const GpuRecords records = session.stop([] {});
    EXPECT_LE(session.pool().allocatedBytes(), CuptiSession::kBudgetBytes);
    EXPECT_GT(records.dropped, 0U);
    EXPECT_GT(records.refusedBuffers, 0U);
    EXPECT_EQ(records.gpu.size() + records.dropped, 1'000'000U);
}

TEST(Requirement, MemoryStaysFlatOverAThousandSessions)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "a sanitizer keeps memory of its own: resident memory is not the recorder's";
#endif
    FakeCupti fake;
    CuptiSession session(fake);
    const auto once = [&] {
        ASSERT_TRUE(session.start(RecordLevel::Full).ok());
        for (std::uint32_t i = 1; i <= 100; ++i) {
            fake.pending.push_back(test::launchRecord(i, i, i + 1));
            fake.pending.push_back(test::kernelRecord(i, i + 1, i + 2));
        }
        ASSERT_EQ(session.stop([] {}).gpu.size(), 100U);
        fake.calls.clear();
    };
    for (int i = 0; i < 100; ++i) {
        once();
    }
    const std::size_t before = residentBytes();
    for (int i = 0; i < 1000; ++i) {
        once();
    }
    EXPECT_LT(residentBytes(), before + (8U << 20U));
}

// A second libcupti would take the first one's callbacks.
TEST(Requirement, OneLibcuptiIsLoaded)
{
    std::set<std::string> paths;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* data) {
            if (std::string_view(info->dlpi_name).find("libcupti") != std::string_view::npos) {
                static_cast<std::set<std::string>*>(data)->insert(info->dlpi_name);
            }
            return 0;
        },
        &paths);
    EXPECT_EQ(paths.size(), 1U);
}

// Replays of a graph carry the graph's ids, and all of them belong to the one launch.
TEST(Requirement, GraphKernelsCarryTheirGraphAndTheirLaunch)
{
    VariantRecording recording = test::oneStepRecording();
    recording.gpu.api = { test::launchInStep(recording.gpu, "cudaGraphLaunch", 5) };
    for (int node = 1; node <= 3; ++node) {
        GpuRecord work;
        work.start = 1300 + node * 10;
        work.end = work.start + 5;
        work.correlation = 5;
        work.name = recording.gpu.names.intern("kernel");
        work.graph = 4;
        work.graphNode = static_cast<std::uint64_t>(node);
        recording.gpu.gpu.push_back(work);
    }
    TraceAssembler assembler({});
    Session session;
    session.variants = { assembler.add(std::move(recording)) };
    EXPECT_EQ(session.variants[0].counts.launches, 1);
    EXPECT_EQ(session.variants[0].counts.matched, 1);
    EXPECT_EQ(session.variants[0].counts.gpuEvents, 3);
    const TracePtr trace = assembler.finish(session);
    std::set<std::string> nodes;
    for (const SpanRef& span : trace->gpuWork()) {
        ASSERT_TRUE(trace->launchOf(span).has_value());
        nodes.insert(trace->argsJson(span));
        EXPECT_NE(trace->argsJson(span).find("\"graph id\": 4"), std::string::npos);
    }
    EXPECT_EQ(nodes.size(), 3U);
}

} // namespace
} // namespace attnscope
