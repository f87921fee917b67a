// SPDX-License-Identifier: GPL-3.0-or-later
// Which of CUPTI's metrics to collect on a GPU. The same thing is called differently from one chip to the next, so for each thing
// there is a list of names, and CUPTI says which of them the chip has; nothing depends on a list of chips. Everything must fit into
// one pass, since replaying a kernel changes what caches it finds. Pure but for the questions; O(names).
#pragma once

#include "profiler/recording/counter_pass.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace attnscope {

enum class CounterRole : std::uint8_t { Tensor, Hfma2, DramRead, DramWrite, WarpsActive };

struct CounterMetric {
    CounterRole role = CounterRole::Tensor;
    const char* name = nullptr; ///< a literal
};
using CounterPlan = std::vector<CounterMetric>;

/// `hasMetric` says whether the chip has a metric of this name, `passes` how many passes a set needs (0: cannot be said). Gives up
/// warps active first, then DRAM, until one pass does; empty when even the rest does not fit.
[[nodiscard]] CounterPlan planCounters(
    const std::function<bool(const char*)>& hasMetric, const std::function<std::size_t(const CounterPlan&)>& passes);

[[nodiscard]] std::vector<const char*> namesOf(const CounterPlan& plan);

/// `values` in the order of the plan; what is no number stays empty.
[[nodiscard]] KernelCounters countersOf(const CounterPlan& plan, std::span<const double> values);

} // namespace attnscope
