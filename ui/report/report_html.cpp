// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_html.h"

#include "profiler/exporting/export_trace.h"
#include "ui/common/kernel_words.h"
#include "ui/compare/comparison_model.h"
#include "ui/details/log_model.h"
#include "ui/details/name_model.h"
#include "ui/report/html_table.h"
#include "ui/run/recording_facts.h"

#include <QCoreApplication>
#include <QFile>

#include <cmath>
#include <utility>

namespace attnscope {
namespace {

constexpr std::size_t kMostNames = 100; ///< of one variant; nobody reads on, and the subcommands list all

class ReportWords {
    Q_DECLARE_TR_FUNCTIONS(Report)
};

QString element(const QString& tag, const QString& inner)
{
    return QStringLiteral("<%1>%2</%1>\n").arg(tag, inner);
}

QString base64File(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromLatin1(file.readAll().toBase64()) : QString();
}

// The window's own letters: texts in the pictures are laid out for them.
QString fontFaces()
{
    QString css;
    for (const auto& [name, weight] : { std::pair { "Regular", 400 }, { "Medium", 500 }, { "SemiBold", 600 } }) {
        css += QStringLiteral("@font-face { font-family: \"AttnScope Inter\"; font-weight: %1; "
                              "src: url(data:font/ttf;base64,%2); }\n")
                   .arg(weight)
                   .arg(base64File(QStringLiteral(":/fonts/AttnScopeInter-%1.ttf").arg(QLatin1String(name))));
    }
    return css;
}

QString styleSheet(const Theme& theme)
{
    QFile file(QStringLiteral(":/report.css"));
    QString css = file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    for (const auto& [name, colour] : { std::pair { "canvas", theme.canvas }, { "text", theme.text },
             { "muted", theme.muted }, { "faint", theme.faint }, { "accent", theme.accent }, { "line", theme.line },
             { "grid", theme.grid }, { "hover", theme.hover } }) {
        css.replace(QStringLiteral("{%1}").arg(QLatin1String(name)), colour.name());
    }
    css.replace(QStringLiteral("{scheme}"), theme.isDark ? QStringLiteral("dark") : QStringLiteral("light"));
    return fontFaces() + css;
}

// A picture as part of the page: as wide as that is, its letters are those of the page.
QString figure(const QByteArray& svg, const QString& title)
{
    const QString text = QString::fromUtf8(svg);
    const qsizetype box = text.indexOf(QStringLiteral("viewBox="));
    const qsizetype boxEnd = text.indexOf(QLatin1Char('"'), text.indexOf(QLatin1Char('"'), box) + 1) + 1;
    const qsizetype body = text.indexOf(QStringLiteral("</title>"));
    if (box < 0 || body < 0) {
        return {};
    }
    return QStringLiteral("<figure><svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" %1><title>%2")
               .arg(text.mid(box, boxEnd - box), htmlText(title))
        + text.mid(body) + QStringLiteral("</figure>\n");
}

QString lead(const Trace& trace)
{
    const auto& session = trace.session();
    if (!session) {
        return ReportWords::tr("A trace that another profiler made: it is shown whole, as one variant.");
    }
    const Workload& w = session->workload;
    QStringList words { ReportWords::tr("batch %1").arg(formatCount(w.batch)),
        w.kvHeads == w.heads
            ? ReportWords::tr("%1 heads").arg(formatCount(w.heads))
            : ReportWords::tr("%1 heads, %2 for keys and values").arg(formatCount(w.heads), formatCount(w.kvHeads)),
        w.kvSeq == w.seq
            ? ReportWords::tr("sequence %1").arg(formatCount(w.seq))
            : ReportWords::tr("sequence %1, keys and values %2").arg(formatCount(w.seq), formatCount(w.kvSeq)),
        ReportWords::tr("head dim %1").arg(formatCount(w.headDim)), QString::fromUtf8(toString(w.dtype)),
        w.mask == MaskKind::None ? ReportWords::tr("no mask")
                                 : ReportWords::tr("%1 mask").arg(QString::fromUtf8(toString(w.mask))),
        QString::fromUtf8(toString(w.direction)) };
    if (w.layers > 1) {
        words << ReportWords::tr("%1 layers").arg(formatCount(w.layers));
    }
    if (w.dropout > 0) {
        words << ReportWords::tr("dropout %1").arg(formatNumber(w.dropout));
    }
    return words.join(QStringLiteral(" · "));
}

QString facts(const TraceDocument& document)
{
    QString html = QStringLiteral("<dl>");
    for (const RecordingFact& fact : recordingFacts(document)) {
        html += QStringLiteral("<div><dt>%1</dt><dd>%2</dd></div>").arg(htmlText(fact.key), htmlText(fact.value));
    }
    return html + QStringLiteral("</dl>\n");
}

QString navigation(const ReportSource& source)
{
    if (source.variants.size() < 2) {
        return {};
    }
    QString html = QStringLiteral("<nav>");
    for (const ReportVariant& variant : source.variants) {
        html += QStringLiteral("<a href=\"#v%1\">%2</a>")
                    .arg(variant.index)
                    .arg(htmlText(QString::fromStdString(source.document->summaries[variant.index].view.title)));
    }
    return html + QStringLiteral("</nav>\n");
}

// The window's bar: the roles in their order, as long as they took, beside the longest of all rows.
QString bar(const VariantSummary& summary, double longest, const Theme& theme)
{
    QString html = QStringLiteral("<div class=\"bar\">");
    for (std::size_t i = 0; i < kRoleGroupCount && longest > 0; ++i) {
        if (summary.groupNs[i] > 0) {
            const auto group = static_cast<RoleGroup>(i);
            html += QStringLiteral("<i style=\"width:%1%;background:%2\" title=\"%3: %4\"></i>")
                        .arg(static_cast<double>(summary.groupNs[i]) / longest * 100, 0, 'f', 3)
                        .arg(theme.role(group).name(), htmlText(roleName(group)),
                            htmlText(formatTimeExact(summary.groupNs[i])));
        }
    }
    return html + QStringLiteral("</div>");
}

QString comparisonTable(const ReportSource& source, ComparisonModel::View which, const Theme& theme)
{
    ComparisonModel model;
    model.setSummaries(source.document->summaries);
    model.setView(which, source.unit);
    const auto barColumn = static_cast<std::size_t>(model.barColumn());
    auto columns = model.columns();
    columns[barColumn].title.clear(); // there is no axis
    HtmlTable<VariantSummary> table { columns, model.records(), theme };
    table.headerMark = [&](std::size_t column) {
        const auto role = model.roleOfColumn(static_cast<int>(column));
        return role ? htmlSwatch(*role, theme) : QString();
    };
    table.restOfRow = [&](const VariantSummary& summary, std::size_t column) {
        return column == 1 && !summary.ran ? htmlText(model.columns()[column].text(summary)) : QString();
    };
    table.cell = [&](const VariantSummary& summary, std::size_t column) {
        return column == barColumn ? bar(summary, model.longestBar(), theme) : QString();
    };
    return QStringLiteral("<div class=\"wide\">") + table.html() + QStringLiteral("</div>\n");
}

QString comparison(const ReportSource& source, const Theme& theme)
{
    return element(QStringLiteral("h2"), htmlText(ReportWords::tr("Comparison")))
        + comparisonTable(source, ComparisonModel::View::Summary, theme)
        + element(QStringLiteral("h3"), htmlText(ReportWords::tr("Where the time goes")))
        + comparisonTable(source, ComparisonModel::View::ByRole, theme);
}

QString findings(const VariantFindings& findings, TimeUnit unit)
{
    QString html = element(QStringLiteral("h3"), htmlText(ReportWords::tr("What stands out")));
    if (findings.rows.empty()) {
        return html + element(QStringLiteral("p"), htmlText(findings.emptyText));
    }
    if (!findings.summary.isEmpty()) {
        html += element(QStringLiteral("p"), htmlText(findings.summary));
    }
    html += QStringLiteral("<ol>\n");
    for (const FindingRow& row : findings.rows) {
        const auto& ns = row.finding.gpuNsPerForward;
        const QString cost = ns ? formatTime(*ns, unit) + QLatin1Char(' ') + unitName(unit) : QString();
        const QString share = row.finding.share ? formatPercent(*row.finding.share) : QString();
        QStringList advice { row.advice, row.comparison };
        advice.removeAll(QString());
        html +=
            QStringLiteral("<li><b>%1</b><div>%2<br/><span class=\"faint\">%3</span>%4</div>"
                           "<div class=\"cost\">%5<span>%6</span></div></li>\n")
                .arg(QString::number(row.number), htmlText(row.sentence), htmlText(row.evidence),
                    advice.isEmpty() ? QString() : QStringLiteral("<br/>") + htmlText(advice.join(QLatin1Char(' '))),
                    htmlText(cost), htmlText(share));
    }
    return html + QStringLiteral("</ol>\n");
}

QString namesTable(const ReportSource& source, const ReportVariant& variant, const Theme& theme)
{
    const bool onGpu = source.document->summaries[variant.index].onGpu;
    QString html = element(QStringLiteral("h3"),
        htmlText(onGpu ? ReportWords::tr("Kernels, copies and fills") : ReportWords::tr("Operators")));
    if (variant.names.empty()) {
        return html + element(QStringLiteral("p"), htmlText(ReportWords::tr("None were recorded.")));
    }
    NameModel model(onGpu ? NameModel::Kind::Kernels : NameModel::Kind::Ops);
    model.setTimeUnit(source.unit);
    HtmlTable<NameStatistics> table { model.columns(), variant.names, theme, kMostNames };
    if (onGpu) { // long names break
        table.cell = [&model](const NameStatistics& row, std::size_t column) {
            return column + 1 == model.columns().size() ? QStringLiteral("<div class=\"name\" title=\"%1\">%1</div>")
                                                              .arg(htmlText(model.columns()[column].text(row)))
                                                        : QString();
        };
    }
    html += QStringLiteral("<div class=\"wide names\">") + table.html() + QStringLiteral("</div>\n");
    if (variant.names.size() > kMostNames) {
        html += element(QStringLiteral("p"),
            htmlText(ReportWords::tr("and %1 more names")
                         .arg(formatCount(static_cast<std::int64_t>(variant.names.size() - kMostNames)))));
    }
    return html;
}

QString variantSection(const ReportSource& source, const ReportVariant& variant,
    const ReportPictures::Timeline& timeline, const Theme& theme)
{
    const VariantSummary& summary = source.document->summaries[variant.index];
    const QString title = QString::fromStdString(summary.view.title);
    QString time;
    if (const auto us = summary.rankingUs()) {
        time = QStringLiteral("<span>%1 %2</span>")
                   .arg(formatTime(std::llround(*us * 1000), source.unit), unitName(source.unit));
    }
    return QStringLiteral("<section id=\"v%1\"><h2>%2%3</h2>\n").arg(variant.index).arg(htmlText(title), time)
        + figure(timeline.svg, ReportWords::tr("The timeline of %1").arg(title))
        + (timeline.isWhole ? QString()
                            : element(QStringLiteral("p"),
                                htmlText(ReportWords::tr("There are more lanes below: the window shows them."))))
        + findings(variant.findings, source.unit) + namesTable(source, variant, theme) + QStringLiteral("</section>\n");
}

// What whoever reads on has to know about the recording itself.
QString log(const Trace& trace, const Theme& theme)
{
    LogModel model;
    model.setRecords(logRows(trace));
    if (model.records().empty()) {
        return {};
    }
    const HtmlTable<LogRow> table { model.columns(), model.records(), theme };
    return element(QStringLiteral("h2"), htmlText(ReportWords::tr("Log"))) + QStringLiteral("<div class=\"wide\">")
        + table.html() + QStringLiteral("</div>\n");
}

} // namespace

QByteArray reportHtml(const ReportSource& source, const ReportPictures& pictures, const Theme& theme)
{
    const TraceDocument& document = *source.document;
    const QString name = document.name.isEmpty() ? QString::fromStdString(document.trace->facts().file) : document.name;
    QString html =
        QStringLiteral("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>"
                       "<meta name=\"viewport\" content=\"width=device-width\"/><title>%1</title>\n<style>\n")
            .arg(htmlText(name));
    html += styleSheet(theme) + QStringLiteral("</style></head><body><main>\n");
    html += element(QStringLiteral("h1"), htmlText(name))
        + QStringLiteral("<p class=\"lead\">%1</p>\n").arg(htmlText(lead(*document.trace))) + facts(document)
        + navigation(source);
    if (!pictures.stacked.isEmpty()) {
        html += element(QStringLiteral("h2"), htmlText(ReportWords::tr("All variants, from the start of their step")))
            + figure(pictures.stacked, ReportWords::tr("All variants on one axis"));
    }
    html += comparison(source, theme);
    for (std::size_t i = 0; i < source.variants.size(); ++i) {
        html += variantSection(source, source.variants[i], pictures.timelines[i], theme);
    }
    html += log(*document.trace, theme);
    html += QStringLiteral("<footer>%1</footer>\n</main></body></html>\n")
                .arg(htmlText(ReportWords::tr("Made by AttnScope %1.").arg(QLatin1String(ATTNSCOPE_VERSION))));
    return html.toUtf8();
}

Status writeReport(
    const std::string& path, const ReportSource& source, const ReportPictures& pictures, const Theme& theme)
{
    const QByteArray html = reportHtml(source, pictures, theme);
    return writeFileAtomically(path, { html.constData(), static_cast<std::size_t>(html.size()) });
}

} // namespace attnscope
