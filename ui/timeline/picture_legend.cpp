// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/picture_legend.h"

#include "ui/common/theme.h"
#include "ui/timeline/colour_bar.h"
#include "ui/timeline/kernel_evidence.h"

#include <QPainter>

#include <algorithm>
#include <map>
#include <utility>

namespace attnscope {
namespace {

constexpr int kFooterHeight = 28; // design px

} // namespace

std::vector<NameStatistics> kernelsIn(const TracePtr& shown, TimeRange range)
{
    const Trace& trace = *shown;
    const KernelEvidence evidence(shown); // the colours of the lanes go by it
    std::map<std::pair<NameId, MathUnit>, NameStatistics> names;
    for (const SpanRef span : trace.gpuWork()) {
        if (trace.start(span) >= range.end) {
            break; // in start order
        }
        if (trace.end(span) < range.begin) {
            continue;
        }
        const MathUnit unit = trace.kind(span) == SpanKind::Kernel ? evidence.unitOf(span) : MathUnit::None;
        auto [entry, isNew] = names.try_emplace({ trace.lane(span).name[span.index], unit });
        NameStatistics& kernel = entry->second;
        if (isNew) {
            kernel.name = trace.name(span);
            kernel.label = trace.decoded(span).label;
            kernel.group = trace.group(span);
            kernel.mathUnit = unit;
        }
        kernel.total += trace.duration(span);
    }
    std::vector<NameStatistics> kernels;
    kernels.reserve(names.size());
    for (auto& [id, kernel] : names) {
        kernels.push_back(std::move(kernel));
    }
    std::sort(kernels.begin(), kernels.end(), [](const NameStatistics& a, const NameStatistics& b) {
        return a.total != b.total ? a.total > b.total : a.name < b.name;
    });
    return kernels;
}

ExportFooter legendFooter(ColourBy by, const std::vector<NameStatistics>& kernels)
{
    if (kernels.empty()) {
        return {};
    }
    const bool tensor = usesTensorCores(kernels);
    const auto paint = [legend = legendOf(by, kernels), tensor](QPainter& painter, const QRect& rect) {
        const Theme& theme = Theme::current();
        painter.fillRect(rect, theme.window);
        painter.fillRect(rect.left(), rect.top(), rect.width(), 1, theme.line);
        const int margin = Theme::px(Measure::kLanePadding);
        paintLegend(painter, rect.adjusted(margin, 1, -margin, 0), legend, tensor);
    };
    return { Theme::px(kFooterHeight), paint };
}

ExportFooter legendFooter(const TimelineView& view)
{
    const TracePtr trace = view.trace();
    return legendFooter(view.colourBy(), trace ? kernelsIn(trace, view.viewRange()) : std::vector<NameStatistics> {});
}

} // namespace attnscope
