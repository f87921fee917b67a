// SPDX-License-Identifier: GPL-3.0-or-later
// The search of the toolbar: text, how many spans match and which one is shown. Enter goes on, Shift-Enter back, Escape clears.
// GUI thread only.
#pragma once

#include <QLineEdit>

class QLabel;
class QTimer;

namespace attnscope {

class KeyCap;

class SearchField : public QLineEdit {
    Q_OBJECT
public:
    explicit SearchField(QWidget* parent = nullptr);
    /// "3 of 17"; a total of 0 says that nothing matches. `current` counts from 1, 0: none shown yet.
    void setMatches(int current, int total);

signals:
    void searched(const QString& text); ///< shortly after the last key; empty: cleared
    void nextRequested();
    void previousRequested();
    void left(); ///< Escape: the keyboard goes back to the timeline

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void place();

    QLabel* m_count;
    KeyCap* m_key;
    QTimer* m_delay;
};

} // namespace attnscope
