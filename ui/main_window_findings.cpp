// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow and the Findings tab: what a variant's recording proves, and what happens when one of it is chosen.
#include "ui/details/finding_model.h"
#include "ui/details/finding_page.h"
#include "ui/details/finding_panel.h"
#include "ui/details/inspector.h"
#include "ui/main_window.h"
#include "ui/timeline/timeline_view.h"

#include <algorithm>
#include <utility>

namespace attnscope {
namespace {

TimeRange rangeOf(const Trace& trace, const std::vector<SpanRef>& spans)
{
    TimeRange range { trace.start(spans.front()), trace.start(spans.front()) };
    for (const SpanRef span : spans) {
        range.begin = std::min(range.begin, trace.start(span));
        range.end = std::max(range.end, trace.start(span) + trace.duration(span));
    }
    return range;
}

// A view that shows it already stays: what is lit then lies where it was.
void showWhole(TimelineView& timeline, TimeRange range)
{
    const TimeRange view = timeline.viewRange();
    if (range.begin < view.begin || range.end > view.end) {
        const Ns air = std::max<Ns>(1, range.length() / 12);
        timeline.setViewRange({ range.begin - air, range.end + air });
    }
}

} // namespace

void MainWindow::connectFindings()
{
    connect(m_bottom, &BottomPanel::findingsWanted, this, &MainWindow::loadFindings);
    connect(&m_bottom->findings(), &FindingPanel::findingChosen, this, [this](int row) {
        const bool isShown = row == m_finding && m_inspector->findingCard();
        if (!isShown) {
            showFinding(row);
        }
    });
    connect(m_bottom, &BottomPanel::tabShown, this, &MainWindow::showFindingMarks);
    connect(m_inspector, &Inspector::spanChosen, this, [this](SpanRef span) { selectSpan(span, true); });
    connect(m_inspector, &Inspector::findingStepRequested, this, [this](int direction) {
        const int count = m_bottom->findings().model().rowCount();
        if (m_finding >= 0 && count > 0) {
            showFinding((m_finding + direction + count) % count);
        }
    });
}

void MainWindow::loadFindings()
{
    const TracePtr trace = m_page->document->trace;
    const VariantView view = m_page->view();
    m_tasks.run<VariantFindings>(
        [trace, view, cancel = m_tablesCancel] { return makeFindings(*trace, view, cancel.get()); },
        [this, job = m_tablesJob](VariantFindings findings) {
            if (job == m_tablesJob) {
                m_bottom->setFindings(std::move(findings));
                showFindingMarks();
            }
        });
}

void MainWindow::showFindingMarks()
{
    std::vector<FindingMarks::Owner> owners;
    if (m_bottom->currentTab() == BottomPanel::Findings) {
        for (const FindingRow& row : m_bottom->findings().model().records()) {
            if (row.finding.gpuNsPerForward) { // the others speak of the forward as a whole
                owners.push_back({ row.number, row.finding.evidence });
            }
        }
    }
    m_page->timeline->setFindingMarks(owners);
    m_page->timeline->chooseFindingMark(m_finding + 1);
}

void MainWindow::showFinding(int row)
{
    const auto& rows = m_bottom->findings().model().records();
    if (!m_page->document || row < 0 || row >= static_cast<int>(rows.size())) {
        return;
    }
    FindingRow chosen = rows[static_cast<std::size_t>(row)];
    if (m_page->document->guess.covers) {
        chosen.comparison.clear(); // it would tell what waits for the guess
    }
    const Trace& trace = *m_page->document->trace;
    const auto& evidence = chosen.finding.evidence;
    leaveRole();
    m_finding = -1; // what is selected next is part of it, not a farewell
    selectSpan(evidence.empty() ? std::nullopt : std::optional(mainSpan(trace, chosen.finding)), true);
    m_page->timeline->setLit(evidence);
    if (!evidence.empty()) {
        showWhole(*m_page->timeline, rangeOf(trace, evidence));
    }
    m_finding = row;
    m_bottom->findings().setChosen(row);
    m_page->timeline->chooseFindingMark(row + 1);
    m_inspector->showFinding(describeFinding(trace, chosen));
    updateStatus();
}

// Something else is lit now, or nothing.
void MainWindow::leaveFinding()
{
    leaveRole();
    if (std::exchange(m_finding, -1) >= 0) {
        m_bottom->findings().setChosen(-1);
        m_page->timeline->chooseFindingMark(0);
        if (m_inspector->findingCard()) {
            selectSpan(m_page->timeline->selection(), false);
        }
    }
}

} // namespace attnscope
