// SPDX-License-Identifier: GPL-3.0-or-later
// EventLoopWatchdog: how long the GUI thread's event loop stood still. A timer beats in the thread it lives in; the longest gap
// between two beats beyond the interval is the stall. On Linux the time the thread was ready but got no core is known, too, and is
// subtracted in longestOwnStall(): that is what the program itself is to blame for. Lives in the thread it watches.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <cstdint>

namespace attnscope {

class EventLoopWatchdog : public QObject {
    Q_OBJECT
public:
    explicit EventLoopWatchdog(QObject* parent = nullptr);

    void start(); ///< forgets what was measured before
    void stop();
    /// Wall clock, ns.
    [[nodiscard]] std::int64_t longestStall() const { return m_longest; }
    /// Without the time the thread waited for a core, ns; the same as longestStall() where the system does not tell.
    [[nodiscard]] std::int64_t longestOwnStall() const { return m_longestOwn; }
    [[nodiscard]] std::int64_t beats() const { return m_beats; }

private:
    void beat();

    QTimer m_timer;
    QElapsedTimer m_clock;
    std::int64_t m_lastBeat = 0, m_lastWait = 0;
    std::int64_t m_longest = 0, m_longestOwn = 0, m_beats = 0;
};

} // namespace attnscope
