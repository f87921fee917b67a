// SPDX-License-Identifier: GPL-3.0-or-later
// GpuCollector: collects what the GPU and the CUDA API do between start() and stop(). The interface keeps CUPTI's headers out of
// the recorder; CuptiSession is the one that collects, and without CUDA there is none. Worker thread only.
#pragma once

#include "profiler/recording/gpu_records.h"
#include "profiler/trace/result.h"
#include "profiler/trace/session.h"

#include <cstdint>
#include <functional>
#include <string>

namespace attnscope {

class GpuCollector {
public:
    virtual ~GpuCollector() = default;
    /// Sets CUPTI up; before the first CUDA call of the process. Later calls return the first call's answer. On an error GPU work
    /// cannot be recorded, and the sentence says why; everything else works.
    virtual Status initialise() = 0;
    /// Begins to collect what the level asks for: GPU work, from RecordLevel::Api on also the calls that cause it. What was left over
    /// from before is thrown away.
    virtual Status start(RecordLevel level) = 0;
    /// Reads what CUPTI has delivered so far if its buffers run full; cheap otherwise. Call between steps.
    virtual void drain() = 0;
    /// Waits for the GPU with `synchronise`, reads every record, stops. Records that CUPTI lost are counted, never waited for long.
    [[nodiscard]] virtual GpuRecords stop(const std::function<void()>& synchronise) = 0;
    /// Takes CUPTI out of the process again, once no more is to be recorded for now: what a recording hooks into launches stays there when
    /// it ends, and makes each slower. The GPU must be idle. Does nothing before the first recording; the next one attaches by itself.
    virtual Status detach() = 0;
    /// Hardware counters were collected, which uses CUPTI beside this collector: the next detach() has something to take out.
    virtual void countersWereCollected() = 0;
    /// CUPTI's version, 130001 = 13.0 update 1; 0 without CUPTI.
    [[nodiscard]] virtual std::uint32_t version() const = 0;
};

/// The process's collector; kept for its life. Without CUDA in the build its initialise() says so.
[[nodiscard]] GpuCollector& gpuCollector();

} // namespace attnscope
