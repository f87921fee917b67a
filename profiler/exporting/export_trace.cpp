// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/exporting/export_trace.h"

#include "profiler/exporting/chrome_writer.h"
#include "profiler/exporting/output_file.h"
#include "profiler/exporting/span_selection.h"

namespace attnscope {

Status exportTrace(const Trace& trace, const std::string& path, const ExportOptions& options)
{
    auto chosen = selectSpans(trace, options);
    if (!chosen.ok()) {
        return chosen.error();
    }
    OutputFile file(path, path.ends_with(".gz"));
    ChromeWriter(trace, file, std::move(chosen.value())).write();
    return file.commit();
}

Status writeFileAtomically(const std::string& path, std::string_view contents)
{
    OutputFile file(path, false);
    file.write(contents);
    return file.commit();
}

} // namespace attnscope
