// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow and the range that is measured on the timeline: the tables of kernels and operators follow it.
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
        return;
    }
    m_rangeCancel = std::make_shared<std::atomic<bool>>(false);
    m_tasks.run<VariantTables>([trace = m_page->document->trace, view = m_page->view(), range,
                                   cancel = m_rangeCancel] { return makeTables(*trace, view, cancel.get(), range); },
        [this, range, cancel = m_rangeCancel](VariantTables tables) {
            if (!cancel->load()) {
                m_bottom->setRange(range, std::move(tables));
            }
        });
}

} // namespace attnscope
