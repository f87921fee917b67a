// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/small_widgets.h"

#include "ui/common/icons.h"

#include <QButtonGroup>
#include <QFrame>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QStyle>
#include <QToolButton>

namespace attnscope {
namespace {

class PressOnReturn : public QObject {
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::KeyPress) {
            const auto* key = static_cast<QKeyEvent*>(event);
            if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && !key->isAutoRepeat()) {
                static_cast<QToolButton*>(watched)->click();
                return true;
            }
        }
        return false;
    }
};

QString nameOf(ButtonKind kind)
{
    switch (kind) {
    case ButtonKind::Icon:
        return QStringLiteral("icon");
    case ButtonKind::Mini:
        return QStringLiteral("mini");
    case ButtonKind::Quiet:
        return QStringLiteral("quiet");
    case ButtonKind::Chip:
        return QStringLiteral("chip");
    case ButtonKind::Link:
        return QStringLiteral("link");
    case ButtonKind::Primary:
        return QStringLiteral("primary");
    case ButtonKind::Outline:
        return QStringLiteral("outline");
    case ButtonKind::Tool:
        break;
    }
    return QStringLiteral("tool");
}

} // namespace

QLabel* makeLabel(const QString& text, int size, QFont::Weight weight, const QString& tone, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setFont(Theme::font(size, weight));
    if (!tone.isEmpty()) {
        label->setProperty("tone", tone);
    }
    return label;
}

void setTone(QWidget* widget, const QString& tone)
{
    if (widget->property("tone").toString() == tone) {
        return;
    }
    widget->setProperty("tone", tone);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

QFrame* makeLine(Qt::Orientation orientation, QWidget* parent)
{
    auto* line = new QFrame(parent);
    line->setProperty("kind", QStringLiteral("line"));
    line->setFrameShape(QFrame::NoFrame);
    if (orientation == Qt::Horizontal) {
        line->setFixedHeight(1);
    } else {
        line->setFixedWidth(1);
    }
    return line;
}

QWidget* makeScroll(QWidget* content)
{
    auto* scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    return scroll;
}

QToolButton* makeButton(ButtonKind kind, const QString& text, const QString& icon, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setProperty("kind", nameOf(kind));
    button->setFont(Theme::font(TypeSize::kBody, QFont::Medium));
    button->setFocusPolicy(Qt::TabFocus);
    button->setIconSize(QSize(Theme::px(16), Theme::px(16)));
    const bool iconOnly = kind == ButtonKind::Icon || kind == ButtonKind::Mini;
    if (!icon.isEmpty()) {
        button->setIcon(themedIcon(icon, kind == ButtonKind::Primary ? IconTone::OnAccent : IconTone::Muted));
    }
    if (iconOnly) {
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        button->setToolTip(text);
    } else {
        button->setText(text);
        button->setToolButtonStyle(icon.isEmpty() ? Qt::ToolButtonTextOnly : Qt::ToolButtonTextBesideIcon);
    }
    button->setAccessibleName(text);
    return button;
}

void pressOnReturn(QToolButton* button)
{
    button->installEventFilter(new PressOnReturn(button));
}

void tabToTheChecked(QButtonGroup& group)
{
    QObject::connect(&group, &QButtonGroup::buttonToggled, &group, [&group](QAbstractButton* taken, bool checked) {
        if (!checked) {
            return;
        }
        for (QAbstractButton* button : group.buttons()) {
            button->setFocusPolicy(button == taken ? Qt::TabFocus : Qt::NoFocus);
        }
    });
}

bool showsFocus(const QFocusEvent& event, bool before)
{
    switch (event.reason()) {
    case Qt::ActiveWindowFocusReason:
    case Qt::PopupFocusReason:
        return before;
    case Qt::TabFocusReason:
    case Qt::BacktabFocusReason:
    case Qt::ShortcutFocusReason:
        return event.gotFocus();
    default:
        return false;
    }
}

void drawFocusRing(QPainter& painter, const QRect& area)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::current().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(area).adjusted(1, 1, -1, -1), Measure::kRadiusRow, Measure::kRadiusRow);
    painter.restore();
}

void setSurface(QWidget* widget, const QString& surface)
{
    widget->setProperty("surface", surface);
    widget->setAttribute(Qt::WA_StyledBackground);
}

} // namespace attnscope
