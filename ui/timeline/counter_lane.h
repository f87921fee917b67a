// SPDX-License-Identifier: GPL-3.0-or-later
// The counter lanes of one variant: DRAM rate from the counter pass, allocated memory with its peak, and whatever other counters the
// file holds; where the first two are missing, the sentence that says why. Made once a variant with its TimelineModel, O(GPU spans
// of the window + points of the counters); afterwards only read, look-ups O(log n). GUI thread, like the model.
#pragma once

#include "profiler/analysis/variants.h"
#include "profiler/trace/trace.h"
#include "ui/timeline/kernel_evidence.h"
#include "ui/timeline/step_series.h"

#include <optional>
#include <string>
#include <vector>

namespace attnscope {

/// What moved to and from DRAM while the same GPU work ran. Rates in bytes a nanosecond, which are GB a second.
struct DramStretch {
    TimeRange time;
    double read = 0, written = 0;
    SpanRef span; ///< the one that moved most
    bool counted = true; ///< false: a copy or fill, which the counter pass leaves out; its own size instead
    [[nodiscard]] double rate() const { return read + written; }
};

/// One piece of GPU work before it is laid beside what overlaps it.
struct DramTraffic {
    SpanRef span;
    TimeRange time;
    double readBytes = 0, writtenBytes = 0;
    bool counted = true;
};

class DramRates {
public:
    DramRates() = default;
    /// Overlapping work adds up. O(n log n).
    explicit DramRates(std::vector<DramTraffic> work);

    [[nodiscard]] const std::vector<DramStretch>& stretches() const { return m_stretches; }
    [[nodiscard]] bool empty() const { return m_stretches.empty(); }
    /// The stretch at t, or null.
    [[nodiscard]] const DramStretch* at(Ns t) const;
    /// First stretch that ends after t.
    [[nodiscard]] std::size_t firstEndingAfter(Ns t) const;
    /// Bytes over the time in which something ran, GB/s; 0 where nothing did.
    [[nodiscard]] double meanIn(TimeRange range) const;
    [[nodiscard]] double maximum() const { return m_maximum; }
    /// The sum of both directions as a line that falls to 0 between stretches.
    [[nodiscard]] StepSeries total() const;

private:
    std::vector<DramStretch> m_stretches; ///< ascending, disjoint
    std::vector<double> m_bytesBefore; ///< prefix sums over the stretches, one more than these
    std::vector<double> m_timeBefore;
    double m_maximum = 0;
};

struct MemoryPeak {
    Ns time = 0;
    double bytes = 0; ///< allocated then
};

enum class CounterKind : std::uint8_t { Plain, Memory, DramRate };

struct CounterTrack {
    CounterKind kind = CounterKind::Plain;
    std::string title, subtitle;
    std::string unit;
    StepSeries series;
    DramRates dram; ///< of CounterKind::DramRate
    std::vector<MemoryPeak>
        peaks; ///< of CounterKind::Memory where the recording is ours: of every step, else of the variant
    std::optional<std::int64_t> peakOfForward; ///< what a forward took at its peak above what was held before it
    std::string missing; ///< why there is nothing to show: one sentence; the lane stays folded then
    [[nodiscard]] bool isMemory() const { return kind == CounterKind::Memory; }
};

/// DRAM rate and memory first, in the order in which they are shown. `onGpu`: the variant has GPU lanes.
[[nodiscard]] std::vector<CounterTrack> counterLanes(
    const Trace& trace, const VariantView& view, const KernelEvidence& evidence, bool onGpu);

/// A rate in GB/s is shown in the unit that suits the largest one of its lane.
struct RateUnit {
    double divisor = 1;
    std::string name; ///< "TB/s", "GB/s"
};
[[nodiscard]] RateUnit rateUnitFor(double maximum);
/// Distance of the marks on a scale from 0 to `maximum`: 1, 2 or 5 times a power of ten, two to four marks. 0 where there is nothing.
[[nodiscard]] double scaleStep(double maximum);

} // namespace attnscope
