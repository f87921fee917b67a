// SPDX-License-Identifier: GPL-3.0-or-later
// The tabs of the bottom panel: words, a faint count behind them, a 2 px underline in the accent. A QTabBar for keyboard and screen
// reader; only its look is ours. GUI thread only.
#pragma once

#include <QTabBar>

namespace attnscope {

class PanelTabBar : public QTabBar {
    Q_OBJECT
public:
    explicit PanelTabBar(QWidget* parent = nullptr);
    /// Negative: no count.
    void setCount(int tab, qint64 count);
    /// Half the room between tabs, for narrow windows.
    void setDense(bool dense);
    /// Words alone, for windows that are narrower still; a screen reader says the counts all the same.
    void setCountsShown(bool shown);

protected:
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QString countText(int tab) const;
    [[nodiscard]] QString shownCount(int tab) const { return m_countsShown ? countText(tab) : QString(); }
    [[nodiscard]] int gap() const;
    void layOutAgain();

    bool m_dense = false, m_countsShown = true;
};

} // namespace attnscope
