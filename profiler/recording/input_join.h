// SPDX-License-Identifier: GPL-3.0-or-later
// Types and shapes of operators' inputs, which are looked at in a forward of their own: LibTorch packs all arguments of an operator
// for whoever wants to see them, and lists among them are allocated, so that looking at them in every forward costs more than
// everything else that is recorded. Pure; O(n log n).
#pragma once

#include "profiler/recording/op_log.h"

#include <cstddef>
#include <vector>

namespace attnscope {

inline constexpr const char* kWarmUpName = "warm-up"; ///< the annotation around each forward before the recorded steps

/// Gives the operators of `recorded` the inputs of their counterparts in `observed`, which holds one forward: thread by thread, for
/// each step and each warm-up that called the same operators in the same order. Returns for how many it did not; those stay as they
/// are, since nothing is guessed.
std::size_t joinInputs(std::vector<ThreadOps>& recorded, const std::vector<ThreadOps>& observed);

} // namespace attnscope
