// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/importing/import_trace.h"

#include "profiler/importing/import_pipeline.h"
#include "profiler/importing/inflate_text.h"

namespace attnscope {

Result<TraceBuilder> collectFile(const std::string& path, const ImportOptions& options)
{
    std::string label = path == "-" ? "standard input" : path;
    auto source = openTextSource(path, Cancellation(options.cancel));
    if (!source.ok()) {
        return Error { source.error().kind, label + ": " + source.error().message + "." };
    }
    return collectImport(*source.value(), label, options);
}

Result<TracePtr> importTrace(const std::string& path, const ImportOptions& options)
{
    auto builder = collectFile(path, options);
    if (!builder.ok()) {
        return builder.error();
    }
    return freezeImport(std::move(builder.value()), options);
}

Result<TracePtr> importTraceText(std::string_view text, const std::string& label, const ImportOptions& options)
{
    if (looksLikeGzip(text)) {
        const auto inflated = inflateText(text);
        if (!inflated) {
            return Error { ErrorKind::Input, label + ": the gzip data is damaged or cut." };
        }
        return runImport(*textSourceFromMemory(*inflated), label, options);
    }
    return runImport(*textSourceFromMemory(text), label, options);
}

} // namespace attnscope
