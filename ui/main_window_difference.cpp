// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow and the comparison of two recordings kernel by kernel: the Difference tab of the bottom panel.
#include "ui/main_window.h"

#include "profiler/analysis/kernel_difference.h"
#include "profiler/exporting/difference_table.h"
#include "profiler/exporting/export_trace.h"
#include "ui/common/panel_tab_bar.h"
#include "ui/common/toolbar.h"
#include "ui/compare/difference_model.h"
#include "ui/compare/difference_panel.h"
#include "ui/timeline/timeline_view.h"

#include <QMenu>

#include <algorithm>

namespace attnscope {
namespace {

QString nameOf(const TraceDocument& document, const VariantView& view)
{
    return document.views.size() == 1 ? document.name
                                      : MainWindow::tr("%1, %2").arg(document.name, QString::fromStdString(view.title));
}

// The variant of the other recording that belongs to this one: of the same name, else the first that ran.
std::size_t partnerOf(const VariantView& view, const TraceDocument& other)
{
    const auto sameName = std::find_if(
        other.views.begin(), other.views.end(), [&view](const VariantView& v) { return v.name == view.name; });
    return sameName == other.views.end() ? other.firstShown()
                                         : static_cast<std::size_t>(sameName - other.views.begin());
}

} // namespace

void MainWindow::fillKernelCompareMenu(QMenu& menu)
{
    menu.addSeparator();
    addCaption(menu, tr("Kernels, compared with"));
    for (const auto& page : m_pages) {
        if (page.get() != m_page && page->document) {
            menu.addAction(page->document->name, this,
                [this, document = std::weak_ptr(page->document)] { compareKernelsWith(document.lock()); });
        }
    }
    menu.addAction(tr("Another file…"), this, &MainWindow::chooseComparedFile);
    if (m_page->against) {
        menu.addSeparator();
        menu.addAction(
            tr("End the comparison with %1").arg(m_page->against->name), this, [this] { compareKernelsWith(nullptr); });
    }
}

void MainWindow::compareKernelsWithFile(const QString& path)
{
    if (m_page->document) {
        m_import.open({ path });
        m_comparing = m_page;
    }
}

void MainWindow::compareKernelsWith(const DocumentPtr& other)
{
    if (!m_page->document || m_page->document == other) {
        return;
    }
    uncoverAnswers(); // who compares looks already
    m_page->against = other;
    updateDifference();
    fillCompareMenu();
    if (other) {
        m_bottom->tabs().setCurrentIndex(m_differenceTab);
    }
}

void MainWindow::makeDifferencePanel()
{
    m_difference = new DifferencePanel;
    m_difference->setTimeUnit(m_unit);
    m_differenceTab = m_bottom->addOptionalTab(tr("Difference"), m_difference, m_difference->tools());
    connect(m_difference, &DifferencePanel::optionsChanged, this, &MainWindow::updateDifference);
    connect(m_difference, &DifferencePanel::kernelChosen, this, &MainWindow::showKernel);
    connect(m_difference, &DifferencePanel::endRequested, this, [this] { compareKernelsWith(nullptr); });
    connect(m_difference, &DifferencePanel::exportRequested, this, [this] {
        chooseCsvExport(tr("Export the difference"), QStringLiteral("difference.csv"),
            [this](const QString& path) { reportExport(exportDifference(path), path); });
    });
}

void MainWindow::updateDifference()
{
    const std::uint64_t job = ++m_differenceJob;
    const DocumentPtr a = m_page->document;
    const DocumentPtr b = m_page->against;
    if (!a || !b) {
        if (m_difference != nullptr) {
            m_bottom->setOptionalTabVisible(m_differenceTab, false);
            m_difference->showWaiting({});
        }
        return;
    }
    if (m_difference == nullptr) {
        makeDifferencePanel();
    }
    m_bottom->setOptionalTabVisible(m_differenceTab, true);
    const VariantView viewA = m_page->view();
    const VariantView viewB = b->views[partnerOf(viewA, *b)];
    m_difference->showWaiting(tr("comparing %1 with %2").arg(nameOf(*a, viewA), nameOf(*b, viewB)));
    m_tasks.run<KernelDifference>(
        [traceA = a->trace, traceB = b->trace, viewA, viewB, options = m_difference->options()] {
            return compareKernels(*traceA, viewA, *traceB, viewB, options);
        },
        [this, job, nameA = nameOf(*a, viewA), nameB = nameOf(*b, viewB)](KernelDifference difference) {
            if (job == m_differenceJob) {
                m_difference->setDifference(nameA, nameB, std::move(difference));
            }
        });
}

void MainWindow::showKernel(const QString& name)
{
    const std::uint64_t job = ++m_kernelJob;
    const TracePtr trace = m_page->document->trace;
    const VariantView view = m_page->view();
    m_tasks.run<std::vector<SpanRef>>(
        [trace, view, name = name.toStdString(), byLabel = m_difference->options().byLabel] {
            return kernelSpans(*trace, view, name, byLabel);
        },
        [this, job, trace](std::vector<SpanRef> spans) {
            if (job != m_kernelJob || !m_page->document || m_page->document->trace != trace) {
                return;
            }
            const auto longest = std::max_element(spans.begin(), spans.end(),
                [&trace](SpanRef x, SpanRef y) { return trace->duration(x) < trace->duration(y); });
            selectSpan(longest == spans.end() ? std::nullopt : std::optional(*longest), true);
            leaveFinding();
            m_page->timeline->setLit(std::move(spans));
        });
}

Status MainWindow::exportDifference(const QString& path)
{
    if (m_difference == nullptr || !m_page->against) {
        return Error { ErrorKind::Failed, tr("there is nothing to export: nothing is compared").toStdString() };
    }
    // The same columns as `attnscope kernels A --against B --csv`.
    KernelDifference difference = m_difference->difference();
    difference.rows = m_difference->model().records();
    CellTable table = emptyDifferenceTable();
    appendDifferenceRows(table, m_page->view().name, difference);
    return writeFileAtomically(path.toStdString(), toCsv(table));
}

} // namespace attnscope
