// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/finding_panel.h"

#include "ui/common/elided_label.h"
#include "ui/common/small_widgets.h"
#include "ui/common/table_view.h"
#include "ui/details/finding_delegate.h"
#include "ui/details/finding_model.h"

#include <QEvent>
#include <QFocusEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace attnscope {
namespace {

constexpr int kNumberWidth = 36, kTimeWidth = 84, kBarWidth = 152,
              kBarFrom = 560; // design px; narrower tabs have no bar

// A view makes its first row the current one when the keyboard arrives. Here a current row is what is lit: the user chooses it.
class FindingTable : public TableView {
public:
    using TableView::TableView;

protected:
    void focusInEvent(QFocusEvent* event) override
    {
        const bool hadCurrent = currentIndex().isValid();
        m_arrives = true;
        TableView::focusInEvent(event);
        if (!hadCurrent) {
            setCurrentIndex({}); // the first arrow key goes to the first row
        }
        m_arrives = false;
    }
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override
    {
        if (m_arrives) {
            QTableView::currentChanged(current, previous);
        } else {
            TableView::currentChanged(current, previous);
        }
    }

private:
    bool m_arrives = false;
};

} // namespace

FindingPanel::FindingPanel(QWidget* parent)
    : QWidget(parent)
    , m_stack(new QStackedWidget)
    , m_table(new FindingTable(tr("Findings")))
    , m_model(new FindingModel(this))
    , m_placeholder(makeLabel({}, TypeSize::kBody, QFont::Normal, QStringLiteral("faint")))
    , m_summary(new ElidedLabel(TypeSize::kBody, QFont::Medium))
    , m_tools(new QWidget)
{
    m_table->setItemDelegate(new FindingDelegate(m_table));
    m_table->setSource(m_model);
    m_table->horizontalHeader()->hide();
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->viewport()->installEventFilter(this);
    m_placeholder->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_placeholder->setContentsMargins(Theme::px(8), Theme::px(12), 0, 0);
    m_placeholder->setWordWrap(true);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_placeholder);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(Theme::px(8), Theme::px(4), Theme::px(8), 0);
    layout->addWidget(m_stack);

    auto* tools = new QHBoxLayout(m_tools);
    tools->setContentsMargins(0, 0, 0, 0);
    tools->setSpacing(Theme::px(8));
    tools->addWidget(m_summary);
    addExportButtons(
        tools, this, [this] { return m_table; }, [this] { emit exportRequested(); });
    connect(m_table, &TableView::rowChosen, this, &FindingPanel::choose);
    connect(m_table, &TableView::rowActivated, this, &FindingPanel::choose);
    // A click on the current row moves nowhere, but asks for what the row speaks of all the same.
    connect(
        m_table, &QTableView::clicked, this, [this](const QModelIndex& index) { choose(m_table->sourceRow(index)); });
    connect(m_table->model(), &QAbstractItemModel::modelReset, this, &FindingPanel::fit);
    connect(
        &ThemeController::instance(), &ThemeController::changed, m_table->viewport(), qOverload<>(&QWidget::update));
    showWaiting({});
}

void FindingPanel::setFindings(VariantFindings findings)
{
    m_chosen = -1;
    m_model->setRecords(std::move(findings.rows));
    m_summary->setFullText(findings.summary);
    showPlaceholder(findings.emptyText);
}

void FindingPanel::showWaiting(const QString& text)
{
    setFindings({ {}, {}, text });
}

void FindingPanel::showPlaceholder(const QString& text)
{
    m_placeholder->setText(text);
    m_stack->setCurrentIndex(m_model->rowCount() > 0 ? 0 : 1);
}

QString FindingPanel::placeholder() const
{
    return m_stack->currentIndex() == 0 ? QString() : m_placeholder->text();
}

QString FindingPanel::summary() const
{
    return m_summary->fullText();
}

void FindingPanel::setTimeUnit(TimeUnit unit)
{
    m_model->setTimeUnit(unit);
    setChosen(m_chosen); // other columns are another table for the view
}

void FindingPanel::setChosen(int row)
{
    m_chosen = row;
    m_table->selectSourceRow(row);
}

void FindingPanel::choose(int row)
{
    if (row >= 0 && row < m_model->rowCount()) {
        m_chosen = row;
        emit findingChosen(row);
    }
}

void FindingPanel::fit()
{
    const int width = m_table->viewport()->width();
    const bool hasBar = width >= Theme::px(kBarFrom);
    const int rest = Theme::px(kNumberWidth) + Theme::px(kTimeWidth) + (hasBar ? Theme::px(kBarWidth) : 0);
    const int sentence = std::max(1, width - rest);
    QHeaderView* header = m_table->horizontalHeader();
    if (header->count() <= FindingModel::Code) {
        return;
    }
    header->resizeSection(FindingModel::Number, Theme::px(kNumberWidth));
    header->resizeSection(FindingModel::Sentence, sentence);
    header->resizeSection(FindingModel::Time, Theme::px(kTimeWidth));
    header->resizeSection(FindingModel::Share, Theme::px(kBarWidth));
    m_table->setColumnHidden(FindingModel::Share, !hasBar);
    m_table->setColumnHidden(FindingModel::Evidence, true);
    m_table->setColumnHidden(FindingModel::Advice, true);
    m_table->setColumnHidden(FindingModel::Code, true);
    m_table->clearSpans();
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const FindingRow& record = m_model->records()[static_cast<std::size_t>(row)];
        const bool isAlone = !record.finding.gpuNsPerForward; // its words take the room of time and share
        if (isAlone) {
            m_table->setSpan(row, FindingModel::Sentence, 1, FindingModel::Share - FindingModel::Sentence + 1);
        }
        m_table->setRowHeight(
            row, FindingDelegate::rowHeight(record.sentence, isAlone ? width - Theme::px(kNumberWidth) : sentence));
    }
}

bool FindingPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize) {
        fit();
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace attnscope
