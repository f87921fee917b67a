// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/counter_lane_words.h"

#include "profiler/trace/launch_args.h"
#include "ui/common/format.h"
#include "ui/timeline/timeline_scene.h"

#include <QCoreApplication>

#include <algorithm>

namespace attnscope {
namespace {

constexpr qsizetype kLineLetters = 46; ///< of a sentence that is broken over rows

// Free functions translate in a context of their own.
class CounterWords {
    Q_DECLARE_TR_FUNCTIONS(CounterLane)
};

// A tooltip's rows do not wrap: a sentence becomes several of them.
void addSentence(TooltipContent& content, const QString& sentence)
{
    QString line;
    for (const QString& word : sentence.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (!line.isEmpty() && line.size() + word.size() >= kLineLetters) {
            content.rows.emplace_back(line, QString());
            line.clear();
        }
        line += (line.isEmpty() ? QString() : QStringLiteral(" ")) + word;
    }
    if (!line.isEmpty()) {
        content.rows.emplace_back(line, QString());
    }
}

void addRates(TooltipContent& content, const TimelineScene& scene, const CounterTrack& counter, Ns time)
{
    const DramStretch* stretch = counter.dram.at(time);
    if (stretch == nullptr) {
        content.rows.emplace_back(CounterWords::tr("Together"), CounterWords::tr("nothing was counted here"));
        return;
    }
    const Trace& trace = *scene.model().trace();
    content.role = trace.group(stretch->span);
    content.title = QString::fromStdString(trace.decoded(stretch->span).label);
    content.rows.emplace_back(CounterWords::tr("DRAM reads"), rateText(stretch->read));
    content.rows.emplace_back(CounterWords::tr("Writes"), rateText(stretch->written));
    content.rows.emplace_back(CounterWords::tr("Together"), rateText(stretch->rate()));
    content.foot = stretch->counted ? CounterWords::tr("counted in a second pass, over the time of this one")
                                    : CounterWords::tr("from its size: the counter pass leaves copies out");
}

void addMemory(TooltipContent& content, const CounterTrack& counter, Ns time)
{
    const auto bytes = [](double value) { return formatBytes(static_cast<std::int64_t>(value)); };
    content.rows.emplace_back(CounterWords::tr("Allocated"), bytes(counter.series.at(time)));
    if (!counter.peaks.empty()) {
        const auto most = std::max_element(counter.peaks.begin(), counter.peaks.end(),
            [](const MemoryPeak& a, const MemoryPeak& b) { return a.bytes < b.bytes; });
        content.rows.emplace_back(CounterWords::tr("Peak"), bytes(most->bytes));
    }
    if (counter.peakOfForward) {
        content.rows.emplace_back(CounterWords::tr("A forward"),
            CounterWords::tr("takes %1 at its peak").arg(formatBytes(*counter.peakOfForward)));
    }
}

QString unitText(const DecodedKernel& decoded, const Verdict& verdict)
{
    switch (verdict.unit) {
    case MathUnit::TensorCore:
        return decoded.mathUnit != MathUnit::TensorCore || decoded.instruction == "?"
            ? CounterWords::tr("Tensor Cores")
            : CounterWords::tr("Tensor Cores, %1").arg(QString::fromStdString(decoded.instruction));
    case MathUnit::CudaCore:
        return CounterWords::tr("CUDA cores");
    case MathUnit::None:
        return CounterWords::tr("none: it moves data");
    case MathUnit::Unknown:
        break;
    }
    return decoded.reason.empty() ? CounterWords::tr("unknown")
                                  : CounterWords::tr("unknown: %1").arg(QString::fromStdString(decoded.reason));
}

} // namespace

QString evidenceText(const Verdict& verdict, const LaunchFacts& facts)
{
    switch (verdict.evidence) {
    case EvidenceKind::Counters: {
        const auto counted = tensorCoreInstructions(facts).value_or(0);
        return counted > 0 ? CounterWords::tr("counters: %1 TC instructions").arg(formatCount(counted))
                           : CounterWords::tr("counters: no TC instruction");
    }
    case EvidenceKind::Sass:
        return *facts.sassMatrixInstructions == "none"
            ? CounterWords::tr("machine code: no matrix instruction")
            : CounterWords::tr("machine code: %1").arg(QString::fromStdString(*facts.sassMatrixInstructions));
    case EvidenceKind::Name:
        break;
    }
    return {};
}

QString rateText(double gigabytesPerSecond)
{
    const RateUnit unit = rateUnitFor(gigabytesPerSecond);
    return CounterWords::tr("%1 %2").arg(
        formatNumber(gigabytesPerSecond / unit.divisor), QString::fromStdString(unit.name));
}

TooltipContent tooltipOfCounter(const TimelineScene& scene, const CounterTrack& counter, Ns time)
{
    TooltipContent content;
    content.title = QString::fromStdString(counter.title);
    if (!counter.missing.empty()) {
        addSentence(content, QString::fromStdString(counter.missing));
    } else if (counter.kind == CounterKind::DramRate) {
        addRates(content, scene, counter, time);
    } else if (counter.isMemory()) {
        addMemory(content, counter, time);
    } else {
        content.rows.emplace_back(CounterWords::tr("Value"), formatNumber(counter.series.at(time)));
    }
    return content;
}

std::vector<std::pair<QString, QString>> evidenceRows(const Trace& trace, SpanRef kernel)
{
    const LaunchFacts facts = trace.launchFacts(kernel);
    const DecodedKernel& decoded = trace.decoded(kernel);
    const Verdict verdict = verdictOf(decoded, facts);
    std::vector<std::pair<QString, QString>> rows { { CounterWords::tr("Math unit"), unitText(decoded, verdict) } };
    if (const QString evidence = evidenceText(verdict, facts); !evidence.isEmpty()) {
        rows.emplace_back(CounterWords::tr("Evidence"), evidence);
    }
    if (verdict.disagrees) {
        rows.emplace_back(CounterWords::tr("But"), CounterWords::tr("another evidence disagrees: see the card"));
    }
    if (const auto rate = dramRate(facts, trace.duration(kernel))) {
        const auto bytes = facts.dramReadBytes.value_or(0) + facts.dramWriteBytes.value_or(0);
        rows.emplace_back(CounterWords::tr("DRAM"),
            CounterWords::tr("%1 read and written, %2").arg(formatBytes(bytes), rateText(*rate)));
    }
    return rows;
}

} // namespace attnscope
