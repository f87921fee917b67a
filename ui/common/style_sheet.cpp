// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/theme.h"

#include <QHash>

namespace attnscope {

QString styleSheetOf(const Theme& t)
{
    return QStringLiteral("QToolTip { background: %1; color: %2; border: 1px solid %3; }")
        .arg(t.tooltip.name(), t.text.name(), t.lineStrong.name());
}

} // namespace attnscope
