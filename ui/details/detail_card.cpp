// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/detail_card.h"

#include "profiler/analysis/attribution.h"
#include "profiler/analysis/variants.h"
#include "ui/common/format.h"
#include "ui/common/kernel_words.h"
#include "ui/details/gpu_card.h"

#include <QCoreApplication>

#include <algorithm>

namespace attnscope {
namespace {

// Free functions translate in a context of their own.
class DetailCardWords {
    Q_DECLARE_TR_FUNCTIONS(DetailCard)
};

constexpr int kNamesShown = 4; // of children or kernels, before "and 3 more"

QString listed(const QStringList& names)
{
    if (names.size() <= kNamesShown) {
        return names.join(QStringLiteral(", "));
    }
    return DetailCardWords::tr("%1 and %2 more")
        .arg(names.mid(0, kNamesShown).join(QStringLiteral(", ")))
        .arg(names.size() - kNamesShown);
}

std::vector<std::uint32_t> childrenOf(const Lane& lane, SpanRef span)
{
    std::vector<std::uint32_t> children;
    const std::uint32_t row = lane.rowOf(span.index) + 1;
    if (row >= lane.rows()) {
        return children;
    }
    const Ns end = lane.end(span.index);
    for (std::uint32_t i = lane.firstStartingAt(row, lane.start[span.index]);
         i < lane.rowBegin[row + 1] && lane.start[i] < end; ++i) {
        if (lane.parent[i] == span.index) {
            children.push_back(i);
        }
    }
    return children;
}

struct Launched {
    std::int64_t count = 0;
    Ns total = 0;
};

// GPU work whose API call was made during the span, on the span's thread.
Launched launchedDuring(const Trace& trace, SpanRef span)
{
    Launched launched;
    const Lane& cpu = trace.lane(span);
    const TimeRange range { trace.start(span), trace.end(span) };
    for (std::uint32_t index = 0; index < trace.lanes().size(); ++index) {
        const Lane& lane = trace.lanes()[index];
        if (lane.kind != LaneKind::CudaApi || lane.pid != cpu.pid || lane.tid != cpu.tid) {
            continue;
        }
        for (std::uint32_t row = 0; row < lane.rows(); ++row) {
            for (std::uint32_t i = lane.firstStartingAt(row, range.begin);
                 i < lane.rowBegin[row + 1] && lane.start[i] < range.end; ++i) {
                for (const SpanRef gpu : trace.launchedBy({ index, i })) {
                    ++launched.count;
                    launched.total += trace.duration(gpu);
                }
            }
        }
    }
    return launched;
}

QString stepText(const VariantView& view, Ns time)
{
    const int step = stepAt(view.steps, time);
    return step < 0 ? DetailCardWords::tr("outside the steps")
                    : QString::fromStdString(view.stepNames[static_cast<std::size_t>(step)]);
}

QString startText(const VariantView& view, Ns time)
{
    const int step = stepAt(view.steps, time);
    const Ns origin = step < 0 ? view.window.begin : view.steps[static_cast<std::size_t>(step)].begin;
    return (time >= origin ? QStringLiteral("+") : QString()) + formatTimeAuto(time - origin);
}

Fact fact(const QString& key, const QString& value, const QString& explanation = {})
{
    return { key, value, explanation };
}

void addPlace(std::vector<Fact>& facts, const Trace& trace, const VariantView& view, SpanRef span)
{
    const Lane& lane = trace.lane(span);
    facts.push_back(fact(DetailCardWords::tr("Thread"),
        QString::fromStdString(lane.threadName.empty() ? lane.tid : lane.threadName + " " + lane.tid)));
    facts.push_back(fact(DetailCardWords::tr("Step"), stepText(view, trace.start(span))));
    facts.push_back(fact(DetailCardWords::tr("Starts"), startText(view, trace.start(span)),
        DetailCardWords::tr("since the step's start; %1 since the recording's")
            .arg(formatTimeExact(trace.start(span)))));
}

QString forwardShare(const VariantView& view, Ns start, Ns duration)
{
    const int step = stepAt(view.steps, start);
    if (step < 0) {
        return {};
    }
    const Ns length = view.steps[static_cast<std::size_t>(step)].length();
    return length > 0 ? formatPercent(static_cast<double>(duration) / static_cast<double>(length)) : QString();
}

DetailCard opCard(const Trace& trace, const VariantView& view, SpanRef span)
{
    const Lane& lane = trace.lane(span);
    const bool isOp = trace.kind(span) == SpanKind::Op;
    DetailCard card;
    card.title = QString::fromUtf8(trace.name(span)) + QStringLiteral(" · ") + formatTimeAuto(trace.duration(span));
    if (isOp && trace.group(span) != RoleGroup::Other) {
        card.role = trace.group(span);
    }
    Ns nested = 0;
    QStringList calls;
    for (const std::uint32_t child : childrenOf(lane, span)) {
        nested += lane.duration[child];
        const QString name = shortOpName(trace.name(lane.name[child]));
        if (!calls.contains(name)) {
            calls << name;
        }
    }
    const Launched launched = launchedDuring(trace, span);
    const QString what =
        isOp ? DetailCardWords::tr("An operator of PyTorch") : DetailCardWords::tr("A range of the program");
    card.sentence = launched.count > 0
        ? DetailCardWords::tr("%1: it launched %2 on the GPU, %3 of work there.")
              .arg(what,
                  launched.count == 1 ? DetailCardWords::tr("one piece of work")
                                      : DetailCardWords::tr("%1 pieces of work").arg(formatCount(launched.count)),
                  formatTimeAuto(launched.total))
        : trace.gpuWork().empty() ? DetailCardWords::tr("%1, on the CPU.").arg(what)
                                  : DetailCardWords::tr("%1: it launched nothing on the GPU.").arg(what);

    card.left.push_back(fact(
        DetailCardWords::tr("Duration"), formatTimeAuto(trace.duration(span)), formatTimeExact(trace.duration(span))));
    if (const QString share = forwardShare(view, trace.start(span), trace.duration(span));
        !share.isEmpty() && trace.kind(span) != SpanKind::Step) {
        card.left.push_back(
            fact(DetailCardWords::tr("Of the step"), share, DetailCardWords::tr("of the step's time on the CPU")));
    }
    card.left.push_back(fact(DetailCardWords::tr("Itself"), formatTimeAuto(trace.duration(span) - nested),
        DetailCardWords::tr("without what it calls: %1").arg(formatTimeExact(trace.duration(span) - nested))));
    const std::uint32_t parent = lane.parent[span.index];
    card.left.push_back(fact(DetailCardWords::tr("Called by"),
        parent == kNoSpan ? DetailCardWords::tr("nothing recorded") : shortOpName(trace.name(lane.name[parent]))));
    card.left.push_back(fact(DetailCardWords::tr("Calls"),
        calls.isEmpty() ? DetailCardWords::tr("nothing recorded") : listed(calls), calls.join(QStringLiteral(", "))));
    card.right.push_back(fact(DetailCardWords::tr("Launches"),
        launched.count == 0 ? DetailCardWords::tr("nothing") : formatCount(launched.count)));
    if (launched.count > 0) {
        card.right.push_back(fact(DetailCardWords::tr("GPU time"), formatTimeAuto(launched.total),
            DetailCardWords::tr("sum over what it launched: %1").arg(formatTimeExact(launched.total))));
    }
    addPlace(card.right, trace, view, span);
    return card;
}

// A graph is launched by one call. Nodes that repeat (while) may run without a record of their own: what no record covers is told.
void addCoverage(std::vector<Fact>& facts, const Trace& trace, SpanRef call, const std::vector<SpanRef>& work)
{
    std::vector<TimeRange> covered;
    Ns end = trace.end(call);
    for (const SpanRef gpu : work) {
        covered.push_back({ trace.start(gpu), trace.end(gpu) });
        end = std::max(end, trace.end(gpu));
    }
    const Ns busy = unionLength(std::move(covered));
    const Ns uncovered = std::max<Ns>(0, end - trace.start(work.front()) - busy);
    facts.push_back(fact(DetailCardWords::tr("GPU time"), formatTimeAuto(busy),
        DetailCardWords::tr("in which its work ran, overlaps once: %1").arg(formatTimeExact(busy))));
    facts.push_back(fact(DetailCardWords::tr("Not covered"), formatTimeAuto(uncovered),
        DetailCardWords::tr("between the start of its work and the end of both, without a GPU record of this call: %1")
            .arg(formatTimeExact(uncovered))));
}

DetailCard apiCard(const Trace& trace, const VariantView& view, SpanRef span)
{
    DetailCard card;
    card.title = QString::fromUtf8(trace.name(span)) + QStringLiteral(" · ") + formatTimeAuto(trace.duration(span));
    const std::vector<SpanRef> work = trace.launchedBy(span);
    QStringList names;
    for (const SpanRef gpu : work) {
        names << kernelLabel(trace.decoded(gpu).label);
    }
    if (!work.empty()) {
        card.role = trace.group(work.front());
    }
    card.sentence = work.empty()
        ? DetailCardWords::tr("A call of the CUDA API that put no work on the GPU.")
        : DetailCardWords::tr("A call of the CUDA API: it put %1 on the GPU.").arg(listed(names));
    card.left.push_back(fact(
        DetailCardWords::tr("Duration"), formatTimeAuto(trace.duration(span)), formatTimeExact(trace.duration(span))));
    const QString chain = opChainText(trace, span);
    card.left.push_back(fact(
        DetailCardWords::tr("Called by"), chain.isEmpty() ? DetailCardWords::tr("nothing recorded") : chain, chain));
    card.left.push_back(fact(DetailCardWords::tr("Launches"),
        work.empty() ? DetailCardWords::tr("nothing") : listed(names), names.join(QLatin1Char('\n'))));
    if (!work.empty()) {
        const Ns wait = trace.start(work.front()) - trace.start(span);
        card.left.push_back(fact(DetailCardWords::tr("Queued"), formatTimeAuto(wait),
            DetailCardWords::tr("from this call's start to the work's start: %1").arg(formatTimeExact(wait))));
    }
    if (work.size() > 1) {
        addCoverage(card.right, trace, span, work);
    }
    addPlace(card.right, trace, view, span);
    if (trace.lane(span).correlation[span.index] != 0) {
        card.right.push_back(
            fact(DetailCardWords::tr("Correlation"), QString::number(trace.lane(span).correlation[span.index]),
                DetailCardWords::tr("joins this call with its GPU records")));
    }
    return card;
}

DetailCard plainCard(const Trace& trace, const VariantView& view, SpanRef span)
{
    DetailCard card;
    card.title = QString::fromUtf8(trace.name(span));
    card.sentence =
        DetailCardWords::tr("A span of the recording: %1.").arg(QString::fromUtf8(toString(trace.kind(span))));
    card.left.push_back(fact(
        DetailCardWords::tr("Duration"), formatTimeAuto(trace.duration(span)), formatTimeExact(trace.duration(span))));
    addPlace(card.right, trace, view, span);
    return card;
}

} // namespace

QString DetailCard::asText() const
{
    QStringList lines { title, sentence };
    if (!fullName.isEmpty()) {
        lines << fullName;
    }
    for (const auto* column : { &left, &right }) {
        for (const Fact& entry : *column) {
            lines << entry.key + QLatin1Char('\t') + entry.value;
        }
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

QString DetailCard::valueOf(const QString& key) const
{
    for (const auto* column : { &left, &right }) {
        const auto found =
            std::find_if(column->begin(), column->end(), [&key](const Fact& entry) { return entry.key == key; });
        if (found != column->end()) {
            return found->value;
        }
    }
    return {};
}

QString shortOpName(std::string_view name)
{
    constexpr std::string_view kPrefix = "aten::";
    return QString::fromUtf8(name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name);
}

QString opChainText(const Trace& trace, SpanRef apiSpan)
{
    QStringList names;
    for (const SpanRef op : trace.opChainOf(apiSpan)) {
        if (trace.kind(op) == SpanKind::Op) {
            names.prepend(shortOpName(trace.name(op)));
        }
    }
    return names.join(QStringLiteral(" › "));
}

DetailCard describe(const Trace& trace, const VariantView& view, SpanRef span)
{
    const SpanKind kind = trace.kind(span);
    if (isGpuWork(kind)) {
        return gpuCard(trace, view, span);
    }
    if (isApi(kind)) {
        return apiCard(trace, view, span);
    }
    const bool onCpu = trace.lane(span).kind == LaneKind::CpuThread;
    return onCpu ? opCard(trace, view, span) : plainCard(trace, view, span);
}

} // namespace attnscope
