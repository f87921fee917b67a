// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the built program as a child process, as a user does, and collects what it said. No shell is involved. Main thread.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attnscope::test {

struct Ran {
    int exitCode = -1; ///< 128 + signal when one ended it
    std::string out, err;
};

struct RunOptions {
    std::string input; ///< its standard input
    std::string outputFile; ///< standard output goes here instead of Ran::out
    std::vector<std::pair<std::string, std::string>> environment; ///< set in addition; no display is ever inherited
    std::optional<std::chrono::milliseconds> interruptAfter; ///< SIGINT after so long
    bool terminal = false; ///< standard error is a terminal
    std::string interruptWhen; ///< with `terminal`: SIGINT as soon as standard error holds this text
};

[[nodiscard]] Ran runProgram(const std::vector<std::string>& arguments, const RunOptions& options = {});

/// Whether this machine has a LibTorch to record with.
[[nodiscard]] bool canRecord();

/// A folder of its own that is removed with the object.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] std::string file(const std::string& name) const { return (m_path / name).string(); }
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

[[nodiscard]] std::string readFile(const std::string& path);
void writeFile(const std::string& path, const std::string& text);

/// Rows of a CSV text, fields unquoted.
[[nodiscard]] std::vector<std::vector<std::string>> parseCsv(const std::string& text);

} // namespace attnscope::test
