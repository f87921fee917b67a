// SPDX-License-Identifier: GPL-3.0-or-later
// LaunchLog: names and shapes of the kernels that are launched while it is on, in launch order, from CUPTI's callbacks: with them
// the ranges of a counter pass, which carry numbers only, are matched to recorded kernels. The callback calls nothing of CUPTI's.
// Any thread; begin() and end() on the worker. O(1) a launch.
#pragma once

#include "profiler/recording/counter_pass.h"
#include "profiler/recording/cupti_api.h"

#include <mutex>
#include <vector>

namespace attnscope {

class LaunchLog {
public:
    static LaunchLog& instance();

    /// Switches CUPTI's launch callbacks on; the log is empty then.
    void begin(CuptiApi& api);
    /// Switches them off again.
    [[nodiscard]] std::vector<KernelLaunch> end(CuptiApi& api);

    /// For CUPTI's subscriber: callbacks of the driver and the runtime domain.
    void onCallback(CUpti_CallbackDomain domain, CUpti_CallbackId cbid, const CUpti_CallbackData& data);

private:
    std::mutex m_mutex; ///< guards m_launches
    std::vector<KernelLaunch> m_launches;
};

} // namespace attnscope
