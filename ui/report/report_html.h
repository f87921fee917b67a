// SPDX-License-Identifier: GPL-3.0-or-later
// The report of a recording as one HTML file that needs nothing beside itself: what was recorded where, all variants on one axis, the
// comparison, and of each variant its timeline, its findings and its kernels by name. It is well-formed XML, too.
// Pure; any thread; O(rows).
#pragma once

#include "profiler/trace/result.h"
#include "ui/common/theme.h"
#include "ui/report/report_pictures.h"
#include "ui/report/report_source.h"

#include <QByteArray>

#include <string>

namespace attnscope {

/// UTF-8. The pictures are those of this source, painted in this theme.
[[nodiscard]] QByteArray reportHtml(const ReportSource& source, const ReportPictures& pictures, const Theme& theme);
/// The same into a file, whole or not at all; "-" is standard output.
[[nodiscard]] Status writeReport(
    const std::string& path, const ReportSource& source, const ReportPictures& pictures, const Theme& theme);

} // namespace attnscope
