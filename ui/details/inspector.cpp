// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/inspector.h"

#include "ui/common/elided_label.h"
#include "ui/common/small_widgets.h"
#include "ui/details/facts_box.h"
#include "ui/details/role_swatch.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace attnscope {

Inspector::Inspector(QWidget* parent)
    : QWidget(parent)
    , m_findingPage(new FindingPage)
    , m_rolePage(new RolePage)
    , m_stack(new QStackedWidget)
{
    setSurface(this, QStringLiteral("panel"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    buildNothingPage();
    buildCardPage();
    m_stack->addWidget(m_findingPage);
    m_stack->addWidget(m_rolePage);
    connect(m_rolePage, &RolePage::variantChosen, this, &Inspector::variantChosen);
    connect(m_rolePage, &RolePage::previousRequested, this, [this] { emit roleStepRequested(-1); });
    connect(m_rolePage, &RolePage::nextRequested, this, [this] { emit roleStepRequested(1); });
    connect(m_findingPage, &FindingPage::spanChosen, this, &Inspector::spanChosen);
    connect(m_findingPage, &FindingPage::previousRequested, this, [this] { emit findingStepRequested(-1); });
    connect(m_findingPage, &FindingPage::nextRequested, this, [this] { emit findingStepRequested(1); });
    showNothing();
}

void Inspector::buildNothingPage()
{
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(Theme::px(16), Theme::px(8), Theme::px(16), Theme::px(12));
    layout->setSpacing(Theme::px(8));
    layout->addWidget(makeLabel(tr("Nothing selected"), TypeSize::kBody, QFont::DemiBold));
    auto* words = makeLabel(tr("Click a kernel: what it is, on which unit it ran, and who launched it. Click an "
                               "operator: what it launched."),
        TypeSize::kBody, QFont::Normal, QStringLiteral("muted"));
    words->setWordWrap(true);
    layout->addWidget(words);
    layout->addSpacing(Theme::px(4));
    layout->addStretch();
    m_nothing = layout;
    m_stack->addWidget(page);
}

void Inspector::setKeyHints(const std::vector<KeyHint>& hints)
{
    m_nothing->insertWidget(m_nothing->count() - 1, makeKeyHints(hints)); // above the stretch
}

void Inspector::buildCardPage()
{
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);

    auto* headBox = new QWidget;
    headBox->setFixedHeight(Theme::px(Measure::kTabBar));
    auto* head = new QHBoxLayout(headBox);
    head->setContentsMargins(Theme::px(16), 0, Theme::px(12), 0);
    head->setSpacing(Theme::px(8));
    m_swatch = new RoleSwatch;
    m_title = new ElidedLabel(TypeSize::kBody, QFont::DemiBold);
    head->addWidget(m_swatch);
    head->addWidget(m_title, 1);
    auto* previous = makeButton(ButtonKind::Mini, tr("Previous in its row"), QStringLiteral("left"));
    auto* next = makeButton(ButtonKind::Mini, tr("Next in its row"), QStringLiteral("right"));
    auto* copy = makeButton(ButtonKind::Mini, tr("Copy this card"), QStringLiteral("copy"));
    connect(previous, &QToolButton::clicked, this, &Inspector::previousRequested);
    connect(next, &QToolButton::clicked, this, &Inspector::nextRequested);
    connect(copy, &QToolButton::clicked, this, [this] {
        if (m_card) {
            QGuiApplication::clipboard()->setText(m_card->asText());
        }
    });
    for (QToolButton* button : { previous, next, copy }) {
        head->addWidget(button);
    }
    m_neighbours = { previous, next };
    layout->addWidget(headBox);

    auto* body = new QWidget;
    auto* rows = new QVBoxLayout(body);
    rows->setContentsMargins(Theme::px(16), Theme::px(4), Theme::px(16), Theme::px(8));
    rows->setSpacing(Theme::px(4));
    m_sentence = makeLabel({}, TypeSize::kBody);
    m_sentence->setWordWrap(true);
    m_name = new ElidedLabel(TypeSize::kSmall, QFont::Normal, QStringLiteral("faint"));
    m_name->setElideMode(Qt::ElideMiddle);
    rows->addWidget(m_sentence);
    rows->addWidget(m_name);
    rows->addSpacing(Theme::px(4));
    rows->addWidget(makeLine());
    rows->addSpacing(Theme::px(4));
    m_factsBox = new QWidget;
    rows->addWidget(m_factsBox);
    rows->addStretch();
    layout->addWidget(makeScroll(body), 1);
    m_stack->addWidget(page);
}

void Inspector::showCard(const DetailCard& card)
{
    m_card = card;
    m_finding.reset();
    m_role.reset();
    m_swatch->setVisible(card.role.has_value());
    if (card.role) {
        m_swatch->setRole(*card.role);
    }
    m_title->setFullText(card.title);
    for (QToolButton* button : m_neighbours) {
        button->setVisible(card.hasNeighbours);
    }
    m_sentence->setText(card.sentence);
    m_name->setFullText(card.fullName);
    m_name->setVisible(!card.fullName.isEmpty() && card.fullName != card.title);

    // Facts differ from card to card: a new box is cheaper than keeping two in step.
    auto* fresh = new FactsBox(card.left, card.right);
    delete m_factsBox->parentWidget()->layout()->replaceWidget(m_factsBox, fresh);
    m_factsBox->deleteLater();
    m_factsBox = fresh;
    setAccessibleDescription(card.asText());
    m_stack->setCurrentIndex(1);
}

void Inspector::showFinding(const FindingCard& card)
{
    m_card.reset();
    m_role.reset();
    m_finding = card;
    m_findingPage->setCard(card);
    setAccessibleDescription(card.asText());
    m_stack->setCurrentWidget(m_findingPage);
}

void Inspector::showRole(const RoleCard& card)
{
    m_card.reset();
    m_finding.reset();
    m_role = card;
    m_rolePage->setCard(card);
    setAccessibleDescription(card.asText());
    m_stack->setCurrentWidget(m_rolePage);
}

void Inspector::setTimeUnit(TimeUnit unit)
{
    m_rolePage->setTimeUnit(unit);
}

void Inspector::showNothing()
{
    m_card.reset();
    m_finding.reset();
    m_role.reset();
    setAccessibleDescription(tr("Nothing selected"));
    m_stack->setCurrentIndex(0);
}

} // namespace attnscope
