// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_pictures.h"

#include "ui/common/picture_file.h"
#include "ui/timeline/picture_legend.h"
#include "ui/timeline/stacked_view.h"
#include "ui/timeline/timeline_model.h"
#include "ui/timeline/timeline_view.h"

#include <algorithm>

namespace attnscope {
namespace {

constexpr int kWidth = 1200; ///< px, as wide as the report's page
constexpr int kMostHeight =
    4000; ///< of one variant's lanes: the GPU stands below deep stacks, and nobody reads a hundred threads

QByteArray stackedPicture(const ReportSource& source)
{
    StackedView view;
    view.setTimeUnit(source.unit);
    view.resize(kWidth, 1);
    view.setRows(source.stacked.rows);
    view.setCurrentVariant(-1); // nothing is chosen on paper
    const ExportFooter legend = legendFooter(ColourBy::Role, source.stacked.parts.kernels);
    const QSize size = view.wholeSize() + QSize(0, legend.height);
    return svgOf(size, StackedView::tr("AttnScope variants"), view.picture(size, legend));
}

ReportPictures::Timeline timelinePicture(const ReportSource& source, const ReportVariant& variant)
{
    TimelineView view;
    view.setTimeUnit(source.unit);
    view.resize(kWidth, 1);
    view.setModel(variant.timeline);
    const ExportFooter legend = legendFooter(view);
    const int height = std::min(kMostHeight, view.wholeHeight());
    const QSize size(kWidth, height + legend.height);
    return { svgOf(size, TimelineView::tr("AttnScope timeline"), view.picture(size, legend)),
        height == view.wholeHeight() };
}

} // namespace

ReportPictures paintReport(const ReportSource& source)
{
    ReportPictures pictures;
    if (source.stacked.rows) {
        pictures.stacked = stackedPicture(source);
    }
    for (const ReportVariant& variant : source.variants) {
        pictures.timelines.push_back(timelinePicture(source, variant));
    }
    return pictures;
}

} // namespace attnscope
