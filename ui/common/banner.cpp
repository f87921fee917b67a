// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/banner.h"

#include "ui/common/elided_label.h"
#include "ui/common/icons.h"
#include "ui/common/small_widgets.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace attnscope {
namespace {

QIcon iconOf(Banner::Kind kind)
{
    switch (kind) {
    case Banner::Kind::Good:
        return themedIcon(QStringLiteral("check"), IconTone::Good);
    case Banner::Kind::Warning:
        return themedIcon(QStringLiteral("warn"), IconTone::Warn);
    case Banner::Kind::Error:
        return themedIcon(QStringLiteral("warn"), IconTone::Bad);
    case Banner::Kind::Info:
        break;
    }
    return themedIcon(QStringLiteral("info"), IconTone::Accent);
}

} // namespace

Banner::Banner(QWidget* parent)
    : QWidget(parent)
    , m_icon(new QLabel(this))
    , m_heading(makeLabel({}, TypeSize::kBody, QFont::DemiBold))
    , m_text(new ElidedLabel)
    , m_links(new QHBoxLayout)
    , m_close(makeButton(ButtonKind::Mini, tr("Dismiss"), QStringLiteral("x")))
{
    setFixedHeight(Theme::px(Measure::kBanner));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(Theme::px(16), 0, Theme::px(12), 1);
    layout->setSpacing(0);
    layout->addWidget(m_icon);
    layout->addSpacing(Theme::px(10));
    layout->addWidget(m_heading);
    layout->addSpacing(Theme::px(4));
    layout->addWidget(m_text, 1);
    layout->addSpacing(Theme::px(12));
    m_links->setSpacing(Theme::px(8));
    layout->addLayout(m_links);
    layout->addSpacing(Theme::px(8));
    layout->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this, [this] {
        hide();
        emit dismissed();
    });
    connect(&ThemeController::instance(), &ThemeController::changed, this, [this] {
        m_icon->setPixmap(iconOf(m_kind).pixmap(Theme::px(16), Theme::px(16)));
        update();
    });
    hide();
}

void Banner::show(Kind kind, const QString& heading, const QString& text, std::vector<Link> links)
{
    m_kind = kind;
    m_icon->setPixmap(iconOf(kind).pixmap(Theme::px(16), Theme::px(16)));
    m_heading->setText(heading);
    m_text->setFullText(text);
    while (QLayoutItem* item = m_links->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    for (Link& link : links) {
        auto* button = makeButton(ButtonKind::Link, link.text, {}, this);
        connect(button, &QToolButton::clicked, this, [action = std::move(link.action)] { action(); });
        m_links->addWidget(button);
    }
    setAccessibleName(this->text());
    QWidget::show();
    update();
}

QString Banner::text() const
{
    return m_heading->text() + QLatin1Char(' ') + m_text->fullText();
}

void Banner::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    const QColor colour = m_kind == Kind::Error ? theme.bad
        : m_kind == Kind::Warning               ? theme.warn
        : m_kind == Kind::Good                  ? theme.good
                                                : theme.accent;
    painter.fillRect(rect(), m_kind == Kind::Info ? theme.accentSoft : Theme::mix(colour, theme.window, 0.10));
    painter.fillRect(0, height() - 1, width(), 1, theme.line);
}

} // namespace attnscope
