// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/span_words.h"

#include "ui/common/format.h"
#include "ui/common/kernel_words.h"
#include "ui/timeline/counter_lane_words.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace attnscope {

namespace {

constexpr std::uint32_t kMostSummed = 200'000;
constexpr int kLongName = 300; ///< the card shows all of a name; the tooltip's row is cut anyway

// Free functions translate in a context of their own.
class TooltipWords {
    Q_DECLARE_TR_FUNCTIONS(SpanTooltip)
};

QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

class Words {
public:
    Words(const TimelineScene& scene, SpanRef span)
        : m_scene(scene)
        , m_trace(*scene.model().trace())
        , m_span(span)
    {
    }

    TooltipContent make()
    {
        const auto kind = m_trace.kind(m_span);
        if (isGpuWork(kind)) {
            gpu();
        } else {
            m_content.title =
                QString::fromStdString(isApi(kind) ? std::string(m_trace.name(m_span)) : opLabel(m_trace.name(m_span)));
            duration();
            if (isApi(kind)) {
                api();
            } else if (m_trace.lane(m_span).kind == LaneKind::CpuThread) {
                op();
            }
        }
        flags();
        return m_content;
    }

private:
    void row(const QString& name, const QString& value) { m_content.rows.emplace_back(name, value); }

    void duration()
    {
        if (m_trace.kind(m_span) == SpanKind::Instant) {
            row(TooltipWords::tr("At"), formatTimeExact(m_trace.start(m_span)));
            return;
        }
        auto value = formatTimeExact(m_trace.duration(m_span));
        const int step = m_scene.model().stepOf(m_span);
        if (step >= 0 && m_trace.kind(m_span) != SpanKind::Step) {
            const auto& facts = m_scene.model().steps()[static_cast<std::size_t>(step)];
            const bool onGpu = isGpuWork(m_trace.kind(m_span));
            const Ns whole = onGpu ? facts.sum : facts.cpu.length();
            if (whole > 0) {
                const auto share =
                    formatPercent(static_cast<double>(m_trace.duration(m_span)) / static_cast<double>(whole));
                value += QStringLiteral(" · ")
                    + (onGpu ? TooltipWords::tr("%1 of this forward") : TooltipWords::tr("%1 of this step")).arg(share);
            }
        }
        row(TooltipWords::tr("Duration"), value);
    }

    void gpu()
    {
        const auto& decoded = m_trace.decoded(m_span);
        m_content.title = QString::fromStdString(kernelTitle(decoded, m_scene.model().unitOf(m_span)));
        m_content.role = decoded.group;
        duration();
        if (const auto api = m_trace.launchOf(m_span)) {
            if (const auto path = opPath(m_trace, m_trace.opChainOf(*api)); !path.isEmpty()) {
                row(TooltipWords::tr("Launched by"), path);
            }
            const auto waited = m_trace.start(m_span) - m_trace.start(*api);
            row(TooltipWords::tr("Queued"),
                TooltipWords::tr("%1 after %2").arg(formatTimeExact(waited), toQString(m_trace.name(*api))));
        } else if (m_scene.model().launchedBefore(m_span)) {
            row(TooltipWords::tr("Launched by"), TooltipWords::tr("before the recording began"));
        }
        const auto bytes = m_trace.kind(m_span) == SpanKind::Kernel ? 0 : m_scene.bytesOf(m_span);
        if (bytes > 0) {
            // Bytes a nanosecond are gigabytes a second.
            const auto rate =
                static_cast<double>(bytes) / static_cast<double>(std::max<Ns>(1, m_trace.duration(m_span)));
            row(TooltipWords::tr("Bytes"), TooltipWords::tr("%1, %2 GB/s").arg(formatBytes(bytes), formatNumber(rate)));
        }
        if (m_trace.kind(m_span) == SpanKind::Kernel) {
            for (auto& [name, value] : evidenceRows(m_trace, m_span)) {
                row(name, value);
            }
            row(TooltipWords::tr("Name"), toQString(m_trace.name(m_span)).left(kLongName));
        }
    }

    void api()
    {
        const auto work = m_trace.launchedBy(m_span);
        if (!work.empty()) {
            const auto& decoded = m_trace.decoded(work.front());
            m_content.role = decoded.group;
            auto words = kernelLabel(decoded.label);
            if (work.size() > 1) {
                words = TooltipWords::tr("%1 GPU events").arg(formatCount(static_cast<std::int64_t>(work.size())));
            }
            row(TooltipWords::tr("Launches"), words);
            row(TooltipWords::tr("It starts"),
                TooltipWords::tr("%1 after this call")
                    .arg(formatTimeExact(m_trace.start(work.front()) - m_trace.start(m_span))));
        }
        if (const auto path = opPath(m_trace, m_trace.opChainOf(m_span)); !path.isEmpty()) {
            row(TooltipWords::tr("Called by"), path);
        }
    }

    void op()
    {
        const auto kind = m_trace.kind(m_span);
        const auto& lane = m_trace.lane(m_span);
        if (kind == SpanKind::Op && m_trace.group(m_span) != RoleGroup::Other && !m_scene.model().hasGpu()) {
            m_content.role = m_trace.group(m_span);
        }
        const auto nextRow = lane.rowOf(m_span.index) + 1;
        if (kind != SpanKind::Instant && nextRow < lane.rows()) {
            Ns children = 0;
            auto child = lane.firstStartingAt(nextRow, lane.start[m_span.index]);
            const auto end = std::min(lane.rowBegin[nextRow + 1], child + kMostSummed);
            for (; child < end && lane.start[child] < lane.end(m_span.index); ++child) {
                children += lane.duration[child];
            }
            row(TooltipWords::tr("Itself"), formatTimeExact(std::max<Ns>(0, lane.duration[m_span.index] - children)));
        }
        const auto chain = m_scene.model().chainOf(m_span);
        if (!chain.gpu.empty()) {
            Ns sum = 0;
            for (const auto span : chain.gpu) {
                sum += m_trace.duration(span);
            }
            row(TooltipWords::tr("Launches"),
                (chain.gpu.size() == 1 ? TooltipWords::tr("%1 GPU event, %2") : TooltipWords::tr("%1 GPU events, %2"))
                    .arg(formatCount(static_cast<std::int64_t>(chain.gpu.size())), formatTimeAuto(sum)));
        }
    }

    void flags()
    {
        const auto bits = m_trace.lane(m_span).flags[m_span.index];
        if ((bits & SpanFlag::kUnfinished) != 0) {
            m_content.foot = TooltipWords::tr("No end in the file: drawn to the end of the recording");
        } else if ((bits & SpanFlag::kClockSkew) != 0) {
            m_content.foot = TooltipWords::tr("Starts before its launch: the clocks of the file differ");
        } else if ((bits & SpanFlag::kOverlap) != 0) {
            m_content.foot = TooltipWords::tr("Overlaps its neighbour: shown on an extra row");
        }
    }

    const TimelineScene& m_scene;
    const Trace& m_trace;
    SpanRef m_span;
    TooltipContent m_content;
};

} // namespace

QString opPath(const Trace& trace, const std::vector<SpanRef>& chain)
{
    QStringList names;
    for (const auto span : chain) {
        if (trace.kind(span) == SpanKind::Op) {
            names.prepend(QString::fromStdString(opLabel(trace.name(span))));
        }
    }
    return names.join(QStringLiteral(" › "));
}

TooltipContent tooltipOf(const TimelineScene& scene, const Box& box)
{
    if (!box.folded()) {
        return Words(scene, box.span()).make();
    }
    const auto& lane = scene.model().trace()->lanes()[box.lane];
    TooltipContent content;
    content.title = TooltipWords::tr("%1 spans, too short to draw here").arg(formatCount(box.count));
    const auto end = box.first + std::min(box.count, kMostSummed);
    Ns sum = 0, longest = 0;
    auto which = box.first;
    for (auto i = box.first; i < end; ++i) {
        sum += lane.duration[i];
        if (lane.duration[i] > longest) {
            longest = lane.duration[i];
            which = i;
        }
    }
    content.rows.emplace_back(TooltipWords::tr("From first"),
        TooltipWords::tr("to last %1")
            .arg(formatTimeAuto(lane.end(box.first + box.count - 1) - lane.start[box.first])));
    content.rows.emplace_back(TooltipWords::tr("Together"), formatTimeAuto(sum));
    content.rows.emplace_back(TooltipWords::tr("Longest"),
        TooltipWords::tr("%1 · %2").arg(formatTimeAuto(longest),
            QString::fromStdString(opLabel(scene.model().trace()->name(SpanRef { box.lane, which }))).left(kLongName)));
    content.foot = TooltipWords::tr("Double click or zoom in to see them");
    return content;
}

TooltipContent tooltipOfCurve(const TimelineScene& scene, std::size_t track, Ns time)
{
    const auto& what = scene.model().tracks()[track];
    if (what.kind == TrackKind::Counter) {
        return tooltipOfCounter(scene, scene.model().counters()[what.source], time);
    }
    TooltipContent content;
    content.title = QString::fromStdString(what.title);
    const auto level = static_cast<std::int64_t>(scene.model().queue().at(time));
    content.rows.emplace_back(
        TooltipWords::tr("Waiting"), TooltipWords::tr("%1 launched, not started").arg(formatCount(level)));
    return content;
}

} // namespace attnscope
