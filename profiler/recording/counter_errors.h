// SPDX-License-Identifier: GPL-3.0-or-later
// Why hardware counters cannot be read, as one sentence that says what to do about it. Pure.
#pragma once

#include "profiler/recording/counter_api.h"

#include <string>
#include <string_view>

namespace attnscope {

/// A sentence for every result of CUPTI's profiler; `during` says what was being done, for the results that explain nothing.
[[nodiscard]] std::string counterProblem(CUptiResult result, std::string_view during);

/// A sentence for the first thing that CUPTI finds wrong with a device; empty when it finds nothing.
[[nodiscard]] std::string supportProblem(const CounterSupport& support);

} // namespace attnscope
