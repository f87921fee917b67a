// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/screenshot.h"

#include "app/cli/command_support.h"
#include "app/offscreen.h"
#include "ui/timeline/picture_legend.h"
#include "ui/timeline/timeline_view.h"

#include <QSize>
#include <QString>

#include <algorithm>
#include <string>

namespace attnscope {
namespace {

// By name, or the first that ran: a refused variant has nothing to show.
Result<VariantView> variantToShow(const Trace& trace, const std::string& name)
{
    auto views = chooseVariants(trace, name);
    if (!views.ok()) {
        return views.error();
    }
    auto ran = std::find_if(views.value().begin(), views.value().end(),
        [](const VariantView& view) { return view.result == nullptr || view.result->status == VariantStatus::Done; });
    if (ran != views.value().end()) {
        return *ran;
    }
    return Error { ErrorKind::Failed,
        trace.facts().file + " holds no recording of " + (name.empty() ? "any variant" : name) + ": it did not run" };
}

} // namespace

Status takeScreenshot(const ScreenshotRequest& request)
{
    if (Status status = checkOutput(request.output, request.files); !status.ok()) {
        return status;
    }
    auto trace = loadTraces(request.files);
    if (!trace.ok()) {
        return trace.error();
    }
    warnOfDamage(*trace.value());
    const TimeRange whole = trace.value()->range();
    if (request.range && (request.range->end <= whole.begin || request.range->begin >= whole.end)) {
        return usageError(
            "--range: nothing was recorded there; the recording is 0.." + std::to_string(whole.end) + " in ns");
    }
    auto variant = variantToShow(*trace.value(), request.variant);
    if (!variant.ok()) {
        return variant.error();
    }
    const OffscreenApplication application(request.dark);
    const QSize size(request.width, request.height);
    TimelineView view;
    view.resize(size);
    view.setVariant(trace.value(), variant.value());
    if (request.range) {
        view.setViewRange(*request.range);
    }
    return view.exportTo(
        QString::fromStdString(request.output), size, request.legend ? legendFooter(view) : ExportFooter {});
}

} // namespace attnscope
