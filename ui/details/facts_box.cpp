// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/facts_box.h"

#include "ui/common/small_widgets.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QResizeEvent>

namespace attnscope {
namespace {

constexpr int kTwoColumnsFrom = 408; ///< design px of the facts alone

// Names of code have no spaces: lines may break behind their punctuation, too.
QString breakable(const QString& text)
{
    QString broken;
    for (const QChar letter : text) {
        broken += letter;
        if (QStringLiteral("_:,/<>()").contains(letter)) {
            broken += QChar(0x200B);
        }
    }
    return broken;
}

} // namespace

FactsBox::FactsBox(const std::vector<Fact>& left, const std::vector<Fact>& right, QWidget* parent)
    : QWidget(parent)
    , m_left(makePairs(left))
    , m_right(makePairs(right))
    , m_columnsBox(new QHBoxLayout(this))
{
    m_columnsBox->setContentsMargins(0, 0, 0, 0);
    for (QGridLayout*& grid : m_grids) {
        grid = new QGridLayout;
        grid->setHorizontalSpacing(Theme::px(8));
        grid->setVerticalSpacing(0);
        grid->setColumnMinimumWidth(0, Theme::px(64));
        grid->setColumnStretch(1, 1);
        m_columnsBox->addLayout(grid, 1);
    }
    place(2);
}

std::vector<FactsBox::Pair> FactsBox::makePairs(const std::vector<Fact>& facts)
{
    std::vector<Pair> pairs;
    for (const Fact& fact : facts) {
        auto* key = makeLabel(fact.key, TypeSize::kSmall, QFont::Normal, QStringLiteral("faint"), this);
        auto* value = makeLabel(breakable(fact.value), TypeSize::kSmall, QFont::Normal, {}, this);
        value->setWordWrap(true);
        value->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        value->setToolTip(fact.explanation);
        value->setAccessibleName(fact.key + QStringLiteral(": ") + fact.value);
        value->setAccessibleDescription(fact.explanation);
        for (QLabel* label : { key, value }) {
            label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
            label->setMinimumHeight(Theme::px(Measure::kFactPitch - 1));
        }
        pairs.push_back({ key, value });
    }
    return pairs;
}

void FactsBox::place(int columns)
{
    m_columns = columns;
    for (QGridLayout* grid : m_grids) {
        while (QLayoutItem* item = grid->takeAt(0)) {
            delete item; // the labels stay
        }
    }
    const auto put = [](QGridLayout* grid, const std::vector<Pair>& pairs, int firstRow) {
        int row = firstRow;
        for (const Pair& pair : pairs) {
            grid->addWidget(pair.key, row, 0);
            grid->addWidget(pair.value, row, 1);
            ++row;
        }
        grid->setRowStretch(row, 1); // a column with fewer lines stays at the top
    };
    const bool two = columns == 2;
    put(m_grids[0], m_left, 0);
    m_grids[0]->setRowStretch(static_cast<int>(m_left.size()), two ? 1 : 0);
    put(two ? m_grids[1] : m_grids[0], m_right, two ? 0 : static_cast<int>(m_left.size()));
    m_grids[1]->setColumnMinimumWidth(0, two ? Theme::px(64) : 0);
    m_columnsBox->setStretch(1, two ? 1 : 0);
    m_columnsBox->setSpacing(two ? Theme::px(8) : 0);
}

void FactsBox::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const int columns = event->size().width() < Theme::px(kTwoColumnsFrom) ? 1 : 2;
    if (columns != m_columns) {
        place(columns);
        updateGeometry();
    }
}

} // namespace attnscope
