// SPDX-License-Identifier: GPL-3.0-or-later
// A tab that is one table (or a few that are switched), with its tools: views, the part of the recording it is of, filter, copy, export. GUI thread only.
#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QStackedWidget;
class QToolButton;

namespace attnscope {

class SegmentedControl;
class TableView;

class TableTab : public QWidget {
    Q_OBJECT
public:
    struct Page {
        QString name; ///< of the view switch; unused for a single page
        TableView* table;
        QString emptyText; ///< shown in place of a table without rows
    };
    TableTab(std::vector<Page> pages, const QString& filterHint, QWidget* parent = nullptr);

    /// What stands in the tab bar while this tab is current; owned by the tab's user once taken.
    [[nodiscard]] QWidget* tools() const { return m_tools; }
    [[nodiscard]] TableView* table() const; ///< the shown one
    [[nodiscard]] QLineEdit* filter() const { return m_filter; }
    /// What stands in place of a page's rows while they are made; empty: they are all there.
    void setWaiting(int page, const QString& text);
    /// The part of the recording whose rows these are, as a button among the tools that puts an end to it; empty: all of it.
    void setScope(const QString& scope);
    [[nodiscard]] QToolButton* scope() const { return m_scope; }
    [[nodiscard]] int currentView() const { return m_current; }
    [[nodiscard]] QString placeholder() const; ///< what is shown in place of the table; empty: the table is

signals:
    void exportRequested();
    void viewChanged(int page);
    void scopeDismissed();

private:
    void showState();

    std::vector<Page> m_pages;
    std::vector<QLabel*> m_placeholders; ///< one a page
    QStringList m_waiting; ///< one a page
    int m_current = 0;
    QWidget* m_tools;
    QToolButton* m_scope;
    QLineEdit* m_filter;
    QStackedWidget* m_stack;
};

} // namespace attnscope
