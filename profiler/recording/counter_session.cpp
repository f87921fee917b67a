// SPDX-License-Identifier: GPL-3.0-or-later
#ifdef ATTNSCOPE_WITH_CUDA

#include "profiler/recording/counter_session.h"

#include "profiler/recording/counter_errors.h"
#include "profiler/recording/counter_launches.h"

#include <fmt/format.h>

#include <utility>

namespace attnscope {
namespace {

Error problem(CUptiResult result, std::string_view during)
{
    return Error { ErrorKind::Unavailable, counterProblem(result, during) };
}

// Launch callbacks are on while this lives, also when the work throws.
class LaunchScope {
public:
    explicit LaunchScope(CuptiApi& api)
        : m_api(&api)
    {
        LaunchLog::instance().begin(api);
    }
    ~LaunchScope()
    {
        if (m_api != nullptr) {
            static_cast<void>(LaunchLog::instance().end(*m_api));
        }
    }
    LaunchScope(const LaunchScope&) = delete;
    LaunchScope& operator=(const LaunchScope&) = delete;
    [[nodiscard]] std::vector<KernelLaunch> end() { return LaunchLog::instance().end(*std::exchange(m_api, nullptr)); }

private:
    CuptiApi* m_api;
};

} // namespace

/// The profiler, enabled and configured for one piece of work; disabled at the end, also when the work throws.
class CounterSession::Pass {
public:
    explicit Pass(CounterSession& session)
        : m_session(session)
        , m_api(session.m_counters)
    {
    }
    ~Pass()
    {
        if (m_started) {
            m_api.stop();
        }
        if (m_enabled) {
            m_api.disable();
        }
    }
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;

    [[nodiscard]] Status start(bool kernelByKernel, std::size_t ranges)
    {
        CUptiResult result = m_api.enable();
        if (result != CUPTI_SUCCESS) {
            return problem(result, "enabling them");
        }
        m_enabled = true;
        result = m_api.makeImage(m_session.m_names, ranges, m_image);
        if (result == CUPTI_SUCCESS) {
            result = m_api.setConfig(kernelByKernel, m_session.m_config, m_image, ranges);
        }
        if (result == CUPTI_SUCCESS) {
            result = m_api.start();
        }
        if (result != CUPTI_SUCCESS) {
            return problem(result, "starting to count");
        }
        m_started = true;
        return Done {};
    }

    [[nodiscard]] Status stop()
    {
        m_started = false;
        CUptiResult result = m_api.stop();
        std::size_t dropped = 0;
        if (result == CUPTI_SUCCESS) {
            result = m_api.decode(dropped);
        }
        if (result != CUPTI_SUCCESS) {
            return problem(result, "reading them");
        }
        if (dropped != 0) {
            return Error { ErrorKind::Failed,
                fmt::format("Hardware counters are left out: CUPTI lost those of {} kernels.", dropped) };
        }
        return Done {};
    }

    [[nodiscard]] const std::vector<std::uint8_t>& image() const { return m_image; }

private:
    CounterSession& m_session;
    CounterApi& m_api;
    std::vector<std::uint8_t> m_image;
    bool m_enabled = false;
    bool m_started = false;
};

CounterSession::CounterSession(CounterApi& counters, CuptiApi& callbacks)
    : m_counters(counters)
    , m_callbacks(callbacks)
{
}

Status CounterSession::open(int device)
{
    close();
    if (const CUptiResult result = m_counters.initialise();
        result != CUPTI_SUCCESS) { // again after CUPTI was finalised
        return problem(result, "setting CUPTI's profiler up");
    }
    return check(device);
}

Status CounterSession::check(int device)
{
    CounterSupport support;
    if (const CUptiResult result = m_counters.deviceSupport(device, support); result != CUPTI_SUCCESS) {
        return problem(result, "asking the device for them");
    }
    if (std::string why = supportProblem(support); !why.empty()) {
        return Error { ErrorKind::Unavailable, std::move(why) };
    }
    std::string chip;
    if (const CUptiResult result = m_counters.chipName(device, chip); result != CUPTI_SUCCESS) {
        return problem(result, "asking for the chip's name");
    }
    std::vector<std::uint8_t> availability;
    if (const CUptiResult result = m_counters.availability(availability); result != CUPTI_SUCCESS) {
        return problem(result, "asking which are available");
    }
    return choose(chip, availability);
}

Status CounterSession::choose(const std::string& chip, const std::vector<std::uint8_t>& availability)
{
    if (const CUptiResult result = m_counters.openHost(chip, availability); result != CUPTI_SUCCESS) {
        return problem(result, "describing the chip");
    }
    CUptiResult last = CUPTI_SUCCESS;
    m_plan = planCounters([this](const char* name) { return m_counters.hasMetric(name) == CUPTI_SUCCESS; },
        [this, &last](const CounterPlan& plan) {
            std::size_t passes = 0;
            last = m_counters.configure(namesOf(plan), m_config, passes);
            return last == CUPTI_SUCCESS ? passes : std::size_t { 0 };
        });
    if (m_plan.empty()) {
        return last != CUPTI_SUCCESS ? problem(last, "choosing what to count")
                                     : problem(CUPTI_ERROR_INVALID_METRIC_NAME, {});
    }
    m_names = namesOf(m_plan);
    return Done {};
}

Result<CounterPass> CounterSession::countKernels(const std::function<void()>& work, std::size_t expectedKernels)
{
    Pass pass(*this);
    CounterPass result;
    {
        LaunchScope launches(m_callbacks);
        // Room for more than expected: a surplus must be seen, not lost.
        if (const Status started = pass.start(true, 2 * expectedKernels + 16); !started.ok()) {
            return started.error();
        }
        work();
        const Status stopped = pass.stop();
        result.launches = launches.end();
        if (!stopped.ok()) {
            return stopped.error();
        }
    }
    std::size_t ranges = 0;
    if (const CUptiResult counted = m_counters.rangeCount(pass.image(), ranges); counted != CUPTI_SUCCESS) {
        return problem(counted, "reading them");
    }
    if (ranges != result.launches.size()) {
        return Error { ErrorKind::Failed,
            fmt::format("Hardware counters are left out: CUPTI counted {} kernels, but {} were launched.", ranges,
                result.launches.size()) };
    }
    for (std::size_t i = 0; i < ranges; ++i) {
        Result<KernelCounters> counters = read(pass.image(), i);
        if (!counters.ok()) {
            return counters.error();
        }
        result.counters.push_back(counters.value());
    }
    return result;
}

Result<KernelCounters> CounterSession::countWhole(const std::function<void()>& work)
{
    Pass pass(*this);
    if (const Status started = pass.start(false, 1); !started.ok()) {
        return started.error();
    }
    if (const CUptiResult result = m_counters.pushRange("forward"); result != CUPTI_SUCCESS) {
        return problem(result, "beginning to count");
    }
    try {
        work();
    } catch (...) {
        m_counters.popRange();
        throw;
    }
    if (const CUptiResult result = m_counters.popRange(); result != CUPTI_SUCCESS) {
        return problem(result, "counting");
    }
    if (const Status stopped = pass.stop(); !stopped.ok()) {
        return stopped.error();
    }
    return read(pass.image(), 0);
}

Result<KernelCounters> CounterSession::read(const std::vector<std::uint8_t>& image, std::size_t range)
{
    std::vector<double> values;
    if (const CUptiResult result = m_counters.evaluate(image, range, m_names, values); result != CUPTI_SUCCESS) {
        return problem(result, "evaluating them");
    }
    return countersOf(m_plan, values);
}

void CounterSession::close()
{
    m_counters.closeHost();
    m_plan.clear();
    m_names.clear();
}

CounterCollector& counterCollector()
{
    static CounterSession session(systemCounters(), systemCupti());
    return session;
}

} // namespace attnscope

#else

#include "profiler/recording/counter_pass.h"

namespace attnscope {
namespace {

class NoCounters final : public CounterCollector {
public:
    Status open(int /*device*/) override
    {
        return Error { ErrorKind::Unavailable, "Hardware counters are left out: this build of AttnScope has no CUDA." };
    }
    Result<CounterPass> countKernels(const std::function<void()>& /*work*/, std::size_t /*expectedKernels*/) override
    {
        return open(0).error();
    }
    Result<KernelCounters> countWhole(const std::function<void()>& /*work*/) override { return open(0).error(); }
    void close() override { }
};

} // namespace

CounterCollector& counterCollector()
{
    static NoCounters none;
    return none;
}

} // namespace attnscope

#endif // ATTNSCOPE_WITH_CUDA
