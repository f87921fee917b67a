// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/kernel_model.h"

#include "profiler/analysis/name_completion.h"
#include "profiler/kernels/demangle.h"
#include "ui/common/kernel_words.h"
#include "ui/details/detail_card.h"

#include <QThreadPool>

#include <limits>
#include <memory>

namespace attnscope {
namespace {

using Col = Column<KernelRow>;
using TextOf = std::function<QString(const KernelRow&)>;

Col textColumn(const QString& title, const QString& exportTitle, TextOf text, TextOf tip = {})
{
    Col column;
    column.title = title;
    column.exportTitle = exportTitle;
    column.isNumber = false;
    column.text = std::move(text);
    column.toolTip = std::move(tip);
    return column;
}

template<typename Number>
Col optionalColumn(const QString& title, const QString& exportTitle,
    std::function<std::optional<Number>(const KernelRow&)> value, std::function<QString(Number)> shown)
{
    Col column;
    column.title = title;
    column.exportTitle = exportTitle;
    column.text = [value, shown = std::move(shown)](const KernelRow& row) {
        const auto number = value(row);
        return number ? shown(*number) : QString();
    };
    column.sort = [value](const KernelRow& row) {
        const auto number = value(row);
        return QVariant(number ? static_cast<double>(*number) : -std::numeric_limits<double>::infinity());
    };
    column.exported = [value](const KernelRow& row) {
        const auto number = value(row);
        return number ? QString::number(*number) : QString();
    };
    return column;
}

QString product(const std::optional<std::array<std::int64_t, 3>>& dims)
{
    return dims ? formatCount((*dims)[0] * (*dims)[1] * (*dims)[2]) : QString();
}

Col dimsColumn(
    const QString& title, const QString& exportTitle, std::optional<std::array<std::int64_t, 3>> LaunchFacts::*member)
{
    Col column;
    column.title = title;
    column.exportTitle = exportTitle;
    column.text = [member](const KernelRow& row) { return product(row.facts.*member); };
    column.sort = [member](const KernelRow& row) {
        const auto& dims = row.facts.*member;
        return QVariant(dims ? static_cast<qlonglong>((*dims)[0] * (*dims)[1] * (*dims)[2]) : qlonglong { -1 });
    };
    column.exported = [member](const KernelRow& row) {
        const auto& dims = row.facts.*member;
        return dims ? QStringLiteral("%1x%2x%3").arg((*dims)[0]).arg((*dims)[1]).arg((*dims)[2]) : QString();
    };
    column.toolTip = [member](const KernelRow& row) {
        return row.facts.*member ? dimsText(*(row.facts.*member)) : QString();
    };
    return column;
}

Col timeColumn(const QString& title, const QString& exportTitle, TimeUnit unit,
    std::function<std::optional<Ns>(const KernelRow&)> value, bool strong = false)
{
    Col column = optionalColumn<Ns>(title, exportTitle, value, [unit](Ns ns) { return formatTime(ns, unit); });
    column.toolTip = [value](const KernelRow& row) {
        const auto ns = value(row);
        return ns ? formatTimeExact(*ns) : QString();
    };
    column.extra = [strong](const KernelRow&, int role) {
        return role == TableRole::kStrong ? QVariant(strong) : QVariant();
    };
    return column;
}

// What the name says; where it does not, what the inputs of the operator say, marked as theirs.
Col typesColumn(const TracePtr& trace)
{
    const auto isNamed = [](const KernelRow& row) { return row.decoded->inputDtype != "?"; };
    Col column = textColumn(
        KernelModel::tr("types"), QStringLiteral("input_dtype"),
        [trace, isNamed](const KernelRow& row) {
            if (isNamed(row)) {
                return QString::fromStdString(row.decoded->inputDtype);
            }
            const NameCompletion completion = completeName(*trace, row.span);
            return completion.completes ? KernelModel::tr("%1 (op)").arg(QString::fromStdString(completion.dtype))
                                        : QString();
        },
        [trace, isNamed](const KernelRow& row) {
            if (isNamed(row)) {
                return QString::fromStdString(row.decoded->inputDtype);
            }
            const NameCompletion completion = completeName(*trace, row.span, translatedPhrase);
            return completion.completes
                ? KernelModel::tr("From the op's inputs: %1").arg(QString::fromStdString(completion.text))
                : QString();
        });
    column.exported = [trace, isNamed](const KernelRow& row) {
        if (isNamed(row)) {
            return QString::fromStdString(row.decoded->inputDtype);
        }
        const NameCompletion completion = completeName(*trace, row.span);
        return completion.completes
            ? QStringLiteral("%1 (from the op's inputs)").arg(QString::fromStdString(completion.dtype))
            : QString();
    };
    return column;
}

// A million rows, each with texts of its own, take longer to free than a frame lasts.
void takeApart(std::vector<KernelRow>&& rows)
{
    constexpr std::size_t kWithinAFrame = 10'000;
    if (rows.size() > kWithinAFrame) {
        QThreadPool::globalInstance()->start(
            [old = std::make_shared<std::vector<KernelRow>>(std::move(rows))]() mutable { old.reset(); });
    }
}

} // namespace

KernelModel::KernelModel(QObject* parent)
    : RecordsModel<KernelRow>(parent)
{
    makeColumns();
}

void KernelModel::setRows(TracePtr trace, const VariantView& view, std::vector<KernelRow> rows)
{
    takeApart(setRecords({})); // the old rows point into the old trace
    m_trace = std::move(trace);
    m_stepNames = view.stepNames;
    makeColumns();
    setRecords(std::move(rows));
}

void KernelModel::setTimeUnit(TimeUnit unit)
{
    m_unit = unit;
    makeColumns();
}

void KernelModel::makeColumns()
{
    const TracePtr trace = m_trace;
    const QString unit = unitName(m_unit);
    const auto name = [trace](SpanRef span) { return QString::fromUtf8(trace->name(span)); };
    const TextOf fullName = [trace](const KernelRow& row) {
        return QString::fromStdString(demangle(trace->name(row.span)));
    };

    std::vector<Col> columns;
    columns.push_back(optionalColumn<std::int64_t>(
        QStringLiteral("#"), QStringLiteral("index"), [](const KernelRow& row) { return std::optional(row.index + 1); },
        [](std::int64_t index) { return formatCount(index); }));
    Col step = textColumn(tr("step"), QStringLiteral("step"), [names = m_stepNames](const KernelRow& row) {
        return row.step < 0 ? QStringLiteral("–")
                            : QString::fromStdString(names[static_cast<std::size_t>(row.step)])
                                  .section(QLatin1Char('#'), -1)
                                  .section(QLatin1Char(' '), -1);
    });
    step.sort = [](const KernelRow& row) { return QVariant(row.step); };
    columns.push_back(step);
    columns.push_back(timeColumn(
        tr("time %1").arg(unit), QStringLiteral("duration_ns"), m_unit,
        [trace](const KernelRow& row) { return std::optional(trace->duration(row.span)); }, true));
    Col kernel = textColumn(
        tr("kernel"), QStringLiteral("name"), [](const KernelRow& row) { return kernelLabel(row.decoded->label); },
        fullName);
    kernel.exported = fullName;
    kernel.extra = [trace](const KernelRow& row, int role) {
        return role == TableRole::kGroup ? QVariant(static_cast<int>(trace->group(row.span))) : QVariant();
    };
    columns.push_back(kernel);
    const auto unitText = [](const KernelRow& row) { return mathUnitText(*row.decoded, row.verdict.unit); };
    Col unitColumn = textColumn(
        tr("math unit"), QStringLiteral("math_unit"),
        [unitText](
            const KernelRow& row) { return row.verdict.unit == MathUnit::None ? QStringLiteral("–") : unitText(row); },
        [unitText](const KernelRow& row) {
            if (row.verdict.unit == MathUnit::None) {
                return unitText(row);
            }
            const Verdict verdict = verdictOf(*row.decoded, row.facts, translatedPhrase);
            const std::string& why = verdict.disagrees ? verdict.disagreement : verdict.text;
            return why.empty() ? unitText(row) : QString::fromStdString(why);
        });
    unitColumn.exported = [](const KernelRow& row) { return QString::fromUtf8(toString(row.verdict.unit)); };
    unitColumn.extra = [](const KernelRow& row, int role) {
        return role == TableRole::kTensor ? QVariant(row.verdict.unit == MathUnit::TensorCore) : QVariant();
    };
    columns.push_back(unitColumn);
    columns.push_back(typesColumn(trace));
    columns.push_back(dimsColumn(tr("blocks"), QStringLiteral("grid"), &LaunchFacts::grid));
    columns.push_back(dimsColumn(tr("threads"), QStringLiteral("block"), &LaunchFacts::block));
    columns.push_back(optionalColumn<double>(
        tr("occup. %"), QStringLiteral("occupancy_percent"), [](const KernelRow& row) { return row.occupancy.percent; },
        [](double percent) { return formatNumber(percent); }));
    columns.back().toolTip = [](const KernelRow& row) {
        return row.occupancy.limiter.empty() ? phraseText(row.occupancy.note)
                                             : tr("theoretical; limited by %1").arg(limiterText(row.occupancy.limiter));
    };
    columns.push_back(optionalColumn<double>(
        tr("waves"), QStringLiteral("waves"), [](const KernelRow& row) { return row.occupancy.waves; },
        [](double waves) { return formatNumber(waves); }));
    columns.push_back(timeColumn(tr("queued %1").arg(unit), QStringLiteral("launch_latency_ns"), m_unit,
        [](const KernelRow& row) { return row.launchLatency; }));
    columns.push_back(textColumn(
        tr("operator"), QStringLiteral("op"),
        [trace](const KernelRow& row) { return row.op ? shortOpName(trace->name(*row.op)) : QString(); },
        [](const KernelRow& row) {
            return row.op ? QString() : tr("not known: its launch is not in this recording");
        }));
    columns.push_back(textColumn(tr("API call"), QStringLiteral("launch_api"),
        [name](const KernelRow& row) { return row.api ? name(*row.api) : QString(); }));
    columns.push_back(textColumn(tr("name"), QStringLiteral("full_name"), fullName, fullName));
    setColumns(std::move(columns), [fullName](const KernelRow& row) {
        // Filters find names, roles and units.
        return QStringList { fullName(row), kernelLabel(row.decoded->label), roleName(row.decoded->group),
            QString::fromUtf8(toString(row.decoded->group)), QString::fromStdString(row.decoded->role),
            roleText(row.decoded->role),
            QString::fromUtf8(toString(row.verdict.unit)).replace(QLatin1Char('-'), QLatin1Char(' ')),
            mathUnitText(*row.decoded, row.verdict.unit) }
            .join(QLatin1Char('\n'));
    });
}

} // namespace attnscope
