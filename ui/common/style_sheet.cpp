// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/theme.h"

#include <utility>
#include <vector>

namespace attnscope {
namespace {

// Written with names; colours as $name, lengths of the design as #number (scaled with the font).
// A widget says what it is by the property "kind" or "surface"; object names mark single places.
const char* const kRules = R"(
QToolTip { background: $tooltip; color: $text; border: 1px solid $lineStrong; padding: #4px #6px; }
QWidget[surface="window"] { background: $window; }
QWidget[surface="panel"] { background: $panel; }
QWidget[surface="canvas"] { background: $canvas; }
QFrame[kind="line"] { background: $line; border: none; }
QLabel[tone="muted"] { color: $muted; }
QLabel[tone="faint"] { color: $faint; }
QLabel[tone="bad"] { color: $bad; }
QLabel[tone="good"] { color: $good; }
QLabel[tone="accent"] { color: $accent; }

QLineEdit, QComboBox { background: $field; color: $text; border: 1px solid $line; border-radius: #5px;
    padding: 0 #7px; min-height: #22px; max-height: #22px; selection-background-color: $accentFill; selection-color: $onAccent; }
QLineEdit:hover, QComboBox:hover { border-color: $lineStrong; }
QLineEdit:focus, QComboBox:focus { border-color: $accent; }
QLineEdit[problem="true"] { border-color: $bad; }
QLineEdit:disabled, QComboBox:disabled { color: $disabled; background: $window; }
QLineEdit[kind="search"] { border-radius: #6px; min-height: #26px; max-height: #26px; padding: 0 #6px; }
QComboBox { padding: 0 0 0 #7px; } /* the arrow has air of its own */
QComboBox::drop-down { border: none; width: #18px; }
QComboBox::down-arrow { image: url(:/icons/down-$shade.svg); width: #12px; height: #12px; }
QComboBox QAbstractItemView { background: $tooltip; color: $text; border: 1px solid $lineStrong; outline: none; padding: #4px;
    selection-background-color: $hover; selection-color: $text; }
QComboBox[kind="tall"] { border-radius: #6px; min-height: #26px; max-height: #26px; padding: 0 #8px 0 #10px; }

QCheckBox { spacing: #8px; color: $text; }
QCheckBox:disabled { color: $disabled; }
QCheckBox::indicator { width: #12px; height: #12px; border: 1px solid $lineStrong; border-radius: #3px; background: $field; }
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border-color: $accent; }
QCheckBox::indicator:checked { border-color: $accentFill; background: $accentFill; image: url(:/icons/check-on-accent.svg); }
QCheckBox::indicator:disabled { border-color: $line; background: $window; image: none; }
QCheckBox:focus { color: $accent; }

QToolButton { color: $text; background: transparent; border: 1px solid transparent; border-radius: #6px; padding: 0 #8px; min-height: #26px; }
QToolButton:hover { background: $hover; }
QToolButton:pressed, QToolButton:open { background: $line; }
QToolButton:focus { border-color: $accent; }
QToolButton:disabled { color: $disabled; background: transparent; }
QToolButton[hasMenu="true"] { padding-right: #12px; }
QToolButton[kind="icon"] { padding: 0; min-width: #26px; max-width: #26px; max-height: #26px; }
QToolButton[kind="mini"] { padding: 0; min-width: #20px; max-width: #20px; min-height: #20px; max-height: #20px; border-radius: #4px; }
QToolButton[kind="quiet"] { color: $muted; padding: 0 #6px; min-height: #22px; border-radius: #5px; }
QToolButton[kind="chip"] { color: $text; background: $accentSoft; padding: 0 #6px; min-height: #22px; border-radius: #5px; }
QToolButton[kind="chip"]:hover { background: $hover; }
QToolButton[kind="link"] { color: $accent; padding: 0 #6px; min-height: #22px; border-radius: #5px; }
QToolButton[kind="primary"] { color: $onAccent; background: $accentFill; padding: 0 #14px; }
QToolButton[kind="primary"]:hover { background: $accentFillHover; }
QToolButton[kind="primary"]:disabled { color: $disabled; background: $hover; }
QToolButton[kind="outline"] { background: $field; border: 1px solid $lineStrong; padding: 0 #10px; }
QToolButton[kind="outline"]:hover { background: $hover; }
QToolButton[kind="outline"]:focus { border-color: $accent; }
QToolButton::menu-indicator { image: none; width: 0; }
QToolButton[hasArrow="true"] { padding-right: #10px; }
QToolButton[hasArrow="true"]::menu-indicator { image: url(:/icons/down-$shade.svg); width: #12px; height: #12px;
    subcontrol-origin: padding; subcontrol-position: right center; right: #4px; }
QToolButton::menu-button { border: none; width: #18px; border-radius: #6px; }
QToolButton::menu-arrow { image: url(:/icons/down-$shade.svg); width: #12px; height: #12px; }
QWidget[kind="command"] { background: $window; border: 1px solid $line; border-radius: #5px; }
QLabel[kind="badge"] { background: $hover; border-radius: #9px; }
QWidget[kind="trough"] { background: $hover; border-radius: #6px; }
QToolButton[kind="segment"] { color: $muted; padding: 0; border-radius: #6px; min-height: #24px; max-height: #24px; }
QToolButton[kind="segment"]:checked { color: $text; background: $panel; border: 1px solid $lineStrong; }
QToolButton[kind="segment"]:focus { border-color: $accent; }
QToolButton[kind="segmentSmall"] { color: $muted; padding: 0 #7px; border-radius: #5px; min-height: #20px; max-height: #20px; }
QToolButton[kind="segmentSmall"]:checked { color: $text; background: $panel; border: 1px solid $lineStrong; }
QToolButton[kind="segmentSmall"]:focus { border-color: $accent; }

QTableView { background: $panel; color: $text; border: none; outline: none; gridline-color: $grid;
    selection-background-color: $accentSoft; selection-color: $text; }
QHeaderView { background: $panel; border: none; }
QHeaderView::section { background: $panel; color: $faint; border: none; border-bottom: 1px solid $line; padding: 0 #6px; margin: 0; }
QHeaderView::section:hover { color: $text; }
QHeaderView::up-arrow { image: url(:/icons/up-$shade.svg); width: #10px; height: #10px; subcontrol-origin: padding; subcontrol-position: top center; }
QHeaderView::down-arrow { image: url(:/icons/down-$shade.svg); width: #10px; height: #10px; subcontrol-origin: padding; subcontrol-position: top center; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QTableCornerButton::section { background: $panel; border: none; }

QScrollArea { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: #10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: #10px; margin: 0; }
QScrollBar::handle { background: $lineStrong; border-radius: #3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: #24px; }
QScrollBar::handle:horizontal { min-width: #24px; }
QScrollBar::handle:hover { background: $faint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QSplitter::handle { background: $line; }
QSplitter::handle:hover { background: $accent; }

QMenu { background: $tooltip; color: $text; border: 1px solid $lineStrong; padding: #4px; }
QMenu::item { padding: #5px #24px #5px #10px; border-radius: #4px; }
QMenu::item:selected { background: $hover; }
QMenu::item:disabled { color: $disabled; }
QMenu::separator { height: 1px; background: $line; margin: #4px #6px; }
QMenu::icon { padding-left: #6px; }
QMenu::indicator { width: #12px; height: #12px; margin-left: #6px; }
QMenu::indicator:checked { image: url(:/icons/check-on-accent.svg); background: $accentFill; border-radius: #3px; }

QProgressBar { background: $hover; border: none; border-radius: #3px; min-height: #6px; max-height: #6px; color: transparent; }
QProgressBar::chunk { background: $accentFill; border-radius: #3px; }
QDialog, QMessageBox { background: $window; }
QPushButton { color: $text; background: $field; border: 1px solid $lineStrong; border-radius: #6px; padding: 0 #14px; min-height: #26px; min-width: #56px; }
QPushButton:hover { background: $hover; }
QPushButton:focus { border-color: $accent; }
QPushButton:default { color: $onAccent; background: $accentFill; border-color: $accentFill; }
QPushButton:disabled { color: $disabled; background: $window; border-color: $line; }
)";

using Names = std::vector<std::pair<const char*, QString>>;

Names coloursOf(const Theme& t)
{
    // Longer names first: "$lineStrong" must not be read as "$line".
    return {
        { "$accentFillHover", Theme::mix(t.accentFill, t.isDark ? QColor(Qt::white) : QColor(Qt::black), 0.88).name() },
        { "$accentFill", t.accentFill.name() },
        { "$accentSoft", t.accentSoft.name() },
        { "$accent", t.accent.name() },
        { "$lineStrong", t.lineStrong.name() },
        { "$line", t.line.name() },
        { "$onAccent", t.onAccent.name() },
        { "$window", t.window.name() },
        { "$panel", t.panel.name() },
        { "$canvas", t.canvas.name() },
        { "$field", t.field.name() },
        { "$hover", t.hover.name() },
        { "$tooltip", t.tooltip.name() },
        { "$grid", t.grid.name() },
        { "$text", t.text.name() },
        { "$muted", t.muted.name() },
        { "$faint", t.faint.name() },
        { "$disabled", t.disabled.name() },
        { "$good", t.good.name() },
        { "$bad", t.bad.name() },
        { "$shade", t.isDark ? QStringLiteral("dark") : QStringLiteral("light") },
    };
}

// "#12px" → the scaled length. Colours are filled in later, so every '#' left here is a length.
QString withLengths(const QString& rules)
{
    QString out;
    out.reserve(rules.size());
    for (qsizetype at = 0; at < rules.size(); ++at) {
        if (rules[at] != QLatin1Char('#')) {
            out += rules[at];
            continue;
        }
        int length = 0;
        while (at + 1 < rules.size() && rules[at + 1].isDigit()) {
            length = length * 10 + rules[++at].digitValue();
        }
        out += QString::number(Theme::px(length));
    }
    return out;
}

} // namespace

QString styleSheetOf(const Theme& theme)
{
    QString rules = withLengths(QString::fromLatin1(kRules));
    for (const auto& [name, colour] : coloursOf(theme)) {
        rules.replace(QLatin1String(name), colour);
    }
    return rules;
}

} // namespace attnscope
