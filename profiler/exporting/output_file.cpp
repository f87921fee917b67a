// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/exporting/output_file.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

namespace attnscope {
namespace {

constexpr std::size_t kBufferBytes = std::size_t { 1 } << 18;

// Renaming onto a link would replace the link and leave the file that it names as it was. The file need not be there yet.
std::string linkedFile(const std::string& path)
{
    constexpr int kMostLinks = 40; // as the system allows; after that open() says what is wrong
    std::filesystem::path file = path;
    std::error_code error;
    for (int links = 0; links < kMostLinks && std::filesystem::is_symlink(file, error); ++links) {
        const std::filesystem::path next = std::filesystem::read_symlink(file, error);
        if (error) {
            break;
        }
        file = file.parent_path() / next; // an absolute path replaces the folder
    }
    return file.string();
}

} // namespace

struct OutputFile::Deflater {
    Deflater()
    {
        // 16 + 15: a gzip header, 32 KiB window. No time stamp in it: the same trace gives the same file.
        deflateInit2(&stream, 6, Z_DEFLATED, 16 + 15, 8, Z_DEFAULT_STRATEGY);
    }
    ~Deflater() { deflateEnd(&stream); }
    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;

    z_stream stream {};
    std::array<char, 1 << 16> out {};
};

OutputFile::OutputFile(std::string path, bool compressed)
    : m_path(std::move(path))
    , m_deflater(compressed ? std::make_unique<Deflater>() : nullptr)
{
    m_buffer.reserve(kBufferBytes + 4096);
    struct stat facts { };
    bool special = ::stat(m_path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode);
    if (m_path == "-" || special) { // a device or a pipe is written to, not replaced
        m_descriptor = m_path == "-" ? STDOUT_FILENO : ::open(m_path.c_str(), O_WRONLY | O_CLOEXEC);
    } else if (S_ISDIR(facts.st_mode)) {
        m_failure = fmt::format("{}: cannot be written: it is a folder.", m_path);
        return;
    } else {
        m_target = linkedFile(m_path);
        m_temporary = m_target + ".XXXXXX";
        m_descriptor = ::mkstemp(m_temporary.data());
        if (m_descriptor >= 0) {
            mode_t mask = ::umask(0);
            ::umask(mask);
            ::fchmod(m_descriptor, facts.st_mode != 0 ? facts.st_mode & 0777U : 0666U & ~mask);
        } else {
            m_temporary.clear();
        }
    }
    if (m_descriptor < 0) {
        fail("cannot be written");
    }
}

OutputFile::~OutputFile()
{
    if (m_descriptor > STDERR_FILENO) {
        ::close(m_descriptor);
    }
    if (!m_committed && !m_temporary.empty()) {
        ::unlink(m_temporary.c_str());
    }
}

void OutputFile::fail(std::string_view action)
{
    if (m_failure.empty()) {
        m_failure =
            fmt::format("{}: {}: {}.", m_path == "-" ? "standard output" : m_path, action, std::strerror(errno));
    }
}

void OutputFile::write(std::string_view text)
{
    m_buffer.append(text);
    if (m_buffer.size() >= kBufferBytes) {
        flush(false);
    }
}

void OutputFile::flush(bool last)
{
    if (!m_deflater) {
        writeBytes(m_buffer.data(), m_buffer.size());
        m_buffer.clear();
        return;
    }
    z_stream& stream = m_deflater->stream;
    stream.next_in = reinterpret_cast<Bytef*>(m_buffer.data());
    stream.avail_in = static_cast<uInt>(m_buffer.size());
    int status = Z_OK;
    do {
        stream.next_out = reinterpret_cast<Bytef*>(m_deflater->out.data());
        stream.avail_out = static_cast<uInt>(m_deflater->out.size());
        status = deflate(&stream, last ? Z_FINISH : Z_NO_FLUSH);
        writeBytes(m_deflater->out.data(), m_deflater->out.size() - stream.avail_out);
    } while (last ? status == Z_OK || status == Z_BUF_ERROR : stream.avail_out == 0);
    m_buffer.clear();
}

void OutputFile::writeBytes(const char* data, std::size_t size)
{
    while (size > 0 && m_failure.empty()) {
        ssize_t written = ::write(m_descriptor, data, size);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            fail("writing failed");
            return;
        }
        data += written;
        size -= static_cast<std::size_t>(written);
    }
}

Status OutputFile::commit()
{
    if (m_failure.empty()) {
        flush(true);
    }
    if (m_failure.empty() && !m_temporary.empty()) {
        if (::close(m_descriptor) != 0) {
            fail("writing failed");
        }
        m_descriptor = -1;
        if (m_failure.empty() && std::rename(m_temporary.c_str(), m_target.c_str()) != 0) {
            fail("cannot be written");
        }
    }
    if (!m_failure.empty()) {
        return Error { ErrorKind::Failed, m_failure };
    }
    m_committed = true;
    return Done {};
}

} // namespace attnscope
