// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/status_line.h"

#include "ui/common/elided_label.h"
#include "ui/common/small_widgets.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>

#include <cmath>

namespace attnscope {
namespace {

const QString kDot = QStringLiteral("  •  ");

} // namespace

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent)
    , m_left(new ElidedLabel(TypeSize::kSmall, QFont::Normal, QStringLiteral("muted")))
    , m_activity(makeLabel({}, TypeSize::kSmall, QFont::Medium, QStringLiteral("accent")))
    , m_bar(new QProgressBar)
    , m_right(new ElidedLabel(TypeSize::kSmall, QFont::Normal, QStringLiteral("faint")))
{
    setFixedHeight(Theme::px(Measure::kStatusBar));
    m_bar->setTextVisible(false);
    m_bar->setFixedWidth(Theme::px(120));
    m_bar->setRange(0, 1000);
    m_right->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(Theme::px(16), 1, Theme::px(16), 0);
    layout->setSpacing(Theme::px(12));
    layout->addWidget(m_left, 1);
    layout->addWidget(m_activity);
    layout->addWidget(m_bar);
    layout->addWidget(m_right, 1);
    setActivity({}, 0);
}

void StatusLine::setLeft(const QStringList& facts)
{
    m_left->setFullText(facts.join(kDot));
}

void StatusLine::setRight(const QStringList& facts)
{
    m_right->setFullText(facts.join(kDot));
}

void StatusLine::setActivity(const QString& text, double fraction)
{
    m_activity->setText(text);
    m_activity->setVisible(!text.isEmpty());
    m_bar->setVisible(!text.isEmpty());
    m_bar->setValue(static_cast<int>(std::lround(fraction * 1000)));
}

QString StatusLine::left() const
{
    return m_left->fullText();
}

QString StatusLine::right() const
{
    return m_right->fullText();
}

QString StatusLine::activity() const
{
    return m_activity->text();
}

void StatusLine::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(0, 0, width(), 1, theme.line);
}

} // namespace attnscope
