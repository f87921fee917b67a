// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/stacked_view.h"

#include "ui/common/picture_file.h"
#include "ui/common/small_widgets.h"
#include "ui/common/theme.h"
#include "ui/timeline/span_tooltip.h"
#include "ui/timeline/stacked_painter.h"

#include <QEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace attnscope {

namespace {

constexpr Ns kShortestView = 100;
constexpr double kKeyZoom = 1.5, kKeyPan = 0.15; ///< of one key press; share of the view
constexpr double kFitBefore = 0.0175, kFitAfter = 0.04; ///< air beside all rows

constexpr double kBeyond = 0.05; ///< how far one can move beyond what is fitted

} // namespace

StackedView::StackedView(QWidget* parent)
    : QWidget(parent)
    , m_scene(std::make_unique<StackedScene>())
    , m_scrollBar(new QScrollBar(Qt::Vertical, this))
{
    setObjectName(QStringLiteral("stackedView"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("All variants on one axis"));
    m_scrollBar->hide();
    m_scrollBar->setCursor(Qt::ArrowCursor);
    connect(m_scrollBar, &QScrollBar::valueChanged, this, [this](int y) { scrollTo(y); });
    connect(&ThemeController::instance(), &ThemeController::changed, this, [this] { restyle(); });
}

StackedView::~StackedView()
{
    delete m_tooltip;
}

void StackedView::setRows(std::shared_ptr<const StackedRows> rows, bool keepView)
{
    const auto selected = selection();
    const int current = currentVariant();
    const bool keeps = keepView && !m_scene->empty();
    const bool isSameAxis = rows->align == m_scene->rows().align;
    const bool showsAll = viewRange() == fitted(); // then it shall show all of the new ones, too
    hideTooltip();
    m_press.reset();
    m_scene->setRows(std::move(rows));
    m_scene->select(keeps ? selected : std::nullopt);
    setCurrentVariant(current);
    if (!keeps) {
        m_scene->setScroll(0);
    }
    m_scene->setView(keeps && isSameAxis && !showsAll ? heldInside(viewRange(), padded(fitted(), kBeyond)) : fitted());
    syncSize();
}

void StackedView::clear()
{
    setRows(std::make_shared<StackedRows>());
}

const StackedRows& StackedView::rows() const
{
    return m_scene->rows();
}

void StackedView::setCurrentVariant(int variant)
{
    const auto& rows = m_scene->rows().rows;
    m_scene->current = variant >= 0 && variant < static_cast<int>(rows.size())
        ? std::optional(static_cast<std::size_t>(variant))
        : std::nullopt;
    update();
}

int StackedView::currentVariant() const
{
    return m_scene->current ? static_cast<int>(*m_scene->current) : -1;
}

void StackedView::setSelection(std::optional<SpanRef> span)
{
    m_scene->select(span);
    QString words;
    if (const auto& place = m_scene->selected()) {
        if (const Box* box = m_scene->boxOf(*place)) {
            words = m_scene->tooltipOf(*box).plainText();
        }
    }
    setAccessibleDescription(words);
    update();
}

std::optional<SpanRef> StackedView::selection() const
{
    const auto& place = m_scene->selected();
    return place ? std::optional(rows().at(*place).span) : std::nullopt;
}

void StackedView::reveal(SpanRef span)
{
    if (const auto place = rows().placeOf(span)) {
        bringIntoView(*place);
    }
}

void StackedView::setLit(std::vector<SpanRef> spans)
{
    m_scene->setLit(std::move(spans));
    update();
}

void StackedView::setTimeUnit(TimeUnit unit)
{
    m_scene->setUnit(unit);
    update();
}

void StackedView::setColourBy(ColourBy by)
{
    m_scene->setColourBy(by);
    update();
}

TimeRange StackedView::viewRange() const
{
    return m_scene->view();
}

TimeRange StackedView::fitted() const
{
    const TimeRange all = rows().extent();
    const auto length = static_cast<double>(all.length());
    return { all.begin - std::llround(length * kFitBefore),
        std::max<Ns>(all.end + std::llround(length * kFitAfter), all.begin + kShortestView) };
}

void StackedView::setViewRange(TimeRange range)
{
    if (m_scene->empty()) {
        return;
    }
    if (range.length() < kShortestView) {
        const Ns middle = range.begin + range.length() / 2;
        range = { middle - kShortestView / 2, middle - kShortestView / 2 + kShortestView };
    }
    m_scene->setView(heldInside(range, padded(fitted(), kBeyond)));
    m_scene->hovered.reset();
    hideTooltip();
    update();
    emit viewRangeChanged(viewRange());
}

void StackedView::zoomAround(double factor, std::optional<double> x)
{
    const auto& scale = m_scene->scale();
    const Ns anchor = scale.timeAt(x.value_or((scale.left() + scale.right()) / 2));
    setViewRange(zoomed(viewRange(), factor, anchor, kShortestView));
}

void StackedView::panBy(double share)
{
    const Ns offset = std::llround(static_cast<double>(viewRange().length()) * share);
    setViewRange({ viewRange().begin + offset, viewRange().end + offset });
}

void StackedView::zoomIn()
{
    zoomAround(1 / kKeyZoom, m_scene->crosshairX);
}

void StackedView::zoomOut()
{
    zoomAround(kKeyZoom, m_scene->crosshairX);
}

void StackedView::panLeft()
{
    panBy(-kKeyPan);
}

void StackedView::panRight()
{
    panBy(kKeyPan);
}

void StackedView::fitAll()
{
    setViewRange(fitted());
}

void StackedView::fitSelection()
{
    const auto& place = m_scene->selected();
    const TimeRange before = viewRange();
    if (place) {
        setViewRange(padded(rows().at(*place).time, 0.3));
    }
    if (!place || viewRange() == before) { // again: back to all of it
        fitAll();
    }
}

void StackedView::restyle()
{
    m_scene->restyle();
    syncSize();
}

void StackedView::syncSize()
{
    m_scene->setSize(width(), height(), devicePixelRatioF());
    syncScrollBar();
    update();
}

void StackedView::syncScrollBar()
{
    const int most = m_scene->mostScroll(), ruler = m_scene->metrics().ruler, bar = m_scene->metrics().rightMargin;
    const QSignalBlocker quiet(m_scrollBar);
    m_scrollBar->setRange(0, most);
    m_scrollBar->setPageStep(std::max(1, m_scene->rowsHeight()));
    m_scrollBar->setSingleStep(m_scene->metrics().row / 2);
    m_scrollBar->setValue(m_scene->scroll());
    m_scrollBar->setGeometry(width() - bar, ruler, bar, std::max(0, height() - ruler));
    m_scrollBar->setVisible(most > 0);
}

void StackedView::scrollTo(int y)
{
    m_scene->setScroll(y);
    m_scene->hovered.reset();
    hideTooltip();
    syncScrollBar();
    update();
}

// Moves only as far as it must, and never zooms.
void StackedView::bringIntoView(const StackedRows::Place& place)
{
    const StackedPlace& row = m_scene->places()[place.row];
    if (row.y < m_scene->scroll()) {
        scrollTo(row.y);
    } else if (row.bottom() > m_scene->scroll() + m_scene->rowsHeight()) {
        scrollTo(row.bottom() - m_scene->rowsHeight());
    }
    const TimeRange time = rows().at(place).time, view = viewRange();
    const Ns air = view.length() / 20;
    if (time.begin < view.begin || time.begin >= view.end) {
        setViewRange({ time.begin - air, time.begin - air + view.length() });
    } else if (time.end > view.end) {
        const Ns by = std::min(time.end + air - view.end, time.begin - air - view.begin);
        setViewRange({ view.begin + by, view.end + by });
    }
}

QSize StackedView::wholeSize() const
{
    return { width(), std::max(height(), m_scene->wholeHeight()) };
}

Status StackedView::exportTo(const QString& path, QSize size, const ExportFooter& footer) const
{
    if (m_scene->empty()) {
        return pictureFailed(path, tr("there is no recording to draw"));
    }
    return writePicture(path, size, tr("AttnScope variants"), picture(size, footer));
}

std::function<void(QPainter&)> StackedView::picture(QSize size, const ExportFooter& footer) const
{
    const auto scene = std::make_shared<StackedScene>();
    scene->setRows(m_scene->sharedRows());
    scene->setUnit(m_scene->unit());
    scene->setColourBy(m_scene->colourBy());
    scene->setLit(m_scene->lit());
    scene->setView(m_scene->view());
    scene->setSize(size.width(), size.height() - footer.heightIn(size), 1);
    scene->current = m_scene->current;
    scene->select(selection());
    return [scene, size, footer](QPainter& painter) {
        StackedPainter(*scene, Theme::current()).paint(painter);
        footer.paintInto(painter, size);
    };
}

void StackedView::paintEvent(QPaintEvent*)
{
    if (!qFuzzyCompare(m_scene->dpr(), devicePixelRatioF())) { // moved to another screen
        m_scene->setSize(width(), height(), devicePixelRatioF());
    }
    QPainter painter(this);
    StackedPainter(*m_scene, Theme::current()).paint(painter);
    if (m_focusRing) {
        drawFocusRing(painter, rect());
    }
}

void StackedView::focusInEvent(QFocusEvent* event)
{
    m_focusRing = showsFocus(*event, m_focusRing);
    QWidget::focusInEvent(event);
    update();
}

void StackedView::focusOutEvent(QFocusEvent* event)
{
    m_focusRing = showsFocus(*event, m_focusRing);
    QWidget::focusOutEvent(event);
    update();
}

void StackedView::resizeEvent(QResizeEvent*)
{
    syncSize();
}

void StackedView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange && m_scene) {
        restyle();
    }
    QWidget::changeEvent(event);
}

void StackedView::hideEvent(QHideEvent* event)
{
    hideTooltip();
    QWidget::hideEvent(event);
}

} // namespace attnscope
