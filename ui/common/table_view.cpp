// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/table_view.h"

#include "ui/common/records_model.h"
#include "ui/common/small_widgets.h"
#include "ui/common/table_delegate.h"
#include "ui/common/table_export.h"
#include "ui/common/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QSortFilterProxyModel>
#include <QToolButton>

namespace attnscope {

TableView::TableView(const QString& accessibleName, QWidget* parent)
    : QTableView(parent)
    , m_proxy(new QSortFilterProxyModel(this))
{
    setAccessibleName(accessibleName);
    setFont(Theme::font(TypeSize::kBody));
    setShowGrid(false);
    setWordWrap(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerPixel);
    setItemDelegate(new TableDelegate(this));
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(Theme::px(Measure::kTableRow));
    verticalHeader()->setMinimumSectionSize(1);
    horizontalHeader()->setFont(Theme::font(TypeSize::kSmall));
    horizontalHeader()->setFixedHeight(Theme::px(Measure::kTableRow));
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setMinimumSectionSize(Theme::px(24));
    m_proxy->setSortRole(TableRole::kSort);
    m_proxy->setFilterRole(TableRole::kFilter);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_proxy->setFilterKeyColumn(0);
    setModel(m_proxy);
    // The third click on a header brings the original order back.
    horizontalHeader()->setSortIndicatorClearable(true);
    horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    setSortingEnabled(true);
    connect(m_proxy, &QAbstractItemModel::modelReset, this, &TableView::applyWidths);
    connect(this, &QTableView::doubleClicked, this,
        [this](const QModelIndex& index) { emit rowActivated(sourceRow(index)); });
}

void TableView::setSource(QAbstractItemModel* source)
{
    m_proxy->setSourceModel(source);
    applyWidths();
}

int TableView::sourceRow(const QModelIndex& index) const
{
    return index.isValid() ? m_proxy->mapToSource(index).row() : -1;
}

void TableView::selectSourceRow(int row)
{
    m_quiet = true;
    const QAbstractItemModel* source = m_proxy->sourceModel();
    if (row < 0 || source == nullptr || row >= source->rowCount()) {
        clearSelection();
        setCurrentIndex({});
    } else if (const QModelIndex index = m_proxy->mapFromSource(source->index(row, 0)); index.isValid()) {
        setCurrentIndex(index);
        scrollTo(index);
    }
    m_quiet = false;
}

void TableView::setFilter(const QString& text)
{
    m_proxy->setFilterFixedString(text);
}

void TableView::copyAsTsv() const
{
    QGuiApplication::clipboard()->setText(tsvOf(*model(), selectionModel()->selectedIndexes()));
}

void TableView::setWidths(const QList<int>& widths)
{
    m_widths = widths;
    applyWidths();
}

void TableView::applyWidths()
{
    QHeaderView* header = horizontalHeader();
    for (int i = 0; i < m_widths.size() && i < header->count(); ++i) {
        const bool stretch = m_widths[i] < 0;
        header->setSectionResizeMode(i, stretch ? QHeaderView::Stretch : QHeaderView::Interactive);
        if (!stretch) {
            header->resizeSection(i, Theme::px(m_widths[i]));
        }
    }
}

// Who only passes with Tab chooses nothing: Enter and the arrow keys do.
void TableView::focusInEvent(QFocusEvent* event)
{
    m_byKeyboard = showsFocus(*event, m_byKeyboard);
    m_quiet = true;
    QTableView::focusInEvent(event);
    if (m_byKeyboard && !currentIndex().isValid()) {
        selectionModel()->setCurrentIndex(model()->index(0, 0), QItemSelectionModel::NoUpdate);
    }
    m_quiet = false;
}

void TableView::mousePressEvent(QMouseEvent* event)
{
    m_byKeyboard = false;
    QTableView::mousePressEvent(event);
    viewport()->update();
}

void TableView::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    if (m_byKeyboard && hasFocus()) {
        QPainter painter(viewport());
        const int row = currentIndex().row();
        drawFocusRing(painter,
            row < 0 ? viewport()->rect() : QRect(0, rowViewportPosition(row), viewport()->width(), rowHeight(row)));
    }
}

void TableView::keyPressEvent(QKeyEvent* event)
{
    m_byKeyboard = true;
    if (event->matches(QKeySequence::Copy)) {
        copyAsTsv();
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (currentIndex().isValid()) {
            emit rowActivated(sourceRow(currentIndex()));
        }
        return;
    }
    QTableView::keyPressEvent(event);
}

void TableView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    viewport()->update(); // the ring goes over the whole row
    // Only what the user does here: filtering and sorting move the current row, too.
    if (!m_quiet && hasFocus() && current.isValid() && current.row() != previous.row()) {
        emit rowChosen(sourceRow(current));
    }
}

void addExportButtons(
    QHBoxLayout* row, QObject* owner, std::function<TableView*()> table, std::function<void()> exportTable)
{
    auto* copy = makeButton(ButtonKind::Quiet, TableView::tr("Copy TSV"), QStringLiteral("copy"));
    auto* save = makeButton(ButtonKind::Quiet, TableView::tr("Export CSV…"), QStringLiteral("export"));
    row->addWidget(copy);
    row->addWidget(save);
    QObject::connect(copy, &QToolButton::clicked, owner, [table = std::move(table)] { table()->copyAsTsv(); });
    QObject::connect(save, &QToolButton::clicked, owner, std::move(exportTable));
}

} // namespace attnscope
