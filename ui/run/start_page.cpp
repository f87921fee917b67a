// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/start_page.h"

#include "ui/common/small_widgets.h"
#include "ui/run/guess_column.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace attnscope {
namespace {

constexpr int kBesideFrom = 720; // design px of width

} // namespace

StartPage::StartPage(const std::vector<KeyHint>& keys, QWidget* parent)
    : QWidget(parent)
    , m_guess(new GuessColumn)
    , m_ownRun(new OwnRunColumn)
    , m_tools(new QWidget)
    , m_wanted(makeButton(ButtonKind::Quiet, {}))
{
    auto* look = new QWidget;
    auto* lookColumn = new QVBoxLayout(look);
    lookColumn->setContentsMargins(0, 0, 0, 0);
    lookColumn->setSpacing(Theme::px(8));
    lookColumn->addWidget(makeLabel(tr("Then click through the variants"), TypeSize::kSubheading, QFont::DemiBold));
    lookColumn->addWidget(makeKeyHints(keys));
    lookColumn->addStretch();

    auto* content = new QWidget;
    m_columns = new QBoxLayout(QBoxLayout::LeftToRight, content);
    m_columns->setContentsMargins(Theme::px(16), Theme::px(12), Theme::px(16), Theme::px(12));
    m_columns->setSpacing(Theme::px(24));
    m_columns->addWidget(m_guess, 42);
    m_lines.push_back(makeLine(Qt::Vertical));
    m_columns->addWidget(m_lines.back());
    m_columns->addWidget(look, 28);
    m_lines.push_back(makeLine(Qt::Vertical));
    m_columns->addWidget(m_lines.back());
    m_columns->addWidget(m_ownRun, 30);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    QWidget* scroll = makeScroll(content);
    layout->addWidget(scroll);
    m_guess->setTabPredecessor(scroll);

    auto* tools = new QHBoxLayout(m_tools);
    tools->setContentsMargins(0, 0, 0, 0);
    tools->addWidget(m_wanted);
    pressOnReturn(m_wanted);
    connect(m_wanted, &QToolButton::clicked, this, [this] { emit wantedAtStartChanged(!m_isWanted); });
    setWantedAtStart(true);
}

void StartPage::setWantedAtStart(bool wanted)
{
    m_isWanted = wanted;
    m_wanted->setText(wanted ? tr("Do not show at start") : tr("Show at start"));
    m_wanted->setAccessibleName(m_wanted->text());
}

void StartPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool beside = width() >= Theme::px(kBesideFrom);
    m_columns->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    for (QWidget* line : m_lines) {
        line->setVisible(beside);
    }
}

} // namespace attnscope
