// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/finding_rows.h"

#include "profiler/analysis/attribution.h"
#include "profiler/analysis/tables.h"
#include "ui/common/format.h"
#include "ui/common/kernel_words.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>
#include <set>

namespace attnscope {
namespace {

class FindingWords {
    Q_DECLARE_TR_FUNCTIONS(FindingWords)
};

constexpr int kNamesShown = 4;

// Different names in the order of their spans: "GEMM 128×128, GEMM 64×64 and 3 more".
QString namesOf(const Trace& trace, const std::vector<SpanRef>& spans)
{
    QStringList names;
    for (const SpanRef span : spans) {
        const QString name = evidenceName(trace, span);
        if (!names.contains(name)) {
            names << name;
        }
        if (names.size() > kNamesShown) {
            names.last() = FindingWords::tr("others");
            break;
        }
    }
    return names.join(QStringLiteral(", "));
}

QString countOf(const Trace& trace, const std::vector<SpanRef>& spans)
{
    const auto all = [&](auto test) {
        return std::all_of(spans.begin(), spans.end(), [&](SpanRef span) { return test(trace.kind(span)); });
    };
    const bool isOne = spans.size() == 1;
    const QString count = formatCount(static_cast<std::int64_t>(spans.size()));
    if (all([](SpanKind kind) { return kind == SpanKind::Kernel; })) {
        return isOne ? FindingWords::tr("1 kernel") : FindingWords::tr("%1 kernels").arg(count);
    }
    if (all([](SpanKind kind) { return isApi(kind); })) {
        return isOne ? FindingWords::tr("1 API call") : FindingWords::tr("%1 API calls").arg(count);
    }
    if (all([](SpanKind kind) { return kind == SpanKind::Memcpy; })) {
        return isOne ? FindingWords::tr("1 copy") : FindingWords::tr("%1 copies").arg(count);
    }
    return isOne ? FindingWords::tr("1 span") : FindingWords::tr("%1 spans").arg(count);
}

// The step that a span of the evidence belongs to; empty where there is none.
QString stepOf(const Trace& trace, const VariantView& view, SpanRef span)
{
    int step = stepAt(view.steps, trace.start(span));
    if (isGpuWork(trace.kind(span))) {
        const auto work = attribute(trace, view, span);
        step = work ? work->step : -1;
    }
    return step < 0 ? QString() : QString::fromStdString(view.stepNames[static_cast<std::size_t>(step)]);
}

QString evidenceText(const Trace& trace, const VariantView& view, const Finding& finding)
{
    if (finding.evidence.empty()) {
        return FindingWords::tr("from the recorded results");
    }
    const QString count = countOf(trace, finding.evidence);
    const QString step = stepOf(trace, view, finding.evidence.front());
    const QString names = namesOf(trace, finding.evidence);
    return step.isEmpty() ? FindingWords::tr("%1: %2").arg(count, names)
                          : FindingWords::tr("%1 of %2: %3").arg(count, step, names);
}

bool hasOps(const Trace& trace)
{
    return std::any_of(trace.lanes().begin(), trace.lanes().end(), [](const Lane& lane) {
        return std::find(lane.spanKind.begin(), lane.spanKind.end(), SpanKind::Op) != lane.spanKind.end();
    });
}

// A rule without what it looks at is silent, which is not the same as nothing to find.
QString emptyText(const Trace& trace, const VariantView& view)
{
    if (view.result != nullptr && view.result->status != VariantStatus::Done) {
        return FindingWords::tr("This variant did not run: there is nothing to tell about it.");
    }
    if (kernelRowCount(trace, view) == 0) {
        return FindingWords::tr("It cannot be told: the recording holds no GPU work of this variant.");
    }
    if (!hasOps(trace)) {
        return FindingWords::tr("Nothing stands out among the kernels. What the operators waste cannot be told: they "
                                "were not recorded.");
    }
    if (view.steps.empty()) {
        return FindingWords::tr("Nothing stands out in this recording. What happens again in every step cannot be "
                                "told: it has no steps.");
    }
    return FindingWords::tr("Nothing stands out in this variant.");
}

// Findings with a cost come first. A span that two of them speak of would be counted twice: then there is no sum.
QString summaryText(const std::vector<FindingRow>& rows)
{
    std::set<SpanRef> spans;
    double share = 0;
    std::size_t count = 0;
    for (const FindingRow& row : rows) {
        if (!row.finding.share) {
            continue;
        }
        for (const SpanRef span : row.finding.evidence) {
            if (!spans.insert(span).second) {
                return {};
            }
        }
        share += *row.finding.share;
        ++count;
    }
    const QString percent = QString::number(qRound(100 * share));
    return count == 0 ? QString()
        : count == 1  ? FindingWords::tr("1 explains %1 % of the GPU time").arg(percent)
                      : FindingWords::tr("1–%1 explain %2 % of the GPU time").arg(QString::number(count), percent);
}

} // namespace

VariantFindings makeFindings(const Trace& trace, const VariantView& view, const std::atomic<bool>* cancel)
{
    VariantFindings made;
    for (Finding& finding : findingsOf(trace, view, translatedPhrase, cancel)) {
        FindingRow row;
        row.number = static_cast<int>(made.rows.size()) + 1;
        row.sentence = QString::fromStdString(finding.sentence);
        row.evidence = evidenceText(trace, view, finding);
        row.advice = QString::fromStdString(finding.advice);
        row.comparison = QString::fromStdString(finding.comparison);
        row.finding = std::move(finding);
        made.rows.push_back(std::move(row));
    }
    made.summary = summaryText(made.rows);
    if (made.rows.empty()) {
        made.emptyText = emptyText(trace, view);
    }
    return made;
}

QString findingTitle(const std::string& code)
{
    const QHash<QString, QString> titles {
        { QStringLiteral("masked-fill-copies"), FindingWords::tr("masked_fill copies its input") },
        { QStringLiteral("matmul-upcast-to-fp32"), FindingWords::tr("Matmuls in fp32 on CUDA cores") },
        { QStringLiteral("mask-rebuilt"), FindingWords::tr("The mask is built again and again") },
        { QStringLiteral("misaligned-matmul"), FindingWords::tr("Matmuls that load one element at a time") },
        { QStringLiteral("softmax-guarded"), FindingWords::tr("Safe softmax guards its rows") },
        { QStringLiteral("type-conversions"), FindingWords::tr("Kernels that only convert types") },
        { QStringLiteral("scores-in-memory"), FindingWords::tr("The scores go through memory") },
        { QStringLiteral("memory-traffic"), FindingWords::tr("More memory traffic than the tensors need") },
        { QStringLiteral("cpu-bound"), FindingWords::tr("The GPU waits for the CPU") },
        { QStringLiteral("low-occupancy-by-design"), FindingWords::tr("Low occupancy by design") },
        { QStringLiteral("nan-in-output"), FindingWords::tr("NaN in the output") },
    };
    const QString text = QString::fromStdString(code);
    return titles.value(text, text);
}

QString evidenceName(const Trace& trace, SpanRef span)
{
    return isGpuWork(trace.kind(span)) ? kernelLabel(trace.decoded(span).label) : QString::fromUtf8(trace.name(span));
}

SpanRef mainSpan(const Trace& trace, const Finding& finding)
{
    return *std::max_element(finding.evidence.begin(), finding.evidence.end(),
        [&trace](SpanRef a, SpanRef b) { return trace.duration(a) < trace.duration(b); });
}

} // namespace attnscope
