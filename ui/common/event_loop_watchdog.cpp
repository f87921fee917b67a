// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/event_loop_watchdog.h"

#include <QFile>

#include <algorithm>

namespace attnscope {
namespace {

constexpr int kIntervalMs = 5;

// ns this thread was runnable without a core; 0 where the kernel keeps no such account.
std::int64_t waitedForCore()
{
    QFile file(QStringLiteral("/proc/thread-self/schedstat"));
    if (!file.open(QIODevice::ReadOnly)) {
        return 0;
    }
    const QList<QByteArray> fields = file.readAll().split(' ');
    return fields.size() >= 2 ? fields[1].toLongLong() : 0;
}

} // namespace

EventLoopWatchdog::EventLoopWatchdog(QObject* parent)
    : QObject(parent)
{
    m_timer.setInterval(kIntervalMs);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &EventLoopWatchdog::beat);
}

void EventLoopWatchdog::start()
{
    m_longest = m_longestOwn = m_beats = m_lastBeat = 0;
    m_lastWait = waitedForCore();
    m_clock.start();
    m_timer.start();
}

void EventLoopWatchdog::stop()
{
    beat(); // the stall that is going on counts
    m_timer.stop();
}

void EventLoopWatchdog::beat()
{
    const std::int64_t now = m_clock.nsecsElapsed();
    const std::int64_t waited = waitedForCore();
    const std::int64_t stall = now - m_lastBeat - kIntervalMs * 1'000'000;
    m_longest = std::max(m_longest, stall);
    m_longestOwn = std::max(m_longestOwn, stall - (waited - m_lastWait));
    m_lastBeat = now;
    m_lastWait = waited;
    ++m_beats;
}

} // namespace attnscope
