// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/torch_recorder.h"

#include "profiler/attention/cancelled.h"
#include "profiler/recording/error_text.h"
#include "profiler/recording/recording_run.h"
#include "profiler/recording/torch_device.h"
#include "profiler/recording/variant_runner.h"

#include <exception>

namespace attnscope {
namespace {

AvailabilityReport availability(const Workload& workload, const TargetDevice& device)
{
    const DeviceScope scope(device);
    AvailabilityReport report;
    report.device = describeDevice(device);
    const VariantOracle oracle(workload, device);
    for (const VariantName& variant : kVariants) {
        VariantAnswer answer = oracle.ask(variant.name);
        report.variants.push_back({ std::string(variant.name), std::string(variant.title), answer.reasons.empty(),
            std::move(answer.reasons), std::move(answer.backend) });
    }
    return report;
}

} // namespace

TorchRecorder::TorchRecorder(GpuCollector& collector)
    : m_collector(collector)
{
    static_cast<void>(m_collector.initialise()); // its answer is asked for again when a GPU is recorded
}

Result<TracePtr> TorchRecorder::record(const RecordRequest& request,
    const std::function<void(const RecordProgress&)>& progress, const std::atomic<bool>& cancel)
{
    try {
        RecordingRun run(request, progress, cancel, m_collector);
        return run.execute();
    } catch (const CancelledByUser&) {
        return Error { ErrorKind::Cancelled, "Recording was cancelled before a variant was complete." };
    } catch (const std::exception& error) {
        return Error { ErrorKind::Failed, "Recording failed: " + firstSentence(error.what()) };
    } catch (...) {
        return Error { ErrorKind::Failed, "Recording failed with an exception that carries no message." };
    }
}

namespace {

// Checks the workload, chooses the device, and asks.
template<typename Ask>
Result<AvailabilityReport> answered(const Workload& workload, const std::string& device, const Ask& ask)
{
    try {
        if (const auto problems = validate(workload); !problems.empty()) {
            return Error { ErrorKind::Usage, problems.front().option + ": " + problems.front().message };
        }
        const Result<TargetDevice> target = chooseDevice(device);
        if (!target.ok()) {
            return target.error();
        }
        return ask(target.value());
    } catch (const std::exception& error) {
        return Error { ErrorKind::Failed, "LibTorch could not be asked: " + firstSentence(error.what()) };
    } catch (...) {
        return Error { ErrorKind::Failed, "LibTorch could not be asked." };
    }
}

} // namespace

Result<AvailabilityReport> TorchRecorder::variants(const Workload& workload, const std::string& device)
{
    return answered(
        workload, device, [&workload](const TargetDevice& target) { return availability(workload, target); });
}

Result<AvailabilityReport> TorchRecorder::customVariants(
    const Workload& workload, const std::string& device, const std::vector<CustomVariant>& variants)
{
    return answered(workload, device, [&variants](const TargetDevice& target) {
        const DeviceScope scope(target);
        AvailabilityReport report;
        report.device = describeDevice(target);
        for (const CustomVariant& variant : variants) {
            VariantAnswer answer = askCustom(variant, target);
            report.variants.push_back({ variant.name, variant.title.empty() ? variant.name : variant.title,
                answer.reasons.empty(), std::move(answer.reasons), std::move(answer.backend) });
        }
        return report;
    });
}

std::vector<DoctorLine> TorchRecorder::doctor()
{
    try {
        return inspectSystem();
    } catch (const std::exception& error) {
        return { { "LibTorch", false, {}, firstSentence(error.what()) } };
    }
}

Versions TorchRecorder::versions() const
{
    try {
        return softwareVersions();
    } catch (const std::exception&) {
        return {};
    }
}

} // namespace attnscope
