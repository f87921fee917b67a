// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow and the report: the whole recording as one HTML file.
#include "ui/main_window.h"

#include "ui/common/banner.h"
#include "ui/report/report_html.h"

#include <memory>

namespace attnscope {

void MainWindow::chooseReport()
{
    chooseExport(tr("Export a report"), suggestedName(QStringLiteral("html")), tr("Web pages (*.html)"),
        [this](const QString& path) {
            exportReport(path);
            return Status(Done {});
        });
}

void MainWindow::exportReport(const QString& path)
{
    if (!hasSomethingToExport(path)) {
        return;
    }
    uncoverAnswers(); // what is exported is whole
    m_banner->show(Banner::Kind::Info, tr("Making the report…"), path);
    // A copy: the window may choose another baseline meanwhile.
    m_tasks.run<ReportSource>([document = std::make_shared<TraceDocument>(*m_page->document),
                                  unit = m_unit] { return makeReportSource(document, unit); },
        [this, path](ReportSource source) {
            const ReportPictures pictures = paintReport(source);
            m_tasks.run<Status>([source = std::move(source), pictures, theme = &Theme::current(),
                                    path] { return writeReport(path.toStdString(), source, pictures, *theme); },
                [this, path](const Status& status) { reportExport(status, path); });
        });
}

} // namespace attnscope
