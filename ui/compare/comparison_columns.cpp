// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_columns.h"

#include "ui/common/kernel_words.h"
#include "ui/common/variant_title.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace attnscope {
namespace {

// Free functions translate in a context of their own.
class ComparisonWords {
    Q_DECLARE_TR_FUNCTIONS(Comparison)
};

QString plain(double value)
{
    return QString::number(value, 'g', 15);
}

QString plain(const std::optional<double>& value)
{
    return value ? plain(*value) : QString();
}

QString timeOf(const std::optional<double>& us, TimeUnit unit)
{
    return us ? formatTime(std::llround(*us * 1000), unit) : QString();
}

QString exactTime(const std::optional<double>& us)
{
    return us ? formatTimeExact(std::llround(*us * 1000)) : QString();
}

std::optional<double> mainTime(const VariantSummary& s)
{
    return s.ran ? s.rankingUs() : std::nullopt;
}

// Half of what lies between the 10th and the 90th percentile of the timing pass.
std::optional<double> spread(const VariantSummary& s)
{
    if (s.view.result == nullptr) {
        return std::nullopt;
    }
    const auto& timing = s.onGpu ? s.view.result->gpuTiming : s.view.result->cpuTiming;
    return timing ? std::optional((timing->p90Us - timing->p10Us) / 2) : std::nullopt;
}

QString scientific(const std::optional<double>& value)
{
    return value ? QString::number(*value, 'e', 1) : QString();
}

QString mainTimeTip(const VariantSummary& s)
{
    const auto us = mainTime(s);
    if (!us) {
        return {};
    }
    const bool timed = s.onGpu ? s.gpuUsMedian.has_value() : s.cpuUsMedian.has_value();
    if (!timed) {
        return ComparisonWords::tr("%1: the median recorded step; this recording has no timing pass")
            .arg(exactTime(us));
    }
    const auto& timing = s.view.result == nullptr ? std::optional<TimingStats>()
        : s.onGpu                                 ? s.view.result->gpuTiming
                                                  : s.view.result->cpuTiming;
    return timing ? ComparisonWords::tr("median %1 of %2 forwards without the profiler; 10 % below %3, 90 % below %4")
                        .arg(exactTime(timing->medianUs), formatCount(timing->iterations), exactTime(timing->p10Us),
                            exactTime(timing->p90Us))
                  : exactTime(us);
}

using Col = Column<VariantSummary>;

QString secondary(const VariantSummary& s, const Guess& guess)
{
    QStringList words;
    if (s.view.name == guess.variant) {
        words << ComparisonWords::tr("your guess");
    }
    if (s.isBaseline) {
        words << ComparisonWords::tr("baseline");
    } else if (s.view.name == "auto" && !s.backend.empty()) {
        words << ComparisonWords::tr("chose %1").arg(variantTitle(s.backend));
    }
    return words.join(QStringLiteral(", "));
}

Col variantColumn(const Guess& guess)
{
    Col column { ComparisonWords::tr("variant"), QStringLiteral("variant"), false,
        [](const VariantSummary& s) { return QString::fromStdString(s.view.title); }, {},
        [](const VariantSummary& s) { return QString::fromStdString(s.view.name); }, {}, {}, 136, 0 };
    column.toolTip = [](const VariantSummary& s) { return QString::fromStdString(s.ran ? s.view.title : s.note); };
    column.extra = [guess](const VariantSummary& s, int role) -> QVariant {
        switch (role) {
        case TableRole::kStrong:
            return s.ran;
        case ComparisonRole::kSecondary:
            return secondary(s, guess);
        case ComparisonRole::kRefusal:
            return !s.ran;
        default:
            return {};
        }
    };
    return column;
}

// A number column; `value` empty means "not measured" and shows nothing.
Col numberColumn(const QString& title, const QString& exportTitle, std::function<QString(const VariantSummary&)> shown,
    std::function<std::optional<double>(const VariantSummary&)> value,
    std::function<QString(const VariantSummary&)> tip = {}, bool strong = false, bool faint = false)
{
    Col column;
    column.width = 64;
    column.title = title;
    column.exportTitle = exportTitle;
    column.text = [shown = std::move(shown)](const VariantSummary& s) { return s.ran ? shown(s) : QString(); };
    column.sort = [value](const VariantSummary& s) {
        return QVariant(value(s).value_or(std::numeric_limits<double>::infinity()));
    };
    column.exported = [value](const VariantSummary& s) { return s.ran ? plain(value(s)) : QString(); };
    column.toolTip = std::move(tip);
    column.extra = [strong, faint](const VariantSummary&, int role) -> QVariant {
        return role == TableRole::kStrong ? QVariant(strong) : role == TableRole::kFaint ? QVariant(faint) : QVariant();
    };
    return column;
}

Col makeBarColumn(TimeUnit unit)
{
    Col column;
    column.title = unitName(unit);
    column.exportTitle = QStringLiteral("by_role_ns");
    column.text = [](const VariantSummary& s) {
        return s.hasRecordedWork() ? formatTimeAuto(barTotal(s)) : s.ran ? QStringLiteral("–") : QString();
    };
    column.exported = [](const VariantSummary& s) {
        return s.hasRecordedWork() ? QString::number(barTotal(s)) : QString();
    };
    column.toolTip = [](const VariantSummary& s) {
        QStringList lines;
        const auto total = static_cast<double>(barTotal(s));
        for (std::size_t i = 0; i < kRoleGroupCount; ++i) {
            if (s.groupNs[i] > 0) {
                const std::string_view name = toString(static_cast<RoleGroup>(i));
                lines << QStringLiteral("%1: %2 · %3")
                             .arg(QString::fromUtf8(name), formatTimeExact(s.groupNs[i]),
                                 formatPercent(static_cast<double>(s.groupNs[i]) / total));
            }
        }
        return lines.join(QLatin1Char('\n'));
    };
    return column;
}

std::optional<double> copiesAndFills(const VariantSummary& s)
{
    return s.memcpyPerForward && s.memsetPerForward ? std::optional(*s.memcpyPerForward + *s.memsetPerForward)
                                                    : std::nullopt;
}

std::optional<double> launchCount(const VariantSummary& s)
{
    return s.kernelsPerForward ? std::optional(*s.kernelsPerForward + copiesAndFills(s).value_or(0)) : std::nullopt;
}

QString launches(const VariantSummary& s)
{
    if (!s.kernelsPerForward) {
        return QStringLiteral("–");
    }
    const auto others = copiesAndFills(s);
    return formatMeanCount(*s.kernelsPerForward) + QStringLiteral(" + ")
        + (others ? formatMeanCount(*others) : QStringLiteral("–"));
}

QString launchesTip(const VariantSummary& s)
{
    if (!launchCount(s)) {
        return s.ran ? ComparisonWords::tr("GPU work was not recorded.") : QString();
    }
    if (!copiesAndFills(s)) {
        return ComparisonWords::tr("per forward: %1 kernels; copies and fills are recorded from level api on")
            .arg(formatMeanCount(*s.kernelsPerForward));
    }
    return ComparisonWords::tr("per forward: %1 kernels, %2 copies, %3 fills")
        .arg(formatMeanCount(*s.kernelsPerForward), formatMeanCount(*s.memcpyPerForward),
            formatMeanCount(*s.memsetPerForward));
}

// In place of the time, and why.
void coverColumn(Col& column, const Guess& guess)
{
    column.text = [guess, inner = column.text](const VariantSummary& s) {
        return isCovered(guess, s) ? ComparisonWords::tr("covered") : inner(s);
    };
    column.toolTip = [guess, inner = column.toolTip](const VariantSummary& s) {
        return isCovered(guess, s)
            ? ComparisonWords::tr("It waits for your guess, in Start here. A click shows it, and every other one.")
            : inner(s);
    };
    column.extra = [guess, inner = column.extra](const VariantSummary& s, int role) -> QVariant {
        return isCovered(guess, s) && (role == TableRole::kFaint || role == TableRole::kStrong)
            ? QVariant(role == TableRole::kFaint)
            : inner(s, role);
    };
}

QString ofBaseline(const std::vector<VariantSummary>& rows)
{
    for (const VariantSummary& row : rows) {
        if (row.isBaseline) {
            return ComparisonWords::tr("× %1").arg(QString::fromStdString(row.view.title));
        }
    }
    return ComparisonWords::tr("× baseline");
}

void addRoleColumns(std::vector<Col>& columns, TimeUnit unit, const std::vector<RoleGroup>& roles)
{
    for (const RoleGroup group : roles) {
        const auto i = static_cast<std::size_t>(group);
        const QString name = roleName(group); // the export keeps the English one
        columns.push_back(numberColumn(
            name, roleColumnTitle(group),
            [i, unit](const VariantSummary& s) {
                return s.groupNs[i] > 0 ? formatTime(s.groupNs[i], unit) : QStringLiteral("–");
            },
            [i](const VariantSummary& s) {
                return s.hasRecordedWork() ? std::optional(static_cast<double>(s.groupNs[i])) : std::nullopt;
            },
            [i](const VariantSummary& s) {
                return s.hasRecordedWork() ? formatTimeExact(s.groupNs[i]) : launchesTip(s);
            }));
        columns.back().extra = [i](const VariantSummary& s, int role) -> QVariant {
            return role == TableRole::kTensor ? QVariant(s.groupTensorNs[i] > 0) : QVariant();
        };
        // Wide enough for the role's swatch and name: about 6.4 px a letter.
        columns.back().width = std::max(60, 32 + static_cast<int>(name.size()) * 64 / 10);
    }
}

void addGpuColumns(std::vector<Col>& columns, TimeUnit unit)
{
    const QString unitText = unitName(unit);
    columns.push_back(numberColumn(
        ComparisonWords::tr("CPU %1").arg(unitText), QStringLiteral("cpu_us"),
        [unit](const VariantSummary& s) { return timeOf(s.cpuUsMedian ? s.cpuUsMedian : s.recordedCpuUs, unit); },
        [](const VariantSummary& s) { return s.cpuUsMedian ? s.cpuUsMedian : s.recordedCpuUs; },
        [](const VariantSummary& s) { return exactTime(s.cpuUsMedian ? s.cpuUsMedian : s.recordedCpuUs); }));
    columns.back().dispensable = 3;
    columns.push_back(numberColumn(ComparisonWords::tr("kernels + mem"), QStringLiteral("launches_per_forward"),
        launches, launchCount, launchesTip));
    columns.back().width = 98;
    columns.push_back(numberColumn(
        ComparisonWords::tr("TC share"), QStringLiteral("tensor_core_percent"),
        [](const VariantSummary& s) {
            return s.tensorCorePercent ? formatPercent(*s.tensorCorePercent / 100) : QString();
        },
        [](const VariantSummary& s) { return s.tensorCorePercent; },
        [](const VariantSummary&) {
            return ComparisonWords::tr("share of the GPU time in kernels built for Tensor Cores");
        }));
    columns.back().width = 70;
    columns.push_back(numberColumn(
        ComparisonWords::tr("peak MiB"), QStringLiteral("peak_memory_bytes"),
        [](const VariantSummary& s) {
            return s.peakMemoryBytes ? formatNumber(static_cast<double>(*s.peakMemoryBytes) / 1048576) : QString();
        },
        [](const VariantSummary& s) {
            return s.peakMemoryBytes ? std::optional(static_cast<double>(*s.peakMemoryBytes)) : std::nullopt;
        },
        [](const VariantSummary& s) {
            return s.peakMemoryBytes ? ComparisonWords::tr("%1 bytes").arg(formatCount(*s.peakMemoryBytes)) : QString();
        }));
    columns.back().width = 70;
    columns.back().dispensable = 1;
}

void addErrorAndSpeedup(std::vector<Col>& columns, const std::vector<VariantSummary>& rows)
{
    columns.push_back(numberColumn(
        ComparisonWords::tr("rel. error"), QStringLiteral("relative_error"),
        [](const VariantSummary& s) { return scientific(s.relativeError); },
        [](const VariantSummary& s) { return s.relativeError; },
        [](const VariantSummary& s) {
            return s.relativeError
                ? ComparisonWords::tr("difference to the fp64 reference over the reference, Frobenius norms: %1")
                      .arg(plain(*s.relativeError))
                : QString();
        }));
    columns.back().width = 70;
    columns.back().dispensable = 2;
    columns.push_back(numberColumn(
        ofBaseline(rows), QStringLiteral("speedup"),
        [](const VariantSummary& s) { return s.speedup ? formatNumber(*s.speedup) : QString(); },
        [](const VariantSummary& s) { return s.speedup; }, {}, true));
}

void addSummaryColumns(std::vector<Col>& columns, TimeUnit unit, bool onGpu, const std::vector<VariantSummary>& rows)
{
    columns.push_back(numberColumn(
        QStringLiteral("±"), QStringLiteral("spread_us"),
        [unit](const VariantSummary& s) { return timeOf(spread(s), unit); }, spread,
        [](const VariantSummary& s) {
            return spread(s) ? ComparisonWords::tr("half of what lies between the 10th and 90th percentile")
                             : QString();
        },
        false, true));
    columns.back().width = 52;
    columns.back().dispensable = 4;
    if (onGpu) {
        addGpuColumns(columns, unit);
    } else {
        columns.push_back(numberColumn(
            ComparisonWords::tr("max error"), QStringLiteral("max_abs_error"),
            [](const VariantSummary& s) { return scientific(s.maxAbsError); },
            [](const VariantSummary& s) { return s.maxAbsError; },
            [](const VariantSummary&) { return ComparisonWords::tr("largest difference to the fp64 reference"); }));
        columns.back().width = 80;
        columns.back().dispensable = 1;
    }
    addErrorAndSpeedup(columns, rows);
}

} // namespace

QString roleColumnTitle(RoleGroup role)
{
    return QString::fromUtf8(toString(role)) + QStringLiteral("_ns");
}

std::vector<Column<VariantSummary>> comparisonColumns(ComparisonModel::View view, TimeUnit unit, bool onGpu,
    const std::vector<RoleGroup>& roles, const std::vector<VariantSummary>& rows, const Guess& guess)
{
    std::vector<Col> columns { variantColumn(guess) };
    const auto time = [unit](const VariantSummary& s) { return timeOf(mainTime(s), unit); };
    columns.push_back(
        numberColumn((onGpu ? ComparisonWords::tr("GPU %1") : ComparisonWords::tr("CPU %1")).arg(unitName(unit)),
            onGpu ? QStringLiteral("gpu_us") : QStringLiteral("cpu_us"), time, mainTime, mainTimeTip, true));
    // What a refused variant says stands in this column, over the whole row.
    columns.back().text = [time](const VariantSummary& s) {
        return s.ran ? time(s) : ComparisonWords::tr("refused: %1").arg(QString::fromStdString(s.note));
    };
    if (guess.covers) {
        coverColumn(columns.back(), guess);
    }
    if (view == ComparisonModel::View::ByRole) {
        addRoleColumns(columns, unit, roles);
    } else {
        addSummaryColumns(columns, unit, onGpu, rows);
    }
    // A column that no row has a value for says nothing: a foreign trace has no spread, no error, no memory.
    std::erase_if(columns, [&rows](const Col& column) {
        return !rows.empty() && std::none_of(rows.begin(), rows.end(), [&column](const VariantSummary& s) {
            return !column.text(s).isEmpty();
        });
    });
    columns.push_back(makeBarColumn(unit));
    for (std::size_t i = 1; i < columns.size(); ++i) {
        columns[i].extra = [inner = columns[i].extra](const VariantSummary& s, int role) -> QVariant {
            return role == ComparisonRole::kRefusal ? QVariant(!s.ran) : inner ? inner(s, role) : QVariant();
        };
    }
    return columns;
}

} // namespace attnscope
