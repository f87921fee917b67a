// SPDX-License-Identifier: GPL-3.0-or-later
// TorchRecorder: the Recorder of the plug-in. Sets CUPTI up when it is made, which must be before the first CUDA call of the
// process. Worker thread; no exception leaves it.
#pragma once

#include "profiler/recording/gpu_collector.h"
#include "profiler/recording/recorder.h"

namespace attnscope {

class TorchRecorder final : public Recorder {
public:
    explicit TorchRecorder(GpuCollector& collector);
    [[nodiscard]] Result<TracePtr> record(const RecordRequest& request,
        const std::function<void(const RecordProgress&)>& progress, const std::atomic<bool>& cancel) override;
    [[nodiscard]] Result<AvailabilityReport> variants(const Workload& workload, const std::string& device) override;
    [[nodiscard]] Result<AvailabilityReport> customVariants(
        const Workload& workload, const std::string& device, const std::vector<CustomVariant>& variants) override;
    [[nodiscard]] std::vector<DoctorLine> doctor() override;
    [[nodiscard]] Versions versions() const override;

private:
    GpuCollector& m_collector;
};

} // namespace attnscope
