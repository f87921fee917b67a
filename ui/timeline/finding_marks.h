// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of the findings over the GPU work that they speak of: neighbours that belong to the same finding make one run, which gets
// a bracket, and a circle with the number where there is room for it. GUI thread only; placing costs O(runs in the view).
#pragma once

#include "profiler/trace/trace.h"

#include <QPointF>

#include <cstdint>
#include <optional>
#include <vector>

namespace attnscope {

class TimelineScene;

class FindingMarks {
public:
    struct Owner {
        int number = 0; ///< of the finding
        std::vector<SpanRef> spans;
    };
    /// In the picture's pixels.
    struct Placed {
        int number = 0;
        bool chosen = false;
        double left = 0, right = 0; ///< of the bracket
        double y = 0; ///< middle of the circle
        std::optional<double> circle; ///< its x; empty: there is no room for it
    };

    FindingMarks() = default;
    /// Whatever is not GPU work gets no mark. Work of several findings is marked with the one that comes first.
    FindingMarks(const Trace& trace, const std::vector<Owner>& findings);

    void choose(int number) { m_chosen = number; }
    [[nodiscard]] bool empty() const { return m_runs.empty(); }
    /// Runs in the view of lanes that have room above their kernels, from left to right. Circles of the chosen finding come first.
    [[nodiscard]] std::vector<Placed> place(const TimelineScene& scene) const;
    /// The number whose circle is there; 0: none.
    [[nodiscard]] int at(const TimelineScene& scene, QPointF position) const;
    [[nodiscard]] static double radius();

private:
    struct Run {
        std::uint32_t lane = 0;
        TimeRange range;
        int number = 0;
    };
    std::vector<Run> m_runs; ///< by lane, then by time
    int m_chosen = 0;
};

} // namespace attnscope
