// SPDX-License-Identifier: GPL-3.0-or-later
// A few keys and what they do, as hints beside something else: caps at the left, words at the right. GUI thread only.
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

class QWidget;

namespace attnscope {

struct KeyHint {
    QStringList keys; ///< "…" stands between two keys, not on one
    QString meaning;
};
[[nodiscard]] QWidget* makeKeyHints(const std::vector<KeyHint>& hints);

class ActionRegistry;
/// The first few that somebody in front of a timeline needs, with the keys that the actions have.
[[nodiscard]] std::vector<KeyHint> viewerKeyHints(const ActionRegistry& actions);

} // namespace attnscope
