// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/importing/text_source.h"

#include "profiler/importing/gzip_source.h"
#include "profiler/importing/input_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

namespace attnscope {
namespace {

class PlainSource : public TextSource {
public:
    PlainSource(std::shared_ptr<InputFile> file, std::uint64_t fileBytes)
        : m_file(std::move(file))
        , m_fileBytes(fileBytes)
    {
    }

    Result<std::size_t> read(char* out, std::size_t capacity) override
    {
        std::ptrdiff_t got = m_file->readAt(m_offset, out, capacity);
        if (got < 0) {
            return Error { ErrorKind::Input,
                fmt::format("reading failed at byte {}: {}", m_offset, std::strerror(errno)) };
        }
        m_offset += static_cast<std::uint64_t>(got);
        return static_cast<std::size_t>(got);
    }
    std::uint64_t bytesRead() const override { return m_offset; }
    std::uint64_t fileBytes() const override { return m_fileBytes; }
    std::shared_ptr<const TextAccess> access() override { return accessPlainFile(m_file); }

private:
    std::shared_ptr<InputFile> m_file;
    std::uint64_t m_fileBytes;
    std::uint64_t m_offset = 0;
};

/// zstd has no cheap way back into the middle of a frame: the text goes to a file without a name, for the args.
class ZstdSource : public TextSource {
public:
    ZstdSource(std::shared_ptr<InputFile> file, std::uint64_t fileBytes)
        : m_file(std::move(file))
        , m_fileBytes(fileBytes)
        , m_stream(ZSTD_createDStream())
        , m_input(ZSTD_DStreamInSize())
        , m_spool(makeSpoolFile())
    {
    }
    ~ZstdSource() override { ZSTD_freeDStream(m_stream); }
    ZstdSource(const ZstdSource&) = delete;
    ZstdSource& operator=(const ZstdSource&) = delete;

    Result<std::size_t> read(char* out, std::size_t capacity) override
    {
        ZSTD_outBuffer produced { out, capacity, 0 };
        while (produced.pos < produced.size && m_damage.empty()) {
            if (m_taken.pos == m_taken.size) {
                std::ptrdiff_t got = m_file->readAt(m_offset, m_input.data(), m_input.size());
                if (got <= 0) {
                    m_damage = m_inFrame ? "The compressed data end too early." : "";
                    break;
                }
                m_offset += static_cast<std::uint64_t>(got);
                m_taken = { m_input.data(), static_cast<std::size_t>(got), 0 };
            }
            std::size_t status = ZSTD_decompressStream(m_stream, &produced, &m_taken);
            m_inFrame = status != 0;
            if (ZSTD_isError(status) != 0) {
                m_damage = fmt::format(
                    "The compressed data are damaged near byte {}: {}.", m_offset, ZSTD_getErrorName(status));
            }
        }
        if (m_spool && !appendToFile(*m_spool, out, produced.pos)) {
            m_spool.reset(); // no room: the trace opens, its args do not
        }
        return produced.pos;
    }
    std::uint64_t bytesRead() const override { return m_offset; }
    std::uint64_t fileBytes() const override { return m_fileBytes; }
    std::string damage() const override { return m_damage; }
    std::shared_ptr<const TextAccess> access() override { return m_spool ? accessPlainFile(m_spool) : nullptr; }

private:
    std::shared_ptr<InputFile> m_file;
    std::uint64_t m_fileBytes;
    std::uint64_t m_offset = 0;
    ZSTD_DStream* m_stream;
    std::vector<char> m_input;
    ZSTD_inBuffer m_taken { nullptr, 0, 0 };
    bool m_inFrame = false;
    std::string m_damage;
    std::shared_ptr<InputFile> m_spool;
};

class MemoryAccess : public TextAccess {
public:
    explicit MemoryAccess(std::string text)
        : m_text(std::move(text))
    {
    }
    std::string read(std::uint64_t offset, std::size_t length) const override
    {
        return offset < m_text.size() ? m_text.substr(offset, length) : std::string();
    }
    const std::string& text() const { return m_text; }

private:
    std::string m_text;
};

class MemorySource : public TextSource {
public:
    explicit MemorySource(std::string_view text)
        : m_access(std::make_shared<MemoryAccess>(std::string(text)))
    {
    }
    Result<std::size_t> read(char* out, std::size_t capacity) override
    {
        std::size_t length = std::min(capacity, m_access->text().size() - m_offset);
        std::memcpy(out, m_access->text().data() + m_offset, length);
        m_offset += length;
        return length;
    }
    std::uint64_t bytesRead() const override { return m_offset; }
    std::uint64_t fileBytes() const override { return m_access->text().size(); }
    std::shared_ptr<const TextAccess> access() override { return m_access; }

private:
    std::shared_ptr<MemoryAccess> m_access;
    std::size_t m_offset = 0;
};

constexpr int kPollMilliseconds = 50;

/// What can be read only once goes to a file without a name first.
Result<std::shared_ptr<InputFile>> spool(const InputFile& pipe, const Cancellation& cancel)
{
    auto file = makeSpoolFile();
    if (!file) {
        return Error { ErrorKind::Failed, "no temporary file could be made for the input" };
    }
    std::vector<char> buffer(std::size_t { 1 } << 20);
    for (;;) {
        if (cancel.requested()) {
            return Error { ErrorKind::Cancelled, "opening was cancelled" };
        }
        pollfd ready { pipe.descriptor(), POLLIN, 0 }; // a writer may take its time
        if (::poll(&ready, 1, kPollMilliseconds) == 0) {
            continue;
        }
        ssize_t got = ::read(pipe.descriptor(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return Error { ErrorKind::Input, fmt::format("reading failed: {}", std::strerror(errno)) };
        }
        if (got == 0) {
            return file;
        }
        if (!appendToFile(*file, buffer.data(), static_cast<std::size_t>(got))) {
            return Error { ErrorKind::Failed, "the temporary folder has no room for the input" };
        }
    }
}

std::unique_ptr<TextSource> unpack(std::shared_ptr<InputFile> file, std::uint64_t bytes)
{
    std::array<char, 4> magic {};
    if (file->readAt(0, magic.data(), magic.size()) == 4) {
        if (magic[0] == '\x1f' && magic[1] == '\x8b') {
            return openGzipSource(std::move(file), bytes);
        }
        if (std::memcmp(magic.data(), "\x28\xb5\x2f\xfd", 4) == 0) {
            return std::make_unique<ZstdSource>(std::move(file), bytes);
        }
    }
    return std::make_unique<PlainSource>(std::move(file), bytes);
}

} // namespace

Result<std::unique_ptr<TextSource>> openTextSource(const std::string& path, const Cancellation& cancel)
{
    int descriptor = path == "-" ? 0 : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return Error { ErrorKind::Input, std::strerror(errno) };
    }
    auto file = std::make_shared<InputFile>(descriptor);
    struct stat facts { };
    if (::fstat(descriptor, &facts) != 0) {
        return Error { ErrorKind::Input, std::strerror(errno) };
    }
    if (S_ISDIR(facts.st_mode)) {
        return Error { ErrorKind::Input, "it is a folder" };
    }
    if (!S_ISREG(facts.st_mode)) {
        auto copied = spool(*file, cancel);
        if (!copied.ok()) {
            return copied.error();
        }
        file = copied.value();
        if (::fstat(file->descriptor(), &facts) != 0) {
            return Error { ErrorKind::Failed, std::strerror(errno) };
        }
    }
    return unpack(std::move(file), static_cast<std::uint64_t>(facts.st_size));
}

std::unique_ptr<TextSource> textSourceFromMemory(std::string_view text)
{
    return std::make_unique<MemorySource>(text);
}

} // namespace attnscope
