// SPDX-License-Identifier: GPL-3.0-or-later
// BottomPanel: the tables of the shown variant, or of the range of it that is measured.
#include "ui/common/panel_tab_bar.h"
#include "ui/details/bottom_panel.h"
#include "ui/details/finding_panel.h"
#include "ui/details/kernel_model.h"
#include "ui/details/name_model.h"
#include "ui/details/table_tab.h"

#include <utility>

namespace attnscope {

void BottomPanel::expectTables()
{
    m_launches = Launches::NotAsked;
    showScope(std::nullopt);
    m_findingsOpen = true;
    m_findings->showWaiting(tr("The recording is being searched for what stands out."));
    setTabCount(Findings, -1);
    m_kernelTab->setWaiting(kLaunchesView, tr("The launches are being put together."));
    m_kernelTab->setWaiting(kByNameView, tr("The kernels are being counted."));
    m_opTab->setWaiting(0, tr("The operators are being counted."));
    askForKernelRows();
    if (m_launches == Launches::NotAsked) { // in sight, those of the variant before stay until the new ones are there
        m_kernels->setRows(nullptr, {}, {});
    }
    if (currentTab() == Findings) {
        wantFindings();
    }
}

void BottomPanel::setTables(VariantTables tables)
{
    m_whole = std::move(tables);
    m_kernelTab->setWaiting(kByNameView, {});
    m_opTab->setWaiting(0, {});
    if (!m_range) {
        showTables(m_whole);
    }
}

void BottomPanel::setRange(std::optional<TimeRange> range, VariantTables tables)
{
    if (range == m_range) {
        return;
    }
    showScope(range);
    showTables(range ? tables : m_whole);
    m_launches = Launches::NotAsked;
    m_kernelTab->setWaiting(kLaunchesView, tr("The launches are being put together."));
    askForKernelRows();
    if (m_launches == Launches::NotAsked) { // nobody sees those of before, which are of another range
        m_kernels->setRows(nullptr, {}, {});
    }
}

void BottomPanel::showScope(std::optional<TimeRange> range)
{
    if (range == m_range) {
        return;
    }
    m_range = range;
    const QString scope = range ? tr("in %1").arg(formatTimeAuto(range->length())) : QString();
    m_kernelTab->setScope(scope);
    m_opTab->setScope(scope);
    fitTools();
}

void BottomPanel::showTables(const VariantTables& tables)
{
    setTabCount(Kernels, tables.kernelCount);
    setTabCount(Ops, static_cast<qint64>(tables.ops.size()));
    m_kernelNames->setRecords(tables.kernelNames);
    m_ops->setRecords(tables.ops);
}

void BottomPanel::setKernelRows(const TracePtr& trace, const VariantView& view, std::vector<KernelRow> rows)
{
    m_kernels->setRows(trace, view, std::move(rows));
    m_kernelTab->setWaiting(kLaunchesView, {});
    m_launches = Launches::Shown;
}

void BottomPanel::askForKernelRows()
{
    // Hundreds of bytes for each of maybe a million launches: not before somebody looks.
    const bool inSight = m_tabs->currentIndex() == Kernels && m_kernelTab->currentView() == kLaunchesView;
    if (inSight && m_launches == Launches::NotAsked) {
        m_launches = Launches::Asked;
        emit kernelRowsWanted();
    }
}

} // namespace attnscope
