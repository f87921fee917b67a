// SPDX-License-Identifier: GPL-3.0-or-later
// Icons drawn from one SVG each and tinted in the colours of the current theme whenever they are painted, so a theme switch
// needs no reload. GUI thread only.
#pragma once

#include <QIcon>
#include <QString>

namespace attnscope {

enum class IconTone { Muted, Text, Faint, Accent, OnAccent, Good, Warn, Bad };

/// `name` is that of a file in resources/icons, without ".svg". Disabled icons take the theme's disabled colour.
[[nodiscard]] QIcon themedIcon(const QString& name, IconTone tone = IconTone::Muted);

} // namespace attnscope
