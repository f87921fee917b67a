// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/recording_facts.h"

#include "ui/common/format.h"
#include "ui/common/small_widgets.h"
#include "ui/run/form_rows.h"

#include <QCoreApplication>
#include <QLabel>
#include <QVBoxLayout>

namespace attnscope {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("RecordingFacts", text);
}

QString join(const std::string& a, const std::string& b)
{
    const QString first = QString::fromStdString(a);
    return b.empty() ? first : first + QStringLiteral(" · ") + QString::fromStdString(b);
}

void addSession(std::vector<std::pair<QString, QString>>& facts, const Session& session)
{
    const DeviceInfo& device = session.device;
    QString name = QString::fromStdString(device.name);
    if (device.kind == "cuda") {
        if (device.limits && device.limits->smCount > 0) {
            name += tr(", %1 SMs").arg(device.limits->smCount);
        }
        facts.emplace_back(tr("GPU"), name);
        if (!device.driver.empty()) {
            facts.emplace_back(tr("Driver"), QString::fromStdString(device.driver));
        }
    } else {
        if (device.cpuThreads > 0) {
            name += tr(", %1 threads").arg(device.cpuThreads);
        }
        facts.emplace_back(tr("CPU"), name);
        facts.emplace_back(tr("GPU"), tr("none used"));
    }
    const Versions& versions = session.versions;
    if (!versions.torch.empty()) {
        facts.emplace_back(tr("PyTorch"), QString::fromStdString(versions.torch));
    }
    if (device.kind == "cuda" && !versions.cuda.empty()) {
        facts.emplace_back(
            versions.cupti.empty() ? tr("CUDA") : tr("CUDA · CUPTI"), join(versions.cuda, versions.cupti));
    }
    facts.emplace_back(tr("Profiler"), join("AttnScope", versions.attnscope));
    if (!session.recordedAt.empty()) {
        facts.emplace_back(tr("Recorded"),
            QString::fromStdString(session.recordedAt).left(16).replace(QLatin1Char('T'), QLatin1Char(' ')));
    }
}

} // namespace

std::vector<std::pair<QString, QString>> recordingFacts(const TraceDocument& document)
{
    std::vector<std::pair<QString, QString>> facts;
    const Trace& trace = *document.trace;
    if (trace.session()) {
        addSession(facts, *trace.session());
    } else {
        if (!trace.facts().deviceName.empty()) {
            facts.emplace_back(tr("GPU"), QString::fromStdString(trace.facts().deviceName));
        }
        facts.emplace_back(tr("Events"), formatCount(static_cast<std::int64_t>(trace.facts().events)));
        facts.emplace_back(tr("Spans"), formatCount(static_cast<std::int64_t>(trace.spanCount())));
        facts.emplace_back(tr("Length"), formatTimeAuto(trace.range().length()));
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
        m_layout->addWidget(makeLabel(tr("none open"), TypeSize::kSmall, QFont::Normal, QStringLiteral("faint")));
        return;
    }
    for (const auto& [key, value] : recordingFacts(*document)) {
        m_layout->addWidget(new FactRow(key, value));
    }
}

} // namespace attnscope
