// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow and what it shows: document, variant, selection, search, unit, title, status.
#include "ui/main_window.h"

#include "profiler/analysis/attribution.h"
#include "ui/common/action_registry.h"
#include "ui/common/banner.h"
#include "ui/common/kernel_words.h"
#include "ui/common/search_field.h"
#include "ui/common/span_search.h"
#include "ui/common/status_line.h"
#include "ui/common/toolbar.h"
#include "ui/compare/comparison_panel.h"
#include "ui/compare/difference_panel.h"
#include "ui/details/inspector.h"
#include "ui/details/log_model.h"
#include "ui/run/left_column.h"
#include "ui/run/no_gpu_panel.h"
#include "ui/run/recording_facts.h"
#include "ui/run/variant_row.h"
#include "ui/run/workload_form.h"
#include "ui/timeline/colour_bar.h"
#include "ui/timeline/stacked_view.h"
#include "ui/timeline/timeline_view.h"

#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <utility>

namespace attnscope {
namespace {

constexpr int kTablesAtLatestMs = 1000; // after the document was shown
constexpr std::size_t kFindingsUnasked = 200'000; // spans: up to that they take no time to speak of on a worker

} // namespace

void MainWindow::setDocument(const DocumentPtr& document)
{
    fillPage(*m_page, document);
    m_formByUser = m_formByUser && document->unsaved; // a recording made here is of what the form says
    showPageParts();
    focusPicture();
    emit documentShown();
}

void MainWindow::showPageParts()
{
    const DocumentPtr before =
        std::exchange(m_shown, m_page->document); // the parts look into it until they have the next one
    const TraceDocument* document = m_page->document.get();
    m_bottom->setDocument(nullptr);
    m_finding = -1;
    m_rangeCard.reset();
    leaveRole();
    m_inspector->showNothing();
    m_matches.clear();
    m_variants->setDocument(document);
    m_bottom->setDocument(document);
    m_left->setDocument(document);
    if (document != nullptr && document->trace->session() && !m_formByUser) {
        const QSignalBlocker quiet(m_left); // the form shows what was run; nothing is asked about it yet
        m_left->workload().setWorkload(document->trace->session()->workload);
    }
    if (m_unitByUser) {
        setTimeUnit(m_settings.unit, false);
    } else if (document != nullptr) {
        setTimeUnit(timeUnitOf(*document), false);
    }
    if (document == nullptr) {
        cancelTables(); // they are for a page that has gone
        m_page->stacked = false;
        updateStacked();
        showEmptyPage();
    } else {
        showPicture();
        showVariantParts();
        if (const QString text = m_toolbar->search().text(); !text.isEmpty()) {
            search(text); // else what is lit stays lit
        }
    }
    fillCompareMenu();
    updateDifference();
    updateStart();
    updateActions();
    updateTitle();
    updateStatus();
    refreshTabs();
}

void MainWindow::showBundledBanner()
{
    QString text = tr("Nothing has run on this machine yet.");
    if (const auto& session = m_page->document->trace->session()) {
        text = tr("Made on an %1 with PyTorch %2. Nothing has run on this machine yet.")
                   .arg(QString::fromStdString(session->device.name), QString::fromStdString(session->versions.torch));
    }
    m_banner->show(Banner::Kind::Info, tr("A bundled recording."), text,
        { { tr("Open a trace…"), [this] { chooseFile(); } }, { tr("Run my workload here"), [this] { startRun(); } } });
}

void MainWindow::setTimeUnit(TimeUnit unit, bool byUser)
{
    if (byUser) {
        m_unitByUser = true;
        m_settings.unit = unit;
    } else {
        const QSignalBlocker quiet(m_toolbar);
        m_toolbar->setTimeUnit(unit);
    }
    m_unit = unit;
    m_variants->setTimeUnit(unit);
    m_bottom->setTimeUnit(unit);
    m_inspector->setTimeUnit(unit);
    updateStart();
    m_page->timeline->setTimeUnit(unit);
    m_stacked->setTimeUnit(unit);
    if (m_difference != nullptr) {
        m_difference->setTimeUnit(unit);
    }
}

void MainWindow::showVariant(int index, bool keepRelativeView)
{
    if (!m_page->document || index < 0 || index >= static_cast<int>(m_page->document->views.size())) {
        return;
    }
    if (isCovered(m_page->document->guess, m_page->document->summaries[static_cast<std::size_t>(index)])) {
        uncoverAnswers(); // to see it is to know
    }
    const std::uint64_t job = ++m_modelJob; // what was asked for before is not wanted any more
    if (index == m_page->variant && keepRelativeView) {
        m_variants->setCurrent(index);
        return;
    }
    const DocumentPtr document = m_page->document;
    const auto view = static_cast<std::size_t>(index);
    if (document->isAtHand(view)) {
        showModel(index, document->timelineOf(view), keepRelativeView);
        return;
    }
    m_variants->setCurrent(index); // the answer to the click; the picture stays until the new one can be drawn
    m_modelTasks.run<std::shared_ptr<const TimelineModel>>([document, view] { return document->timelineOf(view); },
        [this, job, index, page = m_page, document, keepRelativeView](std::shared_ptr<const TimelineModel> model) {
            if (job == m_modelJob && page == m_page && page->document == document) {
                showModel(index, std::move(model), keepRelativeView);
            }
        });
}

void MainWindow::showModel(int index, std::shared_ptr<const TimelineModel> model, bool keepRelativeView)
{
    m_finding = -1; // it was the other variant's
    m_rangeCard.reset(); // and so was this
    m_page->variant = index;
    m_page->timeline->setModel(std::move(model), keepRelativeView);
    m_page->timeline->setSelection(std::nullopt);
    showVariantParts();
    search(m_toolbar->search().text());
    updateDifference();
}

void MainWindow::showVariantParts()
{
    const VariantView& view = m_page->view();
    m_variants->setCurrent(m_page->variant);
    m_variants->setSteps(view.stepNames, m_page->timeline->focusStep());
    m_bottom->comparison().setCurrent(m_page->variant);
    m_stacked->setCurrentVariant(m_page->variant);
    selectSpan(m_page->timeline->selection(), false);
    updateNoGpuPanel();
    loadTables();
    updateStatus();
}

void MainWindow::cancelTables()
{
    if (m_tablesCancel) {
        m_tablesCancel->store(true);
    }
    m_tablesCancel = nullptr;
    m_tablesWait = false;
    cancelRange();
    ++m_tablesJob; // whatever still comes is dropped
}

// What nobody sees in the first picture must not compete with it for the cores.
void MainWindow::loadTables()
{
    cancelTables();
    m_tablesCancel = std::make_shared<std::atomic<bool>>(false);
    m_tablesWait = true;
    m_bottom->expectTables();
    if (m_page->awaitsFirstView && isVisible()) {
        // A window that is minimised, or a variant without any lane, is never painted.
        QTimer::singleShot(kTablesAtLatestMs, this, [this, job = m_tablesJob] {
            if (job == m_tablesJob) {
                loadTablesOnceSeen();
            }
        });
    } else {
        loadTablesOnceSeen();
    }
}

void MainWindow::loadTablesOnceSeen()
{
    if (!std::exchange(m_tablesWait, false)) {
        return;
    }
    const TracePtr trace = m_page->document->trace;
    const VariantView view = m_page->view();
    m_tasks.run<VariantTables>(
        [trace, view, cancel = m_tablesCancel] { return makeTables(*trace, view, cancel.get()); },
        [this, job = m_tablesJob](VariantTables tables) {
            if (job == m_tablesJob) {
                m_variantKernels = tables.kernelNames;
                showLegend();
                m_bottom->setTables(std::move(tables));
                followRange(); // a page that is shown again may have one
                if (m_page->document->trace->spanCount() <= kFindingsUnasked) {
                    m_bottom->wantFindings(); // the tab says how many there are before somebody looks
                }
            }
        });
}

void MainWindow::loadKernelRows()
{
    const TracePtr trace = m_page->document->trace;
    const VariantView view = m_page->view();
    const auto range = m_bottom->range();
    m_tasks.run<std::vector<KernelRow>>(
        [trace, view, range, cancel = m_tablesCancel] {
            return range ? kernelRows(*trace, view, *range, cancel.get())
                         : kernelRows(*trace, view, false, cancel.get());
        },
        [this, job = m_tablesJob, trace, view, range](std::vector<KernelRow> rows) {
            if (job == m_tablesJob && range == m_bottom->range()) {
                m_bottom->setKernelRows(trace, view, std::move(rows));
            }
        });
}

void MainWindow::selectSpan(std::optional<SpanRef> span, bool reveal)
{
    const TracePtr trace = m_page->document ? m_page->document->trace : nullptr;
    if (m_page->timeline->selection() != span) {
        m_page->timeline->setSelection(span);
    }
    if (span && reveal) {
        focusStepOf(*span);
        m_page->timeline->reveal(*span);
    }
    m_stacked->setSelection(span);
    m_bottom->setSelection(trace, span);
    if (span && trace && m_page->variant >= 0) {
        m_inspector->showCard(describe(*trace, m_page->view(), *span));
    } else {
        showNoSpan();
    }
    arrangeInspector();
    updateStatus();
}

void MainWindow::focusStepOf(SpanRef span)
{
    // What is shown must not be dimmed as part of another step.
    const Trace& trace = *m_page->document->trace;
    const VariantView& view = m_page->view();
    int step = stepAt(view.steps, trace.start(span));
    if (isGpuWork(trace.kind(span))) {
        const auto work = attribute(trace, view, span);
        step = work ? work->step : -1;
    }
    if (step >= 0 && step != m_page->timeline->focusStep()) {
        m_page->timeline->setFocusStep(step);
        m_variants->setSteps(view.stepNames, step);
        updateStacked();
    }
}

void MainWindow::setBaseline(const QString& name)
{
    if (m_page->document && compareWith(m_page->document->summaries, name.toStdString())) {
        m_page->document->guess.covers = false; // what they are compared with is a question about all of them
        showGuess();
        fillCompareMenu();
        updateStacked();
    }
}

void MainWindow::search(const QString& text)
{
    const std::optional<RoleGroup> role = m_role; // without a search it stays lit in another variant
    m_match = -1;
    m_matches.clear();
    leaveFinding();
    if (showsStacked()) {
        m_matches = findStacked(text);
    } else if (m_page->document && m_page->variant >= 0) {
        m_matches = findSpans(*m_page->document->trace, m_page->view().window, text);
    }
    m_page->timeline->setLit(m_matches);
    m_toolbar->search().setMatches(0, static_cast<int>(m_matches.size()));
    if (role && text.isEmpty()) {
        showRole(*role);
    }
}

void MainWindow::showMatch(int direction)
{
    const int total = static_cast<int>(m_matches.size());
    if (total == 0) {
        return;
    }
    const int match = m_match < 0 ? (direction > 0 ? 0 : total - 1) : (m_match + direction + total) % total;
    const SpanRef span = m_matches[static_cast<std::size_t>(match)];
    if (showsStacked()) {
        showStackedMatch(span);
    } else {
        selectSpan(span, true);
    }
    m_match = match;
    m_toolbar->search().setMatches(match + 1, total);
}

void MainWindow::updateTitle()
{
    const QString name = m_page->document ? m_page->document->name : QString();
    setWindowTitle(name.isEmpty() ? QStringLiteral("AttnScope") : tr("%1[*] · AttnScope").arg(name));
    setWindowModified(m_page->document && m_page->document->unsaved);
}

void MainWindow::updateStatus()
{
    if (!m_page->document || m_page->variant < 0) {
        m_status->setLeft({ tr("no recording open") });
        m_status->setRight({});
        return;
    }
    const Trace& trace = *m_page->document->trace;
    QStringList left {
        (m_page->document->bundled ? tr("bundled: %1") : QStringLiteral("%1")).arg(m_page->document->name)
    };
    left << tr("%1 spans").arg(formatCount(static_cast<std::int64_t>(trace.spanCount())));
    if (const auto& session = trace.session()) {
        left << QString::fromStdString(session->device.name);
    } else if (!trace.facts().deviceName.empty()) {
        left << QString::fromStdString(trace.facts().deviceName);
    }
    m_status->setLeft(left);

    QStringList right;
    const auto selected = m_page->timeline->selection();
    right << (!selected                             ? tr("nothing selected")
            : isGpuWork(trace.kind(*selected))      ? tr("1 kernel selected")
            : isApi(trace.kind(*selected))          ? tr("1 API call selected")
            : trace.kind(*selected) == SpanKind::Op ? tr("1 op selected")
                                                    : tr("1 span selected"));
    if (m_finding >= 0) {
        const auto lit = static_cast<std::int64_t>(m_page->timeline->lit().size());
        right << (lit == 1 ? tr("finding %1: 1 span").arg(m_finding + 1)
                           : tr("finding %1: %2 spans").arg(QString::number(m_finding + 1), formatCount(lit)));
    }
    if (m_role && m_inspector->roleCard()) {
        const auto lit = static_cast<std::int64_t>(m_page->timeline->lit().size());
        right << (lit == 1 ? tr("%1: 1 span").arg(roleName(*m_role))
                           : tr("%1: %2 spans").arg(roleName(*m_role), formatCount(lit)));
    }
    const TimeRange view = showsStacked() ? m_stacked->viewRange() : m_page->timeline->viewRange();
    const TimeRange all = showsStacked() ? m_stacked->rows().extent() : m_page->timeline->extent();
    const TimeRange seen { std::max(view.begin, all.begin), std::min(view.end, all.end) }; // less the margins
    if (trace.spanCount() > 0) {
        right << tr("view %1 of %2").arg(formatTimeAuto(std::max<Ns>(seen.length(), 0)), formatTimeAuto(all.length()));
    }
    const auto& log = m_bottom->log().records();
    if (const std::size_t entries = noteworthyRows(log); entries > 0) {
        right << (entries == 1 ? tr("Log: 1 entry") : tr("Log: %1 entries").arg(entries));
    }
    m_status->setRight(right);
}

void MainWindow::updateNoGpuPanel()
{
    const VariantSummary& summary = m_page->document->summaries[static_cast<std::size_t>(m_page->variant)];
    const bool madeHere = m_page->document->unsaved;
    QString fact;
    if (const auto us = summary.rankingUs(); us && summary.ran) {
        const QString time = formatTimeAuto(std::llround(*us * 1000));
        const auto& session = m_page->document->trace->session();
        fact = session && session->device.cpuThreads > 0
            ? tr("The CPU lanes are measured: %1 a forward on %2 threads of an %3.")
                  .arg(time)
                  .arg(session->device.cpuThreads)
                  .arg(QString::fromStdString(session->device.name))
            : tr("The CPU lanes are measured: %1 a forward.").arg(time);
    }
    m_page->noGpu->setRecording(madeHere, fact);
}

} // namespace attnscope
