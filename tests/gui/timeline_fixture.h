// SPDX-License-Identifier: GPL-3.0-or-later
// A small recording for the timeline's tests: two steps on one thread, three launches, one kernel launched before the recording.
// All times in µs. Any thread.
#pragma once

#include "profiler/analysis/variants.h"
#include "profiler/trace/trace_builder.h"

#include <stdexcept>
#include <string>

namespace attnscope::test {

class TraceMaker {
public:
    std::uint32_t lane(LaneKind kind, const std::string& tid = "1")
    {
        LaneKey key;
        key.kind = kind;
        key.pid = kind == LaneKind::GpuStream ? "0" : "100";
        key.tid = tid;
        if (kind == LaneKind::GpuStream) {
            key.device = 0;
            key.stream = 7;
        }
        return m_builder.laneIndex(key);
    }
    void add(std::uint32_t lane, SpanKind kind, const std::string& name, double startUs, double lengthUs,
        std::uint64_t correlation = 0, const std::string& args = {})
    {
        SpanInput span;
        span.start = static_cast<Ns>(startUs * 1000);
        span.duration = static_cast<Ns>(lengthUs * 1000);
        span.name = m_builder.intern(name);
        span.kind = kind;
        span.correlation = correlation;
        span.args = args.empty() ? 0 : m_builder.addArgs(args);
        m_builder.addSpan(lane, span);
    }
    TraceBuilder& builder() { return m_builder; }
    TracePtr finish() { return m_builder.finish(); }

private:
    TraceBuilder m_builder;
};

inline const std::string kGemm = "nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_NNT";

/// Step 2: 0–1000 (matmul › bmm launches a GEMM, then a fill of 1 B), step 3: 1200–2000 (one copy of 256 MiB).
inline TracePtr smallTrace()
{
    TraceMaker make;
    const auto cpu = make.lane(LaneKind::CpuThread), api = make.lane(LaneKind::CudaApi),
               gpu = make.lane(LaneKind::GpuStream, "7");
    make.add(cpu, SpanKind::Step, "ProfilerStep#2", 0, 1000);
    make.add(cpu, SpanKind::Annotation, "attn_fwd", 10, 900);
    make.add(cpu, SpanKind::Op, "aten::matmul", 100, 300);
    make.add(cpu, SpanKind::Op, "aten::bmm", 150, 200);
    make.add(cpu, SpanKind::Step, "ProfilerStep#3", 1200, 800);
    make.add(cpu, SpanKind::Op, "aten::clone", 1300, 200);
    make.add(api, SpanKind::ApiDriver, "cuLaunchKernelEx", 200, 20, 1);
    make.add(api, SpanKind::ApiRuntime, "cudaMemsetAsync", 500, 20, 2);
    make.add(api, SpanKind::ApiRuntime, "cudaMemcpyAsync", 1350, 20, 3);
    make.add(gpu, SpanKind::Kernel, kGemm, 50, 40, 99);
    make.add(gpu, SpanKind::Kernel, kGemm, 400, 300, 1);
    make.add(gpu, SpanKind::Memset, "Memset (Device)", 701, 4, 2, R"({"bytes": 1})");
    make.add(gpu, SpanKind::Memcpy, "Memcpy DtoD (Device -> Device)", 1600, 400, 3, R"({"bytes": 268435456})");
    return make.finish();
}

/// The first span of that name and kind of lane. Precondition: it exists.
inline SpanRef find(const Trace& trace, LaneKind kind, std::string_view name, int nth = 0)
{
    for (std::uint32_t lane = 0; lane < trace.lanes().size(); ++lane) {
        for (std::uint32_t i = 0; trace.lanes()[lane].kind == kind && i < trace.lanes()[lane].size(); ++i) {
            if (trace.name(SpanRef { lane, i }) == name && nth-- == 0) {
                return { lane, i };
            }
        }
    }
    throw std::runtime_error("no such span: " + std::string(name));
}

} // namespace attnscope::test
