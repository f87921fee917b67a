// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/launch_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <string_view>

namespace attnscope {
namespace {

/// One span with a correlation id.
struct End {
    std::uint64_t correlation;
    SpanRef span;
    Ns start;
};

struct Ends {
    std::vector<End> api, gpu;
};

Ends collect(const std::vector<Lane>& lanes, LaunchLinks& links, const Cancellation& cancel)
{
    Ends ends;
    for (std::uint32_t laneIndex = 0; laneIndex < lanes.size(); ++laneIndex) {
        const Lane& lane = lanes[laneIndex];
        if (lane.kind != LaneKind::CudaApi && lane.kind != LaneKind::GpuStream) {
            continue;
        }
        for (std::uint32_t i = 0; i < lane.size() && !cancel.requestedAt(i); ++i) {
            bool gpu = isGpuWork(lane.spanKind[i]);
            if (!gpu && !isApi(lane.spanKind[i])) {
                continue;
            }
            if (lane.correlation[i] != 0) {
                (gpu ? ends.gpu : ends.api).push_back({ lane.correlation[i], { laneIndex, i }, lane.start[i] });
            } else if (gpu) {
                ++links.unlinked;
            }
        }
    }
    auto byId = [](const End& a, const End& b) {
        return std::tie(a.correlation, a.start, a.span) < std::tie(b.correlation, b.start, b.span);
    };
    for (auto* list : { &ends.api, &ends.gpu }) {
        if (!sortUnlessCancelled(*list, byId, cancel)) {
            return {};
        }
    }
    return ends;
}

class Linker {
public:
    Linker(std::vector<Lane>& lanes, const Cancellation& cancel)
        : m_lanes(lanes)
        , m_cancel(cancel)
    {
    }

    LaunchLinks run(std::vector<LaunchArrowDraft> arrows)
    {
        m_ends = collect(m_lanes, m_links, m_cancel);
        markArrows(std::move(arrows));
        m_links.launches = m_ends.api.size();
        m_nextId = 1
            + std::max(m_ends.api.empty() ? 0 : m_ends.api.back().correlation,
                m_ends.gpu.empty() ? 0 : m_ends.gpu.back().correlation);
        m_links.apiToGpu.reserve(m_ends.gpu.size());
        forEachId([&](std::span<const End> api, std::span<const End> gpu) {
            if (api.size() == 1) {
                for (const End& work : gpu) {
                    learnOwner(api.front(), work);
                    link(api.front(), work);
                }
            }
        });
        forEachId([&](std::span<const End> api, std::span<const End> gpu) {
            if (api.empty()) {
                m_links.unlinked += gpu.size();
            } else if (api.size() > 1) {
                resolve(api, gpu);
            }
        });
        finish();
        return std::move(m_links);
    }

private:
    template<typename Visit>
    void forEachId(Visit visit) const
    {
        auto api = m_ends.api.begin();
        auto gpu = m_ends.gpu.begin();
        for (std::size_t i = 0; api != m_ends.api.end() || gpu != m_ends.gpu.end(); ++i) {
            if (m_cancel.requestedAt(i)) {
                return;
            }
            std::uint64_t id = api == m_ends.api.end() ? gpu->correlation
                : gpu == m_ends.gpu.end()              ? api->correlation
                                                       : std::min(api->correlation, gpu->correlation);
            auto apiBegin = api;
            auto gpuBegin = gpu;
            while (api != m_ends.api.end() && api->correlation == id) {
                ++api;
            }
            while (gpu != m_ends.gpu.end() && gpu->correlation == id) {
                ++gpu;
            }
            visit(std::span<const End>(apiBegin, api), std::span<const End>(gpuBegin, gpu));
        }
    }

    std::string_view pidOf(const End& end) const { return m_lanes[end.span.lane].pid; }

    /// Before anything is renumbered: arrows go by the file's own ids.
    void markArrows(std::vector<LaunchArrowDraft> arrows)
    {
        std::map<std::string_view, std::size_t> sizes;
        for (const LaunchArrowDraft& draft : arrows) {
            sizes[draft.category] += draft.ends.size();
        }
        const auto most = std::max_element(
            sizes.begin(), sizes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
        m_links.arrowCategory = most == sizes.end() ? std::string() : std::string(most->first);
        for (LaunchArrowDraft& draft : arrows) {
            if (sortUnlessCancelled(draft.ends, byArrowId, m_cancel)) {
                markEnds(draft);
            }
            draft.ends = {};
        }
    }

    static bool byArrowId(const LaunchArrowEnd& a, const LaunchArrowEnd& b) { return a.id < b.id; }

    void markEnds(const LaunchArrowDraft& draft)
    {
        const std::vector<End>& spans = draft.phase == 's' ? m_ends.api : m_ends.gpu;
        const bool ofLaunches = draft.category == m_links.arrowCategory;
        auto at = spans.begin();
        for (const LaunchArrowEnd& end : draft.ends) {
            at = firstNotBelow(at, spans.end(), end.id);
            if (!ofLaunches || at == spans.end() || at->correlation != end.id) {
                m_links.looseArrows.push_back(
                    { draft.category, idText(end.id), draft.pid, draft.tid, end.time, draft.phase, draft.enclosing });
                continue;
            }
            for (auto span = at; span != spans.end() && span->correlation == end.id; ++span) {
                m_lanes[span->span.lane].flags[span->span.index] |= SpanFlag::kLaunchArrow;
            }
        }
    }

    static std::string idText(std::uint64_t id) { return fmt::format("{}", id); }

    /// Steps double from where the last one was found: both lists are sorted and mostly name the same ids.
    template<typename Iterator>
    static Iterator firstNotBelow(Iterator at, Iterator end, std::uint64_t id)
    {
        std::ptrdiff_t step = 1;
        Iterator from = at;
        while (at != end && at->correlation < id) {
            from = at;
            at += std::min(step, end - at);
            step *= 2;
        }
        return std::lower_bound(
            from, at, id, [](const End& candidate, std::uint64_t wanted) { return candidate.correlation < wanted; });
    }

    /// Which process drives which device: told by the ids that only one call uses.
    void learnOwner(const End& api, const End& gpu) { ++m_owners[{ pidOf(gpu), pidOf(api) }]; }

    std::uint64_t votes(const End& api, const End& gpu) const
    {
        if (pidOf(api) == pidOf(gpu)) {
            return ~std::uint64_t { 0 };
        }
        auto found = m_owners.find({ pidOf(gpu), pidOf(api) });
        return found == m_owners.end() ? 0 : found->second;
    }

    /// The call of the owning process that starts last before the work, else that process's first.
    const End& launcherOf(std::span<const End> api, const End& gpu) const
    {
        std::uint64_t best = 0;
        for (const End& candidate : api) {
            best = std::max(best, votes(candidate, gpu));
        }
        const End* chosen = nullptr;
        for (const End& candidate : api) { // in start order
            if (votes(candidate, gpu) == best && (chosen == nullptr || candidate.start <= gpu.start)) {
                chosen = &candidate;
            }
        }
        return *chosen;
    }

    void resolve(std::span<const End> api, std::span<const End> gpu)
    {
        ++m_links.reused;
        for (std::size_t i = 1; i < api.size(); ++i) {
            correlation(api[i].span) = m_nextId++;
        }
        for (const End& work : gpu) {
            const End& launcher = launcherOf(api, work);
            correlation(work.span) = correlation(launcher.span);
            link(launcher, work);
        }
    }

    std::uint64_t& correlation(SpanRef span) { return m_lanes[span.lane].correlation[span.index]; }

    void link(const End& api, const End& gpu)
    {
        m_links.apiToGpu.emplace_back(api.span, gpu.span);
        Lane& lane = m_lanes[gpu.span.lane];
        std::uint8_t& flags = lane.flags[gpu.span.index];
        if (gpu.start < api.start && (flags & SpanFlag::kBadTime) == 0) {
            flags |= SpanFlag::kClockSkew;
            if (m_links.beforeLaunch++ == 0) {
                m_links.firstBeforeLaunch = gpu.span;
            }
        }
    }

    void finish()
    {
        m_links.gpuToApi.reserve(m_links.apiToGpu.size());
        for (const auto& [api, gpu] : m_links.apiToGpu) {
            m_links.gpuToApi.emplace_back(gpu, api);
        }
        if (!sortUnlessCancelled(m_links.gpuToApi, std::less<>(), m_cancel)) {
            return;
        }
        // Work of one call in start order.
        const auto byCall = [&](const Link& a, const Link& b) {
            if (a.first != b.first) {
                return a.first < b.first;
            }
            Ns startA = m_lanes[a.second.lane].start[a.second.index];
            Ns startB = m_lanes[b.second.lane].start[b.second.index];
            return std::tie(startA, a.second) < std::tie(startB, b.second);
        };
        (void)sortUnlessCancelled(m_links.apiToGpu, byCall, m_cancel);
    }

    using Link = std::pair<SpanRef, SpanRef>;

    std::vector<Lane>& m_lanes;
    const Cancellation& m_cancel;
    Ends m_ends;
    LaunchLinks m_links;
    std::uint64_t m_nextId = 1;
    std::map<std::pair<std::string_view, std::string_view>, std::uint64_t>
        m_owners; ///< (device pid, process pid) → votes
};

} // namespace

LaunchLinks linkLaunches(std::vector<Lane>& lanes, std::vector<LaunchArrowDraft> arrows, const Cancellation& cancel)
{
    return Linker(lanes, cancel).run(std::move(arrows));
}

} // namespace attnscope
