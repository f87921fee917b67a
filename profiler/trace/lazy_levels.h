// SPDX-License-Identifier: GPL-3.0-or-later
// The level-of-detail columns of a trace, made when somebody first asks: `attnscope info` and the other headless commands never
// draw, so they never pay for them (a tenth of the import's time, a sixth of the columns' memory). Any thread; later calls are free.
#pragma once

#include "profiler/trace/level_of_detail.h"
#include "profiler/trace/trace.h"

#include <mutex>
#include <optional>

namespace attnscope {

class Trace::LazyLevels {
public:
    [[nodiscard]] const LevelOfDetail& of(const Trace& trace)
    {
        std::call_once(m_once, [&] { m_levels.emplace(trace); });
        return *m_levels;
    }

private:
    std::once_flag m_once;
    std::optional<LevelOfDetail> m_levels;
};

} // namespace attnscope
