// SPDX-License-Identifier: GPL-3.0-or-later
// Small recordings with known answers, built span by span. FakeRecording adds steps whose GPU work runs after the step has ended,
// as on a real GPU; fakeGpuSession() is the session that most tests of analysis and of the command line read.
#pragma once

#include "profiler/trace/trace_builder.h"

#include <string_view>
#include <vector>

namespace attnscope::test {

inline constexpr const char* kTensorCoreGemm = "nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_TNT";
inline constexpr const char* kCudaCoreGemm = "sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize128x128x8_stage3_"
                                             "warpsize2x2x1_ffma_aligna4_alignc4_execute_kernel__5x_cublas";
inline constexpr const char* kMemcpy = "Memcpy DtoD (Device -> Device)";
inline constexpr const char* kMemset = "Memset (Device)";

struct FakeWork {
    SpanKind kind = SpanKind::Kernel;
    const char* name = kTensorCoreGemm;
    Ns start = 0, duration = 0;
    std::int64_t stream = 7;
    const char* args = "{}";
};

class FakeRecording {
public:
    FakeRecording()
        : m_thread(m_builder.laneIndex({ LaneKind::CpuThread, "1", "1", -1, -1 }))
        , m_api(m_builder.laneIndex({ LaneKind::CudaApi, "1", "1", -1, -1 }))
    {
    }

    TraceBuilder& builder() { return m_builder; }

    void cpu(SpanKind kind, std::string_view name, Ns start, Ns duration)
    {
        m_builder.addSpan(m_thread, { start, duration, m_builder.intern(name), kind, 0, 0, 0 });
    }

    /// GPU work whose launch call starts at `launch` and takes 2 µs; an op encloses the call.
    void launch(Ns launch, const FakeWork& work)
    {
        const std::uint64_t correlation = ++m_correlation;
        cpu(SpanKind::Op, "aten::bmm", launch - 1000, 5000);
        m_builder.addSpan(
            m_api, { launch, 2000, m_builder.intern("cudaLaunchKernel"), SpanKind::ApiRuntime, 0, correlation, 0 });
        gpu(work, correlation);
    }

    void gpu(const FakeWork& work, std::uint64_t correlation = 0)
    {
        const std::string stream = std::to_string(work.stream);
        const auto lane = m_builder.laneIndex({ LaneKind::GpuStream, "0", stream, 0, work.stream });
        m_builder.addSpan(lane,
            { work.start, work.duration, m_builder.intern(work.name), work.kind, 0, correlation,
                m_builder.addArgs(work.args) });
    }

    /// A step of 100 µs that launches `works` 10 µs apart; returns its CPU range.
    TimeRange step(Ns begin, const std::vector<FakeWork>& works)
    {
        cpu(SpanKind::Step, "ProfilerStep#1", begin, 100'000);
        Ns at = begin + 10'000;
        for (const FakeWork& work : works) {
            launch(at, work);
            at += 10'000;
        }
        return { begin, begin + 100'000 };
    }

private:
    TraceBuilder m_builder;
    std::uint32_t m_thread, m_api;
    std::uint64_t m_correlation = 0;
};

inline VariantResult fakeResult(std::string name, TimeRange window, std::vector<TimeRange> steps)
{
    VariantResult result;
    result.name = result.title = std::move(name);
    result.window = window;
    result.steps = std::move(steps);
    return result;
}

/// An "H200" with enough facts for occupancy.
inline DeviceInfo fakeGpu()
{
    DeviceInfo device;
    device.kind = "cuda";
    device.name = "NVIDIA H200";
    device.limits = deviceLimitsFor(9, 0);
    if (device.limits) {
        device.limits->smCount = 132;
    }
    return device;
}

// Times in ns. naive: a warm-up step whose kernel runs during step 0; step 0: Memset 1 µs, Tensor Core GEMM 100, Memcpy 50, CUDA core
// GEMM 50, busy 201; step 1 the same, but its last kernel overlaps the copy by 20 on another stream: sum 201, busy 181.
inline VariantResult addNaive(FakeRecording& recording)
{
    constexpr const char* kGemmArgs =
        R"({"stream": 7, "device": 0, "registers per thread": 168, "shared memory": 213188,
        "grid": [2, 66, 1], "block": [384, 1, 1]})";
    recording.step(0, { { SpanKind::Kernel, kTensorCoreGemm, 150'000, 200'000 } });
    auto first = recording.step(200'000,
        { { SpanKind::Memset, kMemset, 450'000, 1'000 },
            { SpanKind::Kernel, kTensorCoreGemm, 451'000, 100'000, 7, kGemmArgs },
            { SpanKind::Memcpy, kMemcpy, 551'000, 50'000 }, { SpanKind::Kernel, kCudaCoreGemm, 601'000, 50'000 } });
    auto second = recording.step(300'000,
        { { SpanKind::Memset, kMemset, 651'000, 1'000 },
            { SpanKind::Kernel, kTensorCoreGemm, 652'000, 100'000, 7, kGemmArgs },
            { SpanKind::Memcpy, kMemcpy, 752'000, 50'000 }, { SpanKind::Kernel, kCudaCoreGemm, 782'000, 50'000, 8 } });
    VariantResult naive = fakeResult("naive", { 0, 1'000'000 }, { first, second });
    naive.backend = "none";
    naive.gpuTiming = TimingStats { 200, 190, 250, 50 };
    naive.cpuTiming = TimingStats { 80, 70, 90, 50 };
    naive.peakMemoryBytes = 805306368;
    naive.maxAbsError = 0.0078125;
    naive.relativeError = 0.00225;
    naive.nanCount = 0;
    return naive;
}

/// Variants naive and inplace (done; inplace with 1 kernel in one step and 2 in the other), flash (refused) on a GPU.
inline TracePtr fakeGpuSession()
{
    FakeRecording recording;
    Session session;
    session.device = fakeGpu();
    session.stepCount = 2;
    session.variants.push_back(addNaive(recording));
    auto first = recording.step(1'000'000, { { SpanKind::Kernel, kTensorCoreGemm, 1'050'000, 10'000 } });
    auto second = recording.step(1'100'000,
        { { SpanKind::Kernel, kTensorCoreGemm, 1'150'000, 10'000 },
            { SpanKind::Kernel, kTensorCoreGemm, 1'160'000, 10'000 } });
    session.variants.push_back(fakeResult("inplace", { 1'000'000, 2'000'000 }, { first, second }));
    session.variants.back().gpuTiming = TimingStats { 100, 99, 101, 50 };
    session.variants.push_back(fakeResult("flash", { 2'000'000, 2'000'000 }, {}));
    session.variants.back().status = VariantStatus::Refused;
    session.variants.back().reasons = { "Flash attention needs bf16 or fp16, not fp32." };
    recording.builder().setSession(std::move(session));
    return recording.builder().finish();
}

} // namespace attnscope::test
