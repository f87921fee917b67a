// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/key_hints.h"

#include "ui/common/action_registry.h"
#include "ui/common/key_cap.h"
#include "ui/common/small_widgets.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>

namespace attnscope {
namespace {

class HintWords {
    Q_DECLARE_TR_FUNCTIONS(KeyHints)
};

} // namespace

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

std::vector<KeyHint> viewerKeyHints(const ActionRegistry& actions)
{
    const QStringList zoom = actions.keys(QStringLiteral("zoom"));
    const QStringList pan = actions.keys(QStringLiteral("pan"));
    const auto first = [&actions](const char* id) { return actions.keys(QLatin1String(id)).mid(0, 1); };
    return {
        { actions.keys(QStringLiteral("variants")), HintWords::tr("one variant after the other, same time axis") },
        { { zoom.value(0), pan.value(0), zoom.value(1), pan.value(1) }, HintWords::tr("zoom and pan, as in Perfetto") },
        { first("fit"), HintWords::tr("fit what is selected") },
        { first("find"), HintWords::tr("find a kernel, an op or an API call") },
        { first("help"), HintWords::tr("every key") },
    };
}

} // namespace attnscope
