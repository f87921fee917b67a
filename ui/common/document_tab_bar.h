// SPDX-License-Identifier: GPL-3.0-or-later
// The slim strip with a tab for each open recording; hidden while there is only one. A QTabBar for keyboard and screen reader; only
// its look is ours. GUI thread only.
#pragma once

#include <QTabBar>

namespace attnscope {

class DocumentTabBar : public QTabBar {
    Q_OBJECT
public:
    struct Tab {
        QString name;
        QString toolTip;
        bool unsaved = false;
        friend bool operator==(const Tab&, const Tab&) = default;
    };
    explicit DocumentTabBar(QWidget* parent = nullptr);

    /// Shows these tabs; tells nobody.
    void setTabs(const QList<Tab>& tabs, int current);

signals:
    void chosen(int index); ///< by the user
    void closeRequested(int index);
    void menuRequested(int index, QPoint globalPos);
    void moved(int from, int to); ///< by the user

protected:
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override;
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void addCloseButton(int index);
    [[nodiscard]] int indexOfButton(const QWidget* button) const;

    QList<Tab> m_shown;
    bool m_quiet = false;
};

} // namespace attnscope
