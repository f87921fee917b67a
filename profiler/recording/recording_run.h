// SPDX-License-Identifier: GPL-3.0-or-later
// RecordingRun: one call of Recorder::record() from the request to the trace.
//
// First every variant is measured without the profiler (warm-up, times, peak memory, accuracy), then every variant is recorded:
// once CUPTI has recorded, launches of the process stay slower until it is detached, and the times that are compared must not pay for
// that. It is detached when the run ends, however it ends.
// Worker thread. A variant that is refused or fails says why in its result and never stops the others.
#pragma once

#include "profiler/recording/capture.h"
#include "profiler/recording/gpu_collector.h"
#include "profiler/recording/recorder.h"
#include "profiler/recording/torch_device.h"
#include "profiler/recording/trace_assembler.h"
#include "profiler/recording/variant_runner.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attnscope {

class RecordingRun {
public:
    RecordingRun(const RecordRequest& request, const std::function<void(const RecordProgress&)>& progress,
        const std::atomic<bool>& cancel, GpuCollector& collector);

    ~RecordingRun();
    RecordingRun(const RecordingRun&) = delete;
    RecordingRun& operator=(const RecordingRun&) = delete;

    /// May throw what LibTorch throws while the inputs are made.
    [[nodiscard]] Result<TracePtr> execute();

private:
    /// A variant on its way through the run.
    struct Slot {
        std::size_t index = 0;
        VariantResult result;
        const CustomVariant* custom = nullptr; ///< of the request; null for the built-in ones
        int warmup = 0; ///< lowered for slow forwards
        std::int64_t expectedNs = 0; ///< one run, the GPU's work included
        bool runs = true; ///< not refused, failed or cancelled so far
        bool recorded = false;
        VariantRecording recording; ///< until it is part of the trace
    };

    [[nodiscard]] Status check() const;
    void prepare();
    Slot& addSlot(std::string name, std::string title);
    void loadCustom(Slot& slot);
    void measure(Slot& slot);
    void record(Slot& slot);
    [[nodiscard]] VariantRecording recordPasses(Slot& slot);
    /// One forward in which the inputs of its operators are looked at.
    [[nodiscard]] std::vector<ThreadOps> observeInputs(const Slot& slot);
    void countHardware();
    /// See GpuCollector::detach(); false when it stays attached.
    bool detachCollector();
    /// Detaches the collector, and adds to what recording cost what it had left hooked into launches.
    void addCostOfHooks();
    void assemble(Slot& slot);
    void runSteps(const Slot& slot, Capture& capture);
    /// Runs `work`; whatever it throws becomes the slot's result.
    void guarded(Slot& slot, const std::function<void()>& work);
    void refuse(Slot& slot, std::vector<std::string> reasons);
    void tell(const Slot& slot, RecordStage stage, double doneOfSlot, const std::string& message = {});
    [[nodiscard]] std::optional<double> overheadOf(const Slot& slot);
    [[nodiscard]] double unrecordedNs(const Slot& slot);
    void noteOverheadOfSteps(VariantResult& result) const;
    void noteBackend(const Slot& slot);
    [[nodiscard]] int affordableIterations(std::int64_t expectedNs, const Slot& slot);
    [[nodiscard]] Result<TracePtr> finish();

    const RecordRequest& m_request;
    const std::function<void(const RecordProgress&)>& m_progress;
    const std::atomic<bool>& m_cancel;
    GpuCollector& m_collector;
    TargetDevice m_device;
    Session m_session;
    std::vector<Slot> m_slots;
    std::unique_ptr<DeviceScope> m_scope;
    std::unique_ptr<VariantRunner> m_runner;
    std::unique_ptr<TraceAssembler> m_assembler;
    int m_phase = 0; ///< 0 measuring, 1 recording; for the progress
    std::int64_t m_foreignMemory = 0; ///< before the first recording
    std::string m_detachProblem; ///< a sentence, or empty
    double m_lastFraction = 0; ///< progress never falls
};

} // namespace attnscope
