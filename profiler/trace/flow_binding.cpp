// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/flow_binding.h"

#include <map>
#include <string_view>

namespace attnscope {
namespace {

using TracksByThread = std::map<std::pair<std::string_view, std::string_view>, std::vector<std::uint32_t>>;

TracksByThread lanesByThread(const std::vector<Lane>& lanes)
{
    TracksByThread tracks;
    for (std::uint32_t i = 0; i < lanes.size(); ++i) {
        tracks[{ lanes[i].pid, lanes[i].tid }].push_back(i);
    }
    return tracks;
}

/// The innermost span that holds t, both ends included: Kineto lets an arrow end where its span ends.
std::uint32_t enclosing(const Lane& lane, Ns t)
{
    std::uint32_t inside = lane.innermostAt(t);
    if (inside != kNoSpan) {
        return inside;
    }
    return t > 0 ? lane.innermostAt(t - 1) : kNoSpan;
}

std::uint32_t nextStarting(const Lane& lane, Ns t)
{
    std::uint32_t next = kNoSpan;
    for (std::uint32_t row = 0; row < lane.rows(); ++row) {
        std::uint32_t candidate = lane.firstStartingAt(row, t);
        if (candidate != lane.rowBegin[row + 1] && (next == kNoSpan || lane.start[candidate] < lane.start[next])) {
            next = candidate;
        }
    }
    return next;
}

SpanRef bindEnd(
    const FlowEnd& end, const TracksByThread& tracks, const std::vector<Lane>& lanes, const TimeFrame& frame)
{
    SpanRef best { 0, kNoSpan };
    auto track = tracks.find({ end.pid, end.tid });
    if (track == tracks.end()) {
        return best;
    }
    Ns t = end.time - frame.begin;
    for (std::uint32_t laneIndex : track->second) {
        const Lane& lane = lanes[laneIndex];
        std::uint32_t index = end.enclosing ? enclosing(lane, t) : nextStarting(lane, t);
        if (index == kNoSpan) {
            continue;
        }
        // The same thread's ops and API calls are separate lanes: the later start is the inner one (or, for "next", the nearer).
        bool better = best.index == kNoSpan
            || (end.enclosing ? lane.start[index] > lanes[best.lane].start[best.index]
                              : lane.start[index] < lanes[best.lane].start[best.index]);
        if (better) {
            best = { laneIndex, index };
        }
    }
    return best;
}

} // namespace

std::vector<Flow> bindFlows(const std::vector<FlowDraft>& drafts, const std::vector<Lane>& lanes,
    const TimeFrame& frame, std::vector<LooseFlowEnd>& loose)
{
    std::vector<Flow> flows;
    flows.reserve(drafts.size());
    TracksByThread tracks = lanesByThread(lanes);
    for (const FlowDraft& draft : drafts) {
        const Flow& flow = flows.emplace_back(Flow { draft.category, draft.id,
            bindEnd(draft.from, tracks, lanes, frame), bindEnd(draft.to, tracks, lanes, frame),
            draft.from.time - frame.begin, draft.to.time - frame.begin, !draft.to.enclosing, draft.ofSpans });
        auto keep = [&](SpanRef span, const FlowEnd& end) {
            if (span.index == kNoSpan && !draft.ofSpans) {
                loose.push_back({ draft.category, draft.id, end.pid, end.tid, end.time, end.phase, end.enclosing });
            }
        };
        if (draft.from.phase == 's') { // else it was the end of the arrow before
            keep(flow.from, draft.from);
        }
        keep(flow.to, draft.to);
    }
    return flows;
}

} // namespace attnscope
