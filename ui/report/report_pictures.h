// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of a report: the window's own, in the theme that is applied now, as SVG. GUI thread only; a picture costs what a frame of
// that size does, and for its legend O(GPU spans).
#pragma once

#include "ui/report/report_source.h"

#include <QByteArray>

#include <vector>

namespace attnscope {

struct ReportPictures {
    struct Timeline {
        QByteArray svg;
        bool isWhole = true; ///< false: there are more lanes than a page should have
    };
    QByteArray stacked; ///< empty where the source has no rows
    std::vector<Timeline> timelines; ///< one a variant of the source, of its first step
};
[[nodiscard]] ReportPictures paintReport(const ReportSource& source);

} // namespace attnscope
