// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/overhead_probe.h"

#include "profiler/recording/clock.h"

#include <algorithm>
#include <vector>

namespace attnscope {
namespace {

constexpr std::int64_t kBudgetNs = 150'000'000; // a variant, of forwards
constexpr std::int64_t kBlockNs = 2'000'000; // long against the clock's and the scheduler's grain
constexpr std::int64_t kSlowestNs = 100'000'000;
constexpr std::int64_t kLongestNs = 400'000'000; // on a machine so busy that the budget was reckoned too small
constexpr int kLeastRounds = 5, kMostRounds = 25, kMostForwards = 200;
constexpr int kUnrecordedBlocks = 5;

double blockNs(const OverheadPlan& plan, const std::function<void()>& forward, const std::function<void()>& synchronise)
{
    forward(); // the first after a switch pays for the switch
    synchronise();
    const Ns before = monotonicNs();
    for (int i = 0; i < plan.forwards; ++i) {
        forward();
    }
    synchronise();
    return static_cast<double>(monotonicNs() - before);
}

double median(std::vector<double>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace

std::optional<OverheadPlan> planOverheadProbe(std::int64_t expectedNs)
{
    if (expectedNs > kSlowestNs) {
        return std::nullopt;
    }
    const std::int64_t each = std::max<std::int64_t>(expectedNs, 1);
    OverheadPlan plan;
    plan.forwards = static_cast<int>(std::clamp<std::int64_t>(kBlockNs / each, 1, kMostForwards));
    plan.rounds =
        static_cast<int>(std::clamp<std::int64_t>(kBudgetNs / (2 * plan.forwards * each), kLeastRounds, kMostRounds));
    return plan;
}

double medianBlockNs(
    const OverheadPlan& plan, const std::function<void()>& forward, const std::function<void()>& synchronise)
{
    std::vector<double> times;
    for (int i = 0; i < kUnrecordedBlocks; ++i) {
        times.push_back(blockNs(plan, forward, synchronise));
    }
    return median(times);
}

double measureOverhead(const OverheadPlan& plan, Capture& capture, const std::function<void()>& forward,
    const std::function<void()>& synchronise)
{
    const auto block = [&] { return blockNs(plan, forward, synchronise); };
    const auto recordedBlock = [&] {
        static_cast<void>(capture.start()); // without a GPU side the CPU side is what it costs
        const double time = block();
        static_cast<void>(capture.stop());
        return time;
    };
    std::vector<double> ratios;
    const Ns begin = monotonicNs();
    for (int round = 0; round < plan.rounds && (round < 3 || monotonicNs() - begin < kLongestNs); ++round) {
        const bool recordedFirst = round % 2 == 0;
        const double first = recordedFirst ? recordedBlock() : block();
        const double second = recordedFirst ? block() : recordedBlock();
        ratios.push_back(recordedFirst ? first / second : second / first);
    }
    return median(ratios) - 1;
}

} // namespace attnscope
