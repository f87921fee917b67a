// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/finding_marks.h"

#include "ui/common/theme.h"
#include "ui/timeline/timeline_scene.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace attnscope {
namespace {

constexpr std::size_t kMostRuns = 20'000; // what has more is not told by numbers
constexpr double kGap = 4; // design px between two circles

// Gives every circle its place unless another one is there already.
class CirclePlacer {
public:
    explicit CirclePlacer(double distance)
        : m_distance(distance)
    {
    }
    bool add(double x)
    {
        const auto next = std::lower_bound(m_taken.begin(), m_taken.end(), x);
        const bool isFree = (next == m_taken.end() || *next - x >= m_distance)
            && (next == m_taken.begin() || x - *std::prev(next) >= m_distance);
        if (isFree) {
            m_taken.insert(next, x);
        }
        return isFree;
    }

private:
    double m_distance;
    std::vector<double> m_taken; // ascending; as many as fit side by side
};

} // namespace

double FindingMarks::radius()
{
    return Theme::px(8);
}

FindingMarks::FindingMarks(const Trace& trace, const std::vector<Owner>& findings)
{
    struct Marked {
        SpanRef span;
        int number;
    };
    std::vector<Marked> marked;
    for (const Owner& owner : findings) {
        for (const SpanRef span : owner.spans) {
            if (isGpuWork(trace.kind(span))) {
                marked.push_back({ span, owner.number });
            }
        }
    }
    // Stable: the first finding stays in front of the others.
    std::stable_sort(marked.begin(), marked.end(), [](const Marked& a, const Marked& b) {
        return std::tie(a.span.lane, a.span.index) < std::tie(b.span.lane, b.span.index);
    });
    marked.erase(
        std::unique(marked.begin(), marked.end(), [](const Marked& a, const Marked& b) { return a.span == b.span; }),
        marked.end());
    const Marked* before = nullptr;
    for (const Marked& one : marked) {
        const TimeRange range { trace.start(one.span), trace.start(one.span) + trace.duration(one.span) };
        const bool continues = before != nullptr && before->number == one.number && before->span.lane == one.span.lane
            && before->span.index + 1 == one.span.index;
        if (continues) {
            m_runs.back().range.end = std::max(m_runs.back().range.end, range.end);
        } else {
            m_runs.push_back({ one.span.lane, range, one.number });
        }
        before = &one;
    }
    if (m_runs.size() > kMostRuns) {
        m_runs.clear();
    }
}

std::vector<FindingMarks::Placed> FindingMarks::place(const TimelineScene& scene) const
{
    std::vector<Placed> placed;
    const TimeRange view = scene.scale().range();
    for (const Run& run : m_runs) {
        if (run.range.end <= view.begin || run.range.begin >= view.end) {
            continue;
        }
        const auto track = scene.model().trackOf(run.lane);
        const LanePlace* lane = track ? scene.layout().ofTrack(*track) : nullptr;
        if (lane == nullptr || lane->folded || lane->gutterTop < 0) {
            continue;
        }
        Placed mark;
        mark.number = run.number;
        mark.chosen = run.number == m_chosen;
        mark.left = scene.scale().clampedX(run.range.begin);
        mark.right = std::max(mark.left + 1, scene.scale().clampedX(run.range.end));
        mark.y = lane->y + lane->gutterTop + scene.metrics().gutter / 2.0 - scene.scroll() + scene.rulerHeight();
        placed.push_back(mark);
    }
    CirclePlacer circles(2 * radius() + Theme::px(static_cast<int>(kGap)));
    const double left = scene.scale().left(), right = scene.scale().right();
    for (const bool chosen : { true, false }) {
        for (Placed& mark : placed) {
            // In the middle of what is seen of it, and whole.
            const double seen = (std::max(mark.left, left) + std::min(mark.right, right)) / 2;
            const double x = std::round(std::clamp(seen, left + radius(), std::max(left + radius(), right - radius())));
            if (mark.chosen == chosen && circles.add(x)) {
                mark.circle = x;
            }
        }
    }
    return placed;
}

int FindingMarks::at(const TimelineScene& scene, QPointF position) const
{
    for (const Placed& mark : place(scene)) {
        if (mark.circle && std::hypot(position.x() - *mark.circle, position.y() - mark.y) <= radius() + 1) {
            return mark.number;
        }
    }
    return 0;
}

} // namespace attnscope
