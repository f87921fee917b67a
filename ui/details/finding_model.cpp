// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/finding_model.h"

#include <utility>

namespace attnscope {
namespace {

using Col = Column<FindingRow>;

Col column(const QString& title, const char* exportTitle, bool isNumber, std::function<QString(const FindingRow&)> text)
{
    Col made;
    made.title = title;
    made.exportTitle = QString::fromLatin1(exportTitle);
    made.isNumber = isNumber;
    made.text = std::move(text);
    return made;
}

} // namespace

FindingModel::FindingModel(QObject* parent)
    : RecordsModel(parent)
{
    makeColumns();
}

void FindingModel::setTimeUnit(TimeUnit unit)
{
    if (unit != m_unit) {
        m_unit = unit;
        makeColumns();
    }
}

void FindingModel::makeColumns()
{
    Col number = column(tr("#"), "number", true, [](const FindingRow& r) { return QString::number(r.number); });
    number.sort = [](const FindingRow& r) { return QVariant(r.number); };
    Col sentence = column(tr("finding"), "sentence", false, [](const FindingRow& r) { return r.sentence; });
    sentence.toolTip = [](const FindingRow& r) { return r.sentence + QLatin1Char('\n') + r.evidence; };
    Col time = column(tr("time a forward"), "gpu_ns_per_forward", true, [unit = m_unit](const FindingRow& r) {
        const auto& ns = r.finding.gpuNsPerForward;
        return ns ? formatTime(*ns, unit) + QLatin1Char(' ') + unitName(unit) : QString();
    });
    time.sort = [](const FindingRow& r) { return QVariant(qlonglong { r.finding.gpuNsPerForward.value_or(-1) }); };
    time.exported = [](const FindingRow& r) {
        const auto& ns = r.finding.gpuNsPerForward;
        return ns ? QString::number(*ns) : QString();
    };
    time.toolTip = [](const FindingRow& r) {
        const auto& ns = r.finding.gpuNsPerForward;
        return ns ? formatTimeExact(*ns) : QString();
    };
    Col share = column(tr("of the GPU time"), "share", true,
        [](const FindingRow& r) { return r.finding.share ? formatPercent(*r.finding.share) : QString(); });
    share.sort = [](const FindingRow& r) { return QVariant(r.finding.share.value_or(-1)); };
    share.exported = [](const FindingRow& r) {
        return r.finding.share ? QString::number(*r.finding.share, 'g', 6) : QString();
    };
    const Col evidence = column(tr("evidence"), "evidence", false, [](const FindingRow& r) { return r.evidence; });
    const Col advice = column(tr("what to do"), "advice", false, [](const FindingRow& r) { return r.advice; });
    const Col code =
        column(tr("code"), "code", false, [](const FindingRow& r) { return QString::fromStdString(r.finding.code); });
    setColumns({ number, sentence, time, share, evidence, advice, code });
}

} // namespace attnscope
