// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/role_card.h"

#include "profiler/analysis/attribution.h"
#include "profiler/analysis/tables.h"
#include "ui/common/format.h"
#include "ui/common/kernel_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace attnscope {
namespace {

class RoleWords {
    Q_DECLARE_TR_FUNCTIONS(RoleWords)
};

// What an attention kernel holds of what other variants launch by itself. Scores and weights are its purpose; a mask is in it only
// where there is one.
bool isPartOfAttention(const Trace& trace, RoleGroup role)
{
    return role == RoleGroup::Matmul || role == RoleGroup::Softmax
        || (role == RoleGroup::Mask && trace.session() && trace.session()->workload.mask != MaskKind::None);
}

// Of a variant that has no kernel of this role by itself.
void explainAbsence(RoleCard::Row& row, const Trace& trace, const VariantSummary& summary, RoleGroup role)
{
    row.place = RoleCard::Place::NotKnown;
    if (!summary.ran) {
        row.note = RoleWords::tr("did not run");
        return;
    }
    if (!summary.hasRecordedWork()) {
        row.note = RoleWords::tr("what the GPU did is not in the recording");
        return;
    }
    const bool hasAttention = summary.groupNs[static_cast<std::size_t>(RoleGroup::Attention)] > 0;
    if (!summary.onGpu || !hasAttention || !isPartOfAttention(trace, role)) {
        row.place = RoleCard::Place::Nowhere;
        row.note = RoleWords::tr("none");
        return;
    }
    row.place = RoleCard::Place::InsideAttention;
    const auto kernels = kernelStatistics(trace, summary.view); // most time first
    const auto attention = std::find_if(kernels.begin(), kernels.end(),
        [](const NameStatistics& kernel) { return kernel.group == RoleGroup::Attention; });
    row.note = attention == kernels.end() ? RoleWords::tr("inside its attention kernel")
                                          : RoleWords::tr("inside %1").arg(kernelLabel(attention->label));
}

QString comparedWith(Ns baseline, Ns time)
{
    const double difference = static_cast<double>(time) / static_cast<double>(baseline) - 1;
    const QString percent = formatPercent(std::abs(difference));
    return (difference < 0 ? QStringLiteral("−") : QStringLiteral("+")) + percent;
}

QString sentenceOf(const RoleCard& card, const std::vector<VariantSummary>& summaries)
{
    std::size_t ran = 0, own = 0, inside = 0;
    bool onGpu = false;
    for (const RoleCard::Row& row : card.rows) {
        const VariantSummary& summary = summaries[static_cast<std::size_t>(row.variant)];
        ran += summary.ran ? 1 : 0;
        own += row.place == RoleCard::Place::Own ? 1 : 0;
        inside += row.place == RoleCard::Place::InsideAttention ? 1 : 0;
        onGpu = onGpu || summary.onGpu;
    }
    if (card.rows.size() == 1) {
        return onGpu ? RoleWords::tr("GPU time of this role in a forward.")
                     : RoleWords::tr("CPU time of this role's operators in a forward.");
    }
    if (!onGpu) {
        return RoleWords::tr("In operators of %1 of %2 variants.").arg(own).arg(ran);
    }
    if (inside == 0) {
        return RoleWords::tr("In %1 of %2 variants.").arg(own).arg(ran);
    }
    return own + inside == ran
        ? RoleWords::tr("By itself in %1 of %2 variants, inside attention in the others.").arg(own).arg(ran)
        : RoleWords::tr("By itself in %1 of %2 variants, inside attention in %3.").arg(own).arg(ran).arg(inside);
}

} // namespace

RoleCard describeRole(const Trace& trace, const std::vector<VariantSummary>& all, const Guess& guess, RoleGroup role)
{
    const std::vector<VariantSummary> summaries = withoutCovered(all, guess);
    const auto group = static_cast<std::size_t>(role);
    RoleCard card;
    card.role = role;
    card.title = summaries.size() > 1 ? RoleWords::tr("%1, in all variants").arg(roleName(role)) : roleName(role);
    Ns baseline = 0;
    for (const VariantSummary& summary : summaries) {
        baseline = summary.isBaseline ? summary.groupNs[group] : baseline;
        card.longest = std::max(card.longest, summary.groupNs[group]);
    }
    for (std::size_t i = 0; i < summaries.size(); ++i) {
        const VariantSummary& summary = summaries[i];
        RoleCard::Row row;
        row.variant = static_cast<int>(i);
        row.name = QString::fromStdString(summary.view.title);
        if (isCovered(guess, all[i])) {
            row.place = RoleCard::Place::NotKnown;
            row.note = RoleWords::tr("covered until you guess");
        } else if (const Ns time = summary.groupNs[group]; time > 0) {
            row.time = time;
            row.usesTensorCores = summary.groupTensorNs[group] > 0;
            if (summaries.size() > 1) {
                row.note = summary.isBaseline ? RoleWords::tr("baseline")
                    : baseline > 0            ? comparedWith(baseline, time)
                                              : QString();
            }
        } else {
            explainAbsence(row, trace, summary, role);
        }
        card.rows.push_back(std::move(row));
    }
    card.sentence =
        guess.covers ? RoleWords::tr("What the others spend in it waits for your guess.") : sentenceOf(card, summaries);
    return card;
}

QString RoleCard::asText() const
{
    QString text = title + QLatin1Char('\n') + sentence + QLatin1Char('\n');
    for (const Row& row : rows) {
        QStringList cells { row.name };
        if (row.place == Place::Own) {
            cells << formatTimeAuto(row.time);
        }
        if (!row.note.isEmpty()) {
            cells << row.note;
        }
        text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return text;
}

std::vector<SpanRef> spansOfRole(const Trace& trace, const VariantView& variant, RoleGroup role)
{
    std::vector<SpanRef> spans;
    for (const AttributedWork& item : attributeWork(trace, variant)) {
        const bool isRecorded = item.step >= 0 || variant.steps.empty();
        if (isRecorded && trace.group(item.span) == role) {
            spans.push_back(item.span);
        }
    }
    if (spans.empty() && trace.gpuWork().empty()) {
        for (const OpTime& op : opTimes(trace, recordedRanges(variant))) {
            if (trace.group(op.span) == role) {
                spans.push_back(op.span);
            }
        }
    }
    return spans;
}

} // namespace attnscope
