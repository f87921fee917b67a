// SPDX-License-Identifier: GPL-3.0-or-later
// CounterSession: a counter pass with CUPTI's range profiler. The profiler is enabled for the length of one piece of work only and
// never torn down, since CUPTI's tear-down races with the application. Activity records must be off meanwhile: the profiler
// serialises kernels, and their records would carry no times. Worker thread; a CUDA context must be current.
#pragma once

#include "profiler/recording/counter_api.h"
#include "profiler/recording/counter_metrics.h"
#include "profiler/recording/counter_pass.h"
#include "profiler/recording/cupti_api.h"

#include <optional>
#include <vector>

namespace attnscope {

class CounterSession final : public CounterCollector {
public:
    CounterSession(CounterApi& counters, CuptiApi& callbacks);

    Status open(int device) override;
    [[nodiscard]] Result<CounterPass> countKernels(
        const std::function<void()>& work, std::size_t expectedKernels) override;
    [[nodiscard]] Result<KernelCounters> countWhole(const std::function<void()>& work) override;
    void close() override;

    [[nodiscard]] const CounterPlan& plan() const { return m_plan; }

private:
    class Pass;

    [[nodiscard]] Status check(int device);
    [[nodiscard]] Status choose(const std::string& chip, const std::vector<std::uint8_t>& availability);
    [[nodiscard]] Result<KernelCounters> read(const std::vector<std::uint8_t>& image, std::size_t range);

    CounterApi& m_counters;
    CuptiApi& m_callbacks;
    CounterPlan m_plan;
    std::vector<const char*> m_names; ///< of the plan
    std::vector<std::uint8_t> m_config;
};

} // namespace attnscope
