// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds OpLog with the operators that LibTorch dispatches, through one global RecordFunction callback. It is added once per process
// and switched off outside recordings, so that an unrecorded forward pays nothing for it. Called on the worker thread, while no
// other thread runs operators.
#pragma once

namespace attnscope {

/// While it lives, OpLog's session is open, and the operators of all threads go to it, unless only annotations are wanted.
class OpObservation {
public:
    explicit OpObservation(bool withOperators = true);
    ~OpObservation();
    OpObservation(const OpObservation&) = delete;
    OpObservation& operator=(const OpObservation&) = delete;

private:
    const bool m_withOperators;
};

/// How often the callback was added to LibTorch in this process; more than once would be a fault.
[[nodiscard]] int opObserverRegistrations();

} // namespace attnscope
