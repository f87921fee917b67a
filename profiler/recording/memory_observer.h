// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds MemoryLog with what LibTorch's allocators report to a profiler. The report names the size of the block and the allocator's
// total after it; the allocator's trace trackers would name the requested size only (which does not add up to the allocated bytes),
// can never be detached, and would make every later allocation of the process dearer. Worker thread; other threads that work for it
// (autograd's) inherit it from LibTorch.
#pragma once

#include "profiler/recording/torch_device.h"

#include <memory>

namespace attnscope {

/// While it lives, allocations on `device` by this thread and those that work for it go to MemoryLog.
class MemoryObservation {
public:
    explicit MemoryObservation(const TargetDevice& device);
    ~MemoryObservation();
    MemoryObservation(const MemoryObservation&) = delete;
    MemoryObservation& operator=(const MemoryObservation&) = delete;

private:
    struct Guard;
    std::unique_ptr<Guard> m_guard;
};

} // namespace attnscope
