// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/counter_run.h"

#include "profiler/attention/cancelled.h"
#include "profiler/recording/counter_join.h"
#include "profiler/recording/error_text.h"

#include <algorithm>
#include <exception>

namespace attnscope {
namespace {

std::vector<TimeRange> stepsOf(const VariantRecording& recording)
{
    std::vector<TimeRange> steps;
    for (const ThreadOps& thread : recording.ops) {
        for (const OpRecord& op : thread.ops) {
            if (op.scope == OpScope::Step && op.end != 0) {
                steps.push_back({ op.begin, op.end });
            }
        }
    }
    std::sort(steps.begin(), steps.end(), [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    return steps;
}

Status countEachKernel(CounterCollector& collector, VariantRecording& recording, const std::function<void()>& forward)
{
    const std::vector<TimeRange> steps = stepsOf(recording);
    const Result<CounterPass> pass =
        collector.countKernels(forward, recording.gpu.gpu.size() / std::max<std::size_t>(1, steps.size()));
    if (!pass.ok()) {
        return pass.error();
    }
    Status joined = joinCounters(recording.gpu, steps, pass.value());
    return joined.ok()
        ? joined
        : Status(Error { joined.error().kind, "Hardware counters are left out: " + joined.error().message + "." });
}

Status countDram(CounterCollector& collector, VariantRecording& recording, const std::function<void()>& forward)
{
    const Result<KernelCounters> whole = collector.countWhole(forward);
    if (!whole.ok()) {
        return whole.error();
    }
    if (whole.value().dramReadBytes && whole.value().dramWriteBytes) {
        recording.result.dramBytes = *whole.value().dramReadBytes + *whole.value().dramWriteBytes;
    }
    return Done {};
}

} // namespace

std::vector<std::string> countVariant(
    CounterCollector& collector, VariantRecording& recording, const std::function<void()>& forward)
{
    std::vector<std::string> problems;
    for (const auto& count : { countEachKernel, countDram }) {
        try {
            if (const Status status = count(collector, recording, forward); !status.ok()) {
                problems.push_back(recording.result.title + ": " + status.error().message);
            }
        } catch (const CancelledByUser&) {
            throw;
        } catch (const std::exception& error) {
            problems.push_back(
                recording.result.title + ": Hardware counters are left out: " + firstSentence(error.what()));
        }
    }
    return problems;
}

} // namespace attnscope
