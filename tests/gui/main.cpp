// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the window's tests under one QApplication. ctest sets QT_QPA_PLATFORM=offscreen; started by hand, the same
// program shows real windows. A warning or worse from Qt fails the test that caused it, whatever thread it came from.
#include <gtest/gtest.h>

#include <QApplication>
#include <QStandardPaths>
#include <QString>
#include <QtGlobal>

namespace {

// Said by the offscreen platform about itself, on every start, and nothing a test could change.
bool isPlatformNoise(const QString& text)
{
    return text.contains(QStringLiteral("This plugin does not support"));
}

void failOnWarning(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (type == QtDebugMsg || type == QtInfoMsg || isPlatformNoise(text)) {
        return;
    }
    ADD_FAILURE() << "Qt said: " << text.toStdString();
}

} // namespace

int main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);
    if (GTEST_FLAG_GET(list_tests)) {
        return RUN_ALL_TESTS(); // ctest asks for the list: no window system needed for it
    }
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("AttnScopeTests"));
    QCoreApplication::setApplicationName(QStringLiteral("AttnScopeTests"));
    QApplication app(argc, argv);
    qInstallMessageHandler(failOnWarning);
    return RUN_ALL_TESTS();
}
