// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/memory_observer.h"

#include "profiler/recording/memory_log.h"

#include <c10/util/ThreadLocalDebugInfo.h>
#include <torch/csrc/profiler/orchestration/observer.h>

namespace attnscope {
namespace {

// LibTorch's own profiler lives in the same slot and is cast to its base without asking; so this one has that base, and says that
// no profiler of LibTorch's is running.
class Reporter final : public torch::profiler::impl::ProfilerStateBase {
public:
    explicit Reporter(const TargetDevice& device)
        : ProfilerStateBase(torch::profiler::impl::ProfilerConfig(torch::profiler::impl::ProfilerState::Disabled))
        , m_device(device)
    {
    }
    void reportMemoryUsage(
        void* /*block*/, std::int64_t change, std::size_t total, std::size_t /*reserved*/, c10::Device device) override
    {
        const bool wanted = m_device.cuda ? device.is_cuda() && device.index() == m_device.index : device.is_cpu();
        if (wanted) {
            MemoryLog::instance().append(change, static_cast<std::int64_t>(total));
        }
    }
    [[nodiscard]] bool memoryProfilingEnabled() const override { return true; }
    [[nodiscard]] torch::profiler::impl::ActiveProfilerType profilerType() override
    {
        return torch::profiler::impl::ActiveProfilerType::NONE;
    }

private:
    TargetDevice m_device;
};

} // namespace

struct MemoryObservation::Guard {
    explicit Guard(const TargetDevice& device)
        : guard(c10::DebugInfoKind::PROFILER_STATE, std::make_shared<Reporter>(device))
    {
    }
    c10::DebugInfoGuard guard;
};

MemoryObservation::MemoryObservation(const TargetDevice& device)
{
    MemoryLog::instance().open();
    m_guard = std::make_unique<Guard>(device);
}

MemoryObservation::~MemoryObservation()
{
    m_guard.reset();
    MemoryLog::instance().close();
}

} // namespace attnscope
