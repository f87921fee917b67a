// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_report.h"

#include "app/cli/command_support.h"
#include "app/offscreen.h"
#include "ui/report/report_html.h"

#include <QStringList>

#include <vector>

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
        std::vector<std::string> names;
        for (const VariantSummary& row : document->summaries) {
            names.push_back(row.view.name);
        }
        return unknownBaseline(request.baseline, names);
    }
    QStringList files;
    for (const std::string& file : request.files) {
        files << QString::fromStdString(file);
    }
    document->name = documentName(files);
    const OffscreenApplication application(request.dark);
    const ReportSource source = makeReportSource(document, timeUnitOf(*document));
    return writeReport(request.output, source, paintReport(source), Theme::current());
}

} // namespace attnscope
