// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow and what it shows: document, variant, selection, search, unit, title, status.
#include "ui/main_window.h"

#include "profiler/analysis/attribution.h"
#include "ui/common/action_registry.h"
#include "ui/common/banner.h"
#include "ui/common/search_field.h"
#include "ui/common/span_search.h"
#include "ui/common/status_line.h"
#include "ui/common/toolbar.h"
#include "ui/compare/comparison_panel.h"
#include "ui/details/inspector.h"
#include "ui/details/log_model.h"
#include "ui/run/left_column.h"
#include "ui/run/no_gpu_panel.h"
#include "ui/run/recording_facts.h"
#include "ui/run/variant_row.h"
#include "ui/run/workload_form.h"
#include "ui/timeline/colour_bar.h"
#include "ui/timeline/timeline_view.h"

#include <QSignalBlocker>
#include <QStackedWidget>

#include <algorithm>
#include <cmath>

namespace attnscope {

void MainWindow::setDocument(const DocumentPtr& document)
{
    m_bottom->setDocument(nullptr);
    m_inspector->showNothing();
    m_matches.clear();
    m_document = document;
    m_variant = -1;
    m_firstView = true;
    m_variants->setDocument(document.get());
    m_bottom->setDocument(document.get());
    m_left->setDocument(document.get());
    if (document->trace->session() && !document->unsaved) {
        const QSignalBlocker quiet(m_left); // the form shows what was run; nothing is asked about it yet
        m_left->workload().setWorkload(document->trace->session()->workload);
    }
    if (!m_unitByUser) {
        chooseUnitFor(*document);
    }
    fillCompareMenu();
    const auto ran = std::find_if(
        document->summaries.begin(), document->summaries.end(), [](const VariantSummary& s) { return s.ran; });
    m_stage->setCurrentIndex(1);
    showVariant(ran == document->summaries.end() ? 0 : static_cast<int>(ran - document->summaries.begin()), false);
    updateActions();
    updateTitle();
    m_timeline->setFocus();
    emit documentShown();
}

void MainWindow::showBundledBanner()
{
    QString made;
    if (const auto& session = m_document->trace->session()) {
        made = tr("Made on an %1 with PyTorch %2. ")
                   .arg(QString::fromStdString(session->device.name), QString::fromStdString(session->versions.torch));
    }
    m_banner->show(Banner::Kind::Info, tr("A bundled recording."), made + tr("Nothing has run on this machine yet."),
        { { tr("Open a trace…"), [this] { chooseFile(); } }, { tr("Run my workload here"), [this] { startRun(); } } });
}

void MainWindow::chooseUnitFor(const TraceDocument& document)
{
    double longest = 0;
    for (const VariantSummary& summary : document.summaries) {
        longest = std::max(longest, summary.ran ? summary.rankingUs().value_or(0) : 0);
    }
    setTimeUnit(longest >= 20'000 ? TimeUnit::Milliseconds : TimeUnit::Microseconds, false);
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
    m_variants->setTimeUnit(unit);
    m_bottom->setTimeUnit(unit);
    m_timeline->setTimeUnit(unit);
}

void MainWindow::showVariant(int index, bool keepRelativeView)
{
    if (!m_document || index < 0 || index >= static_cast<int>(m_document->views.size())
        || (index == m_variant && keepRelativeView)) {
        return;
    }
    m_variant = index;
    const VariantView& view = m_document->views[static_cast<std::size_t>(index)];
    m_timeline->setVariant(m_document->trace, view, keepRelativeView);
    m_variants->setCurrent(index);
    m_variants->setSteps(view.stepNames, m_timeline->focusStep());
    m_bottom->comparison().setCurrent(index);
    selectSpan(std::nullopt, false);
    updateNoGpuPanel();
    loadTables();
    search(m_toolbar->search().text());
    updateStatus();
}

void MainWindow::loadTables()
{
    const std::uint64_t job = ++m_tablesJob;
    const TracePtr trace = m_document->trace;
    const VariantView view = m_document->views[static_cast<std::size_t>(m_variant)];
    m_tasks.run<VariantTables>([trace, view] { return makeTables(*trace, view); },
        [this, job, trace, view](VariantTables tables) {
            if (job == m_tablesJob) {
                m_colours->setKernels(tables.kernelNames);
                m_bottom->setTables(trace, view, std::move(tables));
            }
        });
}

void MainWindow::selectSpan(std::optional<SpanRef> span, bool reveal)
{
    const TracePtr trace = m_document ? m_document->trace : nullptr;
    if (m_timeline->selection() != span) {
        m_timeline->setSelection(span);
    }
    if (span && reveal) {
        focusStepOf(*span);
        m_timeline->reveal(*span);
    }
    m_bottom->setSelection(trace, span);
    if (span && trace && m_variant >= 0) {
        m_inspector->showCard(describe(*trace, m_document->views[static_cast<std::size_t>(m_variant)], *span));
    } else {
        m_inspector->showNothing();
    }
    updateStatus();
}

void MainWindow::focusStepOf(SpanRef span)
{
    // What is shown must not be dimmed as part of another step.
    const Trace& trace = *m_document->trace;
    const VariantView& view = m_document->views[static_cast<std::size_t>(m_variant)];
    int step = stepAt(view.steps, trace.start(span));
    if (isGpuWork(trace.kind(span))) {
        const auto work = attribute(trace, view, span);
        step = work ? work->step : -1;
    }
    if (step >= 0 && step != m_timeline->focusStep()) {
        m_timeline->setFocusStep(step);
        m_variants->setSteps(view.stepNames, step);
    }
}

void MainWindow::setBaseline(const QString& name)
{
    if (m_document && compareWith(m_document->summaries, name.toStdString())) {
        m_bottom->setSummaries(m_document->summaries);
        m_bottom->comparison().setCurrent(m_variant);
        fillCompareMenu();
    }
}

void MainWindow::search(const QString& text)
{
    m_match = -1;
    m_matches.clear();
    if (m_document && m_variant >= 0) {
        m_matches = findSpans(*m_document->trace, m_document->views[static_cast<std::size_t>(m_variant)].window, text);
    }
    m_timeline->setLit(m_matches);
    m_toolbar->search().setMatches(0, static_cast<int>(m_matches.size()));
}

void MainWindow::showMatch(int direction)
{
    const int total = static_cast<int>(m_matches.size());
    if (total == 0) {
        return;
    }
    m_match = m_match < 0 ? (direction > 0 ? 0 : total - 1) : (m_match + direction + total) % total;
    selectSpan(m_matches[static_cast<std::size_t>(m_match)], true);
    m_toolbar->search().setMatches(m_match + 1, total);
}

void MainWindow::updateTitle()
{
    const QString name = m_document ? m_document->name : QString();
    setWindowTitle(name.isEmpty() ? QStringLiteral("AttnScope") : name + QStringLiteral("[*] · AttnScope"));
    setWindowModified(m_document && m_document->unsaved);
}

void MainWindow::updateStatus()
{
    if (!m_document || m_variant < 0) {
        m_status->setLeft({ tr("no recording open") });
        m_status->setRight({});
        return;
    }
    const Trace& trace = *m_document->trace;
    QStringList left { (m_document->bundled ? tr("bundled: %1") : QStringLiteral("%1")).arg(m_document->name) };
    left << tr("%1 spans").arg(formatCount(static_cast<std::int64_t>(trace.spanCount())));
    if (const auto& session = trace.session()) {
        left << QString::fromStdString(session->device.name);
    } else if (!trace.facts().deviceName.empty()) {
        left << QString::fromStdString(trace.facts().deviceName);
    }
    m_status->setLeft(left);

    QStringList right;
    const auto selected = m_timeline->selection();
    right << (!selected                             ? tr("nothing selected")
            : isGpuWork(trace.kind(*selected))      ? tr("1 kernel selected")
            : isApi(trace.kind(*selected))          ? tr("1 API call selected")
            : trace.kind(*selected) == SpanKind::Op ? tr("1 op selected")
                                                    : tr("1 span selected"));
    right << tr("view %1 of %2")
                 .arg(formatTimeAuto(m_timeline->viewRange().length()), formatTimeAuto(trace.range().length()));
    const auto& log = m_bottom->log().records();
    if (!log.empty()) {
        right << (log.size() == 1 ? tr("Log: %1").arg(QString::fromStdString(log.front().code))
                                  : tr("Log: %1 entries").arg(log.size()));
    }
    m_status->setRight(right);
}

void MainWindow::updateNoGpuPanel()
{
    const VariantSummary& summary = m_document->summaries[static_cast<std::size_t>(m_variant)];
    const bool madeHere = m_document->unsaved;
    QString fact;
    if (const auto us = summary.rankingUs(); us && summary.ran) {
        const QString time = formatTimeAuto(std::llround(*us * 1000));
        const auto& session = m_document->trace->session();
        fact = session && session->device.cpuThreads > 0
            ? tr("The CPU lanes are measured: %1 a forward on %2 threads of an %3.")
                  .arg(time)
                  .arg(session->device.cpuThreads)
                  .arg(QString::fromStdString(session->device.name))
            : tr("The CPU lanes are measured: %1 a forward.").arg(time);
    }
    m_noGpu->setRecording(madeHere, fact);
}

} // namespace attnscope
