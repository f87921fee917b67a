// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/difference_model.h"

#include "ui/common/kernel_words.h"

#include <QCoreApplication>

#include <cmath>

namespace attnscope {
namespace {

using Row = KernelDifferenceRow;
using Col = Column<Row>;
using Side = KernelCost Row::*;
using Value = double KernelCost::*;

// Free functions translate in the model's own context.
class DifferenceWords {
    Q_DECLARE_TR_FUNCTIONS(DifferenceModel)
};

const QString kNothing = QStringLiteral("–");

// "12345 ns" or "12345.5 ns": nothing rounded that a trace can say.
QString exactNumber(double value)
{
    return QString::number(value, 'f', value == std::floor(value) ? 0 : 3);
}

Col kernelColumn()
{
    Col column;
    column.title = DifferenceWords::tr("kernel");
    column.exportTitle = QStringLiteral("name");
    column.isNumber = false;
    column.text = [](const Row& row) { return kernelLabel(row.label); };
    column.exported = [](const Row& row) { return QString::fromStdString(row.name); };
    column.toolTip = column.exported;
    column.extra = [](const Row& row, int role) {
        return role == TableRole::kGroup ? QVariant(static_cast<int>(row.group))
            : role == TableRole::kTensor ? QVariant(row.mathUnit == MathUnit::TensorCore)
                                         : QVariant();
    };
    column.width = 176;
    return column;
}

Col countColumn(const QString& title, const QString& exportTitle, Side side)
{
    Col column;
    column.title = title;
    column.exportTitle = exportTitle;
    column.text = [side](const Row& row) {
        const KernelCost& cost = row.*side;
        return cost.isThere() ? formatMeanCount(cost.count) : kNothing;
    };
    column.sort = [side](const Row& row) { return QVariant((row.*side).count); };
    column.exported = [side](const Row& row) {
        return (row.*side).isThere() ? QString::number((row.*side).count, 'g', 12) : QString();
    };
    column.toolTip = [side](const Row& row) { return exactNumber((row.*side).count); };
    column.width = 62;
    return column;
}

Col timeColumn(const QString& title, const QString& exportTitle, Side side, Value value, TimeUnit unit)
{
    Col column;
    column.title = title;
    column.exportTitle = exportTitle;
    column.text = [side, value, unit](const Row& row) {
        return (row.*side).isThere() ? formatTime(std::llround(row.*side.*value), unit) : kNothing;
    };
    column.sort = [side, value](const Row& row) { return QVariant(row.*side.*value); };
    column.exported = [side, value](const Row& row) {
        return (row.*side).isThere() ? QString::number(row.*side.*value, 'g', 15) : QString();
    };
    column.toolTip = [side, value](const Row& row) {
        return (row.*side).isThere() ? formatTimeExact(std::llround(row.*side.*value)) : QString();
    };
    column.width = 78;
    return column;
}

Col differenceColumn(TimeUnit unit)
{
    Col column;
    column.title = DifferenceWords::tr("B − A %1").arg(unitName(unit));
    column.exportTitle = QStringLiteral("difference_ns");
    column.text = [unit](const Row& row) { return formatDifference(row.difference(), unit); };
    column.sort = [](const Row& row) { return QVariant(row.difference()); };
    column.exported = [](const Row& row) { return QString::number(row.difference(), 'g', 15); };
    column.toolTip = [](const Row& row) {
        const QString exact = formatTimeExact(std::llround(std::abs(row.difference())));
        return row.difference() < 0 ? DifferenceWords::tr("B spends %1 less on it.").arg(exact)
            : row.difference() > 0  ? DifferenceWords::tr("B spends %1 more on it.").arg(exact)
                                    : DifferenceWords::tr("Both spend the same on it.");
    };
    column.extra = [](const Row&, int role) { return role == TableRole::kStrong ? QVariant(true) : QVariant(); };
    column.width = 76;
    return column;
}

Col ratioColumn()
{
    Col column;
    column.title = DifferenceWords::tr("B : A");
    column.exportTitle = QStringLiteral("ratio");
    column.text = [](const Row& row) {
        return row.isOnlyInA() ? DifferenceWords::tr("only A")
            : row.isOnlyInB()  ? DifferenceWords::tr("only B")
            : row.ratio()      ? QStringLiteral("×") + formatNumber(*row.ratio())
                               : kNothing;
    };
    // What B lost altogether comes before, what it gained after everything that both have.
    column.sort = [](const Row& row) {
        return QVariant(row.isOnlyInA() ? -1.0 : row.isOnlyInB() ? HUGE_VAL : row.ratio().value_or(0));
    };
    column.exported = [](const Row& row) { return row.ratio() ? QString::number(*row.ratio(), 'g', 9) : QString(); };
    column.toolTip = [](const Row& row) {
        return row.isOnlyInA() ? DifferenceWords::tr("Only A has this kernel.")
            : row.isOnlyInB()  ? DifferenceWords::tr("Only B has this kernel.")
            : row.ratio()      ? QString::number(*row.ratio(), 'g', 9)
                               : QString();
    };
    column.extra = [](const Row& row, int role) {
        return role == TableRole::kFaint ? QVariant(row.isOnlyInA() || row.isOnlyInB()) : QVariant();
    };
    column.width = 60;
    return column;
}

Col bars()
{
    Col column;
    column.title = DifferenceWords::tr("B less ← → B more");
    column.exportTitle = QStringLiteral("only_in");
    column.isNumber = false;
    column.text = [](const Row&) { return QString(); };
    column.sort = [](const Row& row) { return QVariant(std::abs(row.difference())); };
    column.exported = [](const Row& row) {
        return row.isOnlyInA() ? QStringLiteral("a") : row.isOnlyInB() ? QStringLiteral("b") : QString();
    };
    column.toolTip = differenceColumn(TimeUnit::Microseconds).toolTip;
    column.width = -1;
    return column;
}

std::vector<Col> columnsIn(TimeUnit timeUnit)
{
    const QString unit = unitName(timeUnit);
    std::vector<Col> columns { kernelColumn(),
        countColumn(DifferenceWords::tr("count A"), QStringLiteral("count_a"), &Row::a),
        countColumn(DifferenceWords::tr("count B"), QStringLiteral("count_b"), &Row::b),
        timeColumn(DifferenceWords::tr("total A %1").arg(unit), QStringLiteral("total_ns_a"), &Row::a,
            &KernelCost::total, timeUnit),
        timeColumn(DifferenceWords::tr("total B %1").arg(unit), QStringLiteral("total_ns_b"), &Row::b,
            &KernelCost::total, timeUnit),
        timeColumn(DifferenceWords::tr("mean A %1").arg(unit), QStringLiteral("mean_ns_a"), &Row::a, &KernelCost::mean,
            timeUnit),
        timeColumn(DifferenceWords::tr("mean B %1").arg(unit), QStringLiteral("mean_ns_b"), &Row::b, &KernelCost::mean,
            timeUnit),
        differenceColumn(timeUnit), ratioColumn(), bars() };
    columns[1].dispensable = columns[2].dispensable = 1;
    columns[5].dispensable = columns[6].dispensable = 2;
    return columns;
}

QString filterText(const Row& row)
{
    const QString marks = row.isOnlyInA() ? DifferenceWords::tr("only A")
        : row.isOnlyInB()                 ? DifferenceWords::tr("only B")
                                          : QString();
    return QStringList { QString::fromStdString(row.name), kernelLabel(row.label), roleName(row.group),
        QString::fromUtf8(toString(row.group)),
        QString::fromUtf8(toString(row.mathUnit)).replace(QLatin1Char('-'), QLatin1Char(' ')), marks }
        .join(QLatin1Char('\n'));
}

} // namespace

QString formatDifference(double ns, TimeUnit unit)
{
    const Ns whole = std::llround(std::abs(ns));
    return whole == 0 ? QStringLiteral("0")
                      : (ns < 0 ? QStringLiteral("−") : QStringLiteral("+")) + formatTime(whole, unit);
}

DifferenceModel::DifferenceModel(QObject* parent)
    : RecordsModel<KernelDifferenceRow>(parent)
{
    makeColumns();
}

void DifferenceModel::setTimeUnit(TimeUnit unit)
{
    m_unit = unit;
    makeColumns();
}

void DifferenceModel::setRows(std::vector<KernelDifferenceRow> rows)
{
    m_largest = 0;
    for (const KernelDifferenceRow& row : rows) {
        m_largest = std::max(m_largest, std::abs(row.difference()));
    }
    setRecords(std::move(rows));
}

void DifferenceModel::makeColumns()
{
    setColumns(columnsIn(m_unit), filterText);
}

} // namespace attnscope
