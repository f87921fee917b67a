// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/log_model.h"

#include "ui/common/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace attnscope {
namespace {

// Free functions translate in a context of their own.
class LogWords {
    Q_DECLARE_TR_FUNCTIONS(LogModel)
};

const char* const kCompleteness = "launches-matched";

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::Error:
        return LogWords::tr("error");
    case Severity::Warning:
        return LogWords::tr("warning");
    case Severity::Info:
        break;
    }
    return LogWords::tr("note");
}

// What the recorder says of losses while it records stands in the trace's own log; a file only keeps the counts.
bool isLogged(const Trace& trace, std::string_view code)
{
    const auto& entries = trace.log().entries();
    return std::any_of(entries.begin(), entries.end(), [code](const LogEntry& entry) { return entry.code == code; });
}

void addLosses(std::vector<LogRow>& rows, const Trace& trace, const VariantResult& result)
{
    const QString title = QString::fromStdString(result.title);
    const auto add = [&](std::string_view code, std::int64_t count, const QString& sentence) {
        if (count > 0 && !isLogged(trace, code)) {
            rows.push_back({ Severity::Warning, std::string(code), static_cast<std::uint64_t>(count), std::nullopt,
                sentence.arg(title).toStdString() });
        }
    };
    const RecordCounts& counts = result.counts;
    add("launch-without-work", counts.launches - counts.matched,
        LogWords::tr("%1: launches without any GPU work in the recording: it is not complete."));
    add("records-dropped", counts.dropped, LogWords::tr("%1: CUPTI dropped records: the recording is not complete."));
    add("unlinked", counts.unlinked, LogWords::tr("%1: GPU work has no launch in this recording."));
    add("zero-timestamp", counts.zeroTimestamp, LogWords::tr("%1: CUPTI has no time for GPU work."));
    add("before-launch", counts.beforeLaunch, LogWords::tr("%1: GPU work starts before its launch."));
}

// One line for the whole recording: how many launches found their work, variant by variant.
void addCompleteness(std::vector<LogRow>& rows, const Session& session)
{
    QStringList parts;
    std::int64_t launches = 0;
    for (const VariantResult& result : session.variants) {
        if (result.status == VariantStatus::Done && result.counts.launches > 0) {
            launches += result.counts.launches;
            parts << LogWords::tr("%1 %2 of %3")
                         .arg(QString::fromStdString(result.title), formatCount(result.counts.matched),
                             formatCount(result.counts.launches));
        }
    }
    if (!parts.isEmpty()) {
        rows.push_back({ Severity::Info, kCompleteness, static_cast<std::uint64_t>(launches), std::nullopt,
            LogWords::tr("Launches that found their GPU work: %1.")
                .arg(parts.join(QStringLiteral(", ")))
                .toStdString() });
    }
}

void addOutcome(std::vector<LogRow>& rows, const VariantResult& result)
{
    if (result.status == VariantStatus::Done) {
        return;
    }
    std::string reasons;
    for (const std::string& reason : result.reasons) {
        reasons += (reasons.empty() ? "" : " ") + reason;
    }
    const bool failed = result.status == VariantStatus::Failed;
    rows.push_back({ failed ? Severity::Error : Severity::Info, "variant-" + std::string(toString(result.status)), 1,
        std::nullopt, result.title + ": " + reasons });
}

} // namespace

std::vector<LogRow> logRows(const Trace& trace)
{
    std::vector<LogRow> rows;
    for (const LogEntry& entry : trace.log().entries()) {
        rows.push_back({ entry.severity, entry.code, entry.count, entry.firstOffset, entry.example });
    }
    if (const auto& session = trace.session()) {
        for (const VariantResult& result : session->variants) {
            addLosses(rows, trace, result);
        }
        for (const std::string& note : session->notes) {
            rows.push_back({ Severity::Info, "recorder-note", 1, std::nullopt, note });
        }
        for (const VariantResult& result : session->variants) {
            addOutcome(rows, result);
        }
        addCompleteness(rows, *session);
    }
    std::stable_sort(
        rows.begin(), rows.end(), [](const LogRow& a, const LogRow& b) { return a.severity > b.severity; });
    return rows;
}

std::size_t noteworthyRows(const std::vector<LogRow>& rows)
{
    return static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(), [](const LogRow& row) { return row.code != kCompleteness; }));
}

LogModel::LogModel(QObject* parent)
    : RecordsModel<LogRow>(parent)
{
    using Col = Column<LogRow>;
    const auto column = [](const QString& title, const QString& exportTitle, bool number,
                            std::function<QString(const LogRow&)> text) {
        Col made;
        made.title = title;
        made.exportTitle = exportTitle;
        made.isNumber = number;
        made.text = std::move(text);
        return made;
    };
    std::vector<Col> columns;
    columns.push_back(column(LogWords::tr("severity"), QStringLiteral("severity"), false,
        [](const LogRow& row) { return severityText(row.severity); }));
    columns.back().sort = [](const LogRow& row) { return QVariant(static_cast<int>(row.severity)); };
    columns.back().exported = [](const LogRow& row) { return QString::fromUtf8(toString(row.severity)); };
    columns.push_back(column(LogWords::tr("code"), QStringLiteral("code"), false,
        [](const LogRow& row) { return QString::fromStdString(row.code); }));
    columns.push_back(column(LogWords::tr("count"), QStringLiteral("count"), true,
        [](const LogRow& row) { return formatCount(static_cast<std::int64_t>(row.count)); }));
    columns.back().sort = [](const LogRow& row) { return QVariant(static_cast<qulonglong>(row.count)); };
    columns.back().exported = [](const LogRow& row) { return QString::number(row.count); };
    columns.push_back(
        column(LogWords::tr("first at byte"), QStringLiteral("first_offset"), true, [](const LogRow& row) {
            return row.offset ? formatCount(static_cast<std::int64_t>(*row.offset)) : QString();
        }));
    columns.back().sort = [](const LogRow& row) { return QVariant(static_cast<qulonglong>(row.offset.value_or(0))); };
    columns.back().exported = [](const LogRow& row) { return row.offset ? QString::number(*row.offset) : QString(); };
    columns.push_back(column(LogWords::tr("what it says"), QStringLiteral("example"), false,
        [](const LogRow& row) { return QString::fromStdString(row.example); }));
    columns.back().toolTip = [](const LogRow& row) { return QString::fromStdString(row.example); };
    setColumns(
        std::move(columns), [](const LogRow& row) { return QString::fromStdString(row.code + "\n" + row.example); });
}

} // namespace attnscope
