// SPDX-License-Identifier: GPL-3.0-or-later
// Capture: everything that one recording switches on and off again, by its level. What the GPU side cannot do never stops the CPU
// side. Worker thread; a capture that is destroyed while it runs stops by itself. One at a time.
#pragma once

#include "profiler/recording/gpu_collector.h"
#include "profiler/recording/memory_log.h"
#include "profiler/recording/op_log.h"
#include "profiler/recording/torch_device.h"

#include <memory>
#include <vector>

namespace attnscope {

struct CaptureData {
    std::vector<ThreadOps> ops; ///< below RecordLevel::Ops: only annotations and steps
    GpuRecords gpu;
    MemoryRecords memory; ///< RecordLevel::Full
};

class Capture {
public:
    Capture(RecordLevel level, const TargetDevice& device, GpuCollector& collector);
    ~Capture();
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

    /// An error says why the GPU is not recorded; the rest is.
    [[nodiscard]] Status start();
    /// Between steps; see GpuCollector::drain().
    void drain();
    /// Waits for the GPU.
    [[nodiscard]] CaptureData stop();

private:
    struct Observers;

    const RecordLevel m_level;
    const TargetDevice m_device;
    GpuCollector& m_collector;
    std::unique_ptr<Observers> m_observers;
    std::int64_t m_memoryBefore = 0;
    bool m_collecting = false;
};

} // namespace attnscope
