// SPDX-License-Identifier: GPL-3.0-or-later
// A word with a switch behind it: something is on or off at once. A checkable button, so keyboard and screen
// reader know it. GUI thread only.
#pragma once

#include <QAbstractButton>

namespace attnscope {

class ToggleSwitch : public QAbstractButton {
    Q_OBJECT
public:
    explicit ToggleSwitch(const QString& text, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace attnscope
