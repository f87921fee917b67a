// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/action_registry.h"

#include "ui/common/icons.h"

#include <QWidget>

#include <algorithm>

namespace attnscope {

ActionRegistry::ActionRegistry(QWidget* window)
    : QObject(window)
    , m_window(window)
{
}

QAction* ActionRegistry::add(const QString& id, const QString& category, const QString& text,
    const QList<QKeySequence>& keys, const QString& icon)
{
    Q_ASSERT(std::none_of(m_entries.begin(), m_entries.end(), [&id](const Entry& entry) { return entry.id == id; }));
    auto* action = new QAction(text, this);
    action->setObjectName(id);
    action->setShortcuts(keys);
    action->setShortcutContext(Qt::WindowShortcut);
    if (!icon.isEmpty()) {
        action->setIcon(themedIcon(icon));
    }
    m_window->addAction(action);
    QStringList shown;
    for (const QKeySequence& key : keys) {
        shown << key.toString(QKeySequence::NativeText);
    }
    m_entries.push_back({ id, category, text, shown, action });
    return action;
}

void ActionRegistry::note(const QString& category, const QStringList& keys, const QString& text, const QString& id)
{
    m_entries.push_back({ id, category, text, keys, nullptr });
}

QAction* ActionRegistry::action(const QString& id) const
{
    const auto found =
        std::find_if(m_entries.begin(), m_entries.end(), [&id](const Entry& entry) { return entry.id == id; });
    Q_ASSERT(found != m_entries.end());
    return found->action;
}

QStringList ActionRegistry::keys(const QString& id) const
{
    const auto found =
        std::find_if(m_entries.begin(), m_entries.end(), [&id](const Entry& entry) { return entry.id == id; });
    Q_ASSERT(found != m_entries.end());
    return found->keys;
}

QStringList ActionRegistry::categories() const
{
    QStringList names;
    for (const Entry& entry : m_entries) {
        if (!names.contains(entry.category)) {
            names << entry.category;
        }
    }
    return names;
}

} // namespace attnscope
