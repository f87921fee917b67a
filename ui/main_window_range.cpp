// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow and the range that is measured on the timeline: the tables of kernels and operators follow it.
#include "ui/details/inspector.h"
#include "ui/details/range_card.h"
#include "ui/main_window.h"
#include "ui/timeline/timeline_view.h"

#include <utility>

namespace attnscope {
namespace {

constexpr int kRestMs = 120; // of the pointer that drags a range, before the tables are made

} // namespace

void MainWindow::connectRange()
{
    m_rangeRests.setSingleShot(true);
    m_rangeRests.setInterval(kRestMs);
    connect(&m_rangeRests, &QTimer::timeout, this, &MainWindow::followRange);
    connect(m_bottom, &BottomPanel::rangeDismissed, this, [this] {
        m_page->timeline->setSelectedRange(std::nullopt);
        followRange();
    });
}

void MainWindow::cancelRange()
{
    m_rangeRests.stop();
    if (m_rangeCancel) {
        m_rangeCancel->store(true);
    }
    m_rangeCancel = nullptr;
}

void MainWindow::followRange()
{
    cancelRange();
    const std::optional<TimeRange> range = m_page->timeline->selectedRange();
    if (!range || !m_page->document || m_page->variant < 0) {
        m_bottom->setRange(std::nullopt);
        if (std::exchange(m_rangeCard, std::nullopt) && m_inspector->card() && !m_page->timeline->selection()) {
            showNoSpan();
        }
        return;
    }
    struct Answer {
        VariantTables tables;
        DetailCard card;
    };
    m_rangeCancel = std::make_shared<std::atomic<bool>>(false);
    m_tasks.run<Answer>(
        [trace = m_page->document->trace, view = m_page->view(), range, cancel = m_rangeCancel] {
            Answer answer { makeTables(*trace, view, cancel.get(), range), {} };
            answer.card = describeRange(*trace, view, *range, answer.tables);
            return answer;
        },
        [this, range, cancel = m_rangeCancel](Answer answer) {
            if (cancel->load()) {
                return;
            }
            m_bottom->setRange(range, std::move(answer.tables));
            m_rangeCard = std::move(answer.card);
            if (!m_page->timeline->selection() && !m_inspector->findingCard() && !m_inspector->roleCard()) {
                showNoSpan();
            }
        });
}

void MainWindow::showNoSpan()
{
    if (m_rangeCard) {
        m_inspector->showCard(*m_rangeCard);
    } else {
        m_inspector->showNothing();
    }
    arrangeInspector();
}

} // namespace attnscope
