// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/capture.h"

#include "profiler/recording/memory_observer.h"
#include "profiler/recording/op_observer.h"

#include <optional>

namespace attnscope {

struct Capture::Observers {
    explicit Observers(RecordLevel level, const TargetDevice& device)
        : ops(level >= RecordLevel::Ops ? Observed::Operators : Observed::Annotations)
    {
        if (level >= RecordLevel::Full) {
            memory.emplace(device);
        }
    }
    OpObservation ops;
    std::optional<MemoryObservation> memory;
};

Capture::Capture(RecordLevel level, const TargetDevice& device, GpuCollector& collector)
    : m_level(level)
    , m_device(device)
    , m_collector(collector)
{
}

Capture::~Capture()
{
    if (m_observers != nullptr) {
        static_cast<void>(stop());
    }
}

Status Capture::start()
{
    Status status = m_device.cuda ? m_collector.start(m_level) : Status { Done {} };
    m_collecting = m_device.cuda && status.ok();
    m_memoryBefore = allocatedMemory(m_device);
    m_observers = std::make_unique<Observers>(m_level, m_device);
    return status;
}

void Capture::drain()
{
    if (m_collecting) {
        m_collector.drain();
    }
}

CaptureData Capture::stop()
{
    CaptureData data;
    m_observers.reset();
    if (m_collecting) {
        m_collecting = false;
        data.gpu = m_collector.stop([this] { synchronise(m_device); });
    }
    data.ops = OpLog::instance().collect();
    if (m_level >= RecordLevel::Full) {
        data.memory = MemoryLog::instance().collect();
        data.memory.before = m_memoryBefore;
        data.memory.after = allocatedMemory(m_device);
        data.memory.checkable = m_device.cuda;
    }
    return data;
}

} // namespace attnscope
