// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_report.h"

#include "app/cli/command_support.h"
#include "app/offscreen.h"
#include "profiler/exporting/export_trace.h"
#include "ui/report/report_html.h"

#include <QFileInfo>
#include <QStringList>

namespace attnscope {

Status writeSessionReport(const SessionReportRequest& request)
{
    auto trace = loadTraces(request.files);
    if (!trace.ok()) {
        return trace.error();
    }
    warnOfDamage(*trace.value());
    const DocumentPtr document = makeDocument(trace.value());
    if (!request.baseline.empty() && !compareWith(document->summaries, request.baseline)) {
        return usageError("--baseline: no variant \"" + request.baseline + "\" ran in the file");
    }
    QStringList files;
    for (const std::string& file : request.files) {
        files << QString::fromStdString(file);
    }
    document->name = documentName(files);
    const OffscreenApplication application(request.dark);
    const ReportSource source = makeReportSource(document, TimeUnit::Microseconds);
    const QByteArray html = reportHtml(source, paintReport(source), Theme::current());
    return writeFileAtomically(request.output, { html.constData(), static_cast<std::size_t>(html.size()) });
}

} // namespace attnscope
