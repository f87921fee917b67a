// SPDX-License-Identifier: GPL-3.0-or-later
// Start here: guess first, then look; the keys to look with; what a recording of one's own needs. Three columns beside each other, or
// below each other where that is too narrow; scrolls where it is too low. GUI thread only.
#pragma once

#include "ui/common/key_hints.h"
#include "ui/run/own_run_column.h"

#include <QWidget>

#include <vector>

class QBoxLayout;
class QToolButton;

namespace attnscope {

class GuessColumn;

class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(const std::vector<KeyHint>& keys, QWidget* parent = nullptr);

    [[nodiscard]] GuessColumn& guess() const { return *m_guess; }
    [[nodiscard]] OwnRunColumn& ownRun() const { return *m_ownRun; }
    /// What stands at the right end of the tab bar while the page is in sight: a parent takes it.
    [[nodiscard]] QWidget* tools() const { return m_tools; }
    [[nodiscard]] QToolButton& wantedButton() const { return *m_wanted; }
    /// Whether it is shown at the next start: the button offers the other.
    void setWantedAtStart(bool wanted);

signals:
    void wantedAtStartChanged(bool wanted);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    GuessColumn* m_guess;
    OwnRunColumn* m_ownRun;
    QBoxLayout* m_columns;
    std::vector<QWidget*> m_lines;
    QWidget* m_tools;
    QToolButton* m_wanted;
    bool m_isWanted = true;
};

} // namespace attnscope
