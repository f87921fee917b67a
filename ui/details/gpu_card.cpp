// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/gpu_card.h"

#include "profiler/analysis/attribution.h"
#include "profiler/analysis/name_completion.h"
#include "profiler/analysis/tables.h"
#include "profiler/kernels/demangle.h"
#include "profiler/trace/launch_args.h"
#include "ui/common/format.h"
#include "ui/common/kernel_words.h"
#include "ui/timeline/counter_lane_words.h"
#include "ui/timeline/kernel_evidence.h"

#include <QCoreApplication>

#include <algorithm>

namespace attnscope {
namespace {

// Free functions translate in a context of their own.
class GpuCardWords {
    Q_DECLARE_TR_FUNCTIONS(GpuCard)
};

bool known(const std::string& field)
{
    return !field.empty() && field != "?";
}

Fact fact(const QString& key, const QString& value, const QString& explanation = {})
{
    return { key, value, explanation };
}

// Share of the GPU time of the forward that launched it; empty when no step did.
QString shareOfForward(const Trace& trace, const VariantView& view, const KernelRow& row, QString& explanation)
{
    if (!row.api) {
        return {};
    }
    const int step = stepAt(view.steps, trace.start(*row.api));
    if (step < 0) {
        return {};
    }
    Ns total = 0;
    for (const SpanRef other : gpuWorkLaunchedIn(trace, view.steps[static_cast<std::size_t>(step)])) {
        total += trace.duration(other);
    }
    if (total <= 0) {
        return {};
    }
    explanation =
        GpuCardWords::tr("of %1, the sum over the GPU work of %2")
            .arg(formatTimeExact(total), QString::fromStdString(view.stepNames[static_cast<std::size_t>(step)]));
    return formatPercent(static_cast<double>(trace.duration(row.span)) / static_cast<double>(total));
}

void addLaunch(std::vector<Fact>& facts, const Trace& trace, const KernelRow& row)
{
    if (!row.api) {
        facts.push_back(fact(GpuCardWords::tr("Launched by"), GpuCardWords::tr("not in this recording"),
            GpuCardWords::tr("No API call of the recording has this span's correlation id.")));
        return;
    }
    const QString chain = opChainText(trace, *row.api);
    facts.push_back(
        fact(GpuCardWords::tr("Launched by"), chain.isEmpty() ? GpuCardWords::tr("no operator") : chain, chain));
    facts.push_back(fact(GpuCardWords::tr("API call"), QString::fromUtf8(trace.name(*row.api))));
    if (row.launchLatency) {
        facts.push_back(fact(GpuCardWords::tr("Queued"), formatTimeAuto(*row.launchLatency),
            GpuCardWords::tr("from the call's start to the kernel's start: %1")
                .arg(formatTimeExact(*row.launchLatency))));
    }
}

void addShape(std::vector<Fact>& facts, const KernelRow& row)
{
    if (row.facts.grid) {
        facts.push_back(fact(GpuCardWords::tr("Grid"), GpuCardWords::tr("%1 blocks").arg(dimsText(*row.facts.grid))));
    }
    if (row.facts.block) {
        const auto& block = *row.facts.block;
        facts.push_back(fact(GpuCardWords::tr("Block"),
            GpuCardWords::tr("%1 threads").arg(formatCount(block[0] * block[1] * block[2])), dimsText(block)));
    }
    if (row.facts.cluster) {
        facts.push_back(
            fact(GpuCardWords::tr("Cluster"), GpuCardWords::tr("%1 blocks").arg(dimsText(*row.facts.cluster))));
    }
    if (row.occupancy.waves) {
        const QString tail = row.occupancy.tailFraction
            ? GpuCardWords::tr("the last wave is %1 full").arg(formatPercent(*row.occupancy.tailFraction))
            : QString();
        facts.push_back(fact(GpuCardWords::tr("Waves"), formatNumber(*row.occupancy.waves), tail));
    }
}

void addBytes(std::vector<Fact>& facts, const Trace& trace, const KernelRow& row)
{
    if (!row.facts.bytes) {
        return;
    }
    facts.push_back(fact(GpuCardWords::tr("Bytes"), formatBytes(*row.facts.bytes),
        GpuCardWords::tr("%1 bytes").arg(formatCount(*row.facts.bytes))));
    if (const Ns duration = trace.duration(row.span); duration > 0) {
        facts.push_back(fact(GpuCardWords::tr("Rate"),
            GpuCardWords::tr("%1 GB/s").arg(
                formatNumber(static_cast<double>(*row.facts.bytes) / static_cast<double>(duration))),
            GpuCardWords::tr("its bytes over its duration, counted once")));
    }
}

// What the verdict stands on, then the weaker evidence there is.
void addEvidence(std::vector<Fact>& facts, const DecodedKernel& kernel, const KernelRow& row)
{
    const QString order = GpuCardWords::tr("Counters outweigh machine code, machine code outweighs the name.");
    const QString rule = QString::fromStdString(kernel.rule);
    const Fact name = fact(GpuCardWords::tr("Evidence"),
        rule.isEmpty() ? GpuCardWords::tr("none") : GpuCardWords::tr("name, rule %1").arg(rule),
        GpuCardWords::tr("The kernel's name says what it was built for; it does not say how busy the unit was."));
    if (row.verdict.evidence == EvidenceKind::Name) {
        facts.push_back(name);
        return;
    }
    facts.push_back(fact(GpuCardWords::tr("Evidence"), evidenceText(row.verdict, row.facts),
        GpuCardWords::tr("%1\n%2").arg(QString::fromStdString(row.verdict.text), order)));
    const auto& sass = row.facts.sassMatrixInstructions;
    if (row.verdict.evidence == EvidenceKind::Counters && sass) {
        facts.push_back(fact(GpuCardWords::tr("Machine code"),
            *sass == "none" ? GpuCardWords::tr("no matrix instruction") : QString::fromStdString(*sass), order));
    }
    if (!rule.isEmpty()) {
        facts.push_back(fact(GpuCardWords::tr("Name"), GpuCardWords::tr("rule %1").arg(rule), name.explanation));
    }
}

// "bf16 8 × 64 × 64, bf16 8 × 64 × 128"
QString inputsText(const std::vector<OpInput>& inputs)
{
    QStringList words;
    for (const OpInput& input : inputs) {
        QStringList sizes;
        for (const std::int64_t size : input.dims) {
            sizes << QString::number(size);
        }
        words << (QString::fromStdString(input.dtype) + QLatin1Char(' ') + sizes.join(QStringLiteral(" × "))).trimmed();
    }
    return words.join(QStringLiteral(", "));
}

// What the operator's inputs add to the name or have against it, and the inputs themselves.
void addInputs(std::vector<Fact>& facts, const NameCompletion& completion)
{
    const QString dtype = QString::fromStdString(completion.dtype), why = QString::fromStdString(completion.text);
    if (completion.completes) {
        facts.push_back(fact(GpuCardWords::tr("Types"), GpuCardWords::tr("%1, from the op's inputs").arg(dtype), why));
    } else if (completion.disagrees) {
        facts.push_back(
            fact(GpuCardWords::tr("But inputs"), GpuCardWords::tr("%1, from the op's inputs").arg(dtype), why));
    }
    if (completion.op) {
        const QString inputs = inputsText(completion.inputs);
        facts.push_back(fact(GpuCardWords::tr("Op inputs"), inputs, inputs));
    }
}

void addMath(std::vector<Fact>& facts, const KernelRow& row)
{
    const DecodedKernel& kernel = *row.decoded;
    facts.push_back(fact(GpuCardWords::tr("Math unit"), mathUnitText(kernel, row.verdict.unit),
        QString::fromStdString(row.verdict.text)));
    addEvidence(facts, kernel, row);
    if (row.verdict.disagrees) {
        const QString words = QString::fromStdString(row.verdict.disagreement);
        facts.push_back(fact(GpuCardWords::tr("But"), words, words));
    }
    if (known(kernel.inputDtype)) {
        const QString input = QString::fromStdString(kernel.inputDtype);
        facts.push_back(fact(GpuCardWords::tr("Types"),
            known(kernel.accumulateDtype)
                ? GpuCardWords::tr("%1, sums in %2").arg(input, QString::fromStdString(kernel.accumulateDtype))
                : input));
    }
    if (known(kernel.tile)) {
        QString tile = QString::fromStdString(kernel.tile);
        tile.replace(QLatin1Char('x'), QStringLiteral("×"));
        facts.push_back(fact(GpuCardWords::tr("Tile"),
            known(kernel.stages) ? GpuCardWords::tr("%1, %2 stages").arg(tile, QString::fromStdString(kernel.stages))
                                 : tile));
    }
}

// What a counter pass measured of this kernel, over the time it took in the recording.
void addMeasured(std::vector<Fact>& facts, const Trace& trace, const KernelRow& row)
{
    if (const auto matrix = tensorCoreInstructions(row.facts)) {
        facts.push_back(fact(GpuCardWords::tr("Tensor instr."), formatCount(*matrix),
            GpuCardWords::tr(
                "Warp instructions on Tensor Cores; HFMA2.MMA, which shares their pipe, is not among them: %1.")
                .arg(formatCount(row.facts.hfma2Instructions.value_or(0)))));
    }
    if (row.facts.dramReadBytes && row.facts.dramWriteBytes) {
        const std::int64_t bytes = *row.facts.dramReadBytes + *row.facts.dramWriteBytes;
        QString value = formatBytes(bytes);
        if (const auto rate = dramRate(row.facts, trace.duration(row.span))) {
            value = GpuCardWords::tr("%1, %2 GB/s").arg(value, formatNumber(*rate));
        }
        facts.push_back(fact(GpuCardWords::tr("DRAM"), value,
            GpuCardWords::tr("%1 read, %2 written")
                .arg(formatBytes(*row.facts.dramReadBytes), formatBytes(*row.facts.dramWriteBytes))));
    }
    if (row.facts.warpsActivePercent) {
        facts.push_back(fact(GpuCardWords::tr("Warps active"), formatPercent(*row.facts.warpsActivePercent / 100),
            GpuCardWords::tr("Achieved occupancy: warps on a multiprocessor while it was busy, measured.")));
    }
}

void addResources(std::vector<Fact>& facts, const KernelRow& row)
{
    if (row.facts.registers) {
        facts.push_back(fact(
            GpuCardWords::tr("Registers"), GpuCardWords::tr("%1 a thread").arg(formatCount(*row.facts.registers))));
    }
    std::optional<std::int64_t> shared = row.facts.sharedMemory;
    if (!shared && (row.facts.staticShared || row.facts.dynamicShared)) {
        shared = row.facts.staticShared.value_or(0) + row.facts.dynamicShared.value_or(0);
    }
    if (shared) {
        facts.push_back(fact(GpuCardWords::tr("Shared"), GpuCardWords::tr("%1 B a block").arg(formatCount(*shared))));
    }
    if (row.occupancy.percent) {
        QString value = formatPercent(*row.occupancy.percent / 100);
        if (!row.occupancy.limiter.empty()) {
            value = GpuCardWords::tr("%1 · %2").arg(value, limiterText(row.occupancy.limiter));
        }
        facts.push_back(fact(GpuCardWords::tr("Occupancy"), value,
            GpuCardWords::tr("theoretical, of the warp slots of a multiprocessor: %1 blocks on each. %2")
                .arg(row.occupancy.blocksPerSm)
                .arg(phraseText(row.occupancy.note))
                .trimmed()));
    } else if (!row.occupancy.note.empty() && row.facts.grid) {
        facts.push_back(
            fact(GpuCardWords::tr("Occupancy"), GpuCardWords::tr("not known"), phraseText(row.occupancy.note)));
    }
}

} // namespace

QString mathUnitText(const DecodedKernel& kernel)
{
    return mathUnitText(kernel, kernel.mathUnit);
}

QString mathUnitText(const DecodedKernel& kernel, MathUnit unit)
{
    const QString instruction = known(kernel.instruction) && unit == kernel.mathUnit
        ? QStringLiteral(", ") + QString::fromStdString(kernel.instruction)
        : QString();
    switch (unit) {
    case MathUnit::TensorCore:
        return GpuCardWords::tr("Tensor Cores%1").arg(instruction);
    case MathUnit::CudaCore:
        return GpuCardWords::tr("CUDA cores%1").arg(instruction);
    case MathUnit::None:
        return GpuCardWords::tr("none: it moves data");
    case MathUnit::Unknown:
        break;
    }
    return GpuCardWords::tr("unknown");
}

QString dimsText(const std::array<std::int64_t, 3>& dims)
{
    return QStringLiteral("%1 × %2 × %3").arg(formatCount(dims[0]), formatCount(dims[1]), formatCount(dims[2]));
}

DetailCard gpuCard(const Trace& trace, const VariantView& view, SpanRef span)
{
    KernelRow row = kernelRow(trace, span);
    if (trace.kind(span) == SpanKind::Kernel) {
        row.verdict = verdictOf(*row.decoded, row.facts, translatedPhrase);
    }
    const DecodedKernel& kernel = *row.decoded;
    const std::string_view raw = trace.name(span);
    DetailCard card;
    card.role = trace.group(span);
    card.title = QString::fromStdString(kernelTitle(kernel, row.verdict.unit));
    card.sentence = kernelSentence(kernel);
    if (!card.sentence.isEmpty()) {
        // "bf16" and "fp32" stay as they are.
        const QString firstWord = card.sentence.section(QLatin1Char(' '), 0, 0);
        if (std::none_of(firstWord.begin(), firstWord.end(), [](QChar c) { return c.isDigit(); })) {
            card.sentence[0] = card.sentence[0].toUpper();
        }
        if (!card.sentence.endsWith(QLatin1Char('.'))) {
            card.sentence += QLatin1Char('.');
        }
    }
    if (row.verdict.disagrees) {
        card.sentence =
            GpuCardWords::tr("%1 %2").arg(card.sentence, QString::fromStdString(row.verdict.disagreement)).trimmed();
    }
    card.fullName = QString::fromStdString(demangle(raw));

    const Ns duration = trace.duration(span);
    card.left.push_back(fact(GpuCardWords::tr("Duration"), formatTimeAuto(duration), formatTimeExact(duration)));
    QString explanation;
    if (const QString share = shareOfForward(trace, view, row, explanation); !share.isEmpty()) {
        card.left.push_back(fact(GpuCardWords::tr("Of forward"), share, explanation));
    }
    addLaunch(card.left, trace, row);
    addShape(card.left, row);
    addBytes(card.left, trace, row);
    addMath(card.right, row);
    addInputs(card.right, completeName(trace, span, translatedPhrase));
    addResources(card.right, row);
    addMeasured(card.right, trace, row);
    card.right.push_back(fact(GpuCardWords::tr("Lane"), QString::fromStdString(trace.lane(span).title)));
    const Ns start = trace.start(span);
    card.right.push_back(fact(GpuCardWords::tr("Starts"), formatTimeAuto(start),
        GpuCardWords::tr("since the recording's start: %1").arg(formatTimeExact(start))));
    return card;
}

} // namespace attnscope
