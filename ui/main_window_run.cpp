// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow and its workers: runs, imports, and what they report.
#include "ui/main_window.h"

#include "ui/common/banner.h"
#include "ui/common/message_page.h"
#include "ui/common/status_line.h"
#include "ui/common/variant_title.h"
#include "ui/run/left_column.h"
#include "ui/run/no_gpu_panel.h"
#include "ui/run/variant_checks.h"
#include "ui/run/variant_row.h"
#include "ui/run/workload_form.h"
#include "ui/timeline/timeline_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QStackedWidget>
#include <QTimer>

#include <utility>

namespace attnscope {
namespace {

constexpr int kPageAfterMs = 200;

// What the run does with the variant %1.
QString activityOf(RecordStage stage)
{
    switch (stage) {
    case RecordStage::Preparing:
        return MainWindow::tr("%1: preparing");
    case RecordStage::WarmUp:
        return MainWindow::tr("%1: warm-up");
    case RecordStage::Timing:
        return MainWindow::tr("%1: timing");
    case RecordStage::Recording:
        return MainWindow::tr("%1: recording");
    case RecordStage::Accuracy:
        return MainWindow::tr("%1: accuracy");
    case RecordStage::Finished:
        return MainWindow::tr("%1: finished");
    case RecordStage::Refused:
        return MainWindow::tr("%1: refused");
    case RecordStage::Failed:
        break;
    }
    return MainWindow::tr("%1: failed");
}

} // namespace

void MainWindow::connectControllers()
{
    connect(&m_run, &RunController::started, this, &MainWindow::updateActions);
    connect(&m_run, &RunController::progressed, this, &MainWindow::onRunProgress);
    connect(&m_run, &RunController::finished, this, &MainWindow::onRunFinished);
    connect(&m_run, &RunController::failed, this, &MainWindow::onRunFailed);
    connect(&m_run, &RunController::availabilityFound, this,
        [this](const AvailabilityReport& report) { m_left->showAvailability(report); });
    connect(&m_run, &RunController::doctorAnswered, this,
        [this](const std::vector<DoctorLine>& lines) { m_page->noGpu->setDoctor(lines); });

    connect(&m_import, &ImportController::started, this, &MainWindow::showImportPage);
    connect(&m_import, &ImportController::progressed, this, &MainWindow::onImportProgress);
    connect(&m_import, &ImportController::finished, this, &MainWindow::onImportFinished);
    connect(&m_import, &ImportController::failed, this, &MainWindow::onImportFailed);
    connect(&m_import, &ImportController::cancelled, this, &MainWindow::onImportCancelled);
}

void MainWindow::onImportProgress(quint64 bytes, quint64 total)
{
    const double fraction = total == 0 ? -1 : static_cast<double>(bytes) / static_cast<double>(total);
    const QString read = formatBytes(static_cast<std::int64_t>(bytes));
    m_message->setProgress(fraction,
        total == 0 ? tr("%1 read").arg(read) : tr("%1 of %2").arg(read, formatBytes(static_cast<std::int64_t>(total))));
}

void MainWindow::onImportFinished(const DocumentPtr& document)
{
    m_status->setActivity({}, 0);
    if (!document->files.isEmpty()) {
        m_settings.addRecent(document->files);
        fillRecentMenu();
    }
    if (DocumentPage* comparing = std::exchange(m_comparing, nullptr)) {
        DocumentPage* page = addPage();
        fillPage(*page, document);
        showPage(comparing);
        showPicture();
        m_banner->hide();
        updateActions(); // the page was shown all along, and nothing is being opened any more
        compareKernelsWith(document);
        return;
    }
    placeDocument(document);
}

void MainWindow::onImportCancelled(const QStringList& paths)
{
    m_comparing = nullptr;
    m_status->setActivity({}, 0);
    updateActions();
    const QString name = documentName(paths);
    if (m_page->document) {
        showPicture();
        m_banner->show(Banner::Kind::Info, tr("Cancelled."),
            tr("%1 was not opened; this is the recording from before.").arg(name));
    } else {
        m_message->show(tr("Cancelled"), tr("%1 was not opened.").arg(name),
            { { tr("Open it again"), QStringLiteral("refresh"), [this, paths] { openFiles(paths); } },
                { tr("Open another…"), QStringLiteral("open"), [this] { chooseFile(); } } });
    }
}

void MainWindow::startRun()
{
    const auto request = m_left->request();
    if (!request || m_run.isBusy()) {
        return;
    }
    m_import.cancel();
    uncoverAnswers();
    m_banner->hide();
    m_status->setActivity(tr("loading LibTorch"), 0);
    m_run.start(*request);
}

void MainWindow::cancel()
{
    if (m_run.isBusy()) {
        m_run.cancel();
        m_status->setActivity(tr("finishing the current step"), 0);
        updateActions();
    } else {
        m_import.cancel();
    }
}

void MainWindow::onRunProgress(const RecordProgress& progress)
{
    if (!m_run.isBusy() || m_run.isCancelling()) {
        return;
    }
    m_variants->setProgress(progress);
    const QString doing = activityOf(progress.stage).arg(variantTitle(progress.variant));
    m_status->setActivity(progress.variantCount == 0
            ? doing
            : tr("%1, %2 of %3").arg(doing).arg(progress.variantIndex + 1).arg(progress.variantCount),
        progress.fraction);
}

void MainWindow::onRunFinished(const DocumentPtr& document)
{
    const bool wasCancelled = m_run.wasCancelled();
    m_status->setActivity({}, 0);
    m_variants->clearProgress();
    takeNextGuess(*document);
    placeRecording(document);
    std::size_t done = 0;
    bool anyFailed = false;
    std::vector<VariantAvailability> known;
    for (const VariantSummary& summary : document->summaries) {
        done += summary.ran ? 1 : 0;
        anyFailed =
            anyFailed || (summary.view.result != nullptr && summary.view.result->status == VariantStatus::Failed);
        if (summary.view.result != nullptr && summary.view.result->status == VariantStatus::Refused) {
            known.push_back({ summary.view.name, summary.view.title, false, summary.view.result->reasons, {} });
        }
    }
    m_left->variants().setAvailability(known);
    if (document->trace->session() && document->trace->session()->device.kind == "cpu") {
        m_run.askDoctor();
    }
    const bool isComplete = done == document->summaries.size();
    if (wasCancelled || !isComplete) {
        const QString text = isComplete
            ? tr("Every variant ran; the log says what is missing.")
            : tr("%1 of %2 variants ran; the row above and the log say why the others did not.")
                  .arg(done)
                  .arg(document->summaries.size());
        m_banner->show(anyFailed ? Banner::Kind::Warning : Banner::Kind::Info,
            wasCancelled ? tr("Cancelled.") : tr("Recorded."), text,
            { { tr("Save…"), [this] { chooseSave(); } },
                { tr("Show the log"), [this] { m_bottom->setCurrentTab(BottomPanel::Log); } } });
    }
}

void MainWindow::onRunFailed(const Error& error)
{
    m_status->setActivity({}, 0);
    m_variants->clearProgress();
    updateActions();
    const QString message = QString::fromStdString(error.message);
    if (error.kind == ErrorKind::Cancelled) {
        m_banner->show(Banner::Kind::Info, tr("Cancelled."), tr("Nothing was recorded."),
            { { tr("Run again"), [this] { startRun(); } } });
    } else {
        const QString heading =
            error.kind == ErrorKind::Unavailable ? tr("Recording cannot run here.") : tr("The run failed.");
        m_banner->show(Banner::Kind::Error, heading, message,
            { { tr("Copy"), [message] { QGuiApplication::clipboard()->setText(message); } },
                { tr("Try again"), [this] { startRun(); } } });
    }
}

void MainWindow::showEmptyPage()
{
    m_stage->setCurrentWidget(m_message);
    std::vector<MessagePage::Button> buttons { { tr("Open a trace…"), QStringLiteral("open"),
                                                   [this] { chooseFile(); } },
        { tr("Run my workload here"), QStringLiteral("play"), [this] { startRun(); } } };
    if (!bundledRecording().isEmpty()) {
        buttons.push_back({ tr("Open the H200 recording"), QStringLiteral("open"), [this] { openBundled(); } });
    }
    m_message->show(tr("Nothing is open"),
        tr("Set your shape on the left and press Run, open a trace of torch.profiler or of AttnScope, or drop a file "
           "on this window."),
        std::move(buttons));
}

// A file that could be read and holds nothing to draw: said in words, as an empty canvas looks broken.
void MainWindow::showNoSpansPage()
{
    m_stage->setCurrentWidget(m_message);
    m_message->show(tr("%1 has nothing to draw").arg(m_page->document->name),
        tr("It was read, and holds no operator, API call or kernel. Maybe the profiler was stopped before a step had "
           "ended. What else was found in it stands in the Log."),
        { { tr("Open another…"), QStringLiteral("open"), [this] { chooseFile(); } },
            { tr("Show the Log"), {}, [this] { m_bottom->setCurrentTab(BottomPanel::Log); } } });
    if (std::exchange(m_page->awaitsFirstView, false)) { // this is it: no timeline will be painted
        QTimer::singleShot(0, this, [this] {
            loadTablesOnceSeen();
            emit viewPainted();
        });
    }
}

void MainWindow::showImportPage(const QStringList& paths)
{
    updateActions();
    const QString name = documentName(paths);
    m_status->setActivity(tr("opening %1").arg(name), 0);
    // A small file is there before a page could be read: what is open stays until the wait is worth a word.
    if (m_page->document) {
        QTimer::singleShot(kPageAfterMs, this, [this, paths] {
            if (m_import.isBusy() && m_import.paths() == paths) {
                m_stage->setCurrentWidget(m_message);
            }
        });
    } else {
        m_stage->setCurrentWidget(m_message);
    }
    m_message->show(
        tr("Opening %1").arg(name), {}, { { tr("Cancel"), QStringLiteral("stop"), [this] { m_import.cancel(); } } });
    m_message->setProgress(-1, tr("reading"));
}

void MainWindow::onImportFailed(const Error& error, const QStringList& paths)
{
    m_comparing = nullptr;
    updateActions();
    m_status->setActivity({}, 0);
    const QString message = QString::fromStdString(error.message);
    const QString name = documentName(paths);
    if (m_page->document) {
        showPicture();
        m_banner->show(Banner::Kind::Error, tr("%1 cannot be opened.").arg(name), message,
            { { tr("Copy"), [message] { QGuiApplication::clipboard()->setText(message); } },
                { tr("Open another…"), [this] { chooseFile(); } } });
    } else {
        m_message->show(tr("%1 cannot be opened").arg(name), message,
            { { tr("Open another…"), QStringLiteral("open"), [this] { chooseFile(); } },
                { tr("Copy the message"), QStringLiteral("copy"),
                    [message] { QGuiApplication::clipboard()->setText(message); } } });
    }
    emit openingFailed();
}

void MainWindow::askAvailabilitySoon()
{
    // Only once LibTorch is there: looking must not be what loads it.
    if (m_run.isLoaded() && m_left->workload().isValid() && !m_run.isBusy()) {
        m_run.askAvailability(m_left->workload().workload(), m_left->workload().device(), m_left->variants().custom());
    }
}

} // namespace attnscope
