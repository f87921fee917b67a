// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/key_hints.h"

#include "ui/common/key_cap.h"
#include "ui/common/small_widgets.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>

namespace attnscope {

QWidget* makeKeyHints(const std::vector<KeyHint>& hints)
{
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(Theme::px(12));
    grid->setVerticalSpacing(Theme::px(6));
    int row = 0;
    for (const KeyHint& hint : hints) {
        auto* line = new QHBoxLayout;
        line->setSpacing(Theme::px(4));
        for (const QString& key : hint.keys) {
            if (key == QStringLiteral("…")) {
                line->addWidget(makeLabel(key, TypeSize::kSmall, QFont::Normal, QStringLiteral("faint")));
            } else {
                line->addWidget(new KeyCap(key));
            }
        }
        line->addStretch();
        grid->addLayout(line, row, 0);
        auto* words = makeLabel(hint.meaning, TypeSize::kBody, QFont::Normal, QStringLiteral("muted"));
        words->setWordWrap(true);
        grid->addWidget(words, row, 1);
        ++row;
    }
    grid->setColumnMinimumWidth(0, Theme::px(96));
    grid->setColumnStretch(1, 1);
    return box;
}

} // namespace attnscope
