// SPDX-License-Identifier: GPL-3.0-or-later
// What the window remembers between starts: geometry, theme, unit, colours, splitters, recent files, last folder,
// and whether it begins with Start here. Keys carry a version; values
// are checked when read, so a damaged file costs a default and nothing else. GUI thread only.
#pragma once

#include "ui/common/format.h"
#include "ui/common/span_hue.h"
#include "ui/common/theme.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

namespace attnscope {

struct WindowSettings {
    QByteArray geometry;
    ThemeController::Mode theme = ThemeController::Mode::System;
    TimeUnit unit = TimeUnit::Microseconds;
    bool leftColumn = true;
    int bottomHeight = 0; ///< 0: the design's
    int inspectorWidth = 0;
    ColourBy colourBy = ColourBy::Role;
    bool startPage = true; ///< Start here at a start without files
    QString bundledGuess; ///< what was guessed of the bundled recording: it is asked once
    QList<QStringList> recent; ///< absolute, files that were opened together together, newest first, at most kRecentMax
    QString lastFolder;

    static constexpr int kRecentMax = 10;
    void addRecent(const QStringList& paths);

    [[nodiscard]] static WindowSettings load();
    void save() const;
};

} // namespace attnscope
