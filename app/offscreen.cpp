// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/offscreen.h"

#include "app/cli/command_support.h"
#include "ui/common/theme.h"

namespace attnscope {

OffscreenApplication::Environment::Environment()
{
    // Qt's remarks about a session that a headless machine does not have are not this command's messages.
    qInstallMessageHandler([](QtMsgType type, const QMessageLogContext&, const QString& text) {
        if (type == QtCriticalMsg || type == QtFatalMsg) {
            printMessage(text.toStdString());
        }
    });
    qputenv("QT_QPA_PLATFORM", "offscreen");
}

OffscreenApplication::OffscreenApplication(bool dark)
    : m_application(m_count, m_arguments)
{
    ThemeController::instance().setMode(dark ? ThemeController::Mode::Dark : ThemeController::Mode::Light);
}

} // namespace attnscope
