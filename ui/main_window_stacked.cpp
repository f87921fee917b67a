// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow and the stacked picture: all variants of the current page on one axis, in place of its timeline. What
// is chosen there is chosen in the timeline, too, which therefore shows it when one comes back.
#include "ui/main_window.h"

#include "ui/common/action_registry.h"
#include "ui/common/search_field.h"
#include "ui/common/span_search.h"
#include "ui/common/toolbar.h"
#include "ui/run/stacked_picture.h"
#include "ui/run/variant_row.h"
#include "ui/timeline/colour_bar.h"
#include "ui/timeline/stacked_view.h"
#include "ui/timeline/timeline_view.h"

#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace attnscope {

void MainWindow::connectStacked()
{
    m_stacked = new StackedView;
    m_stacked->setColourBy(m_colours->colourBy());
    m_stage->addWidget(m_stacked);
    connect(m_variants, &VariantRow::stackRequested, this, &MainWindow::setStacked);
    connect(m_variants, &VariantRow::alignChosen, this, &MainWindow::alignStacked);
    connect(m_stacked, &StackedView::variantChosen, this, [this](int variant) { showVariant(variant, true); });
    connect(m_stacked, &StackedView::variantOpened, this, [this](int variant) {
        showVariant(variant, true);
        setStacked(false);
    });
    connect(m_stacked, &StackedView::spanSelected, this, &MainWindow::selectStacked);
    connect(m_stacked, &StackedView::cleared, this, [this] { m_page->timeline->clearSelection(); });
    connect(m_stacked, &StackedView::viewRangeChanged, this, &MainWindow::updateStatus);
}

bool MainWindow::showsStacked() const
{
    return m_stage->currentWidget() == m_stacked;
}

void MainWindow::setStacked(bool on)
{
    const bool possible = m_page->document && canStack(m_page->document->summaries);
    if (on && !possible) {
        return;
    }
    if (on) {
        uncoverAnswers(); // it shows all of them
    }
    const bool comesBack = showsStacked() && !on;
    m_page->stacked = on;
    if (!showsMessagePage()) {
        showPicture();
        focusPicture();
    }
    updateStackToggle();
    if (comesBack) {
        searchAgain();
    }
    updateStatus();
    if (const auto span = m_page->timeline->selection(); span && comesBack) {
        m_page->timeline->reveal(*span);
    }
}

void MainWindow::updateStackToggle()
{
    const bool possible = m_page->document && canStack(m_page->document->summaries);
    m_variants->setStack(possible, possible && m_page->stacked);
    m_actions->action(QStringLiteral("stack"))->setEnabled(possible);
    m_actions->action(QStringLiteral("align"))->setEnabled(possible && m_page->stacked);
}

void MainWindow::alignStacked(StackedAlign align)
{
    m_stackedAlign = align;
    m_variants->setAlign(align);
    updateStacked();
}

void MainWindow::showPicture()
{
    if (m_page->document && m_page->document->trace->spanCount() == 0) {
        showNoSpansPage();
    } else if (m_page->stacked) {
        m_stage->setCurrentWidget(m_stacked);
    } else {
        m_stage->setCurrentWidget(m_page->timeline);
    }
    updateStacked();
}

void MainWindow::focusPicture()
{
    m_stage->currentWidget()->setFocus();
}

void MainWindow::updateStacked()
{
    const std::uint64_t job = ++m_stackedJob; // what was asked for before is not wanted any more
    const bool isWanted = m_page->stacked && m_page->document;
    if (!isWanted || m_stackedDocument != m_page->document) {
        m_stacked->clear();
        m_stackedParts = {};
        m_stackedDocument = isWanted ? m_page->document : nullptr;
        showLegend();
    }
    if (!isWanted) {
        return;
    }
    std::vector<VariantSummary> summaries = m_page->document->summaries;
    for (VariantSummary& summary : summaries) {
        if (!summary.ran) {
            summary.note = captionOf(summary, m_unit).explanation.toStdString(); // as the variant's button says it
        }
    }
    m_modelTasks.run<StackedPicture>(
        [document = m_page->document, summaries, step = m_page->timeline->focusStep(), align = m_stackedAlign,
            parts = m_stackedParts] { return makeStackedPicture(document, summaries, step, align, parts); },
        [this, job](StackedPicture picture) {
            if (job != m_stackedJob) {
                return;
            }
            m_stackedParts = std::move(picture.parts);
            m_stacked->setRows(std::move(picture.rows), true);
            m_stacked->setCurrentVariant(m_page->variant);
            m_stacked->setSelection(m_page->timeline->selection());
            m_stacked->setLit(m_page->timeline->lit());
            searchAgain();
            showLegend();
            updateStatus();
        });
}

void MainWindow::selectStacked(int variant, std::optional<SpanRef> span)
{
    if (!m_page->document || variant < 0) {
        return;
    }
    const auto index = static_cast<std::size_t>(variant);
    const auto& models = m_stackedParts.models;
    if (variant != m_page->variant && index < models.size() && models[index]) {
        ++m_modelJob;
        showModel(variant, models[index], true);
    }
    selectSpan(span, false);
}

void MainWindow::selectNeighbour(int direction)
{
    if (showsStacked()) {
        m_stacked->selectNeighbour(direction);
    } else if (direction > 0) {
        m_page->timeline->selectNext();
    } else {
        m_page->timeline->selectPrevious();
    }
}

std::vector<SpanRef> MainWindow::findStacked(const QString& text) const
{
    const Trace& trace = *m_page->document->trace;
    return m_stacked->rows().shownOf(findSpans(trace, trace.range(), text));
}

void MainWindow::showStackedMatch(SpanRef span)
{
    if (const auto place = m_stacked->rows().placeOf(span)) {
        selectStacked(static_cast<int>(place->row), span);
        m_stacked->reveal(span);
    }
}

void MainWindow::searchAgain()
{
    if (const QString text = m_toolbar->search().text(); !text.isEmpty()) {
        search(text);
    } else if (m_role) {
        showRole(*m_role);
    }
}

// The colours of what is in the picture.
void MainWindow::showLegend()
{
    m_colours->setKernels(
        m_page->stacked && !m_stackedParts.kernels.empty() ? m_stackedParts.kernels : m_variantKernels);
}

} // namespace attnscope
