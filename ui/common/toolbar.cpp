// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/toolbar.h"

#include "ui/common/action_registry.h"
#include "ui/common/icons.h"
#include "ui/common/search_field.h"
#include "ui/common/segmented_control.h"
#include "ui/common/small_widgets.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <QWidgetAction>

namespace attnscope {
namespace {

// A button that is its action: text, icon, enabled state and tooltip follow it.
QToolButton* buttonOf(QAction* action, ButtonKind kind, const QString& icon)
{
    QToolButton* button = makeButton(kind, action->text(), icon);
    const auto sync = [button, action, kind] {
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        const QString tip = action->toolTip().isEmpty() ? action->text() : action->toolTip();
        button->setEnabled(action->isEnabled());
        button->setToolTip(keys.isEmpty() || tip.contains(keys) ? tip : QStringLiteral("%1 (%2)").arg(tip, keys));
        if (kind != ButtonKind::Icon) {
            button->setText(action->text());
        }
    };
    QObject::connect(action, &QAction::changed, button, sync);
    QObject::connect(button, &QToolButton::clicked, action, &QAction::trigger);
    sync();
    return button;
}

// Text, icon and an arrow at the right; the whole button opens the menu.
QToolButton* menuButton(const QString& text, const QString& icon, QMenu* menu)
{
    QToolButton* button = makeButton(ButtonKind::Tool, text, icon);
    button->setProperty("hasArrow", true);
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    return button;
}

} // namespace

void addCaption(QMenu& menu, const QString& text)
{
    auto* label = makeLabel(text, TypeSize::kSmall, QFont::Medium, QStringLiteral("faint"));
    label->setContentsMargins(Theme::px(12), Theme::px(6), Theme::px(12), Theme::px(4));
    auto* caption = new QWidgetAction(&menu);
    caption->setDefaultWidget(label);
    caption->setEnabled(false);
    menu.addAction(caption);
}

Toolbar::Toolbar(const ActionRegistry& actions, QWidget* parent)
    : QWidget(parent)
    , m_recent(new QMenu(this))
    , m_compare(new QMenu(this))
    , m_export(new QMenu(this))
    , m_search(new SearchField)
    , m_unit(new SegmentedControl(
          { QStringLiteral("ns"), QStringLiteral("µs"), QStringLiteral("ms") }, tr("Unit of time")))
{
    setFixedHeight(Theme::px(Measure::kToolbar));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(Theme::px(8), 0, Theme::px(12), 1);
    layout->setSpacing(Theme::px(4));
    layout->addWidget(buttonOf(actions.action(QStringLiteral("column")), ButtonKind::Icon, QStringLiteral("side")));
    layout->addSpacing(Theme::px(4));
    auto* run = buttonOf(actions.action(QStringLiteral("run")), ButtonKind::Primary, QStringLiteral("play"));
    run->setMinimumWidth(Theme::px(76));
    layout->addWidget(run);
    layout->addWidget(buttonOf(actions.action(QStringLiteral("cancel")), ButtonKind::Tool, QStringLiteral("stop")));
    layout->addSpacing(Theme::px(4));
    auto* line = makeLine(Qt::Vertical);
    line->setFixedHeight(Theme::px(16));
    layout->addWidget(line);
    layout->addSpacing(Theme::px(4));
    auto* open = buttonOf(actions.action(QStringLiteral("open")), ButtonKind::Tool, QStringLiteral("open"));
    open->setMenu(m_recent);
    open->setPopupMode(QToolButton::MenuButtonPopup);
    open->setProperty("hasMenu", true);
    layout->addWidget(open);
    m_compareButton = menuButton(tr("Compare"), QStringLiteral("compare"), m_compare);
    m_exportButton = menuButton(tr("Export"), QStringLiteral("export"), m_export);
    layout->addWidget(m_compareButton);
    layout->addWidget(m_exportButton);
    layout->addStretch();
    m_search->setMaximumWidth(Theme::px(300));
    m_search->setMinimumWidth(Theme::px(160));
    layout->addWidget(m_search, 1000);
    layout->addSpacing(Theme::px(12));
    layout->addWidget(m_unit);
    layout->addSpacing(Theme::px(8));
    m_theme = buttonOf(actions.action(QStringLiteral("theme")), ButtonKind::Icon, QStringLiteral("moon"));
    layout->addWidget(m_theme);
    layout->addWidget(buttonOf(actions.action(QStringLiteral("help")), ButtonKind::Icon, QStringLiteral("help")));
    connect(m_unit, &SegmentedControl::currentChanged, this,
        [this](int index) { emit timeUnitChosen(static_cast<TimeUnit>(index)); });
    connect(&ThemeController::instance(), &ThemeController::changed, this, &Toolbar::showThemeIcon);
    showThemeIcon();
}

void Toolbar::setTimeUnit(TimeUnit unit)
{
    m_unit->setCurrent(static_cast<int>(unit));
}

void Toolbar::showThemeIcon()
{
    m_theme->setIcon(themedIcon(Theme::current().isDark ? QStringLiteral("sun") : QStringLiteral("moon")));
}

void Toolbar::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(0, height() - 1, width(), 1, theme.line);
}

} // namespace attnscope
