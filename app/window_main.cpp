// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window_main.h"

#include "profiler/recording/recorder_loader.h"
#include "ui/main_window.h"

#include <QApplication>
#include <QFile>
#include <QTimer>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <sys/resource.h>
#include <unistd.h>

namespace attnscope {
namespace {

// Milliseconds since this process was started, by the kernel's own account (10 ms steps).
double sinceProcessStart()
{
    QFile file(QStringLiteral("/proc/self/stat"));
    if (!file.open(QIODevice::ReadOnly)) {
        return 0;
    }
    const QByteArray line = file.readAll();
    // The name may hold spaces and brackets: fields are counted from the last bracket. Start time is field 22.
    const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
    if (fields.size() < 20) {
        return 0;
    }
    const double started = fields[19].toDouble() / static_cast<double>(sysconf(_SC_CLK_TCK));
    timespec now {};
    clock_gettime(CLOCK_BOOTTIME, &now);
    return (static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9 - started) * 1000;
}

double peakMemoryMib()
{
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024; // Linux counts in KiB
}

// Knows when the window was painted for the first time.
class FirstPaint : public QObject {
public:
    double windowMs = -1;

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && windowMs < 0) {
            windowMs = sinceProcessStart();
        }
        return false;
    }
};

} // namespace

int runWindow(int argc, char** argv, const std::vector<std::string>& files, bool exitAfterFirstView)
{
    QCoreApplication::setOrganizationName(QStringLiteral("AttnScope"));
    QCoreApplication::setApplicationName(QStringLiteral("AttnScope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(ATTNSCOPE_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.attnscope.AttnScope"));
    QApplication app(argc, argv);

    QStringList paths;
    for (const std::string& file : files) {
        paths << QString::fromStdString(file);
    }
    MainWindow window([] { return loadRecorder(); }, paths);
    FirstPaint firstPaint;
    window.installEventFilter(&firstPaint);
    if (exitAfterFirstView) {
        QObject::connect(&window, &MainWindow::viewPainted, &app, [&firstPaint] {
            const double viewMs = sinceProcessStart();
            std::printf("{\"window_ms\":%.0f,\"view_ms\":%.0f,\"peak_rss_mib\":%.0f}\n", firstPaint.windowMs, viewMs,
                peakMemoryMib());
            std::fflush(stdout);
            QCoreApplication::exit(0);
        });
        QObject::connect(&window, &MainWindow::openingFailed, &app, [&window] {
            std::fprintf(stderr, "attnscope: the file could not be opened; the window says why\n");
            Q_UNUSED(window)
            QCoreApplication::exit(3);
        });
    }
    window.show();
    if (!paths.isEmpty()) {
        window.openFiles(paths);
    } else if (bundledRecording().isEmpty() && exitAfterFirstView) {
        std::fprintf(stderr, "attnscope: there is no bundled recording in this build; name a file\n");
        return 3;
    } else {
        window.openBundled();
    }
    return QApplication::exec();
}

} // namespace attnscope
