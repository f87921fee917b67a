// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow and its pages: one tab for each open recording.
#include "ui/main_window.h"

#include "ui/common/banner.h"
#include "ui/common/document_tab_bar.h"
#include "ui/common/search_field.h"
#include "ui/common/toolbar.h"
#include "ui/run/no_gpu_panel.h"
#include "ui/run/variant_row.h"
#include "ui/timeline/colour_bar.h"
#include "ui/timeline/stacked_view.h"
#include "ui/timeline/time_scale.h"
#include "ui/timeline/timeline_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QStackedWidget>
#include <QTimer>

#include <algorithm>
#include <utility>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace attnscope {
namespace {

// A closed recording may have been most of what this process holds: the allocator keeps free memory unless it is asked.
void giveMemoryBack()
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

} // namespace

DocumentPage* MainWindow::addPage()
{
    m_pages.push_back(std::make_unique<DocumentPage>());
    DocumentPage* page = m_pages.back().get();
    page->timeline = new TimelineView;
    page->bottomTab = BottomPanel::Comparison;
    page->noGpu = new NoGpuPanel;
    page->timeline->setNoGpuPanel(page->noGpu);
    m_stage->addWidget(page->timeline);
    connectPage(page);
    return page;
}

void MainWindow::connectPage(DocumentPage* page)
{
    connect(page->timeline, &TimelineView::focusStepChanged, this, [this, page](int step) {
        if (page == m_page && page->document) {
            m_variants->setSteps(page->timeline->variant().stepNames, step);
            updateStacked();
        }
    });
    connect(page->timeline, &TimelineView::selectionChanged, this, [this, page](std::optional<SpanRef> span) {
        if (page == m_page) {
            selectSpan(span, false);
        }
    });
    connect(page->timeline, &TimelineView::cleared, this, [this, page] {
        if (page == m_page) {
            leaveFinding();
        }
    });
    connect(page->timeline, &TimelineView::rangeSelected, this, [this, page](std::optional<TimeRange> range) {
        if (page == m_page && range) {
            m_rangeRests.start();
        } else if (page == m_page) {
            followRange();
        }
    });
    connect(page->timeline, &TimelineView::findingMarkClicked, this, [this, page](int number) {
        if (page == m_page) {
            showFinding(number - 1);
        }
    });
    connect(page->timeline, &TimelineView::litChanged, this, [this, page] {
        if (page == m_page) {
            m_stacked->setLit(page->timeline->lit());
        }
    });
    connect(page->timeline, &TimelineView::viewRangeChanged, this, [this, page] {
        if (page == m_page) {
            updateStatus();
        }
    });
    connect(page->timeline, &TimelineView::firstPainted, this, [this, page] {
        if (page->awaitsFirstView && page->document) {
            page->awaitsFirstView = false;
            emit viewPainted();
        }
        if (page == m_page) {
            QTimer::singleShot(0, this, &MainWindow::loadTablesOnceSeen);
        }
    });
    connect(page->noGpu, &NoGpuPanel::bundledRequested, this, &MainWindow::openBundled);
    connect(page->noGpu, &NoGpuPanel::checkRequested, this, [this, page] {
        page->noGpu->setChecking();
        m_run.askDoctor();
    });
}

void MainWindow::connectTabs()
{
    connect(m_tabs, &DocumentTabBar::chosen, this, [this](int index) { showPage(index); });
    connect(m_tabs, &DocumentTabBar::closeRequested, this, &MainWindow::closePage);
    connect(m_tabs, &DocumentTabBar::menuRequested, this, &MainWindow::showTabMenu);
    connect(m_tabs, &DocumentTabBar::moved, this, [this](int from, int to) {
        auto page = std::move(m_pages[static_cast<std::size_t>(from)]);
        m_pages.erase(m_pages.begin() + from);
        m_pages.insert(m_pages.begin() + to, std::move(page));
    });
}

int MainWindow::indexOf(const DocumentPage* page) const
{
    const auto found =
        std::find_if(m_pages.begin(), m_pages.end(), [page](const auto& candidate) { return candidate.get() == page; });
    return found == m_pages.end() ? -1 : static_cast<int>(found - m_pages.begin());
}

DocumentPage* MainWindow::pageThatShows(const TraceDocument& document) const
{
    for (const auto& page : m_pages) {
        const TraceDocument* shown = page->document.get();
        const bool isSame = shown != nullptr
            && (document.bundled ? shown->bundled && shown->name == document.name
                                 : !document.files.isEmpty() && shown->files == document.files);
        if (isSame) {
            return page.get();
        }
    }
    return nullptr;
}

void MainWindow::showPage(int index)
{
    if (index >= 0 && index < pageCount()) {
        showPage(m_pages[static_cast<std::size_t>(index)].get());
        focusPicture();
    }
}

void MainWindow::showPage(DocumentPage* page)
{
    if (page == m_page) {
        return;
    }
    m_page->bottomTab = m_bottom->currentTab();
    m_page->search = m_toolbar->search().text();
    if (std::exchange(m_finding, -1) >= 0) {
        m_page->timeline->setLit({}); // nothing would say what it is that is lit when one comes back
    }
    m_page = page;
    m_banner->hide();
    m_toolbar->search().setText(page->search);
    showPageParts();
    m_bottom->setCurrentTab(static_cast<BottomPanel::Tab>(page->bottomTab));
    if (page->document && page->document->bundled && !page->bannerDismissed) {
        showBundledBanner();
    }
}

void MainWindow::fillPage(DocumentPage& page, const DocumentPtr& document)
{
    for (const auto& other : m_pages) { // a file that is read again is still what others are compared with
        if (other->against && other->against == page.document) {
            other->against = document;
        }
    }
    page.document = document;
    page.against = nullptr;
    page.awaitsFirstView = true;
    page.stacked = false;
    page.bannerDismissed = false;
    page.variant = static_cast<int>(document->firstShown());
    page.timeline->setColourBy(m_colours->colourBy());
    page.timeline->setModel(document->timelineOf(document->firstShown()));
    page.timeline->setSelection(std::nullopt);
    page.timeline->setLit({});
    refreshTabs();
}

// A file that is open already is read again where it is; the bundled recording and the empty page make room; anything else gets a
// tab of its own, so that nothing is lost and nobody has to be asked.
void MainWindow::placeDocument(const DocumentPtr& document)
{
    DocumentPage* page = pageThatShows(*document);
    if (page == nullptr) {
        page = m_page->document && !m_page->document->bundled ? addPage() : m_page;
    }
    showPage(page);
    beginWith(document);
    if (document->bundled) {
        showBundledBanner();
    } else if (document->trace->log().find("files-far-apart") != nullptr) {
        showFirstFile();
    } else {
        m_banner->hide();
    }
}

// On an axis of days a recording of milliseconds is not to be seen.
void MainWindow::showFirstFile()
{
    const Trace& trace = *m_page->document->trace;
    if (const auto range = rangeOfFile(trace, 0); range && m_page->view().steps.empty()) { // else a step is shown
        m_page->timeline->setViewRange(padded(*range, 0.02));
    }
    m_banner->show(Banner::Kind::Warning, tr("Recorded far apart."),
        tr("This is %1; the other files lie elsewhere on the same axis of %2. Opened one by one, each has a tab of its "
           "own.")
            .arg(QString::fromStdString(trace.facts().files.front().label), formatTimeAuto(trace.range().length())));
}

void MainWindow::placeRecording(const DocumentPtr& document)
{
    if (++m_recordings > 1) {
        document->name = tr("unsaved recording %1").arg(m_recordings);
    }
    showPage(m_page->document && !m_page->document->bundled ? addPage() : m_page);
    beginWith(document);
    m_banner->hide();
}

void MainWindow::closePage(int index)
{
    if (index < 0 || index >= pageCount()) {
        return;
    }
    DocumentPage* page = m_pages[static_cast<std::size_t>(index)].get();
    withSavedWork(page, [this, page] { removePage(page); });
}

void MainWindow::removePage(DocumentPage* page)
{
    const int index = indexOf(page);
    if (index < 0) {
        return; // closed while it was asked about
    }
    if (m_comparing == page) {
        m_comparing = nullptr;
    }
    for (const auto& other : m_pages) {
        if (other->against == page->document) {
            other->against = nullptr;
        }
    }
    if (m_pages.size() == 1) { // the window always has a page
        page->document = nullptr;
        page->against = nullptr;
        page->variant = -1;
        page->timeline->clear();
        m_banner->hide();
        showPageParts();
    } else {
        if (page == m_page) {
            showPage(m_pages[static_cast<std::size_t>(index == 0 ? 1 : index - 1)].get());
        }
        const std::unique_ptr<DocumentPage> gone = std::move(m_pages[static_cast<std::size_t>(index)]);
        m_pages.erase(m_pages.begin() + index);
        gone->timeline->disconnect(
            this); // it lives on until the event loop: its signals must not reach a page that does not
        gone->noGpu->disconnect(this);
        gone->timeline->clear();
        m_stage->removeWidget(gone->timeline);
        gone->timeline->deleteLater(); // the key that closes it may have come through it
        fillCompareMenu();
        if (!m_page->against) { // else what is compared is still there
            updateDifference();
        }
        updateActions();
        refreshTabs();
    }
    QTimer::singleShot(0, this, [] { giveMemoryBack(); });
}

void MainWindow::refreshTabs()
{
    QList<DocumentTabBar::Tab> tabs;
    for (const auto& page : m_pages) {
        const TraceDocument* document = page->document.get();
        tabs << (document == nullptr
                ? DocumentTabBar::Tab { tr("Nothing open"), {}, false }
                : DocumentTabBar::Tab { document->name, document->files.join(QLatin1Char('\n')), document->unsaved });
    }
    const bool wasHidden = m_tabs->isHidden();
    m_tabs->setTabs(tabs, currentPage());
    if (wasHidden != m_tabs->isHidden()) {
        arrange();
    }
}

void MainWindow::showTabMenu(int index, QPoint at)
{
    DocumentPage* page = m_pages[static_cast<std::size_t>(index)].get();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* compare = menu->addAction(tr("Compare the shown recording's kernels with this one's"), this,
        [this, document = page->document] { compareKernelsWith(document); });
    compare->setEnabled(page != m_page && page->document && m_page->document);
    menu->addSeparator();
    QAction* copy = menu->addAction(tr("Copy the path"), this, [document = page->document] {
        QGuiApplication::clipboard()->setText(document->files.join(QLatin1Char('\n')));
    });
    copy->setEnabled(page->document && !page->document->files.isEmpty());
    menu->addSeparator();
    menu->addAction(tr("Close"), this, [this, page] { closePage(indexOf(page)); });
    QAction* others = menu->addAction(tr("Close the others"), this, [this, page] {
        for (int i = pageCount() - 1; i >= 0; --i) {
            const TraceDocument* document = m_pages[static_cast<std::size_t>(i)]->document.get();
            if (i != indexOf(page) && (document == nullptr || !document->unsaved)) { // what is not saved stays
                closePage(i);
            }
        }
    });
    others->setEnabled(m_pages.size() > 1);
    menu->popup(at);
}

} // namespace attnscope
