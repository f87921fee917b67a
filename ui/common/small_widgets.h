// SPDX-License-Identifier: GPL-3.0-or-later
// The small parts that every panel is built of: labels in the sizes and tones of the design, lines, buttons. GUI thread only.
#pragma once

#include "ui/common/theme.h"

#include <QString>

class QButtonGroup;
class QFocusEvent;
class QFrame;
class QLabel;
class QPainter;
class QToolButton;
class QWidget;

namespace attnscope {

/// What a button looks like; the style sheet knows each by the property "kind".
enum class ButtonKind { Tool, Icon, Mini, Quiet, Link, Primary, Outline, Chip };

/// A plain-text label. `tone` is "", "muted", "faint", "bad", "good" or "accent".
[[nodiscard]] QLabel* makeLabel(const QString& text, int size = TypeSize::kBody, QFont::Weight weight = QFont::Normal,
    const QString& tone = {}, QWidget* parent = nullptr);
/// Sets another tone on a label that is shown already.
void setTone(QWidget* widget, const QString& tone);
/// A 1 px line across the layout.
[[nodiscard]] QFrame* makeLine(Qt::Orientation orientation = Qt::Horizontal, QWidget* parent = nullptr);
/// Scrolls `content` up and down, without a frame or a background of its own.
[[nodiscard]] QWidget* makeScroll(QWidget* content);
/// A button with text, icon (may be empty) or both; an icon-only one needs `text` as its accessible name and tooltip.
[[nodiscard]] QToolButton* makeButton(
    ButtonKind kind, const QString& text, const QString& icon = {}, QWidget* parent = nullptr);
/// Return presses the button too while it has the keyboard: for choices in a page, where Return means the one in focus.
void pressOnReturn(QToolButton* button);
/// Tab comes to the choice of an exclusive group that is taken, as to the one value that the group is; arrow keys take another.
void tabToTheChecked(QButtonGroup& group);
/// Whether a widget shows that it has the focus after this event: when the keyboard moved it there, for who clicks sees where it
/// is. `before`: whether it did, which a change of windows leaves as it was.
[[nodiscard]] bool showsFocus(const QFocusEvent& event, bool before);
/// The ring of what has the keyboard, inside `area`.
void drawFocusRing(QPainter& painter, const QRect& area);
/// Marks a widget as one of the surfaces "window", "panel", "canvas", so that the style sheet paints its background.
void setSurface(QWidget* widget, const QString& surface);

} // namespace attnscope
