// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/selection_panel.h"

#include "ui/common/small_widgets.h"
#include "ui/common/table_view.h"
#include "ui/details/selection_model.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace attnscope {

SelectionPanel::SelectionPanel(QWidget* parent)
    : QWidget(parent)
    , m_stack(new QStackedWidget)
    , m_chainTable(new TableView(tr("Launch chain of the selection")))
    , m_argumentTable(new TableView(tr("Arguments of the selection")))
    , m_chain(new ChainModel(this))
    , m_arguments(new ArgumentModel(this))
{
    auto* empty = makeLabel(tr("Nothing is selected. Click a span in the timeline or a row in Kernels or Ops."),
        TypeSize::kBody, QFont::Normal, QStringLiteral("faint"));
    empty->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    empty->setContentsMargins(Theme::px(16), Theme::px(12), 0, 0);
    auto* page = new QWidget;
    auto* row = new QHBoxLayout(page);
    row->setContentsMargins(Theme::px(8), 0, Theme::px(8), 0);
    row->setSpacing(Theme::px(8));
    row->addWidget(m_chainTable, 3);
    row->addWidget(makeLine(Qt::Vertical));
    row->addWidget(m_argumentTable, 2);
    m_stack->addWidget(empty);
    m_stack->addWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    m_chainTable->setSource(m_chain);
    m_chainTable->setWidths(m_chain->widths());
    m_argumentTable->setSource(m_arguments);
    m_argumentTable->setWidths(m_arguments->widths());
    connect(m_chainTable, &TableView::rowActivated, this,
        [this](int row) { emit spanChosen(m_chain->records()[static_cast<std::size_t>(row)]); });
}

void SelectionPanel::setSelection(const TracePtr& trace, std::optional<SpanRef> span)
{
    if (trace == nullptr || !span) {
        m_chain->setChain(trace, {});
        m_arguments->setRecords({});
        m_stack->setCurrentIndex(0);
        return;
    }
    const std::vector<SpanRef> chain = launchChain(*trace, *span);
    m_chain->setChain(trace, chain);
    m_arguments->setRecords(argumentsOf(*trace, *span));
    const auto at = std::find(chain.begin(), chain.end(), *span);
    m_chainTable->selectSourceRow(static_cast<int>(at - chain.begin()));
    m_stack->setCurrentIndex(1);
}

void SelectionPanel::setTimeUnit(TimeUnit unit)
{
    m_chain->setTimeUnit(unit);
}

} // namespace attnscope
