// SPDX-License-Identifier: GPL-3.0-or-later
// The foot of the left column: "My guess", and what was guessed. A button that opens the tab where the guess stands beside the answer.
// GUI thread only.
#pragma once

#include <QToolButton>

namespace attnscope {

class GuessRow : public QToolButton {
    Q_OBJECT
public:
    explicit GuessRow(QWidget* parent = nullptr);
    /// What stands at the right, before the chevron: "flash"; `explanation` is the answer, or what can be done here.
    void setGuess(const QString& text, const QString& explanation);
    [[nodiscard]] QString guessText() const { return m_guess; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_guess;
};

} // namespace attnscope
