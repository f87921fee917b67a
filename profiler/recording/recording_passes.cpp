// SPDX-License-Identifier: GPL-3.0-or-later
// The recorded passes of a run: what is recorded of each variant, and what recording it cost.
#include "profiler/recording/recording_run.h"

#include "profiler/attention/cancelled.h"
#include "profiler/recording/input_join.h"
#include "profiler/recording/op_log.h"
#include "profiler/recording/op_observer.h"
#include "profiler/recording/overhead_probe.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include <sys/syscall.h>
#include <unistd.h>

namespace attnscope {

void RecordingRun::record(Slot& slot)
{
    tell(slot, RecordStage::Recording, 0);
    slot.result.recordingOverhead = overheadOf(slot);
    tell(slot, RecordStage::Recording, 0.3);
    slot.recording = recordPasses(slot);
    slot.recording.result = slot.result;
    slot.recorded = true;
    tell(slot, RecordStage::Finished, 1);
}

VariantRecording RecordingRun::recordPasses(Slot& slot)
{
    VariantRecording recording;
    recording.workerThread = static_cast<std::int64_t>(::syscall(SYS_gettid));
    recording.level = m_request.level;
    const std::vector<ThreadOps> inputs = observeInputs(slot);
    Capture capture(m_request.level, m_device, m_collector);
    const Status started = capture.start();
    if (!started.ok() && m_collector.initialise().ok()) { // else it has been said
        m_session.notes.push_back(slot.result.title + ": " + started.error().message);
    }
    {
        const std::string title = "attnscope: " + slot.result.name;
        const ScopedSpan window(title.c_str());
        runSteps(slot, capture);
    }
    CaptureData data = capture.stop();
    if (m_device.cuda && started.ok() && !m_session.profilerMemoryBytes) {
        // Everything that a forward loads was loaded when it was measured: what is taken now is CUPTI's. Buffers that CUPTI took
        // with the context cannot be told apart from it: nothing is said then.
        if (const std::int64_t taken = foreignMemory(m_device) - m_foreignMemory; taken > 0) {
            m_session.profilerMemoryBytes = taken;
        }
    }
    recording.ops = std::move(data.ops);
    if (m_request.level == RecordLevel::Full) {
        if (const std::size_t others = joinInputs(recording.ops, inputs); others != 0) {
            m_session.notes.push_back(
                fmt::format("{}: the inputs of operators are left out of {} forwards, which called "
                            "others than the one in which inputs were looked at.",
                    slot.result.title, others));
        }
    }
    recording.gpu = std::move(data.gpu);
    recording.memory = std::move(data.memory);
    return recording;
}

std::vector<ThreadOps> RecordingRun::observeInputs(const Slot& slot)
{
    if (m_request.level != RecordLevel::Full) {
        return {};
    }
    {
        const OpObservation observation(Observed::OperatorsAndInputs);
        m_runner->run(slot.result.name);
        synchronise(m_device);
    }
    return OpLog::instance().collect();
}

void RecordingRun::runSteps(const Slot& slot, Capture& capture)
{
    for (int i = 0; i < slot.warmup; ++i) {
        const ScopedSpan span(kWarmUpName);
        m_runner->run(slot.result.name);
    }
    // No kernel of the warm-up may reach into the recorded steps.
    synchronise(m_device);
    for (int step = 1; step <= m_request.steps; ++step) {
        {
            const std::string name = "ProfilerStep#" + std::to_string(step);
            const ScopedSpan span(name.c_str(), OpScope::Step);
            m_runner->run(slot.result.name);
            if (m_request.level == RecordLevel::Kernels) {
                synchronise(m_device); // without launches, work belongs to the step in which it runs
            }
        }
        capture.drain();
        tell(slot, RecordStage::Recording, 0.3 + static_cast<double>(step) / m_request.steps * 0.6);
    }
    synchronise(m_device);
}

std::optional<double> RecordingRun::overheadOf(const Slot& slot)
{
    const std::optional<OverheadPlan> plan = planOverheadProbe(slot.expectedNs);
    if (!plan) {
        return std::nullopt;
    }
    Capture capture(m_request.level, m_device, m_collector);
    return measureOverhead(
        *plan, capture, [&] { m_runner->run(slot.result.name); }, [&] { synchronise(m_device); });
}

double RecordingRun::unrecordedNs(const Slot& slot)
{
    return medianBlockNs(
        *planOverheadProbe(slot.expectedNs), [&] { m_runner->run(slot.result.name); }, [&] { synchronise(m_device); });
}

void RecordingRun::addCostOfHooks()
{
    constexpr std::int64_t kSlowNs = 2'000'000; // some microseconds a launch are no part of such a forward
    std::vector<std::pair<Slot*, double>> attached;
    try {
        for (Slot& slot : m_slots) {
            if (m_device.cuda && slot.recorded && slot.result.recordingOverhead && slot.expectedNs < kSlowNs) {
                attached.emplace_back(&slot, unrecordedNs(slot));
            }
        }
        if (!detachCollector()) {
            return;
        }
        for (const auto& [slot, before] : attached) {
            double& overhead = *slot->recording.result.recordingOverhead;
            overhead = (1 + overhead) * before / unrecordedNs(*slot) - 1;
        }
    } catch (const CancelledByUser&) { // what is known stays
        return;
    } catch (const std::exception&) { // so does it when a forward fails that did not before
        return;
    }
}

// For forwards too slow to be run again and again: the recorded steps against those that were timed.
void RecordingRun::noteOverheadOfSteps(VariantResult& result) const
{
    if (result.recordingOverhead || !result.cpuTiming || result.cpuTiming->medianUs <= 0 || result.steps.empty()) {
        return;
    }
    std::vector<double> recorded;
    for (const TimeRange& step : result.steps) {
        recorded.push_back(static_cast<double>(step.length()) / 1000);
    }
    result.recordingOverhead = statisticsOf(std::move(recorded)).medianUs / result.cpuTiming->medianUs - 1;
}

} // namespace attnscope
