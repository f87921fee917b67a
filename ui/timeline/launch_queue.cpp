// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/launch_queue.h"

#include <algorithm>

namespace attnscope {

StepSeries launchQueue(const std::vector<LaunchTimes>& work)
{
    std::vector<Ns> launches, starts;
    launches.reserve(work.size());
    starts.reserve(work.size());
    for (const auto& item : work) {
        launches.push_back(item.launched);
        starts.push_back(std::max(item.launched, item.started)); // clocks may disagree by a little
    }
    std::sort(launches.begin(), launches.end());
    std::sort(starts.begin(), starts.end());

    std::vector<Ns> time;
    std::vector<double> level;
    time.reserve(2 * work.size());
    level.reserve(2 * work.size());
    std::size_t launched = 0, started = 0;
    while (started < starts.size()) {
        const bool launchNext = launched < launches.size() && launches[launched] <= starts[started];
        const Ns at = launchNext ? launches[launched] : starts[started];
        launchNext ? ++launched : ++started;
        time.push_back(at);
        level.push_back(static_cast<double>(launched - started));
    }
    return { std::move(time), std::move(level) };
}

} // namespace attnscope
