// SPDX-License-Identifier: GPL-3.0-or-later
// OutputFile: writes beside the target under a temporary name and renames at the end, so that nothing half-written is ever left;
// compresses on the way where asked. "-" is standard output. One thread; O(bytes).
#pragma once

#include "profiler/trace/result.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace attnscope {

class OutputFile {
public:
    OutputFile(std::string path, bool compressed);
    ~OutputFile(); ///< removes the temporary file unless commit() succeeded
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// Buffered; a failure is remembered and told by commit().
    void write(std::string_view text);
    /// Flushes, closes and renames. Failed with the file and the system's reason.
    [[nodiscard]] Status commit();

private:
    struct Deflater;

    void writeBytes(const char* data, std::size_t size);
    void flush(bool last);
    void fail(std::string_view action);

    std::string m_path, m_temporary;
    std::string m_target; ///< what is replaced: the file that m_path means, not a link to it
    int m_descriptor = -1;
    std::string m_buffer;
    std::unique_ptr<Deflater> m_deflater;
    std::string m_failure;
    bool m_committed = false;
};

} // namespace attnscope
