// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds OpLog with the operators that LibTorch dispatches, through RecordFunction callbacks: one that sees the inputs of operators,
// and one that does not, which is several times cheaper. Each is added once per process and switched off outside recordings, so that an unrecorded
// forward pays nothing for it. Called on the worker thread, while no other thread runs operators.
#pragma once

#include <cstdint>

namespace attnscope {

enum class Observed : std::uint8_t { Annotations, Operators, OperatorsAndInputs };

/// While it lives, OpLog's session is open, and what is to be observed of all threads goes to it.
class OpObservation {
public:
    explicit OpObservation(Observed observed);
    ~OpObservation();
    OpObservation(const OpObservation&) = delete;
    OpObservation& operator=(const OpObservation&) = delete;

private:
    const Observed m_observed;
};

/// How often callbacks were added to LibTorch in this process; more than once for each kind would be a fault.
[[nodiscard]] int opObserverRegistrations();

} // namespace attnscope
