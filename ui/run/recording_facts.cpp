// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/recording_facts.h"

#include "ui/common/format.h"
#include "ui/common/small_widgets.h"
#include "ui/run/form_rows.h"
#include "ui/run/recording_form.h"

#include <QCoreApplication>
#include <QLabel>
#include <QVBoxLayout>

namespace attnscope {
namespace {

// Free functions translate in a context of their own.
class FactWords {
    Q_DECLARE_TR_FUNCTIONS(RecordingFacts)
};

QString join(const std::string& a, const std::string& b)
{
    const QString first = QString::fromStdString(a);
    return b.empty() ? first : first + QStringLiteral(" · ") + QString::fromStdString(b);
}

void add(std::vector<RecordingFact>& facts, QString key, QString value, QString explanation = {})
{
    facts.push_back({ std::move(key), std::move(value), std::move(explanation) });
}

QString levelText(RecordLevel level)
{
    switch (level) {
    case RecordLevel::Kernels:
        return FactWords::tr("kernels only");
    case RecordLevel::Api:
        return FactWords::tr("GPU work, API calls");
    case RecordLevel::Ops:
        return FactWords::tr("GPU work, calls, operators");
    case RecordLevel::Full:
        break;
    }
    return FactWords::tr("everything");
}

// What recording did to the times it shows: those of the timing pass are taken without it.
void addCost(std::vector<RecordingFact>& facts, const Session& session)
{
    if (const auto cost = recordingCostOf(session)) {
        QStringList lines { FactWords::tr(
            "A recorded forward took so many times as long as an unrecorded one, measured in turn:") };
        for (const VariantResult& variant : session.variants) {
            if (variant.recordingOverhead) {
                lines << FactWords::tr("%1: %2").arg(
                    QString::fromStdString(variant.title), costText(1 + *variant.recordingOverhead));
            }
        }
        add(facts, FactWords::tr("Cost"), FactWords::tr("%1 unrecorded").arg(costText(*cost)),
            lines.join(QLatin1Char('\n')));
    }
    if (session.profilerMemoryBytes) {
        add(facts, FactWords::tr("Profiler took"), formatBytes(*session.profilerMemoryBytes),
            FactWords::tr("GPU memory that recording itself needed; it is part of no variant's."));
    }
}

void addSession(std::vector<RecordingFact>& facts, const Session& session)
{
    const DeviceInfo& device = session.device;
    QString name = QString::fromStdString(device.name);
    if (device.kind == "cuda") {
        if (device.limits && device.limits->smCount > 0) {
            name = FactWords::tr("%1, %2 SMs").arg(name).arg(device.limits->smCount);
        }
        add(facts, FactWords::tr("GPU"), name);
        if (!device.driver.empty()) {
            add(facts, FactWords::tr("Driver"), QString::fromStdString(device.driver));
        }
    } else {
        if (device.cpuThreads > 0) {
            name = FactWords::tr("%1, %2 threads").arg(name).arg(device.cpuThreads);
        }
        add(facts, FactWords::tr("CPU"), name);
        add(facts, FactWords::tr("GPU"), FactWords::tr("none used"));
    }
    const Versions& versions = session.versions;
    if (!versions.torch.empty()) {
        add(facts, FactWords::tr("PyTorch"), QString::fromStdString(versions.torch));
    }
    if (device.kind == "cuda" && !versions.cuda.empty()) {
        add(facts, versions.cupti.empty() ? FactWords::tr("CUDA") : FactWords::tr("CUDA · CUPTI"),
            join(versions.cuda, versions.cupti));
    }
    add(facts, FactWords::tr("Profiler"), join("AttnScope", versions.attnscope));
    add(facts, FactWords::tr("Level"), levelText(session.level));
    addCost(facts, session);
    if (!session.recordedAt.empty()) {
        add(facts, FactWords::tr("Recorded"),
            QString::fromStdString(session.recordedAt).left(16).replace(QLatin1Char('T'), QLatin1Char(' ')));
    }
}

} // namespace

std::vector<RecordingFact> recordingFacts(const TraceDocument& document)
{
    std::vector<RecordingFact> facts;
    const Trace& trace = *document.trace;
    if (trace.session()) {
        addSession(facts, *trace.session());
    } else {
        if (!trace.facts().deviceName.empty()) {
            add(facts, FactWords::tr("GPU"), QString::fromStdString(trace.facts().deviceName));
        }
        add(facts, FactWords::tr("Events"), formatCount(static_cast<std::int64_t>(trace.facts().events)));
        add(facts, FactWords::tr("Spans"), formatCount(static_cast<std::int64_t>(trace.spanCount())));
        add(facts, FactWords::tr("Length"), formatTimeAuto(trace.range().length()));
    }
    return facts;
}

RecordingFacts::RecordingFacts(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    setDocument(nullptr);
}

void RecordingFacts::setDocument(const TraceDocument* document)
{
    while (QLayoutItem* item = m_layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    if (document == nullptr) {
        m_layout->addWidget(
            makeLabel(FactWords::tr("none open"), TypeSize::kSmall, QFont::Normal, QStringLiteral("faint")));
        return;
    }
    for (const RecordingFact& fact : recordingFacts(*document)) {
        auto* row = new FactRow(fact.key, fact.value);
        row->setValue(fact.value, fact.explanation);
        m_layout->addWidget(row);
    }
}

} // namespace attnscope
