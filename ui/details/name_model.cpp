// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/name_model.h"

#include "profiler/kernels/demangle.h"
#include "ui/common/kernel_words.h"

#include <cmath>

namespace attnscope {
namespace {

using Col = Column<NameStatistics>;

Col timeColumn(const QString& title, const QString& exportTitle, TimeUnit unit,
    std::function<Ns(const NameStatistics&)> value, bool strong = false)
{
    Col column;
    column.title = title;
    column.exportTitle = exportTitle;
    column.text = [value, unit](const NameStatistics& row) { return formatTime(value(row), unit); };
    column.sort = [value](const NameStatistics& row) { return QVariant(static_cast<qlonglong>(value(row))); };
    column.exported = [value](const NameStatistics& row) { return QString::number(value(row)); };
    column.toolTip = [value](const NameStatistics& row) { return formatTimeExact(value(row)); };
    column.extra = [strong](const NameStatistics&, int role) {
        return role == TableRole::kStrong ? QVariant(strong) : QVariant();
    };
    return column;
}

// Which evidence the unit rests on; where the name is all there is and does not say, why not.
QString evidenceText(const NameStatistics& row)
{
    switch (row.evidence) {
    case EvidenceKind::Counters:
        return NameModel::tr("counted by the hardware");
    case EvidenceKind::Sass:
        return NameModel::tr("from its machine code");
    case EvidenceKind::Name:
        break;
    }
    const std::string reason = row.mathUnit == MathUnit::Unknown ? decodeKernel(row.name).reason : std::string();
    return reason.empty() ? NameModel::tr("from its name") : phraseText(reason);
}

} // namespace

NameModel::NameModel(Kind kind, QObject* parent)
    : RecordsModel<NameStatistics>(parent)
    , m_kind(kind)
{
    makeColumns();
}

void NameModel::setTimeUnit(TimeUnit unit)
{
    m_unit = unit;
    makeColumns();
}

QList<int> NameModel::widths() const
{
    return m_kind == Kind::Kernels ? QList<int> { 210, 132, 56, 80, 64, 72, 72, 72, -1 }
                                   : QList<int> { 260, 56, 80, 80, 64, 72, 72, 72 };
}

void NameModel::makeColumns()
{
    const bool kernels = m_kind == Kind::Kernels;
    const QString unit = unitName(m_unit);
    const auto fullName = [](const NameStatistics& row) { return QString::fromStdString(demangle(row.name)); };
    std::vector<Col> columns;

    Col label;
    label.title = kernels ? tr("kernel") : tr("operator");
    label.exportTitle = QStringLiteral("name");
    label.isNumber = false;
    label.text = [kernels](const NameStatistics& row) {
        const std::string& text = row.label.empty() ? row.name : row.label;
        return kernels ? kernelLabel(text) : QString::fromStdString(text);
    };
    label.exported = fullName;
    label.toolTip = fullName;
    label.extra = [](const NameStatistics& row, int role) {
        return role == TableRole::kGroup ? QVariant(static_cast<int>(row.group)) : QVariant();
    };
    columns.push_back(label);
    if (kernels) {
        Col math;
        math.title = tr("math unit");
        math.exportTitle = QStringLiteral("math_unit");
        math.isNumber = false;
        math.text = [](const NameStatistics& row) {
            return row.mathUnit == MathUnit::None ? QStringLiteral("–") : mathUnitName(row.mathUnit);
        };
        math.toolTip = [](const NameStatistics& row) { return evidenceText(row); };
        math.exported = [](const NameStatistics& row) { return QString::fromUtf8(toString(row.mathUnit)); };
        math.extra = [](const NameStatistics& row, int role) {
            return role == TableRole::kTensor ? QVariant(row.mathUnit == MathUnit::TensorCore) : QVariant();
        };
        columns.push_back(math);
    }
    Col count;
    count.title = tr("count");
    count.exportTitle = QStringLiteral("count");
    count.text = [](const NameStatistics& row) { return formatCount(row.count); };
    count.sort = [](const NameStatistics& row) { return QVariant(static_cast<qlonglong>(row.count)); };
    count.exported = [](const NameStatistics& row) { return QString::number(row.count); };
    columns.push_back(count);
    columns.push_back(timeColumn(
        tr("total %1").arg(unit), QStringLiteral("total_ns"), m_unit,
        [](const NameStatistics& row) { return row.total; }, kernels));
    if (!kernels) {
        columns.push_back(timeColumn(
            tr("itself %1").arg(unit), QStringLiteral("self_ns"), m_unit,
            [](const NameStatistics& row) { return row.self; }, true));
    }
    Col share;
    share.title = QStringLiteral("%");
    share.exportTitle = QStringLiteral("share");
    share.text = [](const NameStatistics& row) { return formatPercent(row.share).chopped(2); };
    share.sort = [](const NameStatistics& row) { return QVariant(row.share); };
    share.exported = [](const NameStatistics& row) { return QString::number(row.share, 'g', 9); };
    share.toolTip = [kernels](const NameStatistics&) {
        return kernels ? tr("of the GPU time of the recorded steps")
                       : tr("of the operators' own time in the recorded steps");
    };
    columns.push_back(share);
    columns.push_back(timeColumn(tr("mean %1").arg(unit), QStringLiteral("mean_ns"), m_unit,
        [](const NameStatistics& row) { return static_cast<Ns>(std::llround(row.mean)); }));
    columns.push_back(timeColumn(
        tr("min %1").arg(unit), QStringLiteral("min_ns"), m_unit, [](const NameStatistics& row) { return row.min; }));
    columns.push_back(timeColumn(
        tr("max %1").arg(unit), QStringLiteral("max_ns"), m_unit, [](const NameStatistics& row) { return row.max; }));
    if (kernels) {
        Col name;
        name.title = tr("name");
        name.exportTitle = QStringLiteral("full_name");
        name.isNumber = false;
        name.text = fullName;
        name.toolTip = fullName;
        columns.push_back(name);
    }
    setColumns(std::move(columns), [fullName](const NameStatistics& row) {
        // Filters find names, roles and units.
        const QString shown = row.role.empty()
            ? QString()
            : QStringList { kernelLabel(row.label), roleName(row.group), QString::fromStdString(row.role),
                  roleText(row.role), mathUnitName(row.mathUnit) }
                  .join(QLatin1Char('\n'));
        return fullName(row) + QLatin1Char('\n') + shown + QLatin1Char('\n') + QString::fromUtf8(toString(row.group))
            + QLatin1Char('\n') + QString::fromUtf8(toString(row.mathUnit)).replace(QLatin1Char('-'), QLatin1Char(' '));
    });
}

} // namespace attnscope
