// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/stacked_picture.h"

#include <utility>

namespace attnscope {
namespace {

StackedParts makeParts(const TraceDocument& document, const std::vector<VariantSummary>& summaries)
{
    StackedParts parts;
    parts.models.resize(summaries.size());
    for (std::size_t i = 0; i < summaries.size(); ++i) {
        if (summaries[i].ran) {
            parts.models[i] = document.timelineOf(i);
            const auto kernels = kernelStatistics(*document.trace, summaries[i].view);
            parts.kernels.insert(parts.kernels.end(), kernels.begin(), kernels.end());
        }
    }
    return parts;
}

} // namespace

StackedPicture makeStackedPicture(const DocumentPtr& document, const std::vector<VariantSummary>& summaries, int step,
    StackedAlign align, StackedParts parts)
{
    StackedPicture picture;
    picture.parts = parts.models.empty() ? makeParts(*document, summaries) : std::move(parts);
    picture.rows =
        std::make_shared<const StackedRows>(stackedRows(document->trace, summaries, step, picture.parts.models, align));
    return picture;
}

} // namespace attnscope
