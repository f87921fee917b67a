// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include "ui/common/action_registry.h"
#include "ui/common/banner.h"
#include "ui/common/document_tab_bar.h"
#include "ui/common/message_page.h"
#include "ui/common/search_field.h"
#include "ui/common/small_widgets.h"
#include "ui/common/status_line.h"
#include "ui/common/toolbar.h"
#include "ui/details/inspector.h"
#include "ui/run/left_column.h"
#include "ui/run/variant_checks.h"
#include "ui/run/variant_row.h"
#include "ui/timeline/colour_bar.h"
#include "ui/timeline/stacked_view.h"
#include "ui/timeline/timeline_view.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QResizeEvent>
#include <QScreen>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace attnscope {
namespace {

constexpr double kTimelineShare = 0.553; // of the window's height, at least, unless the user moves the splitter
constexpr int kInspectorBesideFrom =
    980; // design px of the right side from which the inspector stands beside the tables

bool isModifier(int key)
{
    return key == Qt::Key_Shift || key == Qt::Key_Control || key == Qt::Key_Alt || key == Qt::Key_AltGr
        || key == Qt::Key_Meta;
}

} // namespace

MainWindow::MainWindow(RecorderFactory recorder, const std::optional<QStringList>& opensWith, QWidget* parent)
    : QWidget(parent)
    , m_actions(new ActionRegistry(this))
    , m_settings(WindowSettings::load())
    , m_run(std::move(recorder))
{
    if (opensWith && !opensWith->isEmpty()) {
        m_import.prepare(*opensWith, false);
    } else if (const QString bundled = bundledRecording(); opensWith && !bundled.isEmpty()) {
        m_import.prepare({ bundled }, true);
    }
    m_startPending = opensWith && opensWith->isEmpty() && m_settings.startPage;
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/attnscope.svg")));
    setAcceptDrops(true);
    setFocusPolicy(Qt::ClickFocus);
    setMinimumSize(Theme::px(960), Theme::px(560));
    ThemeController::instance().setMode(m_settings.theme);
    registerActions();
    buildLayout();
    fillMenus();
    connectParts();
    connectControllers();
    restoreSettings();
    updateActions();
    updateTitle();
    updateStatus();
    showEmptyPage();
}

MainWindow::~MainWindow()
{
    cancelTables();
}

void MainWindow::buildLayout()
{
    setSurface(this, QStringLiteral("window"));
    m_toolbar = new Toolbar(*m_actions);
    m_left = new LeftColumn;
    m_variants = new VariantRow;
    m_banner = new Banner;
    m_tabs = new DocumentTabBar;
    m_message = new MessagePage;
    m_stage = new QStackedWidget;
    m_stage->addWidget(m_message);
    m_stage->setMinimumHeight(Theme::px(160));
    m_page = addPage();
    m_colours = new ColourBar;
    m_colours->hide(); // the message page has no colours
    auto* staged = new QWidget;
    auto* stageColumn = new QVBoxLayout(staged);
    stageColumn->setContentsMargins(0, 0, 0, 0);
    stageColumn->setSpacing(0);
    stageColumn->addWidget(m_stage, 1);
    stageColumn->addWidget(m_colours);
    m_bottom = new BottomPanel;
    m_inspector = new Inspector;
    m_status = new StatusLine;

    m_horizontal = new QSplitter(Qt::Horizontal);
    m_horizontal->setHandleWidth(1);
    m_horizontal->setChildrenCollapsible(false);
    m_horizontal->addWidget(m_bottom);
    m_horizontal->addWidget(m_inspector);
    m_horizontal->setStretchFactor(0, 1);
    m_horizontal->setStretchFactor(1, 0);
    m_inspector->setMinimumWidth(Theme::px(Measure::kInspectorMin));
    m_vertical = new QSplitter(Qt::Vertical);
    m_vertical->setHandleWidth(1);
    m_vertical->setChildrenCollapsible(false);
    m_vertical->addWidget(staged);
    m_vertical->addWidget(m_horizontal);
    m_vertical->setStretchFactor(0, 1);
    m_vertical->setStretchFactor(1, 0);

    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_variants);
    right->addWidget(m_banner);
    right->addWidget(m_vertical, 1);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(m_left);
    middle->addLayout(right, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_toolbar);
    layout->addWidget(m_tabs);
    layout->addLayout(middle, 1);
    layout->addWidget(m_status);
}

void MainWindow::connectParts()
{
    connect(m_left, &LeftColumn::changed, this, [this] {
        m_formByUser = true;
        updateActions();
        updateStart();
        askAvailabilitySoon();
    });
    connect(
        m_left, &LeftColumn::foldRequested, this, [this] { m_actions->action(QStringLiteral("column"))->trigger(); });
    connect(m_variants, &VariantRow::addVariantRequested, &m_left->variants(), &VariantChecks::openAddDialog);
    connect(&m_left->variants(), &VariantChecks::customChanged, this,
        [this] { m_variants->setCustomVariants(m_left->variants().custom()); });
    connect(m_variants, &VariantRow::variantChosen, this, [this](int index) {
        showVariant(index, true);
        focusPicture();
    });
    connect(m_variants, &VariantRow::stepChosen, this, [this](int step) {
        m_page->timeline->setFocusStep(step);
        m_page->timeline->fitStep();
        updateStacked();
    });
    connect(m_stage, &QStackedWidget::currentChanged, this, [this] { m_colours->setVisible(!showsMessagePage()); });
    connect(m_colours, &ColourBar::colourByChanged, this, [this](ColourBy by) {
        m_settings.colourBy = by;
        for (const auto& page : m_pages) {
            page->timeline->setColourBy(by);
        }
        m_stacked->setColourBy(by);
    });
    connect(m_bottom, &BottomPanel::variantChosen, this, [this](int index) { showVariant(index, true); });
    connect(m_bottom, &BottomPanel::spanChosen, this, [this](SpanRef span) { selectSpan(span, true); });
    connect(m_bottom, &BottomPanel::exportRequested, this, &MainWindow::chooseTableExport);
    connect(m_bottom, &BottomPanel::kernelRowsWanted, this, &MainWindow::loadKernelRows);
    connect(m_inspector, &Inspector::previousRequested, this, [this] { selectNeighbour(-1); });
    connect(m_inspector, &Inspector::nextRequested, this, [this] { selectNeighbour(1); });
    connect(m_vertical, &QSplitter::splitterMoved, this,
        [this] { m_settings.bottomHeight = m_vertical->sizes().value(1); });
    connect(m_horizontal, &QSplitter::splitterMoved, this,
        [this] { m_settings.inspectorWidth = m_horizontal->sizes().value(1); });
    connect(m_toolbar, &Toolbar::timeUnitChosen, this, [this](TimeUnit unit) { setTimeUnit(unit, true); });
    SearchField& field = m_toolbar->search();
    connect(&field, &SearchField::searched, this, &MainWindow::search);
    connect(&field, &SearchField::nextRequested, this, [this] { showMatch(1); });
    connect(&field, &SearchField::previousRequested, this, [this] { showMatch(-1); });
    connect(&field, &SearchField::left, this, [this] { focusPicture(); });
    connect(m_banner, &Banner::dismissed, this,
        [this] { m_page->bannerDismissed = m_page->document && m_page->document->bundled; });
    connectTabs();
    connectFindings();
    connectRange();
    connectRoles();
    connectStart();
    connectStacked();
}

void MainWindow::restoreSettings()
{
    if (m_settings.geometry.isEmpty() || !restoreGeometry(m_settings.geometry)) {
        // A screen that is too small for any window of ours is none that somebody looks at.
        const QSize wanted(Theme::px(1600), Theme::px(900));
        const QSize room = screen() == nullptr ? wanted : screen()->availableSize();
        const bool fits = room.expandedTo(minimumSize()) == room;
        resize(fits ? wanted.boundedTo(room) : wanted);
    }
    m_leftByUser = !m_settings.leftColumn;
    m_left->setVisible(m_settings.leftColumn);
    m_left->restoreSettings();
    m_variants->setCustomVariants(m_left->variants().custom());
    setTimeUnit(m_settings.unit, false);
    m_colours->setColourBy(m_settings.colourBy);
    if (m_settings.bottomHeight > 0) {
        m_vertical->setSizes({ std::max(1, height() - m_settings.bottomHeight), m_settings.bottomHeight });
    }
    if (m_settings.inspectorWidth > 0) {
        m_horizontal->setSizes({ std::max(1, width() - m_settings.inspectorWidth), m_settings.inspectorWidth });
    }
}

void MainWindow::storeSettings()
{
    m_settings.geometry = saveGeometry();
    m_settings.theme = ThemeController::instance().mode();
    m_settings.leftColumn = !(m_leftByUser && m_left->isHidden());
    m_settings.save();
}

void MainWindow::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    arrange();
    setFocus(); // no control begins with the keyboard: a key goes to what is open
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void MainWindow::arrange()
{
    if (!isVisible()) {
        return;
    }
    if (!m_leftByUser) {
        m_left->setVisible(width() > Theme::px(Measure::kSmallestWidth));
    }
    const int rightSide = width() - (m_left->isHidden() ? 0 : m_left->width());
    const bool asTab = rightSide < Theme::px(kInspectorBesideFrom);
    if (asTab != m_inspectorIsTab) {
        m_inspectorIsTab = asTab;
        if (asTab) {
            m_inspector->setMinimumWidth(0);
            m_bottom->setDetailsWidget(m_inspector);
        } else {
            m_bottom->setDetailsWidget(nullptr);
            m_horizontal->addWidget(m_inspector);
            m_inspector->setMinimumWidth(Theme::px(Measure::kInspectorMin));
        }
        m_inspector->show();
    }
    arrangeInspector();
    arrangeSplitters(rightSide);
}

void MainWindow::arrangeSplitters(int rightSide)
{
    // The design's proportions at every size, until the user moves a splitter.
    const int content = height() - Theme::px(Measure::kToolbar + Measure::kVariantRow + Measure::kStatusBar)
        - (m_tabs->isHidden() ? 0 : m_tabs->height());
    const int timeline = static_cast<int>(kTimelineShare * height()) + m_colours->sizeHint().height();
    const int largest = std::min(Theme::px(Measure::kBottomPanel), content - timeline);
    if (m_settings.bottomHeight == 0) {
        const int bottom = std::max(largest, Theme::px(Measure::kBottomPanelMin));
        m_vertical->setSizes({ std::max(1, content - bottom), bottom });
    }
    if (m_inspectorIsTab || m_settings.inspectorWidth > 0) {
        return;
    }
    const int wanted =
        std::min(Theme::px(Measure::kInspector), std::max(Theme::px(Measure::kInspectorMin), rightSide * 36 / 100));
    m_horizontal->setSizes({ std::max(1, rightSide - wanted), wanted });
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    // A key that nobody wanted is meant for the timeline, wherever the keyboard is.
    // What it does not want, either, comes back up here. Shift alone is the beginning of something: maybe of Shift+Tab.
    QWidget* picture = m_stage->currentWidget();
    if (picture != m_message && !picture->hasFocus() && !m_forwardingKey && !isModifier(event->key())) {
        m_forwardingKey = true;
        picture->setFocus();
        QCoreApplication::sendEvent(picture, event);
        m_forwardingKey = false;
        return;
    }
    QWidget::keyPressEvent(event);
}

bool MainWindow::showsMessagePage() const
{
    return m_stage->currentWidget() == m_message;
}

} // namespace attnscope
