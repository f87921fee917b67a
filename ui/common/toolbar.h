// SPDX-License-Identifier: GPL-3.0-or-later
// The toolbar: column toggle, Run, Cancel, Open with recent files, Compare, Export, search, unit, theme, help. Its buttons carry the
// actions of the registry. GUI thread only.
#pragma once

#include "ui/common/format.h"

#include <QWidget>

class QMenu;
class QToolButton;

namespace attnscope {

class ActionRegistry;
class SearchField;
class SegmentedControl;

/// A line of a menu that names what follows it.
void addCaption(QMenu& menu, const QString& text);

class Toolbar : public QWidget {
    Q_OBJECT
public:
    Toolbar(const ActionRegistry& actions, QWidget* parent = nullptr);

    [[nodiscard]] SearchField& search() const { return *m_search; }
    [[nodiscard]] QMenu& recentMenu() const { return *m_recent; }
    [[nodiscard]] QMenu& compareMenu() const { return *m_compare; }
    [[nodiscard]] QMenu& exportMenu() const { return *m_export; }
    [[nodiscard]] QToolButton& compareButton() const { return *m_compareButton; }
    [[nodiscard]] QToolButton& exportButton() const { return *m_exportButton; }
    void setTimeUnit(TimeUnit unit);

signals:
    void timeUnitChosen(attnscope::TimeUnit unit);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showThemeIcon();

    QMenu *m_recent, *m_compare, *m_export;
    QToolButton *m_compareButton = nullptr, *m_exportButton = nullptr, *m_theme = nullptr;
    SearchField* m_search;
    SegmentedControl* m_unit;
};

} // namespace attnscope
