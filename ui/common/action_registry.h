// SPDX-License-Identifier: GPL-3.0-or-later
// Every action of the window in one list: id, category, words, keys. Menus, buttons, shortcuts and the help sheet are made from it,
// so what `?` shows is what works. Also holds notes: keys and mouse that a view handles by itself. GUI thread only.
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

#include <vector>

class QWidget;

namespace attnscope {

class ActionRegistry : public QObject {
    Q_OBJECT
public:
    struct Entry {
        QString id, category, text; ///< the id of a note may be empty
        QStringList keys; ///< as the user reads them: "Ctrl+S", "W"
        QAction* action = nullptr; ///< null for notes
    };

    /// Shortcuts work anywhere inside `window`.
    explicit ActionRegistry(QWidget* window);

    /// Precondition: the id is new.
    QAction* add(const QString& id, const QString& category, const QString& text, const QList<QKeySequence>& keys = {},
        const QString& icon = {});
    /// Something a view does itself; only listed. With an id its keys can be asked for.
    void note(const QString& category, const QStringList& keys, const QString& text, const QString& id = {});
    /// The keys of an action or note as the user reads them. Precondition: the id exists.
    [[nodiscard]] QStringList keys(const QString& id) const;

    /// Precondition: the id exists.
    [[nodiscard]] QAction* action(const QString& id) const;
    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }
    /// Categories in the order of their first entry.
    [[nodiscard]] QStringList categories() const;

private:
    QWidget* m_window;
    std::vector<Entry> m_entries;
};

} // namespace attnscope
