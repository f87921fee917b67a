// SPDX-License-Identifier: GPL-3.0-or-later
// CounterApi: the functions of CUPTI's range profiler and of its profiler host that a counter pass needs, behind an interface, so
// that tests can refuse, miscount and misname. Functions return what CUPTI returns. One host object and one range profiler at a
// time. Thread rule: the worker.
#pragma once

#include <cupti.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace attnscope {

/// What CUPTI says about counters on a device; true is good.
struct CounterSupport {
    bool supported = true;
    bool architecture = true, sli = true, virtualGpu = true, confidentialCompute = true, miningCard = true, wsl = true;
};

class CounterApi {
public:
    virtual ~CounterApi() = default;
    /// Before any other call; without a driver the others may crash inside CUPTI.
    virtual CUptiResult initialise() = 0;
    virtual CUptiResult deviceSupport(int device, CounterSupport& support) = 0;
    virtual CUptiResult chipName(int device, std::string& name) = 0;
    /// What the current context's device lets us count now.
    virtual CUptiResult availability(std::vector<std::uint8_t>& image) = 0;

    virtual CUptiResult openHost(const std::string& chip, const std::vector<std::uint8_t>& availability) = 0;
    virtual void closeHost() = 0;
    virtual CUptiResult hasMetric(const char* name) = 0;
    /// A fresh configuration of just these metrics.
    virtual CUptiResult configure(
        const std::vector<const char*>& metrics, std::vector<std::uint8_t>& config, std::size_t& passes) = 0;

    virtual CUptiResult enable() = 0; ///< for the current context
    virtual CUptiResult disable() = 0;
    /// An empty image for so many ranges.
    virtual CUptiResult makeImage(
        const std::vector<const char*>& metrics, std::size_t ranges, std::vector<std::uint8_t>& image) = 0;
    /// Each kernel is a range of its own, or the ranges are pushed and popped. `config` and `image` must outlive the pass.
    virtual CUptiResult setConfig(bool kernelByKernel, const std::vector<std::uint8_t>& config,
        std::vector<std::uint8_t>& image, std::size_t ranges) = 0;
    virtual CUptiResult start() = 0;
    virtual CUptiResult stop() = 0;
    virtual CUptiResult pushRange(const char* name) = 0;
    virtual CUptiResult popRange() = 0;
    virtual CUptiResult decode(std::size_t& dropped) = 0;
    virtual CUptiResult rangeCount(const std::vector<std::uint8_t>& image, std::size_t& count) = 0;
    virtual CUptiResult evaluate(const std::vector<std::uint8_t>& image, std::size_t range,
        const std::vector<const char*>& metrics, std::vector<double>& values) = 0;
};

/// The libcupti that is loaded in this process.
[[nodiscard]] CounterApi& systemCounters();

} // namespace attnscope
