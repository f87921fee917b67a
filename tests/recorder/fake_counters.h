// SPDX-License-Identifier: GPL-3.0-or-later
// FakeCounters: a range profiler whose GPU is a list of values. Scripted by its public fields. One thread.
#pragma once

#include "profiler/recording/counter_api.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace attnscope::test {

class FakeCounters final : public CounterApi {
public:
    // The script.
    std::map<std::string, CUptiResult> results; ///< by function; success when missing
    CounterSupport support;
    std::set<std::string> metrics { "sm__inst_executed_pipe_tensor.sum",
        "sm__inst_executed_pipe_tensor_op_hmma_type_hfma2.sum", "dram__bytes_read.sum", "dram__bytes_write.sum",
        "sm__warps_active.avg.pct_of_peak_sustained_active" };
    std::size_t metricsPerPass = 8;
    std::vector<std::vector<double>> ranges; ///< values of each range, in the plan's order
    std::size_t dropped = 0;

    // What happened.
    std::vector<std::string> calls;
    bool enabled = false, started = false, hostOpen = false;

    [[nodiscard]] std::ptrdiff_t countCalls(std::string_view name) const
    {
        return std::count(calls.begin(), calls.end(), name);
    }

    CUptiResult initialise() override { return call("initialise"); }
    CUptiResult deviceSupport(int /*device*/, CounterSupport& out) override
    {
        out = support;
        return call("support");
    }
    CUptiResult chipName(int /*device*/, std::string& name) override
    {
        name = "GH100";
        return call("chip");
    }
    CUptiResult availability(std::vector<std::uint8_t>& image) override
    {
        image.assign(8, 1);
        return call("availability");
    }
    CUptiResult openHost(const std::string& /*chip*/, const std::vector<std::uint8_t>& /*availability*/) override
    {
        hostOpen = true;
        return call("host");
    }
    void closeHost() override { hostOpen = false; }
    CUptiResult hasMetric(const char* name) override
    {
        return metrics.contains(name) ? CUPTI_SUCCESS : CUPTI_ERROR_INVALID_METRIC_NAME;
    }
    CUptiResult configure(
        const std::vector<const char*>& names, std::vector<std::uint8_t>& config, std::size_t& passes) override
    {
        config.assign(8, 2);
        passes = (names.size() + metricsPerPass - 1) / metricsPerPass;
        return call("configure");
    }
    CUptiResult enable() override
    {
        const CUptiResult result = call("enable");
        enabled = result == CUPTI_SUCCESS;
        return result;
    }
    CUptiResult disable() override
    {
        enabled = false;
        return call("disable");
    }
    CUptiResult makeImage(
        const std::vector<const char*>& /*names*/, std::size_t /*ranges*/, std::vector<std::uint8_t>& image) override
    {
        image.assign(8, 3);
        return call("image");
    }
    CUptiResult setConfig(bool kernelByKernel, const std::vector<std::uint8_t>& /*config*/,
        std::vector<std::uint8_t>& /*image*/, std::size_t /*ranges*/) override
    {
        return call(kernelByKernel ? "by kernel" : "as a whole");
    }
    CUptiResult start() override
    {
        const CUptiResult result = call("start");
        started = result == CUPTI_SUCCESS;
        return result;
    }
    CUptiResult stop() override
    {
        started = false;
        return call("stop");
    }
    CUptiResult pushRange(const char* /*name*/) override { return call("push"); }
    CUptiResult popRange() override { return call("pop"); }
    CUptiResult decode(std::size_t& lost) override
    {
        lost = dropped;
        return call("decode");
    }
    CUptiResult rangeCount(const std::vector<std::uint8_t>& /*image*/, std::size_t& count) override
    {
        count = ranges.size();
        return call("count");
    }
    CUptiResult evaluate(const std::vector<std::uint8_t>& /*image*/, std::size_t range,
        const std::vector<const char*>& names, std::vector<double>& values) override
    {
        values = ranges.at(range);
        values.resize(names.size());
        return call("evaluate");
    }

private:
    CUptiResult call(const char* name)
    {
        calls.emplace_back(name);
        const auto found = results.find(name);
        return found != results.end() ? found->second : CUPTI_SUCCESS;
    }
};

} // namespace attnscope::test
