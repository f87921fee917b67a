// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/importing/import_files.h"

#include "profiler/importing/import_pipeline.h"
#include "profiler/importing/trace_joiner.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

namespace attnscope {
namespace {

/// 0 where any of the sizes is unknown.
std::uint64_t bytesOfAll(std::span<const std::string> paths)
{
    std::uint64_t bytes = 0;
    for (const std::string& path : paths) {
        std::error_code failed;
        const auto size = std::filesystem::is_regular_file(path, failed) ? std::filesystem::file_size(path, failed) : 0;
        if (failed || size == 0) {
            return 0;
        }
        bytes += size;
    }
    return bytes;
}

} // namespace

Result<TracePtr> importTraces(std::span<const std::string> paths, const ImportOptions& options)
{
    if (paths.empty()) {
        return Error { ErrorKind::Usage, "There is no file to open." };
    }
    if (paths.size() == 1) {
        return importTrace(paths.front(), options);
    }
    if (std::count(paths.begin(), paths.end(), "-") > 1) {
        return Error { ErrorKind::Usage, "Standard input can be read only once." };
    }
    const std::uint64_t all = bytesOfAll(paths);
    std::uint64_t before = 0;
    ImportOptions each = options;
    if (options.progress) {
        each.progress = [&](std::uint64_t read, std::uint64_t) { options.progress(before + read, all); };
    }
    std::vector<FilePart> parts;
    for (const std::string& path : paths) {
        auto builder = collectFile(path, each);
        if (!builder.ok()) {
            return builder.error();
        }
        before += builder.value().facts().bytes;
        parts.push_back({ path, std::move(builder.value()) });
    }
    return freezeImport(joinFiles(std::move(parts)), options);
}

} // namespace attnscope
