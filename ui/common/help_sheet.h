// SPDX-License-Identifier: GPL-3.0-or-later
// The sheet behind `?`: every key and what it does, made from the action registry. GUI thread only.
#pragma once

#include <QDialog>

namespace attnscope {

class ActionRegistry;

class HelpSheet : public QDialog {
    Q_OBJECT
public:
    explicit HelpSheet(const ActionRegistry& registry, QWidget* parent = nullptr);
};

} // namespace attnscope
