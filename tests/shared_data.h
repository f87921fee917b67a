// SPDX-License-Identifier: GPL-3.0-or-later
// Where the shared recordings lie that some tests read: the folder ATTNSCOPE_SHARED, else "shared" beside the checkout.
// Not everybody has them: without them a test skips, naming what it skipped. Any thread; two file-system look-ups.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

namespace attnscope::test {

/// The folder with the shared recordings (it holds data/), or nothing where this machine has none.
inline std::optional<std::filesystem::path> sharedData()
{
    std::error_code ignored;
    if (const char* chosen = std::getenv("ATTNSCOPE_SHARED"); chosen != nullptr && *chosen != '\0') {
        std::filesystem::path folder(chosen);
        return std::filesystem::is_directory(folder / "data", ignored) ? std::optional(folder) : std::nullopt;
    }
    // ATTNSCOPE_SOURCE_DIR is the root of the checkout, defined for every test by tests/CMakeLists.txt.
    auto beside = std::filesystem::path(ATTNSCOPE_SOURCE_DIR).parent_path() / "shared";
    return std::filesystem::is_directory(beside / "data", ignored) ? std::optional(beside) : std::nullopt;
}

/// One shared file by its path below the shared folder, for instance "data/traces/T001.json.gz".
inline std::optional<std::filesystem::path> sharedFile(const std::filesystem::path& relative)
{
    std::error_code ignored;
    auto folder = sharedData();
    if (!folder || !std::filesystem::is_regular_file(*folder / relative, ignored)) {
        return std::nullopt;
    }
    return *folder / relative;
}

} // namespace attnscope::test
