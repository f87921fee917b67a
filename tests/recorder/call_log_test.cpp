// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of CUDA as CUPTI's callbacks show them, through a whole session against the fake.
#include "profiler/recording/cupti_session.h"
#include "profiler/recording/op_log.h"

#include "tests/recorder/fake_cupti.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

namespace attnscope {
namespace {

using test::FakeCupti;
using test::kernelRecord;
using testing::ElementsAre;

constexpr auto kRuntime = CUPTI_CB_DOMAIN_RUNTIME_API;
constexpr auto kDriver = CUPTI_CB_DOMAIN_DRIVER_API;
constexpr CUpti_CallbackId kLaunch = CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000;
constexpr CUpti_CallbackId kDriverLaunch = CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx;

void nothing() { }

void enter(FakeCupti& fake, CUpti_CallbackDomain domain, CUpti_CallbackId cbid, std::uint32_t correlation)
{
    CUpti_CallbackData data {};
    data.callbackSite = CUPTI_API_ENTER;
    data.correlationId = correlation;
    fake.subscriber(nullptr, domain, cbid, &data);
}

void leave(FakeCupti& fake, CUpti_CallbackDomain domain, CUpti_CallbackId cbid, std::uint32_t result = 0)
{
    CUpti_CallbackData data {};
    data.callbackSite = CUPTI_API_EXIT;
    data.functionReturnValue = &result;
    fake.subscriber(nullptr, domain, cbid, &data);
}

TEST(CallLog, ACallWithinACallIsNoCallOfItsOwn)
{
    FakeCupti fake;
    CuptiSession session(fake);
    ASSERT_TRUE(session.start(RecordLevel::Api).ok());
    leave(fake, kRuntime, kLaunch); // entered before the calls were hooked
    const Ns before = monotonicNs();
    enter(fake, kRuntime, kLaunch, 2);
    enter(fake, kDriver, kDriverLaunch, 3);
    leave(fake, kDriver, kDriverLaunch);
    leave(fake, kRuntime, kLaunch);
    enter(fake, kDriver, kDriverLaunch, 4);
    leave(fake, kDriver, kDriverLaunch, 700);
    enter(fake, kRuntime, kLaunch, 5); // still open at the end
    const Ns after = monotonicNs();
    const GpuRecords records = session.stop(nothing);
    ASSERT_EQ(records.api.size(), 2U);
    EXPECT_EQ(records.names[records.api[0].name], "cudaLaunchKernel");
    EXPECT_EQ(records.api[0].correlation, 2U);
    EXPECT_FALSE(records.api[0].driver);
    EXPECT_TRUE(records.api[0].launches);
    EXPECT_EQ(records.api[0].returnValue, 0U);
    EXPECT_GE(records.api[0].start, before);
    EXPECT_GE(records.api[0].end, records.api[0].start);
    EXPECT_LE(records.api[1].end, after);
    EXPECT_EQ(records.names[records.api[1].name], "cuLaunchKernelEx");
    EXPECT_TRUE(records.api[1].driver);
    EXPECT_EQ(records.api[1].returnValue, 700U);
}

TEST(CallLog, TakesTheInnerIdWhereTheGpuOnlyKnowsThat)
{
    FakeCupti fake;
    CuptiSession session(fake);
    ASSERT_TRUE(session.start(RecordLevel::Api).ok());
    for (std::uint32_t outer : { 10U, 20U }) {
        enter(fake, kRuntime, kLaunch, outer);
        enter(fake, kDriver, kDriverLaunch, outer + 1);
        leave(fake, kDriver, kDriverLaunch);
        leave(fake, kRuntime, kLaunch);
    }
    fake.pending = { kernelRecord(10, 100, 200), kernelRecord(21, 300, 400) };
    const GpuRecords records = session.stop(nothing);
    ASSERT_EQ(records.api.size(), 2U);
    EXPECT_EQ(records.api[0].correlation, 10U);
    EXPECT_EQ(records.api[1].correlation, 21U);
    EXPECT_EQ(unmatchedLaunches(records), 0U);
}

TEST(CallLog, HooksWhatIsWorthARecordAndNothingElseAndUnhooksIt)
{
    FakeCupti fake;
    CuptiSession session(fake);
    ASSERT_TRUE(session.start(RecordLevel::Kernels).ok());
    EXPECT_FALSE((fake.callbacks[{ kRuntime, kLaunch }]));
    static_cast<void>(session.stop(nothing));
    ASSERT_TRUE(session.start(RecordLevel::Full).ok());
    EXPECT_FALSE(fake.enabled[CUPTI_ACTIVITY_KIND_RUNTIME]) << "which would instrument every call";
    const std::pair<CUpti_CallbackDomain, CUpti_CallbackId> hooked[] = {
        { kRuntime, kLaunch },
        { kRuntime, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernelExC_v11060 },
        { kRuntime, CUPTI_RUNTIME_TRACE_CBID___cudaLaunchKernel_v13000 },
        { kRuntime, CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyAsync_v3020 },
        { kRuntime, CUPTI_RUNTIME_TRACE_CBID_cudaMemsetAsync_v3020 },
        { kRuntime, CUPTI_RUNTIME_TRACE_CBID_cudaDeviceSynchronize_v3020 },
        { kRuntime, CUPTI_RUNTIME_TRACE_CBID_cudaMalloc_v3020 },
        { kDriver, kDriverLaunch },
        { kDriver, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel },
        { kDriver, CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch },
        { kDriver, CUPTI_DRIVER_TRACE_CBID_cuStreamSynchronize },
    };
    const std::pair<CUpti_CallbackDomain, CUpti_CallbackId> left[] = {
        { kRuntime, CUPTI_RUNTIME_TRACE_CBID_cudaGetDevice_v3020 },
        { kRuntime, CUPTI_RUNTIME_TRACE_CBID_cudaGetLastError_v3020 },
        { kRuntime, CUPTI_RUNTIME_TRACE_CBID_cudaStreamIsCapturing_v10000 },
        { kDriver, CUPTI_DRIVER_TRACE_CBID_cuGetErrorString },
        { kDriver, CUPTI_DRIVER_TRACE_CBID_cuCtxGetCurrent },
        { kDriver, CUPTI_DRIVER_TRACE_CBID_cuKernelGetName },
    };
    for (const auto& call : hooked) {
        EXPECT_TRUE(fake.callbacks[call]) << call.first << " " << call.second;
    }
    for (const auto& call : left) {
        EXPECT_FALSE(fake.callbacks[call]) << call.first << " " << call.second;
    }
    static_cast<void>(session.stop(nothing));
    for (const auto& [call, on] : fake.callbacks) {
        EXPECT_TRUE(!on || call.first == CUPTI_CB_DOMAIN_RESOURCE) << call.first << " " << call.second;
    }
}

TEST(CallLog, EveryThreadsCallsCarryItsId)
{
    FakeCupti fake;
    CuptiSession session(fake);
    ASSERT_TRUE(session.start(RecordLevel::Full).ok());
    std::vector<std::jthread> threads;
    for (std::uint32_t i = 0; i < 8; ++i) {
        threads.emplace_back([&fake, i] {
            for (std::uint32_t k = 1; k <= 5000; ++k) { // more than one chunk
                enter(fake, kRuntime, kLaunch, i * 5000 + k);
                leave(fake, kRuntime, kLaunch, 1);
            }
        });
    }
    threads.clear();
    const GpuRecords records = session.stop(nothing);
    EXPECT_EQ(records.api.size(), 40'000U);
    EXPECT_EQ(records.dropped, 0U);
    std::set<std::uint32_t> ids;
    std::set<std::uint32_t> correlations;
    for (const ApiRecord& call : records.api) {
        ids.insert(call.thread);
        correlations.insert(call.correlation);
    }
    EXPECT_EQ(ids.size(), 8U);
    EXPECT_EQ(correlations.size(), 40'000U);
    ASSERT_TRUE(session.start(RecordLevel::Full).ok());
    EXPECT_TRUE(session.stop(nothing).api.empty()) << "the next session starts empty";
}

// Eight threads call CUDA and run operators all the while; each recording sees calls of its own time only, each with its end.
TEST(CallLog, TwoHundredRecordingsWhileEightThreadsNeverStopCalling)
{
    FakeCupti fake;
    CuptiSession session(fake);
    ASSERT_TRUE(session.initialise().ok());
    std::atomic<bool> done { false };
    std::vector<std::jthread> threads;
    for (std::uint32_t i = 0; i < 8; ++i) {
        threads.emplace_back([&fake, &done, i] {
            for (std::uint32_t k = 1; !done.load(std::memory_order_relaxed); ++k) {
                const ScopedSpan span(k % 2 == 0 ? "even" : "odd");
                enter(fake, kRuntime, kLaunch, (i << 24U) + k);
                leave(fake, kRuntime, kLaunch, 1); // failed: nobody waits for a kernel
                if (k % 64 == 0) {
                    std::this_thread::yield();
                }
            }
        });
    }
    std::size_t calls = 0;
    std::size_t spans = 0;
    for (int i = 0; i < 200; ++i) {
        const Ns before = monotonicNs();
        ASSERT_TRUE(session.start(RecordLevel::Full).ok());
        OpLog::instance().open();
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        OpLog::instance().close();
        const GpuRecords records = session.stop(nothing);
        for (const ApiRecord& call : records.api) {
            ASSERT_GE(call.start, before);
            ASSERT_GE(call.end, call.start);
        }
        calls += records.api.size();
        for (const ThreadOps& ops : OpLog::instance().collect()) {
            for (const OpRecord& op : ops.ops) {
                ASSERT_TRUE(*op.name == "even" || *op.name == "odd");
            }
            spans += ops.ops.size();
        }
        fake.calls.clear();
    }
    done = true;
    threads.clear();
    EXPECT_GT(calls, 0U);
    EXPECT_GT(spans, 0U);
}

} // namespace
} // namespace attnscope
