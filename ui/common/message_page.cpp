// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/message_page.h"

#include "ui/common/small_widgets.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace attnscope {

MessagePage::MessagePage(QWidget* parent)
    : QWidget(parent)
    , m_heading(makeLabel({}, TypeSize::kHeading, QFont::DemiBold))
    , m_text(makeLabel({}, TypeSize::kBody, QFont::Normal, QStringLiteral("muted")))
    , m_bar(new QProgressBar)
    , m_buttons(new QHBoxLayout)
{
    setSurface(this, QStringLiteral("canvas"));
    auto* block = new QWidget;
    block->setMaximumWidth(Theme::px(640));
    auto* layout = new QVBoxLayout(block);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Theme::px(8));
    m_heading->setWordWrap(true);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_bar->setTextVisible(false);
    m_bar->setFixedWidth(Theme::px(320));
    m_bar->hide();
    m_buttons->setSpacing(Theme::px(8));
    layout->addWidget(m_heading);
    layout->addWidget(m_text);
    layout->addWidget(m_bar);
    layout->addSpacing(Theme::px(8));
    layout->addLayout(m_buttons);
    auto* outer = new QHBoxLayout(this);
    outer->setContentsMargins(Theme::px(40), Theme::px(24), Theme::px(40), Theme::px(24));
    outer->addStretch();
    outer->addWidget(block, 3, Qt::AlignVCenter);
    outer->addStretch();
}

void MessagePage::show(const QString& heading, const QString& text, std::vector<Button> buttons)
{
    m_heading->setText(heading);
    m_text->setText(text);
    m_bar->hide();
    while (QLayoutItem* item = m_buttons->takeAt(0)) {
        if (item->widget() != nullptr) {
            item->widget()->deleteLater();
        }
        delete item;
    }
    for (Button& button : buttons) {
        auto* made =
            makeButton(button.primary ? ButtonKind::Primary : ButtonKind::Outline, button.text, button.icon, this);
        connect(made, &QToolButton::clicked, this, [action = std::move(button.action)] { action(); });
        m_buttons->addWidget(made);
    }
    m_buttons->addStretch();
    setAccessibleName(heading);
    setAccessibleDescription(text);
}

void MessagePage::setProgress(double fraction, const QString& text)
{
    m_text->setText(text);
    m_bar->show();
    m_bar->setRange(0, fraction < 0 ? 0 : 1000);
    if (fraction >= 0) {
        m_bar->setValue(static_cast<int>(std::lround(fraction * 1000)));
    }
}

QString MessagePage::heading() const
{
    return m_heading->text();
}

QString MessagePage::text() const
{
    return m_text->text();
}

} // namespace attnscope
