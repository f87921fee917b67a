// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/counter_metrics.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace attnscope {
namespace {

// In order of preference; the first that the chip has is taken.
constexpr std::array<CounterMetric, 9> kCandidates { {
    { CounterRole::Tensor, "sm__inst_executed_pipe_tensor_v2.sum" }, // Ada, whose older one is deprecated
    { CounterRole::Tensor, "sm__inst_executed_pipe_tensor.sum" },
    // Where the chip has this one, the two above count ordinary multiply-adds, too.
    { CounterRole::Hfma2, "sm__inst_executed_pipe_tensor_op_hmma_type_hfma2.sum" },
    { CounterRole::DramRead, "dram__bytes_read.sum" },
    { CounterRole::DramRead, "dram__bytes_op_read.sum" }, // consumer Blackwell
    { CounterRole::DramWrite, "dram__bytes_write.sum" },
    { CounterRole::DramWrite, "dram__bytes_op_write.sum" },
    { CounterRole::WarpsActive, "sm__warps_active.avg.pct_of_peak_sustained_active" },
    { CounterRole::WarpsActive, "sm__warps_active.avg.pct_of_peak_sustained_elapsed" },
} };

bool holds(const CounterPlan& plan, CounterRole role)
{
    return std::any_of(plan.begin(), plan.end(), [role](const CounterMetric& metric) { return metric.role == role; });
}

void drop(CounterPlan& plan, CounterRole role)
{
    plan.erase(
        std::remove_if(plan.begin(), plan.end(), [role](const CounterMetric& metric) { return metric.role == role; }),
        plan.end());
}

} // namespace

CounterPlan planCounters(
    const std::function<bool(const char*)>& hasMetric, const std::function<std::size_t(const CounterPlan&)>& passes)
{
    CounterPlan plan;
    for (const CounterMetric& candidate : kCandidates) {
        if (!holds(plan, candidate.role) && hasMetric(candidate.name)) {
            plan.push_back(candidate);
        }
    }
    if (!plan.empty() && passes(plan) == 1) {
        return plan;
    }
    drop(plan, CounterRole::WarpsActive);
    if (!plan.empty() && passes(plan) == 1) {
        return plan;
    }
    drop(plan, CounterRole::DramRead);
    drop(plan, CounterRole::DramWrite);
    if (!plan.empty() && passes(plan) == 1) {
        return plan;
    }
    return {};
}

std::vector<const char*> namesOf(const CounterPlan& plan)
{
    std::vector<const char*> names;
    for (const CounterMetric& metric : plan) {
        names.push_back(metric.name);
    }
    return names;
}

KernelCounters countersOf(const CounterPlan& plan, std::span<const double> values)
{
    KernelCounters counters;
    for (std::size_t i = 0; i < plan.size() && i < values.size(); ++i) {
        if (!std::isfinite(values[i]) || values[i] < 0) {
            continue; // CUPTI's way to say that it has no value
        }
        const std::int64_t whole = std::llround(values[i]);
        switch (plan[i].role) {
        case CounterRole::Tensor:
            counters.tensorInstructions = whole;
            break;
        case CounterRole::Hfma2:
            counters.hfma2Instructions = whole;
            break;
        case CounterRole::DramRead:
            counters.dramReadBytes = whole;
            break;
        case CounterRole::DramWrite:
            counters.dramWriteBytes = whole;
            break;
        case CounterRole::WarpsActive:
            counters.warpsActivePercent = values[i];
            break;
        }
    }
    // Instructions on the pipe whose kind is not known prove nothing.
    if (holds(plan, CounterRole::Hfma2) && !counters.hfma2Instructions) {
        counters.tensorInstructions.reset();
    }
    return counters;
}

} // namespace attnscope
