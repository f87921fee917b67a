// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/window_settings.h"

#include <QFileInfo>
#include <QSettings>

#include <algorithm>

namespace attnscope {
namespace {

// A later version that cannot read these keys takes another group and leaves this one alone.
const char* const kGroup = "window-1";

// One line a group; a tab parts its files. A single file is its path, as versions before groups wrote it.
const QLatin1Char kBetweenFiles('\t');

QStringList linesOf(const QList<QStringList>& recent)
{
    QStringList lines;
    for (const QStringList& files : recent) {
        lines << files.join(kBetweenFiles);
    }
    return lines;
}

QList<QStringList> recentOf(const QStringList& lines)
{
    QList<QStringList> recent;
    for (const QString& line : lines) {
        const QStringList files = line.split(kBetweenFiles, Qt::SkipEmptyParts);
        const bool valid = !files.isEmpty() && std::all_of(files.begin(), files.end(), [](const QString& file) {
            return QFileInfo(file).isAbsolute();
        });
        if (valid && recent.size() < WindowSettings::kRecentMax) {
            recent << files;
        }
    }
    return recent;
}

} // namespace

void WindowSettings::addRecent(const QStringList& paths)
{
    QStringList absolute;
    for (const QString& path : paths) {
        absolute << QFileInfo(path).absoluteFilePath();
    }
    if (absolute.isEmpty()) {
        return;
    }
    recent.removeAll(absolute);
    recent.prepend(absolute);
    while (recent.size() > kRecentMax) {
        recent.removeLast();
    }
    lastFolder = QFileInfo(absolute.front()).absolutePath();
}

WindowSettings WindowSettings::load()
{
    QSettings store;
    store.beginGroup(QLatin1String(kGroup));
    WindowSettings settings;
    settings.geometry = store.value("geometry").toByteArray();
    settings.theme = ThemeController::modeFromText(store.value("theme").toString());
    const int unit = store.value("unit", static_cast<int>(TimeUnit::Microseconds)).toInt();
    if (unit >= static_cast<int>(TimeUnit::Nanoseconds) && unit <= static_cast<int>(TimeUnit::Milliseconds)) {
        settings.unit = static_cast<TimeUnit>(unit);
    }
    settings.leftColumn = store.value("leftColumn", true).toBool();
    settings.bottomHeight = std::clamp(store.value("bottomHeight", 0).toInt(), 0, 4000);
    settings.inspectorWidth = std::clamp(store.value("inspectorWidth", 0).toInt(), 0, 4000);
    const auto colourBy = static_cast<std::size_t>(store.value("colourBy", 0).toUInt());
    settings.colourBy = colourBy < kColourByCount ? static_cast<ColourBy>(colourBy) : ColourBy::Role;
    settings.startPage = store.value("startPage", true).toBool();
    settings.bundledGuess = store.value("bundledGuess").toString();
    settings.recent = recentOf(store.value("recentFiles").toStringList());
    settings.lastFolder = store.value("lastFolder").toString();
    return settings;
}

void WindowSettings::save() const
{
    QSettings store;
    store.beginGroup(QLatin1String(kGroup));
    store.setValue("geometry", geometry);
    store.setValue("theme", ThemeController::textOfMode(theme));
    store.setValue("unit", static_cast<int>(unit));
    store.setValue("leftColumn", leftColumn);
    store.setValue("bottomHeight", bottomHeight);
    store.setValue("inspectorWidth", inspectorWidth);
    store.setValue("colourBy", static_cast<uint>(colourBy));
    store.setValue("startPage", startPage);
    store.setValue("bundledGuess", bundledGuess);
    store.setValue("recentFiles", linesOf(recent));
    store.setValue("lastFolder", lastFolder);
}

} // namespace attnscope
