// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow and files: open, save, export, drop, close.
#include "ui/main_window.h"

#include "profiler/exporting/analysis_tables.h"
#include "profiler/exporting/export_trace.h"
#include "ui/common/banner.h"
#include "ui/common/table_export.h"
#include "ui/details/finding_model.h"
#include "ui/details/finding_panel.h"
#include "ui/details/log_model.h"
#include "ui/details/name_model.h"
#include "ui/details/selection_model.h"
#include "ui/details/selection_panel.h"

#include <QCloseEvent>
#include <QCoreApplication>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>

namespace attnscope {
namespace {

QString traceFilter()
{
    return MainWindow::tr("Traces (*.json *.json.gz *.pt.trace.json *.json.zst);;All files (*)");
}

} // namespace

QList<BundledRecording> bundledRecordings()
{
    const QString folder = QCoreApplication::applicationDirPath() + QStringLiteral("/../share/attnscope/samples/");
    QList<BundledRecording> found;
    for (const BundledRecording& recording : QList<BundledRecording> {
             { MainWindow::tr("H200: the article's shape, 8×16×1024×64"), QStringLiteral("h200_article.json.gz") },
             { MainWindow::tr("H200: a shape where the CPU is the limit, 1×1×64×64"),
                 QStringLiteral("h200_small.json.gz") },
             { MainWindow::tr("H200: a misaligned shape, 8×16×1021×64"), QStringLiteral("h200_misaligned.json.gz") },
         }) {
        for (const QString& path : { QStringLiteral(":/samples/") + recording.path, folder + recording.path }) {
            if (QFileInfo::exists(path)) {
                found.append({ recording.title, path });
                break;
            }
        }
    }
    return found;
}

QString bundledRecording()
{
    const auto all = bundledRecordings();
    return all.isEmpty() ? QString() : all.front().path;
}

void MainWindow::openFiles(const QStringList& paths)
{
    m_comparing = nullptr;
    m_import.open(paths);
}

void MainWindow::openRecent(const QStringList& paths)
{
    for (const QString& path : paths) {
        if (!QFileInfo::exists(path)) {
            m_banner->show(Banner::Kind::Error, tr("That file is gone."), tr("%1 is no longer there.").arg(path),
                { { tr("Take it off the list"), [this, paths] {
                       m_settings.recent.removeAll(paths);
                       fillRecentMenu();
                       m_banner->hide();
                   } } });
            return;
        }
    }
    openFiles(paths);
}

void MainWindow::openBundled()
{
    if (const QString path = bundledRecording(); !path.isEmpty()) {
        m_import.openBundled(path);
    } else {
        showEmptyPage();
    }
}

void MainWindow::chooseFile()
{
    auto* dialog = new QFileDialog(
        this, tr("Open a recording, or the ranks of one run together"), m_settings.lastFolder, traceFilter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &MainWindow::openFiles);
    dialog->open();
}

void MainWindow::chooseComparedFile()
{
    auto* dialog = new QFileDialog(
        this, tr("Compare the kernels with those of another recording"), m_settings.lastFolder, traceFilter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::compareKernelsWithFile);
    dialog->open();
}

QString MainWindow::suggestedName(const QString& ending) const
{
    QString base = m_page->document && !m_page->document->unsaved
        ? m_page->document->name.section(QLatin1Char('.'), 0, 0)
        : QStringLiteral("recording");
    if (m_page->document && m_page->variant >= 0 && m_page->document->views.size() > 1
        && ending == QLatin1String("png")) {
        base += QLatin1Char('_') + QString::fromStdString(m_page->view().name);
    }
    return base + QLatin1Char('.') + ending;
}

void MainWindow::chooseSave()
{
    if (!m_page->document) {
        return;
    }
    const QStringList& files = m_page->document->files;
    const QString name =
        files.size() == 1 ? QFileInfo(files.front()).fileName() : suggestedName(QStringLiteral("json.gz"));
    chooseSaveAs(tr("Save the recording"), name, tr("Recordings (*.json.gz *.json)"));
}

void MainWindow::chooseSaveAs(const QString& title, const QString& name, const QString& filter)
{
    chooseExport(title, name, filter, [this](const QString& path) {
        saveAs(path); // which reports when it is done
        return Status(Done {});
    });
}

void MainWindow::chooseCsvExport(const QString& title, const QString& name, std::function<void(const QString&)> write)
{
    chooseExport(title, name, tr("CSV (*.csv)"), [write = std::move(write)](const QString& path) {
        write(path);
        return Status(Done {});
    });
}

void MainWindow::chooseExport(
    const QString& title, const QString& name, const QString& filter, std::function<Status(const QString&)> write)
{
    auto* dialog = new QFileDialog(this, title, m_settings.lastFolder, filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(name);
    connect(dialog, &QFileDialog::fileSelected, this, [this, write = std::move(write)](const QString& path) {
        m_settings.lastFolder = QFileInfo(path).absolutePath();
        const Status status = write(path);
        if (!status.ok()) {
            reportStatus(status, {});
        }
    });
    dialog->open();
}

void MainWindow::saveAs(const QString& path)
{
    if (!m_page->document) {
        return;
    }
    m_tasks.run<Status>([trace = m_page->document->trace, path] { return exportTrace(*trace, path.toStdString()); },
        [this, path, document = m_page->document](Status status) {
            if (!status.ok()) {
                reportStatus(status, {});
                return;
            }
            document->unsaved = false;
            document->bundled = false;
            document->files = { QFileInfo(path).absoluteFilePath() };
            document->name = documentName(document->files);
            m_settings.addRecent(document->files);
            fillRecentMenu();
            refreshTabs();
            updateTitle();
            updateStatus();
            reportStatus(status, tr("Saved %1.").arg(path));
            emit saved(path);
        });
}

bool MainWindow::hasSomethingToExport(const QString& path)
{
    if (m_page->document) {
        return true;
    }
    const QString why = tr("there is nothing to export: no recording is open");
    reportExport(Error { ErrorKind::Failed, why.toStdString() }, path);
    return false;
}

void MainWindow::exportTable(BottomPanel::Table table, const QString& path)
{
    if (!hasSomethingToExport(path)) {
        return;
    }
    if (table == BottomPanel::Table::Kernels) {
        writeKernels(path);
    } else {
        reportExport(writeTable(table, path), path);
    }
}

// The same columns as `attnscope kernels --csv`. Made anew even where the panel shows them: its rows are the GUI thread's.
void MainWindow::writeKernels(const QString& path)
{
    m_tasks.run<Status>(
        [trace = m_page->document->trace, view = m_page->view(), range = m_bottom->range(), path] {
            auto rows = emptyKernelTable();
            appendKernelRows(rows, *trace, range ? kernelRows(*trace, view, *range) : kernelRows(*trace, view));
            return writeFileAtomically(path.toStdString(), toCsv(rows));
        },
        [this, path](const Status& status) { reportExport(status, path); });
}

Status MainWindow::writeTable(BottomPanel::Table table, const QString& path) const
{
    switch (table) {
    case BottomPanel::Table::Comparison: {
        // The same columns as `attnscope report --csv`.
        auto report = emptyReportTable();
        appendReportRows(report, *m_page->document->trace, m_page->document->summaries);
        return writeFileAtomically(path.toStdString(), toCsv(report));
    }
    case BottomPanel::Table::Findings:
        return exportCsv(m_bottom->findings().model(), path);
    case BottomPanel::Table::KernelNames:
        return exportCsv(m_bottom->kernelNames(), path);
    case BottomPanel::Table::Ops:
        return exportCsv(m_bottom->ops(), path);
    case BottomPanel::Table::Selection:
        return exportCsv(m_bottom->selection().chain(), path);
    case BottomPanel::Table::Kernels: // writeKernels()
    case BottomPanel::Table::Log:
        break;
    }
    return exportCsv(m_bottom->log(), path);
}

void MainWindow::chooseTableExport(BottomPanel::Table table)
{
    static const QHash<int, QString> kNames {
        { static_cast<int>(BottomPanel::Table::Comparison), QStringLiteral("comparison.csv") },
        { static_cast<int>(BottomPanel::Table::Findings), QStringLiteral("findings.csv") },
        { static_cast<int>(BottomPanel::Table::Kernels), QStringLiteral("kernels.csv") },
        { static_cast<int>(BottomPanel::Table::KernelNames), QStringLiteral("kernel_names.csv") },
        { static_cast<int>(BottomPanel::Table::Ops), QStringLiteral("operators.csv") },
        { static_cast<int>(BottomPanel::Table::Selection), QStringLiteral("selection.csv") },
        { static_cast<int>(BottomPanel::Table::Log), QStringLiteral("log.csv") },
    };
    chooseCsvExport(tr("Export the table"), kNames.value(static_cast<int>(table)),
        [this, table](const QString& path) { exportTable(table, path); });
}

void MainWindow::reportStatus(const Status& status, const QString& done)
{
    if (status.ok()) {
        m_banner->show(Banner::Kind::Good, tr("Done."), done);
    } else {
        m_banner->show(Banner::Kind::Error, tr("That did not work."), QString::fromStdString(status.error().message));
    }
}

void MainWindow::reportExport(const Status& status, const QString& path)
{
    reportStatus(status, tr("Exported %1.").arg(path));
}

void MainWindow::withSavedWork(DocumentPage* page, std::function<void()> then)
{
    if (!page->document || !page->document->unsaved) {
        then();
        return;
    }
    showPage(page); // the question is about what is in sight
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("Unsaved recording"),
        tr("This recording is not saved. It would be lost."), QMessageBox::NoButton, this);
    box->setObjectName(QStringLiteral("unsavedQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    auto* save = box->addButton(tr("Save…"), QMessageBox::AcceptRole);
    auto* discard = box->addButton(tr("Discard it"), QMessageBox::DestructiveRole);
    box->addButton(tr("Go back"), QMessageBox::RejectRole);
    box->setDefaultButton(save);
    connect(box, &QMessageBox::buttonClicked, this,
        [this, save, discard, document = page->document, then = std::move(then)](QAbstractButton* clicked) {
            if (clicked == discard) {
                document->unsaved = false;
                then();
            } else if (clicked == save) {
                chooseSave(); // what was wanted is asked for again once the file is safe
            }
        });
    box->open();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    for (const auto& page : m_pages) {
        if (page->document && page->document->unsaved) {
            event->ignore();
            withSavedWork(page.get(), [this] { close(); }); // which asks about the next one
            return;
        }
    }
    // The workers are asked to stop now and waited for when the window is destroyed, after it has left the screen.
    m_run.cancel();
    m_import.cancel();
    storeSettings();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            event->acceptProposedAction();
            return;
        }
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    QStringList files;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            files << url.toLocalFile();
        }
    }
    if (files.isEmpty()) {
        return;
    }
    event->acceptProposedAction();
    openFiles(files);
}

} // namespace attnscope
