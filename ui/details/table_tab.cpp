// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/table_tab.h"

#include "ui/common/segmented_control.h"
#include "ui/common/small_widgets.h"
#include "ui/common/table_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace attnscope {

TableTab::TableTab(std::vector<Page> pages, const QString& filterHint, QWidget* parent)
    : QWidget(parent)
    , m_pages(std::move(pages))
    , m_tools(new QWidget)
    , m_scope(makeButton(ButtonKind::Chip, {}, QStringLiteral("x")))
    , m_filter(new QLineEdit)
    , m_stack(new QStackedWidget)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(Theme::px(8), 0, Theme::px(8), 0);
    layout->addWidget(m_stack);
    for (const Page& page : m_pages) {
        auto* empty = makeLabel(page.emptyText, TypeSize::kBody, QFont::Normal, QStringLiteral("faint"));
        empty->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        empty->setContentsMargins(Theme::px(8), Theme::px(12), 0, 0);
        empty->setWordWrap(true);
        m_stack->addWidget(page.table);
        m_stack->addWidget(empty);
        m_placeholders.push_back(empty);
        m_waiting << QString();
        connect(page.table->model(), &QAbstractItemModel::modelReset, this, &TableTab::showState);
        connect(page.table->model(), &QAbstractItemModel::rowsInserted, this, &TableTab::showState);
        connect(page.table->model(), &QAbstractItemModel::rowsRemoved, this, &TableTab::showState);
    }

    auto* tools = new QHBoxLayout(m_tools);
    tools->setContentsMargins(0, 0, 0, 0);
    tools->setSpacing(Theme::px(8));
    if (m_pages.size() > 1) {
        QStringList names;
        for (const Page& page : m_pages) {
            names << page.name;
        }
        auto* views = new SegmentedControl(names, tr("View"), SegmentedControl::Size::Small);
        tools->addWidget(views);
        connect(views, &SegmentedControl::currentChanged, this, [this](int index) {
            m_current = index;
            table()->setFilter(m_filter->text());
            showState();
            emit viewChanged(index);
        });
    }
    m_scope->hide();
    tools->addWidget(m_scope);
    connect(m_scope, &QToolButton::clicked, this, &TableTab::scopeDismissed);
    m_filter->setPlaceholderText(tr("Filter")); // whole where there is little room
    m_filter->setToolTip(filterHint);
    m_filter->setAccessibleName(filterHint);
    m_filter->setClearButtonEnabled(true);
    m_filter->setFont(Theme::font(TypeSize::kSmall));
    m_filter->setMinimumWidth(Theme::px(64));
    m_filter->setMaximumWidth(Theme::px(150));
    tools->addWidget(m_filter);
    addExportButtons(
        tools, this, [this] { return table(); }, [this] { emit exportRequested(); });
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        table()->setFilter(text);
        showState();
    });
    showState();
}

TableView* TableTab::table() const
{
    return m_pages[static_cast<std::size_t>(m_current)].table;
}

void TableTab::setWaiting(int page, const QString& text)
{
    m_waiting[page] = text;
    showState();
}

void TableTab::setScope(const QString& scope)
{
    m_scope->setText(scope);
    m_scope->setAccessibleName(scope);
    m_scope->setToolTip(tr("Only what starts in the range that is measured on the timeline. Press to show all again."));
    m_scope->setVisible(!scope.isEmpty());
    showState();
}

QString TableTab::placeholder() const
{
    return m_stack->currentIndex() % 2 == 0 ? QString() : m_placeholders[static_cast<std::size_t>(m_current)]->text();
}

void TableTab::showState()
{
    // An empty result of a filter stays a table: its header and the filter field say why.
    const QString& waiting = m_waiting[m_current];
    const bool empty = table()->model()->rowCount() == 0 && (m_filter->text().isEmpty() || !waiting.isEmpty());
    const auto current = static_cast<std::size_t>(m_current);
    const QString empties =
        m_scope->text().isEmpty() ? m_pages[current].emptyText : tr("Nothing of it starts in the measured range.");
    m_placeholders[current]->setText(waiting.isEmpty() ? empties : waiting);
    m_stack->setCurrentIndex(2 * m_current + (empty ? 1 : 0));
}

} // namespace attnscope
