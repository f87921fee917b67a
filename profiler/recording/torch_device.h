// SPDX-License-Identifier: GPL-3.0-or-later
// The device a recording runs on: choosing, describing, waiting, timing, peak memory; LibTorch stays behind it. Worker thread.
#pragma once

#include "profiler/recording/recorder.h"
#include "profiler/trace/result.h"
#include "profiler/trace/session.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope {

struct TargetDevice {
    bool cuda = false;
    int index = 0;
};

/// "auto" (the first GPU if one can be used, else the CPU), "cpu", "cuda", "cuda:N".
[[nodiscard]] Result<TargetDevice> chooseDevice(std::string_view text);
/// Name, limits, memory, driver. Creates the CUDA context.
[[nodiscard]] DeviceInfo describeDevice(const TargetDevice& device);
/// Waits for everything on the device; nothing on the CPU. Throws what LibTorch throws.
void synchronise(const TargetDevice& device);
/// Bytes that a new tensor could take, cached ones included.
[[nodiscard]] std::int64_t freeMemory(const TargetDevice& device);

/// Bytes that LibTorch's allocator holds for tensors; 0 on the CPU, whose allocator does not count.
[[nodiscard]] std::int64_t allocatedMemory(const TargetDevice& device);
/// GPU memory that is neither free nor LibTorch's: contexts, loaded code, CUPTI's buffers, other programs. 0 on the CPU.
[[nodiscard]] std::int64_t foreignMemory(const TargetDevice& device);

/// Makes the device the current one while it lives.
class DeviceScope {
public:
    explicit DeviceScope(const TargetDevice& device);
    ~DeviceScope();
    DeviceScope(const DeviceScope&) = delete;
    DeviceScope& operator=(const DeviceScope&) = delete;

private:
    struct Guard;
    std::unique_ptr<Guard> m_guard;
};

/// Peak of the caching allocator between construction and peakBytes(), minus what was allocated at construction. CUDA only.
class PeakMemory {
public:
    explicit PeakMemory(const TargetDevice& device);
    [[nodiscard]] std::int64_t peakBytes() const;

private:
    TargetDevice m_device;
    std::int64_t m_before = 0;
};

/// CUDA events around stretches of GPU work on the current stream.
class GpuStopwatch {
public:
    explicit GpuStopwatch(int stretches);
    ~GpuStopwatch();
    GpuStopwatch(const GpuStopwatch&) = delete;
    GpuStopwatch& operator=(const GpuStopwatch&) = delete;
    void begin(int stretch);
    void end(int stretch);
    /// True while the GPU has not reached the begin of this stretch.
    [[nodiscard]] bool isWaiting(int stretch) const;
    /// After synchronise().
    [[nodiscard]] double microseconds(int stretch) const;

private:
    struct Events;
    std::unique_ptr<Events> m_events;
};

/// Keeps the GPU busy for about this long, so that the work launched meanwhile runs without gaps. CUDA only.
void occupyGpu(std::int64_t ns);

[[nodiscard]] Versions softwareVersions();
[[nodiscard]] std::vector<DoctorLine> inspectSystem();

} // namespace attnscope
