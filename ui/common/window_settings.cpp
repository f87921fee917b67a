// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/window_settings.h"

#include <QFileInfo>
#include <QSettings>

#include <algorithm>

namespace attnscope {
namespace {

// A later version that cannot read these keys takes another group and leaves this one alone.
const char* const kGroup = "window-1";

} // namespace

void WindowSettings::addRecent(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    recentFiles.removeAll(absolute);
    recentFiles.prepend(absolute);
    while (recentFiles.size() > kRecentMax) {
        recentFiles.removeLast();
    }
    lastFolder = QFileInfo(absolute).absolutePath();
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
    for (const QString& path : store.value("recentFiles").toStringList()) {
        if (QFileInfo(path).isAbsolute() && settings.recentFiles.size() < kRecentMax) {
            settings.recentFiles << path;
        }
    }
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
    store.setValue("recentFiles", recentFiles);
    store.setValue("lastFolder", lastFolder);
}

} // namespace attnscope
