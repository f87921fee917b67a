// SPDX-License-Identifier: GPL-3.0-or-later
// CuptiSession and the decoder against a fake CUPTI; hand-made buffers go through the real cuptiActivityGetNextRecord.
#include "profiler/recording/cupti_session.h"

#include "tests/recorder/fake_cupti.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <thread>

namespace attnscope {
namespace {

using test::copyRecord;
using test::FakeCupti;
using test::fillRecord;
using test::kernelRecord;
using test::launchRecord;
using testing::ElementsAre;
using testing::HasSubstr;

void nothing() { }

TEST(CuptiSession, SetsUpInOrderAndOnceForTheProcess)
{
    FakeCupti fake;
    CuptiSession session(fake);
    ASSERT_TRUE(session.initialise().ok());
    EXPECT_THAT(fake.calls, ElementsAre("subscribe", "thread ids", "attribute", "clock", "buffers", "timestamp"));
    for (int i = 0; i < 10; ++i) {
        ASSERT_TRUE(session.start(RecordLevel::Full).ok());
        static_cast<void>(session.stop(nothing));
    }
    EXPECT_EQ(fake.countCalls("subscribe"), 1);
    EXPECT_EQ(fake.countCalls("clock"), 1);
    EXPECT_EQ(fake.countCalls("buffers"), 1);
}

TEST(CuptiSession, DetachesAfterRecordingsAndIsSetUpAgain)
{
    FakeCupti fake;
    CuptiSession session(fake);
    ASSERT_TRUE(session.initialise().ok());
    ASSERT_TRUE(session.detach().ok());
    EXPECT_EQ(fake.countCalls("finalise"), 0) << "nothing was attached yet";
    for (int run = 1; run <= 3; ++run) {
        SCOPED_TRACE(run);
        ASSERT_TRUE(session.start(RecordLevel::Full).ok());
        ASSERT_TRUE(session.detach().ok());
        EXPECT_EQ(fake.countCalls("finalise"), run - 1) << "not in the middle of a recording";
        fake.pending = { launchRecord(3, 100, 110), kernelRecord(3, 200, 260) };
        EXPECT_EQ(session.stop(nothing).gpu.size(), 1U);
        fake.calls.clear();
        ASSERT_TRUE(session.detach().ok());
        EXPECT_THAT(fake.calls,
            ElementsAre("finalise", "subscribe", "thread ids", "attribute", "clock", "buffers", "timestamp"));
        const bool seesModules = fake.callbacks[{ CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_MODULE_LOADED }];
        EXPECT_TRUE(seesModules) << "modules are loaded between recordings, too";
        fake.calls.assign(static_cast<std::size_t>(run), "finalise");
        ASSERT_TRUE(session.detach().ok());
        EXPECT_EQ(fake.countCalls("finalise"), run) << "detached already";
    }
}

TEST(CuptiSession, TakesBackTheBuffersThatADetachedCuptiHeld)
{
    FakeCupti fake;
    CuptiSession session(fake, 4096, 4 * 4096);
    for (int run = 0; run < 10; ++run) { // more than the budget has buffers
        SCOPED_TRACE(run);
        ASSERT_TRUE(session.start(RecordLevel::Full).ok());
        std::uint8_t* held = nullptr;
        std::size_t size = 0;
        std::size_t most = 0;
        fake.requested(&held, &size, &most); // of a thread that records nothing more
        ASSERT_NE(held, nullptr);
        held[0] = 0xff;
        fake.pending = { launchRecord(3, 100, 110), kernelRecord(3, 200, 260) };
        const GpuRecords records = session.stop(nothing);
        EXPECT_EQ(records.gpu.size(), 1U);
        EXPECT_EQ(records.refusedBuffers, 0U);
        EXPECT_EQ(session.pool().heldCount(), 1U);
        ASSERT_TRUE(session.detach().ok());
        EXPECT_EQ(session.pool().heldCount(), 0U);
    }
    EXPECT_LE(session.pool().allocatedBytes(), 2U * 4096U);
    std::uint8_t* buffer = nullptr;
    std::size_t size = 0;
    std::size_t most = 0;
    fake.requested(&buffer, &size, &most);
    ASSERT_NE(buffer, nullptr);
    EXPECT_TRUE(std::all_of(buffer, buffer + size, [](std::uint8_t byte) { return byte == 0; })) << "zeroed again";
}

TEST(CuptiSession, DetachesAfterCountersToo)
{
    FakeCupti fake;
    CuptiSession session(fake);
    session.countersWereCollected();
    ASSERT_TRUE(session.detach().ok());
    EXPECT_EQ(fake.countCalls("finalise"), 0) << "CUPTI was never set up";
    ASSERT_TRUE(session.initialise().ok());
    ASSERT_TRUE(session.detach().ok());
    EXPECT_EQ(fake.countCalls("finalise"), 1);
    ASSERT_TRUE(session.detach().ok());
    EXPECT_EQ(fake.countCalls("finalise"), 1);
    fake.subscribeResult = CUPTI_ERROR_NOT_INITIALIZED;
    CuptiSession without(fake);
    without.countersWereCollected();
    EXPECT_FALSE(without.initialise().ok());
    EXPECT_TRUE(without.detach().ok()) << "what could not be set up is not attached";
}

TEST(CuptiSession, SaysThatItCouldNotBeDetachedAndRecordsOn)
{
    FakeCupti fake;
    CuptiSession session(fake);
    ASSERT_TRUE(session.start(RecordLevel::Full).ok());
    static_cast<void>(session.stop(nothing));
    fake.finaliseResult = CUPTI_ERROR_UNKNOWN;
    const Status detached = session.detach();
    ASSERT_FALSE(detached.ok());
    EXPECT_THAT(detached.error().message, testing::StartsWith("CUPTI stays attached ("));
    EXPECT_EQ(fake.countCalls("subscribe"), 1);
    ASSERT_TRUE(session.start(RecordLevel::Full).ok());
    fake.pending = { launchRecord(3, 100, 110), kernelRecord(3, 200, 260) };
    EXPECT_EQ(session.stop(nothing).gpu.size(), 1U);
}

TEST(CuptiSession, StopWaitsThenFlushesThenForcesThenCountsThenDisables)
{
    FakeCupti fake;
    CuptiSession session(fake);
    ASSERT_TRUE(session.start(RecordLevel::Full).ok());
    fake.calls.clear();
    static_cast<void>(session.stop([&fake] { fake.calls.emplace_back("synchronise"); }));
    ASSERT_GE(fake.calls.size(), 5U);
    EXPECT_THAT(std::vector<std::string>(fake.calls.begin(), fake.calls.begin() + 5),
        ElementsAre("synchronise", "flush", "forced flush", "dropped", "disable"));
    for (const auto& [kind, enabled] : fake.enabled) {
        EXPECT_FALSE(enabled) << kind;
    }
}

// The cheapest level asks CUPTI for nothing but kernels: copies and fills cost the launching thread more than they are worth there.
TEST(CuptiSession, AsksForTheKindsOfItsLevel)
{
    for (RecordLevel level : { RecordLevel::Kernels, RecordLevel::Api, RecordLevel::Ops, RecordLevel::Full }) {
        SCOPED_TRACE(toString(level));
        FakeCupti fake;
        CuptiSession session(fake);
        ASSERT_TRUE(session.start(level).ok());
        EXPECT_TRUE(fake.enabled[CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL]);
        for (CUpti_ActivityKind kind :
            { CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMCPY2, CUPTI_ACTIVITY_KIND_MEMSET }) {
            EXPECT_EQ(fake.enabled[kind], level != RecordLevel::Kernels) << kind;
        }
        static_cast<void>(session.stop(nothing));
    }
}

TEST(CuptiSession, DecodesEveryKindOfRecord)
{
    FakeCupti fake;
    CuptiSession session(fake);
    ASSERT_TRUE(session.start(RecordLevel::Full).ok());
    CUpti_ActivityOverhead3 overhead {};
    overhead.kind = CUPTI_ACTIVITY_KIND_OVERHEAD;
    overhead.overheadKind = CUPTI_ACTIVITY_OVERHEAD_LAZY_FUNCTION_LOADING;
    overhead.objectKind = CUPTI_ACTIVITY_OBJECT_THREAD;
    overhead.objectId.pt.threadId = 77;
    overhead.start = 90;
    overhead.end = 95;
    CUpti_ActivityMemcpyPtoP4 peer {};
    peer.kind = CUPTI_ACTIVITY_KIND_MEMCPY2;
    peer.copyKind = CUPTI_ACTIVITY_MEMCPY_KIND_PTOP;
    peer.srcKind = peer.dstKind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
    peer.correlationId = 5;
    peer.start = 500;
    peer.end = 510;
    fake.pending = { launchRecord(3, 100, 110),
        test::apiRecord(CUPTI_ACTIVITY_KIND_DRIVER, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx, 4, 120, 130),
        kernelRecord(3, 200, 260), copyRecord(4, 300, 400, 4096), fillRecord(6, 410, 411, 16),
        test::bytesOfRecord(overhead), test::bytesOfRecord(peer) };
    const GpuRecords records = session.stop(nothing);

    ASSERT_EQ(records.api.size(), 2U);
    EXPECT_EQ(records.names[records.api[0].name], "cudaLaunchKernel");
    EXPECT_FALSE(records.api[0].driver);
    EXPECT_TRUE(records.api[0].launches);
    EXPECT_EQ(records.api[0].thread, 77U);
    EXPECT_EQ(records.api[0].start, 100);
    EXPECT_EQ(records.api[0].end, 110);
    EXPECT_EQ(records.names[records.api[1].name], "cuLaunchKernelEx");
    EXPECT_TRUE(records.api[1].driver);

    ASSERT_EQ(records.gpu.size(), 4U);
    const GpuRecord& kernel = records.gpu[0];
    EXPECT_EQ(kernel.kind, SpanKind::Kernel);
    EXPECT_EQ(records.names[kernel.name], "softmax");
    EXPECT_EQ(kernel.correlation, 3U);
    EXPECT_EQ(kernel.stream, 7U);
    EXPECT_THAT(kernel.kernel.grid, ElementsAre(132, 2, 1));
    EXPECT_THAT(kernel.kernel.block, ElementsAre(384, 1, 1));
    EXPECT_THAT(kernel.kernel.cluster, ElementsAre(2U, 1U, 1U));
    EXPECT_EQ(kernel.kernel.registers, 168U);
    EXPECT_EQ(kernel.kernel.staticShared, 1024);
    EXPECT_EQ(kernel.kernel.dynamicShared, 212'164);
    EXPECT_EQ(kernel.kernel.maxActiveClusters, 66U);
    EXPECT_TRUE(kernel.kernel.sharedOptIn);
    EXPECT_EQ(records.names[records.gpu[1].name], "Memcpy DtoD (Device -> Device)");
    EXPECT_EQ(records.gpu[1].bytes, 4096U);
    EXPECT_EQ(records.names[records.gpu[2].name], "Memset (Device)");
    EXPECT_EQ(records.gpu[2].kind, SpanKind::Memset);
    EXPECT_EQ(records.names[records.gpu[3].name], "Memcpy PtoP (Device -> Device)");
    ASSERT_EQ(records.overhead.size(), 1U);
    EXPECT_EQ(records.names[records.overhead[0].name], "Lazy function loading");
    EXPECT_EQ(records.overhead[0].thread, 77U);
    EXPECT_EQ(records.otherRecords, 0U);
    EXPECT_TRUE(records.problems.empty());
}

TEST(CuptiSession, WaitsForRecordsThatAreLate)
{
    FakeCupti fake;
    CuptiSession session(fake);
    ASSERT_TRUE(session.start(RecordLevel::Full).ok());
    fake.pending = { launchRecord(1, 10, 11), launchRecord(2, 12, 13) };
    fake.later = { { kernelRecord(1, 20, 30) }, { kernelRecord(2, 30, 40) } };
    const GpuRecords records = session.stop(nothing);
    EXPECT_EQ(records.gpu.size(), 2U);
    EXPECT_EQ(unmatchedLaunches(records), 0U);
}

TEST(CuptiSession, DoesNotWaitForEverForRecordsThatNeverCome)
{
    FakeCupti fake;
    CuptiSession session(fake);
    ASSERT_TRUE(session.start(RecordLevel::Full).ok());
    fake.pending = { launchRecord(1, 10, 11), launchRecord(2, 12, 13, 700) };
    const GpuRecords records = session.stop(nothing);
    EXPECT_EQ(unmatchedLaunches(records), 1U) << "a failed launch has no kernel to wait for";
    EXPECT_EQ(fake.countCalls("forced flush"), 1);
    EXPECT_LE(fake.countCalls("flush"), 6);
}

TEST(CuptiSession, CountsWhatIsDroppedWhenStarved)
{
    FakeCupti fake;
    CuptiSession session(fake, 4096, 2 * 4096); // two buffers, that is all
    ASSERT_TRUE(session.start(RecordLevel::Full).ok());
    fake.recordsPerBuffer = 10;
    for (std::uint32_t i = 1; i <= 40; ++i) {
        fake.pending.push_back(launchRecord(i, i, i + 1));
    }
    const GpuRecords records = session.stop(nothing);
    EXPECT_EQ(records.api.size(), 20U);
    EXPECT_EQ(records.dropped, 20U);
    EXPECT_EQ(records.refusedBuffers, 2U);
    EXPECT_LE(session.pool().allocatedBytes(), 2U * 4096U);

    fake.dropped = 7; // of what ran between the two
    ASSERT_TRUE(session.start(RecordLevel::Full).ok()) << "the next session starts clean";
    fake.pending = { launchRecord(41, 41, 42), kernelRecord(41, 50, 60) };
    const GpuRecords next = session.stop(nothing);
    EXPECT_EQ(next.dropped, 0U);
    EXPECT_EQ(next.api.size(), 1U);
    EXPECT_EQ(next.gpu.size(), 1U);
}

TEST(CuptiSession, DrainingBetweenStepsKeepsTheBudget)
{
    FakeCupti fake;
    CuptiSession session(fake, 4096, 4 * 4096);
    ASSERT_TRUE(session.start(RecordLevel::Full).ok());
    fake.recordsPerBuffer = 50;
    for (std::uint32_t step = 0; step < 100; ++step) {
        for (std::uint32_t i = 0; i < 50; ++i) {
            fake.pending.push_back(launchRecord(step * 50 + i + 1, step, step + 1, 1));
        }
        fake.deliver();
        session.drain();
    }
    const GpuRecords records = session.stop(nothing);
    EXPECT_EQ(records.api.size(), 5000U);
    EXPECT_EQ(records.dropped, 0U);
    EXPECT_LE(session.pool().allocatedBytes(), 4U * 4096U);
}

TEST(CuptiSession, LeftoversOfBeforeDoNotEnterTheNextRecording)
{
    FakeCupti fake;
    CuptiSession session(fake);
    ASSERT_TRUE(session.start(RecordLevel::Full).ok());
    static_cast<void>(session.stop(nothing));
    fake.pending = { launchRecord(1, 10, 11) };
    fake.deliver();
    ASSERT_TRUE(session.start(RecordLevel::Full).ok());
    EXPECT_TRUE(session.stop(nothing).api.empty());
}

TEST(CuptiSession, WhatFoundNoBufferBetweenRecordingsIsNotCountedAndTakesNoneForGood)
{
    FakeCupti fake;
    CuptiSession session(fake, 4096, 2 * 4096); // two buffers, that is all
    ASSERT_TRUE(session.initialise().ok());
    fake.recordsPerBuffer = 10;
    for (int run = 0; run < 3; ++run) {
        SCOPED_TRACE(run);
        fake.pending.assign(30, launchRecord(1, 10, 11)); // ten of them find no buffer
        fake.deliver();
        ASSERT_EQ(fake.dropped, 10U);
        ASSERT_TRUE(session.start(RecordLevel::Full).ok());
        fake.pending = { launchRecord(2, 20, 21), kernelRecord(2, 30, 40) };
        const GpuRecords records = session.stop(nothing);
        EXPECT_EQ(records.refusedBuffers, 0U);
        EXPECT_EQ(records.dropped, 0U);
        EXPECT_EQ(records.api.size(), 1U);
        EXPECT_EQ(records.gpu.size(), 1U);
    }
}

TEST(CuptiSession, NamesWhoHoldsCupti)
{
    FakeCupti fake;
    fake.subscribeResult = CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
    fake.holder = "CUPTI for Nsight Systems";
    CuptiSession session(fake);
    const Status status = session.start(RecordLevel::Full);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().kind, ErrorKind::Unavailable);
    EXPECT_THAT(status.error().message, HasSubstr("Nsight Systems"));
    EXPECT_EQ(fake.countCalls("buffers"), 0) << "the other tool's buffers must not be stolen";
    EXPECT_TRUE(session.stop(nothing).api.empty());

    FakeCupti unnamed;
    unnamed.subscribeResult = CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
    unnamed.holder = "<not provided>";
    CuptiSession other(unnamed);
    EXPECT_EQ(other.initialise().error().message,
        "GPU work cannot be recorded: another profiler already uses CUPTI in this process, and CUPTI serves one at a "
        "time.");
}

TEST(CuptiSession, NoDriverIsOneSentence)
{
    FakeCupti unknown;
    unknown.subscribeResult = CUPTI_ERROR_UNKNOWN;
    FakeCupti zero;
    zero.clock = [] { return std::uint64_t { 0 }; }; // success, and no time: CUPTI without a driver
    for (FakeCupti* fake : { &unknown, &zero }) {
        CuptiSession session(*fake);
        const Status status = session.initialise();
        ASSERT_FALSE(status.ok());
        EXPECT_EQ(status.error().kind, ErrorKind::Unavailable);
        EXPECT_THAT(status.error().message, HasSubstr("driver"));
        EXPECT_EQ(fake->countCalls("enable"), 0);
    }
}

TEST(CuptiSession, AClockThatIsNotOursIsSaid)
{
    FakeCupti fake;
    fake.clock = [] { return static_cast<std::uint64_t>(monotonicNs() + 1'000'000'000); };
    CuptiSession session(fake);
    ASSERT_TRUE(session.start(RecordLevel::Full).ok());
    EXPECT_THAT(session.stop(nothing).problems, ElementsAre(HasSubstr("clock")));
}

TEST(CuptiSession, ARefusedKindStopsNothingElse)
{
    FakeCupti fake;
    fake.enableResult = CUPTI_ERROR_NOT_COMPATIBLE;
    CuptiSession session(fake);
    const Status status = session.start(RecordLevel::Full);
    ASSERT_FALSE(status.ok());
    for (const auto& [kind, enabled] : fake.enabled) {
        EXPECT_FALSE(enabled) << kind;
    }
    EXPECT_TRUE(session.stop(nothing).api.empty());
}

TEST(CuptiSession, ABrokenDeviceStillGivesItsRecords)
{
    FakeCupti fake;
    CuptiSession session(fake);
    ASSERT_TRUE(session.start(RecordLevel::Full).ok());
    fake.pending = { launchRecord(1, 10, 11), kernelRecord(1, 20, 30) };
    const GpuRecords records =
        session.stop([] { throw std::runtime_error("an illegal memory access was encountered\nframe #0"); });
    EXPECT_EQ(records.gpu.size(), 1U);
    EXPECT_THAT(records.problems, ElementsAre("an illegal memory access was encountered."));
    EXPECT_FALSE(fake.enabled[CUPTI_ACTIVITY_KIND_RUNTIME]);
}

TEST(CuptiSession, AnUnreadableBufferIsSaid)
{
    FakeCupti fake;
    CuptiSession session(fake);
    ASSERT_TRUE(session.start(RecordLevel::Full).ok());
    fake.pending = { test::apiRecord(static_cast<CUpti_ActivityKind>(9999), 0, 1, 2, 3), launchRecord(1, 10, 11) };
    const GpuRecords records = session.stop(nothing);
    EXPECT_THAT(records.problems, ElementsAre(HasSubstr("could not be read")));
}

// Eight threads fill and complete buffers, also while the session flushes, over many recordings: no lock may be held across CUPTI.
TEST(CuptiSession, SurvivesThreadsThatNeverStopLaunching)
{
    FakeCupti fake;
    CuptiSession session(fake, 4096, 64 * 4096);
    ASSERT_TRUE(session.initialise().ok());
    std::atomic<bool> done { false };
    std::vector<std::jthread> launchers;
    for (int i = 0; i < 8; ++i) {
        launchers.emplace_back([&fake, &done] {
            const auto record = launchRecord(1, 10, 11, 1);
            while (!done.load()) {
                std::uint8_t* buffer = nullptr;
                std::size_t size = 0;
                std::size_t maxRecords = 0;
                fake.requested(&buffer, &size, &maxRecords);
                if (buffer != nullptr) {
                    std::memcpy(buffer, record.data(), record.size());
                    fake.completed(nullptr, 0, buffer, size, record.size());
                }
                std::this_thread::yield();
            }
        });
    }
    fake.duringFlush = [&fake] { // CUPTI calls back from inside a flush
        std::uint8_t* buffer = nullptr;
        std::size_t size = 0;
        std::size_t maxRecords = 0;
        fake.requested(&buffer, &size, &maxRecords);
        fake.completed(nullptr, 0, buffer, size, 0);
    };
    for (int i = 0; i < 200; ++i) {
        ASSERT_TRUE(session.start(RecordLevel::Full).ok());
        const GpuRecords records = session.stop(nothing);
        for (const ApiRecord& call : records.api) {
            ASSERT_EQ(call.correlation, 1U);
        }
        ASSERT_TRUE(records.problems.empty());
    }
    done = true;
    launchers.clear();
    EXPECT_LE(session.pool().allocatedBytes(), 64U * 4096U);
    EXPECT_EQ(session.pool().heldCount(), 0U);
}

TEST(BufferPool, HandsOutZeroedBuffersAndTakesThemBack)
{
    BufferPool pool(64, 128);
    std::uint8_t* first = pool.request();
    std::uint8_t* second = pool.request();
    ASSERT_TRUE(first != nullptr && second != nullptr);
    EXPECT_EQ(pool.request(), nullptr);
    EXPECT_EQ(pool.takeRefusals(), 1U);
    std::memset(first, 0xab, 64);
    pool.complete(first, 64);
    EXPECT_EQ(pool.heldCount(), 1U);
    EXPECT_TRUE(pool.isHalfFull());
    for (const BufferPool::Filled& filled : pool.takeCompleted()) {
        pool.recycle(filled);
    }
    std::uint8_t* again = pool.request();
    ASSERT_EQ(again, first);
    EXPECT_EQ(std::count(again, again + 64, 0), 64);
}

TEST(CallNames, LoseTheirVersionSuffix)
{
    const std::pair<const char*, const char*> cases[] = {
        { "cudaLaunchKernel_v7000", "cudaLaunchKernel" },
        { "cudaLaunchKernel_ptsz_v7000", "cudaLaunchKernel" },
        { "cudaLaunchKernelExC_v11060", "cudaLaunchKernelExC" },
        { "cuLaunchKernelEx_ptsz", "cuLaunchKernelEx" },
        { "cuMemcpyDtoDAsync_v2", "cuMemcpyDtoDAsync" },
        { "cuMemcpyDtoDAsync_v2_ptsz", "cuMemcpyDtoDAsync" },
        { "cudaDeviceSynchronize_v3020", "cudaDeviceSynchronize" },
        { "cuda_vx", "cuda_vx" },
        { "", "" },
    };
    for (const auto& [given, expected] : cases) {
        EXPECT_EQ(plainCallName(given), expected);
    }
}

TEST(CallNames, SayWhatPutsWorkOnTheGpu)
{
    for (const char* name : { "cudaLaunchKernel", "cudaLaunchKernelExC", "cudaMemcpyAsync", "cudaMemsetAsync",
             "cudaGraphLaunch", "cuLaunchKernel", "cuLaunchKernelEx", "cuLaunchCooperativeKernel", "cuMemcpyHtoDAsync",
             "cuMemsetD8Async" }) {
        EXPECT_TRUE(launchesGpuWork(name)) << name;
    }
    for (const char* name :
        { "cudaDeviceSynchronize", "cudaMalloc", "cudaFuncSetAttribute", "cudaEventRecord", "cuModuleLoad" }) {
        EXPECT_FALSE(launchesGpuWork(name)) << name;
    }
}

TEST(CallNames, EveryCallOfCuptisHasOne)
{
    const std::pair<CUpti_CallbackDomain, std::uint32_t> domains[] = {
        { CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_SIZE },
        { CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_SIZE },
    };
    for (const auto& [domain, size] : domains) {
        for (std::uint32_t cbid = 1; cbid < size; ++cbid) {
            const char* name = nullptr;
            ASSERT_EQ(systemCupti().callbackName(domain, cbid, &name), CUPTI_SUCCESS) << cbid;
            ASSERT_NE(name, nullptr) << cbid;
            EXPECT_FALSE(plainCallName(name).empty()) << cbid;
        }
    }
}

} // namespace
} // namespace attnscope
