// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/counter_lane.h"

#include "profiler/analysis/attribution.h"
#include "ui/common/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace attnscope {
namespace {

// Free functions translate in a context of their own.
class CounterWords {
    Q_DECLARE_TR_FUNCTIONS(CounterLane)
};

constexpr std::string_view kDramSeries = "DRAM rate"; ///< what the recorder calls its own summary of the counter pass

bool speaksOfMemory(const CounterSeries& counter)
{
    const auto has = [&](std::string_view word) { return counter.name.find(word) != std::string::npos; };
    return counter.unit == "bytes" || counter.unit == "B" || has("emory") || has("lloc") || has("bytes");
}

bool reachesInto(const CounterSeries& counter, TimeRange window)
{
    const auto inside = std::lower_bound(counter.time.begin(), counter.time.end(), window.begin);
    return inside != counter.time.end() && *inside < window.end;
}

// Whether the counter pass came to this variant: asked before any launch is read for it.
bool wasCounted(const Trace& trace, const VariantView& view)
{
    if (!trace.session()) {
        return false;
    }
    const auto& counters = trace.counters();
    return (view.result != nullptr && view.result->dramBytes)
        || std::any_of(counters.begin(), counters.end(), [&view](const CounterSeries& counter) {
               return counter.name == kDramSeries && reachesInto(counter, view.window);
           });
}

// Copies and fills are no kernels, so the counter pass does not see them: what they move is their size, once or twice.
DramTraffic trafficOfCopy(const Trace& trace, SpanRef span, double bytes)
{
    const std::string_view name = trace.name(span);
    const auto has = [name](std::string_view word) { return name.find(word) != std::string_view::npos; };
    const bool isFill = trace.kind(span) == SpanKind::Memset;
    DramTraffic traffic;
    traffic.readBytes = isFill || has("HtoD") ? 0 : bytes;
    traffic.writtenBytes = !isFill && has("DtoH") ? 0 : bytes;
    traffic.counted = false;
    return traffic;
}

std::optional<DramTraffic> trafficOf(const Trace& trace, SpanRef span, const KernelEvidence& evidence)
{
    const LaunchFacts facts = evidence.read(span);
    DramTraffic traffic;
    if (trace.kind(span) != SpanKind::Kernel) {
        const auto bytes = facts.bytes.value_or(0);
        if (bytes <= 0) {
            return std::nullopt;
        }
        traffic = trafficOfCopy(trace, span, static_cast<double>(bytes));
    } else if (facts.dramReadBytes || facts.dramWriteBytes) {
        traffic.readBytes = static_cast<double>(facts.dramReadBytes.value_or(0));
        traffic.writtenBytes = static_cast<double>(facts.dramWriteBytes.value_or(0));
    } else {
        return std::nullopt;
    }
    traffic.span = span;
    traffic.time = { trace.start(span), trace.end(span) };
    return traffic;
}

// Only recorded steps are counted; a copy of the warm-up would stand alone.
std::vector<DramTraffic> trafficIn(const Trace& trace, const VariantView& view, const KernelEvidence& evidence)
{
    std::vector<DramTraffic> work;
    const auto inStep = [&](SpanRef span) {
        const auto api = trace.launchOf(span);
        return api && stepAt(view.steps, trace.start(*api)) >= 0;
    };
    for (std::uint32_t index = 0; index < trace.lanes().size(); ++index) {
        const Lane& lane = trace.lanes()[index];
        for (std::uint32_t row = 0; lane.kind == LaneKind::GpuStream && row < lane.rows(); ++row) {
            for (auto i = lane.firstEndingAfter(row, view.window.begin);
                 i < lane.rowBegin[row + 1] && lane.start[i] < view.window.end; ++i) {
                const SpanRef span { index, i };
                if (!isGpuWork(lane.spanKind[i]) || lane.duration[i] <= 0 || !inStep(span)) {
                    continue;
                }
                if (const auto traffic = trafficOf(trace, span, evidence)) {
                    work.push_back(*traffic);
                }
            }
        }
    }
    return work;
}

std::string utf8(const QString& text)
{
    return text.toStdString();
}

// The recorder's own sentence about this variant, else about the whole run.
std::string noteOnCounters(const Session& session, const VariantView& view)
{
    static constexpr std::string_view kStart = "Hardware counters";
    std::string general;
    for (const std::string& note : session.notes) {
        const auto at = note.find(kStart);
        if (at == std::string::npos) {
            continue;
        }
        if (at > 0 && note.compare(0, at, view.title + ": ") == 0) {
            return note.substr(at);
        }
        general = at == 0 && general.empty() ? note : general;
    }
    return general;
}

QString whyNoDramRate(const Trace& trace, const VariantView& view)
{
    if (!trace.session()) {
        return CounterWords::tr("not in this trace: only a recording by AttnScope with hardware counters has it");
    }
    const std::string note = noteOnCounters(*trace.session(), view);
    return note.empty() ? CounterWords::tr("no counter pass: tick Hardware counters, or record with --counters")
                        : QString::fromStdString(note);
}

QString whyNoMemory(const Trace& trace)
{
    if (!trace.session()) {
        return CounterWords::tr("not in this trace: it holds no counter of allocated bytes");
    }
    if (trace.session()->level != RecordLevel::Full) {
        return CounterWords::tr("not recorded: choose the level with memory, or record with --level full");
    }
    return CounterWords::tr("nothing was allocated while this variant was recorded");
}

CounterTrack missingLane(const QString& title, const QString& why)
{
    CounterTrack lane;
    lane.title = utf8(title);
    lane.missing = utf8(why);
    return lane;
}

std::optional<CounterTrack> dramLane(const Trace& trace, const VariantView& view, const KernelEvidence& evidence)
{
    if (!wasCounted(trace, view)) {
        return std::nullopt;
    }
    CounterTrack lane;
    lane.dram = DramRates(trafficIn(trace, view, evidence));
    if (lane.dram.empty()) {
        return std::nullopt;
    }
    lane.kind = CounterKind::DramRate;
    lane.title = utf8(CounterWords::tr("DRAM rate"));
    lane.subtitle =
        utf8(CounterWords::tr("%1, counter pass").arg(QString::fromStdString(rateUnitFor(lane.dram.maximum()).name)));
    lane.unit = "GB/s";
    lane.series = lane.dram.total();
    return lane;
}

std::optional<MemoryPeak> peakIn(const CounterSeries& counter, TimeRange range)
{
    const auto begin = std::lower_bound(counter.time.begin(), counter.time.end(), range.begin);
    const auto end = std::lower_bound(begin, counter.time.end(), range.end);
    const auto first = counter.value.begin() + (begin - counter.time.begin());
    const auto last = counter.value.begin() + (end - counter.time.begin());
    const auto most = std::max_element(first, last);
    if (most == last) {
        return std::nullopt;
    }
    return MemoryPeak { counter.time[static_cast<std::size_t>(most - counter.value.begin())], *most };
}

std::vector<MemoryPeak> peaksOf(const CounterSeries& counter, const VariantView& view)
{
    std::vector<MemoryPeak> peaks;
    for (const TimeRange& step : view.steps) {
        if (const auto peak = peakIn(counter, step)) {
            peaks.push_back(*peak);
        }
    }
    if (const auto peak = peakIn(counter, view.window); peaks.empty() && peak) {
        peaks.push_back(*peak);
    }
    return peaks;
}

CounterTrack plainLane(const Trace& trace, const VariantView& view, const CounterSeries& counter)
{
    CounterTrack lane;
    lane.kind = speaksOfMemory(counter) ? CounterKind::Memory : CounterKind::Plain;
    lane.title = counter.name;
    lane.subtitle = lane.unit = counter.unit;
    lane.series = StepSeries(counter.time, counter.value);
    static constexpr std::string_view kAllocated = " memory allocated";
    if (trace.session() && lane.isMemory() && counter.name.ends_with(kAllocated)) {
        lane.title = utf8(counter.device >= 0 ? CounterWords::tr("GPU memory") : CounterWords::tr("CPU memory"));
        lane.peaks = peaksOf(counter, view);
        if (view.result != nullptr) {
            lane.peakOfForward =
                view.result->recordedPeakBytes ? view.result->recordedPeakBytes : view.result->peakMemoryBytes;
        }
        lane.subtitle =
            utf8(lane.peakOfForward ? CounterWords::tr("a forward takes %1").arg(formatBytes(*lane.peakOfForward))
                                    : CounterWords::tr("allocated"));
    }
    return lane;
}

} // namespace

DramRates::DramRates(std::vector<DramTraffic> work)
{
    std::sort(work.begin(), work.end(),
        [](const DramTraffic& a, const DramTraffic& b) { return a.time.begin < b.time.begin; });
    std::vector<Ns> cuts;
    for (const DramTraffic& item : work) {
        cuts.push_back(item.time.begin);
        cuts.push_back(item.time.end);
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    std::vector<const DramTraffic*> running; // hardly ever more than one a stream
    std::size_t next = 0;
    for (std::size_t cut = 0; cut + 1 < cuts.size(); ++cut) {
        std::erase_if(running, [&](const DramTraffic* item) { return item->time.end <= cuts[cut]; });
        for (; next < work.size() && work[next].time.begin <= cuts[cut]; ++next) {
            running.push_back(&work[next]);
        }
        if (running.empty()) {
            continue;
        }
        DramStretch stretch { { cuts[cut], cuts[cut + 1] }, 0, 0, {}, true };
        double most = -1;
        for (const DramTraffic* item : running) {
            const auto length = static_cast<double>(item->time.length());
            const double read = item->readBytes / length, written = item->writtenBytes / length;
            stretch.read += read;
            stretch.written += written;
            if (read + written > most) {
                most = read + written;
                stretch.span = item->span;
                stretch.counted = item->counted;
            }
        }
        m_maximum = std::max(m_maximum, stretch.rate());
        m_stretches.push_back(stretch);
    }
    m_bytesBefore = m_timeBefore = { 0 };
    for (const DramStretch& stretch : m_stretches) {
        const auto length = static_cast<double>(stretch.time.length());
        m_timeBefore.push_back(m_timeBefore.back() + length);
        m_bytesBefore.push_back(m_bytesBefore.back() + length * stretch.rate());
    }
}

std::size_t DramRates::firstEndingAfter(Ns t) const
{
    return static_cast<std::size_t>(std::partition_point(m_stretches.begin(), m_stretches.end(),
                                        [t](const DramStretch& stretch) { return stretch.time.end <= t; })
        - m_stretches.begin());
}

const DramStretch* DramRates::at(Ns t) const
{
    const auto index = firstEndingAfter(t);
    return index < m_stretches.size() && m_stretches[index].time.begin <= t ? &m_stretches[index] : nullptr;
}

double DramRates::meanIn(TimeRange range) const
{
    const auto upTo = [this](Ns t) {
        const auto index = firstEndingAfter(t);
        double bytes = m_bytesBefore[index], time = m_timeBefore[index];
        if (index < m_stretches.size() && m_stretches[index].time.begin < t) {
            const auto part = static_cast<double>(t - m_stretches[index].time.begin);
            time += part;
            bytes += part * m_stretches[index].rate();
        }
        return std::pair(bytes, time);
    };
    if (empty()) {
        return 0;
    }
    const auto [bytesEnd, timeEnd] = upTo(range.end);
    const auto [bytesBegin, timeBegin] = upTo(range.begin);
    return timeEnd > timeBegin ? (bytesEnd - bytesBegin) / (timeEnd - timeBegin) : 0;
}

StepSeries DramRates::total() const
{
    std::vector<Ns> time;
    std::vector<double> value;
    for (std::size_t i = 0; i < m_stretches.size(); ++i) {
        time.push_back(m_stretches[i].time.begin);
        value.push_back(m_stretches[i].rate());
        if (i + 1 == m_stretches.size() || m_stretches[i + 1].time.begin > m_stretches[i].time.end) {
            time.push_back(m_stretches[i].time.end);
            value.push_back(0);
        }
    }
    return { std::move(time), std::move(value) };
}

std::vector<CounterTrack> counterLanes(
    const Trace& trace, const VariantView& view, const KernelEvidence& evidence, bool onGpu)
{
    std::vector<CounterTrack> lanes;
    auto dram = onGpu ? dramLane(trace, view, evidence) : std::nullopt;
    const bool hasDram = dram.has_value();
    if (onGpu) {
        lanes.push_back(
            hasDram ? std::move(*dram) : missingLane(CounterWords::tr("DRAM rate"), whyNoDramRate(trace, view)));
    }
    std::vector<CounterTrack> others;
    bool hasMemory = false;
    for (const CounterSeries& counter : trace.counters()) {
        // The recorder's summary of the counter pass says less than the launches do.
        if (!reachesInto(counter, view.window) || (hasDram && counter.name == kDramSeries)) {
            continue;
        }
        auto lane = plainLane(trace, view, counter);
        hasMemory = hasMemory || lane.isMemory();
        (lane.isMemory() ? lanes : others).push_back(std::move(lane));
    }
    if (onGpu && !hasMemory) {
        lanes.push_back(missingLane(CounterWords::tr("GPU memory"), whyNoMemory(trace)));
    }
    std::move(others.begin(), others.end(), std::back_inserter(lanes));
    return lanes;
}

RateUnit rateUnitFor(double maximum)
{
    return maximum >= 1000 ? RateUnit { 1000, "TB/s" } : RateUnit { 1, "GB/s" };
}

double scaleStep(double maximum)
{
    if (!(maximum > 0)) {
        return 0;
    }
    const double power = std::pow(10.0, std::floor(std::log10(maximum / 2)));
    for (const double factor : { 5.0, 2.0 }) {
        if (power * factor * 2 <= maximum) {
            return power * factor;
        }
    }
    return power;
}

} // namespace attnscope
